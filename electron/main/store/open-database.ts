// Opens a SQLite file safely for money: durable, strict, private to this user, checked, and migrated to today's schema by
// numbered steps, each in one transaction with user_version. An older file is copied first; a newer or foreign one is refused by
// name. Tables, indexes, triggers and views must match the schema exactly: a trigger added by somebody else could undo a claim
// unnoticed, and a payout would be paid twice.

import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { invariant, type Refused } from '../../../shared/failures.ts';
import { isDatabaseId } from '../../../shared/ids.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { DeskDatabase } from './desk-database.ts';
import { damaged, refusing, unusable } from './disk-refusals.ts';
import { MIGRATIONS } from './schema.ts';

/**
 * How long a statement waits at once for another program, since the whole process waits with it. It is then retried in turns.
 * Under half of the 50 ms that a window may freeze.
 */
const BUSY_WAIT_AT_ONCE_MS = 20;

/** A page cache of 8 MB, measured as fast as 64 MB. In KiB, negative by SQLite's convention. */
const CACHE_KIB = -8192;

/**
 * The write-ahead log is checkpointed every 4,000 pages (16 MB). Payee keys are spread over their indexes, so a shorter log
 * writes the same pages again and again. Measured at 100,000 payouts: saves a sixth of a turn's cost and a third of its stalls.
 */
const CHECKPOINT_PAGES = 4_000;

/** How long a statement waits for another program when only this command waits with it, in milliseconds. */
const BUSY_TIMEOUT_MS = 2_000;

/** SQLite's default page size since 2016. The desk never changes it. */
const PAGE_BYTES = 4_096;

const PRIVATE_MODE = 0o600;

/** The write-ahead log and its index, beside the database file. */
export const COMPANIONS = ['-wal', '-shm'] as const;

export type Opened = { readonly kind: 'open'; readonly database: DeskDatabase } | Refused;

/** Opens for writing; creates a missing file. Refuses a damaged, newer or unwritable file. */
export function openWritable(path: string): Opened {
  return refusing(path, () => {
    const refusal = existsSync(path) ? incompleteness(path) : create(path);
    if (refusal !== null) return { kind: 'refused', refusal };
    chmodSync(path, PRIVATE_MODE);
    for (const companion of COMPANIONS) {
      if (existsSync(path + companion)) chmodSync(path + companion, PRIVATE_MODE);
    }
    return opened(path, { fileMustExist: true });
  });
}

/** From now on, statements of this connection barely wait for another program. They fail as busy instead. */
export function waitInTurns(database: DeskDatabase): void {
  database.pragma(`busy_timeout = ${BUSY_WAIT_AT_ONCE_MS}`);
}

/** `wholly`: every page is read first. `otherRules`: triggers, indexes and views may differ, so that the audit can name them. */
interface Reading {
  readonly wholly?: boolean;
  readonly otherRules?: boolean;
}

/** Opens for reading beside a writer. Refuses when the file is missing or unreadable. */
export function openReadOnly(path: string, reading: Reading = {}): Opened {
  return refusing(path, () => {
    const refusal = incompleteness(path);
    if (refusal !== null) return { kind: 'refused', refusal };
    return opened(path, { readonly: true, fileMustExist: true }, reading);
  });
}

