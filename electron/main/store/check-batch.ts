// Checks that a batch is still what a person confirmed and matches the audit log, before anything is sent. SQLite notices a torn
// page, but not a changed letter in it. The check repairs nothing, and calls no batch whole that it could not compare.

import { createHash } from 'node:crypto';
import type { Sha256 } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { DeskDatabase } from './desk-database.ts';
import {
  decodeRowsLeft,
  hashedTable,
  quoted,
  ROW_HASH_CHARACTERS,
  type RowLeft,
  rowHash,
  rowName,
  textSql,
} from './row-hashes.ts';
import { CONFIRMED_COLUMNS } from './schema.ts';
import { atOnce } from './steps.ts';

/** How many characters to hash at once. Hashing row by row takes twice as long. */
const CHARACTERS_PER_UPDATE = 64 * 1024;

/** The hash over what a batch's payouts were confirmed with: one line per payout, in payout order, each ended by a newline. */
export class ContentHash {
  readonly #digest = createHash('sha256');

  add(texts: string): void {
    this.#digest.update(texts);
  }

  end(): Sha256 {
    return this.#digest.digest('hex') as Sha256;
  }
}

const BEGINNINGS = CONFIRMED_COLUMNS.map((column, place) => `${place === 0 ? '' : '\n'}${column}=`);

/** The text of a payout that is not stored yet. `values` are in the order of CONFIRMED_COLUMNS. */
export function confirmedText(values: readonly (string | number | null)[]): string {
  let text = '';
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] ?? null;
    if (value !== null) text += BEGINNINGS[place] + quoted(value);
  }
  return text;
}

/**
 * A payout as stored: its columns as texts, those that it was confirmed with and the others by turns, in the order of the table.
 * `isUntouched` is 1 when nothing has happened to it since it was confirmed; the other columns are null then.
 */
export type StoredPayout = readonly [
  payoutId: number,
  batch: number,
  rowNumber: number,
  isUntouched: 0 | 1,
  ...texts: (string | null)[],
];

interface StoredReading {
  /** The columns of a StoredPayout, from `payouts`. */
  readonly sql: string;
  /** What it was confirmed with. */
  readonly confirmed: (payout: StoredPayout) => string;
  /** Its hash, as the audit log has it. */
  readonly hash: (payout: StoredPayout) => string;
}

/** Prepares reading stored payouts. Each column is spelt once: what was confirmed is also a part of the whole row. */
export function prepareStoredReading(database: DeskDatabase): StoredReading {
  const table = hashedTable(database, 'payouts');
  const isConfirmed = (name: string): boolean => CONFIRMED_COLUMNS.some((column) => column === name);
  const isUntouched = table.columns
    .filter(({ name }) => !isConfirmed(name))
    .map(({ name, dflt_value }) => `${name} IS ${dflt_value ?? 'NULL'}`)
    .join(' AND ');
  const runs: { readonly isConfirmed: boolean; readonly names: string[] }[] = [];
  for (const { name } of table.columns) {
    const last = runs.at(-1);
    if (last?.isConfirmed === isConfirmed(name)) last.names.push(name);
    else runs.push({ isConfirmed: isConfirmed(name), names: [name] });
  }
  const texts = runs.map((run) => {
    const text = textSql(table, run.names);
    return run.isConfirmed ? text : `iif(${isUntouched}, NULL, ${text})`;
  });
  const joined = (payout: StoredPayout, of: readonly number[]): string => {
    let text = '';
    for (const at of of) {
      const part = payout[at];
      // Without a value in any of its columns, a run is empty.
      if (typeof part === 'string' && part !== '') text = text === '' ? part : `${text}\n${part}`;
    }
    return text;
  };
  const all = runs.map((_, index) => FIRST_TEXT + index);
  const confirmed = all.filter((at) => runs[at - FIRST_TEXT]?.isConfirmed === true);
  const textOf = database
    .statement<[number], string>(`SELECT ${textSql(table)} FROM payouts WHERE payout_id = ?`)
    .pluck();
  return {
    sql: `payout_id, batch_id, row_number, ${isUntouched}, ${texts.join(', ')}`,
    confirmed: (payout) => joined(payout, confirmed),
    hash: (payout) => {
      const [payoutId, , , untouched] = payout;
      return rowHash('payouts', untouched === 1 ? (textOf.get(payoutId) ?? '') : joined(payout, all));
    },
  };
}

