// In: one row of a table at a time, and what the other rows mean for it. Out: the payment it asks for, and its issues.
// This file must never let a row with an error be payable.

import type { Reference } from '../../../shared/ids.ts';
import { FIELDS, type Field } from '../../../shared/issues.ts';
import { REMARK_USUAL_MAX_CHARACTERS, VALUE_MAX_CHARACTERS } from '../../../shared/limits.ts';
import type { Paise } from '../../../shared/money.ts';
import type { BlockedRow, CheckedRow, Payment } from '../../../shared/rows.ts';
import { checkAmount, checkLimits } from './check-amount.ts';
import { checkPayee, type IsListed } from './check-payee.ts';
import { checkName, checkReference, checkRemark, countCharacters } from './check-texts.ts';
import { shownHeader } from './headers.ts';
import type { Columns } from './match-columns.ts';
import { RowCells } from './row-cells.ts';
import type { Table } from './table.ts';

export interface RowRules {
  readonly fillRemark: string | null;
  readonly includeHidden: boolean;
  readonly maxPayoutPaise: Paise | null;
  readonly isListed: IsListed;
}

/**
 * What the rows above mean for a row.
 * Shape: `abovePaise` all amounts above it; the first row with the same reference, or the same person and amount: the row
 * itself when there is none above it.
 */
export interface RowsAbove {
  readonly abovePaise: number;
  firstWithReference(row: number, reference: Reference): number;
  firstWithPayment(row: number, payment: Payment): number;
}

/** How a line that adds up calls itself. */
const TOTAL_WORDS = /(?<!\p{L})(?:sub|grand)?(?:totals?|sum)(?!\p{L})|कुल|योग/iu;
/** A line that adds up says so in a few words; longer cells are not looked through for them. */
const TOTAL_WORDS_MAX_CHARACTERS = 200;

/** Reads rows of one table. Its fields beside `cells` are about the row that was read last. */
export class RowReader {
  readonly cells: RowCells;
  /** Its reference as it stands in the sheet, whatever else is wrong with it. */
  reference: Reference | null = null;
  /** What it would pay where the ceiling alone blocks it. */
  aboveCeiling: Payment | null = null;
  /** What it adds to the amounts above later rows. Units: paise. */
  amountPaise = 0;
  /** What the amounts above it would have to be for it to be their total; NaN when it is none. Units: paise. */
  totalPaise = Number.NaN;
  readonly #table: Table;
  readonly #columns: Columns;
  readonly #rules: RowRules;
  readonly #at: Readonly<Record<Field, number>>;

