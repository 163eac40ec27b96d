// The entries of the audit log about single payments, and the entry that holds the root over passports.

import type { Sha256 } from '../../../shared/ids.ts';
import { ROOT_ENTRY, type RootEntry, rootDetail } from '../../../shared/passport/passport.ts';
import type { ReportAuditEntry } from '../domain/report.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';

/** An entry of the audit log. */
export interface LoggedEntry {
  readonly sequence: number;
  readonly hash: Sha256;
}

export interface PayoutEntries {
  /** Every entry about one payment, oldest first. */
  readonly all: (batch: number, rowNumber: number) => readonly ReportAuditEntry[];
  /** The last entry about each of these rows of a batch; rows that have none are left out. */
  readonly last: (batch: number, rowNumbers: readonly number[]) => ReadonlyMap<number, LoggedEntry>;
}

export function readPayoutEntries(database: DeskDatabase): PayoutEntries {
  const entries = database.statement<[{ batch: number; rows: string }], LoggedEntry & { readonly rowNumber: number }>(
    `SELECT p.row_number AS rowNumber, a.sequence, a.hash
     FROM batches b JOIN payouts p ON p.payout_id >= b.first_payout_id AND p.payout_id < b.first_payout_id + b.payout_count
     JOIN audit a ON a.sequence = (SELECT max(sequence) FROM audit WHERE payout_id = p.payout_id)
     WHERE b.batch_id = @batch AND p.row_number IN (SELECT value FROM json_each(@rows))`,
  );
  const all = database.statement<[{ batch: number; row: number }], ReportAuditEntry>(
    `SELECT a.sequence, a.at_ms AS atMs, a.actor, a.what, a.detail, a.hash
     FROM batches b JOIN payouts p ON p.payout_id >= b.first_payout_id AND p.payout_id < b.first_payout_id + b.payout_count
     JOIN audit a ON a.payout_id = p.payout_id
     WHERE b.batch_id = @batch AND p.row_number = @row ORDER BY a.sequence`,
  );
  return {
    all: (batch, row) => all.all({ batch, row }),
    last: (batch, rowNumbers) =>
      new Map(
        entries
          .all({ batch, rows: JSON.stringify(rowNumbers) })
          .map(({ rowNumber, sequence, hash }) => [rowNumber, { sequence, hash }]),
      ),
  };
}

export interface PassportRoot {
  readonly batch: number;
  readonly atMs: number;
  readonly root: string;
  /** The last entry about each row, as its passport says. */
  readonly entries: ReadonlyMap<number, LoggedEntry>;
}

/** Writes the root over passports. Returns null, and writes nothing, if one of these payments has changed since it was read. */
export type WritePassportRoot = (root: PassportRoot) => RootEntry | null;

export function prepareWriteRoot(database: DeskDatabase, audit: AuditLog): WritePassportRoot {
  const { last } = readPayoutEntries(database);
  return audit.transaction(({ batch, atMs, root, entries }: PassportRoot): RootEntry | null => {
    const now = last(batch, [...entries.keys()]);
    // Entries are only added, and those of an archived batch are elsewhere: a later one means that the payment has changed.
    for (const [row, { sequence }] of entries) if ((now.get(row)?.sequence ?? 0) > sequence) return null;
    const count = entries.size;
    audit.append({ atMs, what: 'passports', batchId: batch, detail: { count } });
    const { hash: before } = audit.head();
    audit.appendPublic({ atMs, what: ROOT_ENTRY, batchId: batch, detail: rootDetail({ count, root }) });
    return { sequence: audit.head().sequence, atMs, batchId: batch, count, root, before };
  });
}
