// How long the sending will still take. In: live progress. Out: milliseconds, or null while nobody can know.
// This file must never promise a time from a handful of payouts.

import type { Progress } from '../../../shared/api/events.ts';

/** The first seconds hold the proof of the first payout: a rate before that says nothing. */
const KNOWN_AFTER_MS = 3_000;

export function timeLeftMs({ view, sentPerSecond, elapsedMs, phase }: Progress): number | null {
  if (phase !== 'sending' || elapsedMs < KNOWN_AFTER_MS || sentPerSecond <= 0) return null;
  return Math.ceil(view.counts.queued / sentPerSecond) * 1000;
}
