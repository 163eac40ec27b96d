// Commands by the id that their door gave them, each taken once and for all. In: ids. Out: whether and how one was answered.
// This file must never let an id go again: a repeated request would do its work a second time.

import type Database from 'better-sqlite3';
import type { CommandReading, Commands, CommandTicket } from '../../../shared/commands.ts';
import { invariant } from '../../../shared/failures.ts';

interface CommandRow {
  readonly what: string;
  readonly taken_at_ms: number;
  readonly answer_json: string | null;
}

/** What stands in `answer_json`. Shape: `begun` is a batch's number, `answer` what the door was told. */
interface Kept {
  readonly begun?: number;
  readonly answer?: unknown;
}

/** Reads commands from any open database. */
export function readCommands(database: Database.Database): CommandReading {
  const find = database.prepare<[string], CommandRow>(
    'SELECT what, taken_at_ms, answer_json FROM commands WHERE command_id = ?',
  );
  return {
    find: (id) => {
      const row = find.get(id);
      if (row === undefined) return null;
      const { begun, answer } = (row.answer_json === null ? {} : JSON.parse(row.answer_json)) as Kept;
      const text = answer === undefined ? null : JSON.stringify(answer);
      return { what: row.what, takenAtMs: row.taken_at_ms, begun: begun ?? null, answer: text };
    },
  };
}

/** Opens the commands of a writable database. */
export function openCommands(database: Database.Database): Commands {
  const take = prepareTake(database);
  const answered = database.prepare(
    `UPDATE commands SET answer_json = json_set(coalesce(answer_json, '{}'), '$.answer', json(?)) WHERE command_id = ?`,
  );
  return {
    ...readCommands(database),
    take: (ticket, nowMs) => take(ticket, { nowMs, begun: null }),
    answered: (id, answer) => void answered.run(answer, id),
  };
}

/** Prepares taking an id, in the caller's transaction where there is one. */
export function prepareTake(
  database: Database.Database,
): (ticket: CommandTicket, at: { readonly nowMs: number; readonly begun: number | null }) => void {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO commands (command_id, what, taken_at_ms, answer_json) VALUES (?, ?, ?, ?)',
  );
  return ({ id, what }, { nowMs, begun }) => {
    const kept = begun === null ? null : JSON.stringify({ begun } satisfies Kept);
    invariant(insert.run(id, what, nowMs, kept).changes === 1, 'a command id was taken twice');
  };
}
