// What the cells of a column say about it, whatever its header says.

import { type Message, msg } from '../../../shared/messages/message.ts';
import { asPaise, type Paise, parseRupees } from '../../../shared/money.ts';
import type { Field } from '../../../shared/rows.ts';
import { numberIn } from './column-numbers.ts';
import { isKnown } from './known-words.ts';
import { IFSC_SHAPE, isAccountLike, isUpiLike } from './shapes.ts';
import { isPlainNumber, KIND, kindOf, type Table, VALUE_MAX_CHARACTERS } from './table.ts';

const COLUMN_FIT_PERCENT = 80;

const COLUMN_SAMPLE_MIN_CELLS = 3;

/** A column is judged by its first filled cells, at least three of them; four fifths of them decide. */
const COLUMN_SAMPLE_CELLS = 200;

/** What the first value of an amount column would pay in rupees; empty when it is not an amount. */
export function readsAs(sample: readonly string[]): readonly Message[] {
  const reading = parseRupees(sample[0] ?? '');
  return reading.kind === 'exact' ? [msg('reading.firstValue', { amount: reading.paise })] : [];
}

/**
 * Sums a column of amounts, negative ones as if they were positive, over the rows that fill one of the payee columns; over all
 * rows if there are no payee columns.
 */
export function sumColumn(table: Table, column: number, payees: readonly number[]): Paise {
  let sumPaise = 0;
  for (const cells of table.rows) {
    if (payees.length > 0 && payees.every((payee) => (cells[payee] ?? '') === '')) continue;
    const cell = cells[column] ?? '';
    const reading = cell.length > VALUE_MAX_CHARACTERS ? null : parseRupees(cell.trim());
    if (reading?.kind === 'exact') sumPaise += reading.paise;
    else sumPaise += Math.round(Math.abs(numberIn(cell) ?? 0) * 100);
  }
  return asPaise(Math.min(sumPaise, Number.MAX_SAFE_INTEGER));
}

/** Whether two columns agree in most rows where both are filled. */
export function mostlyAgree(table: Table, one: number, other: number, percent = COLUMN_FIT_PERCENT): boolean {
  let both = 0;
  let same = 0;
  for (const cells of table.rows) {
    const [left, right] = [(cells[one] ?? '').trim(), (cells[other] ?? '').trim()];
    if (left === '' || right === '') continue;
    both += 1;
    if (left === right) same += 1;
    // Nearly all columns differ in every row.
    if (both === COLUMN_SAMPLE_CELLS && same === 0) return false;
  }
  return both > 0 && same * 100 >= both * percent;
}

/** The first filled text cells of a column, trimmed. The row checks deal with other cells. */
export function sampleColumn(table: Table, column: number): readonly string[] {
  const texts: string[] = [];
  for (const [row, cells] of table.rows.entries()) {
    if (texts.length >= COLUMN_SAMPLE_CELLS) break;
    const kind = kindOf(table.kinds?.[row * table.headers.length + column] ?? KIND.text);
    const cell = cells[column] ?? '';
    const text = cell.length > VALUE_MAX_CHARACTERS ? '' : cell.trim();
    if (text !== '' && (kind === KIND.text || isPlainNumber(kind))) texts.push(text);
  }
  return texts;
}

type Tests = Readonly<Partial<Record<Field, (text: string) => boolean>>>;

const FITS: Tests & Required<Pick<Tests, 'accountNumber' | 'amount'>> = {
  upiId: isUpiLike,
  ifsc: (text) => IFSC_SHAPE.test(text),
  paymentMethod: (text) => isKnown(text.toLowerCase(), 'method'),
  accountNumber: isAccountLike,
  amount: (text) => /^(?:₹|rs\.?|inr)?\s*[\d,]+(?:\.\d{1,2})?(?:\s*\/-)?$/i.test(text),
};

const CONTRADICTS: Tests = {
  upiId: (text) => !text.includes('@'),
  ifsc: (text) => text.includes('@') || text.includes(' ') || /^\d+$/.test(text),
  accountNumber: (text) => text.includes('@') || !/\d/.test(text) || IFSC_SHAPE.test(text),
  amount: (text) => text.includes('@') || !/\p{Nd}/u.test(text) || IFSC_SHAPE.test(text),
  name: (text) => isUpiLike(text) || !/\p{L}/u.test(text),
};

/** Whether the column's content looks like the field. */
export function fits(field: Field, sample: readonly string[]): boolean {
  return most(sample, FITS[field]);
}

/** Whether all cells but totals look like the field, however few, as the labels of a pivot table do. */
export function fitsAll(field: Field, sample: readonly string[]): boolean {
  const test = FITS[field];
  const labels = sample.filter((text) => !isKnown(text, 'total'));
  return test !== undefined && labels.length > 0 && labels.every(test);
}

/** Whether a column's first cells are account numbers, however few. */
export function holdsAccounts(sample: readonly string[]): boolean {
  return sample.length > 0 && mostOf(sample, FITS.accountNumber);
}

/** Whether the column's content is clearly not the field's, whatever its header says. */
export function contradicts(field: Field, sample: readonly string[]): boolean {
  return most(sample, CONTRADICTS[field]);
}

/** Whether a column's first cells are amounts, possibly negative, and not all zero. */
export function holdsMoney(sample: readonly string[]): boolean {
  const amounts = sample.filter((text) => FITS.amount(text.replace(/^-/, '')));
  return amounts.length * 100 >= sample.length * COLUMN_FIT_PERCENT && amounts.some((text) => /[1-9]/.test(text));
}

export function isConstant(sample: readonly string[]): boolean {
  return sample.length >= COLUMN_SAMPLE_MIN_CELLS && sample.every((text) => text === sample[0]);
}

function most(sample: readonly string[], test: ((text: string) => boolean) | undefined): boolean {
  if (test === undefined || sample.length < COLUMN_SAMPLE_MIN_CELLS) return false;
  return mostOf(sample, test);
}

function mostOf(sample: readonly string[], test: (text: string) => boolean): boolean {
  return sample.filter(test).length * 100 >= sample.length * COLUMN_FIT_PERCENT;
}
