// Storing the payouts of a confirmed batch, in the caller's transaction. In: the rows a person confirmed, made ready. Out:
// queued payouts. Many rows go into one statement: half the time of a statement for each row, measured at 10,000.
// This file must never leave a row out or change the order of the file.

import type Database from 'better-sqlite3';
import type { ReadyRows } from '../../../shared/batches.ts';
import { invariant } from '../../../shared/failures.ts';
import { PAYOUT_ROWS_PER_STATEMENT } from '../../../shared/limits.ts';
import { prepareSourceInsert } from './payout-sources.ts';

/** What a confirmed row brings along, in the order of its values; the batch, its merchant and the first state are the same for all. */
const COLUMNS = [
  'payout_id',
  'row_number',
  'upi_id',
  'account_number',
  'ifsc',
  'amount_paise',
  'remark',
  'name',
  'reference',
  'reference_from',
];

/** Where a batch's payouts are put: its number, its merchant, and the number of its first payout. */
export interface PayoutPlace {
  readonly batch: number;
  readonly merchantId: number;
  readonly firstPayout: number;
}

/** A person's key, spelt as by personKey(), of a payout's own columns. */
export const PERSON_KEY_SQL = `iif(upi_id IS NULL,
  'imps:' || upper(substr(ifsc, 1, 4)) || ':' || lower(ltrim(account_number, '0')), 'upi:' || lower(upi_id))`;

/** Each table is filled in its own order, which is a third of the time of any other. */
const KEY_TABLES = [
  `INSERT INTO payout_references SELECT merchant_id, reference, payout_id FROM payouts WHERE payout_id >= ?
   ORDER BY merchant_id, reference COLLATE NOCASE`,
  `INSERT INTO payout_people
   SELECT merchant_id, ${PERSON_KEY_SQL} AS person_key,
          amount_paise, payout_id
   FROM payouts WHERE payout_id >= ? ORDER BY merchant_id, person_key, amount_paise, payout_id`,
];

/** Prepares storing payouts. The returned function must run inside the confirmation's transaction. */
export function preparePayoutInsert(database: Database.Database): (ready: ReadyRows, place: PayoutPlace) => void {
  const row = `(@batch, @merchantId, 'queued', 0, ${COLUMNS.map(() => '?').join(', ')})`;
  const prepareOf = (rows: number): Database.Statement =>
    database.prepare(
      `INSERT INTO payouts (batch_id, merchant_id, state, repeat_ticked, ${COLUMNS.join(', ')})
       VALUES ${Array.from({ length: rows }, () => row).join(', ')}`,
    );
  const insertMany = prepareOf(PAYOUT_ROWS_PER_STATEMENT);
  const insertOne = prepareOf(1);
  const insertKeys = KEY_TABLES.map((sql) => database.prepare<[number]>(sql));
  const insertSources = prepareSourceInsert(database);
  return ({ rows, references, values, sources }, { batch, merchantId, firstPayout }) => {
    invariant(rows.length === references.length, 'a batch needs one reference per row');
    let stored = 0;
    for (const piece of values) {
      const isWhole = piece.length === PAYOUT_ROWS_PER_STATEMENT * COLUMNS.length;
      const statement = isWhole ? insertMany : insertOne;
      const valueCount = isWhole ? piece.length : COLUMNS.length;
      for (let at = 0; at < piece.length; at += valueCount) {
        stored += statement.run(piece.slice(at, at + valueCount), { batch, merchantId }).changes;
      }
    }
    invariant(stored === rows.length, 'not every row became a payout');
    for (const keys of insertKeys) {
      invariant(keys.run(firstPayout).changes === rows.length, 'not every payout can be found by its key');
    }
    insertSources(sources, firstPayout);
  };
}
