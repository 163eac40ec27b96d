// A command that changes something, and the id that its door made for it: the same id twice does nothing twice.

import type { CommandId } from '../../../shared/ids.ts';

/** Shape: `what` names the command and what it is about, so that an id is not taken for another command's. */
export interface CommandTicket {
  readonly id: CommandId;
  readonly what: string;
}

/**
 * A command that was taken. Shape: `begun` is the batch that it confirmed in the very same transaction; `answer` is the
 * JSON text of what it was answered, null while it is under way or when the desk ended before.
 */
export interface TakenCommand {
  readonly what: string;
  readonly takenAtMs: number;
  readonly begun: number | null;
  readonly answer: string | null;
}

export interface CommandReading {
  /** The command of that id; null when the id is still free. */
  find(id: CommandId): TakenCommand | null;
}

export interface Commands extends CommandReading {
  /** Takes the id for good. Errors: throws InvariantError when it is taken already. */
  take(ticket: CommandTicket, nowMs: number): void;
  /** Keeps what the command was answered; does nothing when it was never taken, because it changed nothing. */
  answered(id: CommandId, answer: string): void;
  /** The command was refused after all, having changed nothing: its id is free again, unless a batch was begun with it. */
  free(id: CommandId): void;
}
