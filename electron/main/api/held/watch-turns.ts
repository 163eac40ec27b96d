// Long work that is done in turns while a desk is held: the desk stays open until the work is done, however often it lets others
// have a turn. In: how work is done in turns. Out: the same, and a way to wait for all of it.
// This file must never hold work back: it only knows what is under way.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Rooms } from '../ports.ts';

export interface WatchedTurns {
  readonly inTurns: Rooms['inTurns'];
  /** Resolves in a turn in which nothing is under way, nor about to go on with what follows it. */
  ended(): Promise<void>;
}

export function watchTurns(inTurns: Rooms['inTurns']): WatchedTurns {
  const underWay = new Set<Promise<unknown>>();
  return {
    inTurns: (steps) => {
      const work = inTurns(steps);
      underWay.add(work);
      const forget = (): void => void underWay.delete(work);
      work.then(forget, forget);
      return work;
    },
    ended: async () => {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        // Whoever waited for the work goes on first: with the next piece, or to an end.
        await nextTurn();
      }
    },
  };
}
