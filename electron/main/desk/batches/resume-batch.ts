// Continues an existing batch: resume sends what is safely unsent, and a run that only looks up uses the same steps. All
// conditions are checked before anything is written. The reason why a batch cannot continue is stored as its pause.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { Pause } from '../../../../shared/failures.ts';
import type { BatchId, CommandId, Reference } from '../../../../shared/ids.ts';
import { HOUR_MS } from '../../../../shared/limits.ts';
import { joined, msg } from '../../../../shared/messages/message.ts';
import { type Evidence, NO_EVIDENCE } from '../../../../shared/outcomes.ts';
import { bookOfBatch, type Profile } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { KnownWallet, ReportedWallet } from '../../../../shared/wallet.ts';
import type { Person } from '../../domain/approval.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { FORGOTTEN_ANSWERS_SPACING_MS } from '../../domain/decisions.ts';
import type { News } from '../../domain/ledger.ts';
import { backoffOf } from '../../domain/poll-schedule.ts';
import type { Preflight, RunEnd, RunRequest } from '../../domain/run.ts';
import {
  changeOnce,
  findBatch,
  noSuchBatch,
  onceBegun,
  onceWithWriter,
  refused,
  withReader,
  writeIfPossible,
} from '../../session/desks.ts';
import { batchProfile } from '../../session/find-profile.ts';
import { type Bounded, type RunReport, unlessCutShort, withinTime } from '../../session/following.ts';
import { openFollowed, type Session } from '../../session/gateway-session.ts';
import { diskFault, type System } from '../../session/system.ts';
import type { CommandTicket } from '../../store/command-tickets.ts';
import type { HeadedReader, HeadedWriter } from '../../store/store.ts';
import { hearSignatures } from '../approval/carried-requests.ts';
import { type Acceptance, doubtOnRecord, knownWallet, shortfallOf, unaccepted } from './accept-doubts.ts';
import { currentReport, reportOf } from './batch-views.ts';
import { driveRun } from './drive-run.ts';
import { chooseProbes, laterProbes, othersPay, ROWS_PROBED_LATER } from './known-references.ts';
import { type LookedUpAtMs, lookBeforeResume } from './look-earlier.ts';
import { ASKED, whyUnwritten, writePatiently } from './patient-write.ts';

/** After a restart more than this long later, each queued payout is looked up before it is sent. See DESIGN, The engine. */
const LOOK_UP_BEFORE_SEND_AFTER_MS = 3_600_000;

/** After this long, resume asks for the count again. See DESIGN, The engine, Guards. */
const RESUME_ASKS_AGAIN_MS = 12 * 3_600_000;

interface ResumeOptions extends Acceptance, Bounded {
  readonly batch: BatchId;
  readonly until: 'sent' | 'settled';
  /** The door's id for this command; null or absent if it made none. */
  readonly commandId?: CommandId | null;
  /** Who pays: asked of a desk with a team. */
  readonly payer?: Person | null;
  /** The count the person typed if `readUnsent` asks for one, else null; `any` if they accepted whatever it is. */
  readonly count: number | 'any' | null;
}

/** Returns how many are unsent if the person must type that before a resume (after a long break or another batch), else null. */
export function readUnsent(system: System, id: BatchId): Answer<{ readonly asked: number | null }> {
  return withReader(system, bookOfBatch(id), {
    act: (store) => {
      const batch = findBatch(store, id);
      return 'kind' in batch ? batch : { kind: 'done', value: { asked: countAsked(system, { store, batch }) } };
    },
    absent: () => refused(noSuchBatch(id)),
  });
}

