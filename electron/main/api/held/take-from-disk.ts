// A spreadsheet on this computer's disk, named by a person through the system or by the list of files opened last.
// In: its path. Out: the desk's own copy, or why not, in words that do not name the path. What is checked and paid is what was
// opened. This file must never take a path that a page named, nor wait for what is no file.

import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileHandle } from '../../../../shared/api/file-handles.ts';
import { RECENT_FILE_GONE } from '../../../../shared/api/recent-commands.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { FILE_MAX_BYTES } from '../../../../shared/limits.ts';
import type { FileShelf } from './file-shelf.ts';

export async function takeFromDisk(files: Pick<FileShelf, 'copyIn'>, path: string): Promise<FileHandle | Refusal> {
  const name = basename(path);
  const refusal = (why: string, cure: string, code = 'fileNotOpened'): Refusal => {
    return { code, message: `${name} ${why}.`, cure };
  };
  try {
    const about = await stat(path);
    if (!about.isFile()) return refusal('is no file', 'Choose the spreadsheet itself.');
    if (about.size > FILE_MAX_BYTES) return refusal('is larger than a payout file can be', 'Split it.');
    return await files.copyIn(path, name);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const known = REASONS[code];
    if (known !== undefined) return refusal(...known);
    return refusal(`cannot be read (${code})`, 'Copy it to this computer and open the copy.');
  }
}

const GONE = ['is no longer there', 'Look where it was moved to, and open it there.', RECENT_FILE_GONE] as const;

const REASONS: Readonly<Record<string, readonly [string, string, string?]>> = {
  ENOENT: GONE,
  ENOTDIR: GONE,
  ECHANGED: ['changed while it was read', 'Open it again once it is saved.'],
  EBUSY: ['is held by another program', 'Close it in Excel, and open it again.'],
  EACCES: ['may not be read by you', 'Ask who owns it for access, or open a copy.'],
  EPERM: ['may not be read by you', 'Ask who owns it for access, or open a copy.'],
  ENOSPC: ['could not be taken over, because the disk is full', 'Free some space, and open it again.'],
};
