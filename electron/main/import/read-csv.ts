// In: the text of a CSV file. Out: a table of text cells, or the line on which the file is not one.
// This file must never type, trim or repair a cell.

import { setImmediate as nextTurn } from 'node:timers/promises';
import Papa from 'papaparse';
import type { Refusal } from '../../../shared/issues.ts';
import { CELL_MAX_CHARACTERS, SHEET_MAX_ROWS, TABLE_MAX_CELLS } from '../../../shared/limits.ts';
import { checkShape, sniffDelimiter, takeSeparatorLine, type CsvShape } from './csv-shape.ts';
import { readHeaders } from './headers.ts';
import { refusal } from './refusals.ts';
import { columnLetters, type Table } from './table.ts';

export type TableReading =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const LINE_ENDS = /\r\n|\r|\n/g;

/** The records of a text. Row numbers count records as a spreadsheet does; a line break inside quotes starts none. */
export async function readCsv(wholeText: string): Promise<TableReading> {
  const separated = takeSeparatorLine(wholeText);
  const text = separated.text;
  if (text.trim() === '') return refuse(refusal('emptyFile'));
  const delimiter = separated.delimiter ?? sniffDelimiter(text);
  const shape = checkShape(text, delimiter);
  if (shape.kind === 'refused') return shape;
  await nextTurn();
  const lines = new CsvLines({ firstLine: separated.delimiter === null ? 1 : 2, quoted: text.includes('"') });
  for await (const records of parsePieces(text, delimiter, shape)) {
    for (const record of records) {
      const wrong = lines.add(record);
      if (wrong !== null) return refuse(wrong);
    }
  }
  return lines.finish();
}

async function* parsePieces(
  text: string,
  delimiter: string,
  shape: Extract<CsvShape, { kind: 'sound' }>,
): AsyncGenerator<readonly string[][]> {
  let start = 0;
  for (const cut of shape.cuts) {
    const ended = text.endsWith(shape.lineEnd, cut);
    const piece = text.slice(start, ended ? cut - shape.lineEnd.length : cut);
    start = cut;
    // papaparse reads an empty text as no record; here it is one blank line.
    yield piece === ''
      ? [['']]
      : Papa.parse<string[]>(piece, { header: false, dynamicTyping: false, delimiter, newline: shape.lineEnd }).data;
    await nextTurn();
  }
}

/** Collects records: the first that is not blank is the header, and each later one must have as many cells. */
class CsvLines {
  #headerCells: readonly string[] | null = null;
  #headerLine = 1;
  #headerRowNumber = 1;
  #width = 0;
  #rowNumber = 0;
  #line: number;
  readonly #quoted: boolean;
  readonly #rows: string[][] = [];
  readonly #rowNumbers: number[] = [];

  constructor(text: { readonly firstLine: number; readonly quoted: boolean }) {
    this.#line = text.firstLine;
    this.#quoted = text.quoted;
  }

  add(record: string[]): Refusal | null {
    this.#rowNumber += 1;
    const line = this.#line;
    this.#line += 1;
    let blank = true;
    for (const cell of record) {
      if (blank && cell !== '' && cell.trim() !== '') blank = false;
      if (cell.length > CELL_MAX_CHARACTERS) return refusal('cellTooLong', { line, limit: CELL_MAX_CHARACTERS });
      if (this.#quoted) this.#line += cell.match(LINE_ENDS)?.length ?? 0;
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
      return refusal('raggedRow', { line, found: record.length, expected: this.#width });
    }
    if (this.#rows.length >= SHEET_MAX_ROWS - 1) return refusal('tooManyRows', { limit: SHEET_MAX_ROWS - 1 });
    if (this.#rows.length * this.#width > TABLE_MAX_CELLS) return refusal('tooManyCells');
    this.#rows.push(record);
    this.#rowNumbers.push(this.#rowNumber);
    return null;
  }

  finish(): TableReading {
    const cells = this.#headerCells ?? [];
    const reading = readHeaders({ cells, sheet: null, rowNumber: this.#headerRowNumber });
    if (reading.kind === 'refused') return reading;
    const { headers } = reading;
    for (let column = 0; column < cells.length; column += 1) {
      if (headers[column] !== undefined && headers[column] !== '') continue;
      const row = this.#rows.findIndex((record) => record[column]?.trim() !== '');
      if (row === -1) continue;
      const line = this.#rowNumbers[row] ?? 0;
      return refuse(refusal('emptyHeader', { column: columnLetters(column), line, headerLine: this.#headerLine }));
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

function refuse(why: Refusal): TableReading {
  return { kind: 'refused', refusal: why };
}
