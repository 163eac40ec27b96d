// Going on with batches that exist: resume sends what is safely unsent, watch only looks up, cancel drops what is
// unsent. What must hold is asked before anything is written; why a batch does not go on is noted with what is unsent.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { BatchView } from '../../../../shared/api/views.ts';
import { cureAt } from '../../../../shared/cures.ts';
import type { Pause } from '../../../../shared/failures.ts';
import type { BatchId, CommandId, Reference } from '../../../../shared/ids.ts';
import { HOUR_MS } from '../../../../shared/limits.ts';
import { BOOKS, bookOfBatch, type Profile } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { KnownWallet } from '../../../../shared/wallet.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { CommandTicket } from '../../domain/commands.ts';
import type { UnsentRepeat } from '../../domain/guards.ts';
import type { QueuedReference } from '../../domain/ledger.ts';
import { paceOf } from '../../domain/poll-schedule.ts';
import type { Preflight } from '../../domain/run.ts';
import {
  changeOnce,
  findBatch,
  noBatch,
  noSuchBatch,
  onceBegun,
  onceWithWriter,
  refused,
  withReader,
  withWriter,
  writeIfPossible,
} from '../../session/desks.ts';
import { batchProfile } from '../../session/find-profile.ts';
import {
  type Bounded,
  boundedBy,
  type Follower,
  type RunReport,
  stopReasonOf,
  unlessCutShort,
} from '../../session/following.ts';
import { noteLongWaits, openSession, type Session, sessionOptions } from '../../session/gateway-session.ts';
import { tallyInLock, whyStanding } from '../../session/locked-desk.ts';
import { diskFault, type System } from '../../session/system.ts';
import type { HeadedReader, HeadedWriter } from '../../store/headed-store.ts';
import { alarmed } from '../payouts/late-news.ts';
import {
  type Acceptance,
  acceptsUnprovable,
  doubtOnRecord,
  knownWallet,
  shortfallOf,
  unaccepted,
} from './accept-doubts.ts';
import { driveRun, isCheckedHere, noteChecked } from './drive-run.ts';
import { lookBeforeResume } from './look-earlier.ts';
import { ASKED, whyUnwritten, writePatiently } from './patient-write.ts';
import { chooseProbes, namesInNextRuns, ROWS_PROBED_IN_NEXT_RUNS } from './probe-references.ts';
import { batchView, currentReport } from './views.ts';

/** After a restart later than this, each queued payout is looked up before its send. Source: DESIGN, Look-ups. */
const LOOK_UP_BEFORE_SEND_AFTER_MS = 3_600_000;

/** Resume asks for the count again after this. Source: DESIGN, Guards. */
const RESUME_ASKS_AGAIN_MS = 12 * 3_600_000;

interface ResumeOptions extends Acceptance {
  readonly batch: BatchId;
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
  /** What the door calls this command; null or absent when it made no id. */
  readonly commandId?: CommandId | null;
  /** What the person typed where `readUnsent` asks for it, null where nothing; `any` where they said yes to whatever it is. */
  readonly count: number | 'any' | null;
}

/** What a person is asked to type before a batch is resumed, after a long break or another confirmed one: how much of it is unsent. */
export function readUnsent(system: System, id: BatchId): Answer<{ readonly asked: number | null }> {
  return withReader(system, bookOfBatch(id), {
    act: (store) => {
      const batch = findBatch(store, id);
      return 'kind' in batch ? batch : { kind: 'done', value: { asked: countAsked(system, { store, batch }) } };
    },
    absent: () => refused(noSuchBatch(id)),
  });
}

/** Sends what is safely unsent and follows the batch. Errors: a preflight that stops leaves the batch paused. */
export function resumeBatch(system: System, asked: ResumeOptions): Promise<Answer<RunReport>> {
  const options = { ...asked, ...boundedBy(system.clock, asked) };
  const command = { book: bookOfBatch(options.batch), id: options.commandId ?? null, what: `resume ${options.batch}` };
  return onceWithWriter<RunReport>(system, command, {
    stands: (store) => {
      const batch = findBatch(store, options.batch);
      return 'kind' in batch ? batch : currentReport(store, batch.batch);
    },
    act: (store, ticket) => resumeOnce(system, { store, ticket, options }),
  });
}

