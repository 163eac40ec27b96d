// What the engine and the store say to each other. The store is the truth; the engine brings news and takes claims.

import type { AttemptId, PayoutId, Reference } from '../../../shared/ids.ts';
import type { Words } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import { type Evidence, type LookupKey, NO_EVIDENCE, type PayoutOrder } from '../../../shared/outcomes.ts';
import type { Finding, InterruptedReason, SettlingOutcome, StateKind } from '../../../shared/states.ts';
import type { Tally } from './batches.ts';
import type { PollPace } from './poll-schedule.ts';

/** What came back of a claim whose request was never written to a socket: it goes back. */
export function neverLeft(message: Words): { readonly outcome: SettlingOutcome; readonly evidence: Evidence } {
  return { outcome: { kind: 'notSent', cause: 'aborted', message }, evidence: NO_EVIDENCE };
}

/** A payout that is durably `sending`: its request may now leave, once. */
export interface Claimed {
  readonly payoutId: PayoutId;
  readonly attemptId: AttemptId;
  readonly rowNumber: number;
  readonly order: PayoutOrder;
}

/**
 * A queued payout whose reference must be looked up before it is sent. Shape: `earlier` what it would pay once more, and what was heard of it too long ago.
 */
export interface LookUpFirst {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly earlier: readonly PayoutId[];
}

/**
 * A payout whose next look-up is due. Shape: `inDoubt` when nobody knows whether the gateway ever had it, or still does;
 * `endedAs` what the desk knows it ended as, null while it is followed.
 */
export interface DueLookup {
  readonly payoutId: PayoutId;
  readonly key: LookupKey;
  readonly inDoubt: boolean;
  readonly endedAs: StateKind | null;
  /** There where what its reference finds is compared with what its transaction id finds: for a run's first payout. */
  readonly comparesIds?: true;
  /** There until the run has seen that its transaction ids are those of its own payouts: a success by one is confirmed by our reference. */
  readonly confirmsId?: true;
}

/** A final payout that is looked up once more. Shape: `requests` is how many the look-up takes. */
export interface WatchedLookup extends DueLookup {
  readonly requests: 1 | 2;
}

/**
 * What a look-up found. Shape: `mismatch` is there when the gateway answered about another payment: an alarm that says so,
 * and `evidence` is that answer. `utr` and `message` belong to a state that is believed.
 */
