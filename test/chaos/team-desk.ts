// One desk of a team, with the person who works at it: runs files, resumes what stopped, tells the register, decides. Never help the
// desk here: only start commands that a person would type.

import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { type DeskPlace, type Ended, jsonOf, launch, makeDeskPlace } from '../seeded/desk-process.ts';
import type { Random } from '../seeded/random.ts';

const LIST = z.object({ batches: z.array(z.object({ batch: z.string() })) });
const COUNTS = z.object({ queued: z.number(), sending: z.number(), processing: z.number(), unknown: z.number() });
const END = z.object({
  counts: COUNTS.optional(),
  paused: z.object({ code: z.string() }).nullish(),
  refused: z.object({ code: z.string(), cure: z.string() }).nullish(),
});
const UNKNOWN = z.object({
  groups: z.array(z.object({ payouts: z.array(z.object({ reference: z.string() }).loose()) }).loose()),
});

/** The register will answer again, or wants this desk or another to compare first. */
const PASSES: readonly string[] = ['registerAway', 'registerUnsettled', 'timeOver'];

/** Another desk has it: nothing of the batch can be sent here. */
const CLAIMED = 'registerClaimed';

/** The cure that names the batch of a file that was run before. */
const REPEATED = /--accept-repeat (B\d+)/;

const EXIT_CODES: readonly (number | null)[] = [0, 2, 3, 4, 5];

/** Presses of one person on one batch, while everything fails. */
const PRESSES_MAX = 10;

const SOON_MS = 700;
const BOUND = ['--until', 'sent', '--for', '20', '--json'];

export interface TeamDeskTask {
  readonly name: string;
  readonly folder: string;
  readonly token: string;
  readonly secret: string;
  readonly random: Random;
}

/** What a desk's own record says of one payout. */
export interface Recorded {
  readonly reference: string;
  readonly state: string;
}

export class TeamDesk {
  readonly name: string;
  readonly broken: string[] = [];
  kills = 0;
  /** From 0, never, to 100, each launch. */
  killPercent = 0;
  /** It dies with its next kill, and nobody starts it any more. */
  isDead = false;
  readonly #place: DeskPlace;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #random: Random;

  constructor({ name, folder, token, secret, random }: TeamDeskTask) {
    this.name = name;
    this.#place = makeDeskPlace(path.join(folder, name), token);
    this.#environment = { PAYOUT_DESK_REGISTER_SECRET: `${encodeURIComponent(secret)}:` };
    this.#random = random;
  }

  get folder(): string {
    return this.#place.folder;
  }

