// Opens a SQLite file the way money needs it: durable, strict, private to this user, and checked.
// In: a path. Out: a database whose durability settings were read back, or a refusal. This file must never repair a file,
// and never take an emptied one for a new one.

import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { invariant } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { BUSY_WAIT_AT_ONCE_MS } from '../../../shared/limits.ts';
import { damage, foreignness } from './check-database.ts';
import { damaged, refusing, unusable } from './disk-refusals.ts';
import { migrate, otherVersion } from './migrations.ts';

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

export type Opened =
  | { readonly kind: 'open'; readonly database: Database.Database }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

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

/** Opens one more connection for writing, to a file that this process has open already. Errors: throws the disk's fault. */
export function openBeside(own: Database.Database): Database.Database {
  const database = new Database(own.name, { timeout: busyTimeoutMs(own), fileMustExist: true });
  configure(database);
  makeDurable(database);
  // The desk's own connection writes the log back, in a turn of its own.
  database.pragma('wal_autocheckpoint = 0');
  return database;
}

/** Statements of this connection hardly wait for another program any more. Errors: they fail as busy instead. */
export function waitInTurns(database: Database.Database): void {
  database.pragma(`busy_timeout = ${BUSY_WAIT_AT_ONCE_MS}`);
}

function busyTimeoutMs(database: Database.Database): number {
  return Number(database.pragma('busy_timeout', { simple: true }));
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
  if (!facts.isFile()) return unusable(path, 'not a file');
  if (facts.size === 0) return damaged(path);
  // A checkpoint that was cut short is made good from the write-ahead log.
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return hasLog || facts.size % PAGE_BYTES === 0 ? null : damaged(path);
}

function opened(path: string, options: Database.Options, forAudit = false): Opened {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS, ...options });
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

function configure(database: Database.Database): void {
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

function makeDurable(database: Database.Database): void {
  database.pragma('journal_mode = WAL');
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  // Asserted after the first read: before it the pragma reports what it was told, not what is in force.
  database.pragma('synchronous = FULL');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
  invariant(database.pragma('journal_mode', { simple: true }) === 'wal', 'the journal is not a WAL');
  invariant(database.pragma('synchronous', { simple: true }) === 2, 'synchronous is not FULL');
}
