// Opens one of the two desks for a command and always closes it again. A changing command is carried out once, however often it
// is sent: a double click, a second window, a script run again after a crash. Its id is taken in one transaction with its first
// change, so a refused command has changed nothing and leaves its id free. If the disk refuses a note about something already
// done, that stays done.

import type { Answer } from '../../../shared/api/contract.ts';
import type { Pause } from '../../../shared/failures.ts';
import { type BatchId, batchNumber, type CommandId, parseBatchId } from '../../../shared/ids.ts';
import { joined, msg } from '../../../shared/messages/message.ts';
import { BOOKS, type Book, PRACTICE_PROFILE } from '../../../shared/profiles.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { BatchRecord } from '../domain/batches.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../domain/poll-schedule.ts';
import type { CommandTicket, StoredCommand } from '../store/command-tickets.ts';
import type { HeadedReader, HeadedWriter } from '../store/store.ts';
import { lockedRefusal } from './locked-desk.ts';
import { diskFault, type System } from './system.ts';

export const BUSY: Refusal = {
  code: 'alreadyOpen',
  message: msg('session.alreadyOpen'),
  cure: msg('cure.alreadyOpen'),
};

/** A refused command. `file`: the spreadsheet, where one was involved. */
export function refused(refusal: Refusal, file: string | null = null): Extract<Answer<never>, { kind: 'refused' }> {
  return { kind: 'refused', file, refusal };
}

/** A disk fault as a refusal. Rethrows a bug of ours. */
export function refusedByDisk(system: Pick<System, 'files'>, error: unknown): ReturnType<typeof refused> {
  const refusal = diskFault(system, error);
  if (refusal === null) throw error;
  return refused(refusal);
}

/** The desk that a profile belongs to. */
export function bookOfProfile(profile: string): Book {
  return profile.toLowerCase() === PRACTICE_PROFILE ? 'practice' : 'live';
}

/**
 * What a command may do in a desk that was restored or copied. `refused`: nothing, so that a desk merely started by another
 * user or with another state folder keeps its queue. `closedFirst`: every unsent payout becomes unknown first. `asIs`: the
 * command touches no payout.
 */
type WhenLocked = 'refused' | 'closedFirst' | 'asIs';

/**
 * Opens a desk as its only writer. Payouts that a dead process left in the middle become unknown. Refused when the disk refuses
 * a write; a run in progress reports that itself, as a pause.
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
      if (whenLocked === 'closedFirst') store.lock.close(reason, { nowMs: system.clock.nowMs(), backoff: BACKOFF });
    }
    if (opening.isFresh) recover(system, store);
    return await act(store);
  } catch (error) {
    return refusedByDisk(system, error);
  } finally {
    store.close();
  }
}

const BACKOFF = { firstMs: POLL_FIRST_DEFAULT_MS, maxMs: POLL_MAX_DEFAULT_MS };

/** Payouts that a dead process left in the middle become unknown, and its batches get a pause reason. */
export function recover(system: Pick<System, 'clock'>, store: HeadedWriter): void {
  store.ledger.interrupt('crashed', { nowMs: system.clock.nowMs(), backoff: BACKOFF });
  store.notes.pauseInterrupted(system.clock.nowMs());
}

/**
 * Payouts that a run of this process could not store before it ended become unknown, and its batches get a pause reason.
 * Nothing may be in flight. Returns whether there were any. Throws the disk's error, losing nothing.
 */
export function interruptUnwritten(
  system: Pick<System, 'clock'>,
  store: HeadedWriter,
  why: (batch: number) => Pause | null,
): boolean {
  const before = store.lastRecord();
  store.ledger.interrupt('notWritten', { nowMs: system.clock.nowMs(), backoff: BACKOFF });
  store.notes.pauseInterrupted(system.clock.nowMs(), why);
  return store.lastRecord() !== before;
}

/** Opens a desk for reading, beside a writer. `absent` gives the answer of an empty desk. */
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
    // A disk that fails during a read is not a bug of ours.
    return refusedByDisk(system, error);
  } finally {
    opening.store.close();
  }
}