/** Sends what is safely unsent and follows the batch. If the preflight stops, the batch stays paused. */
export function resumeBatch(system: System, options: ResumeOptions): Promise<Answer<RunReport>> {
  const command = { book: bookOfBatch(options.batch), id: options.commandId ?? null, what: `resume ${options.batch}` };
  return withinTime(system.clock, options, async (signal) => {
    await hearSignatures(system);
    return onceWithWriter<RunReport>(system, command, {
      stands: (store) => {
        const batch = findBatch(store, options.batch);
        return 'kind' in batch ? batch : currentReport(store, batch.batch);
      },
      act: (store, ticket) => {
        const batch = findBatch(store, options.batch);
        if ('kind' in batch) return batch;
        const asked = countAsked(system, { store, batch });
        if (asked !== null && options.count !== 'any' && options.count !== asked) return refused(NOT_CONFIRMED);
        const { queued } = store.tally(batch.batch).counts;
        const nowMs = system.clock.nowMs();
        const permit =
          queued > 0 ? store.approvals.permitResume(batch, options.payer ?? null, nowMs, options.acceptClaims) : null;
        if (permit !== null && 'code' in permit) return refused(permit);
        // Nothing is left to send, so `sent` is reached. Remaining lookups belong to `watch`.
        const isReached = queued === 0 && options.until === 'sent';
        const isDoubted = queued > 0 && unaccepted([doubtOnRecord(batch)], options) !== null;
        if (isReached || isDoubted) return currentReport(store, batch.batch);
        return goOn({ ...options, system, store, batch, signal, ticket, send: queued > 0, asksAllNow: true });
      },
    });
  });
}

const NOT_CONFIRMED: Refusal = {
  code: 'notConfirmed',
  message: msg('resume.notConfirmed'),
  cure: msg('cure.resumeAndType'),
};

/** Returns how many are unsent if the person must type that number, else null. */
export function countAsked(
  system: Pick<System, 'clock'>,
  { store, batch }: { readonly store: HeadedReader; readonly batch: BatchRecord },
): number | null {
  const { queued } = store.tally(batch.batch).counts;
  const isLongAgo = system.clock.nowMs() - batch.activeAtMs > RESUME_ASKS_AGAIN_MS;
  const asks = isLongAgo || store.batches.list().some((other) => other.confirmedAtMs > batch.activeAtMs);
  return queued > 0 && asks ? queued : null;
}

/** A batch in an open desk, and how to continue it. `ticket`: the command's ticket, not yet taken; null without a command. */
interface GoingOn extends Acceptance, Bounded {
  readonly system: System;
  readonly store: HeadedWriter;
  readonly batch: BatchRecord;
  readonly send: boolean;
  readonly until: RunRequest['until'];
  /** Looks up everything open, even what is not due yet. */
  readonly asksAllNow: boolean;
  readonly payer?: Person | null;
  readonly ticket: CommandTicket | null;
  /** Aborts the lookups before the run. */
  readonly signal: AbortSignal;
}

/** Continues the batch. Refuses without changing anything; if the preflight stops, the batch stays paused. */
export async function goOn(going: GoingOn): Promise<Answer<RunReport>> {
  const { system, store, batch, send, signal } = going;
  const changed = whatChanged(going);
  if (changed !== null) return refused(changed);
  const profile = batchProfile(store, batch);
  const { probes, later, lookUpAll } = send ? askedBeforeSending(going, profile) : NOTHING_ASKED;
  // The time of the rate refusal is not recorded. A batch that has sent nothing for an hour starts at the full rate again.
  const isRecent = system.clock.nowMs() - batch.activeAtMs < HOUR_MS;
  const refusedRate = isRecent ? batch.refusedRate : null;
  const opened = await openFollowed(system, { profile, store, refusedRate }, going);
  if (opened === null) return cutShort(going);
  if (opened.kind !== 'done') return pausedForToken(going, opened);
  const session = opened.value;
  try {
    const ready = await unlessCutShort(signal, () => system.engine.preflight(session.reads, probes));
    if (ready === null) return cutShort(going);
    if (ready.kind === 'stopped') {
      const about = { ready, session, profile, later };
      const unwritten = (await holdKnown(going, about)) ?? (await noteNotAsked(going, about));
      return paused(going, unwritten ?? ready.pause);
    }
    const wallet = knownWallet(ready.balance, profile);
    const doubts = [ready.doubt, shortfallOf(wallet, store.tally(batch.batch).paise.queued)];
    const doubt = send ? unaccepted(doubts, going) : null;
    if (doubt !== null) return paused(going, doubt);
    return await begin(going, {
      session,
      profile,
      wallet,
      walletBefore: hasSent(going) ? null : { balance: ready.balance, unit: profile.walletUnit },
      notKnown: ready.notKnown,
      lookUpAll,
      lookedUpAtMs: new Map(),
    });
  } finally {
    await session.close();
  }
}

