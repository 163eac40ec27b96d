// What a person does with the desk in a simulation: starts files, resumes, watches, cancels, edits the profile, lets time pass.

import { cancelBatch } from '../../electron/main/desk/batches/batch-handlers.ts';
import { NOTHING_ASKED } from '../../electron/main/desk/batches/candidate.ts';
import type { Prepared } from '../../electron/main/desk/batches/confirmation.ts';
import { readFileRows } from '../../electron/main/desk/batches/confirmation.ts';
import { resumeBatch } from '../../electron/main/desk/batches/resume-batch.ts';
import { prepareStart, startBatch, type Yes } from '../../electron/main/desk/batches/start-batch.ts';
import { watchBatches } from '../../electron/main/desk/batches/watch-batches.ts';
import { setProfile as saveProfile } from '../../electron/main/desk/profiles/manage-profiles.ts';
import type { Answer } from '../../shared/api/contract.ts';
import { type BatchId, type CommandId, formatBatchId, type Mid } from '../../shared/ids.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import type { Act, Life } from './life.ts';
import type { Machine } from './machine.ts';
import type { Fortune, World } from './world.ts';

const BASE_URL = 'https://gateway.example';
const MID = 77 as Mid;

/** The merchant account, the same one at another address of the gateway, and another one of the same people. */
const PROFILES = {
  main: { baseUrl: BASE_URL, mid: MID },
  moved: { baseUrl: 'https://gateway.example/v2', mid: MID },
  other: { baseUrl: BASE_URL, mid: 78 as Mid },
} as const;
export type ProfileName = keyof typeof PROFILES;

/** How long a command may run, in milliseconds of virtual time. */
const PATIENCE_MS = [1_500, 3_000, 6_000] as const;

export interface RunOptions {
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly isFair: boolean;
}

/** Sets a profile of a machine. Moves it to another gateway only when that must be refused, because payouts are open. */
export function setProfile(world: World, machine: Machine, isFair: boolean, name: ProfileName = 'main'): Life {
  const { random } = world;
  const mayNotMove = name === 'main' && openBatches(machine).length > 0;
  const { baseUrl, mid } = PROFILES[name];
  const options = {
    name,
    baseUrl: !isFair && mayNotMove && random.chance(0.3) ? 'https://elsewhere.example' : baseUrl,
    mid,
    ratePerSecond: random.pick([2, 5, 10, 30]),
    inFlightMax: random.pick([1, 2, 4, 8]),
    pollFirstMs: random.pick([500, 3_000]),
    pollMaxMs: random.pick([60_000, 3_600_000]),
    timeoutMs: random.pick([5_000, 30_000]),
    maxPayoutPaise: null,
    maxBatchPaise: null,
    decideAfterMs: null,
    walletUnit: random.pick(['none', 'none', 'rupees', 'rupees', 'paise'] as const),
  };
  return world.start(machine, `sets the profile ${name} to ${options.baseUrl}`, (desk) => saveProfile(desk, options), {
    isFair,
  });
}

/** Runs a command under a new id, so that it can be given again. */
export function give(
  world: World,
  machine: Machine,
  name: string,
  actUnder: (id: CommandId) => Act,
  { isFair = false, diesSoon = false }: Fortune = {},
): Life {
  const id = world.ids.next(machine);
  return world.start(machine, name, actUnder(id), { isFair, diesSoon, id });
}

/** Gives the machine's last command again under the same id; null when there was none. */
export function giveAgain(world: World, machine: Machine): Life | null {
  const last = world.ids.last(machine);
  if (last === null) return null;
  world.journal.fault('sameCommandAgain');
  return world.start(machine, `again ${last.id}: ${last.name}`, last.act, { id: last.id });
}

