import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Refused } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';

/** Why a command that needs an archive cannot go on: the file is missing, or is not the one that was written. */
export class ArchiveUnusable extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Turns faults of the disk or file into refusals. Everything else is our bug and is thrown. */
export function refusing<Result>(path: string, act: () => Result): Result | Refused {
  try {
    return act();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (code === null || code.startsWith('ERR_')) throw error;
    return { kind: 'refused', refusal: refusalOf(code, path) };
  }
}

/** The refusal for a disk error after which the transaction was rolled back; null for anything else, which is our bug. */
export function faultOfDisk(error: unknown, path: string): Refusal | null {
  if (error instanceof ArchiveUnusable) return error.refusal;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isOfTheDisk =
    /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|BUSY|PROTOCOL|PERM|CORRUPT|NOTADB)|^(?:ENOSPC|EDQUOT|EROFS|EIO)$/.test(
      code,
    );
  return isOfTheDisk ? refusalOf(code, path) : null;
}

function refusalOf(code: string, path: string): Refusal {
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return damaged(path);
  // Checked before free space: freeing space does not help someone who waits for another program.
  if (isHeldElsewhere(code)) return busy(path);
  const folder = dirname(path);
  // SQLite has many codes for a full or read-only disk, so the folder itself is checked.
  if (/^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code) || !hasRoom(folder)) {
    return { code: 'diskFull', message: msg('store.diskFull', { folder }), cure: msg('cure.freeSpace') };
  }
  if (isReadOnlyDisk(folder)) {
    return {
      code: 'readOnlyDisk',
      message: msg('store.readOnlyDisk', { folder }),
      cure: msg('cure.dataFolder'),
    };
  }
  return unusable(path, wordsOf(code));
}

/** SQLITE_PROTOCOL means that too many programs ask for the write-ahead log at once. */
function isHeldElsewhere(code: string): boolean {
  return code.startsWith('SQLITE_BUSY') || code === 'SQLITE_PROTOCOL';
}

function busy(path: string): Refusal {
  return {
    code: 'databaseBusy',
    message: msg('store.databaseBusy', { path }),
    cure: msg('cure.letItFinish'),
  };
}

function hasRoom(folder: string): boolean {
  try {
    const { blocks, bavail } = statfsSync(folder);
    // Some network file systems report no sizes.
    return blocks === 0 || bavail > 0;
  } catch {
    return true;
  }
}

function isReadOnlyDisk(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}

export function damaged(path: string): Refusal {
  return {
    code: 'damagedDatabase',
    message: msg('store.damagedDatabase', { path }),
    cure: msg('cure.damagedDatabase'),
  };
}

/** SQLite's and the system's codes in words. An unknown code is returned unchanged, so that it can be looked up. */
function wordsOf(code: string): string | Message {
  if (/^(?:SQLITE_(?:CANTOPEN|READONLY|PERM|AUTH)|EACCES|EPERM|EROFS)/.test(code)) {
    return msg('why.notWritable');
  }
  if (/^(?:SQLITE_IOERR|EIO)/.test(code)) return msg('why.diskError');
  if (/^(?:SQLITE_LOCKED|EBUSY)/.test(code)) return msg('why.heldElsewhere');
  return code;
}

export function unusable(path: string, why: string | Message): Refusal {
  return {
    code: 'unusableDatabase',
    message: msg('store.unusableDatabase', { path, why }),
    cure: msg('cure.unusableDatabase'),
  };
}
