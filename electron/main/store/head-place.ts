// Where heads are kept, and what they know of a database: its own head, and the databases that lay at its path before it. A
// database that is gone from its folder must not be followed by one that knows nothing of what was paid.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import type { Refusal } from '../../../shared/issues.ts';
import { batchesInWords, type HeadBatch } from '../../../shared/standing.ts';
import { distinctBatches, type HeadReading, readHeadFolder, syncFolder } from './head-file.ts';

/**
 * Where heads are kept. Shape: `folder` holds them all; `list` names every database that has one; `folderOf` names a database's folder; `take` makes it
 * and holds it against other processes.
 */
export interface HeadPlace {
  readonly machine: string;
  readonly folder: string;
  list(): readonly string[];
  folderOf(databaseId: string): string;
  take(
    databaseId: string,
  ):
    | { readonly kind: 'taken'; readonly folder: string; release(): void }
    | { readonly kind: 'busy' }
    | { readonly kind: 'refused'; readonly refusal: Refusal };
}

/** A database where it lies. Shape: `databaseId` empty where its file names none, or there is no file. */
export interface PlacedDatabase {
  readonly databaseId: string;
  readonly path: string;
  readonly prefix: 'B' | 'P';
}

/** What is noted outside of a database. Shape: `gone` the batches of others that lay at its path. */
export interface Noted extends HeadReading {
  readonly gone: readonly HeadBatch[];
}

/** Reads what is noted of a database. Errors: throws when a file is there and cannot be read. */
export function readNoted(place: HeadPlace, database: PlacedDatabase): Noted {
  const { databaseId } = database;
  const own = databaseId === '' ? NOTHING : readHeadFolder(place.folderOf(databaseId));
  return { ...own, gone: batchesGone(place, database) };
}

const NOTHING: HeadReading = { head: null, batches: [] };

/** The batches of databases that lay at this path and do not any more. Shape: practice money needs no such care. */
export function batchesGone(place: HeadPlace, { databaseId, path, prefix }: PlacedDatabase): readonly HeadBatch[] {
  if (prefix === 'P') return [];
  const at = canonicalPath(path);
  const gone = place
    .list()
    .filter((id) => id !== databaseId && readPaths(place.folderOf(id)).includes(at))
    .flatMap((id) => readHeadFolder(place.folderOf(id)).batches.map((batch) => ({ from: id, ...batch })));
  return distinctBatches(gone);
}

/** Why there is nothing to read where a database lay; null where none ever did. Errors: as readNoted. */
export function goneRefusal(place: HeadPlace, file: Omit<PlacedDatabase, 'databaseId'>): Refusal | null {
  const gone = batchesGone(place, { databaseId: '', ...file });
  if (gone.length === 0) return null;
  return {
    code: 'databaseGone',
    message: `The database ${file.path} is gone. It held ${batchesInWords(gone)}.`,
    cure: 'Put it back, or put a backup in its place with `restore FILE`. Without either, `unlock` begins anew.',
  };
}

/**
 * Notes that a database lies at this path. Where it lay before is forgotten when it is no longer there: it was moved.
 * Errors: throws what the disk says.
 */
export function notePath(folder: string, { databaseId, path }: PlacedDatabase): void {
  const at = canonicalPath(path);
  const known = readPaths(folder);
  if (known.includes(at)) return;
  const still = known.filter((other) => liesAt(other, databaseId));
  writePaths(folder, [...still, at]);
}

/** Whether that database lies there. Shape: also where that cannot be told. */
function liesAt(path: string, databaseId: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return database.prepare('SELECT database_id FROM desk').pluck().get() === databaseId;
    } finally {
      database.close();
    }
  } catch {
    return true;
  }
}

/** The one name of a file, however its folder is reached. Shape: also of a file whose folder is gone. */
function canonicalPath(path: string): string {
  const whole = resolve(path);
  return join(canonicalFolder(dirname(whole)), basename(whole));
}

function canonicalFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isGone || dirname(folder) === folder) throw error;
    return join(canonicalFolder(dirname(folder)), basename(folder));
  }
}

/** Where a database has been in use. Shape: nothing where that was never noted or cannot be understood. */
function readPaths(folder: string): readonly string[] {
  const file = join(folder, 'paths');
  if (!existsSync(file)) return [];
  try {
    const paths: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Whole or not at all. */
function writePaths(folder: string, paths: readonly string[]): void {
  const draft = join(folder, 'paths.new');
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify(paths));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, join(folder, 'paths'));
  syncFolder(folder);
}
