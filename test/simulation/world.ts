// One seed's world: a gateway, one or two machines, their files, and the steps that a person and chance take. First comes chaos,
// until enough processes have died; then all faults stop and everything that can settle must settle.

import { mkdirSync, rmSync } from 'node:fs';
import { watchBatches } from '../../electron/main/desk/batches/watch-batches.ts';
import type { CommandId } from '../../shared/ids.ts';
import { settlePromises, VirtualClock } from '../engine/virtual-clock.ts';
import { inShort } from './answer-in-short.ts';
import { CommandIds } from './command-ids.ts';
import { Dialect } from './dialect.ts';
import { type AuditedWorld, DiskInvariants } from './disk-invariants.ts';
import { drawQuirks, GatewayQuirks } from './gateway-quirks.ts';
import { GroundTruth } from './ground-truth.ts';
import type { Journal } from './journal.ts';
import type { Act, Life } from './life.ts';
import { Machine } from './machine.ts';
import { drawMishaps } from './mishaps.ts';
import { PersonBeside } from './person-beside.ts';
import { type Random, randomFrom } from './random.ts';
import { type MeantRow, makeSalaryFile, type SalaryFile, writeRows } from './salary-files.ts';
import { SimulatedGateway } from './simulated-gateway.ts';
import { Crash, type PointPlan, SimulatedProcess } from './simulated-process.ts';
import { openDesk } from './simulated-system.ts';
import { Weather } from './weather.ts';
import { Witness } from './wire-witness.ts';

/** Where a world keeps its files. `template` is an empty database to start with; without it each starts from nothing. */
export interface WorldPlace {
  readonly root: string;
  readonly template: string;
}

/**
 * Who works in a world. `usual` people run files as they come. `corrections` are people who correct what they ran, pay another
 * way, use two desks and restore whole computers, with gateways of many quirks; the office knows what each of their rows is for.
 */
export type People = 'usual' | 'corrections';

/** Who works in each of many seeds: the same people in all, or in every fourth those who correct. */
export type Mix = People | 'mixed';
export const MIXES: readonly Mix[] = ['mixed', 'usual', 'corrections'];

const CORRECTS_EVERY = 4;

export function peopleOf(mix: Mix, seed: number): People {
  if (mix !== 'mixed') return mix;
  return seed % CORRECTS_EVERY === 0 ? 'corrections' : 'usual';
}

/** Drawn from a separate seed, so that a seed of the usual people stays the same. */
const CORRECTIONS_SEED = 2_000_000_011;

/** The share of deaths after which the files are copied and reopened: each costs as much as ten others. */
const OPENS_ANEW_SHARE = 0.025;

/** A run that dies soon has confirmed its batch and sent little of it. */
const DIES_SOON_POINTS = 24;

/** How a command fares. `isFair` when nothing happens to it; `diesSoon` when its process dies after a few steps. */
export interface Fortune {
  readonly isFair?: boolean;
  readonly diesSoon?: boolean;
}

/** More steps than the longest command takes; beyond it the desk is looping. */
const STEPS_MAX = 60_000;

export class World {
  readonly journal: Journal;
  readonly clock = new VirtualClock();
  readonly random: Random;
  readonly truth: GroundTruth;
  readonly weather: Weather;
  readonly dialect: Dialect;
  readonly quirks: GatewayQuirks;
  readonly gateway: SimulatedGateway;
  readonly witness: Witness;
  readonly ids: CommandIds<Act>;
  readonly files = new Map<string, SalaryFile>();
  readonly #fileNames = new Map<string, string>();
  readonly machines: Machine[] = [];
  /** Machines whose database was replaced at least once. */
  readonly replaced = new Set<Machine>();
  readonly #invariants = new Map<Machine, DiskInvariants>();
  readonly #place: WorldPlace;
  readonly #beside: PersonBeside;
  #lives = 0;
  #rollbacks = 0;
  /** A quiet spell is on: nearly every process survives. */
  isQuiet = false;

  readonly people: People;

