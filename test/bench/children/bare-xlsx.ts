// The bare import of XLSX: exceljs reads the whole file, and an insert for every row's values.

import ExcelJS from 'exceljs';
import { peakMegabytes, readTask, report } from '../child.ts';
import type { ReadMeasured, ReadTask } from '../tasks.ts';
import { COLUMNS, openBareStore } from './bare-store.ts';

const { folder, path, rowCount } = readTask<ReadTask>();
const store = openBareStore(folder);

const startedMs = performance.now();
const records: Record<string, string | null>[] = [];
const workbook = new ExcelJS.Workbook();
await workbook.xlsx.readFile(path);
for (const sheet of workbook.worksheets) {
  sheet.eachRow((row, rowNumber) => {
    if (rowNumber === 1) return;
    const texts = COLUMNS.map((column, index) => [column, textOf(row.getCell(index + 1).value)] as const);
    records.push(Object.fromEntries(texts));
  });
}
store(records);
const seconds = (performance.now() - startedMs) / 1_000;

if (records.length !== rowCount) throw new Error('not every row was read');
report({ seconds, peakMegabytes: peakMegabytes() } satisfies ReadMeasured);

function textOf(value: ExcelJS.CellValue): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
