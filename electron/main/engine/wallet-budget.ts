// What the wallet still holds for the payouts to come: its last balance less what was sent since. When the next payout
// does not fit, sending waits, the wallet is asked again - once nothing is on its way, and rarely - and a balance that
// is still too low is a pause.

import type { Pause } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { WalletAnswer } from '../../../shared/outcomes.ts';
import { formatWalletPaise, type KnownWallet, walletPaise } from '../../../shared/wallet.ts';
import type { TurnResult } from '../domain/ledger.ts';
import type { Arrival } from './exchange.ts';

const WALLET_READ_TRIES = 5;

/** A wallet that looked too low is asked again this rarely, and so often when it gives no clear answer. */
const WALLET_READ_EVERY_MS = 10_000;

/** Units: every `nowMs` is a time of the monotonic clock. */
export class WalletBudget {
  readonly #wallet: KnownWallet | null;
  #leftPaise: number | null;
  /** The next payout, when it is more than what is left. */
  #shortPaise: number | null = null;
  #nextReadMs = Number.NEGATIVE_INFINITY;
  #misses = 0;

  constructor(wallet: KnownWallet | null) {
    this.#wallet = wallet;
    this.#leftPaise = wallet === null ? null : walletPaise(wallet);
  }

  /** What may be claimed at most; null when nobody knows. */
  get budgetPaise(): number | null {
    return this.#leftPaise;
  }

  /** Whether sending waits for the wallet. */
  get isShort(): boolean {
    return this.#shortPaise !== null;
  }

  /** What a turn claimed is on its way. */
  claimed({ claimed, shortPaise }: Pick<TurnResult, 'claimed' | 'shortPaise'>): void {
    for (const { order } of claimed) this.#add(0 - order.amountPaise);
    this.#shortPaise = shortPaise;
  }

  /** Whether the wallet is to be asked now. */
  wantsRead(nowMs: number, sendsInFlight: number): boolean {
    return this.isShort && sendsInFlight === 0 && nowMs >= this.#nextReadMs;
  }

  /** When it is to be asked; null when it need not be. */
  get nextReadMs(): number | null {
    return this.isShort ? this.#nextReadMs : null;
  }

  asked(nowMs: number): void {
    this.#nextReadMs = nowMs + WALLET_READ_EVERY_MS;
  }

  /** Takes what came back into account. Out: why sending pauses; null when it goes on. */
  onArrival(arrival: Arrival, sendsInFlight: number): Pause | null {
    if (arrival.kind === 'paid' && arrival.outcome.kind === 'notSent') {
      this.#add(arrival.claimed.order.amountPaise);
    }
    // While payouts are on their way, nobody knows which of them a balance has in it.
    if (arrival.kind !== 'walletRead' || sendsInFlight > 0 || this.#wallet === null) return null;
    return this.#onBalance(arrival.answer, this.#wallet);
  }

  #onBalance(answer: WalletAnswer, { unit }: KnownWallet): Pause | null {
    const short = this.#shortPaise;
    const balance = answer.kind === 'balance' ? walletPaise({ balance: answer.balance, unit }) : null;
    if (balance === null) {
      this.#misses += 1;
      return short !== null && this.#misses >= WALLET_READ_TRIES ? UNREADABLE : null;
    }
    this.#misses = 0;
    this.#leftPaise = balance;
    if (short === null || balance >= short) {
      this.#shortPaise = null;
      return null;
    }
    const message = msg('pause.walletLow.next', { holds: formatWalletPaise(balance), next: formatWalletPaise(short) });
    return { code: 'walletLow', message };
  }

  #add(paise: number): void {
    if (this.#leftPaise !== null) this.#leftPaise += paise;
  }
}

const UNREADABLE: Pause = { code: 'walletLow', message: msg('pause.walletLow.unreadable') };