/** Where the texts of a StoredPayout begin. */
const FIRST_TEXT = 4;

interface BatchRange {
  readonly first: number;
  readonly count: number;
}

/** Prepares the check. Returns a refusal when anything does not match. */
export function prepareCheckBatch(database: DeskDatabase): (batch: CheckedBatch) => Refusal | null {
  const inSteps = prepareCheckInSteps(database);
  // A transaction, so that all reads see one moment while others write.
  return database.transaction((batch: CheckedBatch) => atOnce(inSteps(batch)));
}

/** `named`: the batch's id as people see it. */
interface CheckedBatch {
  readonly batch: number;
  readonly named: string;
}

/** Prepares the same check in steps. The caller sees to it that the database reads one moment. */
export function prepareCheckInSteps(database: DeskDatabase): (batch: CheckedBatch) => Generator<void, Refusal | null> {
  const textOf = textSql(hashedTable(database, 'batches'));
  const batchText = database.statement<[number], string>(`SELECT ${textOf} FROM batches WHERE batch_id = ?`).pluck();
  const rangeOf = database.statement<[number], BatchRange>(
    'SELECT first_payout_id AS first, payout_count AS count FROM batches WHERE batch_id = ?',
  );
  const stored = prepareStoredReading(database);
  // The plus sign keeps SQLite from reading a column from an index instead of the table.
  const rows = database
    .statement<[number, number, number], StoredPayout>(
      `SELECT ${stored.sql} FROM payouts
       WHERE payout_id >= ? AND payout_id < ? AND +batch_id = ? ORDER BY payout_id`,
    )
    .raw();
  const relationsHash = prepareRelationsHash(database);
  const readLog = prepareReadLog(database);

  function* agrees(batch: number): Generator<void, boolean> {
    const range = rangeOf.get(batch);
    if (range === undefined) return false;
    const log = yield* readLog(batch, range);
    const content = new ContentHash();
    let confirmed = '';
    for (const row of rows.iterate(range.first, range.first + range.count, batch)) {
      const [payoutId, , , isUntouched] = row;
      const hash = log.hashOf(payoutId);
      if (hash === null ? isUntouched !== 1 : hash !== stored.hash(row)) return false;
      confirmed += `${stored.confirmed(row)}\n`;
      if (confirmed.length < CHARACTERS_PER_UPDATE) continue;
      content.add(confirmed);
      confirmed = '';
      yield;
    }
    content.add(confirmed);
    const { first, count } = range;
    return (
      log.batchHash === rowHash('batches', batchText.get(batch) ?? '') &&
      confirmedHash(log.confirmed, 'content') === content.end() &&
      confirmedHash(log.confirmed, 'relations') === relationsHash(first, count)
    );
  }
  return function* check({ batch, named }) {
    return (yield* agrees(batch)) ? null : changed(named);
  };
}

/** Prepares the hash over the relations of a batch's payouts; null when there are none. */
export function prepareRelationsHash(database: DeskDatabase): (firstPayout: number, count: number) => Sha256 | null {
  const lines = database
    .statement<[number, number], string>(
      `SELECT concat_ws(' ', payout_id, earlier_id, relation) FROM payout_relations
       WHERE payout_id >= ? AND payout_id < ? ORDER BY payout_id, earlier_id`,
    )
    .pluck();
  return (firstPayout, count) => {
    const digest = createHash('sha256');
    let isEmpty = true;
    for (const line of lines.iterate(firstPayout, firstPayout + count)) {
      digest.update(`${line}\n`);
      isEmpty = false;
    }
    // Decodes to 64 lower-case hex digits of SHA-256.
    return isEmpty ? null : (digest.digest('hex') as Sha256);
  };
}

/** The hash written when the batch was confirmed; null unless there is exactly one such entry. */
export function confirmedHash(details: readonly string[], of: 'content' | 'relations'): string | null {
  const [detail] = details;
  if (detail === undefined || details.length !== 1) return null;
  try {
    const hash = { ...(JSON.parse(detail) as Readonly<Record<string, unknown>>) }[of];
    return typeof hash === 'string' ? hash : null;
  } catch {
    return null;
  }
}

interface BatchLog {
  /** The details of the entries that confirm the batch. */
  readonly confirmed: readonly string[];
  /** The hash of a payout's row in the last entry that names it; null when none does. */
  readonly hashOf: (payoutId: number) => string | null;
  /** The hash of the batch's row in the last entry that names it. */
  readonly batchHash: string | null;
}

