// Payees on hold as all desks of a team know them: this desk brings what the register lacks and stores what it lacks itself.

import type { PayeeHold } from '../domain/payee-hold.ts';
import type { RegisterFault } from '../register/connection.ts';
import { exchangeHolds } from '../register/payee-holds.ts';
import type { DeskMemory, RegisterDoubt, RegisterPlace } from '../register/register.ts';
import type { HeadedWriter } from '../store/store.ts';
import { writeIfPossible } from './desks.ts';
import type { System } from './system.ts';

/** Null once both know the same. If this desk's disk refuses, it counts as not having heard. */
export async function exchangeWithTeam(
  system: Pick<System, 'files' | 'clock'>,
  {
    store,
    place,
    memory,
  }: {
    readonly store: Pick<HeadedWriter, 'holds' | 'register'>;
    readonly place: RegisterPlace;
    readonly memory: DeskMemory;
  },
): Promise<RegisterDoubt | RegisterFault | null> {
  const all = store.holds.all();
  const known = {
    holds: all.map(withoutRelease),
    releases: all.flatMap(({ release }) => release ?? []),
  };
  const deskName = store.register.membership()?.deskName ?? '';
  const exchanged = await exchangeHolds(place, memory, { known, deskName });
  if (exchanged.kind !== 'exchanged') return exchanged;
  const { holds, releases } = exchanged;
  if (holds.length + releases.length === 0) return null;
  writeIfPossible(system, () => store.holds.adopt({ holds, releases }, system.clock.nowMs()));
  const stored = new Map(store.holds.all().map((hold) => [hold.hold, hold]));
  const isStored =
    holds.every(({ hold }) => stored.has(hold)) && releases.every(({ hold }) => stored.get(hold)?.release !== null);
  return isStored ? null : { kind: 'fault', fault: 'away', code: 'HOLDS' };
}

function withoutRelease({ hold, name, accounts, reason, notBefore, heldBy, heldAtMs, desk }: PayeeHold): PayeeHold {
  return { hold, name, accounts, reason, notBefore, heldBy, heldAtMs, desk };
}
