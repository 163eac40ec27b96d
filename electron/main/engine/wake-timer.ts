// The loop's alarm clock: one timer, always set to the earliest time anybody asked for.
// In: delays. Out: one call of the loop. This file must never call it twice for one alarm.

import type { EngineClock } from './ports.ts';

export class WakeTimer {
  readonly #clock: EngineClock;
  readonly #wake: () => void;
  #cancel: (() => void) | null = null;
  #atMs = Number.POSITIVE_INFINITY;

  constructor(clock: EngineClock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Wakes after a while, or sooner when it is set to sooner already. Units: milliseconds. */
  in(delayMs: number): void {
    const atMs = this.#clock.monotonicMs() + delayMs;
    if (atMs >= this.#atMs) return;
    this.#cancel?.();
    this.#atMs = atMs;
    this.#cancel = this.#clock.after(delayMs, () => {
      this.#atMs = Number.POSITIVE_INFINITY;
      this.#cancel = null;
      this.#wake();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#atMs = Number.POSITIVE_INFINITY;
  }
}
