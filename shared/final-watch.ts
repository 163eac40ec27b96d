// When a payout that is final is looked up once more: what a gateway called an end may change for days. In: its state and
// when it was settled. Out: a time or null. This file must never decide what an answer means: it only says when to ask.

import {
  DAY_MS,
  DECISION_WATCH_DAYS,
  FINAL_WATCH_DAYS,
  FINAL_WATCH_LONGEST_WAIT_MS,
  FINAL_WATCH_SHARE_OF,
  FINAL_WATCH_UNCLEAR_DAYS,
  FINAL_WATCH_UNCLEAR_WAIT_MS,
  UTR_FIRST_MS,
  UTR_GROWTH,
} from './limits.ts';
import type { PayoutState } from './states.ts';

/**
 * The next look-up of a final payout; null when it is watched no longer, or was never sent. Days that went by while the
 * desk was closed are one look-up, not several. An answer that said nothing is asked for again soon, also past the last day.
 */
export function nextWatchAtMs(
  state: PayoutState,
  { settledAtMs, nowMs, wasUnclear = false, utrStep = null }: WatchAt,
): number | null {
  const watchMs = nextDayMs(state, { settledAtMs, nowMs, wasUnclear });
  const utrMs = utrStep === null ? null : nextUtrMs(state, { settledAtMs, nowMs, utrStep });
  return watchMs === null || utrMs === null ? (utrMs ?? watchMs) : Math.min(watchMs, utrMs);
}

/** Shape: `utrStep` how often a success without a UTR was looked up for it; null or absent where none is missing. */
export interface WatchAt {
  readonly settledAtMs: number;
  readonly nowMs: number;
  readonly wasUnclear?: boolean;
  readonly utrStep?: number | null;
}

/**
 * A success that came without a UTR is asked for it after a minute, then ever more rarely until the first day is over: then
 * the days of the watch ask. Whole minutes, so that payouts of one batch are asked about together.
 */
function nextUtrMs(
  state: PayoutState,
  { settledAtMs, nowMs, utrStep }: { readonly settledAtMs: number; readonly nowMs: number; readonly utrStep: number },
): number | null {
  if (state.kind !== 'success' || state.decidedBy !== null) return null;
  const atMs = Math.ceil((nowMs + UTR_FIRST_MS * UTR_GROWTH ** Math.min(utrStep, 10)) / UTR_FIRST_MS) * UTR_FIRST_MS;
  return atMs < settledAtMs + DAY_MS ? atMs : null;
}

function nextDayMs(
  state: PayoutState,
  {
    settledAtMs,
    nowMs,
    wasUnclear,
  }: { readonly settledAtMs: number; readonly nowMs: number; readonly wasUnclear: boolean },
): number | null {
  const days = daysOf(state);
  const day = days.find((one) => settledAtMs + one * DAY_MS > nowMs);
  const lastMs = settledAtMs + ((days.at(-1) ?? 0) + FINAL_WATCH_UNCLEAR_DAYS) * DAY_MS;
  if (wasUnclear && days.length > 0 && nowMs < lastMs) {
    const regularMs = day === undefined ? lastMs : settledAtMs + day * DAY_MS;
    return Math.min(regularMs, nowMs + FINAL_WATCH_UNCLEAR_WAIT_MS);
  }
  // What was settled by a clock that has since been put back would not be looked up for as long as the clock was wrong.
  return day === undefined ? null : Math.min(settledAtMs + day * DAY_MS, nowMs + FINAL_WATCH_LONGEST_WAIT_MS);
}

const EVERY_DAY = Array.from({ length: DECISION_WATCH_DAYS }, (_, index) => index + 1);

/** A person's decision is no word of the gateway: it is watched more closely, and for longer. */
function daysOf(state: PayoutState): readonly number[] {
  if (state.kind === 'rejected' || state.kind === 'reversed') return FINAL_WATCH_DAYS;
  if (state.kind !== 'success' && state.kind !== 'failed') return [];
  return state.decidedBy === null ? FINAL_WATCH_DAYS : EVERY_DAY;
}

/** How many requests of the final watch may leave in how long: a fifth of the rate, and never a whole one's worth at once. */
export function watchShare(ratePerSecond: number): { readonly requests: number; readonly inMs: number } {
  return ratePerSecond >= FINAL_WATCH_SHARE_OF
    ? { requests: Math.floor(ratePerSecond / FINAL_WATCH_SHARE_OF), inMs: 1_000 }
    : { requests: 1, inMs: Math.ceil((1_000 * FINAL_WATCH_SHARE_OF) / ratePerSecond) };
}
