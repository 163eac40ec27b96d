// Hashes rows for the audit log. The columns come from the table's own definition, so a new column is covered automatically. A
// row is spelt as one line per column that is not NULL, with texts quoted as in SQL. So a column that a later migration adds,
// NULL in old rows, leaves their hashes unchanged. SQLite spells the rows itself, which takes a third of the time of handing the
// values over and is exact for any integer.

import { hash } from 'node:crypto';
import type { DeskDatabase, Statement } from './desk-database.ts';

/**
 * Tables whose rows no audit entry names. `audit` is covered by the chain. The key tables are compared with the payouts, key by
 * key; relations, with the hash in their batch's entry; clock set-backs, with the chain; sums and texts for searching, with the
 * payouts; journal entries, with the hash in their export's row.
 */
const NOT_HASHED = [
  'audit',
  'payout_references',
  'payout_people',
  'payee_names',
  'payout_relations',
  'clock_set_backs',
  'batch_sums',
  'batch_remarks',
  'payee_texts',
  'payee_sums',
  'settled_sums',
  'journal_entries',
];

/**
 * Hashed only as present or absent. The time of the next lookup moves no money, and a time beyond the longest wait counts as
 * due; a person who requests every lookup at once changes a hundred thousand of them.
 */
const PRESENCE_ONLY: readonly string[] = ['payouts.next_lookup_at_ms'];

interface DatabaseColumn {
  readonly name: string;
  readonly type: string;
  /** Position in the primary key, from 1; 0 when not part of it. */
  readonly pk: number;
  readonly dflt_value: string | null;
}

export interface HashedTable {
  readonly name: string;
  readonly columns: readonly DatabaseColumn[];
  readonly key: readonly string[];
}

/** Part of a row's key, as SQLite returns it. */
export type KeyPart = string | number | bigint | null;

/** The tables whose rows the audit log names. Foreign tables are reported by the schema check. */
export function hashedTables(database: DeskDatabase): readonly HashedTable[] {
  return database
    .prepare<[], string>(`SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all()
    .filter((name) => !NOT_HASHED.includes(name) && /^[a-z_]+$/.test(name))
    .map((name) => hashedTable(database, name))
    .filter(({ key }) => key.length > 0);
}

export function hashedTable(database: DeskDatabase, name: string): HashedTable {
  const columns = database
    .prepare<[string], DatabaseColumn>('SELECT name, type, pk, dflt_value FROM pragma_table_info(?)')
    .all(name);
  const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return { name, columns, key: key.map((column) => column.name) };
}

/** SQL that spells a row, with all columns or only the given ones. */
export function textSql({ name: table, columns }: HashedTable, only?: readonly string[]): string {
  const lines = columns.flatMap(({ name, type }) => {
    if (only !== undefined && !only.includes(name)) return [];
    if (PRESENCE_ONLY.includes(`${table}.${name}`)) return [`iif(${name} IS NULL, NULL, '${name}')`];
    return [type === 'TEXT' ? `'${name}=''' || replace(${name}, '''', '''''') || ''''` : `'${name}=' || ${name}`];
  });
  return `concat_ws(char(10), ${lines.join(', ')})`;
}

/** Spells a value the same way, for a row that is not stored yet. */
export function quoted(value: string | number): string {
  if (typeof value === 'number') return String(value);
  // SQLite stores well-formed text only, so hash what will be read back.
  const text = value.toWellFormed();
  // Checking first is five times as fast, and hardly any text contains a quote.
  return `'${text.includes("'") ? text.replaceAll("'", "''") : text}'`;
}

export function rowHash(table: string, text: string): string {
  return hash('sha256', `${table}\n${text}`, 'base64url');
}

/** One row that an audit entry names, with its hash. */
export type RowLeft = readonly [table: string, key: readonly KeyPart[], hash: string];

/** SHA-256 in base64url. */
export const ROW_HASH_CHARACTERS = 43;

/** Decodes an entry's rows; null for JSON that no entry would contain. */
export function decodeRowsLeft(json: string): readonly RowLeft[] | null {
  const plain = plainRowsLeft(json);
  if (plain !== null) return plain;
  try {
    const rows: unknown = JSON.parse(json);
    return Array.isArray(rows) ? (rows as readonly RowLeft[]) : null;
  } catch {
    return null;
  }
}

/**
 * Reads rows as nearly every entry spells them, with whole numbers as keys, in a third of the time that JSON.parse takes; null for
 * any other text.
 */
