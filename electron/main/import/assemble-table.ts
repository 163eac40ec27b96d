// In: a sheet's strings, chunks of cells and facts. Out: a table whose cells know what they were, or a refusal.
// Facts about ranges come after the cells in a sheet: they are marked last, in a few passes however the ranges overlap.
// This file must never know a payment field, nor leave out a row that holds anything.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Refusal } from '../../../shared/issues.ts';
import { RANGE_VISITS_MAX, SHEET_MAX_ROWS, TABLE_MAX_CELLS } from '../../../shared/limits.ts';
import { readHeaders, type HeadersReading } from './headers.ts';
import type { TableReading } from './read-csv.ts';
import { refusal } from './refusals.ts';
import { KIND, cellAddress, columnLetters, type Table } from './table.ts';
import type { CellRange, RowsChunk, SheetFacts } from './xlsx-messages.ts';

export interface SheetParts {
  readonly strings: readonly string[];
  readonly chunks: readonly RowsChunk[];
  readonly facts: SheetFacts;
}

interface RowPlace {
  readonly chunk: RowsChunk;
  readonly index: number;
}

/** Builds the table, letting others have a turn after each chunk. The first row with a cell is the header. */
export async function assembleTable({ strings, chunks, facts }: SheetParts): Promise<TableReading> {
  const cells = new SheetCells(strings);
  if (chunks.some((chunk) => !cells.knows(chunk))) {
    return refuse(refusal('damagedWorkbook', { reason: 'a cell names a text that is not there' }));
  }
  const header = findHeader(chunks, cells);
  if (header === null) return refuse(refusal('emptyFile'));
  const reading = readHeaderRow(header, { cells, sheet: facts.sheet });
  if (reading.kind === 'refused') return reading;
  const { headers } = reading;
  const rowsMax = chunks.reduce((count, chunk) => count + chunk.rowNumbers.length, 0);
  if (rowsMax > SHEET_MAX_ROWS) return refuse(refusal('tooManyRows', { limit: SHEET_MAX_ROWS - 1 }));
  if (rowsMax * headers.length > TABLE_MAX_CELLS) return refuse(refusal('tooManyCells'));

  const filling = new TableFilling(headers, rowsMax, header);
  for (const chunk of chunks) {
    const wrong = filling.addChunk(chunk, cells);
    if (wrong !== null) return refuse(wrong);
    await nextTurn();
  }
  const table = {
    sheet: facts.sheet,
    headerRowNumber: filling.headerRowNumber,
    headers,
    rows: filling.rows,
    rowNumbers: filling.rowNumbers,
    kinds: filling.kinds,
    hidden: facts.sheetHidden ? new Uint8Array(filling.rows.length).fill(1) : filling.hidden,
    hiddenColumns: listHiddenColumns(facts, headers.length),
  };
  const wrong = markCells(table, facts);
  return wrong === null ? { kind: 'table', table } : refuse(wrong);
}

/** The texts behind the references of the chunks. */
class SheetCells {
  readonly #strings: readonly string[];
  /** Whether a shared string is blank: 0 while nobody asked, 1 no, 2 yes. One long string may stand in every cell. */
  readonly #blank: Uint8Array;

  constructor(strings: readonly string[]) {
    this.#strings = strings;
    this.#blank = new Uint8Array(strings.length);
  }

  knows(chunk: RowsChunk): boolean {
    const lowest = -this.#strings.length;
    return chunk.refs.every((ref) => ref >= lowest && ref < chunk.texts.length);
  }