async function resumeOnce(
  system: System,
  {
    store,
    ticket,
    options,
  }: { readonly store: HeadedWriter; readonly ticket: CommandTicket | null; readonly options: ResumeOptions & Bounded },
): Promise<Answer<RunReport>> {
  const batch = findBatch(store, options.batch);
  if ('kind' in batch) return batch;
  const queued = store.tally(batch.batch).counts.queued;
  const asked = countAsked(system, { store, batch });
  if (asked !== null && options.count !== 'any' && options.count !== asked) {
    return refused({
      code: 'notConfirmed',
      message: 'Not confirmed: nothing was sent.',
      cure: 'Resume again and type the count.',
    });
  }
  // Nothing to send, so `sent` is reached: what is still to be looked up is `watch`'s.
  const isReached = queued === 0 && options.until === 'sent';
  if (isReached || (queued > 0 && unaccepted([doubtOnRecord(batch)], options) !== null))
    return currentReport(store, batch.batch);
  const unsent = store.ledger.queuedReferences(batch.batch);
  const inNextRuns = namesElsewhere({ store, batch, unsent });
  const probes = [...chooseProbes(unsent, system.randomBelow), ...inNextRuns.keys()];
  // Where one of them was sent from elsewhere, any other may have been as well.
  const wasKnown = unsent.some(({ isKnown }) => isKnown);
  const lookUpAll = wasKnown || system.clock.nowMs() - batch.activeAtMs > LOOK_UP_BEFORE_SEND_AFTER_MS;
  return goOn({ system, store, batch }, { ...options, ticket, send: queued > 0, probes, inNextRuns, lookUpAll });
}

/** What the first unsent rows may be called on a computer that repeated their file. What this desk repeated, its guards judge. */
function namesElsewhere({
  store,
  batch,
  unsent,
}: {
  store: HeadedWriter;
  batch: BatchRecord;
  unsent: readonly QueuedReference[];
}): ReadonlyMap<Reference, Reference> {
  const first = unsent.slice(0, ROWS_PROBED_IN_NEXT_RUNS).map(({ payoutId }) => store.retries.find(payoutId));
  const named = namesInNextRuns(
    batch,
    first.filter((payout) => payout !== null),
  );
  return new Map([...named].filter(([name]) => !store.referenceTaken(batch.mid, name)));
}

/** How many are unsent, where the person must type it before they are sent; null where not. */
export function countAsked(
  system: Pick<System, 'clock'>,
  { store, batch }: { readonly store: HeadedReader; readonly batch: BatchRecord },
): number | null {
  const { queued } = store.tally(batch.batch).counts;
  const isLongAgo = system.clock.nowMs() - batch.activeAtMs > RESUME_ASKS_AGAIN_MS;
  const asks = isLongAgo || store.batches.list().some((other) => other.confirmedAtMs > batch.activeAtMs);
  return queued > 0 && asks ? queued : null;
}

interface WatchOptions {
  readonly batch: BatchId | null;
  readonly forMs: number | null;
  readonly follower: Follower;
}

/** Looks up what is not final, of one batch or of every batch. Shape: one report per batch that was followed, newest first. */
export async function watchBatches(system: System, options: WatchOptions): Promise<Answer<readonly RunReport[]>> {
  const startedMs = system.clock.monotonicMs();
  const reports: RunReport[] = [];
  const batches = options.batch === null ? batchesToWatch(system) : { kind: 'done' as const, value: [options.batch] };
  if (batches.kind !== 'done') return batches;
  for (const id of batches.value) {
    const look = (store: HeadedWriter): Promise<Answer<RunReport>> | Answer<RunReport> => {
      const batch = findBatch(store, id);
      if ('kind' in batch) return batch;
      const leftMs =
        options.forMs === null ? null : Math.max(0, options.forMs - (system.clock.monotonicMs() - startedMs));
      const bounded = boundedBy(system.clock, { follower: options.follower, forMs: leftMs });
      const follow = { acceptWarnings: false, until: 'settled', ...bounded } as const;
      return goOn(
        { system, store, batch },
        { ...follow, ticket: null, send: false, probes: [], inNextRuns: new Map(), lookUpAll: false },
      );
    };
    const report = await withWriter(system, bookOfBatch(id), look, { whenLocked: 'closedFirst' });
    if (report.kind !== 'done') return report;
    reports.push(report.value);
    if (report.value.end === 'madeWay' || report.value.pause?.code === 'person') break;
  }
  return reports.length === 0 ? noBatch(system) : { kind: 'done', value: reports };
}