/** Entries whose rows are read as one text: handing them over one by one takes most of the time. */
const ENTRIES_PER_PIECE = 512;

/** Prepares reading what the log says of a batch's payouts. */
function prepareReadLog(database: DeskDatabase): (batch: number, range: BatchRange) => Generator<void, BatchLog> {
  const ends = database.statement<[number], { readonly first: number | null; readonly last: number }>(
    'SELECT min(sequence) AS first, max(sequence) AS last FROM audit WHERE batch_id = ?',
  );
  const ofPiece = 'FROM audit WHERE batch_id = ? AND sequence BETWEEN ? AND ?';
  const piece = database.statement<[number, number, number], LogPiece>(
    `SELECT group_concat(rows_json, char(10)) AS rows, sum(what = 'confirmed') AS confirmed
     FROM (SELECT rows_json, what ${ofPiece} ORDER BY sequence)`,
  );
  const details = database
    .statement<[number, number, number], string>(`SELECT detail ${ofPiece} AND what = 'confirmed' ORDER BY sequence`)
    .pluck();
  return function* read(batch, { first: firstPayout, count }) {
    const hashes = Buffer.alloc(count * ROW_HASH_CHARACTERS);
    const isNamed = new Uint8Array(count);
    const confirmed: string[] = [];
    const batchName = rowName('batches', [batch]);
    let batchHash: string | null = null;
    const { first, last } = ends.get(batch) ?? { first: null, last: 0 };
    for (let from = first ?? last + 1; from <= last; from += ENTRIES_PER_PIECE) {
      const range = [batch, from, from + ENTRIES_PER_PIECE - 1] as const;
      const { rows, confirmed: confirming } = piece.get(...range) ?? NO_PIECE;
      for (const [table, key, hash] of rows === null ? [] : rows.split('\n').flatMap(rowsIn)) {
        if (table === 'batches' && rowName(table, key) === batchName) batchHash = hash;
        if (table !== 'payouts' || key.length !== 1) continue;
        const at = Number(key[0]) - firstPayout;
        if (!(at >= 0 && at < count)) continue;
        // A hash of another length is none of ours, and equals none.
        hashes.write(hash.length === ROW_HASH_CHARACTERS ? hash : NO_HASH, at * ROW_HASH_CHARACTERS, 'latin1');
        isNamed[at] = 1;
      }
      if (confirming !== null && confirming > 0) confirmed.push(...details.all(...range));
      yield;
    }
    return {
      confirmed,
      batchHash,
      hashOf: (payoutId) => {
        const at = payoutId - firstPayout;
        if (isNamed[at] !== 1) return null;
        return hashes.toString('latin1', at * ROW_HASH_CHARACTERS, (at + 1) * ROW_HASH_CHARACTERS);
      },
    };
  };
}

function rowsIn(json: string): readonly RowLeft[] {
  return decodeRowsLeft(json) ?? [];
}

interface LogPiece {
  readonly rows: string | null;
  readonly confirmed: number | null;
}

const NO_PIECE: LogPiece = { rows: null, confirmed: null };
const NO_HASH = '?'.repeat(ROW_HASH_CHARACTERS);

function changed(named: string): Refusal {
  return {
    code: 'changedBatch',
    message: msg('store.changedBatch', { batch: named }),
    cure: msg('cure.restoreElsewhere'),
  };
}

/** Prepares finding the rows of a batch that changed after an audit entry. Maps each row number to its last entry. */
export function prepareChangedRows(
  database: DeskDatabase,
): (batch: number, since: number) => ReadonlyMap<number, number> {
  const entries = database.statement<[number, number], { readonly sequence: number; readonly rows_json: string }>(
    'SELECT sequence, rows_json FROM audit WHERE batch_id = ? AND sequence > ? ORDER BY sequence',
  );
  const rowOf = database
    .statement<[number, number], number>('SELECT row_number FROM payouts WHERE payout_id = ? AND batch_id = ?')
    .pluck();
  return (batch, since) => {
    const changed = new Map<number, number>();
    for (const { sequence, rows_json } of entries.all(batch, since)) {
      for (const [table, key] of rowsIn(rows_json)) {
        const row = table === 'payouts' ? rowOf.get(Number(key[0]), batch) : undefined;
        if (row !== undefined) changed.set(row, sequence);
      }
    }
    return changed;
  };
}
