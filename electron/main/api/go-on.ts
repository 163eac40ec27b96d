// Going on with a batch that exists: what must hold before anything is written, and what is written as it begins. In: a batch
// in an open desk, and what was asked. Out: how the run ended, or why it does not begin.
// This file must never send without a check and a preflight of its own, nor refuse what it has begun.

import type { Answer } from '../../../shared/api/answers.ts';
import type { RunReport } from '../../../shared/api/following.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { UnsentRepeat } from '../../../shared/guards.ts';
import type { Reference } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { HOUR_MS } from '../../../shared/limits.ts';
import type { Preflight } from '../../../shared/run.ts';
import type { KnownWallet } from '../../../shared/wallet.ts';
import { type Acceptance, acceptsUnprovable, unaccepted } from './accept-doubts.ts';
import { batchProfile } from './batch-profile.ts';
import { isCheckedHere, noteChecked } from './checked-here.ts';
import { type Bounded, unlessCutShort, wishOf } from './cut-short.ts';
import { refused } from './desks.ts';
import { ASKED, driveRun } from './drive-run.ts';
import { lookBeforeResume } from './look-before-resume.ts';
import { changeOnce } from './once.ts';
import { onceBegun } from './once-begun.ts';
import { openSession, type Session, sessionWish, tellLongWaits } from './session.ts';
import { type BatchPlace, cutShort, halted, outOfTime, paused, pausedForToken } from './stand-still.ts';
import { knownWallet, shortfallOf } from './wallet-shortfall.ts';
import { whyUnwritten, writePatiently } from './write-patiently.ts';

/** What was asked. Shape: `ticket` of the command that asks, not taken yet; null where it has none. */
export interface GoingOn extends Acceptance, Bounded {
  readonly send: boolean;
  readonly ticket: CommandTicket | null;
  readonly probes: readonly Reference[];
  /** Which of the batch's references each probed name of a next run stands for. */
  readonly inNextRuns: ReadonlyMap<Reference, Reference>;
  readonly lookUpAll: boolean;
  readonly until: 'sent' | 'settled';
}

