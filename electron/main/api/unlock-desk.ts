// Opening a locked desk for new batches: a person looks at what is in doubt, types the count, and says why.
// In: which desk, and a note. Out: what was unlocked. This file must never decide about a payout: all in doubt stay unknown.

import type { Answer } from '../../../shared/api/answers.ts';
import type { UnlockView } from '../../../shared/api/lock-views.ts';
import type { Book } from '../../../shared/books.ts';
import { refused, withWriter } from './desks.ts';
import { whyLocked } from './locked-desk.ts';
import { lostViews } from './lost-views.ts';
import type { Rooms, Writer } from './ports.ts';

export interface UnlockWish {
  readonly book: Book;
  readonly note: string;
  /** Shows what is in doubt; true when the person confirms. */
  confirm(view: UnlockView): Promise<boolean>;
}

/** Unlocks a desk. Errors: refused when it is not locked, not confirmed, or its head cannot be written. */
export function unlockDesk(rooms: Rooms, wish: UnlockWish): Promise<Answer<UnlockView>> {
  return withWriter(
    rooms,
    wish.book,
    async (store) => {
      if (store.standing.kind === 'current') return refused(NOT_LOCKED);
      const view = unlockView(store, { book: wish.book, why: whyLocked(store) });
      if (!(await wish.confirm(view))) return refused(NOT_CONFIRMED);
      const failure = store.unlock(wish.note, rooms.clock.nowMs());
      if (failure === null) return { kind: 'done', value: view };
      return refused({
        code: 'stateFolder',
        message: 'The desk is still locked: the note of how far it has come could not be written.',
        cure: 'Free some space on the disk of your state folder and unlock it again.',
      });
    },
    { whenLocked: 'closedFirst' },
  );
}

function unlockView(store: Writer, { book, why }: { readonly book: Book; readonly why: string }): UnlockView {
  let unknownCount = 0;
  let unknownPaise = 0;
  for (const { batch } of store.batches.list()) {
    const { counts, paise } = store.tally(batch);
    unknownCount += counts.unknown;
    unknownPaise += paise.unknown;
  }
  const lost = lostViews(store.lostBatches);
  return { desk: book, why, unknown: unknownCount, unknownPaise, lost };
}

const NOT_LOCKED = {
  code: 'notLocked',
  message: 'The desk is not locked.',
  cure: 'There is nothing to unlock: `run` and `resume` work.',
};

const NOT_CONFIRMED = {
  code: 'notConfirmed',
  message: 'Not confirmed: the desk stays locked.',
  cure: 'Run it again and type the count, or give --yes.',
};
