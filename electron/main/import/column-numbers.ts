// What the numbers of a column may be, whatever its header says: money, a percentage, a count, an identifier. Read more loosely
// than an amount that is paid, so that `(2,000)`, `2000 Dr` and `Rs 500 only` count too.

import { plainPaise } from '../../../shared/money.ts';
import { isPlainNumber, KIND, kindOf, type Table, VALUE_MAX_CHARACTERS } from './table.ts';

const NUMBER =
  /^[([]?\s{0,4}(?:₹|rs\.?|inr)?\s{0,4}(?<sign>[-+−–]?)\s{0,4}(?:₹|rs\.?|inr)?\s{0,4}(?<digits>\d[\d,]{0,40}(?:\.\d{0,20})?|\.\d{1,20})\s{0,4}(?:\/-|\.-|\/=)?\s{0,4}(?:%|₹|rs\.?|inr|cr\.?|dr\.?|only|-){0,4}\s{0,4}[)\]]?$/i;
/** A part of something: `1/2`. */
const FRACTION = /^\s*([1-9])\/([2-9])\s*$/;
const NOTHING = /^(?:[-–—.\s]*|nil|n\.?\/?a\.?|none|null|zero)$/i;
const NUMBER_MAX_CHARACTERS = 40;

/** The number that a cell shows, signed by its minus sign only; null when it shows none. */
export function numberIn(cell: string): number | null {
  if (cell.length === 0 || cell.length > NUMBER_MAX_CHARACTERS) return null;
  const plain = plainPaise(cell);
  if (plain !== null) return plain / 100;
  if (cell === '0') return 0;
  const [, part, whole] = FRACTION.exec(cell) ?? [];
  if (part !== undefined && part < (whole ?? '')) return Number(part) / Number(whole);
  const groups = NUMBER.exec(inLatinDigits(cell.trim()))?.groups;
  if (groups === undefined) return null;
  const number = Number((groups['digits'] ?? '').replaceAll(',', ''));
  return groups['sign'] === '' || groups['sign'] === '+' ? number : -number;
}

/** Digits of the Indian scripts as ASCII ones. Each script's ten end in 6 to F. */
function inLatinDigits(text: string): string {
  return text.replace(/[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g, (digit) => String((digit.charCodeAt(0) & 0xf) - 6));
}

const SAMPLE_CELLS = 200;
/** Of the filled cells, so many must be numbers. */
const NUMBERS_MIN_PERCENT = 50;

/** The first numbers of a column other than zero. `texts` are their cells. */
export interface ColumnNumbers {
  readonly texts: readonly string[];
  readonly values: readonly number[];
  /** Whether all its numbers are unread: formulas without a result, or formats that show another value. */
  readonly hasUnread: boolean;
}

export function numbersOf(table: Table, column: number): ColumnNumbers {
  const texts: string[] = [];
  const values: number[] = [];
  let filled = 0;
  let hasUnread = false;
  for (const [row, cells] of table.rows.entries()) {
    if (filled >= SAMPLE_CELLS) break;
    const cell = cells[column] ?? '';
    if (cell === '0' || cell.length > VALUE_MAX_CHARACTERS || (cell === '' && table.kinds === null)) continue;
    const kind = kindOf(table.kinds?.[row * table.headers.length + column] ?? KIND.text);
    if (UNREAD.has(kind)) hasUnread = true;
    else if (kind !== KIND.text && !isPlainNumber(kind)) continue;
    if (NOTHING.test(cell)) continue;
    const value = numberIn(cell);
    if (value === 0) continue;
    filled += 1;
    if (value === null) continue;
    texts.push(cell.trim());
    values.push(Math.abs(value));
  }
  const isOfNumbers = values.length * 100 >= filled * NUMBERS_MIN_PERCENT;
  return { texts: isOfNumbers ? texts : [], values: isOfNumbers ? values : [], hasUnread: hasUnread && filled === 0 };
}

/** Kinds of cells with a number that is not read. */
export const UNREAD: ReadonlySet<number> = new Set([KIND.formula, KIND.unusual, KIND.zeroMask]);

/** `small`: as few as days or pieces. */
export type NumbersAre = 'nothing' | 'identifiers' | 'dates' | 'years' | 'serials' | 'percentages' | 'small' | 'money';

/** What the numbers may be. `isPercent`: the header says percent; `amountMin`: the smallest amount beside them. */
export function kindOfNumbers(
  { texts, values, hasUnread }: ColumnNumbers,
  { isPercent, amountMin }: { readonly isPercent: boolean; readonly amountMin: number },
): NumbersAre {
  if (values.length === 0) return hasUnread ? 'money' : 'nothing';
  if (texts.every((text) => /^(?:\D{0,3}0\d+|\d{9,})$/.test(text)) || texts.some((text) => /^0\d+$/.test(text)))
    return 'identifiers';
  if (texts.every((text) => DATE.test(text))) return 'dates';
  if (values.every((value) => value <= PERCENT_MAX) && (isPercent || texts.every((text) => text.endsWith('%'))))
    return 'percentages';
  const isWhole = values.every(Number.isInteger);
  if (isWhole && isSerial(values)) return 'serials';
  if (isWhole && values.every((value) => value >= 1950 && value <= 2060 && value % 50 !== 0)) return 'years';
  const max = Math.max(...values);
  if (max <= 1 && !isWhole) return 'percentages';
  return max <= DAYS_OF_A_MONTH && max * SMALL_OF_AMOUNT <= amountMin ? 'small' : 'money';
}

/** The columns whose numbers may be amounts: beside larger ones, days and pieces are none. */
export function moneyColumns(table: Table): ReadonlySet<number> {
  const columns = table.headers.map((_, column) => numbersOf(table, column));
  const isMoney = (numbers: ColumnNumbers, amountMin: number): boolean =>
    numbers.values.length > 0 && kindOfNumbers(numbers, { isPercent: false, amountMin }) === 'money';
  const smallest = columns.filter((numbers) => isMoney(numbers, 0)).map(({ values }) => Math.min(...values));
  const amountMin = Math.max(0, ...smallest);
  return new Set(columns.flatMap((numbers, column) => (isMoney(numbers, amountMin) ? [column] : [])));
}

/** A year with its month and perhaps day, or a day with month and year. */
const DATE = /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])?|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])20\d\d)$/;
const PERCENT_MAX = 100;
export const DAYS_OF_A_MONTH = 31;
/** A tenth of the smallest amount changes none of them much. */
const SMALL_OF_AMOUNT = 10;

function isSerial(values: readonly number[]): boolean {
  return values.length > 1 && values.every((value, at) => at === 0 || value === (values[at - 1] ?? 0) + 1);
}
