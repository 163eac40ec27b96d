// A sheet as it stands checked, row by row. In: rows that a person changed. Out: their findings anew, and those of the rows
// that a change touches: repeats of a reference or of a person and amount, and totals of the amounts above.
// It must always say what the check of the whole sheet would say: a test holds it to that after every edit.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reference } from '../../../shared/ids.ts';
import type { Issue } from '../../../shared/issues.ts';
import { EDIT_ROWS_BY_DIFFERENCE_MAX, IMPORT_ROWS_PER_TURN } from '../../../shared/limits.ts';
import { personKey } from '../../../shared/person-key.ts';
import type { CheckedRow, Edits, Payment } from '../../../shared/rows.ts';
import { checkedRow, type Found, isTotal, type RowRules, type RowsAbove, RowReader } from './check-row.ts';
import { hiddenColumnsOf } from './check-rows.ts';
import { EditableTable } from './editable-table.ts';
import type { Columns } from './match-columns.ts';
import { RowGroups } from './row-groups.ts';
import { issueWords } from './sentences.ts';
import type { Table } from './table.ts';

const NONE: readonly Issue[] = [];

/** What a row is by itself, whatever the others are. */
interface Alone {
  readonly reference: Reference | null;
  readonly payment: Payment | null;
}

const NOTHING: Found = { payment: null, aboveCeiling: null };

const LEFT_OUT: Alone = { reference: null, payment: null };

export class CheckedState {
  readonly rows: CheckedRow[] = [];
  readonly issues: (readonly Issue[])[] = [];
  readonly columnIssues: readonly Issue[];
  readonly hiddenColumnCount: number;
  payableCount = 0;
  totalPaise = 0;
  hiddenRowCount = 0;
  readonly #file: Table;
  readonly #edited: EditableTable;
  readonly #reader: RowReader;
  readonly #references = new RowGroups();
  readonly #payments = new RowGroups();
  /** What each row adds to the amounts above later rows, what it would be the total of, and whether it is. */
  readonly #amounts: Float64Array;
  readonly #totals: Float64Array;
  readonly #isTotal: Uint8Array;
  #excluded: ReadonlySet<number>;

  private constructor({ table, columns, rules, edits }: StateWish) {
    this.#file = table;
    this.#excluded = edits.excluded;
    this.#edited = new EditableTable(table, columns, edits);
    this.#reader = new RowReader(this.#edited.table, this.#edited.columns, rules);
    this.#amounts = new Float64Array(table.rows.length);
    this.#totals = new Float64Array(table.rows.length).fill(Number.NaN);
    this.#isTotal = new Uint8Array(table.rows.length);
    this.#reader.reportColumns();
    this.columnIssues = this.#reader.cells.issues.splice(0);
    this.hiddenColumnCount = hiddenColumnsOf(table, this.#edited.columns);
  }

  /** Checks the whole sheet, letting others have a turn now and then. */
  static async open(wish: StateWish): Promise<CheckedState> {
    const state = new CheckedState(wish);
    const repeated = new Set<number>();
    let abovePaise = 0;
    for (let row = 0; row < wish.table.rows.length; row += 1) {
      abovePaise += state.#checkNext(row, abovePaise, repeated);
      if (row % IMPORT_ROWS_PER_TURN === IMPORT_ROWS_PER_TURN - 1) await nextTurn();
    }
    for (const row of repeated) state.#judge(row);
    return state;
  }

  /** Takes changed rows. Shape: the rows whose findings may differ now; null when there are so many that opening anew is due. */
  change(changed: readonly number[], edits: Edits): readonly number[] | null {
    this.#excluded = edits.excluded;
    for (const row of changed) this.#edited.edit(row, edits.cells.get(row));
    const alone = this.#readChanged(changed);
    const touched = new Set(alone.keys());
    for (const [row, { reference }] of alone) this.#references.set(row, keyOfReference(reference), touched);
    if (touched.size > EDIT_ROWS_BY_DIFFERENCE_MAX) return null;
    for (const row of Array.from(touched)) {
      const { payment } = alone.get(row) ?? this.#readAlone(row);
      this.#payments.set(row, this.#paymentKey(row, payment), touched);
    }
    if (touched.size > EDIT_ROWS_BY_DIFFERENCE_MAX) return null;
    for (const row of touched) this.#judge(row);
    return [...touched];
  }

  /** Reads the next row of a first pass. Shape: what it adds to the amounts above the next one. */
  #checkNext(row: number, abovePaise: number, repeated: Set<number>): number {
    if (this.#excluded.has(row)) {
      this.#put(row, NOTHING, [this.#leftOut(row)]);
      return 0;
    }
    const none = new Set<number>();
    const reader = this.#reader;
    const payment = reader.read(row, {
      abovePaise,
      firstWithReference: (_, reference) => {
        this.#references.set(row, keyOfReference(reference), none);
        const first = this.#references.firstOf(row);
        if (first === row) return -1;
        repeated.add(first);
        return first;
      },
      firstWithPayment: (_, found) => {
        this.#payments.set(row, keyOfPayment(found), none);
        const first = this.#payments.firstOf(row);
        return first === row ? -1 : first;
      },
    });
    this.#keepSums(row, abovePaise);
    this.#put(row, { payment, aboveCeiling: reader.aboveCeiling }, this.#takeIssues());
    return reader.amountPaise;
  }

