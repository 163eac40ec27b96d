// Carrying out a changing command once, however often its door asks: a double click, a second window, a script that runs
// again after a crash. In: the command, and the id that its door made. Out: its answer, or the first one's.
// An id is taken with the first change that its command makes, in one transaction, so a command that was refused has changed
// nothing and leaves it free. This file must never carry out a command whose id is taken.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Book } from '../../../shared/books.ts';
import type { CommandTicket, TakenCommand } from '../../../shared/commands.ts';
import type { CommandId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { BUSY, refused, withWriter } from './desks.ts';
import { ifDiskTakes } from './if-disk-takes.ts';
import type { Reader, Rooms, Writer } from './ports.ts';

/** A changing command as a door gives it. Shape: `id` null when the door made none; `what` as in CommandTicket. */
export interface GivenCommand {
  readonly book: Book;
  readonly id: CommandId | null;
  readonly what: string;
}

/**
 * What to do. `act` takes the ticket with its first change; `stands` answers for a command that was taken before a crash and
 * never answered, from what is on disk. Shape: `stands` null when only a person can tell.
 */
export interface OnceOnly<Value> {
  readonly act: (store: Writer, ticket: CommandTicket | null) => Promise<Answer<Value>> | Answer<Value>;
  readonly stands: (store: Reader, taken: TakenCommand) => Answer<Value> | null;
}

/** Opens the desk for the command, unless its id is taken. Errors: refused while the first of that id is under way. */
export async function onceWithWriter<Value>(
  rooms: Rooms,
  { book, id, what }: GivenCommand,
  { act, stands }: OnceOnly<Value>,
): Promise<Answer<Value>> {
  if (id === null) return withWriter(rooms, book, (store) => act(store, null));
  const ticket = { id, what };
  const earlier = answerBeside<Value>(rooms, book, ticket, () => null);
  if (earlier !== null) return earlier;
  const answer = await withWriter<Value>(rooms, book, async (store) => {
    const taken = store.commands.find(id);
    if (taken !== null) return answerOf<Value>(taken, what) ?? stands(store, taken) ?? neverAnswered(taken);
    const first = await act(store, ticket);
    keepAnswer(rooms, { store, id, answer: first });
    return first;
  });
  // Whoever has the desk may be carrying out this very command, or have answered it meanwhile.
  const isHeld = answer.kind === 'busy' && answer.refusal.code === BUSY.code;
  return isHeld ? (answerBeside<Value>(rooms, book, ticket, () => refused(UNDER_WAY)) ?? answer) : answer;
}

/** Takes the command and does what it changes, all of it or nothing. Errors: throws what the disk refuses. */
export function changeOnce<Result>(
  rooms: Rooms,
  { store, ticket }: { readonly store: Writer; readonly ticket: CommandTicket | null },
  change: () => Result,
): Result {
  return store.together(() => {
    takeCommand(rooms, store, ticket);
    return change();
  });
}

/** Takes the command's id, right before the first change or in its transaction. */
export function takeCommand(rooms: Rooms, store: Writer, ticket: CommandTicket | null): void {
  if (ticket !== null) store.commands.take(ticket, rooms.clock.nowMs());
}

/** What was answered, read beside whoever uses the desk; null when the id is free. */
function answerBeside<Value>(
  rooms: Rooms,
  book: Book,
  { id, what }: CommandTicket,
  notAnswered: () => Answer<Value> | null,
): Answer<Value> | null {
  const opening = rooms.openReader(book);
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
  rooms: Rooms,
  { store, id, answer }: { readonly store: Writer; readonly id: CommandId; readonly answer: Answer<Value> },
): void {
  ifDiskTakes(rooms, () => store.commands.answered(id, JSON.stringify(answer)));
}

const UNDER_WAY: Refusal = {
  code: 'commandUnderWay',
  message: 'This command was given before and is being carried out: nothing is done twice.',
  cure: 'Wait for it; `status` shows how far it is.',
};

const USED_BEFORE: Refusal = {
  code: 'commandIdUsed',
  message: 'This command id belongs to another command that was given before, so nothing was done.',
  cure: 'Give each command an id of its own.',
};

function neverAnswered({ takenAtMs }: TakenCommand): Answer<never> {
  const at = new Date(takenAtMs).toISOString();
  const refusal = {
    code: 'commandNotAnswered',
    message: `This command was taken at ${at}, and the desk ended before it was answered: it may be done or not.`,
    cure: 'See `status` and `list`; give the command again with a new id if it is still wanted.',
  };
  return { kind: 'unsure', refusal };
}
