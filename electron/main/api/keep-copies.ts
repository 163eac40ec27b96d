// Backups of a desk and putting one back. In: which desk, and the file. Out: what was written, or how the restored desk
// stands. This file must never open a restored desk for sending: its head decides, and else a person.

import { basename } from 'node:path';
import type { Answer } from '../../../shared/api/answers.ts';
import type { BackupView, RestoreView } from '../../../shared/api/lock-views.ts';
import type { Book } from '../../../shared/books.ts';
import { BUSY, nothingHere, refused, withWriter } from './desks.ts';
import { lockedPause } from './locked-desk.ts';
import { lostViews } from './lost-views.ts';
import type { Rooms } from './ports.ts';

interface CopyWish {
  readonly book: Book;
  readonly file: string;
}

/** Writes a verified copy beside a running desk. Errors: refused when the file is there or cannot be written. */
export function backUpDesk(rooms: Rooms, { book, file }: CopyWish): Answer<BackupView> {
  const backup = rooms.backUp(book, file);
  if (backup.kind === 'absent') return refused(nothingHere());
  if (backup.kind === 'refused') return refused(backup.refusal);
  const { path, bytes, verdict } = backup;
  const { entries, hash, batches } = verdict;
  return { kind: 'done', value: { file: path, desk: book, entries, hash, batches, bytes } };
}

/** Puts a backup in the place of a desk's database, which is kept beside it. Errors: refused with nothing changed. */
export async function restoreDesk(rooms: Rooms, { book, file }: CopyWish): Promise<Answer<RestoreView>> {
  const restored = rooms.restore(book, file);
  if (restored.kind === 'busy') return { kind: 'busy', refusal: BUSY };
  if (restored.kind === 'refused') return refused(restored.refusal);
  const { kept } = restored;
  return withWriter(
    rooms,
    book,
    (store) => {
      const from = { file: basename(file), kept: kept === null ? null : basename(kept) };
      store.lock.noteRestored(from, rooms.clock.nowMs());
      const unknown = store.batches.list().reduce((sum, { batch }) => sum + store.tally(batch).counts.unknown, 0);
      const locked = lockedPause(store);
      return { kind: 'done', value: { file, desk: book, kept, locked, unknown, lost: lostViews(store.lostBatches) } };
    },
    { whenLocked: 'closedFirst' },
  );
}
