// Whether the gateway can be reached at all: how long to wait before trying again, and since when nothing was heard.
// In: requests that did not get there, and answers. Out: times of the monotonic clock. Requests that were on their way
// together fail together: that is one failure. This file must never decide to pause.

import { OFFLINE_RETRY_FIRST_MS, OFFLINE_RETRY_MAX_MS } from '../../../shared/limits.ts';

/** Units: milliseconds of the monotonic clock. */
export class Reachability {
  #delayMs = 0;
  #untilMs = 0;
  #silentSinceMs: number | null = null;

  /** Until when nothing may be asked. */
  get untilMs(): number {
    return this.#untilMs;
  }

  /** Whether the last that was tried did not get there: then one request at a time is enough to find out. */
  get isDoubtful(): boolean {
    return this.#delayMs > 0;
  }

  /** Since when nothing has been heard of the gateway; null when the last request was answered. */
  get silentSinceMs(): number | null {
    return this.#silentSinceMs;
  }

  /** A request did not get there, or its answer did not come. */
  missed(nowMs: number): void {
    this.#silentSinceMs ??= nowMs;
    if (nowMs < this.#untilMs) return;
    this.#delayMs = Math.min(OFFLINE_RETRY_MAX_MS, Math.max(OFFLINE_RETRY_FIRST_MS, this.#delayMs * 2));
    this.#untilMs = nowMs + this.#delayMs;
  }

  /** The gateway answered. */
  answered(): void {
    this.#delayMs = 0;
    this.#silentSinceMs = null;
  }
}