/** The batches that hold something to look up soon, final or not, newest first; the newest of all when none does. */
function batchesToWatch(system: System): Answer<readonly BatchId[]> {
  const nowMs = system.clock.nowMs();
  const found: { readonly id: BatchId; readonly confirmedAtMs: number; readonly isOpen: boolean }[] = [];
  for (const book of BOOKS) {
    const answer = withReader(system, book, {
      act: (store): Answer<null> => {
        for (const { batch, id, confirmedAtMs } of store.batches.list()) {
          const tally = store.tally(batch);
          const { sending, processing, unknown } = (store.standing.kind === 'locked' ? tallyInLock(tally) : tally)
            .counts;
          const watchAtMs = store.nextWatchAtMs(batch, nowMs);
          const isWatchDue = watchAtMs !== null && watchAtMs <= nowMs;
          found.push({ id, confirmedAtMs, isOpen: sending + processing + unknown > 0 || isWatchDue });
        }
        return { kind: 'done', value: null };
      },
      absent: () => ({ kind: 'done', value: null }),
    });
    if (answer.kind !== 'done') return answer;
  }
  const newestFirst = found.toSorted((a, b) => b.confirmedAtMs - a.confirmedAtMs);
  const open = newestFirst.filter(({ isOpen }) => isOpen);
  return { kind: 'done', value: (open.length > 0 ? open : newestFirst.slice(0, 1)).map(({ id }) => id) };
}

/** Drops what has not been sent. Payouts that ever had an answer go into doubt instead. */
export function cancelBatch(
  system: System,
  id: BatchId,
  commandId: CommandId | null = null,
): Promise<Answer<BatchView>> {
  const viewOf = (store: HeadedReader, batch: BatchRecord): Answer<BatchView> => {
    const tally = store.tally(batch.batch);
    return { kind: 'done', value: alarmed(store, batch, batchView(batch, { tally, pause: null, active: false })) };
  };
  return onceWithWriter<BatchView>(
    system,
    { book: bookOfBatch(id), id: commandId, what: `cancel ${id}` },
    {
      stands: () => null,
      act: (store, ticket) => {
        const batch = findBatch(store, id);
        if ('kind' in batch) return batch;
        const pace = { firstMs: 0, maxMs: 0 };
        return changeOnce(system, { store, ticket }, () => {
          store.ledger.cancel(batch.batch, { nowMs: system.clock.nowMs(), pace });
          store.notes.pause(batch.batch, null, system.clock.nowMs());
          // What cannot be read is refused as well, and then nothing is cancelled.
          return viewOf(store, batch);
        });
      },
    },
  );
}

/** What was asked. Shape: `ticket` of the command that asks, not taken yet; null where it has none. */
interface GoingOn extends Acceptance, Bounded {
  readonly send: boolean;
  readonly ticket: CommandTicket | null;
  readonly probes: readonly Reference[];
  /** Which of the batch's references each probed name of a next run stands for. */
  readonly inNextRuns: ReadonlyMap<Reference, Reference>;
  readonly lookUpAll: boolean;
  readonly until: 'sent' | 'settled';
}

/** Goes on. Errors: refused with nothing changed; a preflight that stops leaves the batch paused. */
async function goOn(desk: BatchPlace, options: GoingOn): Promise<Answer<RunReport>> {
  const { system, store, batch } = desk;
  const changed = whatChanged(desk, options);
  if (changed !== null) return refused(changed);
  const profile = batchProfile(store, batch);
  // When it was refused is not on record. A batch that has sent nothing for an hour asks again at its own rate.
  const isRecent = system.clock.nowMs() - batch.activeAtMs < HOUR_MS;
  const refusedRate = isRecent ? batch.refusedRate : null;
  const named = { ...sessionOptions(profile), refusedRate };
  // A keychain may ask its owner for a long time: who presses Stop meanwhile waits no longer.
  const opened = await unlessCutShort(options.follower, () => openSession(system, named), closeLate);
  if (opened === null) return cutShort(desk, options);
  if (opened.kind !== 'done') return pausedForToken(desk, options, opened);
  const session: Session = opened.value;
  noteLongWaits(system, session, options.follower);
  try {
    const ready = await unlessCutShort(options.follower, () => system.engine.preflight(session.reads, options.probes));
    if (ready === null) return cutShort(desk, options);
    if (ready.kind === 'stopped') {
      const unwritten = await holdKnown(desk, options, { ready, session, profile });
      return { kind: 'done', value: paused(desk, options, unwritten ?? ready.pause) };
    }
    const wallet = knownWallet(ready.balance, profile);
    const doubts = [ready.doubt, shortfallOf(wallet, store.tally(batch.batch).paise.queued)];
    const doubt = options.send ? unaccepted(doubts, options) : null;
    if (doubt !== null) return { kind: 'done', value: paused(desk, options, doubt) };
    return await begin(desk, options, { session, profile, wallet, notKnown: ready.notKnown });
  } finally {
    await session.close();
  }
}