/** What the gateway is asked about unsent payouts. `later` maps references they may have elsewhere to their own. */
interface AskedBefore {
  readonly probes: readonly Reference[];
  readonly later: ReadonlyMap<Reference, Reference>;
  readonly lookUpAll: boolean;
}

const NOTHING_ASKED: AskedBefore = { probes: [], later: new Map(), lookUpAll: false };

function askedBeforeSending({ system, store, batch }: GoingOn, profile: Profile): AskedBefore {
  const unsent = store.ledger.queuedReferences(batch.batch);
  // The guards judge what this desk itself repeated.
  const named = unsent.slice(0, ROWS_PROBED_LATER).map(({ payoutId }) => store.retries.find(payoutId));
  const elsewhere = [
    ...laterProbes(
      batch.mid,
      named.filter((payout) => payout !== null),
    ),
  ];
  const later = new Map(elsewhere.filter(([reference]) => !store.isReferenceUsed(batch.mid, reference)));
  // If one payout was sent from elsewhere, any other may have been too.
  const wasKnown = unsent.some(({ isKnown }) => isKnown) || othersPay(system, store, profile);
  const lookUpAll = wasKnown || system.clock.nowMs() - batch.activeAtMs > LOOK_UP_BEFORE_SEND_AFTER_MS;
  return { probes: [...chooseProbes(unsent, system.randomBelow), ...later.keys()], later, lookUpAll };
}

/** What is known before the first write. */
interface Ready {
  readonly session: Session;
  readonly profile: Profile;
  readonly wallet: KnownWallet | null;
  readonly walletBefore: ReportedWallet | null;
  readonly notKnown: string | null;
  readonly lookUpAll: boolean;
  readonly lookedUpAtMs: LookedUpAtMs;
}

/** Takes the command together with the first write: the start of the run, or releasing rows before the lookups of repeats. */
async function begin(going: GoingOn, ready: Ready): Promise<Answer<RunReport>> {
  const { system, store, batch, send, ticket, follower, signal } = going;
  const release = (): void => {
    if (send) store.ledger.releaseHeld(batch.batch, system.clock.nowMs());
  };
  const repeats = send ? store.unsentRepeats(batch.batch, system.clock.nowMs()) : [];
  /** What others must approve is asked in the transaction that begins. Nothing is written when they have not. */
  const beginWith = (change: () => void): Refusal | null => {
    const nowMs = system.clock.nowMs();
    return store.together(() => {
      const permit = send ? store.approvals.permitResume(batch, going.payer ?? null, nowMs, going.acceptClaims) : null;
      if (permit !== null && 'code' in permit) return permit;
      if (permit !== null) store.approvals.use(permit, batch.batch, nowMs);
      changeOnce(system, { store, ticket }, change);
      return null;
    });
  };
  if (repeats.length === 0) {
    const against = beginWith(() => {
      release();
      noteGoingOn(going, ready);
    });
    return against === null ? onceBegun(system, () => run(going, ready)) : refused(against);
  }
  // Payouts that the lookups hold are held after this release, and stay held.
  const against = beginWith(release);
  if (against !== null) return refused(against);
  return onceBegun(system, async () => {
    const { session, profile, notKnown, lookedUpAtMs } = ready;
    const world = { system, store, profile, reads: session.reads, notKnown, follower, signal, lookedUpAtMs, batch };
    const pause = (await lookBeforeResume(world, repeats)) ?? unlessNoted(going, () => noteGoingOn(going, ready));
    if (pause === null) return run(going, ready);
    if (pause === ASKED && signal.reason === 'timeOver') return ended(going, { kind: 'bound' });
    // The command has begun, so report the pause even if it cannot be stored, as a run does.
    if (isUnsent(going)) writeIfPossible(system, () => store.notes.pause(batch.batch, pause, system.clock.nowMs()));
    return ended(going, { kind: 'paused', pause });
  });
}

