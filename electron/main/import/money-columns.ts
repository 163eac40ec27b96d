// Columns that could both be what is paid: the amount beside its deductions, a balance, a net. In: what the headers mean and
// the first values. Out: the rivals of an amount column, and what it would pay.

import { VALUE_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { holdsMoney } from './column-content.ts';
import type { HeaderMeaning } from './header-meaning.ts';

interface Column {
  readonly column: number;
  readonly meaning: HeaderMeaning | undefined;
  readonly sample: readonly string[];
}

/** Words of an amount that nothing is taken off any more. */
const FINAL = ['net', 'payable', 'payout', 'refund', 'home', 'transfer', 'disbursement', 'disbursed'];
/** Words of another amount that may be the one to pay. */
const MAY_BE_FINAL = ['net', 'payable', 'disbursement', 'disbursed'];
const LEFT_OVER = ['balance', 'due', 'outstanding'];
const TAKEN_OFF = (
  'tds tax deduction deductions deducted advance recovery recovered loan adjustment pf epf esi esic lop penalty fine ' +
  'fee fees commission charges gst cess withheld hold retention'
).split(' ');
/** Numbers that are no money, whatever else their header says. */
const NO_MONEY = (
  'day days date month months year hour hours count quantity qty number id code rate percent status mode leave leaves phone ' +
  'mobile pin age sr weight'
).split(' ');

/** The columns that could be paid instead of the amount, or that take something off it. */
export function rivalsOf(amount: HeaderMeaning, others: readonly Column[]): readonly number[] {
  const says = (words: readonly string[], meaning: HeaderMeaning): boolean =>
    words.some((word) => meaning.words.has(word));
  const isFinal = says(FINAL, amount);
  return others.flatMap(({ column, meaning, sample }) => {
    if (meaning === undefined || meaning.isPayers || says(NO_MONEY, meaning) || !holdsMoney(sample)) return [];
    // The same amount once more in another unit: which of them is rupees?
    const isOtherUnit = meaning.kind === 'doubtful' && meaning.field === 'amount' && unitOf(meaning) !== null;
    const isRival = isFinal
      ? says(MAY_BE_FINAL, meaning)
      : says(MAY_BE_FINAL, meaning) || says(LEFT_OVER, meaning) || says(TAKEN_OFF, meaning);
    return isRival || (isOtherUnit && !amount.inRupees) ? [column] : [];
  });
}

/** Another unit than the rupee that a header names, as a person says it; null without one. */
export function unitOf({ words }: HeaderMeaning): string | null {
  for (const [unit, spellings] of UNITS) if (spellings.some((word) => words.has(word))) return unit;
  return null;
}

const UNITS: readonly (readonly [unit: string, spellings: readonly string[]])[] = [
  ['paise', ['paise', 'paisa']],
  ['lakhs', ['lakh', 'lakhs', 'lac', 'lacs']],
  ['crores', ['crore', 'crores']],
  ['thousands', ['thousand', 'thousands', '000', 'k']],
  ['dollars', ['usd', 'dollars']],
  ['euros', ['eur']],
  ['pounds', ['gbp']],
  ['yen', ['jpy']],
  ['dirhams', ['aed']],
  ['Singapore dollars', ['sgd']],
];

/** Whether the headers are those of RazorpayX, whose files counted in paise before they said "(in Rupees)". */
export function countsPaise(meanings: readonly HeaderMeaning[]): boolean {
  return meanings.some(({ words }) => {
    const has = (...all: readonly string[]): boolean => all.every((word) => words.has(word));
    return words.has('razorpay') || words.has('razorpayx') || has('fund', 'account', 'id') || has('payout', 'id');
  });
}

const RUPEES: ReadonlySet<string> = new Set([
  '',
  'inr',
  'rs',
  'rs.',
  '₹',
  'rupee',
  'rupees',
  'indian rupee',
  'indian rupees',
]);

/** Whether a column of currencies names another than the rupee. */
export function namesOtherCurrency({ words }: HeaderMeaning, cells: Iterable<string>): boolean {
  if (!words.has('currency') && !words.has('ccy')) return false;
  for (const cell of cells) {
    if (cell.length > VALUE_MAX_CHARACTERS || !RUPEES.has(cell.trim().toLowerCase())) return true;
  }
  return false;
}

/** What the first value of an amount column pays when it is read as rupees; empty when it is no amount. */
export function readsAs(sample: readonly string[]): string {
  const reading = parseRupees(sample[0] ?? '');
  return reading.kind === 'exact' ? ` Taken as rupees, its first value pays ${formatRupees(reading.paise)}.` : '';
}
