// What the desktop app was started with. In: the words of a command line, its own, a second start's or the system's.
// Out: the data folder it names and the spreadsheets to open. Other words belong to Electron and Chromium.
// This file must never read a file.

import { extname, resolve } from 'node:path';
import { SPREADSHEET_ENDINGS } from '../../../shared/spreadsheets.ts';

export interface StartWords {
  /** Null for the user's own. */
  readonly dataFolder: string | null;
  /** Shape: absolute paths, in the order given. */
  readonly files: readonly string[];
}

/** Reads `program [--data FOLDER] [FILE...]`. Shape: relative paths are meant from `folder`. */
export function readStartWords(words: readonly string[], folder: string): StartWords {
  let dataFolder: string | null = null;
  const files: string[] = [];
  const rest = words.slice(1).values();
  for (const word of rest) {
    if (word === '--data') dataFolder = placeOf(rest.next().value, folder) ?? dataFolder;
    else if (word.startsWith('--data=')) dataFolder = placeOf(word.slice('--data='.length), folder) ?? dataFolder;
    else if (!word.startsWith('-') && isSpreadsheet(word)) files.push(resolve(folder, word));
  }
  return { dataFolder, files };
}

/** The files that a second start handed over. Shape: what is not a list of spreadsheets is nothing. */
export function readHandedFiles(handed: unknown): readonly string[] {
  const files: unknown = typeof handed === 'object' && handed !== null ? Reflect.get(handed, 'files') : null;
  if (!Array.isArray(files)) return [];
  return files.filter((file): file is string => typeof file === 'string' && isSpreadsheet(file));
}

function isSpreadsheet(path: string): boolean {
  return SPREADSHEET_ENDINGS.includes(extname(path).toLowerCase());
}

function placeOf(word: string | undefined, folder: string): string | null {
  return word === undefined || word === '' ? null : resolve(folder, word);
}