  constructor(table: Table, columns: Columns, rules: RowRules) {
    this.#table = table;
    this.#columns = columns;
    this.#rules = rules;
    this.cells = new RowCells(table, columns);
    const at = (field: Field): number => columns[field]?.index ?? -1;
    this.#at = {
      paymentMethod: at('paymentMethod'),
      upiId: at('upiId'),
      accountNumber: at('accountNumber'),
      ifsc: at('ifsc'),
      amount: at('amount'),
      remark: at('remark'),
      reference: at('reference'),
      name: at('name'),
    };
  }

  /** What is to be said about whole columns stands at their headers. */
  reportColumns(): void {
    const remark = this.#rules.fillRemark;
    if (remark !== null && countCharacters(remark) > REMARK_USUAL_MAX_CHARACTERS) {
      this.cells.reportAt(-1, { code: 'fillRemarkLong', field: null, details: { limit: REMARK_USUAL_MAX_CHARACTERS } });
    }
    for (const field of FIELDS) {
      const column = this.#columns[field];
      if (column === undefined) continue;
      const { header, doubt } = column;
      if (column.how === 'guessed') this.cells.reportAt(-1, { code: 'columnGuessed', field, details: { header } });
      if (doubt !== undefined) this.cells.reportAt(-1, { ...doubt, field });
      if (this.#table.hiddenColumns.has(column.index) && !this.#rules.includeHidden) {
        this.cells.reportAt(-1, { code: 'hiddenColumn', field, details: {} });
      }
    }
  }

  /** The payment of a row; null when an error blocks it. */
  read(row: number, above: RowsAbove): Payment | null {
    const { cells } = this;
    this.reference = null;
    this.aboveCeiling = null;
    this.amountPaise = 0;
    this.totalPaise = Number.NaN;
    cells.startRow(row);
    if (this.#table.hidden?.[row] === 1 && !this.#rules.includeHidden) cells.report('hiddenRow', null);
    const payment = this.#readPayment(row, above);
    if (payment === null || cells.blocked) return null;
    this.#comparePayment(row, payment, above);
    return payment;
  }

  /** Null when the row has an error that leaves its payment incomplete. */
  #readPayment(row: number, above: RowsAbove): Payment | null {
    const { cells } = this;
    const at = this.#at;
    if (this.#isNoPayment(row, above)) return null;
    const beneficiary = checkPayee(cells, at, this.#rules.isListed);
    const amountPaise = checkAmount(cells, at.amount);
    const remark = checkRemark(cells, at.remark, this.#rules.fillRemark);
    const reference = checkReference(cells, at.reference);
    if (reference !== null) this.#compareReference(row, reference, above);
    const name = checkName(cells, at.name);
    if (amountPaise !== null) this.amountPaise = amountPaise;
    if (beneficiary === null || amountPaise === null) return null;
    const { maxPayoutPaise: ceilingPaise } = this.#rules;
    const wasBlocked = cells.blocked;
    checkLimits(cells, { amountPaise, method: beneficiary.method, ceilingPaise });
    if (remark === null) return null;
    const payment = { beneficiary, amountPaise, remark, reference, name };
    if (cells.blocked && !wasBlocked) this.aboveCeiling = payment;
    return payment;
  }

  /** A total or a repeated header is one issue, not five. */
  #isNoPayment(row: number, above: RowsAbove): boolean {
    const { cells } = this;
    const at = this.#at;
    const amount = cells.raw(at.amount);
    // Amounts start with a digit nearly always; only others are compared with the header.
    const first = amount.charCodeAt(0);
    if (!(first >= 0x30 && first <= 0x39) && amount !== '' && this.#repeatsHeader()) {
      cells.report('repeatedHeader', null);
      return true;
    }
    if (cells.raw(at.upiId) !== '' || cells.raw(at.accountNumber) !== '' || cells.raw(at.ifsc) !== '') return false;
    const named = [at.upiId, at.accountNumber, at.ifsc].some((column) => cells.isFilled(column));
    if (named || !cells.isFilled(at.amount) || !this.#looksLikeTotal(row, amount, above)) return false;
    cells.report('totalRow', 'amount');
    return true;
  }

  #repeatsHeader(): boolean {
    return Object.values(this.#columns).every(({ index, header }) => {
      const cell = this.cells.raw(index);
      return cell.length <= VALUE_MAX_CHARACTERS && shownHeader(cell) === header;
    });
  }

  #looksLikeTotal(row: number, amount: string, { abovePaise }: RowsAbove): boolean {
    const cells = this.#table.rows[row] ?? [];
    if (cells.some((cell) => cell.length <= TOTAL_WORDS_MAX_CHARACTERS && TOTAL_WORDS.test(cell))) return true;
    const digits = amount.length > VALUE_MAX_CHARACTERS ? '' : amount.replace(/[^\d.]/g, '');
    this.totalPaise = Math.round(Number(digits) * 100);
    return isTotal(this.totalPaise, abovePaise);
  }

  /** The same reference twice is an error of both rows. */
  #compareReference(row: number, reference: Reference, above: RowsAbove): void {
    this.reference = reference;
    const first = above.firstWithReference(row, reference);
    if (first !== row) this.reportRepeated(row, first);
  }

  /** The row's reference is also that of another. */
  reportRepeated(row: number, other: number): void {
    const details = { row: this.#table.rowNumbers[other] ?? 0 };
    this.cells.reportAt(row, { code: 'referenceRepeated', field: 'reference', details });
  }

  #comparePayment(row: number, payment: Payment, above: RowsAbove): void {
    const first = above.firstWithPayment(row, payment);
    if (first === row) return;
    const details = { row: this.#table.rowNumbers[first] ?? 0 };
    this.cells.report('samePayment', payment.beneficiary.method === 'UPI' ? 'upiId' : 'accountNumber', details);
  }
}

/** What a row asks for. Shape: `payment` null when an error blocks it; `aboveCeiling` the payment if that is the ceiling alone. */
export interface Found {
  readonly payment: Payment | null;
  readonly aboveCeiling: Payment | null;
}

export function checkedRow(row: Omit<BlockedRow, 'kind'>, { payment, aboveCeiling }: Found): CheckedRow {
  if (payment !== null) return { ...row, kind: 'payable', payment };
  return aboveCeiling === null ? { ...row, kind: 'blocked' } : { ...row, kind: 'blocked', aboveCeiling };
}

/** Whether a row that would be the total of this much stands below exactly as much. */
export function isTotal(totalPaise: number, abovePaise: number): boolean {
  return abovePaise > 0 && totalPaise === abovePaise;
}
