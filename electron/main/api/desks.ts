// Opening one of the two desks for a command, and closing it again whatever happens. In: which desk, and what to do there.
// Out: the command's answer, or why the desk could not be opened. This file must never keep a desk open after a command.

import type { Answer } from '../../../shared/api/answers.ts';
import { type Book, BOOKS } from '../../../shared/books.ts';
import { type BatchId, parseBatchId } from '../../../shared/ids.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../../../shared/limits.ts';
import { PRACTICE_PROFILE } from '../../../shared/profiles.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import { lockedRefusal } from './locked-desk.ts';
import type { Reader, Rooms, Writer } from './ports.ts';

export const BUSY: Refusal = {
  code: 'alreadyOpen',
  message: 'Payout Desk is already open: another process sends from this data folder.',
  cure: 'Wait until it has ended, or pause it there. `status`, `list`, `check` and `export` work beside it.',
};

/** A refused command; `file` names the spreadsheet where one was involved. */
export function refused(refusal: Refusal, file: string | null = null): Extract<Answer<never>, { kind: 'refused' }> {
  return { kind: 'refused', file, refusal };
}

/** What the disk did not take or give, as a refusal. Errors: throws again what is a bug of ours. */
export function refusedByDisk({ faultOfDisk }: Pick<Rooms, 'faultOfDisk'>, error: unknown): ReturnType<typeof refused> {
  const refusal = faultOfDisk(error);
  if (refusal === null) throw error;
  return refused(refusal);
}

/** The desk that a profile belongs to. */
export function bookOfProfile(profile: string): Book {
  return profile.toLowerCase() === PRACTICE_PROFILE ? 'practice' : 'live';
}

/** The batch's number in its database. */
function numberOf(batch: BatchId): number {
  return Number(batch.slice(1));
}

/**
 * What a command does in a desk that was restored or copied. `refused`: nothing, so that a desk which was only started by
 * another user or with another state folder keeps its queue. `closedFirst`: every unsent payout is unknown from then on.
 * `asIs`: the command touches no payout.
 */
type WhenLocked = 'refused' | 'closedFirst' | 'asIs';

/**
 * Opens a desk as its only writer. Payouts that a dead process left in the middle are in doubt from here on.
 * Errors: refused when the disk does not take a write; a run that is under way tells that itself, as a pause.
 */
export async function withWriter<Value>(
  rooms: Rooms,
  book: Book,
  act: (store: Writer) => Promise<Answer<Value>> | Answer<Value>,
  { whenLocked }: { readonly whenLocked: WhenLocked } = { whenLocked: 'refused' },
): Promise<Answer<Value>> {
  const opening = rooms.openWriter(book);
  if (opening.kind === 'busy') return { kind: 'busy', refusal: BUSY };
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind === 'absent') return refused(nothingHere());
  const { store } = opening;
  try {
    if (store.standing.kind === 'locked') {
      const { reason } = store.standing;
      if (whenLocked === 'refused') return { kind: 'busy', refusal: lockedRefusal(store, book) };
      if (whenLocked === 'closedFirst') store.lock.close(reason, { nowMs: rooms.clock.nowMs(), pace: PACE });
    }
    if (opening.isFresh) recover(rooms, store);
    return await act(store);
  } catch (error) {
    return refusedByDisk(rooms, error);
  } finally {
    store.close();
  }
}

const PACE = { firstMs: POLL_FIRST_DEFAULT_MS, maxMs: POLL_MAX_DEFAULT_MS };

/** What a dead process left in the middle is in doubt, and its batches say why they stand still. */
export function recover(rooms: Pick<Rooms, 'clock'>, store: Writer): void {
  store.ledger.interrupt('crashed', { nowMs: rooms.clock.nowMs(), pace: PACE });
  store.notes.pauseInterrupted(rooms.clock.nowMs());
}

/**
 * What a run of this process could not write before it ended is in doubt, and its batches say why they stand still. Nothing
 * may be on its way now. Shape: whether there was any of it. Errors: throws the disk's fault, with nothing of it lost.
 */
export function takeStock(rooms: Pick<Rooms, 'clock'>, store: Writer, why: (batch: number) => Pause | null): boolean {
  const before = store.lastRecord();
  store.ledger.interrupt('notWritten', { nowMs: rooms.clock.nowMs(), pace: PACE });
  store.notes.pauseInterrupted(rooms.clock.nowMs(), why);
  return store.lastRecord() !== before;
}

/** Opens a desk for reading, beside whatever else is going on. Shape: `absent` gives what an empty desk answers. */
export function withReader<Value>(
  rooms: Rooms,
  book: Book,
  { act, absent }: { act: (store: Reader) => Answer<Value>; absent: () => Answer<Value> },
): Answer<Value> {
  const opening = rooms.openReader(book);
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return absent();
  try {
    return act(opening.store);
  } catch (error) {
    // A disk that fails in the middle of reading is the world's fault, not ours.
    return refusedByDisk(rooms, error);
  } finally {
    opening.store.close();
  }
}

/** The batch of that name. Errors: a refusal when there is none. */
export function findBatch(store: Reader, id: BatchId): BatchRecord | Extract<Answer<never>, { kind: 'refused' }> {
  return store.batches.find(numberOf(id)) ?? refused(noSuchBatch(id));
}

export function noSuchBatch(id: BatchId): Refusal {
  const known = parseBatchId(id) === null ? 'A batch is called like B0012.' : 'See `list`.';
  return { code: 'unknownBatch', message: `There is no batch ${id} in this data folder.`, cure: known };
}

/** Why no batch can be told of: a locked desk may have had some, whatever is in it now. */
export function noBatch(rooms: Rooms): Answer<never> {
  for (const book of BOOKS) {
    const answer = withReader<never>(rooms, book, {
      act: (store) =>
        store.standing.kind === 'locked'
          ? { kind: 'busy', refusal: lockedRefusal(store, book) }
          : refused(nothingHere()),
      absent: () => refused(nothingHere()),
    });
    if (answer.kind === 'busy') return answer;
  }
  return refused(nothingHere());
}

export function nothingHere(): Refusal {
  return {
    code: 'noBatches',
    message: 'There is no batch in this data folder yet.',
    cure: 'Start one with `run FILE`.',
  };
}