  constructor(seed: number, place: WorldPlace & { readonly people: People }, journal: Journal) {
    this.#place = place;
    this.people = place.people;
    const own = randomFrom(seed + CORRECTIONS_SEED);
    this.quirks = place.people === 'corrections' ? drawQuirks(own.fork()) : new GatewayQuirks([], own);
    for (const kind of this.quirks.kinds) journal.fault(kind);
    this.journal = journal;
    this.random = randomFrom(seed);
    this.#beside = new PersonBeside(seed, journal);
    const { random, clock } = this;
    const nowMs = { wall: () => clock.nowMs, monotonic: () => clock.monotonicMs };
    const walletPaise = random.chance(0.25) ? random.int(20_000_000) : 9_876_543_210;
    this.truth = new GroundTruth(nowMs.monotonic, walletPaise, this.quirks);
    this.weather = new Weather(random.fork(), journal);
    this.dialect = new Dialect(random.fork(), this.quirks);
    const machineOf = (name: string): Machine => this.#machine(name);
    this.ids = new CommandIds<Act>(random.fork(), journal);
    const { ids, truth: books } = this;
    this.witness = new Witness({
      journal,
      dialect: this.dialect,
      files: this.files,
      truth: books,
      ids,
      nowMs,
      machineOf,
    });
    const { truth, weather, dialect, quirks, witness } = this;
    this.gateway = new SimulatedGateway({
      random: random.fork(),
      journal,
      truth,
      weather,
      dialect,
      quirks,
      witness,
      nowMs: nowMs.monotonic,
    });
    mkdirSync(place.root, { recursive: true });
    const fileOf = (sha256: string): string => this.#fileNames.get(sha256) ?? '';
    const names = random.chance(0.25) || (place.people === 'corrections' && own.chance(0.4)) ? ['one', 'two'] : ['one'];
    for (const name of names) this.#addMachine(new Machine(name, { ...place, journal, nowMs, fileOf }));
    const [beside] = this.machines;
    if (place.people === 'corrections' && beside !== undefined && own.chance(0.4))
      this.#addMachine(new Machine('beside', { ...place, journal, nowMs, fileOf, beside }));
  }

