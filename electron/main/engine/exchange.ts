// Every request that is in flight.

import type { PayoutId } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Evidence, LookupAnswer, LookupKey, WalletAnswer } from '../../../shared/outcomes.ts';
import type { SettlingOutcome } from '../../../shared/states.ts';
import type { Claimed, DueLookup, LookUpFirst } from '../domain/ledger.ts';
import type { EarlierLookups, EarlierVerdict, Pacer } from '../domain/run.ts';
import type { GatewayClient } from '../gateway/client.ts';
import type { Clock } from '../platform/clock.ts';
import { type LookupAnswers, lookUpWeighed } from './findings.ts';
import { stamped } from './rate-window.ts';

/** The calls a run makes. */
export type EngineGateway = Pick<GatewayClient, 'pay' | 'lookUp' | 'wallet'>;

export type Arrival =
  | {
      readonly kind: 'paid';
      readonly claimed: Claimed;
      readonly outcome: SettlingOutcome;
      readonly evidence: Evidence;
      readonly retryAfterMs: number | null;
    }
  /** `byId`: the answer for the transaction id of a run's first payout; null where that was not looked up. */
  | (LookupAnswers & { readonly kind: 'lookedUp'; readonly due: DueLookup; readonly byId: LookupAnswer | null })
  | { readonly kind: 'lookedUpFirst'; readonly first: LookUpFirst; readonly answer: LookupAnswer }
  | { readonly kind: 'askedEarlier'; readonly first: LookUpFirst; readonly verdict: EarlierVerdict | null }
  | { readonly kind: 'walletRead'; readonly answer: WalletAnswer };

export interface Exchanges {
  pay(claimed: Claimed): Promise<Arrival>;
  lookUp(due: DueLookup): Promise<Arrival>;
  lookUpFirst(first: LookUpFirst): Promise<Arrival>;
  readWallet(): Promise<Arrival>;
}

/**
 * `onPaymentWritten` is called with the monotonic time at which each payout leaves. `nextPermit` resolves once the rate grants
 * one more request; the first request of each exchange already has its permit.
 */
export function prepareExchanges(world: {
  readonly gateway: EngineGateway;
  readonly window: Pacer;
  readonly clock: Clock;
  readonly nextPermit: () => Promise<void>;
  readonly invent: () => string;
  readonly notKnown: string | null;
  readonly earlier: EarlierLookups;
  readonly onPaymentWritten: (nowMs: number) => void;
}): Exchanges {
  const { gateway, window, clock, nextPermit, invent, notKnown, earlier, onPaymentWritten } = world;

  const rate = { pacer: window, clock };
  const walletNow = (): Promise<WalletAnswer> => stamped(rate, (onWrite) => gateway.wallet(onWrite));
  /** Only a wallet call with the same token distinguishes a dead token from a lookup refused for another reason. */
  const lookUpNow = async (key: DueLookup['key']): Promise<LookupAnswer> => {
    const answer = await stamped(rate, (onWrite) => gateway.lookUp(key, onWrite));
    if (answer.kind !== 'unauthorized') return answer;
    await nextPermit();
    return refusedToken(answer, await walletNow());
  };

  const more = async (key: LookupKey): Promise<LookupAnswer> => {
    await nextPermit();
    return lookUpNow(key);
  };

  return {
    pay: async (claimed) => {
      const { outcome, evidence } = await stamped(
        rate,
        (onWrite) => gateway.pay(claimed.order, onWrite),
        onPaymentWritten,
      );
      if (outcome.kind !== 'unauthorized') {
        const retryAfterMs = outcome.kind === 'unknown' ? outcome.retryAfterMs : null;
        return { kind: 'paid', claimed, outcome, evidence, retryAfterMs };
      }
      // A wallet call with the same token shows whether the token is dead. It says nothing about the payout.
      await nextPermit();
      const wallet = await walletNow();
      const kind = wallet.kind === 'unauthorized' ? 'tokenRefused' : 'tokenDoubted';
      return { kind: 'paid', claimed, outcome: { kind }, evidence, retryAfterMs: null };
    },
    lookUp: async (due) => {
      const about = { ...due, notKnown, isStrict: false };
      const { key, ...answers } = await lookUpWeighed({ first: lookUpNow, more, invent }, about);
      const byId = idToCompare(due, answers.answer);
      return { kind: 'lookedUp', due: { ...due, key }, ...answers, byId: byId === null ? null : await more(byId) };
    },
    lookUpFirst: async (first) => {
      if (first.earlier.length > 0) {
        // `earlier.ask` takes a permit for each of its requests.
        window.withdraw();
        return { kind: 'askedEarlier', first, verdict: await earlier.ask(first) };
      }
      const answer = await lookUpNow({ by: 'reference', reference: first.reference });
      return { kind: 'lookedUpFirst', first, answer };
    },
    readWallet: async () => ({ kind: 'walletRead', answer: await walletNow() }),
  };
}

