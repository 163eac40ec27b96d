// Opens a SQLite file the way money needs it: durable, strict, private to this user, checked, and of today's schema by
// numbered steps, each in one transaction with user_version. What is older is copied first; what is newer, or not the
// desk's own, is refused by name. Tables, indexes, triggers and views are those of the schema, nothing missing, nothing
// more, nothing different: a trigger put in by somebody else could undo a claim behind the desk's back, and pay twice.

import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { invariant, type Refused } from '../../../shared/failures.ts';
import { isDatabaseId } from '../../../shared/ids.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { DeskDatabase } from './desk-database.ts';
import { damaged, refusing, unusable } from './disk-refusals.ts';
import { ACCOUNT_KEY_SQL, PERSON_KEY_SQL } from './payout-rows.ts';
import { MIGRATIONS } from './schema.ts';

/**
 * A statement that finds another program in the database waits this long at once, for the whole process waits with it, and
 * is then tried again in turns. Under half of the 50 ms that a window may stand still.
 */
const BUSY_WAIT_AT_ONCE_MS = 20;

/** A page cache of 8 MB: measured as fast as 64. Units: KiB, negative by SQLite's convention. */
const CACHE_KIB = -8192;

/**
 * The write-ahead log is written back every 4,000 pages, 16 MB: people's keys lie all over their indexes, so a shorter log
 * writes the same pages back again and again. Measured at 100,000 payouts: a sixth of a turn's cost, a third of its stalls.
 */
const CHECKPOINT_PAGES = 4_000;

/** How long a statement waits for another program, where only this command waits with it. Units: milliseconds. */
const BUSY_TIMEOUT_MS = 2_000;

/** SQLite's page size since 2016, which the desk never changes. */
const PAGE_BYTES = 4_096;

/** Readable and writable by this user alone. */
const PRIVATE_MODE = 0o600;

/** SQLite keeps its write-ahead log and that log's index beside the file. */
export const COMPANIONS = ['-wal', '-shm'] as const;

export type Opened = { readonly kind: 'open'; readonly database: DeskDatabase } | Refused;

/** Opens for writing, creating the file where there is none. Errors: a refusal for a damaged, newer or unwritable file. */
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

/** Statements of this connection hardly wait for another program any more. Errors: they fail as busy instead. */
export function waitInTurns(database: DeskDatabase): void {
  database.pragma(`busy_timeout = ${BUSY_WAIT_AT_ONCE_MS}`);
}

/**
 * Opens for reading beside a writer. Errors: a refusal when there is no file or it cannot be read. Shape: `forAudit` also opens
 * one whose triggers, indexes and views are not the desk's own, so that they can be named.
 */
export function openReadOnly(path: string, { forAudit = false }: { readonly forAudit?: boolean } = {}): Opened {
  return refusing(path, () => {
    const refusal = incompleteness(path);
    if (refusal !== null) return { kind: 'refused', refusal };
    return opened(path, { readonly: true, fileMustExist: true }, forAudit);
  });
}

/** Reads a little of a file that is not opened whole, nor looked through. Errors: null where there is none, or it cannot be read. */
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

/**
 * Makes a new file under another name and gives it its own once it is whole. So a file under its own name was complete
 * before, and an empty one has lost everything.
 */
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

/** SQLite fills up a cut last page with zeros and goes on, which `quick_check` does not see: index entries would be gone. */
function incompleteness(path: string): Refusal | null {
  const facts = statSync(path);
  if (!facts.isFile()) return unusable(path, msg('why.notAFile'));
  if (facts.size === 0) return damaged(path);
  // A checkpoint that was cut short is made good from the write-ahead log.
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return hasLog || facts.size % PAGE_BYTES === 0 ? null : damaged(path);
}