  #addMachine(machine: Machine): void {
    this.machines.push(machine);
    this.#invariants.set(machine, new DiskInvariants(this.#audited(machine)));
  }

  #audited({ name }: Machine): AuditedWorld {
    const { journal, witness, files, truth, people } = this;
    return { machine: name, journal, witness, files, truth, wantsProof: people === 'corrections' };
  }

  /** A new file, or one made from earlier ones. */
  async makeFile({ from }: { readonly from?: SalaryFile } = {}): Promise<SalaryFile> {
    const { random, files } = this;
    const earlier = this.usualFiles();
    const chosen = from ?? (earlier.length > 0 && random.chance(0.3) ? earlier[random.int(earlier.length)] : undefined);
    const other = earlier[random.int(Math.max(1, earlier.length))] ?? chosen;
    const again = chosen === undefined || other === undefined ? null : { from: chosen, other };
    const file = await makeSalaryFile(`f${files.size + 1}.csv`, { random, folder: this.#place.root, again });
    return this.#keep(file);
  }

  /** The files that no office wrote: a file remade from an office's would lose what its rows are for. */
  usualFiles(): readonly SalaryFile[] {
    const isOfOffice = ({ rows }: SalaryFile): boolean => [...rows.values()].some((row) => row.intention !== undefined);
    return [...this.files.values()].filter((file) => !isOfOffice(file));
  }

  /** A file of an office's rows, under the name the office gave it. */
  async addFile(rows: readonly MeantRow[], called: string): Promise<SalaryFile> {
    const { random, files } = this;
    const file = await writeRows(`f${files.size + 1}.csv`, rows, { random, folder: this.#place.root, called });
    return this.#keep(file);
  }

  /** Two files with the same bytes are one. */
  #keep(file: SalaryFile): SalaryFile {
    const { files } = this;
    const { sha256 } = file.checked.file;
    const same = files.get(this.#fileNames.get(sha256) ?? '');
    if (same !== undefined) return same;
    files.set(file.name, file);
    this.#fileNames.set(sha256, file.name);
    return file;
  }

  /** Starts a command in its own process. `plans` are the mishaps it will meet. */
  start(
    machine: Machine,
    name: string,
    act: Act,
    { isFair = false, diesSoon = false, id = null }: Fortune & { readonly id?: CommandId | null } = {},
  ): Life {
    this.#lives += 1;
    const { journal, clock, random, gateway, weather, dialect, files, witness } = this;
    const process = new SimulatedProcess(`${machine.name}.${this.#lives}`, {
      clock,
      onDeath: (dead) => this.#bury(machine, dead),
      onBug: (error) => this.#bug(name, error),
    });
    const stopping = new AbortController();
    const intrude = (): void => this.#intrude(machine);
    const askPause = (): void => stopping.abort('pause');
    const { isQuiet } = this;
    const about = { random, journal, clock, machine, gateway, weather, dialect, isQuiet, intrude, askPause };
    const plans: PointPlan[] = isFair ? [] : drawMishaps(about);
    const onBug = (error: unknown): void => this.#bug(`a decision beside: ${name}`, error);
    const beside = this.#beside.beside({ machine, process, desk: () => desk, onBug });
    plans.push(...beside.plans);
    if (diesSoon) plans.push({ point: 1 + random.int(DIES_SOON_POINTS), act: (dying) => dying.kill() });
    process.plan(plans, { armed: random.chance(0.2) });
    const keychainIsLocked = !isFair && random.chance(0.02);
    if (keychainIsLocked) journal.fault('keychainLocked');
    const desk = openDesk({ machine, process, random, journal, files, gateway, witness, keychainIsLocked });
    if (id !== null) this.ids.begins(machine, process, { id, name, act });
    journal.trace(`${process.name} ${name}`);
    const outcome: { answer: unknown; isOver: boolean } = { answer: null, isOver: false };
    const follower = { onProgress: beside.onProgress, signal: stopping.signal };
    void (async () => {
      try {
        outcome.answer = await act(desk, { follower, wait: (ms) => process.wait(ms) });
      } catch (error) {
        if (!(error instanceof Crash)) this.#bug(name, error);
      }
      outcome.isOver = true;
      if (process.alive) journal.trace(`${process.name} ends: ${inShort(outcome.answer)}`);
      process.end();
    })();
    const batches = machine.disk.sums().length;
    const sinceMs = clock.monotonicMs;
    return {
      process,
      machine,
      name,
      sinceMs,
      batches,
      answer: () => outcome.answer,
      isOver: () => outcome.isOver || !process.alive,
    };
  }

  /** Lets time pass until the commands have ended or their processes are dead; then checks every disk. */
  async live(...lives: readonly Life[]): Promise<void> {
    await settlePromises();
    for (let steps = 0; lives.some((life) => !life.isOver()); steps += 1) {
      const goesOn = steps < STEPS_MAX && (await this.clock.step(Number.POSITIVE_INFINITY));
      if (goesOn) continue;
      const names = lives.filter((life) => !life.isOver()).map(({ name }) => name);
      this.journal.violation(`${names.join(' and ')} never ends`);
      for (const { process } of lives) process.kill();
    }
    this.journal.count('commands');
    for (const { process, machine, batches } of lives) {
      this.ids.confirmed(process, machine.disk.sums().length - batches);
    }
    const sinceMs = Math.min(...lives.map((life) => life.sinceMs));
    for (const machine of new Set(lives.map((life) => life.machine)))
      this.#invariants.get(machine)?.check(machine.disk, machine, sinceMs);
  }

  /** Restores an older copy of a machine's database: what it says now, it has said before. */
  putBack(machine: Machine): void {
    machine.putBack();
    this.#replaced(machine, 'oldDatabasePutBack');
    this.witness.parts(machine.name);
  }

  /** Copies one machine's database over another's, which then knows whatever the first one knew. */
  copyOver({ from, to }: { readonly from: Machine; readonly to: Machine }): void {
    to.takeFrom(from);
    this.#replaced(to, 'databaseCopied');
    this.witness.shares({ from: from.name, to: to.name });
  }

  /** Restores a whole computer, including the notes outside its database: it cannot know that it ever knew more. */
  rollBack(machine: Machine): void {
    const toMs = machine.snapshotAtMs;
    // Two desks that share their notes would both have to be restored.
    if (toMs === null || this.machines.some((one) => one.isBeside(machine))) return;
    machine.rollBack();
    this.#rollbacks += 1;
    const was = { toMs, as: `lost${this.#rollbacks}` };
    this.truth.rolledBack(machine.name, was);
    this.witness.rolledBack(machine.name, was);
    this.#replaced(machine, 'machineRolledBack');
  }

  #replaced(machine: Machine, how: string): void {
    const { journal } = this;
    journal.fault(how);
    journal.trace(`${machine.name}: ${how}`);
    this.ids.forget(machine);
    this.#invariants.set(machine, new DiskInvariants(this.#audited(machine), machine.disk.lastSequence()));
    this.replaced.add(machine);
  }

  /** All faults are over, and so is every secret of the gateway. */
  heal(): void {
    this.weather.heal();
    this.quirks.heal();
    this.truth.heal();
    this.gateway.setToken({ isDead: false });
    for (const machine of this.machines) machine.heal();
    this.journal.trace('healed');
  }

  close(): void {
    for (const machine of this.machines) machine.close();
    rmSync(this.#place.root, { recursive: true, force: true });
  }

  #machine(name: string): Machine {
    const machine = this.machines.find((one) => one.name === name);
    if (machine === undefined) throw new Error(`there is no machine ${name}`);
    return machine;
  }

  #bury(machine: Machine, process: SimulatedProcess): void {
    const opensAnew = this.random.chance(OPENS_ANEW_SHARE);
    this.journal.count('crashes');
    this.journal.trace(`${process.name} dies at point ${process.points}${opensAnew ? ', opened anew' : ''}`);
    machine.died(process, { opensAnew });
  }

  #intrude(machine: Machine): void {
    const follower = { onProgress: () => undefined, signal: new AbortController().signal };
    const { isHeld } = machine;
    const intruder = this.start(
      machine,
      'a second process',
      (desk) => watchBatches(desk, { batch: null, forMs: 1_000, follower }),
      { isFair: true },
    );
    void settlePromises().then(() => {
      const answer: unknown = intruder.answer();
      const kind: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'kind') : null;
      if (isHeld && kind !== 'busy' && kind !== 'refused') {
        this.journal.violation(`a second process got into the desk: ${String(kind)}`);
      }
      intruder.process.end();
    });
  }

  #bug(name: string, error: unknown): void {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.journal.violation(`${name} broke off: ${text}`);
  }
}
