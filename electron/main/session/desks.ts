// Opening one of the two desks for a command, and closing it again whatever happens. A changing command is carried out
// once, however often its door asks: a double click, a second window, a script that runs again after a crash. An id is
// taken with the first change that its command makes, in one transaction, so a command that was refused has changed
// nothing and leaves it free. A disk that refuses a note beside something that is done undoes nothing.

import type { Answer } from '../../../shared/api/contract.ts';
import type { Pause } from '../../../shared/failures.ts';
import { type BatchId, type CommandId, parseBatchId } from '../../../shared/ids.ts';
import { joined, msg } from '../../../shared/messages/message.ts';
import { BOOKS, type Book, PRACTICE_PROFILE } from '../../../shared/profiles.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { BatchRecord } from '../domain/batches.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../domain/poll-schedule.ts';
import type { CommandTicket, TakenCommand } from '../store/command-tickets.ts';
import type { HeadedReader, HeadedWriter } from '../store/store.ts';
import { lockedRefusal } from './locked-desk.ts';
import { diskFault, type System } from './system.ts';

export const BUSY: Refusal = {
  code: 'alreadyOpen',
  message: msg('session.alreadyOpen'),
  cure: msg('cure.alreadyOpen'),
};

/** A refused command; `file` names the spreadsheet where one was involved. */
export function refused(refusal: Refusal, file: string | null = null): Extract<Answer<never>, { kind: 'refused' }> {
  return { kind: 'refused', file, refusal };
}

/** What the disk did not take or give, as a refusal. Errors: throws again what is a bug of ours. */
export function refusedByDisk(system: Pick<System, 'files'>, error: unknown): ReturnType<typeof refused> {
  const refusal = diskFault(system, error);
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
 * Errors: refused when the disk does not take a write; a run that is under way reports that itself, as a pause.
 */
export async function withWriter<Value>(
  system: System,
  book: Book,
  act: (store: HeadedWriter) => Promise<Answer<Value>> | Answer<Value>,
  { whenLocked }: { readonly whenLocked: WhenLocked } = { whenLocked: 'refused' },
): Promise<Answer<Value>> {
  const opening = system.openWriter(book);
  if (opening.kind === 'busy') return { kind: 'busy', refusal: BUSY };
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind === 'absent') return refused(nothingHere());
  const { store } = opening;
  try {
    if (store.standing.kind === 'locked') {
      const { reason } = store.standing;
      if (whenLocked === 'refused') return { kind: 'busy', refusal: lockedRefusal(store, book) };
      if (whenLocked === 'closedFirst') store.lock.close(reason, { nowMs: system.clock.nowMs(), pace: PACE });
    }
    if (opening.isFresh) recover(system, store);
    return await act(store);
  } catch (error) {
    return refusedByDisk(system, error);
  } finally {
    store.close();
  }
}

const PACE = { firstMs: POLL_FIRST_DEFAULT_MS, maxMs: POLL_MAX_DEFAULT_MS };

/** What a dead process left in the middle is in doubt, and its batches say why they stand still. */
export function recover(system: Pick<System, 'clock'>, store: HeadedWriter): void {
  store.ledger.interrupt('crashed', { nowMs: system.clock.nowMs(), pace: PACE });
  store.notes.pauseInterrupted(system.clock.nowMs());
}

/**
 * What a run of this process could not write before it ended is in doubt, and its batches say why they stand still. Nothing
 * may be on its way now. Shape: whether there was any of it. Errors: throws the disk's fault, with nothing of it lost.
 */
export function takeStock(
  system: Pick<System, 'clock'>,
  store: HeadedWriter,
  why: (batch: number) => Pause | null,
): boolean {
  const before = store.lastRecord();
  store.ledger.interrupt('notWritten', { nowMs: system.clock.nowMs(), pace: PACE });
  store.notes.pauseInterrupted(system.clock.nowMs(), why);
  return store.lastRecord() !== before;
}

/** Opens a desk for reading, beside whatever else is going on. Shape: `absent` gives what an empty desk answers. */
export function withReader<Value>(
  system: System,
  book: Book,
  { act, absent }: { act: (store: HeadedReader) => Answer<Value>; absent: () => Answer<Value> },
): Answer<Value> {
  const opening = system.openReader(book);
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return absent();
  try {
    return act(opening.store);
  } catch (error) {
    // A disk that fails in the middle of reading is the world's fault, not ours.
    return refusedByDisk(system, error);
  } finally {
    opening.store.close();
  }
}

/** The batch of that name. Errors: a refusal when there is none. */
export function findBatch(store: HeadedReader, id: BatchId): BatchRecord | Extract<Answer<never>, { kind: 'refused' }> {
  return store.batches.find(numberOf(id)) ?? refused(noSuchBatch(id));
}

export function noSuchBatch(id: BatchId): Refusal {
  const known = parseBatchId(id) === null ? msg('cure.batchName') : msg('cure.unknownBatch');
  return { code: 'unknownBatch', message: msg('session.unknownBatch', { batch: id }), cure: known };
}

