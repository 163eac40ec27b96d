// In: a table whose columns are matched. Out: every row checked, payable or blocked, and all issues of all rows in one pass.
// This file must never leave a row out, nor let a row with an error be payable.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reference } from '../../../shared/ids.ts';
import type { Issue } from '../../../shared/issues.ts';
import { IMPORT_ROWS_PER_TURN, TOTAL_MAX_PAISE } from '../../../shared/limits.ts';
import { asPaise, type Paise } from '../../../shared/money.ts';
import { bankOf, withoutLeadingZeros } from '../../../shared/person-key.ts';
import type { CheckedRow, Payment } from '../../../shared/rows.ts';
import { checkedRow, type RowRules, type RowsAbove, RowReader } from './check-row.ts';
import { FirstRows } from './first-rows.ts';
import type { Columns } from './match-columns.ts';
import type { Table } from './table.ts';

/** Shape: `totalPaise` is null when the payable amounts add up to more than can be held exactly. */
export interface RowsChecked {
  readonly rows: readonly CheckedRow[];
  readonly issues: readonly Issue[];
  readonly payableCount: number;
  readonly totalPaise: Paise | null;
  readonly hiddenRowCount: number;
  readonly hiddenColumnCount: number;
}

/** Checks all rows, letting others have a turn now and then. */
export async function checkRows(table: Table, columns: Columns, rules: RowRules): Promise<RowsChecked> {
  const check = new RowsCheck(table, columns, rules);
  for (let row = 0; row < table.rows.length; row += 1) {
    check.checkRow(row);
    if (row % IMPORT_ROWS_PER_TURN === IMPORT_ROWS_PER_TURN - 1) await nextTurn();
  }
  return check.finish();
}

/** One pass over one table. */
class RowsCheck implements RowsAbove {
  abovePaise = 0;
  readonly #table: Table;
  readonly #columns: Columns;
  readonly #reader: RowReader;
  readonly #rows: CheckedRow[] = [];
  /** The first row of each person and amount, and of each reference. */
  readonly #payments: FirstRows;
  readonly #references: FirstRows;
  /** Rows whose reference a later row repeats, with the first that does: they were payable when they were checked. */
  readonly #repeated = new Map<number, number>();

  constructor(table: Table, columns: Columns, rules: RowRules) {
    this.#table = table;
    this.#columns = columns;
    this.#reader = new RowReader(table, columns, rules);
    this.#payments = new FirstRows(table.rows.length);
    this.#references = new FirstRows(table.rows.length);
    this.#reader.reportColumns();
  }

  checkRow(row: number): void {
    const payment = this.#reader.read(row, this);
    this.abovePaise += this.#reader.amountPaise;
    const rowNumber = this.#table.rowNumbers[row] ?? 0;
    const source = this.#table.rows[row] ?? [];
    const hidden = this.#table.hidden?.[row] === 1;
    const { aboveCeiling } = this.#reader;
    this.#rows.push(checkedRow({ rowNumber, source, hidden }, { payment, aboveCeiling }));
  }

  firstWithReference(row: number, reference: Reference): number {
    const first = this.#references.findOrAdd(row, reference, '');
    if (first !== -1 && !this.#repeated.has(first)) this.#repeated.set(first, row);
    return first;
  }

  firstWithPayment(row: number, { beneficiary, amountPaise }: Payment): number {
    return beneficiary.method === 'UPI'
      ? this.#payments.findOrAdd(row, beneficiary.upiId, '', amountPaise)
      : this.#payments.findOrAdd(row, withoutLeadingZeros(beneficiary), bankOf(beneficiary), amountPaise);
  }

  finish(): RowsChecked {
    for (const [row, second] of this.#repeated) {
      this.#reader.reportRepeated(row, second);
      const checked = this.#rows[row];
      if (checked === undefined) continue;
      const { rowNumber, source, hidden } = checked;
      this.#rows[row] = { kind: 'blocked', rowNumber, source, hidden };
    }
    let payableCount = 0;
    let hiddenRowCount = 0;
    let totalPaise = 0;
    for (const row of this.#rows) {
      if (row.kind !== 'payable') continue;
      payableCount += 1;
      totalPaise += row.payment.amountPaise;
      if (row.hidden) hiddenRowCount += 1;
    }
    return {
      rows: this.#rows,
      issues: this.#reader.cells.issues.toSorted((a, b) => a.row - b.row),
      payableCount,
      totalPaise: totalPaise > TOTAL_MAX_PAISE ? null : asPaise(totalPaise),
      hiddenRowCount,
      hiddenColumnCount: hiddenColumnsOf(this.#table, this.#columns),
    };
  }
}

/** How many columns that carry a field are hidden. */
export function hiddenColumnsOf({ hiddenColumns }: Table, columns: Columns): number {
  return Object.values(columns).filter(({ index }) => hiddenColumns.has(index)).length;
}
