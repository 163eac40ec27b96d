// What CSV and XLSX have in common once their bytes are read: headers, and rows of cells as text with what each cell
// was.

import type { Refused } from '../../../shared/failures.ts';
import { SHEET_MAX_COLUMNS } from '../../../shared/limits.ts';
import type { FileFacts, SheetName } from '../../../shared/rows.ts';
import type { IfscList } from './ifsc-list.ts';
import { refuseSheet } from './issues.ts';

/** Cells of the whole table, blanks counted: a million rows of 24 columns. More does not fit in memory. */
export const TABLE_MAX_CELLS = 25_000_000;

/** A spreadsheet keeps and shows 15 significant digits of a number: the 16th is already lost. */
export const SHEET_DIGITS = 15;

/** Longer than anything that is paid or kept, spaces around it included: a cell beyond it is an error without being read. */
export const VALUE_MAX_CHARACTERS = 1_000;

/** What of a header is shown and read; a longer one names no column by itself. */
export const HEADER_MAX_CHARACTERS = 200;

/**
 * What a cell was in the sheet, beside its text. One byte each with its CELL_FLAG, so that a large sheet's kinds fit beside its text.
 * zeroMask: a number whose format shows zeros that it does not hold. unusual: a number whose format shows another value
 * (percent, thousands, another currency, nothing). whole: a number whose format shows no decimals, held or not; tenths: only one.
 * formula: one whose result is not there. linked: a link that leads to another address than the text.
 */
export const KIND = {
  text: 0,
  number: 1,
  zeroMask: 2,
  unusual: 3,
  date: 4,
  boolean: 5,
  error: 6,
  formula: 7,
  merged: 8,
  linked: 9,
  whole: 10,
  tenths: 11,
} as const;

/** What is true of a cell beside its KIND. formula: what it holds is the result of one. struck: it is struck through, or some of its text is. */
export const CELL_FLAG = { formula: 0x10, struck: 0x20 } as const;

/** A cell's KIND without its flags. */
export function kindOf(flagged: number): number {
  return flagged & 0x0f;
}

/** Whether a cell was a number that the sheet shows as the number it is, decimals aside. */
export function isPlainNumber(kind: number): boolean {
  return kind === KIND.number || kind === KIND.whole || kind === KIND.tenths;
}

/** A line of a sheet that holds something. */
export interface SheetLine {
  readonly rowNumber: number;
  readonly cells: readonly string[];
}

/** The first lines of a sheet, and which of them are the header. Shape: row numbers; `rowsAbove` are not read. */
export interface SheetTop {
  readonly lines: readonly SheetLine[];
  readonly headerRows: readonly number[];
  readonly rowsAbove: readonly number[];
}

/**
 * A sheet as text.
 * Shape: every row has one cell per header; blank rows are left out but `rowNumbers` are those the person sees.
 * `kinds` holds a KIND with its flags per cell, row after row; null when every cell is text. `hidden` holds 1 for each hidden row.
 */
export interface Table {
  readonly sheet: string | null;
  /** Absent for rows that lie in memory: they have no lines above them. */
  readonly top?: SheetTop;
  readonly headerRowNumber: number;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly rowNumbers: ArrayLike<number>;
  readonly kinds: Uint8Array | null;
  readonly hidden: Uint8Array | null;
  readonly hiddenColumns: ReadonlySet<number>;
  /** Rows with a note at one of their cells, and its column; and another unit that a note at the header speaks of. */
  readonly notes?: ReadonlyMap<number, number>;
  readonly noteUnit?: string;
  /** The cell of the last row in which a text ends that has no last line end; absent where it has one. */
  readonly openEnd?: { readonly column: number; readonly text: string };
}

/** A sheet in memory. Shape: `sheets` are all of its workbook. */
export interface OpenedSheet {
  readonly file: FileFacts;
  readonly sheets: readonly SheetName[];
  readonly table: Table;
  readonly branches: IfscList;
}

/** A column's letters: 0 is `A`, 26 is `AA`. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** The cell as a spreadsheet writes it: `Sheet1!D17`, `'Nov 2026'!D17`, and for CSV `D17`. */
export function cellAddress(place: {
  readonly sheet: string | null;
  readonly column: number;
  readonly rowNumber: number;
}): string {
  const cell = `${columnLetters(place.column)}${place.rowNumber}`;
  if (place.sheet === null) return cell;
  const plain = /^[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u.test(place.sheet);
  return `${plain ? place.sheet : `'${place.sheet.replaceAll("'", "''")}'`}!${cell}`;
}

export type HeadersReading = { readonly kind: 'headers'; readonly headers: readonly string[] } | Refused;

/** Names that mean something else to programs than to people. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Trims headers, drops empty ones at the end, and refuses those that do not tell columns apart. */
export function readHeaders(place: {
  readonly cells: readonly string[];
  readonly sheet: string | null;
  readonly rowNumber: number;
}): HeadersReading {
  const headers = place.cells.map(shownHeader);
  while (headers.at(-1) === '') headers.pop();
  if (headers.length > SHEET_MAX_COLUMNS) return refuseSheet('tooManyColumns', { limit: SHEET_MAX_COLUMNS });
  const seen = new Map<string, number>();
  const address = (column: number): string => cellAddress({ ...place, column });
  for (const [column, header] of headers.entries()) {
    if (header === '') continue;
    const word = header.toLowerCase();
    if (FORBIDDEN.has(word)) return refuseSheet('forbiddenHeader', { header, cell: address(column) });
    const first = seen.get(word);
    if (first !== undefined) {
      return refuseSheet('duplicateHeader', { header, first: address(first), second: address(column) });
    }
    seen.set(word, column);
  }
  return { kind: 'headers', headers };
}

/** A header without spaces around it and with one space for each gap inside. */
export function shownHeader(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, HEADER_MAX_CHARACTERS);
}

/** The index of the first number of an ascending list that is this one or a later one. */
export function firstAtLeast(ascending: ArrayLike<number>, number: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
