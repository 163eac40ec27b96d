// What the desk answers that the command line prints with --json as it is, as docs/cli.md promises it.

import type { Pause } from '../failures.ts';
import type { BatchId } from '../ids.ts';
import type { Words } from '../messages/message.ts';
import type { Paise } from '../money.ts';
import type { Book, Environment } from '../profiles.ts';
import type { Correction } from '../retry.ts';
import type { ColumnHow, Field, Issue, Refusal } from '../rows.ts';
import type { BatchState, Counts, StateKind } from '../states.ts';

/** `check --json`. Units: paise. */
export interface CheckView {
  readonly file: string;
  readonly sha256: string;
  readonly sheet: string | null;
  readonly rows: number;
  readonly payable: number;
  /** How many of the rows are totals, notes and the like, which pay nobody; absent where none is. */
  readonly noPayments?: number;
  readonly totalPaise: number;
  readonly columns: Readonly<Partial<Record<Field, { readonly header: string; readonly how: ColumnHow }>>>;
  readonly issues: readonly Issue[];
}

/** `run`, `resume`, `watch`, `status --json`. Units: paise. */
export interface BatchView {
  readonly batch: BatchId;
  readonly profile: string;
  readonly state: BatchState;
  readonly paused: Pause | null;
  readonly counts: Counts;
  readonly paise: Readonly<Record<StateKind, number>>;
  /** How many alarms that concern the batch nobody has read; where a command shows how a batch stands. */
  readonly alarms?: number;
  /** There while late news that concerns the batch waits to be read. */
  readonly news?: UnreadNews;
  /** There while late news of other batches of the same desk waits to be read: these. */
  readonly newsElsewhere?: readonly BatchId[];
}

/** What a person confirms before money moves. */
export interface PreparedView {
  readonly profile: string;
  readonly environment: Environment;
  readonly mid: number;
  readonly baseUrl: string;
  readonly file: string;
  readonly count: number;
  readonly totalPaise: number;
  readonly byMethod: Readonly<Record<'UPI' | 'IMPS', { readonly count: number; readonly paise: number }>>;
  readonly largestPaise: number;
  readonly excluded: number;
  /** How many of those are totals, notes and the like, which pay nobody; absent where none is. */
  readonly noPayments?: number;
  readonly warnings: readonly Words[];
  readonly walletAsReported: string | null;
  readonly estimatedSeconds: number;
  /** Rows whose reference is their payee's own number, such as an employee's, and is not sent; absent where there is none. */
  readonly payeeNumbers?: number;
  /** How many rows are paid because a person ticked them; absent where none was. */
  readonly ticked?: {
    readonly paidBefore: number;
    readonly difference: number;
    readonly accountChanged: number;
    readonly batches: readonly BatchId[];
  };
  /** What a retry pays again; absent for a file that is run. */
  readonly retry?: PreparedRetryView;
  /** Rows that are left out because of what the gateway just said of earlier payouts; absent where there is none. */
  readonly refused?: readonly Issue[];
}

/** What a person sees of a retry. Shape: `corrections` every changed value, by the row of this batch. */
export interface PreparedRetryView {
  readonly batch: BatchId;
  readonly corrections: readonly (Correction & { readonly row: number })[];
  readonly leftOut: readonly LeftOutPayout[];
}

/** Why a retry leaves a payout out. Shape: `name` and `amountPaise` null where they are not known, or where it is about several. */
export interface LeftOutPayout extends Issue {
  readonly name: string | null;
  readonly amountPaise: Paise | null;
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

/** How many alarms that concern a batch nobody has read. */
export interface UnreadNews {
  readonly unread: number;
  readonly possibleDuplicates: number;
}

/** One thing that does not fit. Shape: `code` for scripts, `message` names the entry, the batch or the row. */
export interface AuditFinding {
  readonly code: string;
  readonly message: Words;
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
  /** Alarms that nobody has read. */
  readonly alarms: number;
  readonly findings: readonly AuditFinding[];
  /** How many more findings there are than are told. */
  readonly more: number;
}

/** Something of a report that the desk would write otherwise. Shape: `outdated` where the payout has moved on since. */
export interface ReportFinding {
  readonly kind: 'altered' | 'outdated';
  readonly message: Words;
}

/** A report, verified. Shape: `asOf` as it stands in the report, null for a list of payouts alone; `more` findings are not told. */
export interface ReportVerdict {
  readonly file: string;
  readonly batch: BatchId;
  readonly asOf: string | null;
  readonly verdict: 'same' | 'outdated' | 'altered';
  readonly findings: readonly ReportFinding[];
  readonly more: number;
}

/** `audit verify --json`. Shape: `report` only where one was given. */
export interface AuditVerifyView {
  readonly ok: boolean;
  readonly desks: readonly AuditView[];
  readonly report?: ReportVerdict;
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