export interface LookupResult {
  readonly finding: Finding;
  readonly utr: string | null;
  readonly message: string | null;
  readonly evidence: Evidence;
  /** What the answer called the payment, where it named one: another payout may carry that id. */
  readonly echoedId?: string;
  readonly mismatch?: string;
  /** The gateway's word for the payment, believed or not: a documented one before any other. Absent where it gave none. */
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
   * A look-up that got no answer, or was not made, since the gateway had just given none. Shape: `isKept` where a person decides by
   * it; else one of each half day is.
   */
  | {
      readonly kind: 'unanswered';
      readonly payoutId: PayoutId;
      readonly key: LookupKey;
      readonly wasAsked: boolean;
      readonly isKept?: true;
      readonly evidence: Evidence;
      readonly atMs: number;
    }
  /**
   * A look-up before the send found the reference at the gateway, or got no clear answer: the row stops. Shape: `message` where
   * something else than its own reference stands in the way.
   */
  | {
      readonly kind: 'held';
      readonly payoutId: PayoutId;
      readonly hold: 'referenceKnown' | 'referenceUnclear';
      readonly message?: Words;
      readonly evidence: Evidence;
      readonly atMs: number;
    };

/**
 * One payout's change, for counting and for the screen. `late`: an alarm was raised. `echoMismatch`: its request was
 * answered about another payment. `sameId`: the gateway called it by an id that another payout has; absent where not.
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

/** Called with what is on disk, whoever caused it. `onFault` gets what `onChanges` throws, and must not throw itself. */
export interface ChangeListener {
  readonly onChanges: (changes: readonly Change[]) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * What a claim may take. `lookUpAll`: after a long break each payout is looked up before its send; `earlierStands` whether
 * what was heard of all these, which a row would pay once more, is still true enough to send it.
 */
export interface ClaimRequest {
  readonly batch: number;
  readonly count: number;
  readonly busy: ReadonlySet<PayoutId>;
  readonly cleared: ReadonlySet<PayoutId>;
  readonly lookUpAll: boolean;
  readonly earlierStands: (earlier: readonly PayoutId[]) => boolean;
  /** The sum of the claimed is at most this; null for no bound. */
  readonly budgetPaise: number | null;
}

export interface TurnRequest {
  readonly nowMs: number;
  readonly pace: PollPace;
  readonly news: readonly News[];
  readonly claim: ClaimRequest | null;
}

export interface TurnResult {
  readonly changes: readonly Change[];
  readonly claimed: readonly Claimed[];
  readonly lookUpFirst: readonly LookUpFirst[];
  /** Rows this turn put on hold because of a guard or a known reference. */
  readonly heldCount: number;
  /** The amount of the next payout, when the budget does not reach for it. */
  readonly shortPaise: number | null;
}

/** Why a turn could not be committed; nothing of it happened. `headUnwritable`: the note outside the data folder. */
export type LedgerFailure =
  | { readonly kind: 'diskFull' }
  | { readonly kind: 'unwritable'; readonly code: string }
  | { readonly kind: 'headUnwritable'; readonly code: string };

export type TurnAnswer = { readonly kind: 'committed'; readonly result: TurnResult } | LedgerFailure;

/** Shape: `isKnown` when the gateway said that it knows it. */
export interface QueuedReference {
  readonly payoutId: PayoutId;
  readonly reference: Reference;
  readonly amountPaise: Paise;
  readonly isKnown: boolean;
}

/** When a batch is looked up next. Shape: null when nothing of it is. Units: milliseconds since 1970. */
export interface NextLookups {
  /** Of what is not final. */
  nextDueAtMs(batch: number): number | null;
  /** Of the final payouts that are watched. A clock that was set back may have put it too far away: then it is `nowMs`. */
  nextWatchAtMs(batch: number, nowMs: number): number | null;
}

/** The engine's side of the store: everything in it is on disk before it returns. */
export interface Ledger extends NextLookups {
  turn(request: TurnRequest): TurnAnswer;
  /** Emits every change of every payout once it is on disk, before the call that made it returns. Gives the way to stop. */
  subscribe(listeners: ChangeListener): () => void;
  /** Payouts of the batch that are not final and whose look-up is due, leaving out the busy ones. */
  dueLookups(
    batch: number,
    due: {
      readonly nowMs: number;
      readonly limit: number;
      readonly maxMs: number;
      readonly busy: ReadonlySet<PayoutId>;
    },
  ): DueLookup[];
  /** Payouts of the batch that are not final, whose look-up is due, and of which no look-up is kept since then. */
  unheardLookups(
    batch: number,
    at: { readonly nowMs: number; readonly sinceMs: number },
  ): Pick<DueLookup, 'payoutId' | 'key'>[];
  /** Final payouts of the batch whose look-up is due, leaving out the busy ones. */
  dueWatches(
    batch: number,
    due: { readonly nowMs: number; readonly limit: number; readonly busy: ReadonlySet<PayoutId> },
  ): WatchedLookup[];
  /** Makes every look-up of what is not final in the batch due now. */
  hastenLookups(batch: number, nowMs: number): void;
  /**
   * Every `sending` payout becomes unknown: at a start, after the machine slept, or once a run has ended whose last answers
   * the disk did not take.
   */
  interrupt(reason: InterruptedReason, at: { readonly nowMs: number; readonly pace: PollPace }): Change[];
  /** Drops what has not been sent; where the gateway said that it knows any of it, all of it goes into doubt. */
  cancel(batch: number, at: { readonly nowMs: number; readonly pace: PollPace }): Change[];
  /** Puts guarded and unclear rows back in the queue, to be asked about anew. */
  releaseHeld(batch: number, nowMs: number): void;
  heldCount(batch: number): number;
  /** Those on hold because the gateway knows their reference. */
  knownCount(batch: number): number;
  tally(batch: number): Tally;
  /** The references of what was never sent and still may be, and those of ours that the gateway said it knows, in file order. */
  queuedReferences(batch: number): QueuedReference[];
}
