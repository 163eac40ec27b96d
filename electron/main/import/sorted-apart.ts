// Two columns of names, or of codes, that hold the same people in another order: one of them was sorted alone, and with it perhaps
// the payees. The same of names beside UPI IDs or e-mail addresses that are made of them.

import { foldName, nameWords } from '../domain/person-key.ts';
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
  { name, upiId }: Columns,
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
  const mobile =
    upiId === undefined ? undefined : table.headers.findIndex((_, index) => areMobilesApart(table, upiId.index, index));
  if (upiId !== undefined && mobile !== undefined && mobile !== -1)
    return { one: upiId.header, other: table.headers[mobile] ?? '' };
  if (name === undefined) return null;
  const ofAddresses = table.headers.flatMap((header, index) =>
    index === upiId?.index || meaningOf(header).words.has('email') || meaningOf(header).words.has('mail')
      ? [{ header, index }]
      : [],
  );
  const moved = ofAddresses.find(({ index }) => areAddressesApart(table, name.index, index));
  if (moved !== undefined) return { one: name.header, other: moved.header };
  const keys = new NameKeys(table, name.index);
  const apart = table.headers.findIndex((_, index) => index !== name.index && keys.areApartFrom(index));
  return apart === -1 ? null : { one: name.header, other: table.headers[apart] ?? '' };
}

const MOBILE = /^(?:\+?91[- ]?)?([6-9]\d{9})(?:@.*)?$/;

/** Whether most UPI IDs of mobile numbers name the mobile number of another row, and few that of their own. */
function areMobilesApart(table: Table, upiId: number, mobile: number): boolean {
  if (upiId === mobile) return false;
  const rows = table.rows.slice(0, ROWS_COMPARED).flatMap((cells) => {
    const [paid, own] = [upiId, mobile].map((column) => MOBILE.exec((cells[column] ?? '').slice(0, 40).trim())?.[1]);
    return paid === undefined || own === undefined ? [] : [{ paid, own }];
  });
  const all = new Set(rows.map(({ own }) => own));
  const same = rows.filter(({ paid, own }) => paid === own).length;
  const others = rows.filter(({ paid, own }) => paid !== own && all.has(paid)).length;
  return others >= ROWS_MIN && same * 3 <= others && others * 2 >= rows.length;
}

/** Rows compared to tell whether texts belong to the names beside them. */
const ROWS_COMPARED = 500;
const ADDRESSES_MIN = 4;
const NAME_WORD_MIN_CHARACTERS = 4;
/** Of a part that is a whole word of a name. */
const NAME_PART_MIN_CHARACTERS = 3;

/**
 * Whether few addresses are made of the name beside it, and most are made of another row's: `asha.rao@ybl` beside Ravi Kumar.
 * Addresses that are made of no name, such as numbers, do not count.
 */
function areAddressesApart(table: Table, name: number, address: number): boolean {
  const rows = table.rows.slice(0, ROWS_COMPARED).flatMap((cells) => {
    const own = cells[name] ?? '';
    const at = cells[address] ?? '';
    if (own.length > VALUE_MAX_CHARACTERS || at.length > VALUE_MAX_CHARACTERS || !at.includes('@')) return [];
    const words = nameWords(own).filter((word) => word.length >= NAME_PART_MIN_CHARACTERS);
    return [
      {
        words,
        parts:
          at
            .slice(0, at.indexOf('@'))
            .toLowerCase()
            .match(/[a-z]{3,}/g) ?? [],
      },
    ];
  });
  const names = new Set(rows.flatMap(({ words }) => words));
  // A surname that many have is not enough where the address has the whole name.
  const isOwn = (words: readonly string[], parts: readonly string[]): boolean =>
    parts.length > 1 && parts.every((part) => names.has(part))
      ? parts.every((part) => words.includes(part))
      : words.some((word) => word.length >= NAME_WORD_MIN_CHARACTERS && parts.some((part) => part.includes(word)));
  let own = 0;
  let others = 0;
  const differing = new Set<string>();
  const wholeNames = new Set(rows.map(({ words }) => words.toSorted().join(' ')));
  let ofOthers = 0;
  for (const { words, parts } of rows) {
    if (isOwn(words, parts)) own += 1;
    else if (words.length > 0 && parts.some((part) => beginsWithName(part, names))) {
      others += 1;
      if (parts.length > 1 && wholeNames.has(parts.toSorted().join(' '))) ofOthers += 1;
      differing.add(parts.join(' '));
    }
  }
  // Of any order, a row or two stay in their places by chance.
  const areOthers = own * 3 <= others || ofOthers > own;
  return differing.size >= ADDRESSES_MIN && areOthers && others * 2 >= rows.length;
}

