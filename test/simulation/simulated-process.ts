// A process of a simulated machine: its memory, its timers, and the point at which it dies.

import type { Clock } from '../../electron/main/platform/clock.ts';
import type { ProcessTime, VirtualClock } from '../engine/virtual-clock.ts';

/** A process died; whatever it was doing is not done. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** What happens to a process at one of its points, counted from 1 once the process is armed. */
export interface PointPlan {
  readonly point: number;
  readonly act: (process: SimulatedProcess) => void;
}

export class SimulatedProcess {
  readonly clock: Clock;
  readonly name: string;
  readonly #time: ProcessTime;
  readonly #onDeath: (process: SimulatedProcess) => void;
  #plans: readonly PointPlan[] = [];
  #points = 0;
  #isArmed = false;
  #isFinished = false;

  constructor(
    name: string,
    world: {
      readonly clock: VirtualClock;
      readonly onDeath: (process: SimulatedProcess) => void;
      readonly onBug: (error: unknown) => void;
    },
  ) {
    this.name = name;
    this.#onDeath = world.onDeath;
    const time = world.clock.spawn();
    this.#time = time;
    this.clock = {
      nowMs: () => time.clock.nowMs(),
      monotonicMs: () => time.clock.monotonicMs(),
      after: (delayMs, callback) =>
        time.clock.after(delayMs, () => {
          try {
            this.pass();
            callback();
          } catch (error) {
            if (!(error instanceof Crash)) world.onBug(error);
          }
        }),
    };
  }

  get alive(): boolean {
    return this.#time.alive;
  }

  /** Whether its command ended normally. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  get points(): number {
    return this.#points;
  }

  /** Plans what will happen to it, counted from its first point, or from when it is armed. */
  plan(plans: readonly PointPlan[], { armed }: { readonly armed: boolean }): void {
    this.#plans = plans;
    this.#isArmed = armed;
  }

  /** The points of its plan count from here on. */
  arm(): void {
    this.#isArmed = true;
  }

  /** A point before or after a step. Throws Crash when the process is dead or dies here. */
  pass(): void {
    if (!this.alive) throw new Crash('the process is dead');
    if (!this.#isArmed) return;
    this.#points += 1;
    for (const { point, act } of this.#plans) {
      if (point === this.#points) act(this);
    }
    if (!this.alive) throw new Crash(`died at point ${this.#points}`);
  }

  /** Kills it at once, as kill -9 does. */
  kill(): void {
    if (!this.alive) return;
    this.#time.kill();
    this.#onDeath(this);
  }

  /** Its command has ended, and its timers never fire again. */
  end(): void {
    this.#isFinished ||= this.alive;
    this.#time.kill();
  }

  /** Resolves after a while if the process is still alive. Rejects with Crash when it dies at that point. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#time.clock.after(ms, () => {
        try {
          this.pass();
          resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error('died', { cause: error }));
        }
      });
    });
  }
}
