// The other desks of a register in this desk's window: who is there, what each does now, and what each has paid. While the window is
// open the register is asked again and again, in the background, and what changed is kept in a copy (store/team-copy.ts), so that
// lists are read without the network and go on, with their age, while the register is away. A desk without a register does nothing.

import { join } from 'node:path';
import type { AnswerOf, ParsedParamsOf } from '../../../../shared/api/contract.ts';
import { formatPayoutName } from '../../../../shared/ids.ts';
import type { Message } from '../../../../shared/messages/message.ts';
import type { StateKind } from '../../../../shared/states.ts';
import type { ShownPayout } from '../../domain/payout-pages.ts';
import { isFault } from '../../register/connection.ts';
import { readOthers } from '../../register/read-others.ts';
import { beatRegister, checkRegister, publishEndings } from '../../register/register.ts';
import { stateInLock, statesInLock } from '../../session/locked-desk.ts';
import { memoryOf, openRegister, pauseOf, type RegisterSession } from '../../session/register-session.ts';
import type { System } from '../../session/system.ts';
import type { Membership } from '../../store/register-record.ts';
import type { HeadedReader, HeadedWriter } from '../../store/store.ts';
import {
  openTeamCopy,
  removeTeamCopy,
  type TeamCopy,
  type TeamPayment,
  type TeamSearch,
} from '../../store/team-copy.ts';
import { done, type HandlerContext, type Handlers } from '../runtime/context.ts';

/** How often the register is asked, sooner while another desk sends. */
const ASKED_EVERY_MS = 15_000;
const ASKED_WHILE_SENDING_MS = 3_000;

/** A desk that joins while its window is open is noticed within this. */
const MEMBERSHIP_EVERY_MS = 60_000;

/** A desk that sends says so every second. */
const SENDING_SAID_WITHIN_MS = 15_000;

const ENDINGS_AT_ONCE = 5_000;

/** Batches that are looked through for what a desk does now. */
const OPEN_BATCHES_MAX = 500;

interface Around {
  readonly system: System;
  readonly store: () => HeadedWriter;
  /** Not while a desk is closed for a moment. */
  readonly isReadable: () => boolean;
  /** Nothing is prepared, sent or followed: a run speaks to the register itself, and would clash with what is written here. */
  readonly isIdle: () => boolean;
  readonly onChanged: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Why the register gives nothing now, and since when; null while it does. */
interface Away {
  readonly why: Message;
  readonly sinceMs: number;
}

export class OtherDesks {
  readonly #around: Around;
  #session: RegisterSession | null = null;
  #copy: { readonly of: string; readonly open: TeamCopy } | null = null;
  #away: Away | null = null;
  #wait = (): void => undefined;
  #asking: Promise<void> = Promise.resolve();
  #isOver = false;
  #told = '';
  #noSession: Message | null = null;

  constructor(around: Around) {
    this.#around = around;
    this.#after(0);
  }

  get away(): Away | null {
    return this.#away;
  }

  /** The copy of this membership; null without one. */
  copy(): TeamCopy | null {
    const membership = this.#around.store().register.membership();
    if (membership === null) return null;
    const of = `${membership.registerId} ${membership.deskId}`;
    if (this.#copy?.of !== of) {
      this.#copy?.open.close();
      this.#copy = { of, open: openTeamCopy(copyPath(this.#around.system), of) };
    }
    return this.#copy.open;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#wait();
    await this.#asking;
    await this.#session?.close();
    this.#copy?.open.close();
  }

