// The ids of what a person asks for on a screen that stays open: the same wish has the same id from its first click on, until
// it is known how it ended or the person says that it is wanted once more. In: wishes and what was told of them. Out: ids.
// This file must never give a wish that may have been done a second id by itself.

import { mayBeDone } from './may-be-done.ts';
import type { Told } from './told.ts';

export interface Intentions {
  /** The id of this wish. Shape: `wish` is plain data. */
  readonly idOf: (wish: unknown) => string;
  readonly hear: (wish: unknown, told: Told<unknown>) => void;
  /** The person has looked and wants it once more. */
  readonly repeat: (wish: unknown) => void;
}

export function keepIntentions(): Intentions {
  const ids = new Map<string, string>();
  const keyOf = (wish: unknown): string => JSON.stringify(wish);
  return {
    idOf: (wish) => {
      const known = ids.get(keyOf(wish));
      if (known !== undefined) return known;
      const made = crypto.randomUUID();
      ids.set(keyOf(wish), made);
      return made;
    },
    hear: (wish, told) => {
      if (!mayBeDone(told)) ids.delete(keyOf(wish));
    },
    repeat: (wish) => void ids.delete(keyOf(wish)),
  };
}
