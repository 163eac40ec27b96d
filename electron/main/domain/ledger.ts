// The interface between the engine and the store. The store holds the truth; the engine brings news and takes claims.

import type { AttemptId, PayoutId, Reference } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import { type Evidence, type LookupKey, NO_EVIDENCE, type PayoutOrder } from '../../../shared/outcomes.ts';
import type { Finding, InterruptedReason, SettlingOutcome, StateKind } from '../../../shared/states.ts';
import type { Tally } from './batches.ts';
import type { PollBackoff } from './poll-schedule.ts';

/** The result for a claim whose request was never written to a socket: the payout returns to the queue. */
export function neverLeft(message: Message): { readonly outcome: SettlingOutcome; readonly evidence: Evidence } {
  return { outcome: { kind: 'notSent', cause: 'aborted', message }, evidence: NO_EVIDENCE };
}

/** A payout that is durably `sending`: its request may now leave, once. */
export interface Claimed {
  readonly payoutId: PayoutId;
  readonly attemptId: AttemptId;
  readonly rowNumber: number;
  readonly order: PayoutOrder;
}

/** A queued payout to look up before it is sent. `earlier`: the payouts it would repeat, last looked up too long ago. */
export interface LookUpFirst {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly earlier: readonly PayoutId[];
}

/**
 * A payout whose next lookup is due. `inDoubt` when nobody knows whether the gateway ever had it, or still has it; `endedAs` is
 * the final state the desk has for it, null while it is followed.
 */
export interface DueLookup {
  readonly payoutId: PayoutId;
  readonly key: LookupKey;
  readonly inDoubt: boolean;
  readonly endedAs: StateKind | null;
  /** Set for a run's first payout: what its reference finds is compared with what its transaction id finds. */
  readonly comparesIds?: true;
  /** Set until the run has seen that ids are its own payouts': a success found by id is then confirmed by our reference. */
  readonly confirmsId?: true;
}

/** A final payout that is looked up again. `requests`: how many requests the lookup takes. */
export interface WatchedLookup extends DueLookup {
  readonly requests: 1 | 2;
}

/**
 * What a lookup found. `mismatch` is set when the gateway answered about another payment: the text of the alarm, with the
 * answer in `evidence`. `utr` and `message` belong to a state that is believed.
 */
export interface LookupResult {
  readonly finding: Finding;
  readonly utr: string | null;
  readonly message: Message | null;
  readonly evidence: Evidence;
  /** The id by which the answer named the payment, if any; another payout may have that id. */
  readonly echoedId?: string;
  readonly mismatch?: Message;
  /** The gateway's word for the payment, believed or not; a documented one is preferred. Absent where it gave none. */
  readonly word?: string;
}

/** What the engine learned since its last turn. */
export type News =
  | {
      readonly kind: 'answer';
      readonly payoutId: PayoutId;
      readonly attemptId: AttemptId;
      readonly outcome: SettlingOutcome;
      readonly evidence: Evidence;
      readonly atMs: number;
    }
  | (LookupResult & {
      readonly kind: 'lookup';
      readonly payoutId: PayoutId;
      readonly key: LookupKey;
      readonly atMs: number;
    })
  /**
   * A lookup that got no answer, or was not made because the gateway had just failed to answer one. With `isStored` it is stored,
   * because a person decides by it; otherwise one per half day is.
   */
  | {
      readonly kind: 'unanswered';
      readonly payoutId: PayoutId;
      readonly key: LookupKey;
      readonly wasAsked: boolean;
      readonly isStored?: true;
      readonly evidence: Evidence;
      readonly atMs: number;
    }
  /**
   * A lookup before the send found the reference at the gateway, or got no clear answer: the row is held. `message` is set
   * where the reason is something other than its own reference.
   */
  | {
      readonly kind: 'held';
      readonly payoutId: PayoutId;
      readonly hold: 'referenceKnown' | 'referenceUnclear';
      readonly message?: Message;
      readonly evidence: Evidence;
      readonly atMs: number;
    };

/**
 * One payout's change, for counting and for the screen. `late`: an alarm was raised. `echoMismatch`: its request was answered
 * about another payment. `sameId`: the gateway called it by an id that another payout has.
 */
export interface Change {
  readonly payoutId: PayoutId;
  readonly batch: number;
  readonly rowNumber: number;
  readonly from: StateKind;
  readonly to: StateKind;
  readonly amountPaise: Paise;
  readonly late: boolean;
  readonly echoMismatch: boolean;
  readonly sameId?: true;
}

