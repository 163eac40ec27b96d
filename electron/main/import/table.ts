// What CSV and XLSX have in common after reading: headers, and rows of cells as text, with the kind of each cell.

import type { Refused } from '../../../shared/failures.ts';
import { SHEET_MAX_COLUMNS } from '../../../shared/limits.ts';
import type { FileFacts, SheetName } from '../../../shared/rows.ts';
import type { IfscList } from './ifsc-list.ts';
import { refuseSheet } from './issues.ts';

/** The most cells of a table, including blanks: a million rows of 24 columns. More does not fit in memory. */
export const TABLE_MAX_CELLS = 25_000_000;

/** A spreadsheet stores and shows 15 significant digits of a number: the 16th is already lost. */
export const SHEET_DIGITS = 15;

/** Longer than any value that is paid or stored, including outer spaces. A longer cell is an error and is not read. */
export const VALUE_MAX_CHARACTERS = 1_000;

/** How much of a header is shown and read. A longer header names no column by itself. */
export const HEADER_MAX_CHARACTERS = 200;

/**
 * What a cell was in the sheet, besides its text. One byte with its CELL_FLAG, to save memory in a large sheet. zeroMask: a
 * number whose format shows zeros that it does not have. unusual: a number whose format shows another value (percent, thousands,
 * another currency, nothing). whole: a number whose format shows no decimals, even if it has some; tenths: only one decimal;
 * hundredths: two.
 * formula: a formula without its result. linked: a link to another address than the text.
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
  hundredths: 12,
} as const;

/** Added to a cell's KIND. formula: the cell holds a formula's result. struck: all or part of its text is struck through. */
export const CELL_FLAG = { formula: 0x10, struck: 0x20 } as const;

/** A cell's KIND without its flags. */
export function kindOf(flagged: number): number {
  return flagged & 0x0f;
}

/** Whether a cell was a number that the sheet shows as it is, apart from decimals. */
export function isPlainNumber(kind: number): boolean {
  return kind === KIND.number || kind === KIND.hundredths || kind === KIND.whole || kind === KIND.tenths;
}

const UNSEEN_MAX_CHARACTERS = 10;

/** Whether a cell shows nothing: it has only spaces, and perhaps some zero-width characters. */
export function isBlankText(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= UNSEEN_MAX_CHARACTERS && /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/.test(trimmed);
}

/** A line of a sheet that is not blank. */
export interface SheetLine {
  readonly rowNumber: number;
  readonly cells: readonly string[];
}

/** The first lines of a sheet, and which of them are the header, by row number. `rowsAbove` are not read. */
export interface SheetTop {
  readonly lines: readonly SheetLine[];
  readonly headerRows: readonly number[];
  readonly rowsAbove: readonly number[];
}

/** A text of a sheet that is in no cell of a row or header. A printed header and a text box have no cell. */
export interface TextBeside {
  readonly place: 'cell' | 'printed' | 'textBox' | 'note';
  readonly rowNumber: number;
  readonly column: number;
  readonly text: string;
}

/** Day 0 of a workbook's usual calendar, in days before 1970. */
export const EPOCH_1900_DAYS = 25_569;

/** No honest sheet has more; the others are not read. */
export const TEXTS_BESIDE_MAX = 500;

/** A sheet that is not paid, with the first of its lines. */
export interface OtherSheet {
  readonly sheet: string;
  readonly lines: readonly (readonly string[])[];
}

/**
 * A sheet as text. Every row has one cell per header. Blank rows are left out, but `rowNumbers` are those the person sees.
 * `kinds` holds a KIND with flags per cell, row by row; null when every cell is text. `hidden` holds 1 for each hidden row.
 */
export interface Table {
  readonly sheet: string | null;
  /** Absent for rows in memory, which have no lines above them. */
  readonly top?: SheetTop;
  readonly headerRowNumber: number;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly rowNumbers: ArrayLike<number>;
  readonly kinds: Uint8Array | null;
  readonly hidden: Uint8Array | null;
  readonly hiddenColumns: ReadonlySet<number>;
  /** Maps each row that has a note to the note's column. `noteUnit`: another unit named by a note at the header. */
  readonly notes?: ReadonlyMap<number, number>;
  readonly noteUnit?: string;
  /** Texts under no header, in text boxes, printed headers and footers, and in notes at the header or above it. */
  readonly beside?: readonly TextBeside[];
  /** The other visible sheets of a workbook whose names are not harmless. */
  readonly otherSheets?: readonly OtherSheet[];
  /** For each row the fill colours of its cells, as in RowsChunk; `colours` has them by number. */
  readonly looks?: Int32Array;
  readonly colours?: readonly string[];
  /** The last cell of the last row, if the text has no final line end; else absent. */
  readonly openEnd?: { readonly column: number; readonly text: string };
}

/** A sheet in memory. `sheets`: all sheets of its workbook. */
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

/** The cell's address as a spreadsheet writes it: `Sheet1!D17`, `'Nov 2026'!D17`, and for CSV `D17`. */
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

type HeadersReading = { readonly kind: 'headers'; readonly headers: readonly string[] } | Refused;

/** Names with a special meaning in JavaScript. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Trims headers, drops empty ones at the end, and refuses duplicate or forbidden ones. */
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

/** A header without outer spaces and with single spaces inside. */
export function shownHeader(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, HEADER_MAX_CHARACTERS);
}

/** The index of the first number in an ascending list that is at least this one. */
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
