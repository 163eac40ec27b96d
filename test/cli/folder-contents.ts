// Reads everything in a folder, to check "nothing was changed" and "the token is nowhere".

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** Every file below a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .toSorted();
}

/** The files below a folder that contain a text, as plain bytes or as UTF-16. */
export function filesHolding(folder: string, text: string): string[] {
  const spellings = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return filesIn(folder).filter((file) => {
    const bytes = readFileSync(file);
    return spellings.some((spelling) => bytes.includes(spelling));
  });
}

/** Every row of every table of a database, for comparison; empty when there is no database. */
export function rowsOf(file: string): unknown[] {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const database = new Database(file, { readonly: true });
  try {
    const tables = database
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck();
    return tables.all().map((table) => [table, database.prepare(`SELECT * FROM "${table}"`).raw().all()]);
  } finally {
    database.close();
  }
}
