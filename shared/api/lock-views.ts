// What the desk shows of locking, verifying, backing up and restoring: the same shapes at every front door.
// Source: docs/cli.md. This file must never change a name without saying so there.

import type { Book } from '../books.ts';
import type { BatchId } from '../ids.ts';

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
