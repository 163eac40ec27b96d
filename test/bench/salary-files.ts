// The files to import.

import { writeFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { HEADERS, salaryCells } from './payroll.ts';

const AMOUNT_COLUMN = HEADERS.indexOf('Amount');

/** Writes CSV as spreadsheet programs do. */
export function writeSalaryCsv(path: string, rowCount: number): void {
  const lines = Array.from({ length: rowCount }, (_, index) => salaryCells(index).join(','));
  writeFileSync(path, `${[HEADERS.join(','), ...lines].join('\r\n')}\r\n`);
}

/** Writes XLSX as Excel does: shared texts, amounts as numbers. */
export async function writeSalaryXlsx(path: string, rowCount: number): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useSharedStrings: true });
  const sheet = book.addWorksheet('Salaries');
  sheet.addRow(HEADERS).commit();
  for (let index = 0; index < rowCount; index += 1) {
    const cells: (string | number | null)[] = salaryCells(index).map((cell) => (cell === '' ? null : cell));
    cells[AMOUNT_COLUMN] = Number(cells[AMOUNT_COLUMN]);
    sheet.addRow(cells).commit();
  }
  sheet.commit();
  await book.commit();
}
