// Finds the payout that a person named. In: its reference, or its batch and row. Out: what fits, usually one.
// This file must never choose among several: whoever asked must be more exact.

import type Database from 'better-sqlite3';
import type { FoundPayout, PayoutName } from '../../../shared/decisions.ts';
import { formatBatchId } from '../../../shared/ids.ts';
import { PAYOUTS_BY_REFERENCE } from './payout-places.ts';

type FoundRow = Omit<FoundPayout, 'id'>;

const COLUMNS = `p.payout_id AS payoutId, p.batch_id AS batch, p.row_number AS rowNumber, p.reference, p.state,
  p.decided_by AS decidedBy, CASE WHEN p.decided_by IS NULL THEN NULL ELSE
    (SELECT d.decided_at_ms FROM decisions d WHERE d.payout_id = p.payout_id ORDER BY d.decision_id DESC LIMIT 1)
  END AS decidedAtMs`;

/** Prepares finding payouts in any open database. A reference is compared without case, as the gateway may. */
export function prepareFindPayout(database: Database.Database, prefix: 'B' | 'P'): (name: PayoutName) => FoundPayout[] {
  const byReference = database.prepare<[string], FoundRow>(`SELECT ${COLUMNS} FROM ${PAYOUTS_BY_REFERENCE}`);
  const byRow = database.prepare<[number, number], FoundRow>(
    `SELECT ${COLUMNS} FROM batches b JOIN payouts p ON p.payout_id >= b.first_payout_id
       AND p.payout_id < b.first_payout_id + b.payout_count
     WHERE b.batch_id = ? AND p.row_number = ?`,
  );
  return (name) => {
    const rows = new Map<number, FoundRow>();
    if (name.by === 'row' && name.batch.startsWith(prefix)) {
      for (const row of byRow.all(Number(name.batch.slice(1)), name.rowNumber)) rows.set(row.payoutId, row);
    }
    // A sheet's own reference may look like a batch and a row: then both were perhaps meant.
    const reference = name.by === 'reference' ? name.reference : `${name.batch}/${name.rowNumber}`;
    for (const row of byReference.all(reference)) rows.set(row.payoutId, row);
    return [...rows.values()].map((row) => ({ ...row, id: formatBatchId(prefix, row.batch) }));
  };
}