/** Reads a little of a file without checking the whole of it. Returns null when it is missing or unreadable. */
export function peek<Value>(path: string, read: (database: DeskDatabase) => Value): Value | null {
  try {
    const database = new DeskDatabase(path, { readonly: true, fileMustExist: true });
    try {
      return read(database);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Renames a new file into place once it is whole. So a file under its final name was whole once; an empty one has lost all. */
function create(path: string): Refusal | null {
  const draft = `${path}.new`;
  for (const left of ['', ...COMPANIONS]) rmSync(draft + left, { force: true });
  closeSync(openSync(draft, 'wx', PRIVATE_MODE));
  const made = opened(draft, { fileMustExist: true });
  if (made.kind === 'refused') return made.refusal;
  made.database.close();
  renameSync(draft, path);
  return null;
}

/** Whether every page and row can be read. */
export function canBeRead(database: DeskDatabase): boolean {
  return database.pragma('quick_check(1)', { simple: true }) === 'ok';
}

/** Whether a write-ahead log is left, as after a process that died. */
export function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** SQLite pads a truncated last page with zeros and notices nothing: index entries would be lost. */
function incompleteness(path: string): Refusal | null {
  const facts = statSync(path);
  if (!facts.isFile()) return unusable(path, msg('why.notAFile'));
  if (facts.size === 0) return damaged(path);
  // SQLite completes an interrupted checkpoint from the write-ahead log.
  return hasLog(path) || facts.size % PAGE_BYTES === 0 ? null : damaged(path);
}

function opened(path: string, options: Database.Options, { wholly = false, otherRules = false }: Reading = {}): Opened {
  const database = new DeskDatabase(path, { timeout: BUSY_TIMEOUT_MS, ...options });
  try {
    configure(database);
    if (!database.readonly) makeDurable(database);
    const refusal =
      wholly && !canBeRead(database)
        ? damaged(path)
        : database.readonly
          ? (otherVersion(database) ?? foreignness(database, { tablesOnly: otherRules }))
          : migrate(database);
    if (refusal === null) return { kind: 'open', database };
    database.close();
    return { kind: 'refused', refusal };
  } catch (error) {
    database.close();
    throw error;
  }
}

function configure(database: DeskDatabase): void {
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  // Otherwise REPLACE deletes a row without firing its trigger.
  database.pragma('recursive_triggers = ON');
  database.pragma(`cache_size = ${CACHE_KIB}`);
  // SQLite's sorting holds account numbers, which must not be written to a folder for temporary files.
  database.pragma('temp_store = MEMORY');
  if (process.platform === 'darwin') {
    database.pragma('fullfsync = ON');
    database.pragma('checkpoint_fullfsync = ON');
  }
  invariant(database.pragma('foreign_keys', { simple: true }) === 1, 'foreign keys are off');
}

function makeDurable(database: DeskDatabase): void {
  database.pragma('journal_mode = WAL');
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  // Asserted after the first read: before that, the pragma returns what was set, not what is in force.
  database.pragma('synchronous = FULL');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
  invariant(database.pragma('journal_mode', { simple: true }) === 'wal', 'the journal is not a WAL');
  invariant(database.pragma('synchronous', { simple: true }) === 2, 'synchronous is not FULL');
}

/**
 * "PayD", in SQLite's header field for the application. Development versions left it empty while user_version counted eight
 * schemas of their own, so a version without this id means nothing.
 */
const APPLICATION_ID = 0x50_61_79_44;

/** Runs all `migrations`, first copying an older database. Refuses one that is newer, not ours, or changed by somebody else. */
export function migrate(database: DeskDatabase, migrations: readonly string[] = MIGRATIONS): Refusal | null {
  const version = versionOf(database);
  if (version !== 0 || hasTables(database)) {
    const refusal =
      notOurs(database) ??
      newer(version, migrations.length) ??
      // Checked first, because the migration's own writes would fire a foreign trigger.
      foreignness(database, { tablesOnly: false, migrations });
    if (refusal !== null) return refusal;
    if (version < migrations.length) keepCopy(database, version);
  }
  for (const [index, statements] of migrations.slice(version).entries()) {
    database
      .transaction(() => {
        database.exec(statements);
        database.pragma(`application_id = ${APPLICATION_ID}`);
        database.pragma(`user_version = ${version + index + 1}`);
      })
      .immediate();
  }
  return null;
}

/** Why a database of another schema version cannot be read; null when the version is today's. */
export function otherVersion(database: DeskDatabase, migrations: readonly string[] = MIGRATIONS): Refusal | null {
  const version = versionOf(database);
  const refusal = notOurs(database) ?? newer(version, migrations.length);
  if (refusal !== null || version === migrations.length) return refusal;
  return {
    code: 'olderDatabase',
    message: msg('store.olderDatabase', { version }),
    cure: msg('cure.olderDatabase'),
  };
}

/** SQLite makes the copy itself, so that it includes the write-ahead log, even while others read. */
function keepCopy(database: DeskDatabase, version: number): void {
  const copy = `${database.name}.schema-${version}.bak`;
  // An existing copy is from a migration that did not finish. The new copy is the same, and whole.
  rmSync(copy, { force: true });
  closeSync(openSync(copy, 'wx', 0o600));
  database.prepare('VACUUM INTO ?').run(copy);
}

function hasTables(database: DeskDatabase): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() !== 0;
}

function newer(version: number, known: number): Refusal | null {
  if (version <= known) return null;
  return {
    code: 'newerDatabase',
    message: msg('store.newerDatabase', { version, known }),
    cure: msg('cure.newerDatabase'),
  };
}

function notOurs(database: DeskDatabase): Refusal | null {
  const version = versionOf(database);
  const id = database.pragma('application_id', { simple: true });
  if (id === APPLICATION_ID && version > 0) return null;
  const hasDesk = database.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'desk'`).pluck().get() === 1;
  if (id === 0 && version > 0 && hasDesk) {
    return {
      code: 'developmentDatabase',
      message: msg('store.developmentDatabase', { path: database.name, version }),
      cure: msg('cure.developmentDatabase'),
    };
  }
  return {
    code: 'foreignDatabase',
    message: msg('store.foreignDatabase', { path: database.name }),
    cure: msg('cure.foreignDatabase'),
  };
}

/** One difference. `object` reads like `trigger payouts_kept`; `isTable`: the rows can no longer be trusted. */
interface SchemaDifference {
  readonly kind: 'foreign' | 'missing' | 'changed';
  readonly object: string;
  readonly isTable: boolean;
}

/** Differences from the schema of the database's own version. */
export function schemaDifferences(
  database: DeskDatabase,
  migrations: readonly string[] = MIGRATIONS,
): readonly SchemaDifference[] {
  const expected = objectsMadeBy(migrations.slice(0, versionOf(database)).join('\n'));
  const actual = objectsOf(database);
  const differences: SchemaDifference[] = [];
  for (const object of new Set([...actual.keys(), ...expected.keys()])) {
    const [is, was] = [actual.get(object), expected.get(object)];
    if (is === was) continue;
    const kind = was === undefined ? 'foreign' : is === undefined ? 'missing' : 'changed';
    differences.push({ kind, object, isTable: kind !== 'foreign' && object.startsWith('table ') });
  }
  return differences;
}

/** A difference, worded to complete a sentence about the database. */
export function differenceInWords({ kind, object }: SchemaDifference): Message {
  return msg(`why.schema.${kind}`, { object });
}

/** Why a database is not as the desk makes it, or null. `tablesOnly` accepts readable rows, for the audit to name the rest. */
export function foreignness(
  database: DeskDatabase,
  { tablesOnly, migrations }: { readonly tablesOnly: boolean; readonly migrations?: readonly string[] },
): Refusal | null {
  const difference = schemaDifferences(database, migrations).find(({ isTable }) => isTable || !tablesOnly);
  if (difference !== undefined) return changedSchema(database.name, differenceInWords(difference));
  const id = database.prepare('SELECT database_id FROM desk').pluck().get();
  // The id names a folder.
  const isOurs = id === undefined || isDatabaseId(id);
  return isOurs ? null : changedSchema(database.name, msg('why.schema.foreignId'));
}

function changedSchema(path: string, why: Message): Refusal {
  return {
    code: 'changedDatabase',
    message: msg('store.changedDatabase', { path, why }),
    cure: msg('cure.changedDatabase'),
  };
}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tableName: string;
  readonly sql: string | null;
}

/** Each object's definition, by its kind and name. */
function objectsOf(database: DeskDatabase): ReadonlyMap<string, string> {
  const rows = database
    .prepare<[], SchemaRow>('SELECT type, name, tbl_name AS tableName, sql FROM sqlite_schema')
    .all();
  const objects = new Map<string, string>();
  for (const { type, name, tableName, sql } of rows) {
    let object = `${type} ${name}`;
    while (objects.has(object)) object += ' (once more)';
    objects.set(object, `${tableName}: ${plainSql(sql)}`);
  }
  return objects;
}

/** The SQL without extra spaces and quotes around names: versions of SQLite rewrite these on ALTER TABLE. */
function plainSql(sql: string | null): string {
  return (sql ?? '').replaceAll(/\s+/g, ' ').replaceAll('"', '');
}

const MADE = new Map<string, ReadonlyMap<string, string>>();

/** Runs the statements once per process, in memory. */
function objectsMadeBy(statements: string): ReadonlyMap<string, string> {
  const known = MADE.get(statements);
  if (known !== undefined) return known;
  const database = new DeskDatabase(':memory:');
  try {
    const objects = objectsOf(database.exec(statements));
    MADE.set(statements, objects);
    return objects;
  } finally {
    database.close();
  }
}

/** How many migrations the database has been through. */
function versionOf(database: DeskDatabase): number {
  return Number(database.pragma('user_version', { simple: true }));
}
