// When a payout is looked up next. In: its state, how often it was looked up, the profile's pace. Out: a time or null.
// This file must never decide what an answer means: it only spaces the questions.

import { POLL_GROWTH } from './limits.ts';
import type { PayoutState } from './states.ts';

export interface PollPace {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** The wait before look-up number `step` (from 0), doubling from the first to the longest. Units: milliseconds. */
export function lookupDelayMs(step: number, pace: PollPace): number {
  return Math.min(pace.maxMs, pace.firstMs * POLL_GROWTH ** Math.min(step, 40));
}

/** When to look the payout up next; null when its state is not followed. */
export function nextLookupAtMs(
  state: PayoutState,
  { step, nowMs, pace }: { readonly step: number; readonly nowMs: number; readonly pace: PollPace },
): number | null {
  if (state.kind !== 'processing' && state.kind !== 'unknown') return null;
  return nowMs + lookupDelayMs(step, pace);
}
