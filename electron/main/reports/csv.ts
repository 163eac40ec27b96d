// Lists as CSV. What a spreadsheet program would run as a formula, whichever separator it reads with, gets a leading
// apostrophe; no other text is changed.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FillFile } from './atomic-file.ts';
import { type CellKind, type CellValue, type Column, localIso, signedDecimal } from './report-payouts.ts';

/** A list goes to disk in pieces of this size: one is written while the next is made. */
const REPORT_CHUNK_CHARACTERS = 65_536;

/** Excel reads UTF-8 only with it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Any list as CSV. */
export function fillCsvList<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): FillFile {
  return async (sink, signal) => {
    await pipeline(Readable.from(chunksOf(linesOf(columns, rows))), sink, { signal });
    return null;
  };
}

function* linesOf<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map((column) => textCell(column.name)));
  for (const row of rows) yield csvLine(columns.map(({ kind, read }) => csvCell(kind, read(row))));
}

/** One line of CSV, of cells as they are written. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/**
 * A text as a cell: quoted as RFC 4180 says, always, so that a program which splits at another separator still finds it in
 * one piece where it can, and safe from running as a formula where it cannot.
 */
export function textCell(text: string): string {
  return `"${guardFormula(text).replaceAll('"', '""')}"`;
}

function csvCell(kind: CellKind, value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return textCell(value);
  if (kind === 'rupees') return signedDecimal(value);
  return kind === 'time' ? localIso(value) : String(value);
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < REPORT_CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

// A program that splits at another separator than the comma begins a cell behind each of these, also inside a quoted text.
// The quotes, apostrophes and spaces before the sign count too: a program may drop them, and a text which already had an
// apostrophe is told from one that was given it. Full-width signs are signs to a program set to Japanese or Chinese.
const FORMULA = /(^|[,;|\t\r\n])(?=(?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;
const LEADING_BREAK = /^'*[\t\r\n]/;

/**
 * Makes a CSV cell safe: one apostrophe at its beginning, and behind each separator in it (, ; | tab, line end), wherever
 * = + - @ or its full-width form follows, with or without quotes, apostrophes and spaces between; also before a leading tab or
 * line end. A reader gets the text back by taking one apostrophe off each such place. Source: OWASP, CSV Injection.
 */
export function guardFormula(text: string): string {
  const guarded = text.replaceAll(FORMULA, "$1'");
  return LEADING_BREAK.test(text) ? `'${guarded}` : guarded;
}
