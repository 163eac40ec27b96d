// When all faults have stopped: a person presses Resume and Watch as long as that helps, and then everything that can settle
// must have settled, as the gateway's hidden books say. In: a healed world. Out: violations, and the last sums.
// This file must never excuse a payout without a reason that a person would be shown.

import type { PayoutRow } from './disk-reader.ts';
import type { Machine } from './machine.ts';
import { resume, watch } from './person.ts';
import type { World } from './world.ts';

/** A person gives up on a batch after so many presses that changed nothing. */
const VAIN_MAX = 2;
const PRESSES_MAX = 40;

/** Long enough for a few look-ups of everything. Units: milliseconds of virtual time. */
const PATIENCE_MS = 12_000;

export async function settleAll(world: World): Promise<void> {
  // What one machine pays last may be what another was in doubt about: so each looks again.
  for (const machine of [...world.machines, ...world.machines.slice(0, -1)]) {
    for (const { batch } of machine.disk.sums()) await settle(world, machine, batch);
  }
}

async function settle(world: World, machine: Machine, batch: number): Promise<void> {
  let vain = 0;
  for (
    let presses = 0;
    presses < PRESSES_MAX && vain < VAIN_MAX && world.journal.violations.length === 0;
    presses += 1
  ) {
    const before = statesOf(machine, batch);
    if (!/queued|sending|processing|unknown/.test(before)) return;
    const wish = { until: 'settled', forMs: PATIENCE_MS, isFair: true } as const;
    if (before.includes('queued')) await world.live(resume(world, machine, batch, wish));
    // A resume that is stopped before it sends looks nothing up.
    if (/processing|unknown/.test(statesOf(machine, batch))) await world.live(watch(world, machine, batch, wish));
    await world.clock.advance(60_000);
    vain = statesOf(machine, batch) === before ? vain + 1 : 0;
  }
}

function statesOf({ disk }: Machine, batch: number): string {
  return disk
    .payouts()
    .flatMap((payout) => (payout.batch === batch ? [payout.state] : []))
    .join(' ');
}

/** What is still open must be so for a reason, and what moved must have moved once. */
export function checkLiveness(world: World): void {
  const { journal, truth } = world;
  if (journal.violations.length > 0) return;
  for (const machine of world.machines) {
    for (const payout of machine.disk.payouts()) {
      journal.count(`in the end ${payout.state}`);
      const why = unsettled(world, machine, payout);
      if (why !== null) journal.violation(`${machine.name}: ${payout.reference} stays ${payout.state}: ${why}`);
    }
  }
  for (const { reference, movements } of truth.payments()) {
    for (const machine of world.machines) {
      const count = movements.filter((movement) => movement.machine === machine.name).length;
      if (count > 1) journal.violation(`${reference} was paid ${count} times from ${machine.name}`);
    }
  }
}

/** Why it should not be as it is; null when all is well. */
function unsettled({ truth, dialect }: World, machine: Machine, payout: PayoutRow): string | null {
  const payment = truth.find({ reference: payout.reference });
  const truly = payment === null ? null : truth.state(payment);
  switch (payout.state) {
    case 'success':
    case 'failed':
    case 'rejected':
    case 'reversed':
    case 'cancelled':
      return null;
    case 'sending':
      return 'nobody sends it';
    case 'processing':
    case 'unknown': {
      const canTell = truly !== null && dialect.tells(truly);
      const byId = payout.transactionId !== null;
      return canTell || (byId && truly !== null && dialect.tells(truly)) ? `the gateway says ${truly}` : null;
    }
    case 'queued': {
      const isHeld = payout.hold !== null;
      const isKnown = machine.disk.payouts().some(({ batch, state, reference }) => {
        return batch === payout.batch && state === 'queued' && truth.find({ reference }) !== null;
      });
      const isGuarded = machine.disk.rivals(payout, 0).length > 0;
      const mayWait = isKnown || (isHeld && (isGuarded || dialect.wasAmbiguous));
      return mayWait ? null : isHeld ? `held as ${payout.hold} without reason` : 'nothing is in its way';
    }
  }
}
