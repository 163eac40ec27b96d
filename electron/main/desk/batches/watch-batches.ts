// Looks up what is not final, for one batch or all. Nothing is sent.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { BOOKS, bookOfBatch } from '../../../../shared/profiles.ts';
import { ASKED_HORIZON_MS } from '../../engine/run-control.ts';
import { findBatch, noBatch, withReader, withWriter } from '../../session/desks.ts';
import { type Bounded, type RunReport, type Watched, withinTime } from '../../session/following.ts';
import { currentTally } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { goOn } from './resume-batch.ts';

interface WatchOptions extends Bounded {
  readonly batch: BatchId | null;
  /**
   * Batches that are followed for days take turns: each looks up what is due by the schedule on disk, then the next one runs.
   * Absent: everything open is looked up at once, and each batch is followed to its end.
   */
  readonly takesTurns?: boolean;
}

/** Looks up what is not final, for one batch or all. A batch that refuses does not keep the others from being looked up. */
export async function watchBatches(system: System, options: WatchOptions): Promise<Answer<readonly RunReport[]>> {
  const { reports, refused: refusal } = await watchEach(system, options);
  if (refusal !== null) return refusal;
  return reports.length === 0 ? noBatch(system) : { kind: 'done', value: reports };
}

/** As watchBatches, but returns the reports and the first refusal together. */
export async function watchEach(system: System, options: WatchOptions): Promise<Watched> {
  const startedMs = system.clock.monotonicMs();
  const { follower, forMs, takesTurns = false } = options;
  const reports: RunReport[] = [];
  let refusal: Watched['refused'] = null;
  const open: Answer<readonly ToWatch[]> =
    options.batch === null ? batchesToWatch(system) : { kind: 'done', value: [{ id: options.batch, dueAtMs: null }] };
  if (open.kind !== 'done') return { reports, refused: open };
  const until = takesTurns && open.value.length > 1 ? 'asked' : 'settled';
  for (const { id } of takesTurns ? inTurn(open.value, system.clock.nowMs()) : open.value) {
    const look = (store: HeadedWriter): Promise<Answer<RunReport>> | Answer<RunReport> => {
      const batch = findBatch(store, id);
      if ('kind' in batch) return batch;
      const leftMs = forMs === null ? null : Math.max(0, forMs - (system.clock.monotonicMs() - startedMs));
      const how = {
        follower,
        forMs: leftMs,
        send: false,
        until,
        ticket: null,
        acceptWarnings: false,
        asksAllNow: !takesTurns,
      } as const;
      return withinTime(system.clock, how, (signal) => goOn({ ...how, system, store, batch, signal }));
    };
    const report = await withWriter(system, bookOfBatch(id), look, { whenLocked: 'closedFirst' });
    if (report.kind !== 'done') {
      refusal ??= report;
      // Another process has the desk, so none of its batches can be looked up here.
      if (report.kind === 'busy') break;
      continue;
    }
    reports.push(report.value);
    if (report.value.end === 'preempted' || report.value.pause?.code === 'person') break;
  }
  return { reports, refused: refusal };
}

/** `dueAtMs` is null if the batch has nothing to follow. */
interface ToWatch {
  readonly id: BatchId;
  readonly dueAtMs: number | null;
}

/** The batches that are due, longest wait first. Uses the engine's horizon, so a batch due within it is included. */
function inTurn(open: readonly ToWatch[], nowMs: number): ToWatch[] {
  const due = open
    .map((one) => ({ ...one, at: one.dueAtMs ?? nowMs }))
    .filter(({ at }) => at <= nowMs + ASKED_HORIZON_MS);
  return due.toSorted((one, other) => one.at - other.at);
}

/** Batches with something to look up soon, final or not, newest first; the newest batch if there is none. */
function batchesToWatch(system: System): Answer<readonly ToWatch[]> {
  const nowMs = system.clock.nowMs();
  const found: (ToWatch & { readonly confirmedAtMs: number; readonly isOpen: boolean })[] = [];
  for (const book of BOOKS) {
    const answer = withReader(system, book, {
      act: (store): Answer<null> => {
        for (const { batch, id, confirmedAtMs } of store.batches.list()) {
          const { sending, processing, unknown } = currentTally(store, store.tally(batch)).counts;
          const watchAtMs = store.nextWatchAtMs(batch, nowMs);
          const isWatchDue = watchAtMs !== null && watchAtMs <= nowMs;
          const isOpen = sending + processing + unknown > 0 || isWatchDue;
          found.push({ id, confirmedAtMs, dueAtMs: isWatchDue ? nowMs : store.nextDueAtMs(batch), isOpen });
        }
        return { kind: 'done', value: null };
      },
      absent: () => ({ kind: 'done', value: null }),
    });
    if (answer.kind !== 'done') return answer;
  }
  const newestFirst = found.toSorted((a, b) => b.confirmedAtMs - a.confirmedAtMs);
  const open = newestFirst.filter(({ isOpen }) => isOpen);
  return { kind: 'done', value: open.length > 0 ? open : newestFirst.slice(0, 1) };
}
