// The cells of the file behind each payout, for reports alone. In: rows in file order. Out: one payout's cells, as they were.
// They lie beside the payouts, many rows to a piece: what a run reads and writes at each turn stays small.
// This file must never be asked for what a payment is made of.

import type Database from 'better-sqlite3';
import { invariant } from '../../../shared/failures.ts';
import { CONFIRM_ROWS_PER_TURN, SOURCE_ROWS_PER_CHUNK } from '../../../shared/limits.ts';

type Cells = readonly string[];

/** Pieces made or stored before others get a turn: those of as many rows as confirming takes in one. */
export const SOURCES_PER_TURN = CONFIRM_ROWS_PER_TURN / SOURCE_ROWS_PER_CHUNK;

/** Prepares storing one piece of SOURCE_ROWS_PER_CHUNK rows. The returned function must run inside the confirmation's transaction. */
export function prepareSourceInsert(database: Database.Database): (piece: string, firstPayout: number) => void {
  const insert = database.prepare('INSERT INTO payout_sources (first_payout_id, rows_json) VALUES (?, ?)');
  return (piece, firstPayout) => void insert.run(firstPayout, piece);
}

/** Prepares reading one payout's cells; in the order of payouts each piece is decoded once. Errors: throws InvariantError when there are none. */
export function prepareSourceReading(database: Database.Database): (payoutId: number) => Cells {
  const pieceOf = database.prepare<[number], { first_payout_id: number; rows_json: string }>(
    `SELECT first_payout_id, rows_json FROM payout_sources WHERE first_payout_id <= ?
     ORDER BY first_payout_id DESC LIMIT 1`,
  );
  let first = 0;
  let rows: readonly Cells[] = [];
  return (payoutId) => {
    if (rows[payoutId - first] === undefined) {
      const piece = pieceOf.get(payoutId);
      first = piece?.first_payout_id ?? 0;
      rows = piece === undefined ? [] : (JSON.parse(piece.rows_json) as readonly Cells[]);
    }
    const cells = rows[payoutId - first];
    invariant(cells !== undefined, 'a payout has no source');
    return cells;
  };
}
