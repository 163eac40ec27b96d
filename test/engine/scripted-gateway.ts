// A gateway that follows a test's script and knows the hidden truth: which requests left the desk, when, and what it paid. It
// shows a payout only after executing it, and a killed process never gets its answers. Never look into the desk's database here:
// the desk may be wrong.

import type {
  Evidence,
  LookupAnswer,
  LookupKey,
  Outcome,
  PayoutAnswer,
  PayoutOrder,
  WalletAnswer,
} from '../../shared/outcomes.ts';
import { accepted, BALANCE, found, NO_EVIDENCE, NOT_KNOWN_ANSWER } from './ready-answers.ts';
import { type ProcessTime, pass, type VirtualClock } from './virtual-clock.ts';

type PaymentState = 'processing' | 'success' | 'failed' | 'rejected' | 'reversed';

/**
 * What happens to one payout request. `executes` is the payment's state, null when nothing is paid. `connectMs` is the time until
 * its bytes leave, `answerMs` from then to the answer.
 */
export interface PayPlan {
  readonly connectMs?: number;
  readonly answerMs?: number;
  readonly executes?: PaymentState | null;
  /** The answer; by default the payment is accepted in its true state. */
  readonly outcome?: Outcome;
  readonly evidence?: Evidence;
  /** How long the gateway's lookup does not yet know it. */
  readonly knownAfterMs?: number;
  /** What a processing payment becomes, and after how long. */
  readonly ends?: { readonly as: PaymentState; readonly afterMs: number };
}

export interface ReadPlan<Answer> {
  readonly connectMs?: number;
  readonly answerMs?: number;
  /** The answer; by default the truth. */
  readonly answer?: Answer;
  /** False when not even the request left. */
  readonly leaves?: boolean;
}

/** A test's instructions. `nth` counts from 1; `of` counts the requests about the same payout or key. */
export interface Script {
  pay?(order: PayoutOrder, nth: { readonly inAll: number; readonly of: number }): PayPlan;
  lookUp?(key: LookupKey, nth: { readonly inAll: number; readonly of: number }): ReadPlan<LookupAnswer>;
  wallet?(nth: number): ReadPlan<WalletAnswer>;
  /** How a key invented by the desk is answered. */
  lookUpInvented?(): ReadPlan<LookupAnswer>;
}

/** One request that left the desk. `mayHavePaid` is for a payout request that the gateway did not refuse with a 401. */
export interface Write {
  readonly atMs: number;
  readonly kind: 'pay' | 'lookUp' | 'wallet';
  readonly reference: string | null;
  readonly mayHavePaid: boolean;
  readonly order: PayoutOrder | null;
}

interface Payment {
  readonly order: PayoutOrder;
  readonly plan: PayPlan;
  readonly executedAtMs: number;
  count: number;
}

/** Callbacks for a test to observe these moments, or to kill a process at one. */
export interface GatewayHooks {
  onOpen(order: PayoutOrder): void;
  onWritten(order: PayoutOrder): void;
  onAnswer(order: PayoutOrder): void;
}

/** The start of the desk's invented keys here. */
export const INVENTED = 'INVENTED-';

const QUICK_MS = 5;
const ANSWER_MS = 20;

export class ScriptedGateway {
  readonly writes: Write[] = [];
  readonly asked: { readonly key: LookupKey; readonly atMs: number }[] = [];
  script: Script = {};
  inFlightPeak = 0;
  readonly #clock: VirtualClock;
  readonly #payments = new Map<string, Payment>();
  readonly #opened = new Map<string, number>();
  #payCount = 0;
  #lookUpCount = 0;
  #walletCount = 0;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  /** How often money moved for a reference. */
  executions(reference: string): number {
    return this.#payments.get(reference)?.count ?? 0;
  }

  /** When requests left, of one kind or of all, in milliseconds of the monotonic clock. */
  times(kind?: Write['kind']): number[] {
    return this.writes.flatMap((write) => (kind === undefined || write.kind === kind ? [write.atMs] : []));
  }

  /** How many requests that may have moved money left for a reference. */
  posts(reference: string): number {
    return this.writes.filter((write) => write.mayHavePaid && write.reference === reference).length;
  }

  /** The payment's state in the gateway's own books; null when it was never paid. */
  truth(reference: string): PaymentState | null {
    const payment = this.#payments.get(reference);
    if (payment === undefined) return null;
    const { ends, executes } = payment.plan;
    const isOver = ends !== undefined && this.#clock.monotonicMs - payment.executedAtMs >= ends.afterMs;
    return isOver ? ends.as : (executes ?? null);
  }

