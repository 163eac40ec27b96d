// The bare storing for both: each record is inserted by name into one STRICT table, in a single transaction, with the store's
// durability.

import { join } from 'node:path';
import { openWritable } from '../../../electron/main/store/open-database.ts';
import { RefusedError } from '../../../shared/failures.ts';
import { HEADERS } from '../payroll.ts';

/** A table column for each header. */
export const COLUMNS = HEADERS.map(columnOf);

/** Creates the table. Returns a function that stores all records. Throws when the database cannot be opened. */
export function openBareStore(folder: string): (records: readonly Readonly<Record<string, string | null>>[]) => void {
  const opening = openWritable(join(folder, 'bare.db'));
  if (opening.kind === 'refused') throw new RefusedError(opening.refusal);
  const { database } = opening;
  database.exec(`CREATE TABLE salaries (${COLUMNS.map((column) => `${column} TEXT`).join(', ')}) STRICT`);
  const insert = database.prepare(`INSERT INTO salaries VALUES (${COLUMNS.map((column) => `@${column}`).join(', ')})`);
  return (records) => {
    database.transaction(() => {
      for (const record of records) insert.run(record);
    })();
    database.close();
  };
}

export function columnOf(header: string): string {
  return header.replaceAll(' ', '_');
}
