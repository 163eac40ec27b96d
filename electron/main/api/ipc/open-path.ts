// A spreadsheet that a person opens with the app: from its menu, the system's file window, a list of recent documents.
// In: its path. Out: the wish that the page hears. This file must never let the page name a path.

import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { WindowWish } from '../../../../shared/api/window-wishes.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { FILE_MAX_BYTES } from '../../../../shared/limits.ts';
import type { FileShelf } from '../held/file-shelf.ts';

/** Takes a copy, so that what is checked and paid is what was opened. Shape: `refused` says why it could not be read. */
export async function openPath(files: Pick<FileShelf, 'copyIn'>, path: string): Promise<WindowWish> {
  const name = basename(path);
  try {
    const { size } = await stat(path);
    if (size > FILE_MAX_BYTES) return refused(`${name} is larger than a payout file can be.`, 'Split it.');
    return { kind: 'open', file: await files.copyIn(path, name) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const [why, cure] = REASONS[code] ?? [`cannot be read (${code})`, 'Copy it to this computer and open the copy.'];
    return refused(`${name} ${why}.`, cure);
  }
}

const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  ENOENT: ['is no longer there', 'Look where it was moved to, and open it there.'],
  EBUSY: ['is held by another program', 'Close it in Excel, and open it again.'],
  EACCES: ['may not be read by you', 'Ask who owns it for access, or open a copy.'],
  EPERM: ['may not be read by you', 'Ask who owns it for access, or open a copy.'],
  ENOSPC: ['could not be taken over, because the disk is full', 'Free some space, and open it again.'],
};

function refused(message: string, cure: string): WindowWish {
  const refusal: Refusal = { code: 'fileNotOpened', message, cure };
  return { kind: 'refused', refusal };
}
