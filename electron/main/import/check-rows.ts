// In: a table whose columns are matched. Out: every row checked, payable or blocked, and all issues of all rows in one pass.
// This file must never leave a row out, nor let a row with an error be payable.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reference } from '../../../shared/ids.ts';
import { FIELDS, type Field, type Issue } from '../../../shared/issues.ts';
import { IMPORT_ROWS_PER_TURN, REMARK_USUAL_MAX_CHARACTERS, TOTAL_MAX_PAISE } from '../../../shared/limits.ts';
import { asPaise, type Paise } from '../../../shared/money.ts';
import { bankOf, withoutLeadingZeros } from '../../../shared/person-key.ts';
import type { CheckedRow, Payment } from '../../../shared/rows.ts';
import { checkAmount, checkLimits } from './check-amount.ts';
import { checkPayee, type IsListed } from './check-payee.ts';
import { checkName, checkReference, checkRemark, countCharacters } from './check-texts.ts';
import { FirstRows } from './first-rows.ts';
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

/** Shape: `totalPaise` is null when the payable amounts add up to more than can be held exactly. */
export interface RowsChecked {
  readonly rows: readonly CheckedRow[];
  readonly issues: readonly Issue[];
  readonly payableCount: number;
  readonly totalPaise: Paise | null;
  readonly hiddenRowCount: number;
}

/** Checks all rows, letting others have a turn now and then. */
export async function checkRows(table: Table, columns: Columns, rules: RowRules): Promise<RowsChecked> {
  const check = new RowsCheck(table, columns, rules);
  check.reportColumns();
  for (let row = 0; row < table.rows.length; row += 1) {
    check.checkRow(row);
    if (row % IMPORT_ROWS_PER_TURN === IMPORT_ROWS_PER_TURN - 1) await nextTurn();
  }
  return check.finish();
}

/** One pass over one table. */
class RowsCheck {
  readonly #table: Table;
  readonly #columns: Columns;
  readonly #rules: RowRules;
  readonly #cells: RowCells;
  readonly #at: Readonly<Record<Field, number>>;
  readonly #rows: CheckedRow[] = [];
  /** The first row of each person and amount, and of each reference. */
  readonly #payments: FirstRows;
  readonly #references: FirstRows;
  /** Rows whose reference a later row repeats: they were payable when they were checked. */
  readonly #repeated = new Set<number>();
  #amountsPaise = 0;

