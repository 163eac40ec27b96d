// Some weeks of an office whose people correct what they ran: a file runs again with other amounts, details, names, another order
// or a row more; somebody is paid another way while the first payment is open; files go through any desk; a whole computer is
// restored. In between come next months' salaries and other rightful payments.

import { CORRECTION_KINDS, CORRECTIONS } from './corrections.ts';
import type { Life } from './life.ts';
import type { Machine } from './machine.ts';
import { drawRows, forAnotherPurpose, type OfficeRow, paidAnotherWay } from './office.ts';
import { cancel, openBatches, type ProfileName, type RunOptions, resume, watch } from './person.ts';
import { readAndPay } from './person-corrects.ts';
import { readNews, resolve, retry, unlock } from './person-decides.ts';
import type { Random } from './random.ts';
import type { MeantRow, SalaryFile } from './salary-files.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const STEPS_MIN = 6;
const STEPS_MAX = 14;

/** What goes wrong with requests and lookups during a spell, besides the quirks of the gateway. */
const PAYS = ['paid', 'paid', 'hangsAfter', 'hangsBefore', 'error500After', 'refused', 'endsFailed'] as const;
const READS = ['honest', 'honest', 'readError500', 'readBlind'] as const;

/** Another purpose with the same amount, days after a salary. */
const OTHER_PURPOSES = ['Bonus', 'Arrears', 'Advance'] as const;

/** The share of files in which a person ticks everything. */
const CARELESS_SHARE = 0.1;

/** What they do next, by weight. */
const STEPS = {
  correct: 5,
  anotherWay: 3,
  nextMonth: 2,
  otherPurpose: 2,
  payNew: 1,
  sameFile: 1,
  snapshot: 1,
  rollBack: 1.5,
  watch: 2,
  resume: 2,
  cancel: 0.5,
  decide: 2,
  retry: 2,
  news: 1,
} as const;

/** In half of the files they pay only what a correction adds, where a row was paid before. */
const DIFFERENCE_SHARE = 0.5;

const MOSTLY_AMOUNTS = [...CORRECTION_KINDS, 'amounts', 'amounts'] as const;

/** How often a corrected file keeps its name. */
const SAME_NAME_SHARE = 0.5;

/** A file of the office and its rows. */
interface OfficeFile {
  readonly file: SalaryFile;
  readonly rows: readonly OfficeRow[];
}

/** What the people of one seed know of their own work, from spell to spell. */
export class Office {
  readonly #world: World;
  readonly #files: OfficeFile[] = [];
  /** Everything they have begun to pay, on any desk. */
  readonly #begun = new Set<string>();
  #purposes = 0;

  constructor(world: World) {
    this.#world = world;
  }

  async spell(): Promise<void> {
    const { random, weather, journal } = this.#world;
    weather.settleOn({ pays: random.pick(PAYS), reads: random.pick(READS) });
    this.#world.isQuiet = true;
    journal.trace('a spell of corrections begins');
    await this.#payNew();
    const steps = STEPS_MIN + random.int(STEPS_MAX - STEPS_MIN);
    for (let step = 0; step < steps && journal.violations.length === 0; step += 1) {
      await this.#letTimePass();
      const machine = this.#machine();
      if (machine.isLocked) await this.#world.live(unlock(this.#world, machine));
      await this.#take(machine);
    }
    this.#world.isQuiet = false;
    weather.settleOn(null);
    journal.trace('a spell of corrections ends');
  }

