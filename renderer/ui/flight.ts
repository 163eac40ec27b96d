// Whether a list flies past, as when its scroll bar is dragged: nobody can read a row then. One long jump is no flight.

interface Stand {
  readonly top: number;
  /** What is seen at once, in the same unit. */
  readonly height: number;
}

export interface Flight {
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
