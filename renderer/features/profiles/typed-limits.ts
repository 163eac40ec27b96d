// No limit is wished for that nobody changed: the account may have another one by now.

import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import {
  DECIDE_AFTER_MAX_HOURS,
  DECIDE_AFTER_MS,
  HOUR_MS,
  IN_FLIGHT_MAX,
  RATE_MAX_PER_SECOND,
} from '../../../shared/limits.ts';
import { decimalText, type Paise, parseTotalRupees } from '../../../shared/money.ts';

/** Shape: a ceiling that is not set is empty. Units: rupees, hours. */
export interface TypedLimits {
  readonly maxPayout: string;
  readonly maxBatch: string;
  readonly rate: string;
  readonly inFlight: string;
  readonly hours: string;
}

/** Shape: null leaves the limit as the account has it; `wrong` is no such limit. Units: paise, hours. */
export interface WishedLimits {
  readonly maxPayout: Paise | 'none' | 'wrong' | null;
  readonly maxBatch: Paise | 'none' | 'wrong' | null;
  readonly rate: number | 'wrong' | null;
  readonly inFlight: number | 'wrong' | null;
  readonly hours: number | 'wrong' | null;
}

export function limitsOf({
  maxPayoutPaise,
  maxBatchPaise,
  ratePerSecond,
  inFlightMax,
  decideAfterMs,
}: Pick<
  ListedProfile,
  'maxPayoutPaise' | 'maxBatchPaise' | 'ratePerSecond' | 'inFlightMax' | 'decideAfterMs'
>): TypedLimits {
  return {
    maxPayout: maxPayoutPaise === null ? '' : decimalText(maxPayoutPaise),
    maxBatch: maxBatchPaise === null ? '' : decimalText(maxBatchPaise),
    rate: String(ratePerSecond),
    inFlight: String(inFlightMax),
    hours: String(Math.round((decideAfterMs ?? DECIDE_AFTER_MS) / HOUR_MS)),
  };
}

/** What is wished where the fields held `opened` before a person typed. */
export function wishedLimits(typed: TypedLimits, opened: TypedLimits): WishedLimits {
  const ifChanged = <Value>(field: keyof TypedLimits, read: (text: string) => Value): Value | null =>
    typed[field] === opened[field] ? null : read(typed[field].trim());
  return {
    maxPayout: ifChanged('maxPayout', ceilingOf),
    maxBatch: ifChanged('maxBatch', ceilingOf),
    rate: ifChanged('rate', (text) => wholeUpTo(text, { least: 1, most: RATE_MAX_PER_SECOND })),
    inFlight: ifChanged('inFlight', (text) => wholeUpTo(text, { least: 1, most: IN_FLIGHT_MAX })),
    hours: ifChanged('hours', (text) => wholeUpTo(text, { least: 0, most: DECIDE_AFTER_MAX_HOURS })),
  };
}

/** An empty field takes the ceiling away. */
function ceilingOf(text: string): Paise | 'none' | 'wrong' {
  if (text === '') return 'none';
  const reading = parseTotalRupees(text);
  return reading.kind === 'exact' ? reading.paise : 'wrong';
}

function wholeUpTo(text: string, { least, most }: { readonly least: number; readonly most: number }): number | 'wrong' {
  const whole = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return whole >= least && whole <= most ? whole : 'wrong';
}
