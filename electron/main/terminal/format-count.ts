// Numbers for people, in sentences. In: counts and paise from the views. Out: text in lakh grouping.
// This file must never round a rupee.

import { asPaise, formatRupees } from '../../../shared/money.ts';

const GROUPED = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** A count in lakh grouping: `1,00,000`. */
export function formatCount(count: number): string {
  return GROUPED.format(count);
}

/** A count with its noun: `1 row`, `2 rows`, `2 batches`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** An amount of a view. Units: paise. Errors: throws RangeError when it cannot be an amount of money. */
export function formatMoney(paise: number): string {
  return formatRupees(asPaise(paise));
}