  /** A command that ends by itself, with a documented exit code. */
  async command(words: readonly string[], input = ''): Promise<Ended> {
    const ended = await launch(this.#place, words, this.#environment, input).ended;
    this.#trace(words, ended);
    this.#judge(words, ended);
    return ended;
  }

  /** The same, of a command that must succeed. */
  async must(words: readonly string[], input = ''): Promise<Ended> {
    const ended = await this.command(words, input);
    if (ended.exitCode !== 0) throw new Error(`${this.name}: ${words.join(' ')}: ${ended.stdout}${ended.stderr}`);
    return ended;
  }

  /** Pays a file, through kills and faults, until nothing of it can be paid here. */
  async pay(file: string): Promise<void> {
    const before = await this.batches();
    const repeats: string[] = [];
    for (let presses = 0; presses < PRESSES_MAX && !this.isDead; presses += 1) {
      const yes = ['--yes', '--accept-warnings', '--only-payable', ...repeats];
      const words = ['run', file, '--profile', 'acme', ...yes, ...BOUND];
      const ended = await this.#launchAndKill(words);
      if (this.isDead) return;
      const made = (await this.batches()).filter((batch) => !before.includes(batch));
      for (const batch of made) {
        if (ended.signal === null && codeOf(ended) === CLAIMED) await this.command(['cancel', batch]);
        else await this.bringToEnd(batch);
      }
      if (made.length > 0) return;
      const repeated = ended.signal === null ? REPEATED.exec(refusalOf(ended)?.cure ?? '')?.[1] : undefined;
      if (repeated !== undefined && !repeats.includes(repeated)) {
        // The rows that were paid stay out all the same.
        repeats.push('--accept-repeat', repeated);
        continue;
      }
      if (ended.signal === null && !PASSES.includes(codeOf(ended))) return;
      await this.#compare();
    }
  }

  /** Resumes a batch until nothing is queued; what another desk has claimed is stopped. */
  async bringToEnd(batch: string): Promise<void> {
    for (let presses = 0; presses < PRESSES_MAX && !this.isDead; presses += 1) {
      const words = ['resume', batch, '--yes', '--accept-warnings', ...BOUND];
      const ended = await this.#launchAndKill(words);
      if (this.isDead) return;
      if (ended.signal !== null) continue;
      const { counts } = END.parse(jsonOf(ended));
      if (counts !== undefined && counts.queued + counts.sending === 0) return;
      if (codeOf(ended) === CLAIMED || (!PASSES.includes(codeOf(ended)) && presses > 0)) break;
      await this.#compare();
    }
    if (!this.isDead) await this.command(['cancel', batch]);
  }

  /** Tells the register what became of the claims, and gives it back what it lacks. */
  async status(): Promise<string> {
    const ended = await this.command(['register', 'status', '--json']);
    return ended.exitCode === 0 ? z.object({ state: z.string() }).parse(jsonOf(ended)).state : codeOf(ended);
  }

  /** Looks up what is open, and decides with a ticket what the gateway does not know. */
  async settle(): Promise<void> {
    for (const batch of await this.batches()) {
      const { counts } = END.parse(jsonOf(await this.command(['status', batch, '--json'])));
      if (counts === undefined || counts.processing + counts.unknown === 0) continue;
      await this.command(['watch', batch, '--for', '15', '--json']);
      const asked = await this.command(['unknown', batch, '--json']);
      if (asked.exitCode !== 0) continue;
      for (const { reference } of UNKNOWN.parse(jsonOf(asked)).groups.flatMap((group) => group.payouts)) {
        const ticket = ['--ticket', 'T-4711', '--note', 'As the gateway wrote.', '--json'];
        await this.command(['resolve', reference, '--not-paid', ...ticket]);
      }
    }
  }

  /** Pays again what ended unpaid. */
  async retry(): Promise<void> {
    for (const batch of await this.batches()) {
      if (this.recorded(batch).every(({ state }) => state !== 'failed' && state !== 'rejected')) continue;
      await this.command(['retry', batch, '--yes', '--accept-warnings', ...BOUND]);
    }
  }

  async batches(): Promise<string[]> {
    const listed = await this.command(['list', '--json']);
    return listed.exitCode === 0 ? LIST.parse(jsonOf(listed)).batches.map(({ batch }) => batch) : [];
  }

  /** What lies on its disk, of one batch or of all. */
  recorded(batch: string | null = null): Recorded[] {
    const database = new Database(path.join(this.#place.data, 'desk.db'), { readonly: true, fileMustExist: true });
    try {
      const number = batch === null ? null : Number(batch.slice(1));
      return database
        .prepare<[number | null, number | null], Recorded>(
          'SELECT reference, state FROM payouts WHERE ? IS NULL OR batch_id = ?',
        )
        .all(number, number);
    } finally {
      database.close();
    }
  }

  async #compare(): Promise<void> {
    await sleep(SOON_MS);
    await this.status();
  }

  async #launchAndKill(words: readonly string[]): Promise<Ended> {
    const started = launch(this.#place, words, this.#environment);
    const isKilled = this.isDead || this.#random.percent(this.killPercent);
    const kill = (): void => void started.child.kill('SIGKILL');
    const timer = isKilled ? setTimeout(kill, this.#random.between(200, 6_000)) : undefined;
    const ended = await started.ended;
    clearTimeout(timer);
    this.#trace(words, ended);
    if (ended.signal === 'SIGKILL') this.kills += 1;
    else this.#judge(words, ended);
    return ended;
  }

  /** Every command and how it ended, beside the desk's folder. */
  #trace(words: readonly string[], { exitCode, signal, stdout, stderr }: Ended): void {
    const said = `${stdout.trimEnd().split('\n').at(-1) ?? ''} ${stderr.slice(-300)}`.slice(0, 1_500);
    const line = `${new Date().toISOString()} ${this.name} ${words.join(' ')}: ${exitCode ?? signal} ${said}\n`;
    appendFileSync(path.join(this.#place.folder, '..', 'trace.txt'), line);
  }

  #judge(words: readonly string[], { exitCode, signal, stderr }: Ended): void {
    if (EXIT_CODES.includes(exitCode)) return;
    this.broken.push(`${this.name}: ${words.join(' ')} ended with ${exitCode ?? signal}: ${stderr.slice(-400)}`);
  }
}

/** Why a command stopped, or an empty text. */
function codeOf(ended: Ended): string {
  return END.parse(jsonOf(ended)).paused?.code ?? refusalOf(ended)?.code ?? '';
}

function refusalOf(ended: Ended): z.infer<typeof END>['refused'] {
  return END.parse(jsonOf(ended)).refused;
}
