// The hash of a row, for the audit log: whatever a table's own definition names as a column is in it, so that a new
// column is covered by itself. A row is spelt as a line for each column that is not NULL, texts quoted as in SQL and
// integers not; so a column which a later migration adds, and which is NULL in old rows, leaves their hashes as they are.
// SQLite spells the rows itself: a third of the time that it takes to hand their values over, and exact for any integer.

import { hash } from 'node:crypto';
import type { DeskDatabase, Statement } from './desk-database.ts';

/**
 * Tables whose rows no audit entry names. The chain holds its own; the tables of keys say nothing that the payouts do not
 * say, and are held against them, key by key; relations are those that the entries of their batches name; where the clock was set back the chain says itself.
 */
const NOT_HASHED = [
  'audit',
  'payout_references',
  'payout_people',
  'payee_names',
  'payout_relations',
  'clock_set_backs',
];

/**
 * Hashed as there or not there. When a payout is looked up next, earlier or later, moves no money, and a time beyond the
 * longest wait counts as due; a person who asks for every look-up at once changes a hundred thousand of them.
 */
const PRESENCE_ONLY: readonly string[] = ['payouts.next_lookup_at_ms'];

interface DatabaseColumn {
  readonly name: string;
  readonly type: string;
  /** Its place in the primary key, from 1; 0 where it has none. */
  readonly pk: number;
  readonly dflt_value: string | null;
}

export interface HashedTable {
  readonly name: string;
  readonly columns: readonly DatabaseColumn[];
  readonly key: readonly string[];
}

/** A part of a row's key, as it comes from SQLite. */
export type KeyPart = string | number | bigint | null;

/** The tables whose rows the audit log names. Shape: what somebody else has made is named by the check of the schema. */
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

/** SQL of a row's spelling, of all columns or of these. */
export function textSql({ name: table, columns }: HashedTable, only?: readonly string[]): string {
  const lines = columns.flatMap(({ name, type }) => {
    if (only !== undefined && !only.includes(name)) return [];
    if (PRESENCE_ONLY.includes(`${table}.${name}`)) return [`iif(${name} IS NULL, NULL, '${name}')`];
    return [type === 'TEXT' ? `'${name}=''' || replace(${name}, '''', '''''') || ''''` : `'${name}=' || ${name}`];
  });
  return `concat_ws(char(10), ${lines.join(', ')})`;
}

/** How that spelling has a value, for a row that is not on the disk yet. */
export function quoted(value: string | number): string {
  if (typeof value === 'number') return String(value);
  // SQLite keeps well-formed text only: what is hashed is what will be read back.
  const text = value.toWellFormed();
  // Asking first is five times as quick, and hardly any text holds one.
  return `'${text.includes("'") ? text.replaceAll("'", "''") : text}'`;
}

export function rowHash(table: string, text: string): string {
  return hash('sha256', `${table}\n${text}`, 'base64url');
}

/** One row as an audit entry leaves it. */
export type RowLeft = readonly [table: string, key: readonly KeyPart[], hash: string];

/** Decodes what an entry says of rows. Errors: null for what no entry says. */
export function decodeRowsLeft(json: string): readonly RowLeft[] | null {
  try {
    const rows: unknown = JSON.parse(json);
    return Array.isArray(rows) ? (rows as readonly RowLeft[]) : null;
  } catch {
    return null;
  }
}

/** The name of a row within a database. */
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
  /** The batch of the first row that has one; null where none has. */
  firstBatch(): number | null;
  /** Names those of this batch, and those of none. Shape: JSON for the entry that leaves them. */
  take(batchId: number | null): string;
  forget(): void;
}

type Reader = Statement<KeyPart[], readonly [batchId: number | null, text: string]>;

/**
 * Watches what a connection writes, by triggers of its own that are in no file. `mayWrite` throws where nothing would be
 * named. Payouts are only stored with their batch, whose confirmation has one hash for all of them.
 */
export function watchRows(database: DeskDatabase, mayWrite: () => void): ChangedRows {
  const changed = new Map<string, ChangedRow>();
  const readers = new Map<string, Reader>();
  database.function('row_changed', { varargs: true }, (...given: unknown[]): null => {
    mayWrite();
    const [table, ...key] = given as [string, ...KeyPart[]];
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
        // A row whose insertion was taken back is none.
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