  #after(delayMs: number): void {
    if (this.#isOver) return;
    this.#wait = this.#around.system.clock.after(delayMs, () => {
      this.#asking = this.#ask().then(
        (nextMs) => this.#after(nextMs),
        (error: unknown) => {
          this.#around.onFault(error);
          this.#after(ASKED_EVERY_MS);
        },
      );
    });
  }

  /** Returns when to ask again. */
  async #ask(): Promise<number> {
    if (!this.#around.isReadable()) return ASKED_WHILE_SENDING_MS;
    const membership = this.#around.store().register.membership();
    if (membership === null) {
      await this.#forget();
      return MEMBERSHIP_EVERY_MS;
    }
    const why = await this.#read(membership);
    if (why !== null) this.#away ??= { why, sinceMs: this.#around.system.clock.nowMs() };
    else this.#away = null;
    const copy = this.#isOver ? null : this.copy();
    const desks = copy?.desks() ?? [];
    // Ages go on by themselves: windows read again when anything else changed.
    const now = JSON.stringify([this.#away, copy?.about().mark, desks]);
    if (now !== this.#told) this.#around.onChanged();
    this.#told = now;
    return desks.some(({ isSending }) => isSending) ? ASKED_WHILE_SENDING_MS : ASKED_EVERY_MS;
  }

  async #forget(): Promise<void> {
    if (this.#session === null && this.#copy === null) return;
    await this.#session?.close();
    this.#copy?.open.close();
    [this.#session, this.#copy, this.#away] = [null, null, null];
    removeTeamCopy(copyPath(this.#around.system));
    this.#around.onChanged();
  }

  /** Asks once. Returns why the register gives nothing, or null. Nothing that the desk remembers of the register is changed by it. */
  async #read(membership: Membership): Promise<Message | null> {
    const { system, store } = this.#around;
    this.#session ??= await this.#open(store());
    if (this.#session === null) return this.#noSession;
    const { place } = this.#session;
    const memory = memoryOf(store(), membership);
    const { isIdle, isReadable } = this.#around;
    const seen = isIdle() ? await beatRegister(place, memory, { sends: false }) : await checkRegister(place, memory);
    if (seen.kind !== 'seen') return pauseOf(seen).message;
    // What a person decided since the last run is told now. The register skips what it has, so a run may tell it again.
    const endings = isReadable() && isIdle() ? store().register.pending(seen.publishedTo, ENDINGS_AT_ONCE) : [];
    if (endings.length > 0) await publishEndings(place, memory, endings);
    const copy = this.copy();
    if (copy === null) return null;
    const [lineage, after = null] = copy.about().mark?.split(' ') ?? [];
    // The register went back, or is another server: what it forgot must not stay here.
    if (lineage !== seen.lineage) copy.clear();
    const read = await readOthers(place, memory, {
      after: lineage === seen.lineage ? after : null,
      take: (sets, payments) => copy.take(sets, payments),
      isOver: () => this.#isOver || !this.#around.isReadable(),
    });
    if (isFault(read)) return pauseOf(read).message;
    const nowMs = system.clock.nowMs();
    // The server's clock may be another.
    const behindMs = nowMs - read.serverMs;
    const desks = read.desks.map(({ sendingAtMs, seenAtMs, ...desk }) => ({
      ...desk,
      seenAtMs: Math.max(0, seenAtMs + behindMs),
      isSending: !desk.hasLeft && sendingAtMs !== null && read.serverMs - sendingAtMs < SENDING_SAID_WITHIN_MS,
    }));
    copy.finish({ mark: `${seen.lineage} ${read.mark}`, asOfMs: nowMs, desks });
    return null;
  }

  async #open(store: HeadedWriter): Promise<RegisterSession | null> {
    const opened = await openRegister(this.#around.system, store);
    if (opened !== null && !('code' in opened)) return opened;
    this.#noSession = opened?.message ?? null;
    return null;
  }
}

function copyPath({ files: { dataFolder } }: Pick<System, 'files'>): string {
  return join(dataFolder, 'other-desks.db');
}

export function otherDesksHandlers({
  stores,
  otherDesks,
}: Pick<HandlerContext, 'stores'> & { readonly otherDesks: OtherDesks }): Handlers<'readDesks' | 'searchDesks'> {
  return {
    readDesks: () => {
      const membership = stores.live.register.membership();
      const copy = otherDesks.copy();
      if (membership === null || copy === null) return done({ register: null });
      const { away } = otherDesks;
      return done({
        register: {
          name: membership.deskName,
          awayWhy: away?.why ?? null,
          sinceMs: away?.sinceMs ?? null,
          asOfMs: copy.about().asOfMs,
          desks: desksNow(copy),
        },
      });
    },
    searchDesks: ({ sort, window, desk, ...asked }) => {
      const copy = otherDesks.copy();
      if (copy === null) return done({ total: 0, sum: { count: 0, paise: 0 }, rows: [] });
      const search = { ...asked, desk: desk === 'all' || desk === 'others' ? null : desk };
      return done(
        desk === 'all'
          ? ofAll(copy, { store: stores.live, search, direction: sort.direction, window })
          : ofOthers(copy, { search, sort, window }),
      );
    },
  };
}

const NOT_SETTLED: readonly StateKind[] = ['queued', 'sending', 'processing', 'unknown'];

type DeskView = NonNullable<AnswerOf<'readDesks'>['register']>['desks'][number];

function desksNow(copy: TeamCopy): DeskView[] {
  const open = Map.groupBy(
    copy.batches({ desk: null, openOnly: true, limit: OPEN_BATCHES_MAX }),
    ({ deskId }) => deskId,
  );
  return copy.desks().map(({ deskId, ...desk }) => {
    const batches = open.get(deskId) ?? [];
    const sumOf = (states: readonly StateKind[]) => {
      const sums = batches.flatMap(({ sums: all }) => states.flatMap((state) => all[state] ?? []));
      return {
        count: sums.reduce((total, { count }) => total + count, 0),
        paise: sums.reduce((total, { paise }) => total + paise, 0),
      };
    };
    // The newest one with anything that has not left.
    const sending = desk.isSending ? batches.find(({ sums }) => sums.queued !== undefined) : undefined;
    const running =
      sending === undefined
        ? null
        : {
            batch: sending.batch,
            done: sending.count - (sending.sums.queued?.count ?? 0),
            count: sending.count,
            sinceMs: sending.atMs,
          };
    return { desk: deskId, ...desk, running, notSettled: sumOf(NOT_SETTLED), decide: sumOf(['unknown']) };
  });
}

type Asked = ParsedParamsOf<'searchDesks'>;
type Found = AnswerOf<'searchDesks'>;

interface Searching extends Pick<Asked, 'window'> {
  readonly search: TeamSearch;
}

function ofOthers(copy: TeamCopy, { search, sort, window }: Searching & Pick<Asked, 'sort'>): Found {
  return { ...sumOf(copy.bySet(search)), rows: copy.page(search, sort, window).map(otherLine) };
}

/**
 * This desk's payments and the others', by when their batches were confirmed. Each side is in that order already, and all payments of
 * a batch were confirmed at once: so the counts by batch say which part of each side a window shows, however far down it is.
 */
function ofAll(
  copy: TeamCopy,
  { store, search, direction, window }: Searching & { readonly store: HeadedReader; readonly direction: 'up' | 'down' },
): Found {
  const isLocked = store.standing.kind === 'locked';
  const states = isLocked ? statesInLock(search.states) : search.states;
  const { desk: _, ...asked } = search;
  const query = { ...asked, states: states ?? [], person: null };
  const own = (states === null ? [] : store.payouts.byBatch(query)).map(({ confirmedAtMs: atMs, ...sum }) => {
    return { ...sum, atMs, isOwn: true };
  });
  const others = copy.bySet(search).map((sum) => ({ ...sum, isOwn: false }));
  const cut = cutOf(inOrder(own, others, direction), window);
  const ownRows =
    cut.own.count === 0
      ? []
      : store.payouts.search({ ...query, sort: { by: 'rowNumber', direction }, window: cut.own }).rows;
  const otherRows = cut.others.count === 0 ? [] : copy.page(search, { by: 'at', direction }, cut.others);
  const [owns, theirs] = [[...ownRows], [...otherRows]];
  const rows = cut.parts.flatMap(({ isOwn, count, atMs }): Found['rows'] =>
    isOwn
      ? owns.splice(0, count).map((row) => ownLine(row, { atMs, isLocked }))
      : theirs.splice(0, count).map(otherLine),
  );
  return { ...sumOf([...own, ...others]), rows };
}

interface Part {
  readonly atMs: number;
  readonly count: number;
  readonly isOwn: boolean;
}

/** Both lists are oldest first, and each keeps its own order. */
function inOrder(own: readonly Part[], others: readonly Part[], direction: 'up' | 'down'): readonly Part[] {
  const all: Part[] = [];
  for (let [mine, theirs] = [0, 0]; mine < own.length || theirs < others.length; ) {
    const [next, other] = [own[mine], others[theirs]];
    const isMine = other === undefined || (next !== undefined && next.atMs <= other.atMs);
    if (isMine) mine += 1;
    else theirs += 1;
    const part = isMine ? next : other;
    if (part !== undefined) all.push(part);
  }
  return direction === 'up' ? all : all.reverse();
}

interface Cut {
  readonly parts: readonly Part[];
  readonly own: Asked['window'];
  readonly others: Asked['window'];
}

/** The parts of a window, and where it begins and ends on each side. */
function cutOf(all: readonly Part[], { from, count }: Asked['window']): Cut {
  const parts: Part[] = [];
  const windows = { own: { from: 0, count: 0 }, others: { from: 0, count: 0 } };
  let before = 0;
  for (const part of all) {
    const window = part.isOwn ? windows.own : windows.others;
    const begin = Math.max(0, from - before);
    const end = Math.min(part.count, from + count - before);
    before += part.count;
    if (end <= 0) break;
    if (begin >= part.count) window.from += part.count;
    else {
      if (window.count === 0) window.from += begin;
      window.count += end - begin;
      parts.push({ ...part, count: end - begin });
    }
  }
  return { parts, ...windows };
}

function sumOf(sums: readonly { readonly count: number; readonly paise: number }[]): Pick<Found, 'total' | 'sum'> {
  const count = sums.reduce((total, one) => total + one.count, 0);
  return { total: count, sum: { count, paise: sums.reduce((total, { paise }) => total + paise, 0) } };
}

function ownLine(
  { batch, rowNumber, beneficiary, name, amountPaise, remark, reference, ...row }: ShownPayout,
  { atMs, isLocked }: { readonly atMs: number; readonly isLocked: boolean },
): Found['rows'][number] {
  const state = isLocked ? stateInLock(row.state) : row.state;
  const payTo = beneficiary.method === 'UPI' ? beneficiary.upiId : beneficiary.accountNumber;
  const ifsc = beneficiary.method === 'UPI' ? null : beneficiary.ifsc;
  const facts = { state, name, payTo, ifsc, amountPaise, remark, reference, atMs, movedAtMs: row.settledAtMs };
  return { payment: formatPayoutName(batch, rowNumber), isOwn: true, desk: '', by: null, ...facts };
}

function otherLine(payment: TeamPayment): Found['rows'][number] {
  const { desk, batch, rowNumber, ...facts } = payment;
  return { ...facts, payment: `${desk}/${batch}/${rowNumber}`, isOwn: false, desk };
}
