// Who is at the windows of a desk with a team. Only that a passphrase was right is remembered, never the passphrase or the key.

import type { Person } from '../../domain/approval.ts';
import type { System } from '../../session/system.ts';

/** Without a payment for this long, the desk locks itself. */
export const LOGIN_ENDS_AFTER_MS = 15 * 60_000;

export interface Login {
  /** Who is unlocked; null for nobody. */
  readonly person: Person | null;
  unlock(person: Person): void;
  /** The same person at the moment of a payment, from which the time counts anew. */
  pays(): Person | null;
  lock(): void;
}

export function createLogin({ clock }: Pick<System, 'clock'>): Login {
  let unlocked: { readonly person: Person; readonly atMs: number; readonly monotonicMs: number } | null = null;
  /** Neither a clock that was set back nor a computer that slept makes it last longer. */
  const current = (): Person | null => {
    if (unlocked === null) return null;
    const passedMs = [clock.nowMs() - unlocked.atMs, clock.monotonicMs() - unlocked.monotonicMs];
    if (passedMs.some((ms) => ms < 0 || ms >= LOGIN_ENDS_AFTER_MS)) unlocked = null;
    return unlocked?.person ?? null;
  };
  const unlock = (person: Person): void => {
    unlocked = { person, atMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  };
  return {
    get person() {
      return current();
    },
    unlock,
    pays: () => {
      const person = current();
      if (person !== null) unlock(person);
      return person;
    },
    lock: () => {
      unlocked = null;
    },
  };
}