/** Whether a part of an address begins with a word of some row's name: `asharao` with `asha`. */
function beginsWithName(part: string, names: ReadonlySet<string>): boolean {
  for (let end = NAME_WORD_MIN_CHARACTERS; end <= part.length; end += 1) if (names.has(part.slice(0, end))) return true;
  return false;
}

/** The forms in which another column may repeat a name: whole, its first or last word, its initials, its first letters. */
const KEYS: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.toSorted().join(' '),
  (words) => words[0] ?? '',
  (words) => words.at(-1) ?? '',
  (words) => words.map((word) => word.slice(0, 1)).join(''),
  (words) => `${(words[0] ?? '').slice(0, 1)}${words.at(-1) ?? ''}`,
  (words) => (words[0] ?? '').slice(0, 3),
  (words) => (words[0] ?? '').slice(0, 4),
];
/** Of the texts that are made of names, so few may be of none. */
const OTHERS_MAX_SHARE = 0.1;

/** Texts that were made of the names of a table, one of each: `Ravi`, `RK`, `RAV101`, `Salary Ravi Kumar`. */
class NameKeys {
  readonly #table: Table;
  readonly #names: readonly (readonly string[])[];
  readonly #words: ReadonlySet<string>;

  constructor(table: Table, name: number) {
    this.#table = table;
    this.#names = table.rows.slice(0, ROWS_COMPARED).map((cells) => {
      const cell = cells[name] ?? '';
      return cell.length > VALUE_MAX_CHARACTERS ? [] : nameWords(cell).filter((word) => /^[a-z]+$/.test(word));
    });
    this.#words = new Set(this.#names.flat());
  }

  /** Whether a column has what was made of each name, but few texts of it stand beside their own. */
  areApartFrom(index: number): boolean {
    const texts = this.#names.map((_, row) => {
      const cell = this.#table.rows[row]?.[index] ?? '';
      return cell.length > VALUE_MAX_CHARACTERS ? [] : (cell.toLowerCase().match(/[a-z]+/g) ?? []);
    });
    const ofNames = texts.map((words) => words.filter((word) => this.#words.has(word)));
    return KEYS.some((keyOf, at) => {
      const isPart = at > 2;
      const keys = isPart
        ? texts.map(([only = '']) => only)
        : ofNames.map((words) => (words.length > 0 ? keyOf(words) : ''));
      return this.#arePermuted(this.#names.map(keyOf), keys);
    });
  }

  #arePermuted(names: readonly string[], texts: readonly string[]): boolean {
    const surplus = new Map<string, number>();
    let [rows, own] = [0, 0];
    for (const [row, name] of names.entries()) {
      const text = texts[row] ?? '';
      if (name.length < 2 || text.length < 2) continue;
      rows += 1;
      if (name === text) own += 1;
      surplus.set(name, (surplus.get(name) ?? 0) + 1);
      surplus.set(text, (surplus.get(text) ?? 0) - 1);
    }
    const others = [...surplus.values()].reduce((sum, count) => sum + Math.abs(count), 0) / 2;
    const areFew = others <= rows * OTHERS_MAX_SHARE && own * 3 <= rows - own;
    return areFew && rows * 10 >= names.length * 9 && new Set(texts).size >= ADDRESSES_MIN;
  }
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
    if (!this.#mayHoldTheSame(one, other)) return false;
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

  /** Whether the first name of one column is anywhere in the other: of two columns about other things it is not. */
  #mayHoldTheSame(one: number, other: number): boolean {
    const { rows } = this.#table;
    const first = rows.find((cells) => foldedName(cells[one]) !== null && foldedName(cells[other]) !== null);
    const name = foldedName(first?.[other]);
    return name !== null && rows.some((cells) => foldedName(cells[one]) === name);
  }

  /** The number of each row's name in a column; zero for none. */
  #of(column: number): Int32Array {
    const known = this.#columns.get(column);
    if (known !== undefined) return known;
    const numbers = Int32Array.from(this.#table.rows, (cells) => {
      const name = foldedName(cells[column]);
      return name === null ? 0 : this.#numberOf(name);
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

/** Null for a cell without a name. */
function foldedName(cell = ''): string | null {
  return cell.length > VALUE_MAX_CHARACTERS || cell.trim() === '' ? null : foldName(cell);
}