/** The key for looking the found payment up once more; null where there is nothing to compare. */
function idToCompare({ key, comparesIds }: DueLookup, answer: LookupAnswer): LookupKey | null {
  const { by, reference, transactionId } = key;
  if (comparesIds !== true || by !== 'reference' || transactionId === undefined) return null;
  const hasUtr = answer.kind === 'answered' && answer.meaning.kind === 'state' && answer.meaning.utr !== null;
  return hasUtr ? { by: 'transactionId', transactionId, reference } : null;
}

type Unauthorized = Extract<LookupAnswer, { kind: 'unauthorized' }>;

/** What a lookup's 401 means after the wallet call: a dead token, an answer without a state, or no answer. */
function refusedToken(answer: Unauthorized, wallet: WalletAnswer): LookupAnswer {
  if (wallet.kind === 'unauthorized') return answer;
  if (wallet.kind !== 'balance')
    return {
      kind: 'unreachable',
      message: msg('why.httpStatus', { status: 401 }),
      certificate: false,
      evidence: answer.evidence,
    };
  const meaning = { kind: 'unclear', reason: msg('why.walletTakesToken') } as const;
  return { kind: 'answered', fingerprint: null, meaning, evidence: answer.evidence };
}

/** `send` moves money. `first` looks a payout up before its send. `read` is every other request. */
type RequestKind = 'send' | 'first' | 'read';

interface Request {
  readonly kind: RequestKind;
  /** The payout being looked up; null for a send and for the wallet. */
  readonly payoutId: PayoutId | null;
  readonly exchange: () => Promise<Arrival>;
}

export interface TrafficEvents {
  onArrival(arrival: Arrival): void;
  onBug(error: unknown): void;
}

export class Traffic {
  readonly #window: Pacer;
  readonly #events: TrafficEvents;
  readonly #out: Record<RequestKind, number> = { send: 0, first: 0, read: 0 };
  readonly #lookedUp = new Set<PayoutId>();

  constructor(window: Pacer, events: TrafficEvents) {
    this.#window = window;
    this.#events = events;
  }

  get sends(): number {
    return this.#out.send;
  }

  /** Lookups of queued payouts before their send. */
  get firsts(): number {
    return this.#out.first;
  }

  /** Everything except sends. */
  get reads(): number {
    return this.#out.first + this.#out.read;
  }

  get total(): number {
    return this.sends + this.reads;
  }

  /** Payouts with a lookup in flight. */
  get lookedUp(): ReadonlySet<PayoutId> {
    return this.#lookedUp;
  }

  depart({ kind, payoutId, exchange }: Request): void {
    this.#window.admit();
    this.#out[kind] += 1;
    if (payoutId !== null) this.#lookedUp.add(payoutId);
    const isBack = (): void => {
      this.#out[kind] -= 1;
      if (payoutId !== null) this.#lookedUp.delete(payoutId);
    };
    exchange().then(
      (arrival) => {
        isBack();
        this.#events.onArrival(arrival);
      },
      (error: unknown) => {
        isBack();
        this.#events.onBug(error);
      },
    );
  }
}
