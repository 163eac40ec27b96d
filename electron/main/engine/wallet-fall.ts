// Whether the wallet falls by what is paid. The first payout of a batch goes alone, and the wallet is read after its answer: a
// fall of exactly a hundred times the amount means that rupees and paise are confused somewhere. A wallet that cannot be read,
// or that has not fallen yet, delays the run only for a moment.

import type { Pause } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import { fellHundredfold, hundredfoldWords, isLower, type ReportedWallet } from '../../../shared/wallet.ts';
import type { Arrival } from './exchange.ts';

/** How often a wallet is read that has not fallen yet or gave no balance. */
const FALL_READ_TRIES = 3;

const FALL_READ_EVERY_MS = 500;

/** What a fall says about the payout that went alone. */
export interface WalletAlarm {
  readonly payoutId: PayoutId;
  /** By how much the wallet fell for what was paid, in words. */
  readonly words: Message;
  readonly isUnitKnown: boolean;
}

type Stage =
  | { readonly kind: 'first' }
  | { readonly kind: 'reading'; readonly payoutId: PayoutId; readonly paise: Paise; readonly tries: number }
  | { readonly kind: 'over' };

/** Every `nowMs` is a time of the monotonic clock. */
export class WalletFall {
  readonly #before: ReportedWallet | null;
  #stage: Stage;
  #nextReadMs = Number.NEGATIVE_INFINITY;
  #isAsked = false;

  /** `before` is the wallet before the batch paid anything; null where it is not watched. */
  constructor(before: ReportedWallet | null) {
    this.#before = before;
    this.#stage = { kind: before === null ? 'over' : 'first' };
  }

  /** How many payouts may be in flight at once. */
  get sendsAtOnce(): number {
    if (this.#stage.kind === 'over') return Number.POSITIVE_INFINITY;
    return this.#stage.kind === 'first' ? 1 : 0;
  }

  /** Whether the first payout has left and the wallet does not show its cost yet. */
  get isReading(): boolean {
    return this.#stage.kind === 'reading';
  }

  wantsRead(nowMs: number): boolean {
    return this.isReading && !this.#isAsked && nowMs >= this.#nextReadMs;
  }

  /** When to read the wallet next; null when there is no need. */
  get nextReadMs(): number | null {
    return this.isReading && !this.#isAsked ? this.#nextReadMs : null;
  }

  asked(nowMs: number): void {
    this.#isAsked = true;
    this.#nextReadMs = nowMs + FALL_READ_EVERY_MS;
  }

  /** Returns what is wrong; null when nothing is. */
  onArrival(arrival: Arrival): WalletAlarm | null {
    if (arrival.kind === 'paid') this.#onPaid(arrival);
    return arrival.kind === 'walletRead' ? this.#onRead(arrival) : null;
  }

  #onPaid({ claimed, outcome }: Extract<Arrival, { kind: 'paid' }>): void {
    const mayBePaid = outcome.kind === 'accepted' || outcome.kind === 'unknown';
    if (this.#stage.kind !== 'first' || !mayBePaid) return;
    this.#stage = { kind: 'reading', payoutId: claimed.payoutId, paise: claimed.order.amountPaise, tries: 0 };
  }

  #onRead({ answer }: Extract<Arrival, { kind: 'walletRead' }>): WalletAlarm | null {
    if (this.#stage.kind !== 'reading' || this.#before === null) return null;
    this.#isAsked = false;
    const { payoutId, paise } = this.#stage;
    const tries = this.#stage.tries + 1;
    const after = answer.kind === 'balance' ? answer.balance : null;
    const hasFallen = after !== null && isLower(after, this.#before.balance) === true;
    this.#stage = hasFallen || tries >= FALL_READ_TRIES ? { kind: 'over' } : { ...this.#stage, tries };
    if (after === null || !fellHundredfold(this.#before, after, paise)) return null;
    return { payoutId, words: hundredfoldWords(this.#before, paise), isUnitKnown: this.#before.unit !== null };
  }
}

/** Why nothing more is sent. */
export function pauseOfFall({ words, isUnitKnown }: WalletAlarm): Pause {
  const code = isUnitKnown ? 'pause.walletFall' : 'pause.walletFall.noUnit';
  return { code: 'walletFall', message: msg(code, { words }) };
}