  async #take(machine: Machine): Promise<void> {
    const world = this.#world;
    const { random, clock } = world;
    const open = openBatches(machine);
    const batch = open[random.int(open.length)];
    const liveIfAny = async (life: Life | null): Promise<void> => (life === null ? undefined : world.live(life));
    switch (random.weighted<keyof typeof STEPS>(STEPS, 'correct')) {
      case 'correct':
        return this.#correct();
      case 'anotherWay':
        return this.#payAnotherWay(machine);
      case 'nextMonth':
        await clock.advance((24 + random.int(9)) * DAY_MS);
        return this.#payForAnother('Salary');
      case 'otherPurpose':
        return this.#payForAnother(random.pick(OTHER_PURPOSES));
      case 'payNew':
        return this.#payNew();
      case 'sameFile':
        return this.#pay(this.#drawn(), {});
      case 'snapshot':
        return machine.keepSnapshot();
      case 'rollBack':
        return world.rollBack(machine);
      case 'watch':
        return world.live(watch(world, machine, null, drawPatience(random)));
      case 'resume':
        return liveIfAny(batch === undefined ? null : resume(world, machine, batch, drawPatience(random)));
      case 'cancel':
        return liveIfAny(batch === undefined ? null : cancel(world, machine, batch));
      case 'decide':
        return liveIfAny(resolve(world, machine));
      case 'retry':
        return liveIfAny(retry(world, machine, drawPatience(random)));
      case 'news':
        return world.live(readNews(world, machine));
    }
  }

  /** A new file for a new purpose. */
  async #payNew(): Promise<void> {
    const { random } = this.#world;
    const { purpose, word } = this.#newPurpose(random.pick(['Salary', 'Refund']));
    await this.#payRows(drawRows(purpose, random.chance(0.25) ? word : null, random), this.#fileName(purpose));
  }

  /** The people of a file for another purpose: each of them is owed that. */
  async #payForAnother(what: string): Promise<void> {
    const { purpose, word } = this.#newPurpose(what);
    await this.#payRows(forAnotherPurpose(this.#drawn().rows, purpose, word), this.#fileName(purpose));
  }

  /** Corrects a file that was run once or twice, and runs it again. */
  async #correct(): Promise<void> {
    const { random, journal } = this.#world;
    const { file, rows: before } = this.#drawn();
    let rows = before;
    for (let times = 1 + random.int(2); times > 0; times -= 1) {
      const kind = random.pick(MOSTLY_AMOUNTS);
      journal.fault(`corrected ${kind}`);
      rows = CORRECTIONS[kind](rows, random);
    }
    const { name } = file.checked.file;
    const corrected = name.replace('.csv', random.pick([' (1).csv', ' corrected.csv', '_v2.csv']));
    await this.#payRows(rows, random.chance(SAME_NAME_SHARE) ? name : corrected);
  }

  /** Pays somebody whose payment is open on this desk for the same another way, here or on another desk. */
  async #payAnotherWay(machine: Machine): Promise<void> {
    const { random, files, journal } = this.#world;
    const open = machine.disk.payouts().flatMap(({ state, file, row }): OfficeRow[] => {
      const intention = OPEN.includes(state) ? files.get(file)?.rows.get(row)?.intention : undefined;
      const meant = this.#files.flatMap(({ rows }) => rows).find((one) => one.intention === intention);
      return meant === undefined ? [] : [meant];
    });
    const row = open[random.int(open.length)];
    if (row === undefined) return this.#correct();
    journal.fault('paidAnotherWay');
    await this.#payRows([paidAnotherWay({ ...row, reference: null }, random)], `${row.name}.csv`);
  }

  /** The name of a file: its purpose, mostly with the month it is written in. */
  #fileName(purpose: string): string {
    const { random, clock } = this.#world;
    const month = new Date(clock.nowMs).toLocaleString('en-IN', { month: 'long', timeZone: 'Asia/Kolkata' });
    return random.chance(0.7) ? `${purpose} ${month}.csv` : `${purpose}.csv`;
  }

  async #payRows(rows: readonly OfficeRow[], called: string): Promise<void> {
    const file = await this.#world.addFile(rows, called);
    const made = { file, rows };
    this.#files.push(made);
    await this.#pay(made, { diesSoon: this.#world.random.chance(0.15) });
  }

  /**
   * Pays a file from any desk. A person who is asked about a row ticks it if nobody has begun to pay it; some tick everything.
   */
  async #pay({ file, rows }: OfficeFile, { diesSoon = false }: { readonly diesSoon?: boolean }): Promise<void> {
    const world = this.#world;
    const { random } = world;
    const isCareless = random.chance(CARELESS_SHARE);
    const isNew = new Set(rows.flatMap(({ intention }, index) => (this.#begun.has(intention) ? [] : [index + 2])));
    const wants = ({ rowNumber }: Pick<MeantRow, 'rowNumber'>): boolean => isCareless || isNew.has(rowNumber);
    const paysDifference = random.chance(DIFFERENCE_SHARE);
    const profile = random.weighted<ProfileName>({ main: 8, moved: 1, other: 1 }, 'main');
    const options = { ...drawPatience(random), diesSoon, profile, wants, paysDifference };
    await world.live(readAndPay(world, this.#machine(), file, options));
    for (const { intention } of rows) this.#begun.add(intention);
  }

  #newPurpose(what: string): { readonly purpose: string; readonly word: string } {
    this.#purposes += 1;
    return { purpose: `${what} ${this.#purposes}`, word: `${what.slice(0, 3).toUpperCase()}${this.#purposes}` };
  }

  /** One of the recent files. */
  #drawn(): OfficeFile {
    const late = this.#files.slice(-FILES_AT_HAND);
    const drawn = late[this.#world.random.int(late.length)];
    if (drawn === undefined) throw new Error('an office without a file');
    return drawn;
  }

  #machine(): Machine {
    const { machines, random } = this.#world;
    const machine = machines[random.int(machines.length)];
    if (machine === undefined) throw new Error('a world without a computer');
    return machine;
  }

  /** Mostly minutes or a day, because that is when people correct. */
  async #letTimePass(): Promise<void> {
    const { random, clock } = this.#world;
    const pause = random.pick([5_000, MINUTE_MS, 20 * MINUTE_MS, 3 * HOUR_MS, 26 * HOUR_MS, 26 * HOUR_MS, 5 * DAY_MS]);
    await clock.advance(pause);
  }
}

const FILES_AT_HAND = 4;

const OPEN: readonly string[] = ['queued', 'sending', 'processing', 'unknown'];

function drawPatience(random: Random): RunOptions {
  return { until: random.chance(0.3) ? 'sent' : 'settled', forMs: random.pick([6_000, 20_000]), isFair: false };
}
