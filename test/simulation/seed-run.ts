// Runs one seed: chaos until enough processes have died, then fair weather until everything that can settle has settled. New
// kinds of steps go into STEPS. Never look into a process here: a person sees only what the desk shows and what is on disk.

import { join } from 'node:path';
import { Office } from './correction-spell.ts';
import { checkLiveness, settleAll } from './fair-weather.ts';
import { type Counts, Journal } from './journal.ts';
import type { Life } from './life.ts';
import type { Machine } from './machine.ts';
import { cancel, drawOptions, giveAgain, openBatches, resume, setProfile, startFile, watch } from './person.ts';
import { readNews, resolve, retry, unlock } from './person-decides.ts';
import { quietSpell } from './quiet-spell.ts';
import { type People, World } from './world.ts';

export interface SeedResult {
  readonly seed: number;
  readonly counts: Counts;
  readonly faults: Counts;
  readonly violations: readonly string[];
  readonly digest: string;
}

export interface SeedPlace {
  readonly root: string;
  readonly template: string;
  /** Who works in it; absent for the usual people. */
  readonly people?: People;
  /** Called with every line of the trace; null when nobody reads it. */
  readonly subscribe: ((line: string) => void) | null;
}

/** A seed ends its chaos after this many deaths, drawn between these: more than a hundred on average. */
const CRASHES_MIN = 90;
const CRASHES_MAX = 125;

/** Ends the chaos after this many steps even if nothing dies. */
const STEPS_MAX = 400;

/** How many quiet spells there are among the deaths. */
const SPELLS_MIN = 2;
const SPELLS_MAX = 5;

/** For people who correct, their spells are the point, and deaths only happen along the way. */
const CORRECTING = { crashesMin: 15, crashesMax: 40, spellsMin: 4, spellsMax: 8 };
const USUAL = { crashesMin: CRASHES_MIN, crashesMax: CRASHES_MAX, spellsMin: SPELLS_MIN, spellsMax: SPELLS_MAX };

/** A little more than a day, so that daily lookups are due. */
const DAY_MS = 26 * 3_600_000;

/** What a person may do next, by weight. */
const STEPS = {
  file: 2,
  resume: 8,
  watch: 4,
  cancel: 0.3,
  profile: 0.4,
  twice: 0.4,
  token: 1,
  decide: 4,
  news: 1,
  retry: 4,
  again: 1,
  keep: 0.5,
  replace: 0.3,
  unlock: 0.5,
} as const;
type Step = keyof typeof STEPS;

/** A person who sees that the desk is locked looks things up and unlocks it, sooner or later. */
const WHILE_LOCKED: Partial<Record<Step, number>> = { ...STEPS, watch: 8, unlock: 8 };

export async function runSeed(seed: number, place: SeedPlace): Promise<SeedResult> {
  const journal = new Journal(place.subscribe);
  const { template, people = 'usual' } = place;
  const world = new World(seed, { root: join(place.root, `seed-${seed}`), template, people }, journal);
  try {
    await chaos(world);
    world.heal();
    await settleAll(world);
    checkLiveness(world);
  } catch (error) {
    journal.violation(`the simulation broke off: ${error instanceof Error ? (error.stack ?? error.message) : 'why?'}`);
  } finally {
    world.close();
  }
  const { counts, faults, violations } = journal;
  return { seed, counts, faults, violations, digest: journal.digest() };
}

async function chaos(world: World): Promise<void> {
  const { random, journal } = world;
  const office = world.people === 'corrections' ? new Office(world) : null;
  const { crashesMin, crashesMax, spellsMin, spellsMax } = office === null ? USUAL : CORRECTING;
  const wanted = crashesMin + random.int(crashesMax - crashesMin);
  for (const machine of world.machines) {
    for (const name of ['main', 'moved', 'other'] as const) await world.live(setProfile(world, machine, true, name));
  }
  const spells = Array.from({ length: spellsMin + random.int(spellsMax - spellsMin) }, () => random.int(wanted));
  for (let step = 0; step < STEPS_MAX && (journal.counts['crashes'] ?? 0) < wanted; step += 1) {
    if (journal.violations.length > 0) return;
    const isDue = spells.findIndex((at) => at <= (journal.counts['crashes'] ?? 0));
    if (isDue >= 0) {
      spells.splice(isDue, 1);
      await (office === null ? quietSpell(world) : office.spell());
    }
    const machine = world.machines[random.int(world.machines.length)];
    if (machine === undefined) return;
    await take(world, machine, random.weighted<Step>(machine.isLocked ? WHILE_LOCKED : STEPS, 'resume'));
    await letTimePass(world);
  }
}

async function take(world: World, machine: Machine, step: Step): Promise<void> {
  const { random } = world;
  const open = openBatches(machine);
  const batch = open[random.int(open.length)];
  switch (step) {
    case 'file':
      return world.live(startFile(world, machine, await nextFile(world), drawOptions(world)));
    case 'resume':
      if (batch === undefined) return take(world, machine, 'file');
      return world.live(resume(world, machine, batch, drawOptions(world)));
    case 'watch':
      return world.live(watch(world, machine, random.chance(0.5) ? (batch ?? null) : null, drawOptions(world)));
    case 'cancel':
      return batch === undefined ? undefined : world.live(cancel(world, machine, batch));
    case 'profile':
      return world.live(setProfile(world, machine, false, random.pick(['main', 'main', 'moved', 'other'])));
    case 'twice':
      return world.live(...(await onEveryMachine(world)));
    case 'decide':
      return liveIfAny(world, resolve(world, machine));
    case 'news':
      return world.live(readNews(world, machine));
    case 'retry':
      return liveIfAny(world, retry(world, machine, drawOptions(world)));
    case 'again':
      return liveIfAny(world, giveAgain(world, machine));
    case 'keep':
      return machine.keepCopy();
    case 'replace':
      return replaceDatabase(world, machine);
    case 'unlock':
      return world.live(unlock(world, machine));
    case 'token':
      world.gateway.setToken({ isDead: false });
  }
}

async function liveIfAny(world: World, life: Life | null): Promise<void> {
  if (life !== null) await world.live(life);
}

/** Restores the saved copy, or copies the other computer's database over this one's. */
function replaceDatabase(world: World, machine: Machine): void {
  const other = world.machines.find((one) => one !== machine);
  // Desks that share a notes folder: a copied database may belong to the other one, and is never opened twice.
  const isAlone = !world.machines.some((one) => one.isBeside(machine));
  if (other !== undefined && isAlone && world.random.chance(0.5)) world.copyOver({ from: other, to: machine });
  else if (machine.hasCopy) world.putBack(machine);
}

/** The same file on every machine at once. */
async function onEveryMachine(world: World): Promise<Life[]> {
  const file = await nextFile(world);
  if (world.machines.length > 1) world.journal.fault('sameFileOnTwoMachines');
  return world.machines.map((machine) => startFile(world, machine, file, drawOptions(world)));
}

/** An existing file, or a new one. */
async function nextFile(world: World): Promise<string> {
  const names = world.usualFiles().map(({ name }) => name);
  const known = names[world.random.int(names.length)];
  return known === undefined || world.random.chance(0.7) ? (await world.makeFile()).name : known;
}

async function letTimePass({ random, clock }: World): Promise<void> {
  await clock.advance(random.pick([0, 50, 5_000, 5_000, 60_000, 600_000, 2 * 3_600_000, DAY_MS, DAY_MS, 3 * DAY_MS]));
}
