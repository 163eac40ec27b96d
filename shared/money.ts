// Money is a whole number of paise. Nothing here rounds, guesses or repairs: a value is exact or it is refused. The
// specification does not say the wallet's unit, so a balance counts as money only once a person has confirmed it.

import type { Brand } from './ids.ts';
import { AMOUNT_MAX_PAISE, TOTAL_MAX_PAISE } from './limits.ts';

/** An integer number of paise from 0 to TOTAL_MAX_PAISE. */
export type Paise = Brand<number, 'Paise'>;

/** Why an amount was refused. */
export type AmountProblem =
  | 'empty'
  | 'negative'
  | 'zero'
  | 'scientific'
  | 'grouping'
  | 'tooManyDecimals'
  | 'tooLarge'
  | 'notAnAmount';

export type AmountReading =
  | { readonly kind: 'exact'; readonly paise: Paise; readonly cleaned: boolean }
  | { readonly kind: 'refused'; readonly problem: AmountProblem };

const CURRENCY_BEFORE = /^(?:₹|rs\.?|inr)\s*/i;
/** What may follow an amount, from its end: `500/- INR only`. Either `/-` or `.-` says that there are no paise, never both. */
const SUFFIXES_AFTER = [/only\.?$/i, /(?:₹|rs\.?|inr|rupees?)$/i, /(?:\/[-=]|(?<=^[\d,]+)\.-)$/] as const;
const PLAIN = /^(\d+)(?:\.(\d+))?$/;
const INDIAN_GROUPS = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/;
const WESTERN_GROUPS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * Parses an amount in rupees as people write it: `1,00,000.50`, `100,000.50`, `Rs. 500/-`, `₹ 1,000`, `500 only`. Refuses, with
 * the reason, everything that is not exactly one positive amount.
 */
export function parseRupees(text: string): AmountReading {
  return readRupees(text, AMOUNT_MAX_PAISE);
}

/** Parses a total in rupees, such as a batch's ceiling, by the rules of parseRupees up to TOTAL_MAX_PAISE. */
export function parseTotalRupees(text: string): AmountReading {
  return readRupees(text, TOTAL_MAX_PAISE);
}

function readRupees(text: string, maxPaise: number): AmountReading {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('empty');
  const amount = trimmed.replace(CURRENCY_BEFORE, '');
  const bare = SUFFIXES_AFTER.reduce((text, suffix) => text.replace(suffix, '').trimEnd(), amount);
  if (/^(?:-.*|\(.*\)|.*-)$/.test(bare)) return refuse(/\d/.test(bare) ? 'negative' : 'notAnAmount');
  if (/^\d+(?:\.\d+)?e[+-]?\d+$/i.test(bare)) return refuse('scientific');
  if (bare.includes(',') && !INDIAN_GROUPS.test(bare) && !WESTERN_GROUPS.test(bare)) {
    return refuse(/^[\d.,]+$/.test(bare) ? 'grouping' : 'notAnAmount');
  }
  const digits = PLAIN.exec(bare.replaceAll(',', ''));
  const whole = digits?.[1];
  if (whole === undefined) return refuse('notAnAmount');
  const fraction = digits?.[2] ?? '';
  if (fraction.length > 2) return refuse('tooManyDecimals');
  if (whole.length > 1 && whole.startsWith('0')) return refuse('notAnAmount');
  if (whole.length > 14) return refuse('tooLarge');
  const paise = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return bounded(paise, { maxPaise, cleaned: bare !== trimmed || bare.includes(',') });
}

const ZERO = 0x30;
const POINT = 0x2e;
/** Longer texts could not be added up exactly digit by digit. */
const PLAIN_MAX_CHARACTERS = 13;

/**
 * A fast path: the amount of a text of only digits and at most two decimals; null for all others, which parseRupees handles.
 * Most cells are like this. A test compares it with parseRupees.
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

/**
 * Reads an amount that a spreadsheet stores as a number. Exact when a text with two decimals gives the same double, whatever
 * digits the file has; refused otherwise.
 */
export function rupeesFromDouble(rupees: number): AmountReading {
  if (!Number.isFinite(rupees)) return refuse('notAnAmount');
  if (rupees < 0) return refuse('negative');
  if (rupees * 100 > AMOUNT_MAX_PAISE * 2) return refuse('tooLarge');
  const paise = Math.round(rupees * 100);
  return Number(decimalText(paise)) === rupees
    ? bounded(paise, { maxPaise: AMOUNT_MAX_PAISE, cleaned: false })
    : refuse('tooManyDecimals');
}

const UNROUNDED = /^\d{1,14}\.\d{3,}$/;

/** Reads a number that its sheet shows with two decimals: its decimal digits rounded half up, as every spreadsheet shows them. */
export function rupeesShown(text: string): AmountReading {
  if (!UNROUNDED.test(text)) return rupeesFromDouble(Number(text));
  const point = text.indexOf('.');
  const cutPaise = Number(text.slice(0, point)) * 100 + Number(text.slice(point + 1, point + 3));
  const isRoundedUp = text.charAt(point + 3) >= '5';
  return bounded(cutPaise + Number(isRoundedUp), { maxPaise: AMOUNT_MAX_PAISE, cleaned: false });
}

function bounded(
  paise: number,
  { maxPaise, cleaned }: { readonly maxPaise: number; readonly cleaned: boolean },
): AmountReading {
  if (paise === 0) return refuse('zero');
  if (paise > maxPaise) return refuse('tooLarge');
  return { kind: 'exact', paise: paise as Paise, cleaned };
}

function refuse(problem: AmountProblem): AmountReading {
  return { kind: 'refused', problem };
}

/** An integer from our own database as paise. Throws RangeError when it cannot be an amount of money. */
export function asPaise(value: number): Paise {
  if (!Number.isSafeInteger(value) || value < 0 || value > TOTAL_MAX_PAISE) {
    throw new RangeError('not an amount in paise');
  }
  return value as Paise;
}

/** Adds amounts; null when the total exceeds TOTAL_MAX_PAISE. */
export function sumPaise(amounts: Iterable<Paise>): Paise | null {
  let total = 0;
  for (const amount of amounts) {
    total += amount;
    if (total > TOTAL_MAX_PAISE) return null;
  }
  return total as Paise;
}

/** Rupees with exactly two decimals and no grouping, for machines: `100000.50`. */
export function decimalText(paise: number): string {
  const rest = paise % 100;
  return `${String((paise - rest) / 100)}.${String(rest).padStart(2, '0')}`;
}

/** The shortest exact decimal of the amount in rupees, as a JSON number's text: `100000.5`. */
export function shortestDecimal(paise: Paise): string {
  return decimalText(paise).replace(/(?:\.00|0)$/, '');
}

/** Rupees for people, grouped in lakhs: `₹1,00,000.50`. Throws RangeError when it cannot be an amount of money. */
export function formatRupees(paise: number): string {
  const text = decimalText(asPaise(paise));
  const whole = text.slice(0, -3);
  let grouped = whole.slice(-3);
  for (let end = whole.length - 3; end > 0; end -= 2) grouped = `${whole.slice(Math.max(0, end - 2), end)},${grouped}`;
  return `₹${grouped}${text.slice(-3)}`;
}
