// Counts the gateway's money by person and amount, and by intention where the office knows it, over everything the desks ever
// did: all files, batches, merchants, addresses and computers. Cases that are no fault of a desk are listed in
// docs/simulation.md, one reason for each `return` here. Never excuse a payment by what a desk believes: its database tells only
// which references it holds and what a person decided.

import type { DecisionRow, DiskReader, PayoutRow } from './disk-reader.ts';
import { type GroundTruth, mayBePaid, type Payment, type PaymentName, type PaymentState } from './ground-truth.ts';
import type { HeardWord, HeardWords } from './heard-words.ts';
import {
  CORRECTED,
  DOUBLE_TICKS,
  INTENTIONS_AGAIN,
  INTENTIONS_ONCE,
  type Journal,
  KNOWINGLY,
  OTHER_COMPUTER,
  RIGHTFUL_TICKS,
  TWO_PEOPLE,
  UNFORESEEABLE,
  WRONG_DECISION,
  WRONG_GATEWAY,
} from './journal.ts';
import type { Caller } from './simulated-gateway.ts';
import type { WirePayout } from './wire-payout.ts';

const DAY_MS = 24 * 3_600_000;

/** The desk's own window is 30 days, and clocks jump by one. */
const WINDOW_MS = 28 * DAY_MS;
/** The time between an answer and its record on disk. */
const WRITTEN_WITHIN_MS = 1_000;

/** From here on a single tick for the whole file is enough. */
const NEXT_MONTH_MS = 24 * DAY_MS;

const UNPAID: readonly (string | null)[] = ['failed', 'rejected', 'reversed'];

/** A requested payment, and when. `adds` lists the batches to which it pays a correction's difference. */
interface Asked extends PaymentName {
  readonly atMs: number;
  readonly payee: string;
  readonly amountPaise: number;
  readonly adds?: ReadonlySet<number>;
}

/**
 * What a person was shown beside a row that they ticked. `batches` is null when that was not recorded; `differencePaise` is set
 * when only the difference is to be paid.
 */
export interface Shown {
  readonly batches: ReadonlySet<number> | null;
  readonly differencePaise: number | null;
}

const NOT_NOTED: Shown = { batches: null, differencePaise: null };

/** When a person ticked a row, and what they saw. */
interface Tick extends Shown {
  readonly atMs: number;
  readonly wallMs: number;
}

/** What a machine learned of an earlier payment, and what its person decided about it or, while unsent, cancelled. */
export interface Before {
  readonly words: readonly HeardWord[];
  readonly isOfThisDatabase: (word: HeardWord) => boolean;
  /** Its states on disk. */
  readonly states: readonly (string | null)[];
  readonly settledAtMs: readonly (number | null)[];
  readonly decisions: readonly DecisionRow[];
  readonly cancelledAtMs: number | null;
}

export interface MoneyWorld {
  readonly journal: Journal;
  readonly truth: GroundTruth;
  readonly heard: HeardWords;
  readonly nowMs: { wall(): number; monotonic(): number };
  /** Whom the row pays for what; null when the office does not say. */
  readonly intentionOf: (row: Pick<PayoutRow, 'file' | 'row'>) => string | null;
  /** How many requests of the payout left the machine and may have been executed. */
  readonly openPosts: (machine: string, payment: PaymentName) => number;
}

/** One payout about to be paid, as it leaves. */
export interface Leaving {
  readonly caller: Caller;
  readonly payout: WirePayout;
  readonly row: PayoutRow;
  /** The amount in the file. */
  readonly meantPaise: number;
  readonly disk: Pick<DiskReader, 'attempts' | 'cancelledAtMs' | 'chainBefore' | 'decisions' | 'named' | 'payouts'>;
}

export class MoneyWitness {
  readonly #world: MoneyWorld;
  readonly #asked = new Map<string, Asked[]>();
  readonly #intended = new Map<string, Asked[]>();
  readonly #ticks = new Map<string, Tick[]>();
  readonly #accepted = new Map<string, number[]>();
  /** Payments that were unpaid when the same was paid again, each with the later one. */
  readonly #unpaidThen: (readonly [PaymentName, PaymentName])[] = [];

  constructor(world: MoneyWorld) {
    this.#world = world;
  }