/** Goes on. Errors: refused with nothing changed; a preflight that stops leaves the batch paused. */
export async function goOn(desk: BatchPlace, wish: GoingOn): Promise<Answer<RunReport>> {
  const { rooms, store, batch } = desk;
  const changed = await whatChanged(desk, wish);
  if (changed !== null) return refused(changed);
  const profile = batchProfile(store, batch);
  // When it was refused is not on record. A batch that has sent nothing for an hour asks again at its own rate.
  const isRecent = rooms.clock.nowMs() - batch.activeAtMs < HOUR_MS;
  const refusedRate = isRecent ? batch.refusedRate : null;
  const named = { ...sessionWish(profile), refusedRate };
  // A keychain may ask its owner for a long time: who presses Stop meanwhile waits no longer.
  const opened = await unlessCutShort(wish.follower, () => openSession(rooms, named), closeLate);
  if (opened === null) return cutShort(desk, wish);
  if (opened.kind !== 'done') return pausedForToken(desk, wish, opened);
  const session: Session = opened.value;
  tellLongWaits(rooms, session, wish.follower);
  try {
    const ready = await unlessCutShort(wish.follower, () => rooms.preflight(session.reads, wish.probes));
    if (ready === null) return cutShort(desk, wish);
    if (ready.kind === 'stopped') {
      const unwritten = await holdKnown(desk, wish, { ready, session, profile });
      return { kind: 'done', value: paused(desk, wish, unwritten ?? ready.pause) };
    }
    const wallet = knownWallet(ready.balance, profile);
    const doubts = [ready.doubt, shortfallOf(wallet, store.tally(batch.batch).paise.queued)];
    const doubt = wish.send ? unaccepted(doubts, wish) : null;
    if (doubt !== null) return { kind: 'done', value: paused(desk, wish, doubt) };
    return await begin(desk, wish, { session, profile, wallet, notKnown: ready.notKnown });
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
async function begin(desk: BatchPlace, wish: GoingOn, ready: Ready): Promise<Answer<RunReport>> {
  const { rooms, store, batch } = desk;
  const { send, ticket } = wish;
  const release = (): void => {
    if (send) store.ledger.releaseHeld(batch.batch, rooms.clock.nowMs());
  };
  const repeats = send ? await rooms.inTurns(store.unsentRepeats(batch.batch, rooms.clock.nowMs())) : [];
  if (repeats.length === 0) {
    changeOnce(rooms, { store, ticket }, () => {
      release();
      noteGoingOn(desk, wish, ready);
    });
    return onceBegun(rooms, () => run(desk, wish, ready));
  }
  // What the look-ups hold back is held back after this, and stays so.
  changeOnce(rooms, { store, ticket }, release);
  return onceBegun(rooms, async () => {
    const pause =
      (await lookRepeatsUp(desk, wish, { ready, repeats })) ?? unlessNoted(desk, () => noteGoingOn(desk, wish, ready));
    if (pause === null) return run(desk, wish, ready);
    const isOutOfTime = pause === ASKED && wishOf(wish.follower) === 'timeOver';
    return { kind: 'done', value: isOutOfTime ? outOfTime(desk) : halted(desk, pause) };
  });
}

/** What a run of the batch begins with on disk, in the caller's transaction. */
function noteGoingOn({ rooms, store, batch }: BatchPlace, { send }: GoingOn, ready: Ready): void {
  const { session, profile, notKnown } = ready;
  const { refusedRate } = session.pacer;
  if (refusedRate !== null) store.notes.refuseRate(batch.batch, refusedRate);
  store.merchants.saveFingerprint(store.merchants.ensure(profile), notKnown);
  store.ledger.hastenLookups(batch.batch, rooms.clock.nowMs());
  if (send) store.notes.pause(batch.batch, null, rooms.clock.nowMs());
}

/** Writes it, all or nothing. Shape: why the disk did not take it; null when it did. */
function unlessNoted({ rooms, store }: BatchPlace, note: () => void): Pause | null {
  try {
    store.together(note);
    return null;
  } catch (error) {
    const fault = rooms.faultOfDisk(error);
    if (fault === null) throw error;
    return { code: 'diskFull', message: `${fault.message} ${fault.cure}` };
  }
}

async function run(desk: BatchPlace, wish: GoingOn, ready: Ready): Promise<Answer<RunReport>> {
  const { store, batch } = desk;
  const { send, until, forMs, lookUpAll, follower } = wish;
  const { session, profile, wallet, notKnown } = ready;
  // The last one left has nobody to wait for.
  const firstAlone = send && store.tally(batch.batch).counts.queued > 1 && store.notes.owesFirstAlone(batch.batch);
  const how = { send, until, forMs, lookUpAll, firstAlone, wallet, follower };
  const accepts = { acceptsUnprovable: acceptsUnprovable(wish) };
  return { kind: 'done', value: await driveRun(desk, { batch, profile, session, notKnown, ...how, ...accepts }) };
}

/** Why the batch may not go on as it lies on the disk; null when it may. */
async function whatChanged({ rooms, store, batch }: BatchPlace, { send }: GoingOn): Promise<Refusal | null> {
  if (!send && isCheckedHere(store, batch.batch)) return null;
  const damaged = send ? await rooms.inTurns(store.checkIndexes()) : null;
  const changed = damaged ?? (await rooms.inTurns(store.checkBatch(batch)));
  if (changed === null) noteChecked(store, batch.batch);
  return changed;
}

/** A session that came after the person had stopped it. */
function closeLate(opened: Answer<Session>): void {
  if (opened.kind === 'done') void opened.value.close();
}

/** What the batch would pay once more is looked up at each resume. Shape: why it cannot go on; null when it can. */
function lookRepeatsUp(
  { rooms, store, batch }: BatchPlace,
  { follower }: GoingOn,
  { ready, repeats }: { readonly ready: Ready; readonly repeats: readonly UnsentRepeat[] },
): Promise<Pause | null> {
  const { session, profile, notKnown } = ready;
  return lookBeforeResume({ rooms, store, profile, reads: session.reads, notKnown, follower, batch }, repeats);
}

/**
 * The gateway knows one of the batch's references, or what it is called in a next run of the file: that is kept with the payout, so that the batch is never cancelled as
 * unpaid. Shape: why the disk did not take it; null when it did, or nothing was known.
 */
async function holdKnown(
  { rooms, store, batch }: BatchPlace,
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
  const atMs = rooms.clock.nowMs();
  const pace = { firstMs: profile.pollFirstMs, maxMs: profile.pollMaxMs };
  const world = { rooms, store, reads: session.reads, pace, isOver: () => false };
  const held = { kind: 'held', payoutId, hold: 'referenceKnown', evidence: known.evidence, atMs } as const;
  const written = await writePatiently(world, [held]);
  return written.kind === 'written' ? null : whyUnwritten(written);
}
