// Stands beside the wire and judges every request in the moment its bytes leave: is its intent on disk, is the amount what
// the file meant, was it ever posted before, does another batch pay the same, is the rate kept. In: what leaves and what
// comes back. Out: violations. This file must never ask the desk, only the disk, the files and its own memory.

import type { SalaryFile } from './salary-files.ts';
import type { Dialect } from './dialect.ts';
import type { PayoutRow } from './disk-reader.ts';
import { type Journal, TWO_COMPUTERS, WRONG_DECISION, WRONG_GATEWAY } from './journal.ts';
import type { GroundTruth, PaymentState } from './ground-truth.ts';
import type { Machine } from './machine.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { Caller, Saying, WireWitness } from './simulated-gateway.ts';
import type { WirePayout } from './wire-payout.ts';

/** One payout request whose bytes left. Shape: `isRefuted` once a 401 to it was confirmed by the wallet. */
interface PostRecord {
  readonly process: SimulatedProcess;
  /** It left another machine, whose database then came here. */
  readonly isShared: boolean;
  hadUnauthorized: boolean;
  isRefuted: boolean;
}

export interface WitnessWorld {
  readonly journal: Journal;
  readonly dialect: Dialect;
  readonly files: ReadonlyMap<string, SalaryFile>;
  readonly truth: GroundTruth;
  /** Hears of each post, whoever posts. */
  readonly ids: { posts(process: SimulatedProcess): void };
  readonly nowMs: { wall(): number; monotonic(): number };
  machineOf(name: string): Machine;
}

const UNPAID: readonly string[] = ['failed', 'rejected', 'reversed'];

/** A rival paid within this must have stopped the row; the desk's own window is 30 days, and clocks jump by one. */
const RIVAL_WINDOW_MS = 28 * 24 * 3_600_000;

export class Witness implements WireWitness {
  readonly #world: WitnessWorld;
  readonly #posts = new Map<string, PostRecord[]>();
  readonly #words = new Map<string, PaymentState[]>();
  readonly #purses = new WeakMap<SimulatedProcess, number>();
  readonly #silences = new Map<string, Saying[]>();
  readonly #writes = new Map<string, number[]>();
  readonly #limits = new WeakMap<SimulatedProcess, number>();
  readonly #told = new WeakMap<SimulatedProcess, Set<string>>();

  constructor(world: WitnessWorld) {
    this.#world = world;
  }

  /** The rate that a process may use. */
  permit(process: SimulatedProcess, limitPerSecond: number): void {
    this.#limits.set(process, limitPerSecond);
  }

  /** What the gateway ever said of a payout to this machine, in order. */
  wordsOf(machine: string, reference: string): readonly PaymentState[] {
    return this.#words.get(`${machine} ${reference}`) ?? [];
  }

  /** How many look-ups of this machine heard nothing of the payout, or nothing but what may mean that. */
  silencesAbout(machine: string, reference: string): number {
    return this.#silences.get(`${machine} ${reference}`)?.length ?? 0;
  }

  /** How many requests of the payout left this machine, or another before its database came here, and may have been executed. */
  openPosts(machine: string, reference: string): number {
    const posts = this.#posts.get(`${machine} ${reference}`) ?? [];
    // A database that came here by way of another computer holds only what it was itself a part of.
    const knows = posts.some(({ isShared }) => isShared) && this.#world.machineOf(machine).disk.attempts(reference) > 0;
    return posts.filter(({ isRefuted, isShared }) => !isRefuted && (!isShared || knows)).length;
  }

