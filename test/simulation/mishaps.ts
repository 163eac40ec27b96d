// What happens to a process while it works, apart from its network: it dies, its disk fails, its clock jumps, a second process of
// the same machine wants the desk.

import type { VirtualClock } from '../engine/virtual-clock.ts';
import type { Dialect } from './dialect.ts';
import type { Journal } from './journal.ts';
import type { Machine } from './machine.ts';
import type { Random } from './random.ts';
import type { SimulatedGateway } from './simulated-gateway.ts';
import type { PointPlan } from './simulated-process.ts';
import type { Weather } from './weather.ts';

export interface MishapWorld {
  readonly random: Random;
  readonly journal: Journal;
  readonly clock: VirtualClock;
  readonly machine: Machine;
  readonly gateway: SimulatedGateway;
  readonly weather: Weather;
  readonly dialect: Dialect;
  /** Whether nearly every process survives. */
  readonly isQuiet: boolean;
  /** Another process of the same machine tries to resume now. */
  readonly intrude: () => void;
  /** The person requests a pause. */
  readonly askPause: () => void;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const MISHAPS = [
  'diskFull',
  'diskError',
  'diskErrorAfterCommit',
  'sleep',
  'macSleep',
  'clockAhead',
  'clockBack',
  'secondProcess',
  'pauseAsked',
  'tokenDies',
  'gatewayUpdated',
] as const;
type Mishap = (typeof MISHAPS)[number];

/** Every kind of mishap, so that the command can name one that never occurred. */
export const MISHAP_KINDS: readonly string[] = MISHAPS;

/** What will happen to one process: nearly always its death, sometimes something else before. */
export function drawMishaps(world: MishapWorld): PointPlan[] {
  const { random, isQuiet } = world;
  const reach = random.pick([4, 12, 40, 120]);
  const plans: PointPlan[] = [];
  if (random.chance(isQuiet ? 0.06 : 0.3)) {
    const mishap = random.pick(MISHAPS);
    plans.push({ point: 1 + random.int(reach), act: () => happen(mishap, world) });
  }
  if (random.chance(isQuiet ? 0.12 : 0.92))
    plans.push({ point: 1 + random.int(reach), act: (process) => process.kill() });
  return plans;
}

function happen(mishap: Mishap, world: MishapWorld): void {
  const { random, journal, clock, machine, gateway, weather, dialect } = world;
  journal.trace(`mishap: ${mishap}`);
  switch (mishap) {
    case 'diskFull':
      return machine.breakDisk('SQLITE_FULL', random.pick([600, 3_000, 40_000]));
    case 'diskError':
      return machine.breakDisk('SQLITE_IOERR_WRITE', random.pick([600, 3_000, 40_000]));
    case 'diskErrorAfterCommit':
      return machine.breakNextSync();
    case 'sleep':
      clock.sleep(random.pick([40_000, 8 * HOUR_MS]));
      break;
    case 'macSleep':
      clock.stall(random.pick([40_000, 8 * HOUR_MS]));
      break;
    case 'clockAhead':
      clock.setWallBy(random.pick([35_000, DAY_MS]));
      break;
    case 'clockBack':
      clock.setWallBy(-random.pick([35_000, DAY_MS]));
      break;
    case 'secondProcess':
      world.intrude();
      break;
    case 'pauseAsked':
      world.askPause();
      break;
    case 'tokenDies':
      if (!weather.tokenMayDie) return;
      gateway.setToken({ isDead: true });
      break;
    case 'gatewayUpdated':
      dialect.change();
      break;
  }
  journal.fault(mishap);
}
