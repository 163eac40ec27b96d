// The bare import of CSV, as the documentation of both libraries shows it: papaparse gives records, and each is inserted.

import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { peakMegabytes, readTask, report } from '../child.ts';
import type { ReadMeasured, ReadTask } from '../tasks.ts';
import { columnOf, openBareStore } from './bare-store.ts';

const { folder, path, rowCount } = readTask<ReadTask>();
const store = openBareStore(folder);

const startedMs = performance.now();
const { data } = Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), {
  header: true,
  transformHeader: columnOf,
  skipEmptyLines: true,
});
store(data);
const seconds = (performance.now() - startedMs) / 1_000;

if (data.length !== rowCount) throw new Error('not every row was read');
report({ seconds, peakMegabytes: peakMegabytes() } satisfies ReadMeasured);