/** Why no batch can be named: a locked desk may have had some, whatever is in it now. */
export function noBatch(system: System): Answer<never> {
  for (const book of BOOKS) {
    const answer = withReader<never>(system, book, {
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
    message: msg('session.noBatches'),
    cure: msg('cure.noBatches'),
  };
}

/** A changing command as a door gives it. Shape: `id` null when the door made none; `what` as in CommandTicket. */
interface GivenCommand {
  readonly book: Book;
  readonly id: CommandId | null;
  readonly what: string;
}

/**
 * What to do. `act` takes the ticket with its first change; `stands` answers for a command that was taken before a crash and
 * never answered, from what is on disk. Shape: `stands` null when only a person can tell.
 */
interface OnceOnly<Value> {
  readonly act: (store: HeadedWriter, ticket: CommandTicket | null) => Promise<Answer<Value>> | Answer<Value>;
  readonly stands: (store: HeadedReader, taken: TakenCommand) => Answer<Value> | null;
}

/** Opens the desk for the command, unless its id is taken. Errors: refused while the first of that id is under way. */
export async function onceWithWriter<Value>(
  system: System,
  { book, id, what }: GivenCommand,
  { act, stands }: OnceOnly<Value>,
): Promise<Answer<Value>> {
  if (id === null) return withWriter(system, book, (store) => act(store, null));
  const ticket = { id, what };
  const earlier = answerBeside<Value>(system, book, ticket, () => null);
  if (earlier !== null) return earlier;
  const answer = await withWriter<Value>(system, book, async (store) => {
    const taken = store.commands.find(id);
    if (taken !== null) return answerOf<Value>(taken, what) ?? stands(store, taken) ?? neverAnswered(taken);
    const first = await act(store, ticket);
    keepAnswer(system, { store, id, answer: first });
    return first;
  });
  // Whoever has the desk may be carrying out this very command, or have answered it meanwhile.
  const isHeld = answer.kind === 'busy' && answer.refusal.code === BUSY.code;
  return isHeld ? (answerBeside<Value>(system, book, ticket, () => refused(UNDER_WAY)) ?? answer) : answer;
}

/** Takes the command and does what it changes, all of it or nothing. Errors: throws what the disk refuses. */
export function changeOnce<Result>(
  system: System,
  { store, ticket }: { readonly store: HeadedWriter; readonly ticket: CommandTicket | null },
  change: () => Result,
): Result {
  return store.together(() => {
    takeCommand(system, store, ticket);
    return change();
  });
}

/** Takes the command's id, right before the first change or in its transaction. */
export function takeCommand(system: System, store: HeadedWriter, ticket: CommandTicket | null): void {
  if (ticket !== null) store.commands.take(ticket, system.clock.nowMs());
}

/** What was answered, read beside whoever uses the desk; null when the id is free. */
function answerBeside<Value>(
  system: System,
  book: Book,
  { id, what }: CommandTicket,
  notAnswered: () => Answer<Value> | null,
): Answer<Value> | null {
  const opening = system.openReader(book);
  if (opening.kind !== 'open') return null;
  try {
    const taken = opening.store.commands.find(id);
    return taken === null ? null : (answerOf<Value>(taken, what) ?? notAnswered());
  } finally {
    opening.store.close();
  }
}

function answerOf<Value>(taken: TakenCommand, what: string): Answer<Value> | null {
  if (taken.what !== what) return refused(USED_BEFORE);
  // Decoding: it was kept by keepAnswer below, for this very command.
  return taken.answer === null ? null : (JSON.parse(taken.answer) as Answer<Value>);
}

/** An answer that the disk does not take any more is no fault of the command: it stands as it is. */
function keepAnswer<Value>(
  system: System,
  { store, id, answer }: { readonly store: HeadedWriter; readonly id: CommandId; readonly answer: Answer<Value> },
): void {
  writeIfPossible(system, () => {
    // An order takes its id before it is sent, and may be refused after that.
    if (answer.kind === 'refused') store.commands.free(id);
    else store.commands.answered(id, JSON.stringify(answer));
  });
}

const UNDER_WAY: Refusal = {
  code: 'commandUnderWay',
  message: msg('session.commandUnderWay'),
  cure: msg('cure.commandUnderWay'),
};

const USED_BEFORE: Refusal = {
  code: 'commandIdUsed',
  message: msg('session.commandIdUsed'),
  cure: msg('cure.ownCommandId'),
};

function neverAnswered({ takenAtMs }: TakenCommand): Answer<never> {
  const time = new Date(takenAtMs).toISOString();
  const refusal = {
    code: 'commandNotAnswered',
    message: msg('session.commandNotAnswered', { time }),
    cure: msg('cure.commandNotAnswered'),
  };
  return { kind: 'unsure', refusal };
}

export function writeIfPossible(system: Pick<System, 'files'>, note: () => void): void {
  try {
    note();
  } catch (error) {
    if (diskFault(system, error) === null) throw error;
  }
}

/** Errors: unsure for a fault of the disk, which keeps the command's id taken; throws a bug of ours. */
export async function onceBegun<Value>(
  system: Pick<System, 'files'>,
  rest: () => Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  try {
    return await rest();
  } catch (error) {
    const fault = diskFault(system, error);
    if (fault === null) throw error;
    const { code, message } = fault;
    return { kind: 'unsure', refusal: { code, message: joined([message, BEGUN]), cure: LOOK_FIRST } };
  }
}

const BEGUN = msg('session.begun');
const LOOK_FIRST = msg('cure.lookAtDiskAndBatch');
