// Counts the gateway's money by person and amount, over everything the desks ever did: all files, batches, merchants,
// addresses and computers. What is no fault of a desk is listed in docs/simulation.md, one reason for each `return`
// here. This file must never excuse by what a desk believes: its database says only which references it holds and what
// a person decided.

import type { DecisionRow, DiskReader, PayoutRow } from './disk-reader.ts';
import { type GroundTruth, mayBePaid, type Payment, type PaymentName, type PaymentState } from './ground-truth.ts';
import type { HeardWord, HeardWords } from './heard-words.ts';
import { type Journal, KNOWINGLY, OTHER_COMPUTER, UNFORESEEABLE, WRONG_DECISION, WRONG_GATEWAY } from './journal.ts';
import type { Caller } from './simulated-gateway.ts';
import type { WirePayout } from './wire-payout.ts';

const DAY_MS = 24 * 3_600_000;

/** The desk's own window is 30 days, and clocks jump by one. */
const WINDOW_MS = 28 * DAY_MS;

/** From here on one word for the whole file is enough. */
const NEXT_MONTH_MS = 24 * DAY_MS;

const UNPAID: readonly (string | null)[] = ['failed', 'rejected', 'reversed'];

/** A payment that was asked for, and when. */
interface Asked extends PaymentName {
  readonly atMs: number;
}

/** When a person ticked a row. */
interface Tick {
  readonly atMs: number;
  readonly wallMs: number;
}

/** What a machine heard of an earlier payment, and what its person decided about it or, unsent, cancelled. */
export interface Before {
  readonly words: readonly HeardWord[];
  readonly isOfThisDatabase: (word: HeardWord) => boolean;
  /** What it is on disk. */
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
  /** How many requests of the payout left the machine and may have been executed. */
  readonly openPosts: (machine: string, payment: PaymentName) => number;
}

/** One payout about to be paid, as it leaves. */
export interface Leaving {
  readonly caller: Caller;
  readonly payout: WirePayout;
  readonly row: PayoutRow;
  readonly disk: DiskReader;
}

export class MoneyWitness {
  readonly #world: MoneyWorld;
  readonly #asked = new Map<string, Asked[]>();
  readonly #ticks = new Map<string, Tick[]>();
  readonly #accepted = new Map<string, number[]>();
  /** Payments that were unpaid when the same was paid again, each with the later one. */
  readonly #unpaidThen: (readonly [PaymentName, PaymentName])[] = [];

  constructor(world: MoneyWorld) {
    this.#world = world;
  }

  /** A person ticks a row of a file, having been shown that its person was paid the same before. */
  ticks(file: string, row: number): void {
    const key = `${file} ${row}`;
    const { nowMs } = this.#world;
    this.#ticks.set(key, [...(this.#ticks.get(key) ?? []), { atMs: nowMs.monotonic(), wallMs: nowMs.wall() }]);
  }

  /** A person accepts whatever warning a file comes with. */
  acceptsWarnings(file: string): void {
    this.#accepted.set(file, [...(this.#accepted.get(file) ?? []), this.#world.nowMs.wall()]);
  }

  /** Judges a payout by everything that was asked for its person and amount before. */
  leaves(leaving: Leaving): void {
    const { payout, row, disk } = leaving;
    const key = `${payout.payee} ${payout.amountPaise}`;
    const before = this.#asked.get(key) ?? [];
    for (const name of before) {
      if (name.mid === payout.mid && name.reference === payout.reference) continue;
      this.#judge(name, leaving);
    }
    // A retry may pay with corrected details: then it is another person, and the same salary.
    for (const chained of disk.chainBefore(row)) {
      if (!before.some(({ mid, reference }) => mid === chained.mid && reference === chained.reference))
        this.#judge({ ...chained, atMs: leaving.caller.sinceMs }, leaving);
    }
    const isNew = !before.some(({ mid, reference }) => mid === payout.mid && reference === payout.reference);
    const { mid, reference } = payout;
    if (isNew) this.#asked.set(key, [...before, { mid, reference, atMs: this.#world.nowMs.monotonic() }]);
  }

