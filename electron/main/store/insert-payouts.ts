// Storing the payouts of a confirmed batch, in the caller's transaction. In: the rows a person confirmed, made ready. Out:
// queued payouts, in steps. Many rows go into one statement: half the time of a statement for each row, measured at 10,000.
// This file must never leave a row out or change the order of the file.

import type Database from 'better-sqlite3';
import type { ReadyRows } from '../../../shared/batches.ts';
import { invariant } from '../../../shared/failures.ts';
import { CONFIRM_ROWS_PER_TURN, PAYOUT_ROWS_PER_STATEMENT, SOURCE_ROWS_PER_CHUNK } from '../../../shared/limits.ts';
import type { Steps } from '../../../shared/steps.ts';
import { prepareSourceInsert, SOURCES_PER_TURN } from './payout-sources.ts';

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

/** Each piece goes into a table in the table's own order, which is half the time of any other. */
const KEY_TABLES = [
  `INSERT INTO payout_references SELECT merchant_id, reference, payout_id FROM payouts WHERE payout_id BETWEEN ? AND ?
   ORDER BY merchant_id, reference COLLATE NOCASE`,
  `INSERT INTO payout_people
   SELECT merchant_id, ${PERSON_KEY_SQL} AS person_key,
          amount_paise, payout_id
   FROM payouts WHERE payout_id BETWEEN ? AND ? ORDER BY merchant_id, person_key, amount_paise, payout_id`,
];

const STATEMENTS_PER_TURN = Math.floor(CONFIRM_ROWS_PER_TURN / PAYOUT_ROWS_PER_STATEMENT);

/** Prepares storing payouts. The returned steps must be done inside the confirmation's transaction. */
export function preparePayoutInsert(
  database: Database.Database,
): (ready: ReadyRows, place: PayoutPlace) => Steps<void> {
  const row = `(@batch, @merchantId, 'queued', 0, ${COLUMNS.map(() => '?').join(', ')})`;
  const prepareOf = (rows: number): Database.Statement =>
    database.prepare(
      `INSERT INTO payouts (batch_id, merchant_id, state, repeat_ticked, ${COLUMNS.join(', ')})
       VALUES ${Array.from({ length: rows }, () => row).join(', ')}`,
    );
  const insertMany = prepareOf(PAYOUT_ROWS_PER_STATEMENT);
  const insertOne = prepareOf(1);
  const insertKeys = KEY_TABLES.map((sql) => database.prepare<[number, number]>(sql));
  const insertSource = prepareSourceInsert(database);

  const insertPiece = (piece: ReadyRows['values'][number], at: { batch: number; merchantId: number }): number => {
    const isWhole = piece.length === PAYOUT_ROWS_PER_STATEMENT * COLUMNS.length;
    if (isWhole) return insertMany.run(piece, at).changes;
    let stored = 0;
    for (let from = 0; from < piece.length; from += COLUMNS.length) {
      stored += insertOne.run(piece.slice(from, from + COLUMNS.length), at).changes;
    }
    return stored;
  };

  return function* insert({ rows, references, values, sources }, { batch, merchantId, firstPayout }) {
    invariant(rows.length === references.length, 'a batch needs one reference per row');
    let stored = 0;
    for (const [index, piece] of values.entries()) {
      stored += insertPiece(piece, { batch, merchantId });
      if (index % STATEMENTS_PER_TURN === STATEMENTS_PER_TURN - 1) yield;
    }
    invariant(stored === rows.length, 'not every row became a payout');
    for (const keys of insertKeys) {
      let found = 0;
      for (let at = 0; at < rows.length; at += CONFIRM_ROWS_PER_TURN) {
        const from = firstPayout + at;
        found += keys.run(from, from + CONFIRM_ROWS_PER_TURN - 1).changes;
        yield;
      }
      invariant(found === rows.length, 'not every payout can be found by its key');
    }
    for (const [index, piece] of sources.entries()) {
      insertSource(piece, firstPayout + index * SOURCE_ROWS_PER_CHUNK);
      if (index % SOURCES_PER_TURN === SOURCES_PER_TURN - 1) yield;
    }
  };
}
