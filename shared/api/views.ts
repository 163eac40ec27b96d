// What the command line prints with --json, as docs/cli.md promises it.

import type { Pause } from '../failures.ts';
import type { BatchId } from '../ids.ts';
import type { UnknownReason } from '../outcomes.ts';
import type { Book, Environment } from '../profiles.ts';
import type { Correction } from '../retry.ts';
import type { ColumnHow, Field, Issue, Refusal } from '../rows.ts';
import type { BatchState, Counts, StateKind, Suspicion } from '../states.ts';
import type { WalletUnit } from '../wallet.ts';

/** `check --json`. Units: paise. */
export interface CheckView {
  readonly file: string;
  readonly sha256: string;
  readonly sheet: string | null;
  readonly rows: number;
  readonly payable: number;
  readonly totalPaise: number;
  readonly columns: Readonly<Partial<Record<Field, { readonly header: string; readonly how: ColumnHow }>>>;
  readonly issues: readonly Issue[];
}

/** A refused file, option or profile: nothing was changed. */
export interface RefusedView {
  readonly file: string | null;
  readonly refused: Refusal;
}

/** `run`, `resume`, `watch`, `status --json`. Units: paise. */
export interface BatchView {
  readonly batch: BatchId;
  readonly profile: string;
  readonly state: BatchState;
  readonly paused: Pause | null;
  readonly counts: Counts;
  readonly paise: Readonly<Record<StateKind, number>>;
  /** There while late news of the batch waits to be read. */
  readonly news?: UnreadNews;
  /** There while late news of other batches of the same desk waits to be read: these. */
  readonly newsElsewhere?: readonly BatchId[];
}

/** `list --json`, newest first. Shape: `locked` is there only while a desk is locked, with the reason. */
export interface BatchListView {
  readonly batches: readonly BatchSummaryView[];
  readonly locked?: Pause;
}
export interface BatchSummaryView {
  readonly batch: BatchId;
  readonly profile: string;
  readonly file: string;
  readonly rows: number;
  readonly totalPaise: number;
  readonly state: BatchState;
  readonly createdAt: string;
  /** There while late news of the batch waits to be read. */
  readonly news?: UnreadNews;
}

/** A profile as people see it; the token is never part of it. */
export interface ProfileView {
  readonly name: string;
  readonly baseUrl: string;
  readonly mid: number;
  readonly environment: Environment;
  readonly ratePerSecond: number;
  readonly inFlightMax: number;
  readonly pollFirstMs: number;
  readonly pollMaxMs: number;
  readonly timeoutMs: number;
  readonly maxPayoutPaise: number | null;
  readonly maxBatchPaise: number | null;
  /** How long after the send a payout in doubt may be declared not paid, where that is set. */
  readonly decideAfterMs?: number;
  readonly walletUnit: WalletUnit | null;
}

/** Live progress of a run, at most ten times a second. Units: milliseconds since the run began. */
export interface ProgressView {
  readonly phase: 'preflight' | 'sending' | 'settling' | 'done';
  readonly note: string | null;
  readonly view: BatchView;
  readonly total: number;
  readonly inFlight: number;
  readonly elapsedMs: number;
  /** Payouts sent per second over the last seconds, never more than in the busiest of them. */
  readonly sentPerSecond: number;
  /** When the next look-up is due; null when none is. */
  readonly nextLookupInMs: number | null;
}

/** What a person confirms before money moves. */
export interface ConfirmView {
  readonly profile: string;
  readonly environment: Environment;
  readonly mid: number;
  readonly baseUrl: string;
  readonly file: string;
  readonly count: number;
  readonly totalPaise: number;
  readonly totalInWords: string;
  readonly byMethod: Readonly<Record<'UPI' | 'IMPS', { readonly count: number; readonly paise: number }>>;
  readonly largestPaise: number;
  readonly excluded: number;
  readonly warnings: readonly string[];
  readonly walletAsReported: string | null;
  readonly estimatedSeconds: number;
  /** How many rows are paid because a person ticked them; absent where none was. */
  readonly ticked?: { readonly paidBefore: number; readonly accountChanged: number };
  /** What a retry pays again; absent for a file that is run. */
  readonly retry?: RetryConfirmView;
  /** Rows that are left out because of what the gateway just said of earlier payouts; absent where there is none. */
  readonly refused?: readonly Issue[];
}

/** What a person sees of a retry. Shape: `corrections` every changed value, by the row of this batch. */
export interface RetryConfirmView {
  readonly batch: BatchId;
  readonly corrections: readonly (Correction & { readonly row: number })[];
  readonly leftOut: readonly Issue[];
}

/** `wallet --json`. Shape: `balance` as the gateway reported it; `balancePaise` only where a person has confirmed its unit. */
export interface WalletView {
  readonly balance: string;
  readonly balancePaise?: number;
  readonly message: string | null;
}

/**
 * `lookup --json`. Shape: `known` false with `trouble` null when the gateway answers as it does about an invented key;
 * `trouble` why it could not be asked, or why its answer says nothing; `answer` word for word.
 */
export interface LookupView {
  readonly known: boolean;
  readonly status: string | null;
  readonly utr: string | null;
  readonly message: string | null;
  readonly answer: string | null;
  readonly trouble: Refusal | null;
}

