// What must hold on every machine's disk after each command, however it ended: the audit chain is whole and explains each state,
// every step was allowed and had its evidence, and the sums match the files. Written independently from the design: never use the
// product's own table of states here.

import { createHash } from 'node:crypto';
import { STATE_KINDS, type StateKind } from '../../shared/states.ts';
import type { AuditRow, DiskReader, PayoutRow } from './disk-reader.ts';
import { type GroundTruth, mayBePaid } from './ground-truth.ts';
import type { Journal } from './journal.ts';
import type { Machine } from './machine.ts';
import type { SalaryFile } from './salary-files.ts';
import type { Witness } from './wire-witness.ts';

export interface AuditedWorld {
  readonly machine: string;
  readonly journal: Journal;
  readonly witness: Witness;
  readonly files: ReadonlyMap<string, SalaryFile>;
  readonly truth: GroundTruth;
  /** Whether "not known" must be proven to mean something before a person decides on it without a ticket. */
  readonly wantsProof: boolean;
}

/** From which states each state is reached, and by which audit events. See DESIGN, The life of a payout. */
const WAYS: Readonly<Record<StateKind, Readonly<Partial<Record<StateKind, readonly string[]>>>>> = {
  queued: { sending: ['answered'] },
  sending: { queued: ['claim'] },
  processing: { sending: ['answered'], unknown: ['answered', 'lookedUp'], processing: ['answered', 'lookedUp'] },
  unknown: {
    sending: ['answered', 'interrupted', 'restored'],
    queued: ['cancelled', 'restored', 'lookedUp'],
    // It was called by the id of another payout, was not known for days, had no documented word for a week, or was pending for a
    // month.
    processing: ['lookedUp', 'forgotten', 'noWord', 'stillPending'],
    unknown: ['answered', 'lookedUp'],
  },
  success: endings('success'),
  failed: endings('failed'),
  rejected: endings('rejected'),
  reversed: endings('reversed'),
  // A cancelled payout may be looked up: news that changes nothing is then recorded under it.
  cancelled: { queued: ['cancelled'], cancelled: ['answered', 'lookedUp'] },
};

function endings(own: StateKind): Partial<Record<StateKind, readonly string[]>> {
  const byNews = ['answered', 'lookedUp'];
  const late = { success: byNews, failed: byNews, rejected: byNews, reversed: byNews, cancelled: byNews };
  return { ...late, sending: ['answered'], processing: byNews, unknown: byNews, [own]: byNews };
}

interface Step {
  readonly from: StateKind;
  readonly to: StateKind;
}

const FINAL: readonly StateKind[] = ['success', 'failed', 'rejected', 'reversed', 'cancelled'];
const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

/** A person sets a clock by two days at most, and seldom twice in a week. */
const CLOCK_SET_MS = 4 * DAY_MS;

/** "Not known" answers within one hour count as one. */
const SPREAD_MS = 3_600_000;

/** A disk after a life that began at `sinceMs`. */
interface LifeOnDisk {
  readonly disk: DiskReader;
  readonly sinceMs: number;
}

export class DiskInvariants {
  readonly #world: AuditedWorld;
  readonly #states = new Map<number, StateKind>();
  readonly #alarmsDue = new Map<string, number>();
  readonly #decided = new Map<number, number>();
  /** The event that last put each payout in doubt. */
  readonly #doubtedBy = new Map<number, string>();
  #sequence = 0;
  #checked: { readonly disk: DiskReader; readonly version: number } | null = null;
  #hash = '0'.repeat(64);
  /** Entries up to here were made, and judged, elsewhere: they came with a restored or copied database. */
  readonly #doneBefore: number;

  constructor(world: AuditedWorld, doneBefore = 0) {
    this.#world = world;
    this.#doneBefore = doneBefore;
  }