/** What is known before the first write. */
interface Ready {
  readonly session: Session;
  readonly profile: Profile;
  readonly wallet: KnownWallet | null;
  readonly notKnown: string | null;
}

/** Takes the command with all that is written before a run, or before the look-ups of what it repeats: those are recorded too. */
async function begin(desk: BatchPlace, options: GoingOn, ready: Ready): Promise<Answer<RunReport>> {
  const { system, store, batch } = desk;
  const { send, ticket } = options;
  const release = (): void => {
    if (send) store.ledger.releaseHeld(batch.batch, system.clock.nowMs());
  };
  const repeats = send ? store.unsentRepeats(batch.batch, system.clock.nowMs()) : [];
  if (repeats.length === 0) {
    changeOnce(system, { store, ticket }, () => {
      release();
      noteGoingOn(desk, options, ready);
    });
    return onceBegun(system, () => run(desk, options, ready));
  }
  // What the look-ups hold back is held back after this, and stays so.
  changeOnce(system, { store, ticket }, release);
  return onceBegun(system, async () => {
    const pause =
      (await lookRepeatsUp(desk, options, { ready, repeats })) ??
      unlessNoted(desk, () => noteGoingOn(desk, options, ready));
    if (pause === null) return run(desk, options, ready);
    const isOutOfTime = pause === ASKED && stopReasonOf(options.follower) === 'timeOver';
    return { kind: 'done', value: isOutOfTime ? outOfTime(desk) : halted(desk, pause) };
  });
}

/** What a run of the batch begins with on disk, in the caller's transaction. */
function noteGoingOn({ system, store, batch }: BatchPlace, { send }: GoingOn, ready: Ready): void {
  const { session, profile, notKnown } = ready;
  const { refusedRate } = session.pacer;
  if (refusedRate !== null) store.notes.refuseRate(batch.batch, refusedRate);
  store.merchants.saveFingerprint(store.merchants.ensure(profile), notKnown);
  store.ledger.hastenLookups(batch.batch, system.clock.nowMs());
  if (send) store.notes.pause(batch.batch, null, system.clock.nowMs());
}

/** Writes it, all or nothing. Shape: why the disk did not take it; null when it did. */
function unlessNoted({ system, store }: BatchPlace, note: () => void): Pause | null {
  try {
    store.together(note);
    return null;
  } catch (error) {
    const fault = diskFault(system, error);
    if (fault === null) throw error;
    return { code: 'diskFull', message: `${fault.message} ${cureAt('window', fault.cure)}` };
  }
}

async function run(desk: BatchPlace, options: GoingOn, ready: Ready): Promise<Answer<RunReport>> {
  const { store, batch } = desk;
  const { send, until, forMs, lookUpAll, follower } = options;
  const { session, profile, wallet, notKnown } = ready;
  // The last one left has nobody to wait for.
  const firstAlone = send && store.tally(batch.batch).counts.queued > 1 && store.notes.owesFirstAlone(batch.batch);
  const how = { send, until, forMs, lookUpAll, firstAlone, wallet, follower };
  const accepts = { acceptsUnprovable: acceptsUnprovable(options) };
  return { kind: 'done', value: await driveRun(desk, { batch, profile, session, notKnown, ...how, ...accepts }) };
}

/** Why the batch may not go on as it lies on the disk; null when it may. */
function whatChanged({ store, batch }: BatchPlace, { send }: GoingOn): Refusal | null {
  if (!send && isCheckedHere(store, batch.batch)) return null;
  const damaged = send ? store.checkIndexes() : null;
  const changed = damaged ?? store.checkBatch(batch);
  if (changed === null) noteChecked(store, batch.batch);
  return changed;
}

/** A session that came after the person had stopped it. */
function closeLate(opened: Answer<Session>): void {
  if (opened.kind === 'done') void opened.value.close();
}

/** What the batch would pay once more is looked up at each resume. Shape: why it cannot go on; null when it can. */
function lookRepeatsUp(
  { system, store, batch }: BatchPlace,
  { follower }: GoingOn,
  { ready, repeats }: { readonly ready: Ready; readonly repeats: readonly UnsentRepeat[] },
): Promise<Pause | null> {
  const { session, profile, notKnown } = ready;
  return lookBeforeResume({ system, store, profile, reads: session.reads, notKnown, follower, batch }, repeats);
}

/**
 * The gateway knows one of the batch's references, or what it is called in a next run of the file: that is kept with the payout, so that the batch is never cancelled as
 * unpaid. Shape: why the disk did not take it; null when it did, or nothing was known.
 */
