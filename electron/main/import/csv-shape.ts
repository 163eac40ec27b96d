// In: the text of a CSV file. Out: its delimiter, its line end and where it can be cut between records; or the line on
// which its quoting or its line ends break. This file must never read a cell's value: papaparse does that.

import type { Refusal } from '../../../shared/issues.ts';
import {
  CELL_MAX_CHARACTERS,
  CSV_CHARACTERS_PER_TURN,
  DELIMITER_SAMPLE_CHARACTERS,
  DELIMITER_SAMPLE_ROWS,
  LINE_MAX_BYTES,
  LINE_MAX_CELLS,
  LINE_MAX_CHARACTERS,
  SHEET_MAX_COLUMNS,
} from '../../../shared/limits.ts';
import { refusal, type RefusalCode } from './refusals.ts';

export type LineEnd = '\n' | '\r\n' | '\r';

/** Shape: `cuts` are the offsets just behind a record's line end, the last one the end of the text. */
export type CsvShape =
  | { readonly kind: 'sound'; readonly lineEnd: LineEnd; readonly cuts: readonly number[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const DELIMITERS = [',', ';', '\t', '|'] as const;
const DELIMITER_CODES = DELIMITERS.map((delimiter) => delimiter.charCodeAt(0));
const QUOTE = 0x22;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;
const EQUALS = 0x3d;

/** Whether some line is longer than any record can be, told from the bytes of whatever encoding: nothing is decoded for it. */
export function hasEndlessLine(bytes: Uint8Array): boolean {
  let start = 0;
  while (bytes.length - start > LINE_MAX_BYTES) {
    const window = bytes.subarray(start, start + LINE_MAX_BYTES);
    const end = Math.max(window.lastIndexOf(LF), window.lastIndexOf(CR));
    if (end === -1) return true;
    start += end + 1;
  }
  return false;
}

/** Takes a first line like `sep=;` off, which spreadsheets read and do not show. */
export function takeSeparatorLine(text: string): { readonly delimiter: string | null; readonly text: string } {
  const line = /^sep=([,;|\t])(?:\r\n|\r|\n)/i.exec(text);
  return { delimiter: line?.[1] ?? null, text: line === null ? text : text.slice(line[0].length) };
}

/**
 * The delimiter under which the most of the first lines have as many cells as the header; comma where none divides it. Only
 * the beginning is looked at: a text without line ends would else be walked from end to end.
 */
export function sniffDelimiter(text: string): string {
  const lines = countSeparators(text.slice(0, DELIMITER_SAMPLE_CHARACTERS));
  let best = { delimiter: ',', same: 0, cells: 1 };
  for (const [at, delimiter] of DELIMITERS.entries()) {
    const counts = lines.map((line) => (line[at] ?? 0) + 1);
    const cells = counts[0] ?? 1;
    const same = counts.filter((count) => count === cells).length;
    if (cells > 1 && (same > best.same || (same === best.same && cells > best.cells)))
      best = { delimiter, same, cells };
  }
  return best.delimiter;
}

/** How often each delimiter stands outside quotes in each of the first lines that are not blank. */
function countSeparators(text: string): readonly (readonly number[])[] {
  const lines: number[][] = [];
  let line = DELIMITERS.map(() => 0);
  let blank = true;
  let quoted = false;
  for (let index = 0; index < text.length && lines.length < DELIMITER_SAMPLE_ROWS; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) quoted = !quoted;
    if (quoted) continue;
    if (code === LF || code === CR) {
      if (!blank) lines.push(line);
      line = DELIMITERS.map(() => 0);
      blank = true;
    } else if (code !== SPACE) {
      blank = false;
      const at = DELIMITER_CODES.indexOf(code);
      if (at !== -1) line[at] = (line[at] ?? 0) + 1;
    }
  }
  if (!blank && lines.length < DELIMITER_SAMPLE_ROWS) lines.push(line);
  return lines;
}

/** Walks the whole text once: quotes only around whole cells, one kind of line end outside them. */
export function checkShape(text: string, delimiter: string): CsvShape {
  if (!text.includes('"')) {
    if (!text.includes('\r')) return cutPlain(text, { lineEnd: '\n', delimiter });
    if (endsInPairs(text)) return cutPlain(text, { lineEnd: '\r\n', delimiter });
  }
  const delimiterCode = delimiter.charCodeAt(0);
  const cuts: number[] = [];
  let lineEnd: LineEnd | null = null;
  let line = 1;
  let index = 0;
  let atCellStart = true;
  let recordStart = 0;
  let recordCells = 1;
  let cutAfter = CSV_CHARACTERS_PER_TURN;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      if (!atCellStart) return stray(line);
      const end = closingQuote(text, index);
      if (end === -1) return refuse('unclosedQuote', { line });
      // Each character of a cell may be a quote, which is written twice.
      if (end - index > 2 * CELL_MAX_CHARACTERS + 1) return refuse('cellTooLong', { line, limit: CELL_MAX_CHARACTERS });
      line += lineEndsWithin(text, index, end);
      index = end + 1;
      if (!endsCell(text, index, delimiterCode)) return stray(line);
      atCellStart = false;
    } else if (code === EQUALS && atCellStart && text.charCodeAt(index + 1) === QUOTE) {
      // Exporters write ="00123" so that spreadsheets keep the zeros.
      const end = text.indexOf('"', index + 2);
      const inner = end === -1 ? '' : text.slice(index + 2, end);
      if (end === -1 || inner.includes(delimiter) || /[\r\n]/.test(inner)) return stray(line);
      index = end + 1;
      if (!endsCell(text, index, delimiterCode)) return stray(line);
      atCellStart = false;
    } else if (code === CR || code === LF) {
      const found: LineEnd = code === LF ? '\n' : text.charCodeAt(index + 1) === LF ? '\r\n' : '\r';
      if (lineEnd !== null && lineEnd !== found) return refuse('mixedLineEnds', { line });
      lineEnd = found;
      line += 1;
      index += found.length;
      atCellStart = true;
      recordStart = index;
      recordCells = 1;
      if (index >= cutAfter) {
        cuts.push(index);
        cutAfter = index + CSV_CHARACTERS_PER_TURN;
      }
    } else {
      atCellStart = code === delimiterCode;
      if (atCellStart) recordCells += 1;
      index += 1;
    }
    if (recordCells > LINE_MAX_CELLS) return refuse('tooManyColumns', { limit: SHEET_MAX_COLUMNS });
    if (index - recordStart > LINE_MAX_CHARACTERS) return refuse('lineTooLong', { where: ` (line ${line})` });
  }
  if (cuts.at(-1) !== text.length) cuts.push(text.length);
  return { kind: 'sound', lineEnd: lineEnd ?? '\n', cuts };
}