  text(chunk: RowsChunk, cell: number): string {
    const ref = chunk.refs[cell] ?? 0;
    return (ref < 0 ? this.#strings[-1 - ref] : chunk.texts[ref]) ?? '';
  }

  isBlankRow(chunk: RowsChunk, index: number): boolean {
    const to = chunk.rowStarts[index + 1] ?? 0;
    for (let cell = chunk.rowStarts[index] ?? 0; cell < to; cell += 1) {
      if (!this.isBlank(chunk, cell)) return false;
    }
    return true;
  }

  isBlank(chunk: RowsChunk, cell: number): boolean {
    const ref = chunk.refs[cell] ?? 0;
    if (ref >= 0) return (chunk.texts[ref] ?? '').trim() === '';
    const at = -1 - ref;
    const known = this.#blank[at];
    if (known !== 0) return known === 2;
    const isBlank = (this.#strings[at] ?? '').trim() === '';
    this.#blank[at] = isBlank ? 2 : 1;
    return isBlank;
  }
}

function findHeader(chunks: readonly RowsChunk[], cells: SheetCells): RowPlace | null {
  for (const chunk of chunks) {
    const index = chunk.rowNumbers.findIndex((_, row) => !cells.isBlankRow(chunk, row));
    if (index !== -1) return { chunk, index };
  }
  return null;
}

function readHeaderRow(
  { chunk, index }: RowPlace,
  { cells, sheet }: { readonly cells: SheetCells; readonly sheet: string },
): HeadersReading {
  const rowNumber = chunk.rowNumbers[index] ?? 1;
  const texts: string[] = [];
  for (let cell = chunk.rowStarts[index] ?? 0; cell < (chunk.rowStarts[index + 1] ?? 0); cell += 1) {
    const column = chunk.columns[cell] ?? 0;
    const kind = chunk.kinds[cell];
    if (kind === KIND.formula || kind === KIND.error) {
      return {
        kind: 'refused',
        refusal: refusal('headerNotText', { cell: cellAddress({ sheet, column, rowNumber }) }),
      };
    }
    while (texts.length < column) texts.push('');
    texts.push(cells.text(chunk, cell));
  }
  return readHeaders({ cells: texts, sheet, rowNumber });
}

/** Puts cells under their headers, chunk by chunk. */
class TableFilling {
  readonly rows: (readonly string[])[] = [];
  readonly rowNumbers: number[] = [];
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly hidden: Uint8Array<ArrayBuffer>;
  readonly headerRowNumber: number;
  readonly #headers: readonly string[];
  readonly #blankRow: readonly string[];

  constructor(headers: readonly string[], rowsMax: number, header: RowPlace) {
    this.#headers = headers;
    this.#blankRow = headers.map(() => '');
    this.kinds = new Uint8Array(rowsMax * headers.length);
    this.hidden = new Uint8Array(rowsMax);
    this.headerRowNumber = header.chunk.rowNumbers[header.index] ?? 1;
  }

  /** Errors: a refusal for a cell that stands under no header. */
  addChunk(chunk: RowsChunk, cells: SheetCells): Refusal | null {
    for (let index = 0; index < chunk.rowNumbers.length; index += 1) {
      const rowNumber = chunk.rowNumbers[index] ?? 0;
      if (rowNumber <= this.headerRowNumber || cells.isBlankRow(chunk, index)) continue;
      const row = this.#blankRow.slice();
      const at = this.rows.length * row.length;
      const to = chunk.rowStarts[index + 1] ?? 0;
      for (let cell = chunk.rowStarts[index] ?? 0; cell < to; cell += 1) {
        const column = chunk.columns[cell] ?? 0;
        const text = cells.text(chunk, cell);
        if ((this.#headers[column] ?? '') !== '') {
          row[column] = text;
          this.kinds[at + column] = chunk.kinds[cell] ?? KIND.text;
        } else if (!cells.isBlank(chunk, cell)) {
          const headerLine = this.headerRowNumber;
          return refusal('emptyHeader', { column: columnLetters(column), line: rowNumber, headerLine });
        }
      }
      this.hidden[this.rows.length] = chunk.hidden[index] ?? 0;
      this.rowNumbers.push(rowNumber);
      this.rows.push(row);
    }
    return null;
  }
}

function listHiddenColumns({ hiddenColumns }: SheetFacts, width: number): ReadonlySet<number> {
  const columns = new Set<number>();
  for (const { firstColumn, lastColumn } of hiddenColumns) {
    for (let column = Math.max(0, firstColumn); column <= lastColumn && column < width; column += 1)
      columns.add(column);
  }
  return columns;
}

function refuse(why: Refusal): TableReading {
  return { kind: 'refused', refusal: why };
}

type MarkedTable = Table & { readonly kinds: Uint8Array };

/** Marks all cells that are not what they show. Errors: refused when the ranges are too many to be honest. */
function markCells(table: MarkedTable, facts: SheetFacts): Refusal | null {
  const ranges = facts.merged.length + facts.formulas.length;
  if (ranges * table.headers.length > RANGE_VISITS_MAX) return tooMany();
  markRanges(table, facts.merged.filter(spansCells), KIND.merged);
  markRanges(table, facts.formulas, KIND.formula);
  return markLinks(table, facts.links) ? null : tooMany();
}

function tooMany(): Refusal {
  return refusal('damagedWorkbook', { reason: 'it has too many merged, linked or formula ranges' });
}

function spansCells(range: CellRange): boolean {
  return range.firstRow !== range.lastRow || range.firstColumn !== range.lastColumn;
}

/** Marks the cells of the ranges. Column by column and each row once, so that overlapping ranges cost no more than the sheet. */
function markRanges(table: MarkedTable, ranges: readonly CellRange[], kind: number): void {
  if (ranges.length === 0) return;
  const width = table.headers.length;
  const inOrder = ranges.toSorted((a, b) => a.firstRow - b.firstRow);
  for (let column = 0; column < width; column += 1) {
    let row = 0;
    for (const range of inOrder) {
      if (column < range.firstColumn || column > range.lastColumn) continue;
      row = Math.max(row, firstRowFrom(table, range.firstRow + 1));
      while (row < table.rows.length && (table.rowNumbers[row] ?? 0) <= range.lastRow + 1) {
        table.kinds[row * width + column] = kind;
        row += 1;
      }
    }
  }
}

/** The index of the first row with this number or a later one. */
function firstRowFrom(table: Table, rowNumber: number): number {
  let low = 0;
  let high = table.rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((table.rowNumbers[middle] ?? 0) < rowNumber) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Marks text cells whose mail or UPI link leads elsewhere: the person may have seen either. False when the links overlap endlessly. */
function markLinks(table: MarkedTable, links: SheetFacts['links']): boolean {
  const width = table.headers.length;
  let visited = 0;
  for (const { range, target } of links) {
    const address = addressOf(target);
    if (address === null) continue;
    let row = firstRowFrom(table, range.firstRow + 1);
    for (; row < table.rows.length && (table.rowNumbers[row] ?? 0) <= range.lastRow + 1; row += 1) {
      visited += range.lastColumn - range.firstColumn + 1;
      if (visited > RANGE_VISITS_MAX) return false;
      for (let column = range.firstColumn; column <= range.lastColumn && column < width; column += 1) {
        const at = row * width + column;
        const text = table.rows[row]?.[column] ?? '';
        if (text !== '' && table.kinds[at] === KIND.text && text.trim().toLowerCase() !== address) {
          table.kinds[at] = KIND.linked;
        }
      }
    }
  }
  return true;
}

/** The address a `mailto:` or `upi:` link leads to, in lower case; null for other links. */
function addressOf(target: string): string | null {
  try {
    const mail = /^mailto:([^?]*)/i.exec(target)?.[1];
    if (mail !== undefined) return decodeURIComponent(mail).trim().toLowerCase();
    if (!/^upi:/i.test(target)) return null;
    const payee = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('pa');
    return (payee ?? target.slice(4)).trim().toLowerCase();
  } catch {
    // A link that cannot be read leads to no address that the text could equal.
    return '';
  }
}