/** What a run stores when it begins, in the caller's transaction. */
function noteGoingOn({ system, store, batch, send, asksAllNow }: GoingOn, { session, profile, notKnown }: Ready): void {
  const { refusedRate } = session.pacer;
  if (refusedRate !== null) store.notes.refuseRate(batch.batch, refusedRate);
  store.merchants.saveFingerprint(store.merchants.ensure(profile), notKnown);
  if (asksAllNow) store.ledger.hastenLookups(batch.batch, system.clock.nowMs());
  if (send) store.notes.pause(batch.batch, null, system.clock.nowMs());
}

/** Writes all or nothing. Returns a pause if the disk refused, else null. */
function unlessNoted({ system, store }: GoingOn, note: () => void): Pause | null {
  try {
    store.together(note);
    return null;
  } catch (error) {
    const fault = diskFault(system, error);
    if (fault === null) throw error;
    return { code: 'diskFull', message: joined([fault.message, fault.cure]) };
  }
}

async function run(going: GoingOn, ready: Ready): Promise<Answer<RunReport>> {
  const { store, batch, send } = going;
  // With only one payout left, no others wait for it, so it need not go alone.
  const firstAlone = send && store.tally(batch.batch).counts.queued > 1 && store.notes.owesFirstAlone(batch.batch);
  return { kind: 'done', value: await driveRun({ ...going, ...ready, firstAlone }) };
}

/** Returns why the stored batch may not continue, or null. */
function whatChanged({ system, store, batch, send }: GoingOn): Refusal | null {
  if (!send && isCheckedHere(store, batch.batch)) return null;
  const damaged = send ? store.checkIndexes({ nowMs: system.clock.nowMs(), batch: batch.batch }) : null;
  const changed = damaged ?? store.checkBatch(batch);
  if (changed === null) noteChecked(store, batch.batch);
  return changed;
}

/**
 * The gateway knows a reference of the batch, or one it has elsewhere. This is stored with the payout, so that it is never
 * cancelled as unpaid. Returns a pause if the disk refused; null if it was stored or nothing was known.
 */
async function holdKnown(
  { system, store, batch }: GoingOn,
  {
    ready,
    session,
    profile,
    later,
  }: Pick<Ready, 'session' | 'profile'> &
    Pick<AskedBefore, 'later'> & { readonly ready: Extract<Preflight, { kind: 'stopped' }> },
): Promise<Pause | null> {
  const { known } = ready;
  if (known === undefined) return null;
  const here = later.get(known.reference) ?? known.reference;
  const payout = store.ledger.queuedReferences(batch.batch).find(({ reference }) => reference === here);
  if (payout === undefined) return null;
  const { payoutId } = payout;
  const atMs = system.clock.nowMs();
  const world = { system, store, reads: session.reads, backoff: backoffOf(profile), isOver: () => false };
  const held = { kind: 'held', payoutId, hold: 'referenceKnown', evidence: known.evidence, atMs } as const;
  const written = await writePatiently(world, [held]);
  return written.kind === 'written' ? null : whyUnwritten(written);
}

/**
 * The gateway does not answer, so no lookups are made. Records that once each half day for each payout that is due. Returns a
 * pause if the disk refused, else null.
 */
async function noteNotAsked(
  { system, store, batch }: GoingOn,
  {
    ready: { known, evidence },
    session,
    profile,
  }: Pick<Ready, 'session' | 'profile'> & { readonly ready: Extract<Preflight, { kind: 'stopped' }> },
): Promise<Pause | null> {
  if (known !== undefined || evidence === undefined) return null;
  const news = notAskedNow({ system, store, batch }, evidence);
  if (news.length === 0) return null;
  const world = { system, store, reads: session.reads, backoff: backoffOf(profile), isOver: () => false };
  const written = await writePatiently(world, news);
  return written.kind === 'written' ? null : whyUnwritten(written);
}

