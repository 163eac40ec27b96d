// One desk, one gateway, and a driver that kills both: a file is run, killed, resumed and killed again until it is sent, then the
// next file. Never help the desk here: only start commands that a person would type.

import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { makeRows, type PayoutRow, writeCsv } from '../cli/payout-files.ts';
import { type DeskPlace, type Ended, jsonOf, launch, makeDeskPlace, runDesk } from '../seeded/desk-process.ts';
import { type Random, seededRandom } from '../seeded/random.ts';
import { HIDDEN_MAX_MS, NOT_KNOWN_NAMES } from './faults.ts';
import { GatewayProcess } from './gateway-process.ts';
import { readTruth } from './journal.ts';
import { brokenPromises, type FinishedBatch, readReport } from './verdict.ts';

export interface LaneTask {
  readonly seed: number;
  readonly kills: number;
  readonly folder: string;
  /** No kill after this, in monotonic milliseconds. */
  readonly endsAtMs: number;
  readonly onKill: () => void;
}

export interface LaneReport {
  readonly kills: number;
  readonly killsWhileSending: number;
  readonly gatewayKills: number;
  readonly launches: number;
  readonly payouts: number;
  readonly executed: number;
  readonly unknown: number;
  readonly broken: readonly string[];
}

/** `isWhole` when every row of the file is in the batch. */
interface OpenBatch {
  readonly id: string;
  readonly file: string;
  readonly rows: readonly PayoutRow[];
  readonly isWhole: boolean;
}

const MID = 4711;
const TOKEN = 'tok-chaos-2f6b81';
const ROWS_LEAST = 120;
const ROWS_MOST = 320;

/** A launch still running after this is killed anyway. */
const LAUNCH_MAX_MS = 8_000;

/** Launches after the last kill: each pause of the desk gets one more, as from a person. */
const CALM_LAUNCHES_MAX = 25;

/** Enough to look everything up in one round, whatever options the killed desk had. */
const CALM_IN_FLIGHT = 16;

const VIEW = z.object({
  counts: z.object({ queued: z.number(), sending: z.number(), processing: z.number(), unknown: z.number() }).loose(),
});
const LIST = z.object({ batches: z.array(z.object({ batch: z.string() })) });
const UNKNOWN = z.object({
  groups: z.array(z.object({ payouts: z.array(z.object({ reference: z.string() }).loose()) }).loose()),
});

/** How many payouts in doubt a person decides after a batch. */
const DECIDED_MOST = 3;

export class Lane {
  readonly #task: LaneTask;
  readonly #random: Random;
  readonly #place: DeskPlace;
  readonly #gateway: GatewayProcess;
  readonly #journal: string;
  readonly #batches: OpenBatch[] = [];
  readonly #broken: string[] = [];
  #kills = 0;
  #killsWhileSending = 0;
  #gatewayKills = 0;
  #launches = 0;
  #files = 0;

