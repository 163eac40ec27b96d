// Lists as CSV. A text that a spreadsheet program would run as a formula, with any separator, gets a leading apostrophe. No other
// text is changed.

import type { Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FillFile } from './atomic-file.ts';
import { type CellKind, type CellValue, type Column, localIso, signedDecimal } from './report-payouts.ts';

/** Lists are written in chunks of this size: one is written while the next is made. */
const REPORT_CHUNK_CHARACTERS = 65_536;

/** Excel reads a CSV as UTF-8 only with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** `offsetMinutes`: the offset of all times from UTC; by default that of each time on this computer. `digest` is given all bytes. */
export function fillCsvList<Row>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row>,
  offsetMinutes?: number,
  digest?: Hash,
): FillFile {
  return async (sink, signal) => {
    await pipeline(Readable.from(chunksOf(linesOf(columns, rows, offsetMinutes), digest)), sink, { signal });
    return null;
  };
}

function* linesOf<Row>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row>,
  offsetMinutes?: number,
): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map((column) => textCell(column.name)));
  for (const row of rows) {
    let line = '';
    let separator = '';
    for (const { kind, read } of columns) {
      line += separator + csvCell(kind, read(row), offsetMinutes);
      separator = ',';
    }
    yield `${line}\r\n`;
  }
}

/** One line of CSV from finished cells. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/**
 * A text as a cell, always quoted as in RFC 4180. So a program that splits at another separator keeps it in one piece if it
 * honours quotes, and cannot run it as a formula if it does not.
 */
export function textCell(text: string): string {
  const guarded = guardFormula(text);
  return `"${guarded.includes('"') ? guarded.replaceAll('"', '""') : guarded}"`;
}

function csvCell(kind: CellKind, value: CellValue, offsetMinutes?: number): string {
  if (value === null) return '';
  if (typeof value === 'string') return textCell(value);
  if (kind === 'rupees') return signedDecimal(value);
  return kind === 'time' ? localIso(value, offsetMinutes) : String(value);
}

function* chunksOf(lines: Iterable<string>, digest?: Hash): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < REPORT_CHUNK_CHARACTERS) continue;
    digest?.update(chunk);
    yield chunk;
    chunk = '';
  }
  digest?.update(chunk);
  yield chunk;
}

// A program with another separator than the comma starts a cell after each of these, even inside quotes. The quotes, apostrophes
// and spaces before the sign count too: a program may drop them, and a text that already had an apostrophe must stay
// distinguishable from one that was given it. Programs set to Japanese or Chinese read full-width signs as signs.
const FORMULA = /(^|[,;|\t\r\n])(?=(?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;
const LEADING_BREAK = /^'*[\t\r\n]/;

/**
 * Makes a CSV cell safe with an apostrophe at its start and after each separator in it (, ; | tab, line end), wherever = + - @
 * or a full-width form follows, even after quotes, apostrophes and spaces; also before a leading tab or line end. Removing one
 * apostrophe at each such place restores the text. See OWASP, CSV Injection.
 */
export function guardFormula(text: string): string {
  // Most texts have none of these signs, and looking for one of them takes a fifth of the time.
  if (!/[=+\-@＝＋－＠\t\r\n]/.test(text)) return text;
  const guarded = text.replaceAll(FORMULA, "$1'");
  return LEADING_BREAK.test(text) ? `'${guarded}` : guarded;
}
