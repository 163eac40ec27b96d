// One sender at a time: a small SQLite file held exclusively for as long as this process lives.
// In: the data folder. Out: the lock, or the word that another process has it. The system frees it when a process dies.
// This file must never wait long, and must never break another process's lock.

import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** A process that was just killed frees its lock within this. Units: milliseconds. */
const GRACE_MS = 1_500;

export type Locking =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unusable'; readonly code: string };

export type TakeSenderLock = (dataFolder: string) => Locking;

/** One lock for both databases of a data folder: taken with the first, given back with the last. */
export function shareSenderLock(): TakeSenderLock {
  let shared: { readonly dataFolder: string; readonly release: () => void; users: number } | null = null;
  return (dataFolder) => {
    if (shared === null || shared.dataFolder !== dataFolder) {
      const locking = takeSenderLock(dataFolder);
      if (locking.kind !== 'held') return locking;
      shared = { dataFolder, release: locking.release, users: 0 };
    }
    const mine = shared;
    mine.users += 1;
    return {
      kind: 'held',
      release: () => {
        mine.users -= 1;
        if (mine.users > 0) return;
        if (shared === mine) shared = null;
        mine.release();
      },
    };
  };
}

/** Takes the lock of a data folder. Errors: `busy` when another process sends from it, `unusable` when it cannot be written. */
export function takeSenderLock(dataFolder: string): Locking {
  let database: Database.Database | null = null;
  try {
    const path = join(dataFolder, 'lock.db');
    database = new Database(path, { timeout: GRACE_MS });
    chmodSync(path, 0o600);
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (pid INTEGER) STRICT;');
    database.exec('DELETE FROM held');
    database.prepare('INSERT INTO held (pid) VALUES (?)').run(process.pid);
    database.exec('COMMIT');
    const held = database;
    return { kind: 'held', release: () => void held.close() };
  } catch (error) {
    database?.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (code === null) throw error;
    return code.startsWith('SQLITE_BUSY') ? { kind: 'busy' } : { kind: 'unusable', code };
  }
}

/** Whether a process holds the lock of a data folder now. Shape: true also when that cannot be told. */
export function isSenderLockHeld(dataFolder: string): boolean {
  const path = join(dataFolder, 'lock.db');
  if (!existsSync(path)) return false;
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 });
    // An exclusive lock keeps readers out as well: whoever reads this much, reads beside nobody.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    return true;
  } finally {
    database?.close();
  }
}
