// The machine's two clocks and its timer, passed as an argument to everything that waits or records a time.

/** In milliseconds. `nowMs` is the wall clock. `monotonicMs` never jumps; only on Linux does it stop while the machine sleeps. */
export interface Clock {
  nowMs(): number;
  monotonicMs(): number;
  /** Calls back once after the delay; returns a function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, callback) => {
    if (delayMs <= 0) {
      // A zero timeout waits a millisecond; this only lets pending input be read first.
      const soon = setImmediate(callback);
      return () => clearImmediate(soon);
    }
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
