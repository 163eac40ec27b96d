// How much of the rate the final watch may take: a fifth, and never a whole second's worth at once. In: each request that
// was let go for it. Out: how many more may go now. It comes beside the rate's own window, which it never widens.
// This file must never let the watch hold up a payout that is sent or in doubt.

import { watchShare } from '../../../shared/final-watch.ts';
import type { Pacer } from '../../../shared/run.ts';

/** Units: every `nowMs` is a time of the monotonic clock. */
export class WatchAllowance {
  readonly #window: Pick<Pacer, 'limitPerSecond'>;
  #stamps: number[] = [];

  constructor(window: Pick<Pacer, 'limitPerSecond'>) {
    this.#window = window;
  }

  /** How many look-ups of final payouts may start now. */
  free(nowMs: number): number {
    const { requests, inMs } = watchShare(this.#window.limitPerSecond);
    this.#stamps = this.#stamps.filter((stamp) => nowMs - stamp <= inMs);
    return Math.max(0, requests - this.#stamps.length);
  }

  /** When the next one may start. */
  nextFreeAtMs(nowMs: number): number {
    if (this.free(nowMs) > 0) return nowMs;
    const { requests, inMs } = watchShare(this.#window.limitPerSecond);
    const stamp = this.#stamps.toSorted((one, other) => one - other)[this.#stamps.length - requests] ?? nowMs;
    return stamp + inMs + 1;
  }

  /** A look-up that takes so many requests is on its way. */
  asked(nowMs: number, requests: 1 | 2): void {
    // The second request of a look-up comes later: it is counted where it must not come sooner.
    const { inMs } = watchShare(this.#window.limitPerSecond);
    for (let at = 0; at < requests; at += 1) this.#stamps.push(nowMs + at * inMs);
  }
}
