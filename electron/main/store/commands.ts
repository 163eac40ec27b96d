// Commands by the id that their door gave them, each taken once and for all: a repeated request does nothing twice.

import type Database from 'better-sqlite3';
import { invariant } from '../../../shared/failures.ts';
import type { CommandId } from '../../../shared/ids.ts';
import type { CommandReading, Commands, CommandTicket } from '../domain/commands.ts';
import type { AuditLog } from './audit-log.ts';

interface CommandRow {
  readonly what: string;
  readonly takenAtMs: number;
  readonly answerJson: string | null;
}

/** What stands in `answer_json`. Shape: `begun` is a batch's number, `answer` what the door was given; `isFree` beside neither. */
interface StoredAnswer {
  readonly isFree?: true;
  readonly begun?: number;
  readonly answer?: unknown;
}

/** Reads commands from any open database. */
export function readCommands(database: Database.Database): CommandReading {
  const find = database.prepare<[string], CommandRow>(
    'SELECT what, taken_at_ms AS takenAtMs, answer_json AS answerJson FROM commands WHERE command_id = ?',
  );
  return {
    find: (id) => {
      const row = find.get(id);
      if (row === undefined) return null;
      const { what, takenAtMs, answerJson } = row;
      const {
        isFree = false,
        begun = null,
        answer,
      } = (answerJson === null ? {} : JSON.parse(answerJson)) as StoredAnswer;
      return isFree ? null : { what, takenAtMs, begun, answer: answer === undefined ? null : JSON.stringify(answer) };
    },
  };
}

/** Opens the commands of a writable database. */
export function openCommands(database: Database.Database, audit: AuditLog): Commands {
  const take = prepareTake(database);
  const answered = database.prepare(
    `UPDATE commands SET answer_json = json_set(coalesce(answer_json, '{}'), '$.answer', json(?)) WHERE command_id = ?`,
  );
  // Never of a command that began a batch, whatever it is called.
  const free = database.prepare('UPDATE commands SET answer_json = ? WHERE command_id = ? AND answer_json IS NULL');
  return {
    ...readCommands(database),
    take: audit.transaction((ticket: CommandTicket, nowMs: number) => take(ticket, { nowMs, begun: null })),
    answered: audit.transaction((id: CommandId, answer: string) => void answered.run(answer, id)),
    free: audit.transaction(
      (id: CommandId) => void free.run(JSON.stringify({ isFree: true } satisfies StoredAnswer), id),
    ),
  };
}

/** Prepares taking an id, in the caller's transaction where there is one. */
export function prepareTake(
  database: Database.Database,
): (ticket: CommandTicket, at: { readonly nowMs: number; readonly begun: number | null }) => void {
  const insert = database.prepare(
    `INSERT INTO commands (command_id, what, taken_at_ms, answer_json) VALUES (?, ?, ?, ?)
    ON CONFLICT (command_id) DO UPDATE
    SET what = excluded.what, taken_at_ms = excluded.taken_at_ms, answer_json = excluded.answer_json
    WHERE json_extract(commands.answer_json, '$.isFree') = 1`,
  );
  return ({ id, what }, { nowMs, begun }) => {
    const kept = begun === null ? null : JSON.stringify({ begun } satisfies StoredAnswer);
    invariant(insert.run(id, what, nowMs, kept).changes === 1, 'a command id was taken twice');
  };
}
