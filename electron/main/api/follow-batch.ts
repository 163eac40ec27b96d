// Going on with batches that exist: resume sends what is safely unsent, watch only looks up, cancel drops what is unsent.
// In: a batch's name. Out: how it ended. This file must never send without a preflight of its own.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { BatchId, Reference } from '../../../shared/ids.ts';
import { LOOK_UP_BEFORE_SEND_AFTER_MS, RESUME_ASKS_AGAIN_MS } from '../../../shared/limits.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { unlessCutShort } from './cut-short.ts';
import { BOOKS, bookOfBatch, findBatch, nothingHere, refused, withReader, withWriter } from './desks.ts';
import { ASKED, driveRun } from './drive-run.ts';
import type { Rooms, Writer } from './ports.ts';
import { chooseProbes } from './probe-references.ts';
import { practiceProfile } from './profiles.ts';
import { openSession, type Session } from './session.ts';
import { batchView } from './views.ts';

export interface ResumeWish {
  readonly batch: BatchId;
  readonly acceptWarnings: boolean;
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
  /** Asks for the count again after a long break or another confirmed batch; true when the person goes on. */
  confirmCount(question: { readonly count: number; readonly batch: BatchId }): Promise<boolean>;
}

/** Sends what is safely unsent and follows the batch. Errors: a preflight that stops leaves the batch paused. */
export function resumeBatch(rooms: Rooms, wish: ResumeWish): Promise<Answer<RunReport>> {
  return withWriter(rooms, bookOfBatch(wish.batch), async (store) => {
    const batch = findBatch(store, wish.batch);
    if ('kind' in batch) return batch;
    const queued = store.tally(batch.batch).counts.queued;
    if (
      queued > 0 &&
      asksAgain(rooms, { store, batch }) &&
      !(await wish.confirmCount({ count: queued, batch: batch.id }))
    ) {
      return refused({
        code: 'notConfirmed',
        message: 'Not confirmed: nothing was sent.',
        cure: 'Resume again and type the count.',
      });
    }
    // Nothing to send, so `sent` is reached: what is still to be looked up is `watch`'s.
    if (queued === 0 && wish.until === 'sent') return { kind: 'done', value: asItStands(store, batch) };
    store.ledger.releaseHeld(batch.batch, rooms.clock.nowMs());
    const probes = chooseProbes(store.ledger.queuedReferences(batch.batch));
    const lookUpAll = rooms.clock.nowMs() - batch.activeAtMs > LOOK_UP_BEFORE_SEND_AFTER_MS;
    return goOn({ rooms, store, batch }, { ...wish, send: queued > 0, probes, lookUpAll });
  });
}

function asItStands(store: Writer, batch: BatchRecord): RunReport {
  const tally = store.tally(batch.batch);
  return { view: batchView(batch, { tally, pause: null, active: false }), end: 'reached' };
}

/** Whether the count must be typed again before it goes on: after a long break, or another confirmed batch. */
export function asksAgain(rooms: Rooms, { store, batch }: { store: Writer; batch: BatchRecord }): boolean {
  const isLongAgo = rooms.clock.nowMs() - batch.activeAtMs > RESUME_ASKS_AGAIN_MS;
  return isLongAgo || store.batches.list().some((other) => other.confirmedAtMs > batch.activeAtMs);
}

export interface WatchWish {
  readonly batch: BatchId | null;
  readonly forMs: number | null;
  readonly follower: Follower;
}

/** Looks up what is not final, of one batch or of every batch. Shape: one report per batch that was followed, newest first. */
export async function watchBatches(rooms: Rooms, wish: WatchWish): Promise<Answer<readonly RunReport[]>> {
  const startedMs = rooms.clock.monotonicMs();
  const reports: RunReport[] = [];
  const batches = wish.batch === null ? batchesToWatch(rooms) : { kind: 'done' as const, value: [wish.batch] };
  if (batches.kind !== 'done') return batches;
  for (const id of batches.value) {
    const report = await withWriter(rooms, bookOfBatch(id), (store) => {
      const batch = findBatch(store, id);
      if ('kind' in batch) return batch;
      const leftMs = wish.forMs === null ? null : Math.max(0, wish.forMs - (rooms.clock.monotonicMs() - startedMs));
      const follow = { acceptWarnings: false, until: 'settled', forMs: leftMs, follower: wish.follower } as const;
      return goOn({ rooms, store, batch }, { ...follow, send: false, probes: [], lookUpAll: false });
    });
    if (report.kind !== 'done') return report;
    reports.push(report.value);
    if (report.value.view.paused?.code === 'person') break;
  }
  return reports.length === 0 ? refused(nothingHere()) : { kind: 'done', value: reports };
}

