// Amounts that a workbook holds as numbers. A sum such as a twelfth of a year's pay has more decimals than its format shows: what
// the sheet shows to the paisa is paid, and a person is told once for the column.

import { type AmountReading, rupeesFromDouble, rupeesShown } from '../../../shared/money.ts';
import { KIND, kindOf, type Table } from './table.ts';

/** The amount of a cell's number, by the KIND of the cell. */
export function readNumber(text: string, kind: number): AmountReading {
  return kind === KIND.hundredths ? rupeesShown(text) : rupeesFromDouble(Number(text));
}

/** Whether a number is shown with two decimals and holds more. */
export function isRounded(text: string, kind: number): boolean {
  return kind === KIND.hundredths && /\.\d{3}/.test(text);
}

/** How many amounts of a column are shown with fewer decimals than they hold, and paid as they are shown. */
export function countRounded({ rows, kinds, headers }: Table, column: number): number {
  if (kinds === null) return 0;
  let count = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if (isRounded(rows[row]?.[column] ?? '', kindOf(kinds[row * headers.length + column] ?? KIND.text))) count += 1;
  }
  return count;
}
