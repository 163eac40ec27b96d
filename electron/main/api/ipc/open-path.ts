// A spreadsheet that a person opens with the app: from its menu, the system's file window, a list of recent documents.
// In: its path. Out: the wish that the page hears. This file must never let the page name a path.

import type { WindowWish } from '../../../../shared/api/window-wishes.ts';
import type { FileShelf } from '../held/file-shelf.ts';
import { takeFromDisk } from '../held/take-from-disk.ts';

/** Takes a copy, so that what is checked and paid is what was opened. Shape: `refused` says why it could not be read. */
export async function openPath(files: Pick<FileShelf, 'copyIn'>, path: string): Promise<WindowWish> {
  const taken = await takeFromDisk(files, path);
  return 'code' in taken ? { kind: 'refused', refusal: taken } : { kind: 'open', file: taken };
}
