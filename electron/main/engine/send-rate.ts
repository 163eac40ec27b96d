// How fast payouts leave, as it is shown. In: the time of each payout's write. Out: payouts per second of the last seconds.
// This file must never tell more than was sent in the busiest of those seconds: a person holds it against the limit.

import { SEND_RATE_SECONDS } from '../../../shared/limits.ts';

const SECOND_MS = 1_000;

/** Units: every `nowMs` is a time of the monotonic clock. */
export class SendRate {
  #firstMs: number | null = null;
  /** Those of the last seconds, oldest first. */
  #writes: readonly number[] = [];
  #fresh: number[] = [];

  /** A payout's bytes leave now. */
  written(nowMs: number): void {
    this.#firstMs ??= nowMs;
    this.#fresh.push(nowMs);
  }

  /** Over whole seconds, each with its beginning left out, so that no burst is counted in two of them. Shape: 0 in the first. */
  perSecond(nowMs: number): number {
    this.#writes = [...this.#writes, ...this.#fresh].filter((at) => nowMs - at < SEND_RATE_SECONDS * SECOND_MS);
    this.#fresh = [];
    const seconds = Math.min(SEND_RATE_SECONDS, Math.floor((nowMs - (this.#firstMs ?? nowMs)) / SECOND_MS));
    if (seconds === 0) return 0;
    return this.#writes.filter((at) => nowMs - at < seconds * SECOND_MS).length / seconds;
  }
}
