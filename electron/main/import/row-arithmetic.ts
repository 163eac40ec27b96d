// How a column of money comes of others, in every row: `Gross - PF - ESI = Net Pay`, `Days x Rate = Wages`. Candidates are sums of
// neighbouring columns less sums of neighbours, tried on a few rows first; what holds there must hold in all.

import { numberIn } from './column-numbers.ts';
import type { Table } from './table.ts';

/** Columns by index. `times`: two columns whose product is the first term, a hundredth of it, or one day's share of a month's. */
export interface ColumnSum {
  readonly result: number;
  readonly times: { readonly of: readonly [number, number]; readonly per: number } | null;
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** Which columns may be added, and which may be taken off. */
interface Terms {
  readonly plus: (column: number) => boolean;
  readonly minus: (column: number) => boolean;
}

/** Rows tried before all of them are. */
const PROBE_ROWS = 24;
/** Rows in which a sum of parts is tried; the amount itself must come of its sum in all of them. */
const SAMPLE_ROWS = 1_000;
/** Only the last ones are tried: a net pay stands at the end. */
const COLUMNS_MAX = 24;
/** Of so many columns, any may be taken off, not only neighbours. */
const SCATTERED_MAX = 10;
/** Fewer rows fit too many sums by chance. */
const SCATTERED_ROWS_MIN = 3;
/** A percentage, or the days of a month of which some were worked. */
const PER = [1, 100, 26, 27, 28, 29, 30, 31] as const;
/** A net pay is often rounded to the rupee. */
const ROUNDED_BY = 0.995;

/** The numbers of a column in some rows: zero where the cell is empty, NaN where it holds something else. */
type Numbers = Float64Array;

/** Rows by index, and the numbers that were read in them, by column. */
interface Rows {
  readonly rows: Int32Array;
  readonly numbers: Map<number, Numbers>;
}

export class RowArithmetic {
  readonly #table: Table;
  readonly #columns: readonly number[];
  readonly #factors: readonly number[];
  readonly #everyRow: Rows;
  readonly #sampled: Rows;
  readonly #probe: Rows;

  /** `columns` may be terms, `factors` may be multiplied with any of them. Rows without a number under `amount` do not count. */
  constructor(
    table: Table,
    amount: number,
    { columns, factors }: { readonly columns: readonly number[]; readonly factors: readonly number[] },
  ) {
    this.#table = table;
    this.#columns = columns.slice(-COLUMNS_MAX);
    this.#factors = factors.slice(-COLUMNS_MAX);
    const rows = Int32Array.from(rowsWithNumber(table, amount));
    this.#everyRow = { rows, numbers: new Map() };
    this.#sampled = spaced(rows, SAMPLE_ROWS);
    this.#probe = spaced(rows, PROBE_ROWS);
    for (const column of [...columns, ...factors]) {
      this.#probe.numbers.set(column, numbersAt(table, column, this.#probe.rows));
    }
  }

