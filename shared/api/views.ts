// What the desk shows at its front doors: the same shapes for the command line, the window and scripts.
// Source: CLI, the stable interface. This file must never change a name without saying so there.

import type { BatchId } from '../ids.ts';
import type { Field, Issue, Refusal } from '../issues.ts';
import type { Pause } from '../failures.ts';
import type { Environment } from '../profiles.ts';
import type { Correction } from '../retry.ts';
import type { ColumnHow } from '../rows.ts';
import type { BatchState, Counts, StateKind } from '../states.ts';
import type { UnreadNews } from './news-views.ts';
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