/** Confirms and runs a file. */
export function startFile(
  world: World,
  machine: Machine,
  file: string,
  params: RunOptions & Fortune & { readonly profile?: ProfileName },
): Life {
  const { random, witness } = world;
  const { profile = random.weighted<ProfileName>({ main: 8, moved: 1, other: 1 }, 'main') } = params;
  // After a restore a number may be that of a lost batch, and nobody here says that a lost batch may be paid again.
  const mayRepeat = !world.replaced.has(machine) && random.chance(0.3);
  const latest = mayRepeat ? latestBatch(machine, file) : null;
  const acceptRepeats = latest === null ? [] : [latest];
  const acceptWarnings = random.chance(0.8);
  const wantsAgain = random.chance(0.15);
  const act =
    (id: CommandId): Act =>
    async (desk, { follower }) => {
      if (acceptWarnings) witness.money.acceptsWarnings(file);
      const path = { path: file, sheet: null, columns: [], encoding: null, fillRemark: null };
      const how = { onlyPayable: true, acceptRepeats, includeHidden: false, calledAs: null };
      const source = await readFileRows(desk, { ...how, file: path, profile });
      if (source.kind !== 'done') return source;
      const asking = { source: source.value, acceptWarnings, follower, forMs: params.forMs };
      const yes = { name: null, until: params.until, commandId: id };
      if (!wantsAgain) return startBatch(desk, { ...asking, ticks: NO_TICKS }, { ...yes, confirmed: 'any' });
      const { screened, answer } = await prepareStart(desk, { ...asking, ticks: 'ask' });
      const { asked, questions } = screened ?? NOTHING_ASKED;
      const rows = asked.map(({ rowNumber }) => rowNumber);
      for (const { rowNumber, reasons } of asked) {
        if (reasons.includes('paidBefore')) witness.money.ticks(file, rowNumber);
      }
      for (const question of questions) {
        for (const { rowNumber } of question.rows) witness.money.ticks(file, rowNumber);
      }
      const batches = questions.map(({ batch }) => batch);
      const ticks = { paidBefore: rows, difference: [], accountChanged: rows, heldName: [], batches };
      return startBatch(desk, { ...asking, ticks }, { ...yes, confirmed: readBy(answer) });
    };
  return give(world, machine, `runs ${file} through ${profile}`, act, params);
}

/** What a person who has read this agrees to. */
export function readBy(prepared: Answer<Prepared>): Yes['confirmed'] {
  if (prepared.kind !== 'done') return 'any';
  const { seal, view } = prepared.value;
  return { seal, count: view.figures.count, totalPaise: view.figures.totalPaise };
}

/** Resumes a batch. */
export function resume(world: World, machine: Machine, batch: number, request: RunOptions): Life {
  const acceptWarnings = request.isFair || world.random.chance(0.8);
  const act =
    (id: CommandId): Act =>
    (desk, { follower }) =>
      resumeBatch(desk, {
        commandId: id,
        batch: formatBatchId('B', batch),
        acceptWarnings,
        until: request.until,
        forMs: request.forMs,
        follower,
        count: 'any',
      });
  return give(world, machine, `resumes ${batch}`, act, request);
}

/** Looks up what is open, of one batch or of all. */
export function watch(world: World, machine: Machine, batch: number | null, options: RunOptions): Life {
  const id = batch === null ? null : formatBatchId('B', batch);
  const act: Act = (desk, { follower }) => watchBatches(desk, { batch: id, forMs: options.forMs, follower });
  return world.start(machine, `watches ${batch ?? 'all'}`, act, options);
}

/** Cancels the unsent payouts of a batch. */
export function cancel(world: World, machine: Machine, batch: number): Life {
  return give(world, machine, `cancels ${batch}`, (id) => (desk) => cancelBatch(desk, formatBatchId('B', batch), id));
}

/** How a person runs things in a world full of faults. */
export function drawOptions(world: World): RunOptions {
  const { random } = world;
  return { until: random.chance(0.6) ? 'sent' : 'settled', forMs: random.pick(PATIENCE_MS), isFair: false };
}

function latestBatch(machine: Machine, file: string): BatchId | null {
  const batch = machine.disk.sums().findLast((sum) => sum.file === file);
  return batch === undefined ? null : formatBatchId('B', batch.batch);
}

/** Batches of a machine in which something is not final. */
export function openBatches({ disk }: Machine): number[] {
  const isOpen = (state: string): boolean => ['queued', 'sending', 'processing', 'unknown'].includes(state);
  return [...new Set(disk.payouts().flatMap(({ batch, state }) => (isOpen(state) ? [batch] : [])))];
}
