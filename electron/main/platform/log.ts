// What happened around the desk, for whoever must find a fault later: a text file beside the database, and a few older
// ones. The audit log is another thing: nothing here proves anything.

import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const LOG_FILES_KEPT = 4;

/** The log of what happened around the desk: some ten thousand lines in a file, and a year of quiet use in all. */
export const LOG_FILE_MAX_BYTES = 1024 * 1024;

export interface Log {
  /** Adds a line. Shape: `what` one word. */
  note(what: string, words: string): void;
  /** All that is kept, oldest first. */
  read(): string;
}

/** Opens the log of a data folder; nothing is made before the first line. */
export function openLog(dataFolder: string, nowMs: () => number): Log {
  const folder = join(dataFolder, 'logs');
  const fileOf = (age: number): string => join(folder, age === 0 ? 'desk.log' : `desk.${age}.log`);
  const ages = Array.from({ length: LOG_FILES_KEPT }, (_, age) => age);

  function makeRoom(): void {
    const size = statSync(fileOf(0), { throwIfNoEntry: false })?.size ?? 0;
    if (size < LOG_FILE_MAX_BYTES) return;
    for (const age of ages.slice(0, -1).toReversed()) {
      if (statSync(fileOf(age), { throwIfNoEntry: false }) !== undefined) renameSync(fileOf(age), fileOf(age + 1));
    }
  }

  return {
    note: (what, words) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        makeRoom();
        const line = `${new Date(nowMs()).toISOString()} ${what} ${withoutPeople(words)}`;
        appendFileSync(fileOf(0), `${line.replaceAll(/\s*\n\s*/g, ' | ')}\n`, { mode: 0o600 });
      } catch {
        // A desk whose log cannot be written goes on: nothing of the money depends on it.
      }
    },
    read: () => ages.toReversed().map(fileOf).map(textOf).join(''),
  };
}

/** The same log, whose faults are said aloud as well, for whoever started the program at a terminal. */
export function saidAloud(log: Log, say: (words: string) => void): Log {
  return {
    ...log,
    note: (what, words) => {
      const harmless = withoutPeople(words);
      log.note(what, harmless);
      if (what === 'fault') say(`Payout Desk met a fault of its own: ${harmless}\n`);
    },
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A day is kept; digits in groups are looked at as one number. */
const DAY_OR_GROUPS =
  /(?<![\p{L}\p{N}-])(?:(?:19|20)\d\d-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?![\d-])|\p{Nd}{2,}(?:[ \u00A0-]\p{Nd}{2,})+)/gu;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Shorter ones are counts, rows and ports; accounts have eight digits at least. */
const ACCOUNT_DIGITS = 8;

/**
 * Our sentences name nobody; a fault's own words might. What they quote is a value: a name, a path, a piece of a file.
 * Ids of ours, days, times and shorter numbers stay.
 */
export function withoutPeople(words: string): string {
  return words
    .replaceAll(/\bBearer\s+\S+/gi, 'Bearer [removed]')
    .replaceAll(/(?<=^|[\s(:,=[])(["'`]).*\1(?!\w)/gmu, '[quoted text removed]')
    .replaceAll(/[\p{L}\p{N}._+-]+@(?=\p{L})/gu, '[removed]@')
    .replaceAll(DAY_OR_GROUPS, (text) =>
      DAY.test(text) || text.replaceAll(/\P{Nd}/gu, '').length < ACCOUNT_DIGITS ? text : REMOVED_NUMBER,
    )
    .replaceAll(/\p{Nd}{8,}/gu, REMOVED_NUMBER);
}

const REMOVED_NUMBER = '[number removed]';
