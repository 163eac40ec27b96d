import Papa from 'papaparse';
import type { Refused } from '../../../shared/failures.ts';
import { CELL_MAX_CHARACTERS, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import { msg } from '../../../shared/messages/message.ts';
import { fieldsOf, findHeader, HEADER_SEARCH_LINES, UnheadedCells } from './find-header.ts';
import { refuseSheet } from './issues.ts';
import {
  columnLetters,
  isBlankText,
  readHeaders,
  type SheetLine,
  type SheetTop,
  TABLE_MAX_CELLS,
  type Table,
  TEXTS_BESIDE_MAX,
  type TextBeside,
} from './table.ts';

/**
 * The length of a CSV record of full cells. A longer line means that the file has lost its line ends, and splitting it would
 * take a gigabyte. Its bytes are counted first, at two per character.
 */
const LINE_MAX_CHARACTERS = SHEET_MAX_COLUMNS * (CELL_MAX_CHARACTERS + 1);
const LINE_MAX_BYTES = 2 * LINE_MAX_CHARACTERS;

/** The width of a spreadsheet; most of it may be empty columns at the end. */
const LINE_MAX_CELLS = 16_384;

/** Far more than DELIMITER_SAMPLE_ROWS lines of any payroll. */
const DELIMITER_SAMPLE_CHARACTERS = 256 * 1024;

/** The delimiter is determined from the first lines. */
const DELIMITER_SAMPLE_ROWS = 100;

/** No title names this many fields. */
const HEADER_FIELDS_SURE = 3;

/** Headers and the titles above them are short. */
const HEADER_SAMPLE_CHARACTERS = 16 * 1024;

/** How many characters of CSV are parsed at once, to limit the parser's memory. */
const CSV_PIECE_CHARACTERS = 512 * 1024;

/** A refusal has `lines` if choosing another header row may help. */
export type TableReading =
  | { readonly kind: 'table'; readonly table: Table }
  | (Refused & { readonly lines?: readonly SheetLine[] });

/**
 * Reads a CSV text. Row numbers count records, as a spreadsheet does; a line break inside quotes does not start a new one.
 * `headerRow`: the header row named by a person.
 */
export function readCsv(wholeText: string, headerRow: number | null = null): TableReading {
  const separated = takeSeparatorLine(wholeText);
  const text = separated.text;
  if (text.trim() === '') return refuseSheet('emptyFile');
  const delimiter = separated.delimiter ?? sniffDelimiter(text);
  const firstLine = separated.delimiter === null ? 1 : 2;
  const shape = checkShape(text, { delimiter, firstLine });
  if (shape.kind === 'refused') return shape;
  const lines = new CsvLines({ firstLine, quoted: text.includes('"'), headerRow });
  const { lineEnd } = shape;
  let start = 0;
  for (const cut of shape.cuts) {
    const piece = text.slice(start, text.endsWith(lineEnd, cut) ? cut - lineEnd.length : cut);
    start = cut;
    // papaparse removes a byte order mark from each text. The file's own is already gone, so any other belongs to a cell.
    const whole = piece.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + piece : piece;
    const parsed = Papa.parse<string[]>(whole, { header: false, dynamicTyping: false, delimiter, newline: lineEnd });
    // papaparse returns no record for an empty text; here it is one blank line.
    for (const record of piece === '' ? [['']] : parsed.data) {
      const wrong = lines.add(record);
      if (wrong !== null) return wrong;
    }
  }
  return lines.finish(isOpenEnded(text));
}

/** Whether the last line lacks a line end and may have been cut off. A closing quote shows that its cell is complete. */
function isOpenEnded(text: string): boolean {
  return /[\r\n]/.test(text) && !/[\r\n"]$/.test(text);
}

const BYTE_ORDER_MARK = '\ufeff';

/** A record that is not blank, with the line of the text where it starts. */
interface Placed {
  readonly record: string[];
  readonly line: number;
  readonly rowNumber: number;
}

/** The header, once found. `width`: the number of cells that each later record must have. */
interface CsvHeader {
  readonly cells: readonly string[];
  readonly line: number;
  readonly rowNumber: number;
  readonly width: number;
  readonly top: SheetTop;
}

/** Collects records. The first ones determine the header, and each record below it must have as many cells. */
class CsvLines {
  #header: CsvHeader | null = null;
  #first: Placed[] = [];
  #rowNumber = 0;
  #line: number;
  readonly #quoted: boolean;
  readonly #headerRow: number | null;
  readonly #rows: string[][] = [];
  readonly #rowNumbers: number[] = [];

  constructor(text: { readonly firstLine: number; readonly quoted: boolean; readonly headerRow: number | null }) {
    this.#line = text.firstLine;
    this.#quoted = text.quoted;
    this.#headerRow = text.headerRow;
  }

  add(record: string[]): Refusing | null {
    this.#rowNumber += 1;
    // Blank lines count too: a file of only blank lines would take a minute.
    if (this.#rowNumber > SHEET_MAX_ROWS) return refuseSheet('tooManyRows', { limit: SHEET_MAX_ROWS - 1 });
    const line = this.#line;
    this.#line += 1;
    let blank = true;
    for (const cell of record) {
      if (blank && cell !== '' && !isBlankText(cell)) blank = false;
      if (cell.length > CELL_MAX_CHARACTERS) return refuseSheet('cellTooLong', { line, limit: CELL_MAX_CHARACTERS });
      if (this.#quoted) this.#line += countLineEnds(cell, 0, cell.length);
    }
    if (blank) return null;
    const placed = { record, line, rowNumber: this.#rowNumber };
    if (this.#header !== null) return this.#addRow(placed, this.#header);
    this.#first.push(placed);
    return this.#first.length < HEADER_SEARCH_LINES ? null : this.#takeHeader();
  }

  #takeHeader(): Refusing | null {
    const lines = this.#first.map(({ record, rowNumber }) => ({ rowNumber, cells: record }));
    const finding = findHeader(lines, { headerRow: this.#headerRow, merged: [] });
    if (finding.kind === 'refused') return finding;
    const { cells, top, headerLines } = finding;
    const last = this.#first[headerLines - 1];
    if (last === undefined) return refuseSheet('emptyFile');
    const header = { cells, top, line: last.line, rowNumber: last.rowNumber, width: last.record.length };
    this.#header = header;
    const below = this.#first.slice(headerLines);
    this.#first = [];
    for (const placed of below) {
      const wrong = this.#addRow(placed, header);
      if (wrong !== null) return wrong;
    }
    return null;
  }

  #addRow({ record, line, rowNumber }: Placed, { width, top }: CsvHeader): Refusing | null {
    if (record.length !== width) {
      return orChoose(top, refuseSheet('raggedRow', { line, found: record.length, expected: width }));
    }
    if (this.#rows.length * width > TABLE_MAX_CELLS) return refuseSheet('tooManyCells');
    this.#rows.push(record);
    this.#rowNumbers.push(rowNumber);
    return null;
  }

  finish(isOpenEnded: boolean): TableReading {
    const wrong = this.#header === null && this.#first.length > 0 ? this.#takeHeader() : null;
    if (wrong !== null) return wrong;
    if (this.#header === null) return refuseSheet('emptyFile');
    const { cells, line: headerLine, rowNumber, width, top } = this.#header;
    const reading = readHeaders({ cells, sheet: null, rowNumber });
    if (reading.kind === 'refused') return orChoose(top, reading);
    const { headers } = reading;
    const unheaded = new UnheadedCells(headers);
    const beside: TextBeside[] = [];
    const under = Array.from({ length: width }, (_, column) => column).filter((column) => !headers[column]);
    for (const [row, record] of under.length === 0 ? [] : this.#rows.entries()) {
      for (const column of under) {
        const text = record[column] ?? '';
        if (text.trim() === '') continue;
        const line = this.#rowNumbers[row] ?? 0;
        if (unheaded.allows(column, text, { key: record, line: () => record })) {
          if (beside.length < TEXTS_BESIDE_MAX) beside.push({ place: 'cell', rowNumber: line, column, text });
          continue;
        }
        return orChoose(top, refuseSheet('emptyHeader', { column: columnLetters(column), line, headerLine }));
      }
    }
    const last = isOpenEnded && this.#rowNumbers.at(-1) === this.#rowNumber ? this.#rows.at(-1) : undefined;
    const openEnd = last === undefined ? {} : { openEnd: { column: width - 1, text: last.at(-1) ?? '' } };
    if (headers.length < width) for (const record of this.#rows) record.length = headers.length;
    return {
      kind: 'table',
      table: {
        sheet: null,
        top,
        headerRowNumber: rowNumber,
        headers,
        rows: this.#rows,
        rowNumbers: this.#rowNumbers,
        kinds: null,
        hidden: null,
        hiddenColumns: new Set(),
        beside,
        ...openEnd,
      },
    };
  }
}

type Refusing = Extract<TableReading, { kind: 'refused' }>;

/** When the header is not just the first line, another row may be meant, so an unsound table lets a person choose. */
export function orChoose({ lines, headerRows, rowsAbove }: SheetTop, refused: Refused): Refusing {
  return rowsAbove.length === 0 && headerRows.length === 1 ? refused : { ...refused, lines };
}

type LineEnd = '\n' | '\r\n' | '\r';

/** `cuts`: the offsets just after a record's line end; the last is the end of the text. */
type CsvShape = { readonly kind: 'sound'; readonly lineEnd: LineEnd; readonly cuts: readonly number[] } | Refused;

/** How to read a text. `firstLine` is 2 after a line that only names the separator. */
interface Shaped {
  readonly delimiter: string;
  readonly firstLine: number;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** These are also in ordinary texts, so only a header that they split into known fields makes them delimiters. */
const RARE_DELIMITERS = ['#', '~', '^'] as const;
const DELIMITER_CODES = DELIMITERS.map((delimiter) => delimiter.charCodeAt(0));
const QUOTE = 0x22;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;
const EQUALS = 0x3d;

/** Whether any line is longer than a record can be. Works on the bytes of any encoding, without decoding. */
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

/** Removes a first line such as `sep=;`, which spreadsheets read but do not show. */
export function takeSeparatorLine(text: string): { readonly delimiter: string | null; readonly text: string } {
  const line = /^sep=([,;|\t#~^])(?:\r\n|\r|\n)/i.exec(text);
  return { delimiter: line?.[1] ?? null, text: line === null ? text : text.slice(line[0].length) };
}

/**
 * The delimiter with which a line names the most fields, as the header does. If no line names two, the one that splits the
 * longest run of lines into the same number of cells; else a comma. Looks only at the beginning, because a text without line
 * ends would be scanned to its end.
 */
export function sniffDelimiter(text: string): string {
  const start = text.slice(0, DELIMITER_SAMPLE_CHARACTERS);
  return delimiterOfHeader(start) ?? delimiterOfCounts(countSeparators(start));
}

/** Null when no line names two fields. A title above the header may contain any delimiter. */
function delimiterOfHeader(text: string): string | null {
  let best: { readonly delimiter: string | null; readonly fields: number } = { delimiter: null, fields: 1 };
  const lines = text.slice(0, HEADER_SAMPLE_CHARACTERS).split(/\r\n|\r|\n/, HEADER_SEARCH_LINES);
  for (const line of lines) {
    for (const delimiter of [...DELIMITERS, ...RARE_DELIMITERS]) {
      if (!line.includes(delimiter)) continue;
      const cells = line.split(delimiter, SHEET_MAX_COLUMNS).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''));
      const fields = fieldsOf(cells).size;
      if (fields > best.fields) best = { delimiter, fields };
    }
    if (best.fields >= HEADER_FIELDS_SURE) return best.delimiter;
  }
  return best.delimiter;
}

/** The delimiter that splits the longest run of lines into the same number of cells. */
function delimiterOfCounts(lines: readonly (readonly number[])[]): string {
  let best = { delimiter: ',', run: 0, cells: 1 };
  for (const [at, delimiter] of DELIMITERS.entries()) {
    let run = 0;
    let cells = 1;
    for (const line of lines) {
      const count = (line[at] ?? 0) + 1;
      run = count === cells ? run + 1 : 1;
      cells = count;
      if (cells > 1 && (run > best.run || (run === best.run && cells > best.cells))) best = { delimiter, run, cells };
    }
  }
  return best.delimiter;
}

/** The number of each delimiter outside quotes, for each of the first non-blank lines. */
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

/** Checks the whole text in one pass: quotes only around whole cells, and one kind of line end outside quotes. */
export function checkShape(text: string, { delimiter, firstLine }: Shaped): CsvShape {
  if (!text.includes('"')) {
    if (!text.includes('\r')) return cutPlain(text, { lineEnd: '\n', delimiter, firstLine });
    if (endsInPairs(text)) return cutPlain(text, { lineEnd: '\r\n', delimiter, firstLine });
  }
  const delimiterCode = delimiter.charCodeAt(0);
  const cuts: number[] = [];
  let lineEnd: LineEnd | null = null;
  let line = firstLine;
  let index = 0;
  let atCellStart = true;
  let recordStart = 0;
  let recordCells = 1;
  let cutAfter = CSV_PIECE_CHARACTERS;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      if (!atCellStart) return refuseSheet('strayQuote', { line });
      const end = closingQuote(text, index);
      if (end === -1) return refuseSheet('unclosedQuote', { line });
      // Every character of a cell may be a quote, which is written twice.
      if (end - index > 2 * CELL_MAX_CHARACTERS + 1)
        return refuseSheet('cellTooLong', { line, limit: CELL_MAX_CHARACTERS });
      line += countLineEnds(text, index, end);
      index = end + 1;
      if (!endsCell(text, index, delimiterCode)) return refuseSheet('strayQuote', { line });
      atCellStart = false;
    } else if (code === EQUALS && atCellStart && text.charCodeAt(index + 1) === QUOTE) {
      // Exporters write ="00123" so that spreadsheets keep the zeros.
      const end = text.indexOf('"', index + 2);
      const inner = end === -1 ? '' : text.slice(index + 2, end);
      if (end === -1 || inner.includes(delimiter) || /[\r\n]/.test(inner)) return refuseSheet('strayQuote', { line });
      index = end + 1;
      if (!endsCell(text, index, delimiterCode)) return refuseSheet('strayQuote', { line });
      atCellStart = false;
    } else if (code === CR || code === LF) {
      const found: LineEnd = code === LF ? '\n' : text.charCodeAt(index + 1) === LF ? '\r\n' : '\r';
      if (lineEnd !== null && lineEnd !== found) return refuseSheet('mixedLineEnds', { line });
      lineEnd = found;
      line += 1;
      index += found.length;
      atCellStart = true;
      recordStart = index;
      recordCells = 1;
      if (index >= cutAfter) {
        cuts.push(index);
        cutAfter = index + CSV_PIECE_CHARACTERS;
      }
    } else {
      atCellStart = code === delimiterCode;
      if (atCellStart) recordCells += 1;
      index += 1;
    }
    if (recordCells > LINE_MAX_CELLS) return refuseSheet('tooManyColumns', { limit: SHEET_MAX_COLUMNS });
    if (index - recordStart > LINE_MAX_CHARACTERS)
      return refuseSheet('lineTooLong', { where: msg('part.line', { line }) });
  }
  if (cuts.at(-1) !== text.length) cuts.push(text.length);
  return { kind: 'sound', lineEnd: lineEnd ?? '\n', cuts };
}

/** Whether every line end is a carriage return followed by a line feed. */
function endsInPairs(text: string): boolean {
  let start = 0;
  for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', start)) {
    if (text.indexOf('\r', start) !== feed - 1) return false;
    start = feed + 1;
  }
  return text.indexOf('\r', start) === -1;
}

/** For a text without quotes, in which every record ends with a line feed. */
function cutPlain(text: string, { lineEnd, ...shaped }: Shaped & { readonly lineEnd: '\n' | '\r\n' }): CsvShape {
  const cuts: number[] = [];
  let index = 0;
  while (index < text.length) {
    const end = text.indexOf('\n', index + CSV_PIECE_CHARACTERS);
    const next = end === -1 ? text.length : end + 1;
    if (next - index > 2 * CSV_PIECE_CHARACTERS) {
      const wrong = checkLongLines(text, { start: index, end: next, ...shaped });
      if (wrong !== null) return wrong;
    }
    index = next;
    cuts.push(index);
  }
  return { kind: 'sound', lineEnd, cuts };
}

/** Such a long piece contains a long line: measures its cells before they are split. */
function checkLongLines(
  text: string,
  { start, end, delimiter, firstLine }: Shaped & { readonly start: number; readonly end: number },
): CsvShape | null {
  const lineOf = (at: number): number => firstLine + countLineEnds(text, 0, at);
  let lineStart = start;
  while (lineStart < end) {
    const feed = text.indexOf('\n', lineStart);
    const lineStop = feed === -1 ? end : feed;
    if (lineStop - lineStart > LINE_MAX_CHARACTERS)
      return refuseSheet('lineTooLong', { where: msg('part.line', { line: lineOf(lineStart) }) });
    let cells = 0;
    for (let cell = lineStart; cell <= lineStop; cells += 1) {
      const next = text.indexOf(delimiter, cell);
      const stop = next === -1 || next > lineStop ? lineStop : next;
      if (stop - cell > CELL_MAX_CHARACTERS) {
        return refuseSheet('cellTooLong', { line: lineOf(lineStart), limit: CELL_MAX_CHARACTERS });
      }
      if (cells > LINE_MAX_CELLS) return refuseSheet('tooManyColumns', { limit: SHEET_MAX_COLUMNS });
      cell = stop + 1;
    }
    lineStart = lineStop + 1;
  }
  return null;
}

/** The index of the quote that closes the one at `open`. Two quotes in a row are one quote inside. */
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

/** Counts the line ends in a part of a text, without splitting it: a large file may consist of them. */
export function countLineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count += 1;
  }
  return count;
}
