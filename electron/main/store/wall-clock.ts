// Where the wall clock was set back between two records about batches. What is settled after that bears a time from before it
// was paid, and would look long ago as soon as the clock is right again; by the order of the records it is no older than what
// was written before it.

import type { PayoutId } from '../../../shared/ids.ts';
import { HOUR_MS } from '../../../shared/limits.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { DeskDatabase } from './desk-database.ts';

/** Smaller steps are the system's own corrections, and what several threads write in one turn. */
const SET_BACK_MS = HOUR_MS;

/** A record about a batch. */
export interface ClockRecord {
  readonly sequence: number;
  readonly atMs: number;
}

/** `sequence` is the first record after it, `fromMs` the time of the last one before it. */
export interface SetBack {
  readonly sequence: number;
  readonly fromMs: number;
}

/** Whether the clock was set back between two records that follow each other; null when it was not. */
export function setBackBetween(before: ClockRecord | null, { sequence, atMs }: ClockRecord): SetBack | null {
  return before !== null && atMs < before.atMs - SET_BACK_MS ? { sequence, fromMs: before.atMs } : null;
}

/** Every set-back, in order. */
export function readSetBacks(database: DeskDatabase): readonly SetBack[] {
  return database
    .prepare<[], SetBack>('SELECT sequence, from_ms AS fromMs FROM clock_set_backs ORDER BY sequence')
    .all();
}

export interface SettledPayout {
  readonly payoutId: PayoutId;
  readonly state: StateKind;
  readonly settledAtMs: number | null;
}

/**
 * Prepares asking when a payout was settled at the earliest: by its own time, and by what had been written before it. A time
 * that is later than `nowMs` was written by a clock that was ahead, and proves nothing. Null where nobody knows a time.
 */
export function prepareSettledNoEarlier(
  database: DeskDatabase,
): (payout: SettledPayout, nowMs: number) => number | null {
  // Nearly every desk has none, and then its payouts' records are not looked for.
  const any = database.statement<[], 1>('SELECT 1 FROM clock_set_backs LIMIT 1').pluck();
  const before = database
    .statement<[number, PayoutId, StateKind], number | null>(
      `SELECT max(from_ms) FROM clock_set_backs WHERE from_ms <= ? AND sequence <= (
         SELECT max(sequence) FROM audit WHERE payout_id = ? AND what = ?)`,
    )
    .pluck();
  return ({ payoutId, state, settledAtMs }, nowMs) => {
    if (settledAtMs === null || any.get() === undefined) return settledAtMs;
    return Math.max(settledAtMs, before.get(nowMs, payoutId, state) ?? settledAtMs);
  };
}