  constructor(task: LaneTask) {
    this.#task = task;
    this.#random = seededRandom(task.seed, 'lane');
    this.#place = makeDeskPlace(task.folder, TOKEN);
    this.#journal = path.join(task.folder, 'journal.jsonl');
    const notKnown = this.#random.pick(NOT_KNOWN_NAMES);
    this.#gateway = new GatewayProcess({
      journal: this.#journal,
      seed: task.seed,
      mid: MID,
      token: TOKEN,
      notKnown,
      payers: 'desk',
    });
  }

  async run(): Promise<LaneReport> {
    try {
      await this.#gateway.start();
      await this.#setProfile(this.#random.pick([1, 4, 8, 16, 32]));
      while (this.#mayKill()) {
        await this.#killThroughBatch();
        await this.#goBackToIt();
      }
      this.#gateway.calmDown();
      await this.#setProfile(CALM_IN_FLIGHT);
      const finished: FinishedBatch[] = [];
      for (const batch of this.#batches) finished.push(await this.#finish(batch));
      return this.#report(finished);
    } finally {
      this.#gateway.onPayout = () => undefined;
      await this.#gateway.kill();
    }
  }

  #mayKill(): boolean {
    return this.#kills < this.#task.kills && performance.now() < this.#task.endsAtMs;
  }

  async #setProfile(inFlight: number): Promise<void> {
    const backoff = [
      '--rate',
      '2000',
      '--in-flight',
      String(inFlight),
      '--poll-first-ms',
      '20',
      '--poll-max-ms',
      '150',
    ];
    const address = ['--base-url', this.#gateway.url, '--mid', String(MID), '--timeout-ms', '800'];
    const made = await this.#command(['profile', 'set', 'acme', ...address, ...backoff]);
    if (made.exitCode !== 0) throw new Error(`the profile was refused: ${made.stderr}`);
  }

  /** Runs one file, killing every process on it, until all of it is sent or no kills are left. */
  async #killThroughBatch(): Promise<void> {
    const number = this.#batches.length + 1;
    this.#files += 1;
    const label = `b${this.#files}x`;
    const count = this.#random.between(ROWS_LEAST, ROWS_MOST);
    // The desk guards against the same person and amount in two batches, so each file pays different people.
    const rows = makeRows(count, { label, references: this.#random.percent(20) }).map((row) =>
      row.account === '' ? row : { ...row, account: `${10 + this.#files}${row.account}` },
    );
    const file = writeCsv(this.#place.folder, { name: `${label}.csv`, rows });
    const batch = { id: idOf(number), file, rows, isWhole: true };
    this.#batches.push(batch);
    let isConfirmed = false;
    while (this.#mayKill()) {
      isConfirmed ||= await this.#isConfirmed(batch);
      const words = isConfirmed ? this.#goingOn(batch) : this.#starting(batch);
      const ended = await this.#launchAndKill(words);
      if (ended.signal === null && isConfirmed && (ended.exitCode === 0 || ended.exitCode === 4)) return;
    }
  }

  /**
   * What a person does with a sent batch: runs the file again or a corrected one, decides, retries. Each command may be killed,
   * and any batch it creates is followed to its end like the first.
   */
  async #goBackToIt(): Promise<void> {
    const random = this.#random;
    const last = this.#batches.at(-1);
    if (last === undefined || !random.percent(70) || !(await this.#isConfirmed(last))) return;
    await this.#command(['watch', last.id, '--for', '2', '--json']);
    await this.#decide(last);
    for (const what of ['again', 'corrected', 'retry'] as const) {
      if (!this.#mayKill() || !random.percent(60)) continue;
      const file = what === 'corrected' ? this.#correct(last) : last;
      const run = ['run', file.file, '--profile', 'acme', '--only-payable'];
      const words = what === 'retry' ? ['retry', last.id] : run;
      const before = this.#batches.length;
      await this.#launchAndKill([...words, '--yes', '--accept-warnings', '--until', 'sent', '--json']);
      if (await this.#isConfirmed({ id: idOf(before + 1) })) {
        this.#batches.push({ ...file, id: idOf(before + 1), isWhole: false });
      }
    }
  }

  /** The same people again: one row less, and one paid to another account. */
  #correct({ rows }: OpenBatch): Omit<OpenBatch, 'id' | 'isWhole'> {
    this.#files += 1;
    const corrected = rows
      .slice(0, -1)
      .map((row, index) => (index === 0 ? { ...row, upi: `corrected.${this.#files}@okbank` } : row))
      .map((row) => ({ ...row, reference: '' }));
    const name = `c${this.#files}x.csv`;
    return { rows: corrected, file: writeCsv(this.#place.folder, { name, rows: corrected }) };
  }

  /** Decides some payouts in doubt, with a ticket of the gateway. */
  async #decide({ id }: OpenBatch): Promise<void> {
    const asked = await this.#command(['unknown', id, '--json']);
    if (asked.exitCode !== 0) return;
    const payouts = UNKNOWN.parse(jsonOf(asked)).groups.flatMap((group) => group.payouts);
    for (const { reference } of payouts.slice(0, DECIDED_MOST)) {
      const ticket = ['--ticket', 'T-4711', '--note', 'As the gateway wrote.', '--json'];
      await this.#command(['resolve', reference, '--not-paid', ...ticket]);
    }
  }

  #starting({ file }: OpenBatch): string[] {
    return ['run', file, '--profile', 'acme', '--yes', '--accept-warnings', '--until', 'sent', '--json'];
  }

  #goingOn({ id }: OpenBatch): string[] {
    const until = this.#random.percent(90) ? 'sent' : 'settled';
    return ['resume', id, '--yes', '--accept-warnings', '--until', until, '--json'];
  }

  async #isConfirmed({ id }: Pick<OpenBatch, 'id'>): Promise<boolean> {
    const listed = await this.#command(['list', '--json']);
    return listed.exitCode === 0 && LIST.parse(jsonOf(listed)).batches.some(({ batch }) => batch === id);
  }

  /** Launches one command and kills it, at a payout request or at any moment. */
  async #launchAndKill(words: readonly string[]): Promise<Ended> {
    const random = this.#random;
    const started = launch(this.#place, words);
    this.#launches += 1;
    let posts = 0;
    const killDesk = (): void => void started.child.kill('SIGKILL');
    const atPost = random.percent(85) ? random.between(1, 24) : Infinity;
    const afterMs = atPost === Infinity ? random.below(2_000) : LAUNCH_MAX_MS;
    const delayMs = random.percent(50) ? 0 : random.below(12);
    const gatewayAtPost = random.percent(25) ? random.between(1, Math.min(atPost, 24) + 1) : Infinity;
    const gatewayDownMs = random.between(20, 400);
    const timer = setTimeout(killDesk, afterMs);
    let gatewayBack: Promise<void> = Promise.resolve();
    this.#gateway.onPayout = () => {
      posts += 1;
      if (posts === gatewayAtPost) gatewayBack = this.#killGateway(gatewayDownMs);
      if (posts !== atPost) return;
      if (delayMs === 0) killDesk();
      else setTimeout(killDesk, delayMs);
    };
    const ended = await started.ended;
    clearTimeout(timer);
    this.#gateway.onPayout = () => undefined;
    await gatewayBack;
    if (ended.signal === 'SIGKILL') this.#countKill(posts > 0);
    else this.#subscribe(words, ended);
    return ended;
  }

  #countKill(isSending: boolean): void {
    this.#kills += 1;
    if (isSending) this.#killsWhileSending += 1;
    this.#task.onKill();
  }

  async #killGateway(downMs: number): Promise<void> {
    this.#gatewayKills += 1;
    await this.#gateway.kill();
    await wait(downMs);
    await this.#gateway.start();
  }

  async #command(words: readonly string[]): Promise<Ended> {
    this.#launches += 1;
    const ended = await runDesk(this.#place, words);
    this.#subscribe(words, ended);
    return ended;
  }

  /** A command that ends by itself must end with a documented exit code. */
  #subscribe(words: readonly string[], { exitCode, signal, stderr }: Ended): void {
    const isPromised = exitCode !== null && [0, 2, 3, 4, 5].includes(exitCode);
    if (!isPromised) this.#broken.push(`${words.join(' ')} ended with ${exitCode ?? signal}: ${stderr.slice(-400)}`);
  }

  /** No more kills and a gateway that behaves: everything that can settle must settle. */
  async #finish(batch: OpenBatch): Promise<FinishedBatch> {
    const { id, rows, isWhole } = batch;
    for (let times = 0; times < CALM_LAUNCHES_MAX && !(await this.#isSent(batch)); times += 1);
    await this.#watchUntilStill(id);
    const report = path.join(this.#place.folder, `${id}.csv`);
    const exported = await this.#command(['export', id, '--out', report, '--force']);
    return { batch: id, rows, isWhole, lines: exported.exitCode === 0 ? readReport(report) : [] };
  }

  /** Looks up until a whole round of lookups, longer than any payout stays hidden, finds nothing new. */
  async #watchUntilStill(id: string): Promise<void> {
    const watch = ['watch', id, '--for', String(Math.ceil(HIDDEN_MAX_MS / 1_000)), '--json'];
    let before = '';
    for (let rounds = 0; rounds < CALM_LAUNCHES_MAX; rounds += 1) {
      const ended = await this.#command(watch);
      if (ended.exitCode === 0) return;
      const { counts } = VIEW.parse(jsonOf(ended));
      const now = JSON.stringify(counts);
      if (now === before && counts.processing === 0) return;
      before = now;
    }
  }

  async #isSent(batch: OpenBatch): Promise<boolean> {
    const isConfirmed = await this.#isConfirmed(batch);
    const words = isConfirmed ? ['resume', batch.id, '--yes', '--accept-warnings'] : this.#starting(batch).slice(0, -3);
    const ended = await this.#command([...words, '--until', 'sent', '--json']);
    if (ended.exitCode !== 0 && ended.exitCode !== 4) return false;
    const { counts } = VIEW.parse(jsonOf(ended));
    return counts.queued + counts.sending === 0;
  }

  #report(finished: readonly FinishedBatch[]): LaneReport {
    const truth = readTruth(this.#journal);
    const lines = finished.flatMap((batch) => batch.lines);
    return {
      kills: this.#kills,
      killsWhileSending: this.#killsWhileSending,
      gatewayKills: this.#gatewayKills,
      launches: this.#launches,
      payouts: finished.reduce((sum, { rows }) => sum + rows.length, 0),
      executed: truth.made.length,
      unknown: lines.filter((line) => line['status'] === 'unknown').length,
      broken: [...this.#broken, ...brokenPromises(finished, truth, path.join(this.#place.data, 'desk.db'))],
    };
  }
}

function idOf(number: number): string {
  return `B${String(number).padStart(4, '0')}`;
}
