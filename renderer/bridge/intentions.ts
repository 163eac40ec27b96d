// The ids of what a person asks for on a screen that stays open: the same wish has the same id from its first click on, until it is
// known how it ended or the person says that it is wanted once more. A wish that may have been done gets no second id by itself.

import { unreachable } from '../../shared/failures.ts';
import type { Told } from './told.ts';

interface Intentions {
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

/**
 * What was refused changed nothing, and what is done is over: only then is the next try another one. Silence, a fault or an
 * unreadable answer never says that nothing was changed.
 */
export function mayBeDone({ kind }: Told<unknown>): boolean {
  switch (kind) {
    case 'done':
    case 'refused':
      return false;
    case 'unsure':
    case 'fault':
    case 'lost':
      return true;
    default:
      return unreachable(kind);
  }
}

/** A connection may end at the very moment it is used: what is lost is asked for once more, on another. */
export async function askAgainIfLost(ask: () => Promise<Told<unknown>>): Promise<Told<unknown>> {
  const told = await ask();
  return told.kind === 'lost' ? ask() : told;
}