async function holdKnown(
  { system, store, batch }: BatchPlace,
  { inNextRuns }: Pick<GoingOn, 'inNextRuns'>,
  {
    ready,
    session,
    profile,
  }: {
    readonly ready: Extract<Preflight, { kind: 'stopped' }>;
    readonly session: Session;
    readonly profile: Profile;
  },
): Promise<Pause | null> {
  const { known } = ready;
  if (known === undefined) return null;
  const here = inNextRuns.get(known.reference) ?? known.reference;
  const payout = store.ledger.queuedReferences(batch.batch).find(({ reference }) => reference === here);
  if (payout === undefined) return null;
  const { payoutId } = payout;
  const atMs = system.clock.nowMs();
  const pace = paceOf(profile);
  const world = { system, store, reads: session.reads, pace, isOver: () => false };
  const held = { kind: 'held', payoutId, hold: 'referenceKnown', evidence: known.evidence, atMs } as const;
  const written = await writePatiently(world, [held]);
  return written.kind === 'written' ? null : whyUnwritten(written);
}

/** A batch in an open desk. */
interface BatchPlace {
  readonly system: System;
  readonly store: HeadedWriter;
  readonly batch: BatchRecord;
}

/**
 * What was to begin. Shape: what only looks up stops nothing, and the pause noted before it stays; `ticket` as it was given,
 * not taken yet.
 */
interface Beginning {
  readonly send: boolean;
  readonly ticket: CommandTicket | null;
}

/**
 * It does not begin for this reason, which is noted with what is unsent where it was to be sent: that is the command's only
 * change. Errors: throws what the disk refuses, with nothing changed.
 */
function paused(desk: BatchPlace, { send, ticket }: Beginning, pause: Pause): RunReport {
  const { system, store, batch } = desk;
  if (send && isUnsent(desk)) {
    changeOnce(system, { store, ticket }, () => store.notes.pause(batch.batch, pause, system.clock.nowMs()));
  }
  return standing(desk, pause);
}

/** It had begun to send and goes no further. The reason is told even where it cannot be noted, as a run does. */
function halted(desk: BatchPlace, pause: Pause): RunReport {
  const { system, store, batch } = desk;
  if (isUnsent(desk)) writeIfPossible(system, () => store.notes.pause(batch.batch, pause, system.clock.nowMs()));
  const { view, ...report } = standing(desk, pause);
  return { ...report, view: view.paused === null ? view : { ...view, paused: pause } };
}

function isUnsent({ store, batch }: BatchPlace): boolean {
  return store.tally(batch.batch).counts.queued > 0;
}

/** The batch as it is, after what was to begin was stopped for this reason; without one it made way. */
function standing({ store, batch }: Pick<BatchPlace, 'store' | 'batch'>, pause: Pause | null): RunReport {
  const tally = store.tally(batch.batch);
  const stands = whyStanding(store, batch.batch, tally.counts);
  const view = alarmed(store, batch, batchView(batch, { tally, pause: stands, active: false }));
  return { view, end: pause === null ? 'madeWay' : 'paused', pause };
}

/** Its time was over before a run of it began: the batch is told as it stands. */
function outOfTime(desk: Pick<BatchPlace, 'store' | 'batch'>): RunReport {
  return { ...standing(desk, null), end: 'bound' };
}

/** What was asked to end before it began. */
function cutShort(
  desk: BatchPlace,
  { send, ticket, follower }: Beginning & { readonly follower: Follower },
): Answer<RunReport> {
  const reason = stopReasonOf(follower);
  if (reason === 'timeOver') return { kind: 'done', value: outOfTime(desk) };
  if (send) return { kind: 'done', value: paused(desk, { send, ticket }, ASKED) };
  return { kind: 'done', value: standing(desk, reason === 'makeWay' ? null : ASKED) };
}

const TOKEN_PAUSES: Readonly<Record<string, Pause['code']>> = {
  noToken: 'noToken',
  keychainLocked: 'keychainLocked',
  noKeychain: 'noToken',
};

/** A batch without its token is paused, not refused: it exists and waits. */
function pausedForToken(
  desk: BatchPlace,
  beginning: Beginning,
  answer: Exclude<Answer<Session>, { kind: 'done' }>,
): Answer<RunReport> {
  const code = TOKEN_PAUSES[answer.refusal.code];
  if (code === undefined) return answer;
  return { kind: 'done', value: paused(desk, beginning, { code, message: answer.refusal.message }) };
}
