// What other rows of the file say against paying a row: a recovery from the same payee, the same invoice once more, another
// employee's code at the same account. It is about the file as it was read, whatever a person types.

import { meaningOf } from './field-names.ts';
import { isKnown } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import { type RowCells, trimSpaces } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

const NEGATIVE = /^(?:-|\(|(?:₹|rs\.?|inr)\s*-)\s*\S*\d/i;

interface ColumnPlace {
  readonly header: string;
  readonly index: number;
}

export class RowsBeside {
  readonly #table: Table;
  readonly #payee: (row: number) => string;
  /** The first row that takes something back, by payee. */
  readonly #recoveries = new Map<string, number>();
  readonly #invoices: readonly (ColumnPlace & { readonly firstRows: ReadonlyMap<string, number> })[];
  readonly #codes: readonly (ColumnPlace & { readonly firstRows: ReadonlyMap<string, number> })[];

  constructor(table: Table, columns: Columns) {
    this.#table = table;
    const { amount, upiId, accountNumber } = columns;
    const cell = (row: number, index: number | undefined): string =>
      index === undefined ? '' : plain(table.rows[row]?.[index] ?? '');
    this.#payee = (row) => cell(row, accountNumber?.index) || cell(row, upiId?.index);
    for (const row of table.rows.keys()) {
      if (amount === undefined || !NEGATIVE.test(cell(row, amount.index))) continue;
      const payee = this.#payee(row);
      if (payee !== '' && !this.#recoveries.has(payee)) this.#recoveries.set(payee, row);
    }
    const read = new Set(Object.values(columns).map(({ index }) => index));
    const others = table.headers.flatMap((header, index) => (read.has(index) ? [] : [{ header, index }]));
    this.#invoices = others
      .filter(({ header }) => namesInvoices(header))
      .map((place) => ({ ...place, firstRows: this.#firstRows(place.index) }))
      .filter(({ firstRows }) => firstRows.size * 2 >= table.rows.length);
    this.#codes = others
      .filter(({ header }) => namesEmployees(header))
      .map((place) => ({ ...place, firstRows: this.#firstOfPayees(place.index) }));
  }

  report(cells: RowCells, row: number): void {
    const payee = this.#payee(row);
    const number = (other: number): number => this.#table.rowNumbers[other] ?? 0;
    const recovery = this.#recoveries.get(payee);
    if (recovery !== undefined && recovery !== row) cells.report('recoveryThere', 'amount', { row: number(recovery) });
    for (const { header, index, firstRows } of this.#invoices) {
      const first = firstRows.get(plain(this.#table.rows[row]?.[index] ?? ''));
      if (first !== undefined && first !== row) cells.report('sameInvoice', null, { header, row: number(first) });
    }
    for (const { header, index, firstRows } of this.#codes) {
      const first = firstRows.get(payee);
      const [own, other] = [row, first ?? row].map((one) => plain(this.#table.rows[one]?.[index] ?? ''));
      if (first !== undefined && own !== '' && other !== '' && own !== other)
        cells.report('otherCode', null, { header, row: number(first) });
    }
  }

  /** The first row with each text of a column. */
  #firstRows(index: number): ReadonlyMap<string, number> {
    const rows = new Map<string, number>();
    for (const [row, cells] of this.#table.rows.entries()) {
      const text = plain(cells[index] ?? '');
      if (/\d/.test(text) && this.#payee(row) !== '' && !rows.has(text)) rows.set(text, row);
    }
    return rows;
  }

  /** The first row of each payee with a text in a column. */
  #firstOfPayees(index: number): ReadonlyMap<string, number> {
    const rows = new Map<string, number>();
    for (const [row, cells] of this.#table.rows.entries()) {
      const payee = this.#payee(row);
      if (payee !== '' && plain(cells[index] ?? '') !== '' && !rows.has(payee)) rows.set(payee, row);
    }
    return rows;
  }
}

function plain(cell: string): string {
  return cell.length > VALUE_MAX_CHARACTERS ? '' : trimSpaces(cell).toLowerCase();
}

function namesInvoices(header: string): boolean {
  const words = [...meaningOf(header).words];
  const says = (said: 'document' | 'number'): boolean => words.some((word) => isKnown(word, 'column', said));
  return says('document') && (says('number') || words.length === 1);
}

function namesEmployees(header: string): boolean {
  const { words, isPayers } = meaningOf(header);
  return !isPayers && words.has('payee') && ['code', 'id', 'number'].some((word) => words.has(word));
}
