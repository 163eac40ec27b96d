// A quiet spell: for some weeks hardly anything dies, and an office continues with the same people. A file is paid, regenerated,
// split, merged, corrected; it goes through another address, another merchant or the other computer; what ended unpaid is
// decided, retried, cancelled; months pass. One thing at a time is wrong with the gateway.

import type { Machine } from './machine.ts';
import { cancel, openBatches, type ProfileName, type RunOptions, resume, startFile, watch } from './person.ts';
import { readNews, resolve, retry, unlock } from './person-decides.ts';
import type { Random } from './random.ts';
import type { SalaryFile } from './salary-files.ts';
import type { Spell } from './weather.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const STEPS_MIN = 5;
const STEPS_MAX = 12;

const STEPS = {
  again: 4,
  sameFile: 2,
  watch: 2,
  resume: 2,
  cancel: 1,
  decide: 2,
  retry: 2,
  news: 0.5,
} as const;

/** What is wrong during a spell; the most common ones are listed twice. */
const PAYS = [
  'paid',
  'executedAfterRefusal',
  'executedAfterRefusal',
  'hiddenAtFirst',
  'hiddenForHours',
  'untrueUnauthorized',
  'endsFailed',
  'error500After',
  'refusedRateBefore',
] as const satisfies readonly Spell['pays'][];
const READS = [
  'honest',
  'honest',
  'readForeignKey',
  'readError500',
  'readRefusedRate',
] as const satisfies readonly Spell['reads'][];

export async function quietSpell(world: World): Promise<void> {
  const { random, weather, journal } = world;
  weather.settleOn({ pays: random.pick(PAYS), reads: random.pick(READS) });
  world.isQuiet = true;
  journal.trace('a quiet spell begins');
  let file = await world.makeFile();
  await startOn(world, drawMachine(world), file, { diesSoon: random.chance(0.3) });
  const steps = STEPS_MIN + random.int(STEPS_MAX - STEPS_MIN);
  for (let step = 0; step < steps && journal.violations.length === 0; step += 1) {
    await letWeeksPass(world);
    const machine = drawMachine(world);
    if (machine.isLocked) await world.live(unlock(world, machine));
    file = await take(world, machine, file);
  }
  world.isQuiet = false;
  weather.settleOn(null);
  journal.trace('a quiet spell ends');
}

/** One step. Returns the file that the office works with from then on. */
async function take(world: World, machine: Machine, file: SalaryFile): Promise<SalaryFile> {
  const { random } = world;
  const open = openBatches(machine);
  const batch = open[random.int(open.length)];
  const options = drawPatience(random);
  switch (random.weighted<keyof typeof STEPS>(STEPS, 'again')) {
    case 'again': {
      const next = await world.makeFile({ from: file });
      await startOn(world, machine, next, { diesSoon: random.chance(0.15) });
      return random.chance(0.5) ? next : file;
    }
    case 'sameFile':
      await startOn(world, machine, file, {});
      return file;
    case 'watch':
      await world.live(watch(world, machine, null, options));
      return file;
    case 'resume':
      if (batch !== undefined) await world.live(resume(world, machine, batch, options));
      return file;
    case 'cancel':
      if (batch !== undefined) await world.live(cancel(world, machine, batch));
      return file;
    case 'decide': {
      const decides = resolve(world, machine);
      if (decides !== null) await world.live(decides);
      return file;
    }
    case 'retry': {
      const pays = retry(world, machine, options);
      if (pays !== null) await world.live(pays);
      return file;
    }
    case 'news':
      await world.live(readNews(world, machine));
      return file;
  }
}

async function startOn(
  world: World,
  machine: Machine,
  file: SalaryFile,
  { diesSoon = false }: { readonly diesSoon?: boolean },
): Promise<void> {
  const { random } = world;
  const profile = random.weighted<ProfileName>({ main: 6, moved: 3, other: 1.5 }, 'main');
  await world.live(startFile(world, machine, file.name, { ...drawPatience(random), profile, diesSoon }));
}

function drawPatience(random: Random): RunOptions {
  return { until: random.chance(0.3) ? 'sent' : 'settled', forMs: random.pick([6_000, 20_000]), isFair: false };
}

function drawMachine({ machines, random }: World): Machine {
  const machine = machines[random.int(machines.length)];
  if (machine === undefined) throw new Error('a world without a computer');
  return machine;
}

/** Mostly a moment or some days; now and then the month until the next salaries. */
async function letWeeksPass({ random, clock, journal }: World): Promise<void> {
  if (random.chance(0.06)) {
    journal.fault('clockSetBetween');
    clock.setWallBy(random.pick([-2, -1, 1, 2]) * DAY_MS);
  }
  const day = random.pick([2, 5, 25, 28, 30, 31]);
  await clock.advance(random.pick([5_000, 60_000, 20 * 60_000, 3 * HOUR_MS, 26 * HOUR_MS, 26 * HOUR_MS, day * DAY_MS]));
}
