// When a payout is looked up next: with a growing delay until it is final, then on the days of the final watch, because the
// gateway may change a final state for days.

import { DAY_MS } from '../../../shared/limits.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { PayoutState } from '../../../shared/states.ts';

/** The final watch gets one request in five. See DESIGN, The engine. */
const FINAL_WATCH_SHARE_OF = 5;

const UTR_GROWTH = 4;

/** A success without a UTR is looked up after a minute, then at four times the wait, for a day. See DESIGN, The store. */
const UTR_FIRST_MS = 60_000;

const FINAL_WATCH_UNCLEAR_DAYS = 2;

/** The wait after an unclear answer about a final payout, until FINAL_WATCH_UNCLEAR_DAYS after the last day. */
const FINAL_WATCH_UNCLEAR_WAIT_MS = 3_600_000;

/** Where the desk was closed on all those days, the watch ends after this many unclear lookups. */
const FINAL_WATCH_UNCLEAR_LOOKUPS = 24 * FINAL_WATCH_UNCLEAR_DAYS;

/** The longest wait between two of those days, the third and the seventh. A lookup due further away was set by a wrong clock. */
export const FINAL_WATCH_LONGEST_WAIT_MS = 4 * DAY_MS;

/** A person's decision is looked up daily for this many days. See DESIGN, The engine. */
const DECISION_WATCH_DAYS = 30;

/** A final payout is looked up again on these days after it was settled. See DESIGN, The engine. */
const FINAL_WATCH_DAYS: readonly number[] = [1, 3, 7];

const POLL_GROWTH = 2;

export const POLL_MAX_DEFAULT_MS = 3_600_000;

/** The first lookup comes after seconds, later ones back off to hourly. See DESIGN, The engine. */
export const POLL_FIRST_DEFAULT_MS = 3_000;

export interface PollBackoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

export function backoffOf({ pollFirstMs, pollMaxMs }: Pick<Profile, 'pollFirstMs' | 'pollMaxMs'>): PollBackoff {
  return { firstMs: pollFirstMs, maxMs: pollMaxMs };
}

/** The wait before lookup number `step` (from 0), doubling up to the longest. */
export function lookupDelayMs(step: number, backoff: PollBackoff): number {
  return Math.min(backoff.maxMs, backoff.firstMs * POLL_GROWTH ** Math.min(step, 40));
}

/** When to look up the payout next; null when its state is not followed. */
export function nextLookupAtMs(
  state: PayoutState,
  { step, nowMs, backoff }: { readonly step: number; readonly nowMs: number; readonly backoff: PollBackoff },
): number | null {
  if (state.kind !== 'processing' && state.kind !== 'unknown') return null;
  return nowMs + lookupDelayMs(step, backoff);
}

/**
 * When to look up a final payout next; null when the watch is over or it was never sent. Days missed while the desk was closed
 * give one lookup, not several. An unclear answer is followed by another lookup soon, even after the last day.
 */
export function nextWatchAtMs(state: PayoutState, { utrStep, ...at }: WatchAt): number | null {
  const { settledAtMs, nowMs } = at;
  const watchMs = nextDayMs(state, at);
  const utrMs = utrStep === null ? null : nextUtrMs(state, { settledAtMs, nowMs, utrStep });
  return watchMs === null || utrMs === null ? (utrMs ?? watchMs) : Math.min(watchMs, utrMs);
}

/** `utrStep`: how often a missing UTR was looked up, null if none is missing. `lookups`: how many since it ended. */
interface WatchAt {
  readonly settledAtMs: number;
  readonly nowMs: number;
  readonly wasUnclear: boolean;
  readonly lookups: number;
  readonly utrStep: number | null;
}

/**
 * When to look up a missing UTR: after a minute, then at growing intervals until the first day is over; after that the days of
 * the watch do. Rounded to whole minutes, so that payouts of one batch are looked up together.
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
  { settledAtMs, nowMs, wasUnclear, lookups }: Omit<WatchAt, 'utrStep'>,
): number | null {
  const days = daysOf(state);
  const day = days.find((one) => settledAtMs + one * DAY_MS > nowMs);
  const lastMs = settledAtMs + ((days.at(-1) ?? 0) + FINAL_WATCH_UNCLEAR_DAYS) * DAY_MS;
  if (wasUnclear && days.length > 0) {
    const soonMs = nowMs + FINAL_WATCH_UNCLEAR_WAIT_MS;
    const regularMs = day === undefined ? lastMs : settledAtMs + day * DAY_MS;
    if (nowMs < lastMs) return Math.min(regularMs, soonMs);
    if (lookups < FINAL_WATCH_UNCLEAR_LOOKUPS) return soonMs;
  }
  // If the clock was wrong at settling and has since been set back, the due day would be too far away.
  return day === undefined ? null : Math.min(settledAtMs + day * DAY_MS, nowMs + FINAL_WATCH_LONGEST_WAIT_MS);
}

const EVERY_DAY = Array.from({ length: DECISION_WATCH_DAYS }, (_, index) => index + 1);

/** A person's decision is not the gateway's word, so it is watched more often and for longer. */
function daysOf(state: PayoutState): readonly number[] {
  if (state.kind === 'rejected' || state.kind === 'reversed') return FINAL_WATCH_DAYS;
  if (state.kind !== 'success' && state.kind !== 'failed') return [];
  return state.decidedBy === null ? FINAL_WATCH_DAYS : EVERY_DAY;
}

/** How many requests of the final watch may leave per period: a fifth of the rate, never a whole second's worth at once. */
export function watchShare(ratePerSecond: number): { readonly requests: number; readonly inMs: number } {
  return ratePerSecond >= FINAL_WATCH_SHARE_OF
    ? { requests: Math.floor(ratePerSecond / FINAL_WATCH_SHARE_OF), inMs: 1_000 }
    : { requests: 1, inMs: Math.ceil((1_000 * FINAL_WATCH_SHARE_OF) / ratePerSecond) };
}
