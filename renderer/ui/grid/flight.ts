// While a list flies past, as when its scroll bar is dragged, nobody can read a row, and rows are drawn light. One long
// jump is no flight.

/** Without another leap for this long the list is calm. */
const CALM_AFTER_MS = 100;

interface Stand {
  readonly top: number;
  /** What is seen at once, in the same unit. */
  readonly height: number;
}

interface Flight {
  readonly isFlying: () => boolean;
  /** Units: pixels. */
  readonly scrolled: (stand: Stand) => void;
  readonly rest: () => void;
}

/** Shape: `wait` calls back after a lull and gives the way to stop it. Two leaps without a lull between them are a flight. */
export function makeFlight(onCalm: () => void, wait: (then: () => void) => () => void): Flight {
  let top = 0;
  let isFlying = false;
  let stop: (() => void) | null = null;
  const lull = (): void => {
    stop = null;
    const wasFlying = isFlying;
    isFlying = false;
    if (wasFlying) onCalm();
  };
  return {
    isFlying: () => isFlying,
    scrolled: (stand) => {
      const isLeap = Math.abs(stand.top - top) > stand.height;
      top = stand.top;
      if (!isLeap) return;
      if (stop !== null) {
        isFlying = true;
        stop();
      }
      stop = wait(lull);
    },
    rest: () => {
      stop?.();
      stop = null;
      isFlying = false;
    },
  };
}

/** In time and in frames: on a slow machine the next scroll may come long after, and is still the next. */
export function waitForLull(then: () => void): () => void {
  let frame = 0;
  const timer = setTimeout(() => {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(then);
    });
  }, CALM_AFTER_MS);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
