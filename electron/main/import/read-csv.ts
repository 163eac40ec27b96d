import type { Refused } from '../../../shared/failures.ts';
import { CELL_MAX_CHARACTERS, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import { refuse } from './sentences.ts';
import { columnLetters, readHeaders, TABLE_MAX_CELLS, type Table } from './table.ts';

/**
 * A CSV record of full cells. A longer line is a file that lost its line ends, and splitting it would take a gigabyte; its bytes
 * are counted first, at two for each character.
 */
const LINE_MAX_CHARACTERS = SHEET_MAX_COLUMNS * (CELL_MAX_CHARACTERS + 1);
const LINE_MAX_BYTES = 2 * LINE_MAX_CHARACTERS;

/** As wide as a spreadsheet can be; most of it may be empty columns at the end. */
const LINE_MAX_CELLS = 16_384;

/** Far more than that many lines of any payroll. */
const DELIMITER_SAMPLE_CHARACTERS = 256 * 1024;

/** The first lines tell the delimiter. */
const DELIMITER_SAMPLE_ROWS = 100;

export type TableReading = { readonly kind: 'table'; readonly table: Table } | Refused;

/** A text that is read record by record. Shape: `firstLine` 2 behind a line that names the delimiter. */
interface CsvText {
  readonly text: string;
  readonly delimiter: string;
  readonly firstLine: number;
  readonly table: CsvTable;
}

/** The records of a text. Row numbers count records as a spreadsheet does; a line break inside quotes starts none. */
export function readCsv(wholeText: string): TableReading {
  const { delimiter: named, text } = takeSeparatorLine(wholeText);
  if (text.trim() === '') return refuse('emptyFile');
  const delimiter = named ?? sniffDelimiter(text);
  const table = new CsvTable();
  const csv = { text, delimiter, firstLine: named === null ? 1 : 2, table };
  const lineEnd = plainLineEnd(text);
  const wrong = lineEnd === null ? readRecords(csv) : splitLines(csv, lineEnd);
  return wrong ?? table.finish();
}

/** Collects records: the first that is not blank is the header, and each later one must have as many cells. */
class CsvTable {
  #wrong: Refused | null = null;
  #headerCells: readonly string[] | null = null;
  #headerLine = 1;
  #headerRowNumber = 1;
  #width = 0;
  #rowNumber = 0;
  readonly #rows: string[][] = [];
  readonly #rowNumbers: number[] = [];

  /** Takes the record that begins on this line. What is wrong with it is said at the end: first of all the text must be sound. */
  add(record: string[], line: number): void {
    this.#rowNumber += 1;
    this.#wrong ??= this.#take(record, line);
  }

  #take(record: string[], line: number): Refused | null {
    let blank = true;
    for (const cell of record) {
      if (blank && cell !== '' && cell.trim() !== '') blank = false;
      if (cell.length > CELL_MAX_CHARACTERS) return refuse('cellTooLong', { line, limit: CELL_MAX_CHARACTERS });
    }
    if (blank) return null;
    if (this.#headerCells === null) {
      this.#headerCells = record;
      this.#headerLine = line;
      this.#headerRowNumber = this.#rowNumber;
      this.#width = record.length;
      return null;
    }
    if (record.length !== this.#width) {
      return refuse('raggedRow', { line, found: record.length, expected: this.#width });
    }
    if (this.#rows.length >= SHEET_MAX_ROWS - 1) return refuse('tooManyRows', { limit: SHEET_MAX_ROWS - 1 });
    if (this.#rows.length * this.#width > TABLE_MAX_CELLS) return refuse('tooManyCells');
    this.#rows.push(record);
    this.#rowNumbers.push(this.#rowNumber);
    return null;
  }

  finish(): TableReading {
    if (this.#wrong !== null) return this.#wrong;
    const cells = this.#headerCells ?? [];
    const reading = readHeaders({ cells, sheet: null, rowNumber: this.#headerRowNumber });
    if (reading.kind === 'refused') return reading;
    const { headers } = reading;
    for (let column = 0; column < cells.length; column += 1) {
      if (headers[column] !== undefined && headers[column] !== '') continue;
      const row = this.#rows.findIndex((record) => record[column]?.trim() !== '');
      if (row === -1) continue;
      const line = this.#rowNumbers[row] ?? 0;
      return refuse('emptyHeader', { column: columnLetters(column), line, headerLine: this.#headerLine });
    }
    if (headers.length < this.#width) for (const record of this.#rows) record.length = headers.length;
    return {
      kind: 'table',
      table: {
        sheet: null,
        headerRowNumber: this.#headerRowNumber,
        headers,
        rows: this.#rows,
        rowNumbers: this.#rowNumbers,
        kinds: null,
        hidden: null,
        hiddenColumns: new Set(),
      },
    };
  }
}

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

/** The end of every line, where each ends a record: without quotes, and all alike. Errors: null for any other text. */
function plainLineEnd(text: string): '\n' | '\r\n' | null {
  if (text.includes('"')) return null;
  if (!text.includes('\r')) return '\n';
  return endsInPairs(text) ? '\r\n' : null;
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

/** Each line is a record. Errors: a refusal for one that no sheet can hold, before it is split. */
function splitLines({ text, delimiter, firstLine, table }: CsvText, lineEnd: string): Refused | null {
  let line = firstLine;
  for (let start = 0; start < text.length; line += 1) {
    const found = text.indexOf(lineEnd, start);
    const end = found === -1 ? text.length : found;
    if (end - start > LINE_MAX_CHARACTERS) return refuse('lineTooLong', { where: ` (line ${line})` });
    const record = text.slice(start, end).split(delimiter, LINE_MAX_CELLS + 1);
    if (record.length > LINE_MAX_CELLS) return refuse('tooManyColumns', { limit: SHEET_MAX_COLUMNS });
    table.add(record, line);
    start = end + lineEnd.length;
  }
  return null;
}

/** Walks the text once. Errors: a refusal for quotes that are not around whole cells, and for two kinds of line end outside them. */
function readRecords({ text, delimiter, firstLine, table }: CsvText): Refused | null {
  const delimiterCode = delimiter.charCodeAt(0);
  let lineEnd: string | null = null;
  let line = firstLine;
  let recordLine = line;
  let recordStart = 0;
  let cellStart = 0;
  let record: string[] = [];
  let unquoted: string | null = null;
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      if (index > cellStart) return refuse('strayQuote', { line });
      const end = closingQuote(text, index);
      if (end === -1) return refuse('unclosedQuote', { line });
      // Each character of a cell may be a quote, which is written twice.
      if (end - index > 2 * CELL_MAX_CHARACTERS + 1) return refuse('cellTooLong', { line, limit: CELL_MAX_CHARACTERS });
      line += lineEndsWithin(text, index, end);
      unquoted = text.slice(index + 1, end).replaceAll('""', '"');
      index = end + 1;
      if (!endsCell(text, index, delimiterCode)) return refuse('strayQuote', { line });
    } else if (code === EQUALS && index === cellStart && text.charCodeAt(index + 1) === QUOTE) {
      // Exporters write ="00123" so that spreadsheets keep the zeros.
      const end = text.indexOf('"', index + 2);
      const inner = end === -1 ? '' : text.slice(index + 2, end);
      if (end === -1 || inner.includes(delimiter) || /[\r\n]/.test(inner)) return refuse('strayQuote', { line });
      index = end + 1;
      if (!endsCell(text, index, delimiterCode)) return refuse('strayQuote', { line });
    } else if (code === CR || code === LF) {
      const found = code === LF ? '\n' : text.charCodeAt(index + 1) === LF ? '\r\n' : '\r';
      if (lineEnd !== null && lineEnd !== found) return refuse('mixedLineEnds', { line });
      lineEnd = found;
      record.push(unquoted ?? text.slice(cellStart, index));
      unquoted = null;
      table.add(record, recordLine);
      record = [];
      line += 1;
      recordLine = line;
      index += found.length;
      recordStart = index;
      cellStart = index;
    } else {
      if (code === delimiterCode) {
        record.push(unquoted ?? text.slice(cellStart, index));
        unquoted = null;
        cellStart = index + 1;
      }
      index += 1;
    }
    if (record.length >= LINE_MAX_CELLS) return refuse('tooManyColumns', { limit: SHEET_MAX_COLUMNS });
    if (index - recordStart > LINE_MAX_CHARACTERS) return refuse('lineTooLong', { where: ` (line ${line})` });
  }
  if (recordStart < text.length) {
    record.push(unquoted ?? text.slice(cellStart, index));
    table.add(record, recordLine);
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
