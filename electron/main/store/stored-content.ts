// Hashes a batch's content as it lies on the disk now, to be compared with what was confirmed. In: a batch's number.
// Out: its hash. This file must never read a column from an index: what is sent is read from the rows. Nor may it keep a
// statement open between two steps: others write there.

import type Database from 'better-sqlite3';
import type { Sha256 } from '../../../shared/ids.ts';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import type { Steps } from '../../../shared/steps.ts';
import { type ContentFacts, type ContentRow, contentSteps } from './batch-content.ts';

/** The plus keeps every index out: a column that an index holds as well would be read from there. */
export const IN_RANGE =
  'WHERE payout_id >= ? AND payout_id < ? AND +batch_id = ? AND +merchant_id = ? ORDER BY payout_id';

/** The bounds of a batch's payouts, as IN_RANGE takes them. */
export type Range = readonly [first: number, behindLast: number, batch: number, merchantId: number];

/** The same bounds in pieces of one turn each. */
export function* piecesOf([first, behindLast, ...of]: Range): Generator<Range, void, undefined> {
  for (let from = first; from < behindLast; from += CONFIRM_ROWS_PER_TURN) {
    yield [from, Math.min(from + CONFIRM_ROWS_PER_TURN, behindLast), ...of];
  }
}

/** Prepares hashing, in steps. Shape: null for a batch that is not in the database. */
export function prepareStoredContent(
  database: Database.Database,
): (batch: number) => Steps<{ readonly content: Sha256; readonly range: Range } | null> {
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
  function* rowsOf(range: Range): Generator<ContentRow, void, undefined> {
    for (const piece of piecesOf(range)) yield* rows.all(...piece);
  }

  return function* storedContent(batch) {
    const row = facts.get(batch);
    if (row === undefined) return null;
    const range = [row.firstPayout, row.firstPayout + row.count, batch, row.merchantId] as const;
    return { content: yield* contentSteps(row, rowsOf(range)), range };
  };
}
