// The log for finding faults later: a text file beside the database, and a few older ones. It proves nothing; that is what the
// audit log is for.

import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const LOG_FILES_MAX = 4;

/** About ten thousand lines per file; all files together hold a year of light use. */
export const LOG_FILE_MAX_BYTES = 1024 * 1024;

export interface Log {
  /** Adds a line. `what` is one word. */
  note(what: string, words: string): void;
  /** Everything in the log files, oldest first. */
  read(): string;
}

/** Opens the log of a data folder; creates nothing before the first line. */
export function openLog(dataFolder: string, nowMs: () => number): Log {
  const folder = join(dataFolder, 'logs');
  const fileOf = (age: number): string => join(folder, age === 0 ? 'desk.log' : `desk.${age}.log`);
  const ages = Array.from({ length: LOG_FILES_MAX }, (_, age) => age);

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
        // If the log cannot be written, the desk goes on: no money depends on it.
      }
    },
    read: () => ages.toReversed().map(fileOf).map(textOf).join(''),
  };
}

/** The same log, which also prints faults for a person who started the program in a terminal. */
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

/** Matches a date, which is kept, or groups of digits, which are treated as one number. */
const DAY_OR_GROUPS =
  /(?<![\p{L}\p{N}-])(?:(?:19|20)\d\d-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?![\d-])|\p{Nd}{2,}(?:[ \u00A0-]\p{Nd}{2,})+)/gu;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Shorter numbers are counts, rows and ports; accounts have at least eight digits. */
const ACCOUNT_DIGITS = 8;

/**
 * Our own sentences name nobody, but an error's text might. Quoted text is a value: a name, a path, part of a file. Our ids,
 * dates, times and shorter numbers stay.
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
