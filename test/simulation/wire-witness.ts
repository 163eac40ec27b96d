// Observes the wire and judges every request at the moment its bytes leave: is its intent on disk, is the amount what the file
// meant, was it ever posted before, was the person paid before (money-witness.ts), is the rate kept.

import type { Dialect } from './dialect.ts';
import type { PayoutRow } from './disk-reader.ts';
import { type GroundTruth, mayBePaid, type PaymentName, type PaymentState, transactionIdOf } from './ground-truth.ts';
import { type HeardWord, HeardWords } from './heard-words.ts';
import { type Journal, OTHER_COMPUTER, TWO_COMPUTERS } from './journal.ts';
import type { Machine } from './machine.ts';
import { MoneyWitness } from './money-witness.ts';
import type { SalaryFile } from './salary-files.ts';
import type { Caller, Saying, WireWitness } from './simulated-gateway.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { WirePayout } from './wire-payout.ts';

/** One payout request whose bytes left. */
interface PostRecord {
  readonly atMs: number;
  /** The file of the row that it paid. */
  readonly file: string;
  /** It left another machine, whose database then came here. */
  readonly isShared: boolean;
  /** The database with its payout was replaced by one without it: the same row is a new payout there. */
  readonly isLost: boolean;
}

export interface WitnessWorld {
  readonly journal: Journal;
  readonly dialect: Dialect;
  readonly files: ReadonlyMap<string, SalaryFile>;
  readonly truth: GroundTruth;
  /** Called for each post of any process. */
  readonly ids: { posts(process: SimulatedProcess): void };
  readonly nowMs: { wall(): number; monotonic(): number };
  machineOf(name: string): Machine;
}

/** `fromWallMs` and `untilWallMs` are by the machine's wall clock, `sinceMs` is monotonic. */
interface WordsSince {
  readonly fromWallMs: number;
  readonly untilWallMs: number;
  readonly sinceMs: number;
}

/** The prefix of a simulated desk's invented references. */
const INVENTED = 'NOBODY';

/** The answer to an invented reference without its message; `shape` is null when it was no proper answer. */
function inventedAnswer({ mid }: PaymentName, heard: Saying): { readonly mid: number; readonly shape: string | null } {
  if (!isAnswer(heard)) return { mid, shape: null };
  const { message: _, ...fields } = JSON.parse(heard.body) as Readonly<Record<string, unknown>>;
  return { mid, shape: JSON.stringify([heard.httpStatus, fields]) };
}