  /** The gateway as one process uses it. */
  connect(process: ProcessTime, hooks: GatewayHooks): GatewayClientDouble {
    let inFlight = 0;
    const exchange = async <Answer>(
      times: Required<Pick<ReadPlan<Answer>, 'connectMs' | 'answerMs'>>,
      act: () => Promise<Answer>,
    ) => {
      inFlight += 1;
      this.inFlightPeak = Math.max(this.inFlightPeak, inFlight);
      await pass(process, times.connectMs);
      const answer = await act();
      inFlight -= 1;
      return answer;
    };
    const read = <Answer>(
      plan: ReadPlan<Answer>,
      {
        kind,
        key,
        truth,
        onWrite,
      }: { kind: 'lookUp' | 'wallet'; key: string | null; truth: () => Answer; onWrite: () => void },
    ): Promise<Answer> => {
      const { connectMs = QUICK_MS, answerMs = ANSWER_MS } = plan;
      return exchange({ connectMs, answerMs }, async () => {
        const answer = plan.answer ?? truth();
        if (plan.leaves === false) return answer;
        onWrite();
        this.#note({ kind, reference: key, mayHavePaid: false, order: null });
        await pass(process, answerMs);
        return answer;
      });
    };
    return {
      pay: (order, onWrite) => this.#pay(order, { onWrite, process, hooks, exchange }),
      lookUp: (key, onWrite) => {
        const text = key.by === 'reference' ? key.reference : key.transactionId;
        if (text.startsWith(INVENTED) || (key.by === 'transactionId' && !text.startsWith('T-'))) {
          const plan = this.script.lookUpInvented?.() ?? {};
          return read(plan, { kind: 'lookUp', key: text, truth: () => NOT_KNOWN_ANSWER, onWrite });
        }
        this.#lookUpCount += 1;
        this.asked.push({ key, atMs: this.#clock.monotonicMs });
        const nth = { inAll: this.#lookUpCount, of: this.#countOf(`lookUp ${text}`) };
        const plan = this.script.lookUp?.(key, nth) ?? {};
        return read(plan, { kind: 'lookUp', key: text, truth: () => this.#lookUpTruth(key), onWrite });
      },
      wallet: (onWrite) => {
        this.#walletCount += 1;
        const plan = this.script.wallet?.(this.#walletCount) ?? {};
        return read(plan, { kind: 'wallet', key: null, truth: () => BALANCE, onWrite });
      },
    };
  }

  async #pay(order: PayoutOrder, call: PayCall): Promise<PayoutAnswer> {
    if (!call.process.alive) return pass(call.process, 0).then(neverReached);
    call.hooks.onOpen(order);
    this.#payCount += 1;
    const plan = this.script.pay?.(order, { inAll: this.#payCount, of: this.#countOf(`pay ${order.reference}`) }) ?? {};
    const { connectMs = QUICK_MS, answerMs = ANSWER_MS, evidence = NO_EVIDENCE } = plan;
    const outcome = plan.outcome ?? acceptedAs(order, plan.executes ?? 'processing');
    return call.exchange({ connectMs, answerMs }, async () => {
      if (outcome.kind === 'notSent') return { outcome, evidence };
      call.onWrite();
      this.#note({ kind: 'pay', reference: order.reference, mayHavePaid: outcome.kind !== 'unauthorized', order });
      this.#execute(order, plan);
      call.hooks.onWritten(order);
      await pass(call.process, answerMs);
      call.hooks.onAnswer(order);
      return { outcome, evidence };
    });
  }

  #execute(order: PayoutOrder, plan: PayPlan): void {
    const executes = plan.executes === undefined ? (plan.outcome === undefined ? 'processing' : null) : plan.executes;
    if (executes === null) return;
    const payment = this.#payments.get(order.reference);
    if (payment !== undefined) payment.count += 1;
    else {
      const executedAtMs = this.#clock.monotonicMs;
      this.#payments.set(order.reference, { order, plan: { ...plan, executes }, executedAtMs, count: 1 });
    }
  }

  #lookUpTruth(key: LookupKey): LookupAnswer {
    const reference = key.by === 'reference' ? key.reference : key.transactionId.replace(/^T-/, '');
    const payment = this.#payments.get(reference);
    const state = this.truth(reference);
    if (payment === undefined || state === null) return NOT_KNOWN_ANSWER;
    const age = this.#clock.monotonicMs - payment.executedAtMs;
    if (age < (payment.plan.knownAfterMs ?? 0)) return NOT_KNOWN_ANSWER;
    const place = [...this.#payments.keys()].indexOf(reference);
    return found(state, state === 'processing' ? 'pending' : state, String(412_345_678_901 + place));
  }

  #note(write: Omit<Write, 'atMs'>): void {
    this.writes.push({ ...write, atMs: this.#clock.monotonicMs });
  }

  #countOf(what: string): number {
    const count = (this.#opened.get(what) ?? 0) + 1;
    this.#opened.set(what, count);
    return count;
  }
}

/** The engine's three calls. */
export interface GatewayClientDouble {
  pay(order: PayoutOrder, onWrite: () => void): Promise<PayoutAnswer>;
  lookUp(key: LookupKey, onWrite: () => void): Promise<LookupAnswer>;
  wallet(onWrite: () => void): Promise<WalletAnswer>;
}

interface PayCall {
  readonly onWrite: () => void;
  readonly process: ProcessTime;
  readonly hooks: GatewayHooks;
  readonly exchange: <Answer>(
    times: { readonly connectMs: number; readonly answerMs: number },
    act: () => Promise<Answer>,
  ) => Promise<Answer>;
}

function acceptedAs(order: PayoutOrder, state: PaymentState): Outcome {
  const word = state === 'success' || state === 'reversed' ? state : 'processing';
  return accepted(`T-${order.reference}`, word);
}

/** A dead process never gets its answers. */
function neverReached(): never {
  throw new Error('a dead process went on');
}
