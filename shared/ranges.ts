// A range that ends before it begins finds nothing, which looks like an answer: it is refused instead.

import { msg } from './messages/message.ts';
import type { Refusal } from './rows.ts';

/** Null means no bound. */
export interface Ranges {
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly amountFromPaise: number | null;
  readonly amountToPaise: number | null;
}

export const DAYS_REVERSED: Refusal = {
  code: 'daysReversed',
  message: msg('range.daysReversed'),
  cure: msg('cure.earlierDayFirst'),
};

const AMOUNTS_REVERSED: Refusal = {
  code: 'amountsReversed',
  message: msg('range.amountsReversed'),
  cure: msg('cure.smallerAmountFirst'),
};

/** Why a filter can find nothing; null when its ranges are in order. */
export function reversedRange({ fromMs, toMs, amountFromPaise, amountToPaise }: Ranges): Refusal | null {
  if (fromMs !== null && toMs !== null && fromMs > toMs) return DAYS_REVERSED;
  const isReversed = amountFromPaise !== null && amountToPaise !== null && amountFromPaise > amountToPaise;
  return isReversed ? AMOUNTS_REVERSED : null;
}