  /**
   * Checks everything new since the last call, and everything that must always hold. `sinceMs` is monotonic, when the life began.
   */
  check(disk: DiskReader, machine: Pick<Machine, 'isLocked' | 'isForeign'>, sinceMs: number): void {
    // Judges the file once per version: only the file and what the wire saw matter, and queued payouts are checked at every post.
    const version = disk.version();
    if (this.#checked?.disk === disk && this.#checked.version === version) return;
    this.#checked = { disk, version };
    const payouts = disk.payouts();
    const byId = new Map(payouts.map((payout) => [payout.payoutId, payout]));
    for (const entry of disk.auditAfter(this.#sequence)) this.#follow(entry, byId, { disk, sinceMs });
    for (const payout of payouts) this.#checkPayout(payout, machine);
    this.#checkNews(disk);
    this.#checkSuccessors(payouts);
    for (const { batch, file, totalPaise, payoutCount, sumPaise, count } of disk.sums()) {
      const isWhole = totalPaise === sumPaise && payoutCount === count;
      if (!isWhole) this.#violation(`batch ${batch} of ${file} holds ${count} payouts of ${sumPaise} paise`);
    }
  }

  #follow(entry: AuditRow, byId: ReadonlyMap<number, PayoutRow>, life: LifeOnDisk): void {
    const { sequence, atMs, actor, what, batchId, payoutId, detail, rows, hash } = entry;
    const canonical = JSON.stringify([sequence, atMs, actor, what, batchId, payoutId, detail, rows]);
    const expected = createHash('sha256').update(`${this.#hash}\n${canonical}`).digest('hex');
    if (sequence !== this.#sequence + 1 || hash !== expected)
      this.#violation(`audit entry ${sequence} breaks the chain`);
    this.#sequence = sequence;
    this.#hash = hash;
    const to = STATE_KINDS.find((kind) => kind === what);
    const payout = payoutId === null ? undefined : byId.get(payoutId);
    if (to === undefined || payout === undefined) return;
    const from = this.#states.get(payout.payoutId) ?? 'queued';
    this.#states.set(payout.payoutId, to);
    const by = eventOf(detail);
    if (by === 'decided') this.#judgeDecision(payout, { from, to }, { ...life, isPast: sequence <= this.#doneBefore });
    else this.#judge(payout, { from, to, by });
    if (to === 'unknown' && from !== to) this.#doubtedBy.set(payout.payoutId, by);
    if (by === 'noWord' && sequence > this.#doneBefore && this.#hadWord(payout, { atMs, sinceMs: life.sinceMs })) {
      this.#violation(`${payout.reference} came into doubt for want of a word, and had one within the week`);
    }
    // Later news about it is recorded under the same state.
    if (to === 'cancelled' && from !== to && sequence > this.#doneBefore) this.#judgeCancelled(payout);
  }

  #judge(payout: PayoutRow, { from, to, by }: { from: StateKind; to: StateKind; by: string }): void {
    const { journal, witness, machine } = this.#world;
    journal.count(`became ${to}`);
    if (WAYS[to][from]?.includes(by) !== true) {
      this.#violation(`${payout.reference} went from ${from} to ${to} by ${by}`);
    }
    const isLate = from !== to && (FINAL.includes(from) || (from === 'queued' && by === 'lookedUp'));
    if (isLate) {
      const key = `${payout.payoutId} ${from} ${to}`;
      this.#alarmsDue.set(key, (this.#alarmsDue.get(key) ?? 0) + 1);
    }
    // News that changes nothing is recorded under the current state.
    if (from === to) return;
    if (to === 'queued' || to === 'sending' || to === 'unknown' || to === 'cancelled') return;
    const words = witness.wordsOf(machine, payout);
    const received = words.filter((word) => word === to).length;
    if (received === 0) this.#violation(`${payout.reference} became ${to} and the gateway never said so`);
    const isRefusal = to === 'failed' || to === 'rejected';
    const wasPaid = from === 'success' || from === 'reversed';
    if (isRefusal && (from === 'unknown' || wasPaid) && received < 2) {
      this.#violation(`${payout.reference} was ${from} and became ${to} on a single word`);
    }
  }

  #judgeCancelled(payout: PayoutRow): void {
    const { witness, machine } = this.#world;
    if (witness.knewOf(machine, payout))
      this.#violation(`${payout.reference} was cancelled as unpaid, and the gateway had said that it knows it`);
  }

  /**
   * Whether the gateway used a documented word for it in the week before. Clocks are set by days: a word less than three days old
   * by the true clock is surely within that week.
   */
  #hadWord(payout: PayoutRow, { atMs, sinceMs }: { readonly atMs: number; readonly sinceMs: number }): boolean {
    const { witness, machine } = this.#world;
    const week = { fromWallMs: atMs - WEEK_MS, untilWallMs: atMs, sinceMs: sinceMs - WEEK_MS + CLOCK_SET_MS };
    return witness.heardDocumented(machine, payout, week);
  }

  /**
   * A person may decide, by name, what is in doubt. "Not paid" needs a day and five "not known" answers spread over more than the
   * first moments, or a ticket, and always one more lookup. When the gateway had no documented word for a week and has none now,
   * either decision needs a ticket, and a ticket is enough.
   */
  #judgeDecision(
    payout: PayoutRow,
    { from, to }: Step,
    { disk, sinceMs, isPast }: LifeOnDisk & { readonly isPast: boolean },
  ): void {
    const { journal, witness, machine, truth } = this.#world;
    const { payoutId, reference } = payout;
    const decisions = disk.decisions(payoutId);
    const decision = decisions[this.#decided.get(payoutId) ?? 0];
    this.#decided.set(payoutId, (this.#decided.get(payoutId) ?? 0) + 1);
    journal.count(`decided ${decision?.decided ?? 'nothing'}`);
    const becomes = decision?.decided === 'paid' ? 'success' : 'failed';
    if (decision === undefined || from !== 'unknown' || to !== becomes || decision.by === '') {
      return this.#violation(`${reference} went from ${from} to ${to} by a decision that is not on record`);
    }
    const { decided, ticket, isRefused, sentAtMs, atMs } = decision;
    if (isPast) return;
    const looked = witness.lastLookUp(machine, payout, { sinceMs, untilWallMs: atMs });
    const isWorded = looked?.isDocumented === true && looked.isDistinct && !looked.isUnweighed;
    if (decided === 'paid') {
      const wantsTicket = this.#doubtedBy.get(payoutId) === 'noWord' && ticket === null;
      // The word this gateway uses for what it does not know means "not known" too.
      const isSilence =
        looked !== null && (looked.says === null ? (looked.httpStatus ?? 500) < 500 : !looked.isDistinct);
      if (wantsTicket && (isWorded || !isSilence))
        this.#violation(`${reference} was declared paid without a ticket, and the gateway has no word for it`);
      return;
    }
    const payment = truth.find(payout);
    const isKnown = mayBePaid(truth.seen(payment, sinceMs));
    const isOld = sentAtMs === null || atMs - sentAtMs >= WEEK_MS - CLOCK_SET_MS;
    // Where another payout here has this one's id, the gateway's word for it may be about either.
    const isAnothers = payment !== null && disk.hasAnotherWithIdOf(payment);
    const isSilent = !isWorded && !this.#hadWord(payout, { atMs, sinceMs });
    const isWordless = ticket !== null && isOld && (isAnothers || isSilent);
    if (isKnown && !isWordless && (looked === null || mayBePaid(looked.says))) {
      const why = looked === null ? 'and was not asked' : `and said ${looked.says}`;
      this.#violation(`${reference} was declared not paid although the gateway knows it, ${why}`);
    }
    if (ticket !== null) return;
    if (this.#world.wantsProof && !witness.hasFoundPaid(machine, payout))
      this.#violation(`${reference} was declared not paid without a ticket, where look-ups never found a paid payout`);
    const isEarly = sentAtMs !== null && atMs - sentAtMs < DAY_MS;
    const silences = witness.silencesAbout(machine, payout);
    // The lookup of the decision itself does not count among those that allowed it.
    const earlier = silences.filter((silence) => silence.atMs < sinceMs);
    const overMs = (earlier.at(-1)?.atMs ?? 0) - (earlier[0]?.atMs ?? 0);
    const isOpen = isRefused === 1 ? silences.length >= 2 : !isEarly && silences.length >= 5 && overMs >= SPREAD_MS;
    if (!isOpen) this.#violation(`${reference} was declared not paid too early, after ${silences.length} silences`);
  }

  /** News after an ending must have raised an alarm; reading it is up to the person. */
  #checkNews(disk: DiskReader): void {
    if (this.#alarmsDue.size === 0) return;
    const raised = new Map<string, number>();
    for (const { payoutId, before, after } of disk.news()) {
      const key = `${payoutId} ${before} ${after}`;
      raised.set(key, (raised.get(key) ?? 0) + 1);
    }
    for (const [key, due] of this.#alarmsDue) {
      if ((raised.get(key) ?? 0) < due) this.#violation(`nobody is told that payout ${key}`);
    }
  }

  #checkSuccessors(payouts: readonly PayoutRow[]): void {
    const retried = payouts.flatMap(({ retryOf }) => (retryOf === null ? [] : [retryOf]));
    if (new Set(retried).size < retried.length) this.#violation('a payout is paid again twice');
  }

  #checkPayout(payout: PayoutRow, { isLocked, isForeign }: Pick<Machine, 'isLocked' | 'isForeign'>): void {
    const { machine, witness, files } = this.#world;
    const { reference, state } = payout;
    const explained = this.#states.get(payout.payoutId) ?? 'queued';
    if (state !== explained) this.#violation(`${reference} is ${state} and the audit log explains ${explained}`);
    const meant = files.get(payout.file)?.rows.get(payout.row);
    const isMeant = meant?.amountPaise === payout.amountPaise || witness.money.isDifference(payout, payout.amountPaise);
    if (!isMeant || meant?.person !== payout.person) {
      this.#violation(`${reference} is stored as ${payout.amountPaise} paise for ${payout.person}`);
    }
    // In a restored desk, what seems unsent may have been sent since: that is why it is locked. And this machine may have sent
    // what another computer cancelled: each goes by its own records.
    const seemsUnsent = state === 'queued' || (state === 'cancelled' && !isForeign);
    if (!isLocked && seemsUnsent && witness.openPosts(machine, payout) > 0) {
      this.#violation(`${reference} is ${state} and was posted`);
    }
  }

  #violation(sentence: string): void {
    this.#world.journal.violation(`${this.#world.machine}: ${sentence}`);
  }
}

/** A claim's entry names its attempt; every other entry names its event. */
function eventOf(detail: string): string {
  const { by, attempt } = { by: '', attempt: 0, ...(JSON.parse(detail) as object) };
  return attempt > 0 ? 'claim' : by;
}