/** Whether each carriage return stands before a line feed and each line feed behind a carriage return. */
function endsInPairs(text: string): boolean {
  let start = 0;
  for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', start)) {
    if (text.indexOf('\r', start) !== feed - 1) return false;
    start = feed + 1;
  }
  return text.indexOf('\r', start) === -1;
}

/** Without quotes every line end ends a record, and each ends with a line feed here. */
function cutPlain(
  text: string,
  { lineEnd, delimiter }: { readonly lineEnd: '\n' | '\r\n'; readonly delimiter: string },
): CsvShape {
  const cuts: number[] = [];
  let index = 0;
  while (index < text.length) {
    const end = text.indexOf('\n', index + CSV_CHARACTERS_PER_TURN);
    const next = end === -1 ? text.length : end + 1;
    if (next - index > 2 * CSV_CHARACTERS_PER_TURN) {
      const wrong = checkLongLines(text, { start: index, end: next, delimiter });
      if (wrong !== null) return wrong;
    }
    index = next;
    cuts.push(index);
  }
  return { kind: 'sound', lineEnd, cuts };
}

/** A piece that is so long holds a long line: its cells are measured before they are split. */
function checkLongLines(
  text: string,
  { start, end, delimiter }: { readonly start: number; readonly end: number; readonly delimiter: string },
): CsvShape | null {
  const lineOf = (at: number): number => 1 + lineEndsWithin(text, 0, at);
  let lineStart = start;
  while (lineStart < end) {
    const feed = text.indexOf('\n', lineStart);
    const lineStop = feed === -1 ? end : feed;
    if (lineStop - lineStart > LINE_MAX_CHARACTERS)
      return refuse('lineTooLong', { where: ` (line ${lineOf(lineStart)})` });
    let cells = 0;
    for (let cell = lineStart; cell <= lineStop; cells += 1) {
      const next = text.indexOf(delimiter, cell);
      const stop = next === -1 || next > lineStop ? lineStop : next;
      if (stop - cell > CELL_MAX_CHARACTERS) {
        return refuse('cellTooLong', { line: lineOf(lineStart), limit: CELL_MAX_CHARACTERS });
      }
      if (cells > LINE_MAX_CELLS) return refuse('tooManyColumns', { limit: SHEET_MAX_COLUMNS });
      cell = stop + 1;
    }
    lineStart = lineStop + 1;
  }
  return null;
}

/** The quote that closes the one at `open`; two quotes in a row are one quote inside. */
function closingQuote(text: string, open: number): number {
  let end = text.indexOf('"', open + 1);
  while (end !== -1 && text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
  return end;
}

function endsCell(text: string, index: number, delimiterCode: number): boolean {
  if (index >= text.length) return true;
  const code = text.charCodeAt(index);
  return code === delimiterCode || code === CR || code === LF;
}

function lineEndsWithin(text: string, start: number, end: number): number {
  return text.slice(start, end).match(/\r\n|\r|\n/g)?.length ?? 0;
}

function stray(line: number): CsvShape {
  return refuse('strayQuote', { line });
}

function refuse(code: RefusalCode, details: Readonly<Record<string, number | string>>): CsvShape {
  return { kind: 'refused', refusal: refusal(code, details) };
}
