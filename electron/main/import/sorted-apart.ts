// Two columns of names, or of codes, that hold the same people in another order: one of them was sorted alone, and with it perhaps the payees.

import { foldName } from '../domain/person-key.ts';
import { namesDiffer } from './compare-names.ts';
import { meaningOf } from './field-names.ts';
import { someKnown } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import { namesEmployees } from './rows-beside.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

/** Fewer rows may differ by chance. */
const ROWS_MIN = 3;

/** The headers of two columns that were sorted apart; null for none. */
export function findSortedApart(
  table: Table,
  { name }: Columns,
): { readonly one: string; readonly other: string } | null {
  const ofNames = table.headers.flatMap((header, index) => {
    const { words, isPayers } = meaningOf(header);
    const isOfNames =
      index === name?.index ||
      ((words.has('name') || words.has('payee')) &&
        !isPayers &&
        !someKnown(words, 'column', 'nameOfOther', 'namesNoPayee'));
    return isOfNames ? [{ header, index }] : [];
  });
  const ofCodes = table.headers.flatMap((header, index) => (namesEmployees(header) ? [{ header, index }] : []));
  const names = new Names(table);
  for (const columns of [ofNames, ofCodes]) {
    for (const [at, one] of columns.entries()) {
      const other = columns.slice(at + 1).find(({ index }) => names.areSortedApart(one.index, index));
      if (other !== undefined) return { one: one.header, other: other.header };
    }
  }
  return null;
}

/** Numbers the names of a table, so that each is folded once. */
class Names {
  readonly #table: Table;
  readonly #numbers = new Map<string, number>();
  readonly #columns = new Map<number, Int32Array>();

  constructor(table: Table) {
    this.#table = table;
  }

  areSortedApart(one: number, other: number): boolean {
    const [left, right] = [this.#of(one), this.#of(other)];
    const surplus = new Int32Array(this.#numbers.size + 1);
    const differing: number[] = [];
    let both = 0;
    for (const [row, number] of left.entries()) {
      const otherNumber = right[row] ?? 0;
      if (number === 0 || otherNumber === 0) continue;
      both += 1;
      if (number !== otherNumber) differing.push(row);
      surplus[number] = (surplus[number] ?? 0) + 1;
      surplus[otherNumber] = (surplus[otherNumber] ?? 0) - 1;
    }
    const areMost = (rows: number): boolean => rows >= ROWS_MIN && rows * 2 >= both;
    if (!areMost(differing.length) || surplus.some((count) => count !== 0)) return false;
    const cell = (row: number, column: number): string => this.#table.rows[row]?.[column] ?? '';
    return areMost(differing.filter((row) => namesDiffer(cell(row, one), cell(row, other))).length);
  }

  /** The number of each row's name in a column; zero for none. */
  #of(column: number): Int32Array {
    const known = this.#columns.get(column);
    if (known !== undefined) return known;
    const numbers = Int32Array.from(this.#table.rows, (cells) => {
      const cell = cells[column] ?? '';
      return cell.length > VALUE_MAX_CHARACTERS || cell.trim() === '' ? 0 : this.#numberOf(foldName(cell));
    });
    this.#columns.set(column, numbers);
    return numbers;
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}
