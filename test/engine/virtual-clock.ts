// The time of a simulated machine: a wall clock, a monotonic clock and timers, all moved by the test. Timers behave as Node's do,
// including their minimum of a whole millisecond.

/** The time as a process of the simulated machine sees it; after its death its timers never fire. */
export interface ProcessClock {
  nowMs(): number;
  monotonicMs(): number;
  after(delayMs: number, callback: () => void): () => void;
}

/** A process's share of the clock. `firedCount` is how often it was woken. */
export interface ProcessTime {
  readonly clock: ProcessClock;
  readonly firedCount: number;
  readonly alive: boolean;
  kill(): void;
}

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** Any start will do, as long as the two clocks differ and the monotonic one is not whole. */
const START_WALL_MS = Date.UTC(2026, 2, 31, 10, 0, 0);
const START_MONOTONIC_MS = 12_345.25;

export class VirtualClock {
  #wallMs = START_WALL_MS;
  #monotonicMs = START_MONOTONIC_MS;
  #timers: Timer[] = [];

  get nowMs(): number {
    return this.#wallMs;
  }

  get monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** Starts a process. */
  spawn(): ProcessTime {
    const own = new Set<Timer>();
    let alive = true;
    let firedCount = 0;
    const clock: ProcessClock = {
      nowMs: () => this.#wallMs,
      monotonicMs: () => this.#monotonicMs,
      after: (delayMs, callback) => {
        const timer = this.#set(delayMs, () => {
          own.delete(timer);
          firedCount += 1;
          callback();
        });
        if (alive) own.add(timer);
        else this.#drop(timer);
        return () => this.#drop(timer);
      },
    };
    return {
      clock,
      get firedCount() {
        return firedCount;
      },
      get alive() {
        return alive;
      },
      kill: () => {
        alive = false;
        for (const timer of own) this.#drop(timer);
      },
    };
  }

  /** The machine sleeps: only the wall clock advances. */
  sleep(ms: number): void {
    this.#wallMs += ms;
  }

  /** The machine stalls while both clocks advance, as on macOS and Windows: what was due meanwhile fires afterwards. */
  stall(ms: number): void {
    this.#goTo(this.#monotonicMs + ms);
  }

  /** A person sets the wall clock; negative milliseconds set it back. */
  setWallBy(ms: number): void {
    this.#wallMs += ms;
  }

  /** Fires the next timer, if it is due by `untilMs` of the monotonic clock, and settles its promises. */
  async step(untilMs: number): Promise<boolean> {
    const next = this.#timers.reduce<Timer | null>(
      (first, timer) => (first === null || timer.atMs < first.atMs ? timer : first),
      null,
    );
    if (next === null || next.atMs > untilMs) return false;
    this.#drop(next);
    this.#goTo(next.atMs);
    next.callback();
    await settlePromises();
    return true;
  }

  /** Lets time pass, with everything that happens in it. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#monotonicMs + ms;
    await settlePromises();
    while (await this.step(untilMs));
    this.#goTo(untilMs);
  }

  #goTo(atMs: number): void {
    const forward = Math.max(0, atMs - this.#monotonicMs);
    this.#monotonicMs += forward;
    this.#wallMs += forward;
  }

  #set(delayMs: number, callback: () => void): Timer {
    const timer = { atMs: this.#monotonicMs + Math.max(1, Math.trunc(delayMs)), callback };
    this.#timers.push(timer);
    return timer;
  }

  #drop(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
  }
}

/** Resolves once every promise that can settle has settled. */
export function settlePromises(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Resolves after this much of the process's time; never if the process dies first. */
export function pass(process: ProcessTime, ms: number): Promise<void> {
  return new Promise((resolve) => {
    process.clock.after(ms, resolve);
  });
}
