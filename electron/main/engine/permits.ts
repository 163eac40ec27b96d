// Who waits for one more request inside an exchange that is already under way: the wallet call after a 401.
// In: wishes. Out: permits of the rate, in the order they were wished. This file must never grant more than is free.

import type { Pacer } from '../../../shared/run.ts';

export class Permits {
  readonly #window: Pacer;
  readonly #onWish: () => void;
  readonly #waiting: (() => void)[] = [];

  constructor(window: Pacer, onWish: () => void) {
    this.#window = window;
    this.#onWish = onWish;
  }

  get areWanted(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves once the rate grants one more request. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#onWish();
    });
  }

  /** Grants what is free now. Units: `nowMs` of the monotonic clock. */
  grant(nowMs: number): void {
    for (let free = this.#window.free(nowMs); free > 0; free -= 1) {
      const grant = this.#waiting.shift();
      if (grant === undefined) return;
      this.#window.admit();
      grant();
    }
  }
}