  /** A person ticks a row of a file after being shown that its payee was paid the same before. */
  ticks(file: string, row: number, shown: Shown = NOT_NOTED): void {
    const { nowMs } = this.#world;
    append(this.#ticks, `${file} ${row}`, { ...shown, atMs: nowMs.monotonic(), wallMs: nowMs.wall() });
  }

  /**
   * A person is asked for this many ticks about a row, or for one about several. The ticks are rightful when, for one of the
   * rows, nothing of its intention is or may become paid.
   */
  asks(rows: readonly Pick<PayoutRow, 'file' | 'row'>[], ticks: number): void {
    const { journal, intentionOf } = this.#world;
    const isPaid = (row: Pick<PayoutRow, 'file' | 'row'>): boolean =>
      (this.#intended.get(intentionOf(row) ?? '') ?? []).some((name) => this.#mayBePaid(name));
    for (let tick = 0; tick < ticks; tick += 1) journal.count(rows.every(isPaid) ? DOUBLE_TICKS : RIGHTFUL_TICKS);
  }

  /** Whether a person wanted this amount paid for this row: the difference of a correction. */
  isDifference({ file, row }: Pick<PayoutRow, 'file' | 'row'>, amountPaise: number): boolean {
    return this.#differenceTicks({ file, row }, amountPaise).length > 0;
  }

  /** A person accepts every warning of a file. */
  acceptsWarnings(file: string): void {
    this.#accepted.set(file, [...(this.#accepted.get(file) ?? []), this.#world.nowMs.wall()]);
  }

  /** Judges a payout by every earlier payment requested for its person and amount, and for its intention. */
  leaves(leaving: Leaving): void {
    const { payout, row, disk, meantPaise } = leaving;
    const key = `${payout.payee} ${payout.amountPaise}`;
    const before = this.#asked.get(key) ?? [];
    for (const name of before) {
      if (isNamed(payout, name)) continue;
      this.#judge(name, leaving);
    }
    // A retry may pay with corrected details: then it is another payee, and the same salary.
    const chain = disk.chainBefore(row).filter((chained) => !before.some((one) => isNamed(one, chained)));
    for (const chained of chain) this.#judge({ ...chained, atMs: leaving.caller.sinceMs }, leaving);
    const intention = this.#world.intentionOf(row);
    const intended = intention === null ? [] : (this.#intended.get(intention) ?? []);
    const compared = [payout, ...before, ...chain];
    for (const name of intended) if (!compared.some((one) => isNamed(one, name))) this.#judge(name, leaving);
    const { mid, reference, payee, amountPaise } = payout;
    const [difference] = this.#differenceTicks(row, amountPaise);
    const adds = difference?.batches ?? null;
    const isAdded = adds !== null && meantPaise !== amountPaise;
    if (isAdded) this.#addUp(leaving, { intended, adds, meantPaise });
    const now = { atMs: this.#world.nowMs.monotonic(), payee, amountPaise };
    const asked = { mid, reference, ...now, ...(isAdded ? { adds } : {}) };
    if (!before.some((one) => isNamed(one, payout))) append(this.#asked, key, asked);
    if (intention !== null && !intended.some((one) => isNamed(one, payout) && one.payee === payee))
      append(this.#intended, intention, asked);
  }

  /** Counts payments made again whose first payment was paid after all, and intentions paid more than once. */
  countLate(): void {
    const { truth, journal } = this.#world;
    const isPaid = (name: PaymentName): boolean => {
      const payment = truth.find(name);
      return payment !== null && truth.state(payment) === 'success';
    };
    for (const names of this.#intended.values()) {
      const paid = names.filter((name) => name.adds === undefined && isPaid(name)).length;
      if (names.some((name) => name.adds !== undefined && isPaid(name))) journal.count(CORRECTED);
      if (paid > 0) journal.count(paid > 1 ? INTENTIONS_AGAIN : INTENTIONS_ONCE);
    }
    for (const [before, later] of this.#unpaidThen) if (isPaid(before) && isPaid(later)) journal.count(UNFORESEEABLE);
  }

  #judge(name: Asked, leaving: Leaving): void {
    const { caller, payout, row, disk } = leaving;
    const { truth, journal, heard, openPosts } = this.#world;
    const { machine, process, sinceMs } = caller;
    const payment = truth.find(name);
    const isPaid = payment !== null && mayBePaid(truth.state(payment));
    // Two computers may pay two people under one reference of a sheet: each holds its own.
    const known = disk.named(name).filter((one) => one.payee === name.payee && one.amountPaise === name.amountPaise);
    if (known.length === 0) {
      if (isPaid) journal.count(OTHER_COMPUTER);
      return;
    }
    if (known.some(({ batch }) => batch === row.batch)) return;
    const words = heard.of(machine, name);
    // The same row is unsent here, because another computer has paid it.
    const isUnsentHere = disk.attempts(name) === 0 && known.every(({ state }) => state === 'queued');
    if (isUnsentHere && openPosts(machine, name) === 0 && !words.some(({ says }) => says !== null)) {
      if (isPaid) journal.count(OTHER_COMPUTER);
      return;
    }
    const decisions = known.flatMap(({ payoutId }) => disk.decisions(payoutId));
    const ticks = this.#ticksFor(row, name, known);
    // Payouts of another merchant of the same people are shown when a person is asked, whatever their state.
    if (name.mid !== payout.mid && ticks.some(({ atMs }) => atMs >= name.atMs)) return journal.count(KNOWINGLY);
    // Every payment to another account of a person is shown, whatever its state, and a tick is enough.
    const isOtherAccount = this.#isSameIntention(row, name) && known.every(({ payee }) => payee !== payout.payee);
    if (isOtherAccount && ticks.some(({ atMs }) => atMs >= name.atMs)) return journal.count(KNOWINGLY);
    // To a desk, two accounts that were both paid under one name are two people: the name alone no longer counts.
    const wasPaid = (payee: string): boolean =>
      disk.payouts().some((one) => one.payee === payee && one.state === 'success' && one.reference !== name.reference);
    if (isOtherAccount && wasPaid(payout.payee) && wasPaid(name.payee)) return journal.count(TWO_PEOPLE);
    // Cancelled here without ever being sent: it was sent from a database that this one has replaced.
    const isOfAnother = disk.attempts(name) === 0 && known.every(({ state }) => state === 'cancelled');
    if (!isOfAnother && openPosts(machine, name) > 0 && decisions.length === 0 && !words.some(isEnding)) {
      return this.#violation(leaving, name, 'of which nobody knows how it ended');
    }
    if (!isPaid) {
      this.#unpaidThen.push([name, { mid: payout.mid, reference: payout.reference }]);
      return;
    }
    const cancelledAtMs = disk.cancelledAtMs(name);
    const states = known.map(({ state }) => state);
    const isOfThisDatabase = (word: HeardWord): boolean => heard.isOfThisDatabase(machine, word);
    const settledAtMs = known.map((one) => one.settledAtMs);
    const before = { words, isOfThisDatabase, states, settledAtMs, decisions, cancelledAtMs };
    if (this.#isKnowing(payment, { row, ticks, ...before })) return journal.count(KNOWINGLY);
    if (!this.#isSameIntention(row, name) && this.#isUsual(name, disk)) return journal.count(KNOWINGLY);
    if (this.#isLongAgo(payment, before)) return;
    // For one intention, the desk's own evidence counts even when lookups do not show it.
    const isOnRecord = this.#isSameIntention(row, name) && mayBePaid(lastSaid(words)) && decisions.length === 0;
    if (!mayBePaid(truth.seen(payment, sinceMs)) && !isOnRecord) return journal.count(UNFORESEEABLE);
    if (name.mid !== payout.mid) {
      // A restored database lacks what its machine did later.
      if (!mayBePaid(lastSaid(words.filter(isOfThisDatabase)))) return journal.count(UNFORESEEABLE);
      return this.#violation(leaving, name, 'which was paid through another merchant, and nobody was asked');
    }
    const last = words.findLast((word) => word.process === process && word.by === 'lookup');
    if (last !== undefined && UNPAID.includes(last.says)) return journal.count(WRONG_GATEWAY);
    const isSilence = last?.says === null && (last.httpStatus ?? 500) < 500 && last.httpStatus !== 429;
    if (isSilence && decisions.some(({ decided }) => decided === 'notPaid')) return journal.count(WRONG_DECISION);
    const why = last === undefined ? 'and was not looked up' : `though its look-up said ${last.says ?? 'nothing'}`;
    this.#violation(leaving, name, `which is paid, ${why}`);
  }

  /** The ticks for a row that are about an earlier payment; for the same intention, only those that showed exactly that one. */
  #ticksFor(row: PayoutRow, name: Asked, known: readonly PayoutRow[]): readonly Tick[] {
    const ticks = this.#ticks.get(`${row.file} ${row.row}`) ?? [];
    if (!this.#isSameIntention(row, name)) return ticks;
    const isShown = ({ batches }: Tick): boolean =>
      batches === null || known.some(({ batch }) => batches.has(batch)) || isAmong(name.adds, batches);
    return ticks.filter(isShown);
  }

  #differenceTicks({ file, row }: Pick<PayoutRow, 'file' | 'row'>, amountPaise: number): readonly Tick[] {
    const ticks = this.#ticks.get(`${file} ${row}`) ?? [];
    return ticks.filter(({ differencePaise }) => differencePaise === amountPaise);
  }

  /** Together with the earlier payments, a difference must add up to the corrected amount, and no more. */
  #addUp(
    leaving: Leaving,
    {
      intended,
      adds,
      meantPaise,
    }: { readonly intended: readonly Asked[]; readonly adds: ReadonlySet<number>; readonly meantPaise: number },
  ): void {
    const { payout, disk } = leaving;
    const isOfIt = (name: Asked): boolean =>
      !isNamed(payout, name) &&
      (isAmong(name.adds, adds) || disk.named(name).some(({ batch }) => adds.has(batch))) &&
      this.#mayBePaid(name);
    const paid = intended.filter(isOfIt).reduce((sum, { amountPaise }) => sum + amountPaise, payout.amountPaise);
    if (paid <= meantPaise) return;
    const { reference, amountPaise } = payout;
    this.#world.journal.violation(
      `${reference} pays a difference of ${amountPaise} paise, and ${paid} in all, where ${meantPaise} were meant`,
    );
  }

  #mayBePaid(name: PaymentName): boolean {
    const { truth } = this.#world;
    const payment = truth.find(name);
    return payment !== null && mayBePaid(truth.state(payment));
  }

  #isSameIntention(row: PayoutRow, earlier: PaymentName): boolean {
    const intended = this.#intended.get(this.#world.intentionOf(row) ?? '') ?? [];
    return intended.some((one) => isNamed(one, earlier));
  }

  /** Whether a person who was shown that it is paid still asked for this one. */
  #isKnowing(
    payment: Payment,
    { row, ticks, words, decisions }: Before & { readonly row: PayoutRow; readonly ticks: readonly Tick[] },
  ): boolean {
    const { truth } = this.#world;
    // The answer to a payout says that it was paid before lookups show it: the desk asks because of that answer.
    const isToldBy = (atMs: number): boolean => lastSaid(words.filter((word) => word.atMs <= atMs)) === 'success';
    const heardMs = words.find(({ says }) => says === 'success')?.wallMs ?? Number.POSITIVE_INFINITY;
    const decidedMs = decisions.find(({ decided }) => decided === 'paid')?.atMs ?? Number.POSITIVE_INFINITY;
    const isKnown = ({ atMs, wallMs }: Tick): boolean =>
      mayBePaid(truth.seen(payment, atMs)) || isToldBy(atMs) || decidedMs <= wallMs;
    if (ticks.some(isKnown)) return true;
    const accepted = this.#accepted.get(row.file) ?? [];
    return accepted.some((wallMs) => wallMs - Math.min(heardMs, decidedMs) >= NEXT_MONTH_MS);
  }

  /**
   * Whether its payee was twice before accepted as paid for something else, at intervals no longer than the time since this one;
   * or whether that goes for a later payment, up to which each was accepted beside the one before.
   */
  #isUsual(name: Asked, disk: Leaving['disk']): boolean {
    const paid = (this.#asked.get(`${name.payee} ${name.amountPaise}`) ?? []).flatMap((one) => {
      const [row] = disk.named(one);
      return row === undefined || row.settledAtMs === null ? [] : [{ one, row, atMs: row.settledAtMs }];
    });
    const at = paid.findIndex(({ one }) => isNamed(one, name));
    if (at === -1) return false;
    const isTicked = ({ row }: (typeof paid)[number]): boolean => this.#ticks.has(`${row.file} ${row.row}`);
    return paid.some((last, index) => {
      const [first, second] = paid.slice(Math.max(index - 2, 0), index);
      if (index < at || first === undefined || second === undefined) return false;
      if (![second, last, ...paid.slice(at + 1, index)].every(isTicked)) return false;
      const longestMs = Math.max(last.atMs - second.atMs, second.atMs - first.atMs);
      return this.#world.nowMs.wall() - last.atMs >= longestMs * (6 / 7);
    });
  }

  /**
   * Whether the desk's window is over, by the machine's clock, since it learned the ending or, if it did not, since the payment.
   */
  #isLongAgo({ sinceMs }: Payment, before: Before): boolean {
    const { nowMs } = this.#world;
    const sinceKnownMs = knownSinceMs(before);
    return sinceKnownMs > 0 ? nowMs.wall() - sinceKnownMs >= WINDOW_MS : nowMs.monotonic() - sinceMs >= WINDOW_MS;
  }