  /** Reads the changed rows, and those that the amounts above now make a total, or no longer. */
  #readChanged(changed: readonly number[]): Map<number, Alone> {
    const alone = new Map<number, Alone>();
    const isChanged = new Set(changed);
    const amounts = this.#amounts;
    let abovePaise = 0;
    for (let row = 0; row < amounts.length; row += 1) {
      const total = isTotal(this.#totals[row] ?? Number.NaN, abovePaise) ? 1 : 0;
      if (total !== this.#isTotal[row] || isChanged.has(row)) alone.set(row, this.#readAnew(row, abovePaise));
      abovePaise += amounts[row] ?? 0;
    }
    return alone;
  }

  #readAnew(row: number, abovePaise: number): Alone {
    if (this.#excluded.has(row)) {
      this.#amounts[row] = 0;
      this.#totals[row] = Number.NaN;
      this.#isTotal[row] = 0;
      return LEFT_OUT;
    }
    const payment = this.#reader.read(row, { abovePaise, ...ALONE });
    this.#reader.cells.issues.length = 0;
    this.#keepSums(row, abovePaise);
    return { reference: this.#reader.reference, payment };
  }

  #readAlone(row: number): Alone {
    if (this.#excluded.has(row)) return LEFT_OUT;
    const payment = this.#reader.read(row, { abovePaise: this.#aboveOf(row), ...ALONE });
    this.#reader.cells.issues.length = 0;
    return { reference: this.#reader.reference, payment };
  }

  #keepSums(row: number, abovePaise: number): void {
    const { amountPaise, totalPaise } = this.#reader;
    this.#amounts[row] = amountPaise;
    this.#totals[row] = totalPaise;
    this.#isTotal[row] = isTotal(totalPaise, abovePaise) ? 1 : 0;
  }

  /** As much above a row as makes it the total that it is, or is not. */
  #aboveOf(row: number): number {
    return this.#isTotal[row] === 1 ? (this.#totals[row] ?? 0) : 0;
  }

  /** A row whose reference an earlier one has is blocked: it is nobody's repeat. */
  #paymentKey(row: number, payment: Payment | null): string | null {
    return payment === null || this.#references.firstOf(row) !== row ? null : keyOfPayment(payment);
  }

  /** Reads a row among all others, and keeps what is to be said about it. */
  #judge(row: number): void {
    if (this.#excluded.has(row)) return this.#put(row, NOTHING, [this.#leftOut(row)]);
    const payment = this.#reader.read(row, {
      abovePaise: this.#aboveOf(row),
      firstWithReference: () => this.#earlier(this.#references, row),
      firstWithPayment: () => this.#earlier(this.#payments, row),
    });
    const second = this.#references.firstOf(row) === row ? this.#references.secondOf(row) : null;
    if (second !== null) this.#reader.reportRepeated(row, second);
    const { aboveCeiling } = this.#reader;
    return this.#put(row, second === null ? { payment, aboveCeiling } : NOTHING, this.#takeIssues());
  }

  #earlier(groups: RowGroups, row: number): number {
    const first = groups.firstOf(row);
    return first === row ? -1 : first;
  }

  #put(row: number, found: Found, issues: readonly Issue[]): void {
    const before = this.rows[row];
    if (before !== undefined) this.#count(before, -1);
    const source = this.#file.rows[row] ?? [];
    const rowNumber = this.#file.rowNumbers[row] ?? 0;
    const hidden = this.#file.hidden?.[row] === 1;
    const checked = checkedRow({ rowNumber, source, hidden }, found);
    this.#count(checked, 1);
    this.rows[row] = checked;
    this.issues[row] = issues;
  }

  #count(row: CheckedRow, sign: 1 | -1): void {
    if (row.kind !== 'payable') return;
    this.payableCount += sign;
    this.totalPaise += sign * row.payment.amountPaise;
    if (row.hidden) this.hiddenRowCount += sign;
  }

  #takeIssues(): readonly Issue[] {
    const { issues } = this.#reader.cells;
    return issues.length === 0 ? NONE : issues.splice(0);
  }

  #leftOut(row: number): Issue {
    return leftOutIssue(this.#file.rowNumbers[row] ?? 0);
  }
}

/** What a state is made of. Shape: `columns` as matched; `edits` by the row's place in the sheet. */
export interface StateWish {
  readonly table: Table;
  readonly columns: Columns;
  readonly rules: RowRules;
  readonly edits: Edits;
}

/** No other row matters. */
const ALONE: Omit<RowsAbove, 'abovePaise'> = { firstWithReference: () => -1, firstWithPayment: () => -1 };

/** What is to be said about a row that a person left out. */
export function leftOutIssue(rowNumber: number): Issue {
  return { row: rowNumber, cell: null, field: null, code: 'leftOut', ...issueWords('leftOut', {}) };
}

function keyOfReference(reference: Reference | null): string | null {
  return reference === null ? null : reference.toLowerCase();
}

function keyOfPayment({ beneficiary, amountPaise }: Payment): string {
  return `${personKey(beneficiary)}\n${amountPaise}`;
}
