// Hashes a batch's content as it lies on the disk now, to be compared with what was confirmed. In: a batch's number.
// Out: its hash. This file must never read a column from an index: what is sent is read from the rows.

import type Database from 'better-sqlite3';
import type { Sha256 } from '../../../shared/ids.ts';
import { type ContentFacts, contentHash, type ContentRow } from './batch-content.ts';

/** The plus keeps every index out: a column that an index holds as well would be read from there. */
export const IN_RANGE =
  'WHERE payout_id >= ? AND payout_id < ? AND +batch_id = ? AND +merchant_id = ? ORDER BY payout_id';

/** The bounds of a batch's payouts, as IN_RANGE takes them. */
export type Range = readonly [first: number, behindLast: number, batch: number, merchantId: number];

/** Prepares hashing. Shape: null for a batch that is not in the database. */
export function prepareStoredContent(
  database: Database.Database,
): (batch: number) => { readonly content: Sha256; readonly range: Range } | null {
  const facts = database.prepare<[number], ContentFacts>(
    `SELECT batch_id AS batch, merchant_id AS merchantId, base_url AS baseUrl, mid, environment, fingerprint,
            run_number AS runNumber, first_payout_id AS firstPayout, payout_count AS count, total_paise AS totalPaise
     FROM batches WHERE batch_id = ?`,
  );
  const rows = database
    .prepare<[number, number, number, number], ContentRow>(
      `SELECT payout_id, row_number, upi_id, account_number, ifsc, amount_paise, remark, reference,
              reference_from
       FROM payouts ${IN_RANGE}`,
    )
    .raw();
  return (batch) => {
    const row = facts.get(batch);
    if (row === undefined) return null;
    const range = [row.firstPayout, row.firstPayout + row.count, batch, row.merchantId] as const;
    return { content: contentHash(row, rows.iterate(...range)), range };
  };
}
