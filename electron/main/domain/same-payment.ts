// Whether a row would repeat a payment that was made, or may have been. Money is paid twice by repeating an intention, not by
// repeating bytes, so a row is compared with every earlier payout of its payee by payee and purpose; the difference in amount
// decides how to ask. Review, Confirm, Start, each claim, retry and resume all use this. Ages are measured both by this
// computer's clock and by the latest time the desk wrote, and the younger age counts, so that setting a clock back hides
// nothing. The limits of 10 and 25 days only decide how to ask, and go by this computer's clock.

import { DAY_MS } from '../../../shared/limits.ts';
import { asPay, comparePurposes, type Purpose, type PurposeRelation, withoutAmount } from './purpose.ts';

/** Older payments are not repeats. See DESIGN, The same payment. */
export const REPEAT_WINDOW_MS = 30 * DAY_MS;

/** From this age on a repeat is usual, like a salary: at most one question for the batch. See the same section. */
export const USUAL_AFTER_MS = 25 * DAY_MS;

/** A file with mostly the people of a batch within this time is asked about as a whole. See the same section. */
const SAME_PEOPLE_WINDOW_MS = 10 * DAY_MS;

/** One intention to pay: `payee` from personKey(), `name` from foldName(), empty for none. */
export interface Intention {
  readonly payee: string;
  readonly name: string;
  readonly purpose: Purpose;
  readonly amountPaise: number;
}

/**
 * What became of an earlier payout. `open`: not settled, or not sent yet and ahead of this one. `news`: ended unpaid, with
 * unread late news. `unpaid`: ended unpaid or was never sent, as far as the desk knows.
 */
export type Stage = 'open' | 'paid' | 'news' | 'unpaid';

/** An earlier payout compared with a row. `isPayee` is false if only the name is the same; `elsewhere`: another merchant id. */
export interface EarlierPayment {
  readonly intention: Intention;
  readonly stage: Stage;
  /** When it was settled or sent, in milliseconds since 1970; null while nobody knows. */
  readonly atMs: number | null;
  readonly isPayee: boolean;
  readonly elsewhere: boolean;
}

export interface Clocks {
  readonly nowMs: number;
  /** The latest time the desk ever wrote. */
  readonly recordedMs: number;
}

/**
 * How a row repeats an earlier payout. `waits`: that one is not settled; no tick helps. `news`: no tick helps until its late
 * news is read. `again`: the same payment again. `correction`: the same purpose with another amount. `name`: the same name with
 * another account. `another`: the same amount for another purpose. `usual`: any of these at least 25 days ago, except a
 * correction, which no longer counts by then. `lookUp`: it ended unpaid and is looked up before the row is paid. `nearby`: none
 * of these, but the same payee within ten days.
 */
export type Repeat = 'waits' | 'news' | 'again' | 'correction' | 'name' | 'another' | 'usual' | 'lookUp' | 'nearby';

/** How a row repeats an earlier payout; null when it does not. Implements the table in DESIGN, The same payment. */
export function repeatOf(row: Intention, earlier: EarlierPayment, clocks: Clocks): Repeat | null {
  const purposes = comparedWith(row, earlier.intention);
  const isSameAmount = row.amountPaise === earlier.intention.amountPaise;
  const kind = kindOf(purposes, { isSameAmount, isPayee: earlier.isPayee });
  const { stage } = earlier;
  if (stage === 'unpaid' || stage === 'news') return kind === null ? null : stage === 'news' ? 'news' : 'lookUp';
  if (stage === 'open' && earlier.isPayee && !earlier.elsewhere)
    return kind === null ? nearbyOf(earlier, clocks) : 'waits';
  const age = ageMs(earlier.atMs, clocks);
  if (age >= REPEAT_WINDOW_MS && stage === 'paid') return null;
  if (kind === null) return nearbyOf(earlier, clocks);
  if (stage === 'paid' && clocks.nowMs - (earlier.atMs ?? clocks.nowMs) >= USUAL_AFTER_MS) {
    return kind === 'correction' && age >= USUAL_AFTER_MS ? null : 'usual';
  }
  return kind;
}

function comparedWith(row: Intention, earlier: Intention): PurposeRelation {
  const [one, two] = [purposeOf(row), purposeOf(earlier)];
  const relation = comparePurposes(one, two);
  return relation === 'another' && isAsMuch(row, earlier) ? comparePurposes(asPay(one), asPay(two)) : relation;
}

/** Overtime or arrears alone never come close to a salary; an amount that does includes the salary. */
function isAsMuch({ amountPaise: one }: Intention, { amountPaise: other }: Intention): boolean {
  return Math.min(one, other) >= Math.max(one, other) * AS_MUCH_FROM;
}

const AS_MUCH_FROM = 0.75;

function purposeOf({ purpose, amountPaise }: Intention): Purpose {
  return withoutAmount(purpose, amountPaise);
}

function kindOf(
  purposes: PurposeRelation,
  { isSameAmount, isPayee }: { readonly isSameAmount: boolean; readonly isPayee: boolean },
): 'again' | 'correction' | 'name' | 'another' | null {
  const isSamePurpose = purposes === 'same' || purposes === 'sameReference';
  if (!isPayee) return isSamePurpose || isSameAmount ? 'name' : null;
  if (purposes === 'sameReference' || (purposes === 'nearReference' && isSameAmount)) return 'again';
  if (purposes === 'same') return isSameAmount ? 'again' : 'correction';
  return isSameAmount ? 'another' : null;
}

function nearbyOf({ isPayee, atMs }: EarlierPayment, { nowMs }: Clocks): 'nearby' | null {
  return isPayee && nowMs - (atMs ?? nowMs) < SAME_PEOPLE_WINDOW_MS ? 'nearby' : null;
}

/** Whether the payment is too old to be a repeat, by this computer's clock alone. */
export function isOldByClock(atMs: number | null, nowMs: number): boolean {
  return atMs !== null && nowMs - atMs >= REPEAT_WINDOW_MS;
}

/** The age by whichever clock makes it younger. A time ahead of both was written before a clock was set back. */
function ageMs(atMs: number | null, { nowMs, recordedMs }: Clocks): number {
  return atMs === null ? 0 : Math.min(nowMs, recordedMs) - atMs;
}
