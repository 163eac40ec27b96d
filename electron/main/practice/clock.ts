// The practice gateway's time: the wall clock for statuses that move, and waiting for answers that are slow.
// In: nothing, or milliseconds. Out: the time. This file must never keep the process alive.

import { setTimeout as delay } from 'node:timers/promises';

/** Units: milliseconds; `now` since 1970, so that statuses go on moving across restarts. */
export interface PracticeClock {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export const systemClock: PracticeClock = {
  now: () => Date.now(),
  wait: (ms) => delay(ms, undefined, { ref: false }),
};

const INDIA_AHEAD_OF_UTC_MS = 19_800_000;

/** Indian time as the gateway writes it. Shape: `YYYY-MM-DD HH:MM:SS`. Source: specification, Order create response. */
export function formatGatewayTime(atMs: number): string {
  return new Date(atMs + INDIA_AHEAD_OF_UTC_MS).toISOString().slice(0, 19).replace('T', ' ');
}
