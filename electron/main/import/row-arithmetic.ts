// How a column of money comes of others, in every row: `Gross - PF - ESI = Net Pay`, `Days x Rate = Wages`. Candidates are sums of
// neighbouring columns less sums of neighbours, tried on a few rows first; what holds there must hold in all.

import { numberIn } from './column-numbers.ts';
import type { Table } from './table.ts';

/** Columns by index. `times`: two columns whose product is the first term, a hundredth of it, or one day's share of a month's. */
export interface Sum {
  readonly result: number;
  readonly times: { readonly of: readonly [number, number]; readonly per: number } | null;
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** Which columns may be added, and which may be taken off. */
export interface Terms {
  readonly plus: (column: number) => boolean;
  readonly minus: (column: number) => boolean;
}

/** Rows tried before all of them are. */
const PROBE_ROWS = 24;
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

type Row = readonly (number | null)[];

export class RowArithmetic {
  readonly #table: Table;
  readonly #columns: readonly number[];
  readonly #factors: readonly number[];
  readonly #rows: readonly number[];
  readonly #probe: readonly Row[];

  /** `columns` may be terms, `factors` may be multiplied with any of them. Rows without a number under `amount` do not count. */
  constructor(
    table: Table,
    amount: number,
    { columns, factors }: { readonly columns: readonly number[]; readonly factors: readonly number[] },
  ) {
    this.#table = table;
    this.#columns = columns.slice(-COLUMNS_MAX);
    this.#factors = factors.slice(-COLUMNS_MAX);
    this.#rows = table.rows.flatMap((cells, row) => (numberIn(cells[amount] ?? '') === null ? [] : [row]));
    const step = Math.max(1, Math.floor(this.#rows.length / PROBE_ROWS));
    this.#probe = this.#rows.filter((_, at) => at % step === 0).map((row) => this.#numbersOf(row));
  }

  /** The sum that gives this column in every row; null for none. */
  find(result: number, may: Terms): Sum | null {
    for (const sum of this.#candidates(result, may)) if (this.#holds(sum)) return sum;
    return null;
  }

  *#candidates(result: number, may: Terms): Generator<Sum> {
    const others = this.#columns.filter((column) => column !== result);
    const added = runsOf(others, may.plus);
    const taken = runsOf(others, may.minus);
    const sums: Sum[] = added
      .filter((plus) => plus.length > 1)
      .map((plus) => ({ result, times: null, plus, minus: [] }));
    yield* this.#likely(sums);
    yield* this.#likely(this.#products(result));
    for (const plus of added) {
      yield* this.#likely(taken.map((minus) => ({ result, times: null, plus, minus })).filter(isDisjoint));
    }
    for (const { times } of this.#products(result).filter((one) => one.times?.per === 1)) {
      yield* this.#likely(taken.map((minus) => ({ result, times, plus: [], minus })).filter(isDisjoint));
    }
    const scattered = others.filter(may.minus);
    if (this.#probe.length < SCATTERED_ROWS_MIN || scattered.length > SCATTERED_MAX) return;
    for (const plus of added) {
      const left = scattered.filter((column) => !plus.includes(column));
      yield* this.#likely(subsetsOf(left).map((minus) => ({ result, times: null, plus, minus })));
    }
  }

  #products(result: number): readonly Sum[] {
    return this.#factors.flatMap((factor, at) =>
      [...this.#columns, ...this.#factors.slice(at + 1)]
        .filter((column) => column !== factor && column !== result && factor !== result)
        .flatMap((column) =>
          PER.map((per): Sum => ({ result, times: { of: [factor, column], per }, plus: [], minus: [] })),
        ),
    );
  }

  #likely(sums: readonly Sum[]): readonly Sum[] {
    return sums.filter((sum) => this.#probe.length > 0 && this.#probe.every((row) => fits(sum, row)));
  }

  /** Whether a sum holds in every row, and says anything at all. */
  #holds(sum: Sum): boolean {
    if (this.#rows.length === this.#probe.length) return true;
    const columns = [sum.result, ...(sum.times?.of ?? []), ...sum.plus, ...sum.minus];
    return this.#rows.every((row) => fits(sum, this.#numbersOf(row, columns)));
  }

  #numbersOf(row: number, columns: readonly number[] = [...this.#columns, ...this.#factors]): Row {
    const numbers: (number | null)[] = [];
    const cells = this.#table.rows[row] ?? [];
    for (const column of columns) {
      const cell = cells[column] ?? '';
      numbers[column] = isNothing(cell) ? 0 : numberIn(cell);
    }
    return numbers;
  }
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

function isDisjoint({ plus, minus }: Sum): boolean {
  return !minus.some((column) => plus.includes(column));
}

function fits({ result, times, plus, minus }: Sum, row: Row): boolean {
  const expected = row[result] ?? null;
  if (expected === null) return false;
  let sum = 0;
  if (times !== null) {
    const [one, other] = times.of.map((column) => row[column] ?? null);
    if (one === null || one === undefined || other === null || other === undefined) return false;
    sum = (one * other) / times.per;
  }
  for (const column of plus) {
    const number = row[column] ?? null;
    if (number === null) return false;
    sum += number;
  }
  for (const column of minus) {
    const number = row[column] ?? null;
    if (number === null) return false;
    sum -= Math.abs(number);
  }
  return Math.abs(sum - expected) <= ROUNDED_BY;
}