  /** The sum that gives this column in every row; null for none. */
  find(result: number, may: Terms): ColumnSum | null {
    for (const sum of this.#candidates(result, may)) if (this.#holds(sum, this.#everyRow)) return sum;
    return null;
  }

  /** The same, but tried in some rows only. */
  findInSample(result: number, may: Terms): ColumnSum | null {
    for (const sum of this.#candidates(result, may)) if (this.#holds(sum, this.#sampled)) return sum;
    return null;
  }

  /** Those that fit the probe, made one by one: there may be a million. */
  *#candidates(result: number, may: Terms): Generator<ColumnSum> {
    for (const sum of this.#possible(result, may)) if (fits(sum, this.#probe)) yield sum;
  }

  *#possible(result: number, may: Terms): Generator<ColumnSum> {
    const others = this.#columns.filter((column) => column !== result);
    const added = runsOf(others, may.plus);
    const taken = runsOf(others, may.minus);
    for (const plus of added) if (plus.length > 1) yield { result, times: null, plus, minus: [] };
    yield* this.#products(result);
    for (const plus of added) yield* withoutShared({ result, times: null, plus }, taken);
    for (const { times } of this.#products(result)) {
      if (times?.per === 1) yield* withoutShared({ result, times, plus: [] }, taken);
    }
    const scattered = others.filter(may.minus);
    if (this.#probe.rows.length < SCATTERED_ROWS_MIN || scattered.length > SCATTERED_MAX) return;
    for (const plus of added) {
      const left = scattered.filter((column) => !plus.includes(column));
      yield* withoutShared({ result, times: null, plus }, subsetsOf(left));
    }
  }

  *#products(result: number): Generator<ColumnSum> {
    for (const [at, factor] of this.#factors.entries()) {
      if (factor === result) continue;
      for (const column of [...this.#columns, ...this.#factors.slice(at + 1)]) {
        if (column === factor || column === result) continue;
        for (const per of PER) yield { result, times: { of: [factor, column], per }, plus: [], minus: [] };
      }
    }
  }

  #holds(sum: ColumnSum, { rows, numbers }: Rows): boolean {
    for (const column of [sum.result, ...(sum.times?.of ?? []), ...sum.plus, ...sum.minus]) {
      if (!numbers.has(column)) numbers.set(column, numbersAt(this.#table, column, rows));
    }
    return fits(sum, { rows, numbers });
  }
}

function spaced(rows: Int32Array, count: number): Rows {
  const step = Math.max(1, Math.floor(rows.length / count));
  return { rows: rows.filter((_, at) => at % step === 0), numbers: new Map() };
}

function rowsWithNumber({ rows }: Table, column: number): number[] {
  const found: number[] = [];
  for (let row = 0; row < rows.length; row += 1) if (numberIn(rows[row]?.[column] ?? '') !== null) found.push(row);
  return found;
}

function numbersAt({ rows }: Table, column: number, wanted: Int32Array): Numbers {
  const numbers = new Float64Array(wanted.length);
  for (let at = 0; at < wanted.length; at += 1) {
    const cell = rows[wanted[at] ?? -1]?.[column] ?? '';
    numbers[at] = numberIn(cell) ?? (isNothing(cell) ? 0 : Number.NaN);
  }
  return numbers;
}

function isNothing(cell: string): boolean {
  return !/[\p{L}\p{Nd}]/u.test(cell) || /^\s*(?:nil|n\/?a|none)\s*$/i.test(cell);
}

/** All runs of neighbours among columns that may be used. */
function runsOf(columns: readonly number[], may: (column: number) => boolean): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (let start = 0; start < columns.length; start += 1) {
    for (let end = start + 1; end <= columns.length && may(columns[end - 1] ?? -1); end += 1) {
      runs.push(columns.slice(start, end));
    }
  }
  return runs.toSorted((one, other) => one.length - other.length);
}

function subsetsOf(columns: readonly number[]): readonly (readonly number[])[] {
  const all = Array.from({ length: 2 ** columns.length }, (_, bits) =>
    columns.filter((_column, at) => ((bits >> at) & 1) === 1),
  );
  return all.filter((subset) => subset.length > 1);
}

/** The sum less each of these, except where one is added already. */
function* withoutShared(sum: Omit<ColumnSum, 'minus'>, taken: readonly (readonly number[])[]): Generator<ColumnSum> {
  for (const minus of taken) if (!minus.some((column) => sum.plus.includes(column))) yield { ...sum, minus };
}

/** Whether a sum holds in each of these rows, of which there are some. */
function fits({ result, times, plus, minus }: ColumnSum, { rows, numbers }: Rows): boolean {
  const of = (column: number): Numbers => numbers.get(column) ?? NO_NUMBERS;
  const expected = of(result);
  const [one, other] = times === null ? [NO_NUMBERS, NO_NUMBERS] : times.of.map(of);
  const added = plus.map(of);
  const taken = minus.map(of);
  for (let row = 0; row < rows.length; row += 1) {
    let sum = times === null ? 0 : (at(one, row) * at(other, row)) / times.per;
    for (const column of added) sum += at(column, row);
    for (const column of taken) sum -= Math.abs(at(column, row));
    if (!(Math.abs(sum - at(expected, row)) <= ROUNDED_BY)) return false;
  }
  return rows.length > 0;
}

const NO_NUMBERS = new Float64Array(0);

function at(numbers: Numbers | undefined, row: number): number {
  return numbers?.[row] ?? Number.NaN;
}
