// How long until a batch's next look-up. In: what events told of it, when the desk has it down for, and both clocks.
// Out: milliseconds. This file must never hold a wait against the wall clock: only the monotonic one cannot be set back.

import type { LiveBatch } from '../../bridge/live-state.ts';

/** Units: `wallMs` since 1970, which the desk goes by for days ahead; `monotonicMs` since the page began. */
interface Clocks {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

export function readClocks(): Clocks {
  return { wallMs: Date.now(), monotonicMs: performance.now() };
}

/** Shape: null when none is due; not above 0 when it is due now. What is followed now tells its own wait. */
export function nextLookupInMs(
  { live, atMs }: { readonly live: LiveBatch | null; readonly atMs: number | null },
  { wallMs, monotonicMs }: Clocks,
): number | null {
  const toldMs = live === null || live.progress.phase === 'done' ? null : live.progress.nextLookupInMs;
  if (live !== null && toldMs !== null) return live.heardAtMs + toldMs - monotonicMs;
  return atMs === null ? null : atMs - wallMs;
}
