// What is on its way: every request that was let go and has not come back.

import type { PayoutId } from '../../../shared/ids.ts';
import type { Evidence, LookupAnswer, LookupKey, WalletAnswer } from '../../../shared/outcomes.ts';
import type { Finding, SettlingOutcome } from '../../../shared/states.ts';
import type { Claimed, DueLookup, LookUpFirst } from '../domain/ledger.ts';
import { inventedKey } from '../domain/lookup-key.ts';
import type { Pacer } from '../domain/run.ts';
import type { GatewayClient } from '../gateway/client.ts';
import type { Clock } from '../platform/clock.ts';
import { confirmingKey, findingOf, keyBesideSilence, needsWeighing, weighed } from './findings.ts';

/** The three calls a run makes. */
export type EngineGateway = Pick<GatewayClient, 'pay' | 'lookUp' | 'wallet'>;

export type Arrival =
  | {
      readonly kind: 'paid';
      readonly claimed: Claimed;
      readonly outcome: SettlingOutcome;
      readonly evidence: Evidence;
      readonly retryAfterMs: number | null;
    }
  | {
      readonly kind: 'lookedUp';
      readonly due: DueLookup;
      readonly answer: LookupAnswer;
      /** What the gateway said of an invented key right after a word that needs weighing; null when none was asked. */
      readonly beside: LookupAnswer | null;
      /** What it said of the payout's reference after an ending by transaction id; null when that was not asked. */
      readonly byReference: LookupAnswer | null;
    }
  | { readonly kind: 'lookedUpFirst'; readonly first: LookUpFirst; readonly answer: LookupAnswer }
  | { readonly kind: 'walletRead'; readonly answer: WalletAnswer };

export interface Exchanges {
  pay(claimed: Claimed): Promise<Arrival>;
  lookUp(due: DueLookup): Promise<Arrival>;
  lookUpFirst(first: LookUpFirst): Promise<Arrival>;
  readWallet(): Promise<Arrival>;
}