/** The batch with this id, or a refusal. */
export function findBatch(store: HeadedReader, id: BatchId): BatchRecord | Extract<Answer<never>, { kind: 'refused' }> {
  return store.batches.find(batchNumber(id)) ?? refused(noSuchBatch(id));
}

export function noSuchBatch(id: BatchId): Refusal {
  const known = parseBatchId(id) === null ? msg('cure.batchName') : msg('cure.unknownBatch');
  return { code: 'unknownBatch', message: msg('session.unknownBatch', { batch: id }), cure: known };
}

/** Why there is no batch to name: a locked desk may have had some, whatever it holds now. */
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

/** A changing command from a door. `id` is null when the door made none; see CommandTicket for `what`. */
interface IdentifiedCommand {
  readonly book: Book;
  readonly id: CommandId | null;
  readonly what: string;
}

/**
 * `act` takes the ticket with its first change. `stands` reconstructs the answer from disk for a command that was taken before
 * a crash and never answered; null when only a person can tell.
 */
interface OnceOnly<Value> {
  readonly act: (store: HeadedWriter, ticket: CommandTicket | null) => Promise<Answer<Value>> | Answer<Value>;
  readonly stands: (store: HeadedReader, stored: StoredCommand) => Answer<Value> | null;
}

/** Opens the desk for the command, unless its id is taken. Refuses while the first command with that id is still running. */
export async function onceWithWriter<Value>(
  system: System,
  { book, id, what }: IdentifiedCommand,
  { act, stands }: OnceOnly<Value>,
): Promise<Answer<Value>> {
  if (id === null) return withWriter(system, book, (store) => act(store, null));
  const ticket = { id, what };
  const earlier = answerBeside<Value>(system, book, ticket, () => null);
  if (earlier !== null) return earlier;
  const answer = await withWriter<Value>(system, book, async (store) => {
    const stored = store.commands.find(id);
    if (stored !== null) return answerOf<Value>(stored, what) ?? stands(store, stored) ?? neverAnswered(stored);
    const first = await act(store, ticket);
    keepAnswer(system, { store, id, answer: first });
    return first;
  });
  // The process holding the desk may be carrying out this very command, or may have answered it meanwhile.
  const isHeld = answer.kind === 'busy' && answer.refusal.code === BUSY.code;
  return isHeld ? (answerBeside<Value>(system, book, ticket, () => refused(UNDER_WAY)) ?? answer) : answer;
}

/** Takes the command's id and makes its change, all or nothing. Throws the disk's error. */
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

/** The earlier answer, read while another process may be writing; null when the id is free. */
function answerBeside<Value>(
  system: System,
  book: Book,
  { id, what }: CommandTicket,
  notAnswered: () => Answer<Value> | null,
): Answer<Value> | null {
  const opening = system.openReader(book);
  if (opening.kind !== 'open') return null;
  try {
    const stored = opening.store.commands.find(id);
    return stored === null ? null : (answerOf<Value>(stored, what) ?? notAnswered());
  } finally {
    opening.store.close();
  }
}

function answerOf<Value>(stored: StoredCommand, what: string): Answer<Value> | null {
  if (stored.what !== what) return refused(USED_BEFORE);
  // Decoding: keepAnswer() below stored it for this same command.
  return stored.answer === null ? null : (JSON.parse(stored.answer) as Answer<Value>);
}

/** Stores the answer. If the disk refuses that, the command is still answered. */
function keepAnswer<Value>(
  system: System,
  { store, id, answer }: { readonly store: HeadedWriter; readonly id: CommandId; readonly answer: Answer<Value> },
): void {
  writeIfPossible(system, () => {
    // An order takes its id before it is sent, and may be refused afterwards.
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

function neverAnswered({ takenAtMs }: StoredCommand): Answer<never> {
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

/** Answers `unsure` for a disk fault, which keeps the command's id taken. Rethrows a bug of ours. */
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