/** Whether it was a proper answer: no firewall's page, refused rate, fault or broken connection. */
function isAnswer({ httpStatus, body }: Saying): boolean {
  if (httpStatus === null || httpStatus >= 500 || httpStatus === 429) return false;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** See the gateway specification, Payout status response. */
const DOCUMENTED = /"txn_status":"(?:accept|pending|success|failed|rejected|reversed)"/i;

const UNPAID: readonly string[] = ['failed', 'rejected', 'reversed'];

/** Up to this many references are all looked up before a batch is sent. */
const ALL_PROBED = 8;

export class Witness implements WireWitness {
  readonly #world: WitnessWorld;
  readonly money: MoneyWitness;
  readonly #posts = new Map<string, PostRecord[]>();
  readonly #heard = new HeardWords();
  readonly #wallets = new WeakMap<SimulatedProcess, Map<string, number>>();
  readonly #writes = new Map<string, number[]>();
  readonly #limits = new WeakMap<SimulatedProcess, Map<string, number>>();
  readonly #told = new WeakMap<SimulatedProcess, Set<string>>();
  /** The answers to a process's invented references, in order. */
  readonly #invented = new WeakMap<SimulatedProcess, readonly ReturnType<typeof inventedAnswer>[]>();
  readonly #readsWallet = new WeakMap<SimulatedProcess, boolean>();
  /** The first payout of each batch that a process sent; null when the wallet can show nothing. */
  readonly #firstOf = new WeakMap<SimulatedProcess, Map<number, PaymentName | null>>();
  /** The merchants for which each machine has found a paid payout. */
  readonly #foundPaid = new Set<string>();

  constructor(world: WitnessWorld) {
    this.#world = world;
    const { journal, truth, nowMs } = world;
    const openPosts = (machine: string, payment: PaymentName): number => this.openPosts(machine, payment);
    const intentionOf = ({ file, row }: Pick<PayoutRow, 'file' | 'row'>): string | null =>
      world.files.get(file)?.rows.get(row)?.intention ?? null;
    this.money = new MoneyWitness({ journal, truth, nowMs, heard: this.#heard, intentionOf, openPosts });
  }

  /** The rate that a process may use at a merchant. */
  permit(process: SimulatedProcess, { baseUrl, mid }: Pick<Caller, 'baseUrl' | 'mid'>, limitPerSecond: number): void {
    const limits = this.#limits.get(process) ?? new Map<string, number>();
    this.#limits.set(process, limits.set(merchantOf({ baseUrl, mid }), limitPerSecond));
  }

  /** What the gateway ever told this machine about a payout, and about the payment whose id it gave to it. */
  wordsOf(machine: string, payout: PayoutRow): readonly PaymentState[] {
    const { mid, transactionId } = payout;
    const named = transactionId === null ? null : this.#world.truth.findById(mid, transactionId);
    const isOwn = named === null || keyOf('', named) === keyOf('', payout);
    return (isOwn ? [payout] : [payout, named]).flatMap((one) =>
      this.#heard.of(machine, one).flatMap(({ says }) => says ?? []),
    );
  }

  /** The machine's lookups that found nothing of the payout, or only what may mean that. */
  silencesAbout(machine: string, payment: PaymentName): readonly HeardWord[] {
    // Some dialects word "not known" as a refusal or as in progress, and the desk rightly takes that for "not known".
    const isSilence = ({ by, says }: HeardWord): boolean =>
      by === 'lookup' && says !== 'success' && says !== 'reversed';
    return this.#heard.of(machine, payment).filter(isSilence);
  }

  /** The last lookup answer about the payout that reached this machine since then, by a wall clock; null when there was none. */
  lastLookUp(
    machine: string,
    payment: PaymentName,
    { sinceMs, untilWallMs = Number.POSITIVE_INFINITY }: { readonly sinceMs: number; readonly untilWallMs?: number },
  ): HeardWord | null {
    const isSince = ({ by, atMs, wallMs }: HeardWord): boolean =>
      by === 'lookup' && atMs >= sinceMs && wallMs <= untilWallMs;
    return this.#heard.of(machine, payment).findLast(isSince) ?? null;
  }

  /**
   * Whether a lookup gave this machine's database a documented word for the payout in that time that a desk could believe: by its
   * wall clock, which a person sets, and by the true one. A command that never ended may have recorded none of it.
   */
  heardDocumented(machine: string, payment: PaymentName, { fromWallMs, untilWallMs, sinceMs }: WordsSince): boolean {
    return this.#heard.of(machine, payment).some((word, at, words) => {
      const { by, isDocumented, isDistinct, isUnweighed, process, wallMs, atMs, says } = word;
      const isThen = wallMs >= fromWallMs && wallMs <= untilWallMs && atMs >= sinceMs;
      const isKept = process.isFinished && this.#heard.isOfThisDatabase(machine, word);
      const beside = [words[at - 1], words[at + 1]].filter((other) => other?.process === process && other.by === by);
      const isContradicted = beside.some((other) => other?.says !== says);
      return by === 'lookup' && isDocumented && isDistinct && !isUnweighed && !isContradicted && isThen && isKept;
    });
  }

  /** Whether a command that ended on this machine had learned that the gateway knows the payout. */
  knewOf(machine: string, payment: PaymentName): boolean {
    const { dialect } = this.#world;
    return this.#heard.of(machine, payment).some((word) => {
      const { says, process } = word;
      return this.#heard.isOfThisDatabase(machine, word) && process.isFinished && says !== null && dialect.tells(says);
    });
  }

  knowsId({ machine, baseUrl }: Caller, payment: PaymentName): boolean {
    const row = this.#world.machineOf(machine).disk.payout({ baseUrl, ...payment });
    return row?.transactionId === transactionIdOf(payment);
  }

  /** How many requests of the payout left this machine, or one whose database came here, and may have been executed. */
  openPosts(machine: string, payment: PaymentName): number {
    return this.#heldPosts(machine, payment, { claims: 1 }).length;
  }

  /** One machine's database was copied to another: the answers and posts there are now part of its past too. */
  shares({ from, to }: { readonly from: string; readonly to: string }): void {
    this.#heard.share({ from, to });
    for (const key of Array.from(this.#foundPaid)) {
      if (key.startsWith(`${from} `)) this.#foundPaid.add(to + key.slice(from.length));
    }
    this.#heard.databaseReplaced(to, this.#world.nowMs.monotonic());
    for (const [key, posts] of Array.from(this.#posts)) {
      if (!key.startsWith(`${from} `)) continue;
      const own = to + key.slice(from.length);
      this.#posts.set(own, [...(this.#posts.get(own) ?? []), ...posts.map((post) => ({ ...post, isShared: true }))]);
    }
    this.#replaced(to);
  }

  /** A machine has its own past again: what another one posted is no longer in its database. */
  parts(machine: string): void {
    this.#heard.databaseReplaced(machine, this.#world.nowMs.monotonic());
    for (const [key, posts] of this.#posts) {
      if (key.startsWith(`${machine} `))
        this.#posts.set(
          key,
          posts.filter(({ isShared }) => !isShared),
        );
    }
    this.#replaced(machine);
  }

  /** Marks the posts whose payouts the machine's new database does not hold. */
  #replaced(machine: string): void {
    const { disk } = this.#world.machineOf(machine);
    const held = new Set(
      disk.payouts().map(({ mid, reference, file }) => `${keyOf(machine, { mid, reference })} ${file}`),
    );
    for (const [key, posts] of this.#posts) {
      if (!key.startsWith(`${machine} `)) continue;
      this.#posts.set(
        key,
        posts.map((post) => ({ ...post, isLost: !held.has(`${key} ${post.file}`) })),
      );
    }
  }

  /** A machine is rolled back: what it posted since counts as another machine's. */
  rolledBack(machine: string, { toMs, as }: { readonly toMs: number; readonly as: string }): void {
    this.#heard.databaseReplaced(machine, this.#world.nowMs.monotonic());
    for (const [key, posts] of Array.from(this.#posts)) {
      if (!key.startsWith(`${machine} `)) continue;
      const lost = posts.filter(({ atMs }) => atMs > toMs);
      if (lost.length === 0) continue;
      this.#posts.set(
        key,
        posts.filter(({ atMs }) => atMs <= toMs),
      );
      this.#posts.set(as + key.slice(machine.length), lost);
    }
  }

  leaves({ machine, process, baseUrl, mid }: Caller): void {
    const now = this.#world.nowMs.monotonic();
    const merchant = merchantOf({ baseUrl, mid });
    const key = `${machine} ${merchant}`;
    const writes = (this.#writes.get(key) ?? []).filter((at) => now - at <= 1_000);
    writes.push(now);
    this.#writes.set(key, writes);
    const limit = this.#limits.get(process)?.get(merchant) ?? 0;
    if (writes.length > limit)
      this.#violation(`${machine} wrote ${writes.length} requests in a second, ${limit} allowed`);
  }

  posts(caller: Caller, payout: WirePayout): void {
    const { reference } = payout;
    const { disk, isLocked } = this.#world.machineOf(caller.machine);
    if (isLocked) this.#violation(`${reference} was posted by a locked desk`);
    const row = disk.payout({ ...payout, baseUrl: caller.baseUrl });
    if (row === null) return this.#violation(`${reference} was posted and is not on disk`);
    const isIntent = row.state === 'sending' || (row.state === 'unknown' && row.unknownReason === 'slept');
    if (!isIntent || disk.openAttempts(row.payoutId) !== 1) {
      this.#violation(
        `${reference} was posted while ${row.state} with ${disk.openAttempts(row.payoutId)} open attempts`,
      );
    }
    this.#world.ids.posts(caller.process);
    const short = this.#spend(caller, payout.amountPaise);
    if (short !== null) this.#violation(`${reference} was posted with ${short} paise left in the wallet`);
    this.#compare(row, payout, caller);
    this.#watchWallet(caller, payout, row);
    for (const before of disk.chainBefore(row)) {
      if (!UNPAID.includes(before.state))
        this.#violation(`${reference} pays ${before.reference} again, which is ${before.state}`);
    }
    const meantPaise = this.#world.files.get(row.file)?.rows.get(row.row)?.amountPaise ?? payout.amountPaise;
    this.money.leaves({ caller, payout, row, meantPaise, disk });
    if (this.#told.get(caller.process)?.has(keyOf('', payout)) === true) {
      this.#violation(`${reference} was posted although the gateway had just said that it knows it`);
    }
    this.#record(caller, payout, row);
  }

  payoutAnswered(caller: Caller, payout: WirePayout, heard: Saying): void {
    // A refusal of a second request proves nothing about the first.
    if (heard.says === 'failed' || heard.says === 'rejected') this.#firstRefused(caller, payout);
    const isBelievable =
      this.#knownPosts(caller.machine, payout).length === 1 || (heard.says !== 'failed' && heard.says !== 'rejected');
    this.#subscribe(caller, payout, 'answer', isBelievable ? heard : { ...heard, says: null });
  }

  lookedInvented({ process }: Caller, heard: Saying): void {
    if (!isAnswer(heard)) this.#heard.unweighed(process);
  }

  readNotSent({ process }: Caller): void {
    this.#heard.unweighed(process);
  }

  lookedUp(caller: Caller, asked: PaymentName, heard: Saying): void {
    if (asked.reference.startsWith(INVENTED)) {
      const answer = inventedAnswer(asked, heard);
      const before = this.#invented.get(caller.process) ?? [];
      // The invented key beside a lookup must get the same answer as the two before it; otherwise it distinguishes nothing.
      const isOdd =
        this.#canTell(caller.process, asked) && before.findLast(({ mid }) => mid === asked.mid)?.shape !== answer.shape;
      if (answer.shape === null || isOdd) this.#heard.unweighed(caller.process);
      this.#invented.set(caller.process, [...before, answer]);
      return;
    }
    this.#subscribe(caller, asked, 'lookup', heard);
    if (heard.says === 'success') this.#foundPaid.add(`${caller.machine} ${asked.mid}`);
    const told = this.#told.get(caller.process) ?? new Set();
    if (heard.says !== null && this.#world.dialect.tells(heard.says)) told.add(keyOf('', asked));
    else told.delete(keyOf('', asked));
    this.#told.set(caller.process, told);
  }

  walletAnswered({ machine, process, baseUrl, mid }: Caller, balancePaise: number | null): void {
    this.#readsWallet.set(process, balancePaise !== null);
    const unit = this.#world.machineOf(machine).disk.walletUnit(baseUrl, mid);
    if (balancePaise !== null && unit !== null) {
      // A person who confirmed the wrong unit sees a hundredth.
      const shown = unit === 'rupees' ? balancePaise : Math.floor(balancePaise / 100);
      const merchant = merchantOf({ baseUrl, mid });
      const wallets = this.#wallets.get(process) ?? new Map<string, number>();
      this.#wallets.set(process, wallets.set(merchant, Math.max(shown, wallets.get(merchant) ?? shown)));
    }
  }

  /**
   * If the wallet was readable and fell by a hundred times the first payout of a batch, and that was not refused, no second
   * payout may leave. Not checked when a batch from before is resumed.
   */
  #watchWallet({ machine, process, baseUrl, mid }: Caller, payout: WirePayout, row: PayoutRow): void {
    const { truth } = this.#world;
    const { disk } = this.#world.machineOf(machine);
    const { batch } = row;
    const firstOf = this.#firstOf.get(process) ?? new Map<number, PaymentName | null>();
    this.#firstOf.set(process, firstOf);
    const first = firstOf.get(batch);
    if (first === undefined) {
      const isBegun = disk
        .payouts()
        .some((one) => one.batch === batch && one.payoutId !== row.payoutId && disk.attempts(one) > 0);
      firstOf.set(batch, isBegun ? null : payout);
    }
    const hasFallen = truth.walletTimes > 1 && first !== null && first !== undefined && this.#movedWallet(first);
    // A person who confirmed paise for a wallet in rupees sees the fall they expect.
    const isMisread = disk.walletUnit(baseUrl, mid) === 'paise';
    if (hasFallen && !isMisread && this.#readsWallet.get(process) === true)
      this.#violation(`${payout.reference} left though the wallet had fallen a hundredfold after ${first.reference}`);
  }

  /** After a refused first payout the next goes alone too; if the refused one is paid later, the wallet falls by both. */
  #firstRefused({ process }: Caller, payout: WirePayout): void {
    const firstOf = this.#firstOf.get(process);
    for (const [batch, first] of firstOf ?? []) {
      if (first === null || keyOf('', first) !== keyOf('', payout)) continue;
      if (this.#movedWallet(first)) firstOf?.set(batch, null);
      else firstOf?.delete(batch);
    }
  }

  #movedWallet(payment: PaymentName): boolean {
    return (this.#world.truth.find(payment)?.movements.length ?? 0) > 0;
  }

  /** Whether this machine ever found a paid payout of the merchant, so that "not known" means something there. */
  hasFoundPaid(machine: string, { mid }: PaymentName): boolean {
    return this.#foundPaid.has(`${machine} ${mid}`);
  }

  /** When the unit is confirmed, no more may leave than the wallet last held. Returns the remainder if that was too little. */
  #spend({ process, baseUrl, mid }: Caller, amountPaise: number): number | null {
    const wallets = this.#wallets.get(process);
    const merchant = merchantOf({ baseUrl, mid });
    const wallet = wallets?.get(merchant);
    if (wallets === undefined || wallet === undefined) return null;
    wallets.set(merchant, wallet - amountPaise);
    return amountPaise > wallet ? wallet : null;
  }

  /** Amount, payee, remark and address must be those of the file's row. */
  #compare(row: PayoutRow, payout: WirePayout, { baseUrl }: Caller): void {
    const meant = this.#world.files.get(row.file)?.rows.get(row.row);
    const { amountPaise } = payout;
    // A person may pay the difference of a correction, and no more.
    const wantedPaise = this.money.isDifference(row, amountPaise) ? amountPaise : meant?.amountPaise;
    const wanted = [meant?.person, wantedPaise, meant?.remark, row.baseUrl, row.mid].join(' ');
    const sent = [payout.person, amountPaise, payout.remark, baseUrl, payout.mid].join(' ');
    if (wanted !== sent) this.#violation(`${row.reference} left as ${sent} and was meant as ${wanted}`);
    if (row.amountPaise !== amountPaise) this.#violation(`${row.reference} left with another amount than stored`);
  }

  /** The same request leaves once, whatever came back. */
  #record(caller: Caller, payout: WirePayout, row: PayoutRow): void {
    const { truth, journal } = this.#world;
    const { machine, sinceMs } = caller;
    const { reference } = payout;
    const posts = this.#postsOf(machine, payout);
    const known = this.#knownPosts(machine, payout);
    if (known.length > 0) this.#violation(`${reference} was posted again by ${machine}`);
    if (known.length === 0 && (posts.length > 0 || this.#isPostedElsewhere(machine, payout))) {
      const seen = truth.seen(truth.find(payout), sinceMs);
      const looked = this.lastLookUp(machine, payout, { sinceMs });
      // Only a sheet's own reference occurs again in another file, and each of those is looked up before it is sent.
      const isOwn = posts.some(({ isShared }) => !isShared);
      const isProbed = isOwn || this.#world.machineOf(machine).disk.batchSize(row.batch) <= ALL_PROBED;
      // Both may pay it when neither could see the other's yet, or when it was one of many and not looked up.
      if (isProbed && mayBePaid(seen) && looked === null)
        this.#violation(`${reference} was paid from another database, and ${machine} never asked`);
      journal.count(isOwn ? OTHER_COMPUTER : TWO_COMPUTERS);
    }
    const { file } = row;
    posts.push({ atMs: this.#world.nowMs.monotonic(), file, isShared: false, isLost: false });
    this.#posts.set(keyOf(machine, payout), posts);
  }

  /** Posts of a payout that is being claimed: this claim alone proves nothing about another machine's posts. */
  #knownPosts(machine: string, payment: PaymentName): PostRecord[] {
    return this.#heldPosts(machine, payment, { claims: 2 });
  }

  /**
   * The posts in the past of the machine's database. A database from another machine may have come from a third before, and knows
   * of that one's posts only by this many claims.
   */
  #heldPosts(machine: string, payment: PaymentName, { claims }: { readonly claims: number }): PostRecord[] {
    const posts = this.#postsOf(machine, payment);
    if (posts.length === 0) return posts;
    const isClaimed = this.#world.machineOf(machine).disk.attempts(payment) >= claims;
    return posts.filter(({ isLost, isShared }) => !isLost && (!isShared || isClaimed));
  }

  #postsOf(machine: string, payment: PaymentName): PostRecord[] {
    return this.#posts.get(keyOf(machine, payment)) ?? [];
  }

  #isPostedElsewhere(machine: string, payment: PaymentName): boolean {
    const [own, ending] = [keyOf(machine, payment), keyOf('', payment)];
    return [...this.#posts.keys()].some((key) => key !== own && key.endsWith(ending));
  }

  #subscribe(
    { machine, process }: Caller,
    payment: PaymentName,
    by: HeardWord['by'],
    { says, httpStatus, body }: Saying,
  ): void {
    const { nowMs, dialect } = this.#world;
    const isDocumented = says !== null && DOCUMENTED.test(body);
    const at = { atMs: nowMs.monotonic(), wallMs: nowMs.wall() };
    const isDistinct = by === 'answer' || (says !== null && dialect.tells(says));
    this.#heard.note(machine, payment, {
      says,
      httpStatus,
      by,
      isDocumented,
      isDistinct,
      isUnweighed: by === 'lookup' && !this.#canTell(process, payment),
      process,
      ...at,
    });
  }

  /** Whether the last two invented references of the process got the same answer; otherwise it knows no "not known". */
  #canTell(process: SimulatedProcess, { mid }: PaymentName): boolean {
    const answers = (this.#invented.get(process) ?? []).filter((answer) => answer.mid === mid).slice(-2);
    const [one, other] = answers.map(({ shape }) => shape);
    return one !== undefined && one !== null && one === other;
  }

  #violation(sentence: string): void {
    this.#world.journal.violation(sentence);
  }
}

function merchantOf({ baseUrl, mid }: Pick<Caller, 'baseUrl' | 'mid'>): string {
  return `${baseUrl} ${mid}`;
}

function keyOf(machine: string, { mid, reference }: PaymentName): string {
  return `${machine} ${mid} ${reference}`;
}
