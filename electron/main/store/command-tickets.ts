// Commands by the id that their door gave them. An id is taken once, so a repeated request does nothing twice.

import { invariant } from '../../../shared/failures.ts';
import type { CommandId } from '../../../shared/ids.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';

/** A command that changes something. `what` names the command and its subject: an id cannot pass for another command's. */
export interface CommandTicket {
  readonly id: CommandId;
  readonly what: string;
}

/**
 * A command whose id was taken. `begun` is the batch that it confirmed in the same transaction. `answer` is the JSON text of its
 * answer; null while it is running, or when the desk ended before it answered.
 */
export interface StoredCommand {
  readonly what: string;
  readonly takenAtMs: number;
  readonly begun: number | null;
  readonly answer: string | null;
}

export interface CommandReading {
  /** Returns null when the id is free. */
  find(id: CommandId): StoredCommand | null;
  /** The newest commands whose `what` starts with `beginning`, newest first. */
  newest(beginning: string, count: number): readonly StoredCommand[];
}

export interface Commands extends CommandReading {
  /** Takes the id permanently. Throws InvariantError when it is already taken. */
  take(ticket: CommandTicket, nowMs: number): void;
  /** Stores the command's answer. Does nothing when the id was never taken, because the command changed nothing. */
  answered(id: CommandId, answer: string): void;
  /** Frees the id of a command that was refused without changing anything, unless it began a batch. */
  free(id: CommandId): void;
}

interface CommandRow {
  readonly what: string;
  readonly takenAtMs: number;
  readonly answerJson: string | null;
}

/** The content of `answer_json`. `begun` is a batch's number, `answer` the door's answer; `isFree` appears without either. */
interface StoredAnswer {
  readonly isFree?: true;
  readonly begun?: number;
  readonly answer?: unknown;
}

/** Reads commands from any open database. */
export function readCommands(database: DeskDatabase): CommandReading {
  const find = database.statement<[string], CommandRow>(
    'SELECT what, taken_at_ms AS takenAtMs, answer_json AS answerJson FROM commands WHERE command_id = ?',
  );
  const newest = database.statement<[string, string, number], CommandRow>(
    `SELECT what, taken_at_ms AS takenAtMs, answer_json AS answerJson FROM commands
     WHERE substr(what, 1, length(?)) = ? AND coalesce(json_extract(answer_json, '$.isFree'), 0) = 0
     ORDER BY taken_at_ms DESC, rowid DESC LIMIT ?`,
  );
  return {
    find: (id) => decodeCommand(find.get(id)),
    newest: (beginning, count) => newest.all(beginning, beginning, count).flatMap((row) => decodeCommand(row) ?? []),
  };
}

function decodeCommand(row: CommandRow | undefined): StoredCommand | null {
  if (row === undefined) return null;
  const { what, takenAtMs, answerJson } = row;
  const { isFree = false, begun = null, answer } = (answerJson === null ? {} : JSON.parse(answerJson)) as StoredAnswer;
  return isFree ? null : { what, takenAtMs, begun, answer: answer === undefined ? null : JSON.stringify(answer) };
}

export function openCommands(database: DeskDatabase, audit: AuditLog): Commands {
  const take = prepareTake(database);
  const answered = database.statement(
    `UPDATE commands SET answer_json = json_set(coalesce(answer_json, '{}'), '$.answer', json(?)) WHERE command_id = ?`,
  );
  // A command that began a batch has an answer_json already, so it is never freed.
  const free = database.statement('UPDATE commands SET answer_json = ? WHERE command_id = ? AND answer_json IS NULL');
  return {
    ...readCommands(database),
    take: audit.transaction((ticket: CommandTicket, nowMs: number) => take(ticket, { nowMs, begun: null })),
    answered: audit.transaction((id: CommandId, answer: string) => void answered.run(answer, id)),
    free: audit.transaction(
      (id: CommandId) => void free.run(JSON.stringify({ isFree: true } satisfies StoredAnswer), id),
    ),
  };
}

/** Prepares taking an id, inside the caller's transaction if there is one. */
export function prepareTake(
  database: DeskDatabase,
): (ticket: CommandTicket, at: { readonly nowMs: number; readonly begun: number | null }) => void {
  const insert = database.statement(
    `INSERT INTO commands (command_id, what, taken_at_ms, answer_json) VALUES (?, ?, ?, ?)
    ON CONFLICT (command_id) DO UPDATE
    SET what = excluded.what, taken_at_ms = excluded.taken_at_ms, answer_json = excluded.answer_json
    WHERE json_extract(commands.answer_json, '$.isFree') = 1`,
  );
  return ({ id, what }, { nowMs, begun }) => {
    const storedJson = begun === null ? null : JSON.stringify({ begun } satisfies StoredAnswer);
    invariant(insert.run(id, what, nowMs, storedJson).changes === 1, 'a command id was taken twice');
  };
}