/** One request. Shape: times ISO 8601; `answer` word for word, null when nothing came. */
interface UnknownAttemptView {
  readonly number: number;
  readonly sentAt: string;
  readonly answeredAt: string | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly message: string | null;
  readonly answer: string | null;
}

/** One look-up and its answer, word for word. */
export interface UnknownLookupView {
  readonly at: string;
  readonly by: 'transactionId' | 'reference';
  readonly finding: string;
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

/**
 * Whether "not paid" may be decided. A ticket always opens it.
 * Shape: `opensAt` is the end of the waiting time, `answersMissing` how many "not known" answers it wants besides;
 * `refusedOpensAt` only after a 429: from then on one more look-up that does not know the payout is enough.
 */
export interface NotPaidView {
  readonly open: boolean;
  readonly opensAt: string;
  readonly answersMissing: number;
  readonly refusedOpensAt: string | null;
}

/** One payout in doubt. Shape: `payout` is how `resolve` takes it, `B0012/7`; `since` the latest time it may have left. */
export interface UnknownPayoutView {
  readonly payout: string;
  readonly row: number;
  readonly reference: string;
  readonly beneficiary: string;
  readonly name: string | null;
  readonly amountPaise: number;
  readonly since: string;
  readonly transactionId: string | null;
  readonly attempts: readonly UnknownAttemptView[];
  readonly lookups: readonly UnknownLookupView[];
  readonly lookupCount: number;
  readonly notKnownAnswers: number;
  readonly notPaid: NotPaidView;
}

/** Payouts of one batch with the same evidence. Shape: `together` when all of them may be decided "not paid" now. */
export interface UnknownGroupView {
  readonly batch: BatchId;
  readonly profile: string;
  readonly reason: UnknownReason;
  readonly refusedByRate: boolean;
  readonly suspected: Suspicion;
  readonly notKnownFingerprint: string | null;
  readonly count: number;
  readonly totalPaise: number;
  readonly together: boolean;
  readonly payouts: readonly UnknownPayoutView[];
}

/** `unknown --json`, newest batch first. */
export interface UnknownDeskView {
  readonly asOf: string;
  readonly count: number;
  readonly totalPaise: number;
  readonly groups: readonly UnknownGroupView[];
}

/** `resolve --json`. */
export interface ResolvedView {
  readonly batch: BatchId;
  readonly decided: 'paid' | 'notPaid';
  readonly decidedBy: string;
  readonly payouts: readonly {
    readonly row: number;
    readonly reference: string;
    readonly amountPaise: number;
    readonly state: StateKind;
  }[];
}

/** How many alarms of a batch nobody has read. */
export interface UnreadNews {
  readonly unread: number;
  readonly possibleDuplicates: number;
}

/**
 * One alarm.
 * Shape: `kind` says what is wrong; `possibleDuplicate` names the later payout to the same person; `sentence` is for people.
 */
export interface NewsView {
  readonly payout: string;
  readonly batch: BatchId;
  readonly row: number;
  readonly reference: string;
  readonly name: string | null;
  readonly amountPaise: number;
  readonly kind: 'changed' | 'contradicted' | 'mismatch';
  readonly from: StateKind;
  readonly to: StateKind;
  readonly word: string;
  readonly heardAt: string;
  readonly declaredNotPaidBy: string | null;
  readonly possibleDuplicate: { readonly payout: string; readonly state: StateKind } | null;
  readonly readAt: string | null;
  readonly readBy: string | null;
  readonly sentence: string;
}

/** `news --json`, oldest first. */
export interface NewsListView {
  readonly unread: number;
  readonly news: readonly NewsView[];
}

/** A batch that was confirmed and that the database no longer has. Units: paise. */
export interface LostBatchView {
  readonly batch: BatchId;
  readonly rows: number;
  readonly totalPaise: number;
  readonly createdAt: string;
}

/** `unlock --json`. Shape: `unknown` counts every payout in doubt, of all batches. Units: paise. */
export interface UnlockView {
  readonly desk: Book;
  readonly why: string;
  readonly unknown: number;
  readonly unknownPaise: number;
  readonly lost: readonly LostBatchView[];
}

/** One thing that does not fit. Shape: `code` for scripts, `message` names the entry, the batch or the row. */
export interface AuditFinding {
  readonly code: string;
  readonly message: string;
}

/** One desk, verified. Shape: `entries` of the chain; `ahead` is how many of them the head has not seen. */
export interface AuditView {
  readonly desk: Book;
  readonly ok: boolean;
  readonly locked: boolean;
  readonly entries: number;
  readonly hash: string;
  readonly ahead: number;
  readonly batches: number;
  readonly payouts: number;
  readonly findings: readonly AuditFinding[];
  /** How many more findings there are than are told. */
  readonly more: number;
}

/** `audit verify --json`. */
export interface AuditVerifyView {
  readonly ok: boolean;
  readonly desks: readonly AuditView[];
}

/** `backup --json`. */
export interface BackupView {
  readonly file: string;
  readonly desk: Book;
  readonly entries: number;
  readonly hash: string;
  readonly batches: number;
  readonly bytes: number;
}

/** `restore --json`. Shape: `kept` where the replaced database lies, null when there was none. */
export interface RestoreView {
  readonly file: string;
  readonly desk: Book;
  readonly kept: string | null;
  readonly locked: { readonly code: string; readonly message: string } | null;
  readonly unknown: number;
  readonly lost: readonly LostBatchView[];
}
