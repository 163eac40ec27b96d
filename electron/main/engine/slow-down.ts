// What a 429 does to the rate: nobody asks until its time is over, then at half the speed. In: refusals. Out: the rate that
// was refused, once for all requests that were on their way together. This file must never make the rate faster.

import { RATE_WINDOW_MS, RETRY_AFTER_DEFAULT_MS } from '../../../shared/limits.ts';
import type { Pacer } from '../../../shared/run.ts';

export class SlowDown {
  readonly #window: Pacer;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(window: Pacer) {
    this.#window = window;
  }

  /**
   * Takes one refusal. Shape: `refusedRate` is the rate to remember, null when this is the same refusal as one before.
   * Units: `nowMs` and `untilMs` of the monotonic clock; `retryAfterMs` null when the gateway named no time.
   */
  refused(
    retryAfterMs: number | null,
    nowMs: number,
  ): { readonly untilMs: number; readonly refusedRate: number | null } {
    const waitMs = retryAfterMs ?? RETRY_AFTER_DEFAULT_MS;
    const untilMs = nowMs + waitMs;
    this.#window.closeUntil(untilMs);
    // Until then nothing new was written: whatever else is refused was on its way already.
    if (nowMs < this.#untilMs) return { untilMs, refusedRate: null };
    this.#untilMs = nowMs + Math.max(RATE_WINDOW_MS, waitMs);
    const refusedRate = this.#window.limitPerSecond;
    this.#window.halve();
    return { untilMs, refusedRate };
  }
}