function plainRowsLeft(json: string): readonly RowLeft[] | null {
  const rows: RowLeft[] = [];
  const last = json.length - 1;
  if (json.charCodeAt(0) !== OPEN || last < 1) return null;
  for (let at = 1; ; at += 1) {
    // ["payouts",[
    if (json.charCodeAt(at) !== OPEN || json.charCodeAt(at + 1) !== QUOTE) return null;
    const tableEnd = json.indexOf('"', at + 2);
    if (tableEnd === -1 || json.charCodeAt(tableEnd + 1) !== COMMA || json.charCodeAt(tableEnd + 2) !== OPEN)
      return null;
    const key: number[] = [];
    let end = tableEnd + 2;
    do {
      const first = end + 1;
      let number = 0;
      for (end = first; isDigit(json.charCodeAt(end)); end += 1) number = number * 10 + json.charCodeAt(end) - ZERO;
      const digits = end - first;
      if (digits === 0 || digits > SAFE_DIGITS || (digits > 1 && json.charCodeAt(first) === ZERO)) return null;
      key.push(number);
    } while (json.charCodeAt(end) === COMMA);
    // ],"hash"]
    if (json.charCodeAt(end) !== CLOSE || json.charCodeAt(end + 1) !== COMMA || json.charCodeAt(end + 2) !== QUOTE)
      return null;
    const [hashFrom, hashEnd] = [end + 3, end + 3 + ROW_HASH_CHARACTERS];
    if (json.indexOf('"', hashFrom) !== hashEnd || json.charCodeAt(hashEnd + 1) !== CLOSE) return null;
    rows.push([json.slice(at + 2, tableEnd), key, json.slice(hashFrom, hashEnd)]);
    at = hashEnd + 2;
    if (at === last && json.charCodeAt(at) === CLOSE) return PLAIN.test(json) ? rows : null;
    if (json.charCodeAt(at) !== COMMA) return null;
  }
}

const [OPEN, CLOSE, QUOTE, COMMA, ZERO] = [0x5b, 0x5d, 0x22, 0x2c, 0x30];
/** So many digits are exact in a double. */
const SAFE_DIGITS = 15;
/** Neither an escape nor a control character, which JSON would read differently. */
const PLAIN = /^[ -[\]-~]*$/;

function isDigit(code: number): boolean {
  return code >= ZERO && code < ZERO + 10;
}

/** The name of a row, unique in the database. */
export function rowName(table: string, key: readonly KeyPart[]): string {
  return key.length === 1 ? `${table} ${key[0]}` : JSON.stringify([table, ...key.map(String)]);
}

interface ChangedRow {
  readonly table: string;
  readonly key: readonly KeyPart[];
}

/** The rows that a connection has changed and no audit entry has named yet. */
export interface ChangedRows {
  readonly isEmpty: boolean;
  /** The batch of the first row that has one; null when none has. */
  firstBatch(): number | null;
  /** Takes this batch's rows and those without a batch. Returns the JSON for the audit entry. */
  take(batchId: number | null): string;
  forget(): void;
}

type Reader = Statement<KeyPart[], readonly [batchId: number | null, text: string]>;

/**
 * Watches what a connection writes, with temporary triggers that are in no file. `mayWrite` throws when no audit entry would name
 * the row. Inserted payouts are not watched: their batch's confirmation has one hash for all of them.
 */
export function watchRows(database: DeskDatabase, mayWrite: () => void): ChangedRows {
  const changed = new Map<string, ChangedRow>();
  const readers = new Map<string, Reader>();
  database.function('row_changed', { varargs: true }, (...args: unknown[]): null => {
    mayWrite();
    const [table, ...key] = args as [string, ...KeyPart[]];
    changed.set(rowName(table, key), { table, key });
    return null;
  });
  for (const table of hashedTables(database)) {
    const { name, columns, key } = table;
    const body = `BEGIN SELECT row_changed('${name}', ${key.map((column) => `NEW.${column}`).join(', ')}); END`;
    const hashed = columns
      .map((column) => column.name)
      .filter((column) => !PRESENCE_ONLY.includes(`${name}.${column}`));
    database.exec(`CREATE TEMP TRIGGER ${name}_updated AFTER UPDATE OF ${hashed.join(', ')} ON main.${name} ${body}`);
    if (name !== 'payouts') {
      database.exec(`CREATE TEMP TRIGGER ${name}_inserted AFTER INSERT ON main.${name} ${body}`);
    }
    const batch = hashed.includes('batch_id') ? 'batch_id' : 'NULL';
    const where = key.map((column) => `${column} = ?`).join(' AND ');
    const reader: Reader = database.statement(`SELECT ${batch}, ${textSql(table)} FROM ${name} WHERE ${where}`);
    readers.set(name, reader.raw());
  }
  const read = ({ table, key }: ChangedRow): ReturnType<Reader['get']> => readers.get(table)?.get(...key);

  return {
    get isEmpty() {
      return changed.size === 0;
    },
    firstBatch: () => {
      for (const row of changed.values()) {
        const batchId = read(row)?.[0] ?? null;
        if (batchId !== null) return batchId;
      }
      return null;
    },
    take: (batchId) => {
      const left: RowLeft[] = [];
      for (const [name, row] of changed) {
        // The row is gone if its insertion was rolled back.
        const [batch, text] = read(row) ?? [null, null];
        if (batch !== null && batch !== batchId) continue;
        changed.delete(name);
        if (text !== null) left.push([row.table, row.key, rowHash(row.table, text)]);
      }
      return JSON.stringify(left);
    },
    forget: () => changed.clear(),
  };
}
