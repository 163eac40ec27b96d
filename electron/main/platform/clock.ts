// The machine's two clocks and its timer. Everything that waits or stamps gets this as an argument; rules get numbers.

/** Units: milliseconds. `monotonicMs` never jumps; while the machine sleeps it stands still on Linux only; `nowMs` is the wall clock. */
export interface Clock {
  nowMs(): number;
  monotonicMs(): number;
  /** Calls back once after a while; gives the way to call it off. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, callback) => {
    if (delayMs <= 0) {
      // A timer of no time waits a millisecond; this waits only until what has arrived was read.
      const soon = setImmediate(callback);
      return () => clearImmediate(soon);
    }
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