  /** One machine's database now lies on another: what was heard and posted there is this one's past as well. */
  shares({ from, to }: { readonly from: string; readonly to: string }): void {
    share(this.#words, { from, to }, (word) => word);
    share(this.#posts, { from, to }, (post) => ({ ...post, isShared: true }));
    share(this.#silences, { from, to }, (saying) => saying);
  }

  /** A machine has its own past again: what another one posted is no longer in its database. */
  parts(machine: string): void {
    for (const [key, posts] of this.#posts) {
      if (key.startsWith(`${machine} `))
        this.#posts.set(
          key,
          posts.filter(({ isShared }) => !isShared),
        );
    }
  }

  leaves({ machine, process }: Caller): void {
    const now = this.#world.nowMs.monotonic();
    const writes = (this.#writes.get(machine) ?? []).filter((at) => now - at <= 1_000);
    writes.push(now);
    this.#writes.set(machine, writes);
    const limit = this.#limits.get(process) ?? 0;
    if (writes.length > limit)
      this.#violation(`${machine} wrote ${writes.length} requests in a second, ${limit} allowed`);
  }

  posts(caller: Caller, payout: WirePayout): void {
    const { reference } = payout;
    const disk = this.#world.machineOf(caller.machine).disk;
    if (this.#world.machineOf(caller.machine).isLocked) this.#violation(`${reference} was posted by a locked desk`);
    const row = disk.payout(reference);
    if (row === null) return this.#violation(`${reference} was posted and is not on disk`);
    const isIntent = row.state === 'sending' || (row.state === 'unknown' && row.unknownReason === 'slept');
    if (!isIntent || disk.openAttempts(row.payoutId) !== 1) {
      this.#violation(
        `${reference} was posted while ${row.state} with ${disk.openAttempts(row.payoutId)} open attempts`,
      );
    }
    this.#world.ids.posts(caller.process);
    this.#spend(caller, payout);
    this.#compare(row, payout, caller);
    this.#judgeRetry(row, caller);
    for (const rival of disk.rivals(row, this.#world.nowMs.wall() - RIVAL_WINDOW_MS)) {
      this.#violation(`${reference} was posted although ${rival} of another batch pays the same to the same person`);
    }
    if (this.#told.get(caller.process)?.has(reference) === true) {
      this.#violation(`${reference} was posted although the gateway had just said that it knows it`);
    }
    this.#record(caller, reference);
  }

  payoutAnswered(caller: Caller, payout: WirePayout, heard: Saying): void {
    const posts = this.#postsOf(caller, payout.reference);
    const last = posts.at(-1);
    if (last !== undefined) last.hadUnauthorized = heard.httpStatus === 401;
    // A payout that was not executed costs nothing.
    const purse = this.#purses.get(caller.process);
    if (purse !== undefined && heard.httpStatus === 401) this.#purses.set(caller.process, purse + payout.amountPaise);
    // A refusal of a second request proves nothing about the first.
    const isBelievable =
      this.#knownPosts(caller, payout.reference).length === 1 || (heard.says !== 'failed' && heard.says !== 'rejected');
    if (isBelievable) this.#hear(caller.machine, payout.reference, heard.says);
  }

  lookedUp(caller: Caller, reference: string, heard: Saying): void {
    const key = `${caller.machine} ${reference}`;
    // In some dialects "not known" is worded as a refusal or as under way, and the desk rightly takes it for silence.
    if (heard.says !== 'success' && heard.says !== 'reversed')
      this.#silences.set(key, [...(this.#silences.get(key) ?? []), heard]);
    this.#hear(caller.machine, reference, heard.says);
    const told = this.#told.get(caller.process) ?? new Set();
    if (heard.says !== null && this.#world.dialect.tells(heard.says)) told.add(reference);
    else told.delete(reference);
    this.#told.set(caller.process, told);
  }

  walletAnswered({ machine, process }: Caller, httpStatus: number | null, balancePaise: number | null): void {
    const unit = this.#world.machineOf(machine).disk.walletUnit();
    if (balancePaise !== null && unit !== null) {
      // A person who confirmed the wrong unit sees a hundredth.
      const shown = unit === 'rupees' ? balancePaise : Math.floor(balancePaise / 100);
      this.#purses.set(process, Math.max(shown, this.#purses.get(process) ?? shown));
    }
    if (httpStatus !== 401) return;
    for (const posts of this.#posts.values()) {
      for (const post of posts) if (post.process === process && post.hadUnauthorized) post.isRefuted = true;
    }
  }

  /** Where its unit is confirmed, no more leaves than the wallet held when it was last read. */
  #spend({ process }: Caller, { reference, amountPaise }: WirePayout): void {
    const purse = this.#purses.get(process);
    if (purse === undefined) return;
    this.#purses.set(process, purse - amountPaise);
    if (amountPaise > purse) this.#violation(`${reference} was posted with ${purse} paise left in the wallet`);
  }

  /** Amount, payee, remark and address are those of the file's row. */
  #compare(row: PayoutRow, payout: WirePayout, { baseUrl }: Caller): void {
    const meant = this.#world.files.get(row.file)?.rows.get(row.row);
    const wanted = [meant?.person, meant?.amountPaise, meant?.remark, row.baseUrl, row.mid].join(' ');
    const sent = [payout.person, payout.amountPaise, payout.remark, baseUrl, payout.mid].join(' ');
    if (wanted !== sent) this.#violation(`${row.reference} left as ${sent} and was meant as ${wanted}`);
    if (row.amountPaise !== payout.amountPaise)
      this.#violation(`${row.reference} left with another amount than stored`);
  }

  /**
   * Money may move a second time in a chain of retries only where the retry is on record, and beside it either a person's
   * "not paid", or the gateway's own refusal: heard twice, and nothing else heard since.
   */
  #judgeRetry(row: PayoutRow, { machine }: Caller): void {
    const { truth, journal } = this.#world;
    for (const before of this.#world.machineOf(machine).disk.chainBefore(row)) {
      const { reference, state, decidedBy } = before;
      if (!UNPAID.includes(state)) this.#violation(`${row.reference} pays ${reference} again, which is ${state}`);
      const payment = truth.find({ reference });
      if (payment === null || UNPAID.includes(truth.state(payment))) continue;
      if (decidedBy !== null) {
        journal.count(WRONG_DECISION);
        continue;
      }
      const words = this.wordsOf(machine, reference);
      const isTold = words.filter((word) => word === state).length >= 2 && words.at(-1) === state;
      if (isTold) journal.count(WRONG_GATEWAY);
      else this.#violation(`${row.reference} pays ${reference} again, which was paid, and nobody said otherwise`);
    }
  }

  #record(caller: Caller, reference: string): void {
    const posts = this.#postsOf(caller, reference);
    const known = this.#knownPosts(caller, reference);
    if (known.some(({ isRefuted }) => !isRefuted))
      this.#violation(`${reference} was posted again by ${caller.machine}`);
    if (known.length === 0 && (posts.length > 0 || this.#isPostedElsewhere(caller.machine, reference))) {
      this.#world.journal.count(TWO_COMPUTERS);
    }
    posts.push({ process: caller.process, hadUnauthorized: false, isRefuted: false, isShared: false });
    this.#posts.set(`${caller.machine} ${reference}`, posts);
  }

  /** A database that came from another machine may have come there from a third: then it knows nothing of that one's posts. */
  #knownPosts(caller: Caller, reference: string): PostRecord[] {
    const knows = this.#world.machineOf(caller.machine).disk.attempts(reference) > 1;
    return this.#postsOf(caller, reference).filter(({ isShared }) => !isShared || knows);
  }

  #postsOf({ machine }: Caller, reference: string): PostRecord[] {
    return this.#posts.get(`${machine} ${reference}`) ?? [];
  }

  #isPostedElsewhere(machine: string, reference: string): boolean {
    return [...this.#posts.keys()].some((key) => key !== `${machine} ${reference}` && key.endsWith(` ${reference}`));
  }

  #hear(machine: string, reference: string, says: PaymentState | null): void {
    if (says === null) return;
    const key = `${machine} ${reference}`;
    const words = this.#words.get(key);
    if (words === undefined) this.#words.set(key, [says]);
    else words.push(says);
  }

  #violation(sentence: string): void {
    this.#world.journal.violation(sentence);
  }
}

/** What is known under one machine's name is known under another's from now on. */
function share<Item>(
  kept: Map<string, Item[]>,
  { from, to }: { readonly from: string; readonly to: string },
  asShared: (item: Item) => Item,
): void {
  for (const [key, items] of Array.from(kept)) {
    const [machine, reference] = key.split(' ');
    if (machine !== from) continue;
    const own = `${to} ${reference}`;
    kept.set(own, [...(kept.get(own) ?? []), ...items.map(asShared)]);
  }
}