  #violation({ payout, row }: Leaving, before: PaymentName, why: string): void {
    const { reference, payee, amountPaise } = payout;
    const whom = this.#isSameIntention(row, before) ? `${payee} (${this.#world.intentionOf(row)})` : payee;
    this.#world.journal.violation(
      `${reference} pays ${amountPaise} paise to ${whom} once more, beside ${before.reference}, ${why}`,
    );
  }
}

function isAmong(some: ReadonlySet<number> | undefined, all: ReadonlySet<number>): boolean {
  return [...(some ?? [])].some((one) => all.has(one));
}

function isNamed(one: PaymentName, { mid, reference }: PaymentName): boolean {
  return one.mid === mid && one.reference === reference;
}

function append<Item>(to: Map<string, Item[]>, key: string, item: Item): void {
  to.set(key, [...(to.get(key) ?? []), item]);
}

/**
 * When a machine learned, from the gateway or a person, how it ended or that it is not sent, by its own clock; 0 if it has not.
 */
export function knownSinceMs({
  words,
  isOfThisDatabase,
  states,
  settledAtMs,
  decisions,
  cancelledAtMs,
}: Before): number {
  // Answers to another database, and answers that may have been lost, count only if the disk has their state.
  const isOnDisk = ({ says }: HeardWord): boolean => states.includes(says);
  // Answers of a copied database come before this one's own: the earliest counts, whichever database got it.
  const heard = words
    .filter((word) => isEnding(word) && (word.isDistinct || isOnDisk(word)))
    .toSorted((one, other) => one.atMs - other.atMs);
  // An answer to a process that died counts when the disk has that time; the write may have come a little later.
  const isDated = ({ wallMs }: HeardWord): boolean =>
    settledAtMs.some((atMs) => atMs !== null && atMs >= wallMs && atMs - wallMs <= WRITTEN_WITHIN_MS);
  const surelyKept = heard.filter(
    (word) => (wasKept(word) || isDated(word)) && (isOfThisDatabase(word) || isOnDisk(word)),
  );
  const endings = surelyKept.length > 0 ? surelyKept : heard.filter(isOnDisk);
  const first = endings.findLast(({ says }, index) => says !== endings[index - 1]?.says);
  const decision = decisions.at(-1);
  // A person whose decision was "paid" knew it before the gateway said so.
  const isDecidedFirst = first === undefined || (decision?.decided === 'paid' && first.says === 'success');
  return isDecidedFirst
    ? (decision?.atMs ?? first?.wallMs ?? cancelledAtMs ?? 0)
    : Math.max(first.wallMs, decision?.atMs ?? 0);
}

/** The last state named for it that is surely on disk; null when there was none. */
function lastSaid(words: readonly HeardWord[]): PaymentState | null {
  return words.filter(wasKept).findLast(({ says }) => says !== null)?.says ?? null;
}

/** Whether it is surely on disk: a process that dies right after an answer may not have recorded it. */
function wasKept({ process }: HeardWord): boolean {
  return process.isFinished || process.alive;
}

/** Whether it names an ending, and not only that the payout is in progress. */
function isEnding({ says }: HeardWord): boolean {
  return says !== null && says !== 'processing';
}
