// When what is not final is looked up next: by the desk's calendar, or because a person asked. In: the clock and the
// calendar. Out: waits that end. This file must never end for ever because the calendar could not be read once.

import { FOLLOW_AGAIN_MAX_MS, FOLLOW_REFUSED_WAIT_MS } from '../../../../shared/limits.ts';
import type { Clock } from '../ports.ts';

export interface BellWorld {
  readonly clock: Clock;
  /** When the next look-up of any batch is due; null when nothing is followed. Units: milliseconds since 1970. */
  readonly nextDueAtMs: () => number | null;
  readonly onFault: (error: unknown) => void;
}

export class LookUpBell {
  readonly #world: BellWorld;
  #wake = (): void => {};
  #isAsked = false;
  #isOver = false;

  constructor(world: BellWorld) {
    this.#world = world;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** A look-up is wanted now, or as soon as nothing else goes on. */
  ask(): void {
    this.#isAsked = true;
    this.#wake();
  }

  /** Something has changed: whoever waits looks again. */
  wake(): void {
    this.#wake();
  }

  /** Every wait ends from now on. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Waits until a look-up is due or asked for while nothing else goes on, or all is over. */
  async untilDue(isFree: () => boolean): Promise<void> {
    while (!this.#isOver) {
      const mayLook = isFree();
      const waitMs = mayLook ? this.#untilCalendarMs() : FOLLOW_AGAIN_MAX_MS;
      if (mayLook && (waitMs <= 0 || this.#isAsked)) {
        this.#isAsked = false;
        return;
      }
      await this.#rested(Math.min(waitMs, FOLLOW_AGAIN_MAX_MS));
    }
  }

  /** Leaves it alone for a while, unless somebody asks. */
  async rest(waitMs: number): Promise<void> {
    if (waitMs > 0 && !this.#isAsked) await this.#rested(waitMs);
  }

  #untilCalendarMs(): number {
    try {
      const dueAtMs = this.#world.nextDueAtMs();
      return dueAtMs === null ? FOLLOW_AGAIN_MAX_MS : dueAtMs - this.#world.clock.nowMs();
    } catch (error) {
      this.#world.onFault(error);
      return FOLLOW_REFUSED_WAIT_MS;
    }
  }

  #rested(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#world.clock.after(waitMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
      if (this.#isOver) this.#wake();
    });
  }
}
