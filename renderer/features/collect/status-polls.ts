// When an open order's status is asked next. A person pays within minutes or not at all, and the gateway's rate is shared
// with payouts: so the questions become rarer, and end with the first word that is not PENDING.

import type { Asked } from '../../bridge/use-desk.ts';

/** A payer needs some seconds at least. */
const FIRST_MS = 5_000;
const GROWTH = 1.5;
const LONGEST_MS = 60_000;
/** About a quarter of an hour in all. */
const QUESTIONS_MAX = 20;

/** Shape: `asked` counts the answers so far; null when nobody but a person asks again. Units: milliseconds. */
export function nextStatusInMs(told: Asked<{ readonly status: string }>, asked: number): number | null {
  if (!isPending(told) || asked >= QUESTIONS_MAX) return null;
  return Math.min(LONGEST_MS, FIRST_MS * GROWTH ** Math.max(0, asked - 1));
}

/** Whether the payment may still come and only a person asks about it again. */
export function isLeftToPerson(told: Asked<{ readonly status: string }>, asked: number): boolean {
  return isPending(told) && nextStatusInMs(told, asked) === null;
}

/** The specification names only this word for a payment that may still come; no answer says nothing. */
function isPending(told: Asked<{ readonly status: string }>): boolean {
  return told.kind !== 'done' || told.value.status.trim().toUpperCase() === 'PENDING';
}