/** The batches that hold something to look up, newest first; the newest of all when none does. */
function batchesToWatch(rooms: Rooms): Answer<readonly BatchId[]> {
  const found: { readonly id: BatchId; readonly confirmedAtMs: number; readonly isOpen: boolean }[] = [];
  for (const book of BOOKS) {
    const answer = withReader(rooms, book, {
      act: (store): Answer<null> => {
        for (const { batch, id, confirmedAtMs } of store.batches.list()) {
          const { sending, processing, unknown } = store.tally(batch).counts;
          found.push({ id, confirmedAtMs, isOpen: sending + processing + unknown > 0 });
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
export function cancelBatch(rooms: Rooms, id: BatchId): Promise<Answer<BatchView>> {
  return withWriter(rooms, bookOfBatch(id), (store) => {
    const batch = findBatch(store, id);
    if ('kind' in batch) return batch;
    const pace = { firstMs: 0, maxMs: 0 };
    store.ledger.cancel(batch.batch, { nowMs: rooms.clock.nowMs(), pace });
    store.notes.pause(batch.batch, null, rooms.clock.nowMs());
    return { kind: 'done', value: batchView(batch, { tally: store.tally(batch.batch), pause: null, active: false }) };
  });
}

interface GoOn {
  readonly send: boolean;
  readonly probes: readonly Reference[];
  readonly lookUpAll: boolean;
  readonly acceptWarnings: boolean;
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
}

async function goOn(
  desk: { readonly rooms: Rooms; readonly store: Writer; readonly batch: BatchRecord },
  wish: GoOn,
): Promise<Answer<RunReport>> {
  const { rooms, store, batch } = desk;
  const profile = paceOf(store, batch);
  const { baseUrl, mid } = batch;
  const { ratePerSecond, timeoutMs } = profile;
  const limit =
    batch.refusedRate === null ? ratePerSecond : Math.max(1, Math.min(ratePerSecond, batch.refusedRate - 1));
  const opened = await openSession(rooms, { profile: batch.profile, baseUrl, mid, ratePerSecond: limit, timeoutMs });
  if (opened.kind !== 'done') return pausedForToken(desk, opened);
  const session: Session = opened.value;
  try {
    const ready = await unlessCutShort(wish.follower, () => rooms.preflight(session.reads, wish.probes));
    if (ready === null) return { kind: 'done', value: paused(desk, ASKED) };
    if (ready.kind === 'stopped') return { kind: 'done', value: paused(desk, ready.pause) };
    if (ready.doubt !== null && wish.send && !wish.acceptWarnings)
      return { kind: 'done', value: paused(desk, ready.doubt) };
    store.merchants.saveFingerprint(batch.merchantId, ready.notKnown);
    store.ledger.hastenLookups(batch.batch, rooms.clock.nowMs());
    if (wish.send) store.notes.pause(batch.batch, null, rooms.clock.nowMs());
    const { send, until, forMs, acceptWarnings, lookUpAll, follower } = wish;
    const { notKnown } = ready;
    const request = { batch, profile, session, send, until, forMs, notKnown, acceptWarnings, lookUpAll, follower };
    return { kind: 'done', value: await driveRun(desk, request) };
  } finally {
    await session.close();
  }
}

/** The batch keeps its own base URL and mid; only how fast it goes is the profile's. */
function paceOf(store: Writer, batch: BatchRecord): Profile {
  const today = store.profiles.find(batch.profile) ?? practiceProfile();
  return { ...today, name: batch.profile, baseUrl: batch.baseUrl, mid: batch.mid, environment: batch.environment };
}

function paused({ rooms, store, batch }: { rooms: Rooms; store: Writer; batch: BatchRecord }, pause: Pause): RunReport {
  const tally = store.tally(batch.batch);
  if (tally.counts.queued > 0) store.notes.pause(batch.batch, pause, rooms.clock.nowMs());
  return { view: batchView(batch, { tally, pause, active: false }), end: 'paused' };
}

const TOKEN_PAUSES: Readonly<Record<string, Pause['code']>> = {
  noToken: 'noToken',
  keychainLocked: 'keychainLocked',
  noKeychain: 'noToken',
};

/** A batch without its token is paused, not refused: it exists and waits. */
function pausedForToken(
  desk: { rooms: Rooms; store: Writer; batch: BatchRecord },
  answer: Exclude<Answer<Session>, { kind: 'done' }>,
): Answer<RunReport> {
  const code = TOKEN_PAUSES[answer.refusal.code];
  if (code === undefined) return answer;
  return { kind: 'done', value: paused(desk, { code, message: `${answer.refusal.message} ${answer.refusal.cure}` }) };
}