/** `onPaymentWritten` hears of each payout that leaves, by the monotonic clock. `nextPermit` resolves once the rate grants one more request; the first request of each exchange was granted already. */
export function prepareExchanges(world: {
  readonly gateway: EngineGateway;
  readonly window: Pacer;
  readonly clock: Clock;
  readonly nextPermit: () => Promise<void>;
  readonly invent: () => string;
  readonly notKnown: string | null;
  readonly onPaymentWritten: (nowMs: number) => void;
}): Exchanges {
  const { gateway, window, clock, nextPermit, invent, notKnown, onPaymentWritten } = world;

  /** Stamps the write, or gives the permit back when the request never left. */
  const stamped = async <Answer>(
    ask: (onWrite: () => void) => Promise<Answer>,
    onWritten: (nowMs: number) => void = () => undefined,
  ): Promise<Answer> => {
    let written = false;
    try {
      return await ask(() => {
        written = true;
        const nowMs = clock.monotonicMs();
        window.written(nowMs);
        onWritten(nowMs);
      });
    } finally {
      if (!written) window.withdraw();
    }
  };

  const walletNow = (): Promise<WalletAnswer> => stamped((onWrite) => gateway.wallet(onWrite));
  /** Only a wallet call with the same token tells a dead token from a look-up that is refused for a reason of its own. */
  const lookUpNow = async (key: DueLookup['key']): Promise<LookupAnswer> => {
    const answer = await stamped((onWrite) => gateway.lookUp(key, onWrite));
    if (answer.kind !== 'unauthorized') return answer;
    await nextPermit();
    return refusedToken(answer, await walletNow());
  };

  const lookUpWeighed = async (due: DueLookup): Promise<LookedUp> => {
    const { key } = due;
    const answer = await lookUpNow(key);
    const state = answer.kind === 'answered' && answer.meaning.kind === 'state' ? answer.meaning.state : null;
    const asWell = async (other: LookupKey | null): Promise<LookupAnswer | null> => {
      if (other === null) return null;
      await nextPermit();
      return lookUpNow(other);
    };
    // A gateway may have changed how it says "not known" since the run began, and some say it with the very word for a
    // state: so an invented key is asked for in the same breath.
    const isToBeWeighed = state !== null && needsWeighing(state, due);
    const beside = await asWell(isToBeWeighed ? inventedKey(key, invent()) : null);
    // A transaction id is the gateway's, and may be another payment's; the reference is ours.
    const byReference = await asWell(state === null ? null : confirmingKey(state, key, due));
    return { kind: 'lookedUp', due, answer, beside, byReference };
  };

  /** What the look-up tells by itself, before our reference is heard. */
  const findingAlone = ({ due, answer, beside }: LookedUp): Finding | null => {
    if (answer.kind !== 'answered') return null;
    const finding = findingOf(answer, { key: due.key, notKnown });
    return beside === null ? finding : weighed(finding, answer, { beside, key: due.key });
  };

  return {
    pay: async (claimed) => {
      const { outcome, evidence } = await stamped((onWrite) => gateway.pay(claimed.order, onWrite), onPaymentWritten);
      if (outcome.kind !== 'unauthorized') {
        const retryAfterMs = outcome.kind === 'unknown' ? outcome.retryAfterMs : null;
        return { kind: 'paid', claimed, outcome, evidence, retryAfterMs };
      }
      // Only a wallet call with the same token that is refused as well proves that the payout was not executed.
      await nextPermit();
      const wallet = await walletNow();
      const kind = wallet.kind === 'unauthorized' ? 'tokenRefused' : 'tokenDoubted';
      return { kind: 'paid', claimed, outcome: { kind }, evidence, retryAfterMs: null };
    },
    lookUp: async (due) => {
      const heard = await lookUpWeighed(due);
      const { answer, byReference } = heard;
      const finding = findingAlone(heard);
      if (answer.kind !== 'answered' || finding === null || byReference !== null) return heard;
      const key = keyBesideSilence(finding, answer, { key: due.key, notKnown });
      if (key === null) return heard;
      await nextPermit();
      const ours = await lookUpWeighed({ ...due, key });
      // A doubt by either stays one.
      return finding.kind === 'unclear' && findingAlone(ours)?.kind === 'notKnown' ? heard : ours;
    },
    lookUpFirst: async (first) => {
      const answer = await lookUpNow({ by: 'reference', reference: first.reference });
      return { kind: 'lookedUpFirst', first, answer };
    },
    readWallet: async () => ({ kind: 'walletRead', answer: await walletNow() }),
  };
}

type LookedUp = Extract<Arrival, { kind: 'lookedUp' }>;
type Unauthorized = Extract<LookupAnswer, { kind: 'unauthorized' }>;

/** What a look-up's 401 says once the wallet was asked: a dead token, an answer without a state, or nothing at all. */
function refusedToken(answer: Unauthorized, wallet: WalletAnswer): LookupAnswer {
  if (wallet.kind === 'unauthorized') return answer;
  if (wallet.kind !== 'balance') return { kind: 'unreachable', message: 'HTTP 401', certificate: false };
  const meaning = { kind: 'unclear', reason: 'HTTP 401, though the wallet takes the token' } as const;
  return { kind: 'answered', fingerprint: null, meaning, evidence: answer.evidence };
}

/** `send` moves money. `first` looks a payout up before its send. `read` is every other question. */
type RequestKind = 'send' | 'first' | 'read';

interface Request {
  readonly kind: RequestKind;
  /** The payout that is being looked up; null for a send and for the wallet. */
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

  /** Look-ups of queued payouts before their send. */
  get firsts(): number {
    return this.#out.first;
  }

  /** Everything but sends. */
  get reads(): number {
    return this.#out.first + this.#out.read;
  }

  get total(): number {
    return this.sends + this.reads;
  }

  /** Payouts with a look-up on its way. */
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
