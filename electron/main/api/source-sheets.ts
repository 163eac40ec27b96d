import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { BOOKS } from '../../../shared/books.ts';
import type { ExistingFile } from '../../../shared/file-writing.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import { withReader } from './desks.ts';
import { openRecentFiles } from './held/recent-files.ts';
import type { Rooms } from './ports.ts';

/**
 * Whether a file is a sheet that payouts came from, or may come from: the bytes of any batch, a file that was opened in the
 * window, and the name of the one batch that is exported, since its sheet may have been corrected after it was read.
 */
export function isSourceSheet(rooms: Rooms, batch: BatchRecord | null = null): ExistingFile['isSource'] {
  return ({ path, sha256 }) =>
    (batch !== null && sameName(basename(path), batch.fileName)) ||
    paidFrom(rooms).has(sha256) ||
    openRecentFiles(rooms.recentFiles, () => {})
      .list()
      .some((line) => line.sha256 === sha256 || (line.path !== null && isSamePlace(line.path, path)));
}

/** A desk that cannot be read knows no sheet: what can be said without it is said. */
function paidFrom(rooms: Rooms): ReadonlySet<Sha256> {
  const sheets = new Set<Sha256>();
  for (const book of BOOKS) {
    const list = withReader(rooms, book, {
      act: (store) => ({ kind: 'done', value: store.batches.list() }),
      absent: () => ({ kind: 'done', value: [] as BatchRecord[] }),
    });
    if (list.kind === 'done') for (const { fileSha256 } of list.value) sheets.add(fileSha256);
  }
  return sheets;
}

function sameName(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}

function isSamePlace(one: string, other: string): boolean {
  try {
    const [first, second] = [statSync(one), statSync(other)];
    return first.dev === second.dev && first.ino === second.ino;
  } catch {
    return false;
  }
}
