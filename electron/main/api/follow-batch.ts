// Going on with batches that exist: resume sends what is safely unsent, watch only looks up, cancel drops what is unsent.
// In: a batch's name. Out: how it ended. This file must never send without a preflight of its own.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import { bookOfBatch, BOOKS } from '../../../shared/books.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import type { BatchId, CommandId, Reference } from '../../../shared/ids.ts';
import type { QueuedReference } from '../../../shared/ledger.ts';
import {
  LOOK_UP_BEFORE_SEND_AFTER_MS,
  RESUME_ASKS_AGAIN_MS,
  ROWS_PROBED_IN_NEXT_RUNS,
} from '../../../shared/limits.ts';
import { type Acceptance, doubtOnRecord, unaccepted } from './accept-doubts.ts';
import { reportAsItStands } from './as-it-stands.ts';
import { type Bounded, boundedBy } from './cut-short.ts';
import { findBatch, noBatch, refused, withReader, withWriter } from './desks.ts';
import { goOn } from './go-on.ts';
import { alarmed } from './late-news.ts';
import { tallyInLock } from './locked-desk.ts';
import { changeOnce, onceWithWriter } from './once.ts';
import type { Reader, Rooms, Writer } from './ports.ts';
import { chooseProbes, namesInNextRuns } from './probe-references.ts';
import { batchView } from './views.ts';

export interface ResumeWish extends Acceptance {
  readonly batch: BatchId;
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
  /** What the door calls this command; null or absent when it made no id. */
  readonly commandId?: CommandId | null;
  /** Asks for the count again after a long break or another confirmed batch; true when the person goes on. */
  confirmCount(question: { readonly count: number; readonly batch: BatchId }): Promise<boolean>;
}

/** Sends what is safely unsent and follows the batch. Errors: a preflight that stops leaves the batch paused. */
export function resumeBatch(rooms: Rooms, asked: ResumeWish): Promise<Answer<RunReport>> {
  const wish = { ...asked, ...boundedBy(rooms.clock, asked) };
  const command = { book: bookOfBatch(wish.batch), id: wish.commandId ?? null, what: `resume ${wish.batch}` };
  return onceWithWriter<RunReport>(rooms, command, {
    stands: (store) => {
      const batch = findBatch(store, wish.batch);
      return 'kind' in batch ? batch : reportAsItStands(store, batch.batch);
    },
    act: (store, ticket) => resumeOnce(rooms, { store, ticket, wish }),
  });
}

async function resumeOnce(
  rooms: Rooms,
  {
    store,
    ticket,
    wish,
  }: { readonly store: Writer; readonly ticket: CommandTicket | null; readonly wish: ResumeWish & Bounded },
): Promise<Answer<RunReport>> {
  const batch = findBatch(store, wish.batch);
  if ('kind' in batch) return batch;
  const queued = store.tally(batch.batch).counts.queued;
  const asks = queued > 0 && asksAgain(rooms, { store, batch });
  if (asks && !(await wish.confirmCount({ count: queued, batch: batch.id }))) {
    return refused({
      code: 'notConfirmed',
      message: 'Not confirmed: nothing was sent.',
      cure: 'Resume again and type the count.',
    });
  }
  // Nothing to send, so `sent` is reached: what is still to be looked up is `watch`'s.
  const isReached = queued === 0 && wish.until === 'sent';
  if (isReached || (queued > 0 && unaccepted([doubtOnRecord(batch)], wish) !== null))
    return reportAsItStands(store, batch.batch);
  const unsent = store.ledger.queuedReferences(batch.batch);
  const inNextRuns = namesElsewhere(rooms, { store, batch, unsent });
  const probes = [...chooseProbes(unsent, rooms.randomBelow), ...inNextRuns.keys()];
  // Where one of them was sent from elsewhere, any other may have been as well.
  const wasKnown = unsent.some(({ isKnown }) => isKnown);
  const lookUpAll = wasKnown || rooms.clock.nowMs() - batch.activeAtMs > LOOK_UP_BEFORE_SEND_AFTER_MS;
  return goOn({ rooms, store, batch }, { ...wish, ticket, send: queued > 0, probes, inNextRuns, lookUpAll });
}

/** What the first unsent rows may be called on a computer that repeated their file. What this desk repeated, its guards judge. */
function namesElsewhere(
  rooms: Rooms,
  { store, batch, unsent }: { store: Writer; batch: BatchRecord; unsent: readonly QueuedReference[] },
): ReadonlyMap<Reference, Reference> {
  const first = unsent.slice(0, ROWS_PROBED_IN_NEXT_RUNS).map(({ payoutId }) => store.retries.find(payoutId));
  const named = namesInNextRuns(
    rooms,
    batch,
    first.filter((payout) => payout !== null),
  );
  return new Map([...named].filter(([name]) => !store.referenceTaken(batch.mid, name)));
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
    const look = (store: Writer): Promise<Answer<RunReport>> | Answer<RunReport> => {
      const batch = findBatch(store, id);
      if ('kind' in batch) return batch;
      const leftMs = wish.forMs === null ? null : Math.max(0, wish.forMs - (rooms.clock.monotonicMs() - startedMs));
      const bounded = boundedBy(rooms.clock, { follower: wish.follower, forMs: leftMs });
      const follow = { acceptWarnings: false, until: 'settled', ...bounded } as const;
      return goOn(
        { rooms, store, batch },
        { ...follow, ticket: null, send: false, probes: [], inNextRuns: new Map(), lookUpAll: false },
      );
    };
    const report = await withWriter(rooms, bookOfBatch(id), look, { whenLocked: 'closedFirst' });
    if (report.kind !== 'done') return report;
    reports.push(report.value);
    if (report.value.end === 'madeWay' || report.value.pause?.code === 'person') break;
  }
  return reports.length === 0 ? noBatch(rooms) : { kind: 'done', value: reports };
}

/** The batches that hold something to look up soon, final or not, newest first; the newest of all when none does. */
function batchesToWatch(rooms: Rooms): Answer<readonly BatchId[]> {
  const nowMs = rooms.clock.nowMs();
  const found: { readonly id: BatchId; readonly confirmedAtMs: number; readonly isOpen: boolean }[] = [];
  for (const book of BOOKS) {
    const answer = withReader(rooms, book, {
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
export function cancelBatch(rooms: Rooms, id: BatchId, commandId: CommandId | null = null): Promise<Answer<BatchView>> {
  const viewOf = (store: Reader, batch: BatchRecord): Answer<BatchView> => {
    const tally = store.tally(batch.batch);
    return { kind: 'done', value: alarmed(store, batch, batchView(batch, { tally, pause: null, active: false })) };
  };
  return onceWithWriter<BatchView>(
    rooms,
    { book: bookOfBatch(id), id: commandId, what: `cancel ${id}` },
    {
      stands: () => null,
      act: (store, ticket) => {
        const batch = findBatch(store, id);
        if ('kind' in batch) return batch;
        const pace = { firstMs: 0, maxMs: 0 };
        return changeOnce(rooms, { store, ticket }, () => {
          store.ledger.cancel(batch.batch, { nowMs: rooms.clock.nowMs(), pace });
          store.notes.pause(batch.batch, null, rooms.clock.nowMs());
          // What cannot be read is refused as well, and then nothing is cancelled.
          return viewOf(store, batch);
        });
      },
    },
  );
}