/** Called with changes on disk, whoever caused them. `onFault` gets what `onChanges` throws, and must not throw itself. */
export interface ChangeListener {
  readonly onChanges: (changes: readonly Change[]) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * What a claim may take. `lookUpAll`: after a long break, each payout is looked up before its send. `earlierStands`: whether
 * the lookups of all these earlier payouts, which a row would repeat, are still recent enough to send it.
 */
export interface ClaimRequest {
  readonly batch: number;
  readonly count: number;
  readonly busy: ReadonlySet<PayoutId>;
  readonly cleared: ReadonlySet<PayoutId>;
  readonly lookUpAll: boolean;
  readonly earlierStands: (earlier: readonly PayoutId[]) => boolean;
  /** The most that the claimed payouts may add up to; null for no limit. */
  readonly budgetPaise: number | null;
}

export interface TurnRequest {
  readonly nowMs: number;
  readonly backoff: PollBackoff;
  readonly news: readonly News[];
  readonly claim: ClaimRequest | null;
}

export interface TurnResult {
  readonly changes: readonly Change[];
  readonly claimed: readonly Claimed[];
  readonly lookUpFirst: readonly LookUpFirst[];
  /** Rows that this turn put on hold because of a guard or a known reference. */
  readonly heldCount: number;
  /** The amount of the next payout, when it exceeds the budget. */
  readonly shortPaise: number | null;
}

/** Why a turn could not be committed; nothing of it is stored. `headUnwritable`: the note outside the data folder. */
export type LedgerFailure =
  | { readonly kind: 'diskFull' }
  | { readonly kind: 'unwritable'; readonly code: string }
  | { readonly kind: 'headUnwritable'; readonly code: string };

export type TurnAnswer = { readonly kind: 'committed'; readonly result: TurnResult } | LedgerFailure;

/** `isKnown` when the gateway said that it knows it. */
export interface QueuedReference {
  readonly payoutId: PayoutId;
  readonly reference: Reference;
  readonly amountPaise: Paise;
  readonly isKnown: boolean;
}

/** When a batch is looked up next, in milliseconds since 1970; null when nothing is due any more. */
export interface NextLookups {
  /** For payouts that are not final. */
  nextDueAtMs(batch: number): number | null;
  /** For final payouts that are watched. Returns `nowMs` when the due time is too far away, as after the clock was set back. */
  nextWatchAtMs(batch: number, nowMs: number): number | null;
}

/** The engine's view of the store: everything is on disk before a call returns. */
export interface Ledger extends NextLookups {
  turn(request: TurnRequest): TurnAnswer;
  /** Emits every change of every payout, once on disk, before the call that made it returns. Returns an unsubscribe function. */
  subscribe(listeners: ChangeListener): () => void;
  /** Payouts of the batch that are not final and whose lookup is due, except the busy ones. */
  dueLookups(
    batch: number,
    due: {
      readonly nowMs: number;
      readonly limit: number;
      readonly maxMs: number;
      readonly busy: ReadonlySet<PayoutId>;
    },
  ): DueLookup[];
  /** Payouts of the batch that are not final, whose lookup is due, and for which no lookup has been stored since `sinceMs`. */
  unheardLookups(
    batch: number,
    at: { readonly nowMs: number; readonly sinceMs: number },
  ): Pick<DueLookup, 'payoutId' | 'key'>[];
  /** Final payouts of the batch whose lookup is due, except the busy ones. */
  dueWatches(
    batch: number,
    due: { readonly nowMs: number; readonly limit: number; readonly busy: ReadonlySet<PayoutId> },
  ): WatchedLookup[];
  /** Makes every lookup of a payout that is not final due now. */
  hastenLookups(batch: number, nowMs: number): void;
  /** Makes every `sending` payout unknown: at a start, after a sleep, or when the disk had refused a run's last answers. */
  interrupt(reason: InterruptedReason, at: { readonly nowMs: number; readonly backoff: PollBackoff }): Change[];
  /** Cancels what has not been sent. If the gateway said that it knows any of it, all of it becomes unknown instead. */
  cancel(batch: number, at: { readonly nowMs: number; readonly backoff: PollBackoff }): Change[];
  /** Puts guarded and unclear rows back in the queue, to be checked again. */
  releaseHeld(batch: number, nowMs: number): void;
  heldCount(batch: number): number;
  /** Rows on hold because the gateway knows their reference. */
  knownCount(batch: number): number;
  tally(batch: number): Tally;
  /** References of payouts never sent that still may be, and those of our own the gateway said it knows. In file order. */
  queuedReferences(batch: number): QueuedReference[];
}