  constructor(table: Table, columns: Columns, rules: RowRules) {
    this.#table = table;
    this.#columns = columns;
    this.#rules = rules;
    this.#cells = new RowCells(table, columns);
    this.#payments = new FirstRows(table.rows.length);
    this.#references = new FirstRows(table.rows.length);
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
      this.#cells.reportAt(-1, {
        code: 'fillRemarkLong',
        field: null,
        details: { limit: REMARK_USUAL_MAX_CHARACTERS },
      });
    }
    for (const field of FIELDS) {
      const column = this.#columns[field];
      if (column === undefined) continue;
      const { header } = column;
      if (column.how === 'guessed') this.#cells.reportAt(-1, { code: 'columnGuessed', field, details: { header } });
      if (this.#table.hiddenColumns.has(column.index) && !this.#rules.includeHidden) {
        this.#cells.reportAt(-1, { code: 'hiddenColumn', field, details: {} });
      }
    }
  }

  checkRow(row: number): void {
    const cells = this.#cells;
    cells.startRow(row);
    const hidden = this.#table.hidden?.[row] === 1;
    if (hidden && !this.#rules.includeHidden) cells.report('hiddenRow', null);
    const payment = this.#readPayment(row);
    const rowNumber = this.#table.rowNumbers[row] ?? 0;
    const source = this.#table.rows[row] ?? [];
    if (payment === null || cells.blocked) {
      this.#rows.push({ kind: 'blocked', rowNumber, source, hidden });
      return;
    }
    this.#rows.push({ kind: 'payable', rowNumber, payment, source, hidden });
    this.#comparePayment(row, payment);
  }

  /** The payment of the current row; null when it has an error that leaves it incomplete. */
  #readPayment(row: number): Payment | null {
    const cells = this.#cells;
    const at = this.#at;
    if (this.#isNoPayment()) return null;
    const beneficiary = checkPayee(cells, at, this.#rules.isListed);
    const amountPaise = checkAmount(cells, at.amount);
    const remark = checkRemark(cells, at.remark, this.#rules.fillRemark);
    const reference = checkReference(cells, at.reference);
    if (reference !== null) this.#compareReference(row, reference);
    const name = checkName(cells, at.name);
    if (amountPaise !== null) this.#amountsPaise += amountPaise;
    if (beneficiary === null || amountPaise === null) return null;
    const { maxPayoutPaise: ceilingPaise } = this.#rules;
    checkLimits(cells, { amountPaise, method: beneficiary.method, ceilingPaise });
    return remark === null ? null : { beneficiary, amountPaise, remark, reference, name };
  }

  /** A total or a repeated header is one issue, not five. */
  #isNoPayment(): boolean {
    const cells = this.#cells;
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
    if (named || !cells.isFilled(at.amount) || !this.#looksLikeTotal(amount)) return false;
    cells.report('totalRow', 'amount');
    return true;
  }

  #repeatsHeader(): boolean {
    return Object.values(this.#columns).every(({ index, header }) => shownHeader(this.#cells.raw(index)) === header);
  }

  #looksLikeTotal(amount: string): boolean {
    const cells = this.#table.rows[this.#rows.length] ?? [];
    if (cells.some((cell) => /(?:^|[^\p{L}])(?:sub|grand)?\s*(?:totals?|sum)(?![\p{L}])|कुल|योग/iu.test(cell)))
      return true;
    const digits = amount.replace(/[^\d.]/g, '');
    return this.#amountsPaise > 0 && Math.round(Number(digits) * 100) === this.#amountsPaise;
  }

  /** The same reference twice is an error of both rows. Compared without case: the gateway may not tell them apart by it. */
  #compareReference(row: number, reference: Reference): void {
    const first = this.#references.findOrAdd(row, reference, '');
    if (first === -1) return;
    const number = (of: number): number => this.#table.rowNumbers[of] ?? 0;
    const what = { code: 'referenceRepeated', field: 'reference' } as const;
    if (!this.#repeated.has(first)) this.#cells.reportAt(first, { ...what, details: { row: number(row) } });
    this.#cells.reportAt(row, { ...what, details: { row: number(first) } });
    this.#repeated.add(first);
  }

  #comparePayment(row: number, { beneficiary, amountPaise }: Payment): void {
    const isUpi = beneficiary.method === 'UPI';
    const first = isUpi
      ? this.#payments.findOrAdd(row, beneficiary.upiId, '', amountPaise)
      : this.#payments.findOrAdd(row, withoutLeadingZeros(beneficiary), bankOf(beneficiary), amountPaise);
    if (first === -1) return;
    const details = { row: this.#table.rowNumbers[first] ?? 0 };
    this.#cells.report('samePayment', isUpi ? 'upiId' : 'accountNumber', details);
  }

  finish(): RowsChecked {
    for (const row of this.#repeated) {
      const checked = this.#rows[row];
      if (checked === undefined) continue;
      const { rowNumber, source, hidden } = checked;
      this.#rows[row] = { kind: 'blocked', rowNumber, source, hidden };
    }
    let payableCount = 0;
    let hiddenCount = 0;
    let totalPaise = 0;
    for (const row of this.#rows) {
      if (row.kind !== 'payable') continue;
      payableCount += 1;
      totalPaise += row.payment.amountPaise;
      if (row.hidden) hiddenCount += 1;
    }
    for (const { index } of Object.values(this.#columns)) if (this.#table.hiddenColumns.has(index)) hiddenCount += 1;
    return {
      rows: this.#rows,
      issues: this.#cells.issues.toSorted((a, b) => a.row - b.row),
      payableCount,
      totalPaise: totalPaise > TOTAL_MAX_PAISE ? null : asPaise(totalPaise),
      hiddenRowCount: hiddenCount,
    };
  }
}
