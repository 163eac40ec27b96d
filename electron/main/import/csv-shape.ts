// In: the text of a CSV file. Out: its delimiter, its line end and where it can be cut between records; or the line on
// which its quoting or its line ends break. This file must never read a cell's value: papaparse does that.

import type { Refusal } from '../../../shared/issues.ts';
import { CSV_CHARACTERS_PER_TURN, DELIMITER_SAMPLE_ROWS } from '../../../shared/limits.ts';
import { refusal } from './refusals.ts';

export type LineEnd = '\n' | '\r\n' | '\r';

/** Shape: `cuts` are the offsets just behind a record's line end, the last one the end of the text. */
export type CsvShape =
  | { readonly kind: 'sound'; readonly lineEnd: LineEnd; readonly cuts: readonly number[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const DELIMITERS = [',', ';', '\t', '|'] as const;
const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
const EQUALS = 0x3d;

/** Takes a first line like `sep=;` off, which spreadsheets read and do not show. */
export function takeSeparatorLine(text: string): { readonly delimiter: string | null; readonly text: string } {
  const line = /^sep=([,;|\t])(?:\r\n|\r|\n)/i.exec(text);
  return { delimiter: line?.[1] ?? null, text: line === null ? text : text.slice(line[0].length) };
}

/** The delimiter under which the most of the first lines have as many cells as the header; comma where none divides it. */
export function sniffDelimiter(text: string): string {
  let best = { delimiter: ',', same: 0, cells: 1 };
  for (const delimiter of DELIMITERS) {
    const counts = countCells(text, delimiter);
    const cells = counts[0] ?? 1;
    const same = counts.filter((count) => count === cells).length;
    if (cells > 1 && (same > best.same || (same === best.same && cells > best.cells)))
      best = { delimiter, same, cells };
  }
  return best.delimiter;
}

/** Cells of each of the first records that are not blank. */
function countCells(text: string, delimiter: string): readonly number[] {
  const counts: number[] = [];
  let cells = 1;
  let blank = true;
  let quoted = false;
  for (let index = 0; index < text.length && counts.length < DELIMITER_SAMPLE_ROWS; index += 1) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (character === '\n' || character === '\r') {
      if (!blank) counts.push(cells);
      cells = 1;
      blank = true;
    } else {
      if (character === delimiter) cells += 1;
      if (character !== ' ') blank = false;
    }
  }
  if (!blank && counts.length < DELIMITER_SAMPLE_ROWS) counts.push(cells);
  return counts;
}

/** Walks the whole text once: quotes only around whole cells, one kind of line end outside them. */
export function checkShape(text: string, delimiter: string): CsvShape {
  if (!text.includes('"')) {
    if (!text.includes('\r')) return cutPlain(text, '\n');
    if (endsInPairs(text)) return cutPlain(text, '\r\n');
  }
  const delimiterCode = delimiter.charCodeAt(0);
  const cuts: number[] = [];
  let lineEnd: LineEnd | null = null;
  let line = 1;
  let index = 0;
  let atCellStart = true;
  let cutAfter = CSV_CHARACTERS_PER_TURN;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      if (!atCellStart) return stray(line);
      const end = closingQuote(text, index);
      if (end === -1) return { kind: 'refused', refusal: refusal('unclosedQuote', { line }) };
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
      if (lineEnd !== null && lineEnd !== found)
        return { kind: 'refused', refusal: refusal('mixedLineEnds', { line }) };
      lineEnd = found;
      line += 1;
      index += found.length;
      atCellStart = true;
      if (index >= cutAfter) {
        cuts.push(index);
        cutAfter = index + CSV_CHARACTERS_PER_TURN;
      }
    } else {
      atCellStart = code === delimiterCode;
      index += 1;
    }
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
function cutPlain(text: string, lineEnd: '\n' | '\r\n'): CsvShape {
  const cuts: number[] = [];
  let index = 0;
  while (index < text.length) {
    const end = text.indexOf('\n', index + CSV_CHARACTERS_PER_TURN);
    index = end === -1 ? text.length : end + 1;
    cuts.push(index);
  }
  return { kind: 'sound', lineEnd, cuts };
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
  return { kind: 'refused', refusal: refusal('strayQuote', { line }) };
}