function opened(path: string, options: Database.Options, forAudit = false): Opened {
  const database = new DeskDatabase(path, { timeout: BUSY_TIMEOUT_MS, ...options });
  try {
    configure(database);
    if (!database.readonly) makeDurable(database);
    const refusal =
      damage(database) ??
      (database.readonly
        ? (otherVersion(database) ?? foreignness(database, { tablesOnly: forAudit }))
        : migrate(database));
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
  // Else REPLACE deletes a row without its trigger being asked.
  database.pragma('recursive_triggers = ON');
  database.pragma(`cache_size = ${CACHE_KIB}`);
  // What SQLite sorts aside holds account numbers: it must not lie in a folder for temporary files.
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
  // Asserted after the first read: before it the pragma reports what it was told, not what is in force.
  database.pragma('synchronous = FULL');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
  invariant(database.pragma('journal_mode', { simple: true }) === 'wal', 'the journal is not a WAL');
  invariant(database.pragma('synchronous', { simple: true }) === 2, 'synchronous is not FULL');
}

/**
 * "PayD", in SQLite's header field for whose file it is. Development versions left it empty while they counted eight schemas
 * of their own in user_version, so that without it a number says nothing.
 */
const APPLICATION_ID = 0x50_61_79_44;

/**
 * Brings the database through all `migrations`, keeping a copy of an older one beside it.
 * Errors: a refusal when the file is newer, is not ours, or was changed by somebody else.
 */
export function migrate(database: DeskDatabase, migrations: readonly string[] = MIGRATIONS): Refusal | null {
  const version = versionOf(database);
  if (version !== 0 || hasTables(database)) {
    const refusal =
      notOurs(database) ??
      newer(version, migrations.length) ??
      // What somebody else put in would be asked by the migration's own writes.
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

/** Why a database of another schema cannot be read as it is; null when it is today's. */
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

/** SQLite makes the copy itself: what still lies in the write-ahead log is in it, whoever reads meanwhile. */
function keepCopy(database: DeskDatabase, version: number): void {
  const copy = `${database.name}.schema-${version}.bak`;
  // A copy that is already there is of a migration that did not come to its end: this one is the same and whole.
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

/** One difference. Shape: `object` reads like `trigger payouts_kept`; `isTable` where rows can no longer be believed. */
interface SchemaDifference {
  readonly kind: 'foreign' | 'missing' | 'changed';
  readonly object: string;
  readonly isTable: boolean;
}

/** What differs from the schema of the database's own version. */
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

/** A difference, as a sentence about the database goes on. */
export function differenceInWords({ kind, object }: SchemaDifference): Message {
  return msg(`why.schema.${kind}`, { object });
}

/**
 * Why a database is not as the desk makes it; null when it is. Shape: with `tablesOnly` whatever leaves the rows readable is
 * let through, for the audit that names it.
 */
function foreignness(
  database: DeskDatabase,
  { tablesOnly, migrations }: { readonly tablesOnly: boolean; readonly migrations?: readonly string[] },
): Refusal | null {
  const difference = schemaDifferences(database, migrations).find(({ isTable }) => isTable || !tablesOnly);
  if (difference !== undefined) return changedSchema(database.name, differenceInWords(difference));
  const id = database.prepare('SELECT database_id FROM desk').pluck().get();
  // A folder is named after it.
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

/** Each object by its kind and name, with what it is made of. */
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

/** The text as it was written, but for spaces and quoted names: editions of SQLite rewrite these on ALTER TABLE. */
function plainSql(sql: string | null): string {
  return (sql ?? '').replaceAll(/\s+/g, ' ').replaceAll('"', '');
}

const MADE = new Map<string, ReadonlyMap<string, string>>();

/** Made once per process by the statements themselves, in memory. */
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

/** Which migrations it has been through. */
function versionOf(database: DeskDatabase): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/** Whether each page and each row can be read. */
function damage(database: DeskDatabase): Refusal | null {
  const verdict = database.pragma('quick_check(1)', { simple: true });
  return verdict === 'ok' ? null : damaged(database.name);
}

/**
 * Whether the indexes that claims and guards ask still say what the rows say, which `quick_check` does not look at.
 * Measured: three to four times as long as `quick_check`, so it is asked before sending and not at each open.
 */
export function damagedIndexes(database: DeskDatabase): Refusal | null {
  const foreign = foreignness(database, { tablesOnly: false });
  if (foreign !== null) return foreign;
  for (const table of ['payouts', 'payout_people', 'payout_references', 'payee_names', 'payout_relations']) {
    if (database.pragma(`integrity_check('${table}')`, { simple: true }) !== 'ok') return damaged(database.name);
  }
  return countFalseKeys(database) === 0 ? null : damaged(database.name);
}

/**
 * Names under which payouts are not found, or that no payout has. Folding every name takes its time: for an audit.
 */
export function countFalseNames(database: DeskDatabase): number {
  const names = `SELECT DISTINCT fold_name(name) AS name_key, ${ACCOUNT_KEY_SQL} AS account_key FROM payouts
    WHERE fold_name(name) <> ''`;
  const kept = 'SELECT name_key, account_key FROM payee_names';
  const different = `SELECT count(*) FROM (SELECT * FROM (${names} EXCEPT ${kept}) UNION ALL SELECT * FROM (${kept} EXCEPT ${names}))`;
  return Number(database.prepare(different).pluck().get());
}

/**
 * Payouts whose keys are missing, and keys and relations that belong to no payout: they lie in tables of their own, which a damaged disk
 * can change without SQLite noticing. It reads every payout, so it is never asked in a turn.
 */
export function countFalseKeys(database: DeskDatabase): number {
  const count = (sql: string): number => Number(database.prepare(sql).pluck().get());
  const payouts = count('SELECT count(*) FROM payouts');
  // With as many keys as payouts, and each payout under its own, no key is left over.
  const strangers = ['payout_references', 'payout_people'].map((table) =>
    Math.abs(count(`SELECT count(*) FROM ${table}`) - payouts),
  );
  const unfound = count(
    `SELECT count(*) FROM payouts p WHERE NOT EXISTS (
       SELECT 1 FROM payout_people k WHERE k.merchant_id = p.merchant_id AND k.person_key = ${PERSON_KEY_SQL}
         AND k.amount_paise = p.amount_paise AND k.payout_id = p.payout_id)
     OR NOT EXISTS (
       SELECT 1 FROM payout_references k WHERE k.merchant_id = p.merchant_id AND k.reference = p.reference
         AND k.payout_id = p.payout_id)`,
  );
  const relations = count(
    'SELECT count(*) FROM payout_relations r WHERE NOT EXISTS (SELECT 1 FROM payouts p WHERE p.payout_id = r.payout_id)',
  );
  return Math.max(unfound, ...strangers, relations);
}
