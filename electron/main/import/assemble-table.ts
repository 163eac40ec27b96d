// In: a sheet's strings, chunks of cells and facts. Out: a table whose cells know what they were, or a refusal.
// This file must never know a payment field.

import type { Refusal } from '../../../shared/issues.ts';
import { SHEET_MAX_ROWS, TABLE_MAX_CELLS } from '../../../shared/limits.ts';
import { readHeaders, type HeadersReading } from './headers.ts';
import { markCells } from './mark-cells.ts';
import type { TableReading } from './read-csv.ts';
import { refusal } from './refusals.ts';
import { KIND, cellAddress, columnLetters, type Table } from './table.ts';
import type { CellRange, RowsChunk, SheetFacts } from './xlsx-messages.ts';

interface SheetParts {
  readonly strings: readonly string[];
  readonly chunks: readonly RowsChunk[];
  readonly facts: SheetFacts;
}

interface RowView {
  readonly chunk: RowsChunk;
  readonly index: number;
}
type TextOf = (chunk: RowsChunk, cell: number) => string;
type MarkedTable = Table & { readonly kinds: Uint8Array; readonly hidden: Uint8Array };

/** Builds the table. The first row with a cell is the header. */
export function assembleTable({ strings, chunks, facts }: SheetParts): TableReading {
  const textOf: TextOf = (chunk, cell) => {
    const ref = chunk.refs[cell] ?? 0;
    return (ref < 0 ? strings[-1 - ref] : chunk.texts[ref]) ?? '';
  };
  const [header, ...body] = listFilledRows(chunks, textOf);
  if (header === undefined) return refuse(refusal('emptyFile'));
  const reading = readHeaderRow(header, { textOf, sheet: facts.sheet });
  if (reading.kind === 'refused') return reading;
  const { headers } = reading;
  if (body.length > SHEET_MAX_ROWS - 1) return refuse(refusal('tooManyRows', { limit: SHEET_MAX_ROWS - 1 }));
  if (body.length * headers.length > TABLE_MAX_CELLS) return refuse(refusal('tooManyCells'));
  const table = {
    sheet: facts.sheet,
    headerRowNumber: rowNumberOf(header),
    headers,
    rows: new Array<readonly string[]>(),
    rowNumbers: Int32Array.from(body, rowNumberOf),
    kinds: new Uint8Array(body.length * headers.length),
    hidden: Uint8Array.from(body, (view) => (facts.sheetHidden ? 1 : (view.chunk.hidden[view.index] ?? 0))),
    hiddenColumns: listColumns(facts.hiddenColumns, headers.length),
  };
  const wrong = fillRows(table, body, textOf) ?? markCells(table, facts);
  if (wrong !== null) return refuse(wrong);
  return { kind: 'table', table: table.hidden.includes(1) ? table : { ...table, hidden: null } };
}

function readHeaderRow(
  header: RowView,
  { textOf, sheet }: { readonly textOf: TextOf; readonly sheet: string },
): HeadersReading {
  const rowNumber = rowNumberOf(header);
  const cells: string[] = [];
  const [from, to] = span(header);
  for (let cell = from; cell < to; cell += 1) {
    const column = header.chunk.columns[cell] ?? 0;
    const kind = header.chunk.kinds[cell];
    if (kind === KIND.formula || kind === KIND.error) {
      return {
        kind: 'refused',
        refusal: refusal('headerNotText', { cell: cellAddress({ sheet, column, rowNumber }) }),
      };
    }
    while (cells.length < column) cells.push('');
    cells.push(textOf(header.chunk, cell));
  }
  return readHeaders({ cells, sheet, rowNumber });
}

/** Puts the cells under their headers. Errors: a refusal for a cell that stands under no header. */
function fillRows(
  table: MarkedTable & { rows: (readonly string[])[] },
  body: readonly RowView[],
  textOf: TextOf,
): Refusal | null {
  const width = table.headers.length;
  for (const [row, view] of body.entries()) {
    const cells = new Array<string>(width).fill('');
    const [from, to] = span(view);
    for (let cell = from; cell < to; cell += 1) {
      const column = view.chunk.columns[cell] ?? 0;
      const text = textOf(view.chunk, cell);
      if ((table.headers[column] ?? '') === '') {
        if (text.trim() === '') continue;
        const headerLine = table.headerRowNumber;
        return refusal('emptyHeader', { column: columnLetters(column), line: rowNumberOf(view), headerLine });
      }
      cells[column] = text;
      table.kinds[row * width + column] = view.chunk.kinds[cell] ?? KIND.text;
    }
    table.rows.push(cells);
  }
  return null;
}

function listFilledRows(chunks: readonly RowsChunk[], textOf: TextOf): RowView[] {
  const filled: RowView[] = [];
  for (const chunk of chunks) {
    for (let index = 0; index < chunk.rowNumbers.length; index += 1) {
      const view = { chunk, index };
      const [from, to] = span(view);
      let cell = from;
      while (cell < to && textOf(chunk, cell).trim() === '') cell += 1;
      if (cell < to) filled.push(view);
    }
  }
  return filled;
}

function rowNumberOf({ chunk, index }: RowView): number {
  return chunk.rowNumbers[index] ?? 0;
}

function span({ chunk, index }: RowView): readonly [number, number] {
  return [chunk.rowStarts[index] ?? 0, chunk.rowStarts[index + 1] ?? 0];
}

function listColumns(ranges: readonly CellRange[], width: number): ReadonlySet<number> {
  const columns = new Set<number>();
  for (const { firstColumn, lastColumn } of ranges) {
    for (let column = Math.max(0, firstColumn); column <= lastColumn && column < width; column += 1)
      columns.add(column);
  }
  return columns;
}

function refuse(why: Refusal): TableReading {
  return { kind: 'refused', refusal: why };
}
