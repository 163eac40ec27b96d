// The bare import of CSV, as the two libraries' own pages show it: papaparse gives records, each is inserted by name
// into one STRICT table, all in one transaction, under the durability of the store.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { openWritable } from '../../../electron/main/store/open-database.ts';
import { peakMegabytes, readTask, report } from '../child.ts';
import { HEADERS } from '../payroll.ts';
import type { ReadMeasured, ReadTask } from '../tasks.ts';

const { folder, path, rowCount } = readTask<ReadTask>();
const opening = openWritable(join(folder, 'bare.db'));
if (opening.kind === 'refused') throw new Error(opening.refusal.message);
const { database } = opening;
database.exec(`CREATE TABLE salaries (${HEADERS.map((header) => `${nameOf(header)} TEXT`).join(', ')}) STRICT`);
const insert = database.prepare(
  `INSERT INTO salaries VALUES (${HEADERS.map((header) => `@${nameOf(header)}`).join(', ')})`,
);

const startedMs = performance.now();
const { data } = Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), {
  header: true,
  transformHeader: nameOf,
  skipEmptyLines: true,
});
database.transaction(() => {
  for (const record of data) insert.run(record);
})();
const seconds = (performance.now() - startedMs) / 1_000;

if (data.length !== rowCount) throw new Error('not every row was read');
database.close();
report({ seconds, peakMegabytes: peakMegabytes() } satisfies ReadMeasured);

/** A header as the name of a column. */
function nameOf(header: string): string {
  return header.replaceAll(' ', '_');
}
