// Answers that the command line prints unchanged with --json, as docs/cli.md promises.

import type { Pause } from '../failures.ts';
import type { BatchId } from '../ids.ts';
import type { Message } from '../messages/message.ts';
import type { Book } from '../profiles.ts';
import type { ColumnHow, Field, Issue, Refusal } from '../rows.ts';
import type { BatchState, Counts, StateKind } from '../states.ts';

/** `check --json`. */
export interface CheckView {
  readonly file: string;
  readonly sha256: string;
  readonly sheet: string | null;
  readonly rows: number;
  readonly payable: number;
  /** How many of the rows pay nobody, such as totals and notes; absent if none. */
  readonly noPayments?: number;
  readonly totalPaise: number;
  readonly columns: Readonly<Partial<Record<Field, { readonly header: string; readonly how: ColumnHow }>>>;
  readonly issues: readonly Issue[];
}

/** `run`, `resume`, `watch`, `status --json`. Amounts are in paise. */
export interface BatchView {
  readonly batch: BatchId;
  readonly profile: string;
  readonly state: BatchState;
  readonly paused: Pause | null;
  readonly counts: Counts;
  readonly paise: Readonly<Record<StateKind, number>>;
  /** How many alarms about the batch are unread, where a command shows a batch's status. */
  readonly alarms?: number;
  /** Set while there is unread late news about the batch. */
  readonly news?: UnreadNews;
  /** Other batches of the same desk with unread late news; absent if none. */
  readonly newsElsewhere?: readonly BatchId[];
}

/** `wallet --json`. `balance` is as the gateway reported it; `balancePaise` only where a person has confirmed its unit. */
export interface WalletView {
  readonly balance: string;
  readonly balancePaise?: number;
  readonly message: string | null;
}

/**
 * `lookup --json`. `known` is false with `trouble` null when the gateway answers as it does for an invented key. `trouble`: why
 * it could not be asked, or why its answer says nothing. `answer` is verbatim.
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

/** How many alarms about a batch are unread. */
export interface UnreadNews {
  readonly unread: number;
  readonly possibleDuplicates: number;
}

/** One thing that does not fit. `code` is for scripts; `message` names the entry, the batch or the row. */
export interface AuditFinding {
  readonly code: string;
  readonly message: Message;
}

/** The result for one desk. `entries`: entries of the chain. `ahead`: how many of them the head has not seen. */
export interface AuditView {
  readonly desk: Book;
  readonly ok: boolean;
  readonly locked: boolean;
  readonly entries: number;
  readonly hash: string;
  readonly ahead: number;
  readonly batches: number;
  readonly payouts: number;
  /** Of old batches: verified with the database. */
  readonly archives: number;
  /** Unread alarms. */
  readonly alarms: number;
  readonly findings: readonly AuditFinding[];
  /** How many more findings there are than listed. */
  readonly more: number;
}

/**
 * Part of a report that the desk would write differently. `outdated`: the payout has changed since. `notComparable`: another
 * program or version wrote the file.
 */
export interface ReportFinding {
  readonly kind: 'altered' | 'notComparable' | 'outdated';
  readonly message: Message;
}

/** The result for one report. `asOf` is from the report, null for a plain list of payouts; `more` counts unlisted findings. */
export interface ReportVerdict {
  readonly file: string;
  readonly batch: BatchId;
  readonly asOf: string | null;
  readonly verdict: 'same' | 'outdated' | 'notComparable' | 'altered';
  readonly findings: readonly ReportFinding[];
  readonly more: number;
}

/**
 * The result for one payment passport. `entry` and `hash`: the audit entry that it leads to. `payout` and `asOf` are null for a
 * file that is altered beyond reading.
 */
export interface PassportVerdict {
  readonly file: string;
  readonly payout: string | null;
  readonly asOf: string | null;
  readonly entry: number | null;
  readonly hash: string | null;
  readonly verdict: 'same' | 'outdated' | 'altered';
  readonly findings: readonly ReportFinding[];
}

/** `audit verify --json`. `report` and `passport` are set only where one was given. */
export interface AuditVerifyView {
  readonly ok: boolean;
  readonly desks: readonly AuditView[];
  readonly report?: ReportVerdict;
  readonly passport?: PassportVerdict;
}

/** `backup --json`. */
export interface BackupView {
  readonly file: string;
  readonly desk: Book;
  readonly entries: number;
  readonly hash: string;
  readonly batches: number;
  readonly bytes: number;
  /** How many archives the copy needs, and which of them are missing. */
  readonly archives: number;
  readonly missingArchives: readonly string[];
}