/** An unanswered lookup for each payout that is due and has none from the last half day. */
function notAskedNow(
  { system, store, batch }: Pick<GoingOn, 'system' | 'store' | 'batch'>,
  evidence: Evidence,
): News[] {
  const atMs = system.clock.nowMs();
  const asked = { nowMs: atMs, sinceMs: atMs - FORGOTTEN_ANSWERS_SPACING_MS };
  return store.ledger
    .unheardLookups(batch.batch, asked)
    .map((due) => ({ kind: 'unanswered', ...due, wasAsked: false, evidence, atMs }));
}

/** The command's answer, with the batch as it is now. */
function ended({ store, batch, send }: GoingOn, end: RunEnd): Answer<RunReport> {
  return { kind: 'done', value: reportOf(store, batch, { end, sent: send }) };
}

/**
 * The batch does not start, and the pause is stored if it has unsent payouts that were to be sent: that is the command's only
 * change. A run that only looks up leaves the stored pause. Throws if the disk refuses, with nothing changed.
 */
function paused(going: GoingOn, pause: Pause): Answer<RunReport> {
  const { system, store, batch, send, ticket } = going;
  if (send && isUnsent(going)) {
    changeOnce(system, { store, ticket }, () => store.notes.pause(batch.batch, pause, system.clock.nowMs()));
  }
  return ended(going, { kind: 'paused', pause });
}

/** Whether money of this batch may have left the wallet. */
function hasSent({ store, batch }: GoingOn): boolean {
  const { queued, failed, rejected, cancelled } = store.tally(batch.batch).counts;
  return queued + failed + rejected + cancelled < batch.payoutCount;
}

function isUnsent({ store, batch }: GoingOn): boolean {
  return store.tally(batch.batch).counts.queued > 0;
}

/** The answer if the run was aborted before it began. */
function cutShort(going: GoingOn): Answer<RunReport> {
  const { send, signal } = going;
  if (signal.reason === 'timeOver') return ended(going, { kind: 'bound' });
  return !send && signal.reason === 'preempt' ? ended(going, { kind: 'preempted' }) : paused(going, ASKED);
}

const TOKEN_PAUSES: Readonly<Record<string, Pause['code']>> = {
  noToken: 'noToken',
  keychainLocked: 'keychainLocked',
  noKeychain: 'noToken',
};

/**
 * A batch without its token is paused, not refused: it exists and waits. It is also recorded that no lookup could be made: if the
 * merchant is gone for good, a person must be able to settle its payouts by hand.
 */
function pausedForToken(going: GoingOn, answer: Exclude<Answer<Session>, { kind: 'done' }>): Answer<RunReport> {
  const { system, store, batch } = going;
  const code = TOKEN_PAUSES[answer.refusal.code];
  const news = code === 'noToken' ? notAskedNow(going, NO_EVIDENCE) : [];
  if (news.length > 0) {
    store.ledger.turn({
      nowMs: system.clock.nowMs(),
      backoff: backoffOf(batchProfile(store, batch)),
      news,
      claim: null,
    });
  }
  return code === undefined ? answer : paused(going, { code, message: answer.refusal.message });
}

// Which batches this process has checked against what was confirmed. A batch that is only looked up is checked once.

/** Keyed by ledger, which is the same for everyone who has the desk open in this process. */
const known = new WeakMap<HeadedWriter['ledger'], Set<number>>();

function isCheckedHere({ ledger }: Pick<HeadedWriter, 'ledger'>, batch: number): boolean {
  return known.get(ledger)?.has(batch) === true;
}

export function noteChecked({ ledger }: Pick<HeadedWriter, 'ledger'>, batch: number): void {
  const batches = known.get(ledger) ?? new Set();
  known.set(ledger, batches.add(batch));
}
