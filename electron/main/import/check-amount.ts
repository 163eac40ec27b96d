// In: the amount cell of the current row. Out: exact paise, or an issue that says why not.
// This file must never round, and never read a number that the sheet shows differently.

import { formatRupees, parseRupees, rupeesFromDouble, type AmountProblem, type Paise } from '../../../shared/money.ts';
import { AMOUNT_MAX_PAISE, IMPS_USUAL_MAX_PAISE, UPI_USUAL_MAX_PAISE } from '../../../shared/limits.ts';
import type { Method } from '../../../shared/rows.ts';
import { findForeign } from './characters.ts';
import type { RowCells } from './row-cells.ts';
import type { IssueCode } from './sentences.ts';
import { KIND } from './table.ts';

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
  const isNumber = kind === KIND.number || kind === KIND.zeroMask;
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
