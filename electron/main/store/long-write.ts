// A write too long for one turn: it is done in steps, on a connection of its own, and nobody sees any of it before it is
// committed. In: the write in steps. Out: the same, for whoever gives others a turn between two of them.
// This file must never let two writers of one desk wait for each other: SQLite would hold the whole process up for them, so
// whoever must write meanwhile has the long one done first.

import type Database from 'better-sqlite3';
import type { Steps } from '../../../shared/steps.ts';

export interface LongWrite {
  /** Takes a write on, one at a time. Shape: its steps; laid down before the last one, it is taken back. */
  steps<Result>(write: Steps<Result>): Steps<Result>;
  /** Does what is left of it at once. Its result, or its fault, is still told to whoever does the steps, and to nobody else. */
  readonly finish: () => void;
}

/** Makes the place for one long write. */
export function openLongWrite(): LongWrite {
  let finish = (): void => {};
  return {
    finish: () => finish(),
    *steps<Result>(write: Steps<Result>): Steps<Result> {
      finish();
      const outcome: { end: (() => Result) | null } = { end: null };
      const step = (): void => {
        outcome.end = nextOf(write);
      };
      const mine = (): void => {
        while (outcome.end === null) step();
      };
      finish = mine;
      try {
        for (;;) {
          if (outcome.end === null) step();
          if (outcome.end !== null) return outcome.end();
          yield;
        }
      } finally {
        // A later one may have taken the place since it finished this one.
        if (finish === mine) finish = () => {};
        layDown(write);
      }
    },
  };
}

/** Does one step. Shape: null while there are more, then what gives the result or throws the fault. */
function nextOf<Result>(write: Steps<Result>): (() => Result) | null {
  try {
    const step = write.next();
    if (step.done !== true) return null;
    const { value } = step;
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function layDown(write: Steps<unknown>): void {
  write.return(undefined);
}

/** Makes every statement of a connection that writes, and is prepared from now on, wait for `finish` before it is run. */
export function finishBeforeWriting(database: Database.Database, finish: () => void): void {
  const prepare = database.prepare.bind(database);
  const value = (source: string): Database.Statement => {
    const statement = prepare<unknown[]>(source);
    if (!statement.readonly) finishFirst(statement, finish);
    return statement;
  };
  Object.defineProperty(database, 'prepare', { value });
}

function finishFirst(statement: Database.Statement, finish: () => void): void {
  for (const name of ['run', 'get', 'all', 'iterate'] as const) {
    const act: (...given: unknown[]) => unknown = statement[name].bind(statement);
    const value = (...given: unknown[]): unknown => {
      finish();
      return act(...given);
    };
    Object.defineProperty(statement, name, { value });
  }
}
