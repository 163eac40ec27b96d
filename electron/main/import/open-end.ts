// Google Sheets and SheetJS write no line end after the last row, so a file without one is not always cut off. Its last cell is
// whole if the rows above prove it.

import { IFSC_SHAPE, UPI_SHAPE } from './shapes.ts';
import type { Table } from './table.ts';

/** How many rows above are compared. */
const ROWS_COMPARED = 200;
/** Fewer rows may agree by chance. */
const ALIKE_MIN = 2;
/** Shorter values of one shape may still be cut off: 50 of 500 is an amount as well. */
const SHAPE_MIN_CHARACTERS = 8;

/** Whether the last cell of a text without a final line end can have lost nothing. */
export function isWholeEnd(rows: Table['rows'], { column, text }: NonNullable<Table['openEnd']>): boolean {
  const above = rows.slice(0, -1).slice(-ROWS_COMPARED);
  const cells = above.map((cells) => (cells[column] ?? '').trim());
  const last = text.trim();
  if (last === '') return cells.length > 0 && cells.every((cell) => cell === '');
  const filled = cells.filter((cell) => cell !== '');
  if (IFSC_SHAPE.test(last)) return true;
  if (UPI_SHAPE.test(last)) return filled.some((cell) => handleOf(cell) === handleOf(last));
  // A cut value may equal a shorter one: 500 of 5000, or INV1 of INV10.
  if (filled.includes(last)) return !/\d$/.test(last) || filled.every((cell) => cell.length === last.length);
  if (filled.length < ALIKE_MIN) return false;
  if (/^[\d,]+\.\d\d$/.test(last)) return filled.every((cell) => /\.\d\d$/.test(cell));
  if (last.length >= SHAPE_MIN_CHARACTERS && filled.every((cell) => shapeOf(cell) === shapeOf(last))) return true;
  const end = lastWord(last);
  return end.length > 2 && filled.every((cell) => lastWord(cell) === end);
}

function handleOf(text: string): string {
  return text.slice(text.indexOf('@') + 1).toLowerCase();
}

/** Digits as 9, letters as a: all dates, or all accounts of one length, have one shape. */
function shapeOf(text: string): string {
  return text.replace(/\p{Nd}/gu, '9').replace(/\p{L}/gu, 'a');
}

function lastWord(text: string): string {
  return text.includes(' ') ? text.slice(text.lastIndexOf(' ') + 1) : '';
}
