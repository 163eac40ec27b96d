// The bare import of CSV: papaparse over the whole text, its cells unread into one STRICT table in one transaction, under
// the durability of the store. In: a ReadTask. Out: time and peak of memory. This file must never check or index anything.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { openWritable } from '../../../electron/main/store/open-database.ts';
import { peakMegabytes, readTask, report } from '../child.ts';
import type { ReadMeasured, ReadTask } from '../tasks.ts';

const { folder, path, rowCount } = readTask<ReadTask>();
const opening = openWritable(join(folder, 'bare.db'));
if (opening.kind === 'refused') throw new Error(opening.refusal.message);
const { database } = opening;
database.exec(`CREATE TABLE cells (
  row INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, d TEXT, e TEXT, f TEXT, g TEXT, h TEXT
) STRICT`);
const insert = database.prepare('INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');

const startedMs = performance.now();
const { data } = Papa.parse<string[]>(readFileSync(path, 'utf8'), { header: false, skipEmptyLines: true });
database.transaction(() => {
  data.forEach((cells, row) => insert.run(row, ...cells));
})();
const seconds = (performance.now() - startedMs) / 1_000;

if (data.length !== rowCount + 1) throw new Error('not every row was read');
database.close();
report({ seconds, peakMegabytes: peakMegabytes() } satisfies ReadMeasured);
