// Opens a SQLite file the way money needs it: durable, strict, private to this user, and checked.
// In: a path. Out: a database whose durability settings were read back, or a refusal. This file must never repair a file.

import { chmodSync, existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { invariant } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { migrate, otherVersion } from './migrations.ts';

/** A page cache of 8 MB: measured as fast as 64. Units: KiB, negative by SQLite's convention. */
const CACHE_KIB = -8192;

/** How long a statement waits for another connection, such as a profile being changed beside a run. Units: milliseconds. */
const BUSY_TIMEOUT_MS = 2_000;

export type Opened =
  | { readonly kind: 'open'; readonly database: Database.Database }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Opens for writing, creating the file where there is none. Errors: a refusal for a damaged, newer or unwritable file. */
export function openWritable(path: string): Opened {
  return opened(path, () => {
    const fresh = !existsSync(path);
    const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
    if (fresh) chmodSync(path, 0o600);
    configure(database);
    database.pragma('journal_mode = WAL');
    // Asserted after the first read: before it the pragma reports what it was told, not what is in force.
    database.pragma('synchronous = FULL');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    invariant(database.pragma('journal_mode', { simple: true }) === 'wal', 'the journal is not a WAL');
    invariant(database.pragma('synchronous', { simple: true }) === 2, 'synchronous is not FULL');
    return database;
  });
}

/** Opens for reading beside a writer. Errors: a refusal when there is no file or it cannot be read. */
export function openReadOnly(path: string): Opened {
  return opened(path, () => {
    const database = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    configure(database);
    return database;
  });
}

function configure(database: Database.Database): void {
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma(`cache_size = ${CACHE_KIB}`);
  if (process.platform === 'darwin') {
    database.pragma('fullfsync = ON');
    database.pragma('checkpoint_fullfsync = ON');
  }
  invariant(database.pragma('foreign_keys', { simple: true }) === 1, 'foreign keys are off');
}

function opened(path: string, open: () => Database.Database): Opened {
  let database: Database.Database | null = null;
  try {
    database = open();
    const refusal = damage(database) ?? (database.readonly ? otherVersion(database) : migrate(database));
    if (refusal === null) return { kind: 'open', database };
    database.close();
    return { kind: 'refused', refusal };
  } catch (error) {
    database?.close();
    if (error instanceof Database.SqliteError) return { kind: 'refused', refusal: refusalOf(error, path) };
    throw error;
  }
}

function damage(database: Database.Database): Refusal | null {
  const verdict = database.pragma('quick_check(1)', { simple: true });
  return verdict === 'ok' ? null : damaged(database.name);
}

function damaged(path: string): Refusal {
  return {
    code: 'damagedDatabase',
    message: `The database ${path} is damaged and was not opened.`,
    cure: 'Keep the file as it is, restore a backup into another folder, and open that one.',
  };
}

function refusalOf(error: { readonly code: string; readonly message: string }, path: string): Refusal {
  if (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB') return damaged(path);
  if (error.code.startsWith('SQLITE_FULL')) {
    return { code: 'diskFull', message: 'The disk is full.', cure: 'Free some space and try again.' };
  }
  return {
    code: 'unusableDatabase',
    message: `The database ${path} cannot be opened: ${error.code}.`,
    cure: 'Check that the data folder exists, is writable by you, and has free space.',
  };
}
