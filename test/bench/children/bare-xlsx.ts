// The bare reading of XLSX: exceljs's stream reader with its usual options, every row's values taken and dropped.

import ExcelJS from 'exceljs';
import { peakMegabytes, readTask, report } from '../child.ts';
import type { ReadMeasured, ReadTask } from '../tasks.ts';

const { path, rowCount } = readTask<ReadTask>();

const startedMs = performance.now();
let rows = 0;
let cells = 0;
for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(path, {})) {
  for await (const row of sheet) {
    rows += 1;
    cells += Array.isArray(row.values) ? row.values.length : 0;
  }
}
const seconds = (performance.now() - startedMs) / 1_000;

if (rows !== rowCount + 1 || cells < rows) throw new Error('not every row was read');
report({ seconds, peakMegabytes: peakMegabytes() } satisfies ReadMeasured);
