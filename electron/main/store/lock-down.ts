// What happens to a database that was restored or copied: nothing in it may be sent, because it may have been sent since.
// In: why it is locked, or a person's note that opens it again. Out: every unsent payout unknown, and audit entries.
// This file must never put a payout back in the queue.

import type Database from 'better-sqlite3';
import type { PollPace } from '../../../shared/backoff.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type { LockReason } from '../../../shared/standing.ts';
import type { AuditLog } from './audit-log.ts';
import { prepareSettlements } from './settlements.ts';

interface LockDownAt {
  readonly nowMs: number;
  readonly pace: PollPace;
}

export interface LockDown {
  /** Every queued and sending payout becomes unknown. Shape: how many there were. */
  close(reason: LockReason, at: LockDownAt): number;
  /** Records that a backup took the place of the database. Shape: the names of the files. */
  noteRestored(from: { readonly file: string; readonly kept: string | null }, nowMs: number): void;
  /** Records that a person takes this database for the true one. */
  open(why: { readonly reason: LockReason; readonly note: string }, nowMs: number): void;
}

/** Prepares both; what they need of the database is prepared only when one of them is called. */
export function prepareLockDown(
  database: Database.Database,
  { audit, actor }: { readonly audit: AuditLog; readonly actor: string },
): LockDown {
  const record = (what: string, detail: object, atMs: number): void =>
    audit.append({ atMs, actor, what, batchId: null, payoutId: null, detail: JSON.stringify(detail) });
  return {
    close: audit.transaction((reason: LockReason, { nowMs, pace }: LockDownAt) => {
      // Two conditions that no index serves together: this is done once, and reads every row.
      const unsent = database
        .prepare<[], PayoutId>(`SELECT payout_id FROM payouts WHERE state = 'queued' OR state = 'sending'`)
        .pluck()
        .all();
      if (unsent.length === 0) return 0;
      const settlements = prepareSettlements(database, { audit, actor });
      record('locked', { reason, count: unsent.length }, nowMs);
      for (const id of unsent) settlements.command(id, { kind: 'restored' }, { atMs: nowMs, pace });
      return unsent.length;
    }),
    noteRestored: audit.transaction((from: { file: string; kept: string | null }, nowMs: number) =>
      record('restored', from, nowMs),
    ),
    open: audit.transaction(({ reason, note }, nowMs: number) => record('unlocked', { reason, note }, nowMs)),
  };
}
