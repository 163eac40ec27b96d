// The rate: never more requests in any sliding second than the profile allows, by the monotonic clock at the write.
// A permit is taken before a request starts and counts until a full second after its bytes left, so however long a
// connection takes, the writes keep the rate. This file must never grant on a guess of when a write will happen.

import { invariant } from '../../../shared/failures.ts';
import { RATE_WINDOW_MS } from '../../../shared/limits.ts';
import type { Pacer } from '../../../shared/run.ts';

/** Drop the spent part of the list once it is this long. */
const COMPACT_AFTER = 4_096;

export class RateWindow implements Pacer {
  #limit: number;
  #opensAtMs: number;
  #admitted = 0;
  #stamps: number[] = [];
  #oldest = 0;

  /** A process before this one may have written until now: the first permit waits a full second. */
  constructor({ limitPerSecond, nowMs }: { readonly limitPerSecond: number; readonly nowMs: number }) {
    this.#limit = limitPerSecond;
    this.#opensAtMs = nowMs + RATE_WINDOW_MS;
  }

  get limitPerSecond(): number {
    return this.#limit;
  }

  /** How many requests may start now. Units: `nowMs` of the monotonic clock. */
  free(nowMs: number): number {
    if (nowMs < this.#opensAtMs) return 0;
    this.#forget(nowMs);
    return Math.max(0, this.#limit - this.#admitted - (this.#stamps.length - this.#oldest));
  }

  /** When the next permit comes free by itself; null when that depends on a request now on its way. */
  nextFreeAtMs(nowMs: number): number | null {
    if (nowMs < this.#opensAtMs) return this.#opensAtMs;
    this.#forget(nowMs);
    const over = this.#admitted + (this.#stamps.length - this.#oldest) - this.#limit;
    if (over < 0) return nowMs;
    const stamp = this.#stamps[this.#oldest + over];
    return stamp === undefined ? null : stamp + RATE_WINDOW_MS + 1;
  }

  admit(): void {
    this.#admitted += 1;
  }

  /** The request's bytes leave now. */
  written(nowMs: number): void {
    invariant(this.#admitted > 0, 'a request was written without a permit');
    this.#admitted -= 1;
    this.#stamps.push(nowMs);
  }

  /** The request never left. */
  withdraw(): void {
    invariant(this.#admitted > 0, 'a permit was given back that was never taken');
    this.#admitted -= 1;
  }

  /** A refused rate is halved and is never reached again. */
  halve(): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  /** No permit before this time. */
  closeUntil(atMs: number): void {
    this.#opensAtMs = Math.max(this.#opensAtMs, atMs);
  }

  #forget(nowMs: number): void {
    // A write exactly one window ago still counts: two ends of one second are the same second.
    for (let stamp = this.#stamps[this.#oldest]; stamp !== undefined; stamp = this.#stamps[this.#oldest]) {
      if (nowMs - stamp <= RATE_WINDOW_MS) break;
      this.#oldest += 1;
    }
    if (this.#oldest > COMPACT_AFTER) {
      this.#stamps = this.#stamps.slice(this.#oldest);
      this.#oldest = 0;
    }
  }
}
