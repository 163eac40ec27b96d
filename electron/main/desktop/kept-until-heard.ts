// Things said before anybody listens: a file opened while the app starts, a wish before the page has drawn itself.
// In: things. Out: each told once, in order, to the one who listens. This file must never hold more than a person can have meant.

/** A page or a desk starts within seconds; more than these are a folder selected by mistake. */
const KEPT_MAX = 8;

export interface KeptUntilHeard<Thing> {
  readonly say: (thing: Thing) => void;
  /** Says it to whoever listens now, or to nobody: what was meant for this moment. */
  readonly sayNow: (thing: Thing) => void;
  /** Tells one listener from now on, first what was kept. Shape: the way to stop. */
  readonly follow: (listener: (thing: Thing) => void) => () => void;
}

export function keepUntilHeard<Thing>(): KeptUntilHeard<Thing> {
  let kept: readonly Thing[] = [];
  let current: ((thing: Thing) => void) | null = null;
  return {
    say: (thing) => {
      if (current === null) kept = [...kept, thing].slice(0, KEPT_MAX);
      else current(thing);
    },
    sayNow: (thing) => current?.(thing),
    follow: (listener) => {
      current = listener;
      const waiting = kept;
      kept = [];
      for (const thing of waiting) listener(thing);
      return () => {
        if (current === listener) current = null;
      };
    },
  };
}