  /** Counts what was paid again and then came to be paid after all. */
  countLate(): void {
    const { truth, journal } = this.#world;
    const isPaid = (name: PaymentName): boolean => {
      const payment = truth.find(name);
      return payment !== null && truth.state(payment) === 'success';
    };
    for (const [before, later] of this.#unpaidThen) if (isPaid(before) && isPaid(later)) journal.count(UNFORESEEABLE);
  }

  #judge(name: Asked, { caller, payout, row, disk }: Leaving): void {
    const { truth, journal, heard, openPosts } = this.#world;
    const { machine, process, sinceMs } = caller;
    const payment = truth.find(name);
    const isPaid = payment !== null && mayBePaid(truth.state(payment));
    const known = disk.named(name);
    if (known.length === 0) {
      if (isPaid) journal.count(OTHER_COMPUTER);
      return;
    }
    if (known.some(({ batch }) => batch === row.batch)) return;
    const words = heard.of(machine, name);
    const decisions = known.flatMap(({ payoutId }) => disk.decisions(payoutId));
    const ticks = this.#ticks.get(`${row.file} ${row.row}`) ?? [];
    // Another merchant of the same people is named where a person is asked, however far its payout has come.
    if (name.mid !== payout.mid && ticks.some(({ atMs }) => atMs >= name.atMs)) return journal.count(KNOWINGLY);
    // What was cancelled here without ever being sent was sent from a database that this one has replaced.
    const isOfAnother = disk.attempts(name) === 0 && known.every(({ state }) => state === 'cancelled');
    if (!isOfAnother && openPosts(machine, name) > 0 && decisions.length === 0 && !words.some(isEnding)) {
      return this.#violation(payout, name, 'of which nobody knows how it ended');
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
    if (this.#isKnowing(payment, { row, ...before })) return journal.count(KNOWINGLY);
    if (this.#isLongAgo(payment, before)) return;
    if (!mayBePaid(truth.seen(payment, sinceMs))) return journal.count(UNFORESEEABLE);
    if (name.mid !== payout.mid) {
      if (!mayBePaid(lastSaid(words))) return journal.count(UNFORESEEABLE);
      return this.#violation(payout, name, 'which was paid through another merchant, and nobody was asked');
    }
    const last = words.findLast((word) => word.process === process && word.by === 'lookup');
    if (last !== undefined && UNPAID.includes(last.says)) return journal.count(WRONG_GATEWAY);
    const isSilence = last?.says === null && (last.httpStatus ?? 500) < 500 && last.httpStatus !== 429;
    if (isSilence && decisions.some(({ decided }) => decided === 'notPaid')) return journal.count(WRONG_DECISION);
    const why = last === undefined ? 'and was not looked up' : `though its look-up said ${last.says ?? 'nothing'}`;
    this.#violation(payout, name, `which is paid, ${why}`);
  }

  /** Whether a person who was shown that it is paid asked for this one all the same. */
  #isKnowing(payment: Payment, { row, words, decisions }: Before & { readonly row: PayoutRow }): boolean {
    const { truth } = this.#world;
    const ticks = this.#ticks.get(`${row.file} ${row.row}`) ?? [];
    // The answer to a payout says that it was paid before look-ups show it: the desk asks because of that answer.
    const isToldBy = (atMs: number): boolean => lastSaid(words.filter((word) => word.atMs <= atMs)) === 'success';
    const heardMs = words.find(({ says }) => says === 'success')?.wallMs ?? Number.POSITIVE_INFINITY;
    const decidedMs = decisions.find(({ decided }) => decided === 'paid')?.atMs ?? Number.POSITIVE_INFINITY;
    const isKnown = ({ atMs, wallMs }: Tick): boolean =>
      mayBePaid(truth.seen(payment, atMs)) || isToldBy(atMs) || decidedMs <= wallMs;
    if (ticks.some(isKnown)) return true;
    const accepted = this.#accepted.get(row.file) ?? [];
    return accepted.some((wallMs) => wallMs - Math.min(heardMs, decidedMs) >= NEXT_MONTH_MS);
  }

  /** Whether the desk's window is over, by the machine's clock, since it was told how it ended; since the payment, where it never was. */
  #isLongAgo({ sinceMs }: Payment, before: Before): boolean {
    const { nowMs } = this.#world;
    const toldMs = toldAtMs(before);
    return toldMs > 0 ? nowMs.wall() - toldMs >= WINDOW_MS : nowMs.monotonic() - sinceMs >= WINDOW_MS;
  }

  #violation({ reference, payee, amountPaise }: WirePayout, before: PaymentName, why: string): void {
    this.#world.journal.violation(
      `${reference} pays ${amountPaise} paise to ${payee} once more, beside ${before.reference}, ${why}`,
    );
  }
}

/** When a machine heard or was told by a person how it ended as it did, or that it is not sent, by its own clock; 0 when it never was. */
export function toldAtMs({ words, isOfThisDatabase, states, settledAtMs, decisions, cancelledAtMs }: Before): number {
  // Of what another database heard, and of what may all have been heard in vain, the disk says which was not.
  const isOnDisk = ({ says }: HeardWord): boolean => states.includes(says);
  const heard = words.filter((word) => isEnding(word) && (word.isTold || isOnDisk(word)));
  // What a process heard that died is kept where the disk has that very moment.
  const isDated = ({ wallMs }: HeardWord): boolean => settledAtMs.includes(wallMs);
  const surelyKept = heard.filter(
    (word) => (wasKept(word) || isDated(word)) && (isOfThisDatabase(word) || isOnDisk(word)),
  );
  const endings = surelyKept.length > 0 ? surelyKept : heard.filter(isOnDisk);
  const first = endings.findLast(({ says }, index) => says !== endings[index - 1]?.says);
  const decision = decisions.at(-1);
  // Who was told "paid" by a person knew it before the gateway said so.
  const isDecidedFirst = first === undefined || (decision?.decided === 'paid' && first.says === 'success');
  return isDecidedFirst
    ? (decision?.atMs ?? first?.wallMs ?? cancelledAtMs ?? 0)
    : Math.max(first.wallMs, decision?.atMs ?? 0);
}

/** What was last heard of it and is surely on disk; null while no word named a state. */
function lastSaid(words: readonly HeardWord[]): PaymentState | null {
  return words.filter(wasKept).findLast(({ says }) => says !== null)?.says ?? null;
}

/** Whether it is surely on disk: who dies right after an answer may have heard it in vain. */
function wasKept({ process }: HeardWord): boolean {
  return process.isFinished || process.alive;
}

/** Whether it names an ending, and not only that the payout is under way. */
function isEnding({ says }: HeardWord): boolean {
  return says !== null && says !== 'processing';
}
