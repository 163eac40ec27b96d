// Checks that a batch is still what a person confirmed and matches the audit log, before anything is sent. SQLite notices a torn
// page, but not a changed letter in it. The check repairs nothing, and calls no batch whole that it could not compare.

import { createHash } from 'node:crypto';
import type { Sha256 } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { DeskDatabase } from './desk-database.ts';
import { decodeRowsLeft, hashedTable, quoted, rowHash, rowName, textSql } from './row-hashes.ts';
import { CONFIRMED_COLUMNS } from './schema.ts';

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
 * A payout as stored. `isUntouched` is 1 when nothing has happened to it since it was confirmed; `whole` is null then. Nearly
 * every row is untouched, and spelling a whole row takes two thirds of the time.
 */
export type StoredPayout = readonly [payoutId: number, isUntouched: 0 | 1, confirmed: string, whole: string | null];

export function storedPayoutSql(database: DeskDatabase): string {
  const table = hashedTable(database, 'payouts');
  const confirmed: readonly string[] = CONFIRMED_COLUMNS;
  const isUntouched = table.columns
    .filter(({ name }) => !confirmed.includes(name))
    .map(({ name, dflt_value }) => `${name} IS ${dflt_value ?? 'NULL'}`)
    .join(' AND ');
  return `payout_id, ${isUntouched}, ${textSql(table, confirmed)}, iif(${isUntouched}, NULL, ${textSql(table)})`;
}

/** Prepares hashing a stored payout the way the audit log does. */
export function prepareStoredHash(database: DeskDatabase): (payout: StoredPayout) => string {
  const textOf = database
    .statement<[number], string>(`SELECT ${textSql(hashedTable(database, 'payouts'))} FROM payouts WHERE payout_id = ?`)
    .pluck();
  return ([payoutId, , , whole]) => rowHash('payouts', whole ?? textOf.get(payoutId) ?? '');
}

interface BatchEntry {
  readonly what: string;
  readonly detail: string;
  readonly rows_json: string;
}

interface BatchRange {
  readonly first: number;
  readonly count: number;
}

/** Prepares the check. `named` is the batch's id as people see it. Returns a refusal when anything does not match. */
export function prepareCheckBatch(
  database: DeskDatabase,
): (batch: { readonly batch: number; readonly named: string }) => Refusal | null {
  const textOf = textSql(hashedTable(database, 'batches'));
  const batchText = database.statement<[number], string>(`SELECT ${textOf} FROM batches WHERE batch_id = ?`).pluck();
  const rangeOf = database.statement<[number], BatchRange>(
    'SELECT first_payout_id AS first, payout_count AS count FROM batches WHERE batch_id = ?',
  );
  // The plus sign keeps SQLite from reading a column from an index instead of the table.
  const rows = database
    .statement<[number, number, number], StoredPayout>(
      `SELECT ${storedPayoutSql(database)} FROM payouts
       WHERE payout_id >= ? AND payout_id < ? AND +batch_id = ? ORDER BY payout_id`,
    )
    .raw();
  const hashOf = prepareStoredHash(database);
  const relationsHash = prepareRelationsHash(database);
  const entries = database.statement<[number], BatchEntry>(
    `SELECT what, iif(what = 'confirmed', detail, '') AS detail, rows_json FROM audit WHERE batch_id = ? ORDER BY sequence`,
  );

  // A transaction, so that all reads see one moment while others write.
  const agrees = database.transaction((batch: number): boolean => {
    const range = rangeOf.get(batch);
    if (range === undefined) return false;
    const log = readLog(entries.iterate(batch), hashOf);
    const content = new ContentHash();
    let confirmed = '';
    for (const row of rows.iterate(range.first, range.first + range.count, batch)) {
      if (!log.leaves(row)) return false;
      confirmed += `${row[2]}\n`;
      if (confirmed.length < CHARACTERS_PER_UPDATE) continue;
      content.add(confirmed);
      confirmed = '';
    }
    content.add(confirmed);
    const { first, count } = range;
    return (
      log.leavesBatch(batch, batchText.get(batch)) &&
      confirmedHash(log.confirmed, 'content') === content.end() &&
      confirmedHash(log.confirmed, 'relations') === relationsHash(first, count)
    );
  });
  return ({ batch, named }) => (agrees(batch) ? null : changed(named));
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
  /** Whether the payout matches the log's last entry about it. */
  leaves(payout: StoredPayout): boolean;
  leavesBatch(batch: number, text: string | undefined): boolean;
}

function readLog(entries: Iterable<BatchEntry>, hashOf: (payout: StoredPayout) => string): BatchLog {
  const left = new Map<string, string>();
  const confirmed: string[] = [];
  for (const { what, detail, rows_json } of entries) {
    if (what === 'confirmed') confirmed.push(detail);
    for (const [table, key, hash] of decodeRowsLeft(rows_json) ?? []) {
      if (table === 'payouts' || table === 'batches') left.set(rowName(table, key), hash);
    }
  }
  return {
    confirmed,
    leaves: (payout) => {
      const [payoutId, isUntouched] = payout;
      const hash = left.get(rowName('payouts', [payoutId]));
      return hash === undefined ? isUntouched === 1 : hash === hashOf(payout);
    },
    leavesBatch: (batch, text) =>
      text !== undefined && left.get(rowName('batches', [batch])) === rowHash('batches', text),
  };
}

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
      for (const [table, key] of decodeRowsLeft(rows_json) ?? []) {
        const row = table === 'payouts' ? rowOf.get(Number(key[0]), batch) : undefined;
        if (row !== undefined) changed.set(row, sequence);
      }
    }
    return changed;
  };
}
