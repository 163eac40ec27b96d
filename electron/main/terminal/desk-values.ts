// The values that only this desk knows: money, merchants, batches, profiles, columns. In: their text. Out: typed values,
// or the sentence and the cure. This file must never round an amount or accept one that is not exact.

import { parseBatchId, parseMid } from '../../../shared/ids.ts';
import type { BatchId, Mid } from '../../../shared/ids.ts';
import { AMOUNT_MAX_PAISE, PROFILE_NAME_MAX_CHARACTERS, TOTAL_MAX_PAISE } from '../../../shared/limits.ts';
import { asPaise, formatRupees, parseRupees, parseTotalRupees } from '../../../shared/money.ts';
import type { AmountProblem, AmountReading, Paise } from '../../../shared/money.ts';
import { refuse, taken } from './command-table.ts';
import type { Reading } from './command-table.ts';
import { refuseValue } from './values.ts';
import type { ValueReader } from './values.ts';

/** A ceiling in rupees, or the word `none`, which takes the ceiling away. */
export type Ceiling = Paise | 'none';

/** An amount of one payment in rupees. */
export const readAmount: ValueReader<Paise> = (text, shown) =>
  amountOf(parseRupees(text), { text, shown, maxPaise: AMOUNT_MAX_PAISE });

/** The ceiling of one payment. */
export const readPayoutCeiling: ValueReader<Ceiling> = (text, shown) =>
  text === 'none' ? taken(text) : readAmount(text, shown);

/** The ceiling of a batch's total. */
export const readBatchCeiling: ValueReader<Ceiling> = (text, shown) =>
  text === 'none' ? taken(text) : amountOf(parseTotalRupees(text), { text, shown, maxPaise: TOTAL_MAX_PAISE });

const AMOUNT_PROBLEMS: Readonly<Record<AmountProblem, string>> = {
  empty: 'it is empty',
  negative: 'it is negative',
  zero: 'it is zero',
  scientific: 'it is in scientific notation',
  grouping: 'its commas stand in the wrong places',
  tooManyDecimals: 'it has more than two decimals',
  tooLarge: 'it is too large',
  notAnAmount: 'it is not an amount',
};

function amountOf(
  reading: AmountReading,
  { text, shown, maxPaise }: { readonly text: string; readonly shown: string; readonly maxPaise: number },
): Reading<Paise> {
  if (reading.kind === 'exact') return taken(reading.paise);
  const cure = `Give rupees such as 25000 or 1,00,000.50, up to ${formatRupees(asPaise(maxPaise))}.`;
  return refuseValue(text, { shown, cure, why: AMOUNT_PROBLEMS[reading.problem] });
}

/** The merchant id. */
export const readMid: ValueReader<Mid> = (text, shown) => {
  const mid = parseMid(text);
  if (mid !== null) return taken(mid);
  return refuseValue(text, { shown, cure: 'Give the merchant id from the gateway: a whole number in plain digits.' });
};

/** A batch as `run` and `list` name it. */
export const readBatchId: ValueReader<BatchId> = (text, shown) => {
  const batch = parseBatchId(text);
  if (batch !== null) return taken(batch);
  const cure = 'Give a batch such as B0012, or P0012 for practice; `desk list` shows them.';
  return refuseValue(text, { shown, cure, why: 'it is not the name of a batch' });
};

/** A profile's name: it starts with a letter or a digit, and stands on one line. */
export const readProfileName: ValueReader<string> = (text, shown) => {
  const shaped = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u.test(text) && !text.endsWith(' ');
  if (shaped && Array.from(text).length <= PROFILE_NAME_MAX_CHARACTERS) return taken(text);
  return refuse({
    code: 'wrongValue',
    message: `${shown} is not a name that a profile can have.`,
    cure: `Use letters, digits, spaces, dots, dashes and underscores, at most ${PROFILE_NAME_MAX_CHARACTERS} of them.`,
  });
};

/** A column of the file for a field, as the person wrote it. Shape: both raw; the import knows the fields' names. */
export interface ColumnChoice {
  readonly field: string;
  readonly header: string;
}

/** Reads `field=Header`: the header is all behind the first equals sign. */
export const readColumnChoice: ValueReader<ColumnChoice> = (text, shown) => {
  const at = text.indexOf('=');
  const field = text.slice(0, Math.max(at, 0)).trim();
  const header = text.slice(at + 1).trim();
  if (field !== '' && header !== '') return taken({ field, header });
  return refuseValue(text, { shown, cure: 'Give field=Header, as in --map "amount=Net Pay (Rs.)".' });
};
