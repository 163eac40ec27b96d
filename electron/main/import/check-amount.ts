// In: the amount cell of the current row. Out: exact paise, or an issue that says why not.
// This file must never round, and never read a number that the sheet shows differently.

import { formatRupees, parseRupees, rupeesFromDouble, type AmountProblem, type Paise } from '../../../shared/money.ts';
import { AMOUNT_MAX_PAISE, IMPS_USUAL_MAX_PAISE, UPI_USUAL_MAX_PAISE } from '../../../shared/limits.ts';
import type { Method } from '../../../shared/rows.ts';
import { findForeign } from './characters.ts';
import type { RowCells } from './row-cells.ts';
import type { IssueCode } from './sentences.ts';
import { isPlainNumber, KIND } from './table.ts';

const PROBLEMS: Readonly<Record<AmountProblem, IssueCode>> = {
  empty: 'amountEmpty',
  negative: 'amountNegative',
  zero: 'amountZero',
  scientific: 'amountScientific',
  grouping: 'amountGrouping',
  tooManyDecimals: 'amountDecimals',
  tooLarge: 'amountTooLarge',
  notAnAmount: 'amountShape',
};

/** The amount of the current row. Errors: null, with its issue reported. */
export function checkAmount(cells: RowCells, column: number): Paise | null {
  const kind = cells.kind(column);
  // A number's text is its shortest spelling: with two decimals at most, that spelling names the very same number.
  if (kind === KIND.text || isPlainNumber(kind)) {
    const plain = plainPaise(cells.raw(column));
    if (plain !== null) {
      if (kind === KIND.whole && plain % 100 !== 0) cells.report('amountShownWhole', 'amount');
      return plain;
    }
  }
  const isNumber = isPlainNumber(kind) || kind === KIND.zeroMask;
  const text = isNumber ? cells.raw(column) : cells.text('amount', column);
  if (text === null) return null;
  const reading = isNumber ? rupeesFromDouble(Number(text)) : parseRupees(text);
  if (reading.kind === 'exact') {
    if (reading.cleaned) cells.report('amountCleaned', 'amount');
    return reading.paise;
  }
  const unseen = reading.problem === 'notAnAmount' ? findForeign(text.replaceAll('₹', '')) : null;
  if (unseen !== null) cells.report('strangeCharacter', 'amount', { character: unseen });
  else cells.report(PROBLEMS[reading.problem], 'amount', { limit: formatMost() });
  return null;
}

const ZERO = 0x30;
const POINT = 0x2e;
/** Longer texts could not be summed up digit by digit exactly. */
const PLAIN_MAX_CHARACTERS = 13;

/**
 * The amount of a text that is nothing but digits, with one or two decimals at most; null for all others, which parseRupees
 * judges. Most cells are so plain that this is all that is spent on them; a test holds it to parseRupees.
 */
export function plainPaise(text: string): Paise | null {
  const { length } = text;
  if (
    length === 0 ||
    length > PLAIN_MAX_CHARACTERS ||
    (text.charCodeAt(0) === ZERO && length > 1 && text.charCodeAt(1) !== POINT)
  ) {
    return null;
  }
  let value = 0;
  let decimals = -1;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= ZERO + 9) {
      value = value * 10 + code - ZERO;
      if (decimals >= 0) decimals += 1;
    } else if (code === POINT && decimals === -1 && at > 0) decimals = 0;
    else return null;
  }
  if (decimals === 0 || decimals > 2) return null;
  const paise = decimals === 2 ? value : decimals === 1 ? value * 10 : value * 100;
  return paise > 0 && paise <= AMOUNT_MAX_PAISE ? (paise as Paise) : null;
}

function formatMost(): string {
  return formatRupees(AMOUNT_MAX_PAISE as Paise);
}

/** Reports an amount past the profile's ceiling, which no tick lifts, or past the method's usual limit, which needs one. */
export function checkLimits(
  cells: RowCells,
  payment: { readonly amountPaise: Paise; readonly method: Method; readonly ceilingPaise: Paise | null },
): void {
  const { amountPaise, method, ceilingPaise } = payment;
  if (ceilingPaise !== null && amountPaise > ceilingPaise) {
    cells.report('aboveCeiling', 'amount', { limit: formatRupees(ceilingPaise) });
  }
  const usual = (method === 'UPI' ? UPI_USUAL_MAX_PAISE : IMPS_USUAL_MAX_PAISE) as Paise;
  if (amountPaise > usual) cells.report('aboveUsual', 'amount', { method, limit: formatRupees(usual) });
}
