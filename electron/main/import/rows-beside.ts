// What other rows of the file say against paying a row: a recovery from the same payee, the same invoice once more, another
// employee's code at the same account. It is about the file as it was read, whatever a person types.

import type { Beneficiary, ColumnMatch, Payment } from '../../../shared/rows.ts';
import { foldName, personKey } from '../domain/person-key.ts';
import { meaningOf } from './field-names.ts';
import { someKnown } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import { type RowCells, trimSpaces } from './row-cells.ts';
import { ACCOUNT_SHAPE, IFSC_SHAPE, UPI_SHAPE } from './shapes.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

/** `-500`, `(500)`, `Rs -500`, `500-`, `500 Dr`; neither `500/-` nor `500.-`. */
const NEGATIVE =
  /^\(.{0,10}\d|^(?:₹|rs\.?|inr)?\s{0,4}[-−–]\s{0,4}(?:₹|rs\.?|inr)?\s{0,4}[\d.]|\d\s{0,4}(?:[-−–]|dr\.?)$/i;

interface ColumnPlace {
  readonly header: string;
  readonly index: number;
  readonly firstRows: ReadonlyMap<string, number>;
}

/** A column of what is paid once. `isOrder`: it names orders, not invoices. */
interface PaidOnce {
  readonly index: number;
  readonly isOrder: boolean;
}

export class RowsBeside {
  readonly #table: Table;
  readonly #columns: Columns;
  /** The first row that takes something back, by payee. */
  readonly #recoveries = new Map<string, number>();
  readonly #invoices: readonly (ColumnPlace & PaidOnce)[];
  readonly #codes: readonly ColumnPlace[];

  constructor(table: Table, columns: Columns) {
    this.#table = table;
    this.#columns = columns;
    const { amount } = columns;
    for (const [row, cells] of table.rows.entries()) {
      if (amount === undefined || !NEGATIVE.test(plain(cells[amount.index]))) continue;
      for (const payee of payeesIn(cells, columns)) {
        if (!this.#recoveries.has(payee)) this.#recoveries.set(payee, row);
      }
    }
    const read = new Set(Object.values(columns).map(({ index }) => index));
    const others = table.headers.flatMap((header, index) => (read.has(index) ? [] : [{ header, index }]));
    this.#invoices = others
      .map((place) => ({ ...place, isOrder: namesOrders(place.header) }))
      .filter(({ header, isOrder }) => isOrder || namesInvoices(header))
      .map((place) => ({ ...place, firstRows: this.#firstRows(place) }))
      .filter(({ firstRows }) => firstRows.size * 2 >= table.rows.length);
    this.#codes = others
      .filter(({ header }) => namesEmployees(header))
      .map((place) => ({ ...place, firstRows: this.#firstOfPayees(place.index) }));
  }

  report(cells: RowCells, row: number, { beneficiary }: Payment): void {
    const paid = personKey(beneficiary);
    const number = (other: number): number => this.#table.rowNumbers[other] ?? 0;
    const line = this.#table.rows[row] ?? [];
    if (this.#recoveries.size > 0) {
      const { ifsc: _, ...columns } = this.#columns;
      // A recovery may name the account without its bank.
      const payees = [paid, ...payeesIn(line, this.#columns), ...accountsIn(line, columns)];
      const recovery = firstOf(this.#recoveries, payees);
      if (recovery !== undefined && recovery !== row)
        cells.report('recoveryThere', 'amount', { row: number(recovery) });
    }
    for (const { header, firstRows, ...place } of this.#invoices) {
      const first = firstRows.get(this.#keyOf(line, place));
      if (first !== undefined && first !== row) cells.report('sameInvoice', null, { header, row: number(first) });
    }
    for (const { header, index, firstRows } of this.#codes) {
      const own = plain(line[index]);
      const first = own === '' ? undefined : firstRows.get(paid);
      if (first !== undefined && own !== plain(this.#table.rows[first]?.[index]))
        cells.report('otherCode', null, { header, row: number(first) });
    }
  }

  /** The first row with each text of a column. */
  #firstRows(place: PaidOnce): ReadonlyMap<string, number> {
    const { upiId, accountNumber } = this.#columns;
    const rows = new Map<string, number>();
    for (const [row, cells] of this.#table.rows.entries()) {
      const text = plain(cells[place.index]);
      const hasPayee = [upiId, accountNumber].some((column) => plain(cells[column?.index ?? -1]) !== '');
      const key = this.#keyOf(cells, place);
      if (/\d/.test(text) && hasPayee && !rows.has(key)) rows.set(key, row);
    }
    return rows;
  }

  /** The key of a row that is paid once. Several items of an order may be refunded, so its key has the amount too. */
  #keyOf(cells: readonly string[], { index, isOrder }: PaidOnce): string {
    const text = plain(cells[index]);
    return isOrder ? `${text} ${plain(cells[this.#columns.amount?.index ?? -1])}` : text;
  }

  /** The first row of each account with a text in a column. */
  #firstOfPayees(index: number): ReadonlyMap<string, number> {
    const rows = new Map<string, number>();
    for (const [row, cells] of this.#table.rows.entries()) {
      if (plain(cells[index]) === '') continue;
      for (const account of accountsIn(cells, this.#columns)) if (!rows.has(account)) rows.set(account, row);
    }
    return rows;
  }
}

function firstOf(rows: ReadonlyMap<string, number>, keys: readonly string[]): number | undefined {
  return keys.map((key) => rows.get(key)).find((row) => row !== undefined);
}

/** The accounts that a row names, by personKey(): its UPI ID, its account number. */
function accountsIn(cells: readonly string[], columns: Columns): readonly string[] {
  const cell = (column: ColumnMatch | undefined): string => plain(cells[column?.index ?? -1]);
  const [upiId, accountNumber, ifsc] = [cell(columns.upiId), cell(columns.accountNumber), cell(columns.ifsc)];
  const accounts: Beneficiary[] = [];
  if (UPI_SHAPE.test(upiId)) accounts.push({ method: 'UPI', upiId });
  if (ACCOUNT_SHAPE.test(accountNumber))
    accounts.push({ method: 'IMPS', accountNumber, ifsc: IFSC_SHAPE.test(ifsc) ? ifsc : '' });
  return accounts.map(personKey);
}

/** The accounts and the name of a row. */
function payeesIn(cells: readonly string[], columns: Columns): readonly string[] {
  const name = foldName(plain(cells[columns.name?.index ?? -1]));
  return name === '' ? accountsIn(cells, columns) : [...accountsIn(cells, columns), `name:${name}`];
}

function plain(cell = ''): string {
  if (cell.length > VALUE_MAX_CHARACTERS) return '';
  const text = trimSpaces(cell).toLowerCase();
  return /^[='’]/.test(text) ? text.replace(/^(?:="|['’])|"$/g, '') : text;
}

function namesOrders(header: string): boolean {
  const { words } = meaningOf(header);
  return words.has('order') && (words.size === 1 || someKnown(words, 'column', 'number'));
}

function namesInvoices(header: string): boolean {
  const { words } = meaningOf(header);
  return someKnown(words, 'column', 'document') && (words.size === 1 || someKnown(words, 'column', 'number'));
}

const CODES = ['code', 'token', 'roll'] as const;

function isOfCode(word: string): boolean {
  return word === 'number' || CODES.some((code) => code === word);
}

/** Whether a column has a code for each payee. */
export function namesEmployees(header: string): boolean {
  const { words, isPayers } = meaningOf(header);
  if (isPayers) return false;
  const isCode = CODES.some((word) => words.has(word));
  // `Code` and `Roll No` are a payee's, but an `ID` or a `Number` alone may be the row's own.
  return isCode
    ? words.has('payee') || [...words].every((word) => isOfCode(word))
    : words.has('payee') && (words.has('id') || words.has('number'));
}
