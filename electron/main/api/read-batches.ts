// Reading beside a running desk: status, list, export. In: a batch's name. Out: views and reports.
// This file must never change anything, not even a time of last use.

import type { Answer } from '../../../shared/api/answers.ts';
import type { BatchListView, BatchSummaryView, BatchView } from '../../../shared/api/views.ts';
import { bookOfBatch, BOOKS } from '../../../shared/books.ts';
import { INTERRUPTED, type Pause } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { BatchRecord, Tally } from '../../../shared/batches.ts';
import type { BatchReport } from '../../../shared/report.ts';
import { findBatch, noBatch, noSuchBatch, refused, refusedByDisk, withReader } from './desks.ts';
import { alarmed, alarmedSummary } from './late-news.ts';
import { reportInDoubt, tallyInDoubt } from './left-in-doubt.ts';
import { lockedPause, reportInLock, tallyInLock } from './locked-desk.ts';
import type { Reader, Rooms } from './ports.ts';
import { isSourceSheet } from './source-sheets.ts';
import { batchView, summaryView } from './views.ts';

/** The batch as it is on disk now; the newest when none is named. */
export function readStatus(rooms: Rooms, id: BatchId | null): Answer<BatchView> {
  const named = id === null ? newestBatch(rooms) : { kind: 'done' as const, value: id };
  if (named.kind !== 'done') return named;
  const { value: newest } = named;
  const isHeld = rooms.isDeskHeld();
  return withReader(rooms, bookOfBatch(newest), {
    act: (store) => {
      const batch = findBatch(store, newest);
      if ('kind' in batch) return batch;
      const { tally, active } = standingOf(store, { batch, isHeld });
      const standstill = active ? null : (batch.pause ?? INTERRUPTED);
      const pause = lockedPause(store) ?? (tally.counts.queued > 0 ? standstill : null);
      return { kind: 'done', value: alarmed(store, batch, batchView(batch, { tally, pause, active })) };
    },
    absent: () => refused(noSuchBatch(newest)),
  });
}

/**
 * How a batch stands. It was asked before the database was opened whether another process is at work: one that began since
 * then sends nothing for its first second. A pause is on disk before a process lets go of the desk.
 */
function standingOf(
  store: Reader,
  { batch, isHeld }: { readonly batch: BatchRecord; readonly isHeld: boolean },
): { readonly tally: Tally; readonly active: boolean } {
  const tally = store.tally(batch.batch);
  if (store.standing.kind === 'locked') return { tally: tallyInLock(tally), active: false };
  return isHeld ? { tally, active: batch.pause === null } : { tally: tallyInDoubt(tally), active: false };
}

function newestBatch(rooms: Rooms): Answer<BatchId> {
  const answer = listBatches(rooms);
  if (answer.kind !== 'done') return answer;
  const [newest] = answer.value.batches;
  return newest === undefined ? noBatch(rooms) : { kind: 'done', value: newest.batch };
}

/** Every batch of both desks, newest first. */
export function listBatches(rooms: Rooms): Answer<BatchListView> {
  const batches: BatchSummaryView[] = [];
  let locked: Pause | null = null;
  const isHeld = rooms.isDeskHeld();
  for (const book of BOOKS) {
    const answer = withReader(rooms, book, {
      act: (store) => {
        locked ??= lockedPause(store);
        const views = store.batches
          .list()
          .map((batch) => alarmedSummary(store, batch, summaryView(batch, standingOf(store, { batch, isHeld }))));
        return { kind: 'done', value: views };
      },
      absent: () => ({ kind: 'done', value: [] as BatchSummaryView[] }),
    });
    if (answer.kind !== 'done') return answer;
    batches.push(...answer.value);
  }
  batches.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return { kind: 'done', value: locked === null ? { batches } : { batches, locked } };
}

/** Writes a batch's report. Errors: refused when there is no such batch or the file cannot be written. */
export async function exportBatch(
  rooms: Rooms,
  { batch: id, path, force = false }: { readonly batch: BatchId; readonly path: string; readonly force?: boolean },
): Promise<Answer<{ readonly file: string; readonly batch: BatchId; readonly payouts: number }>> {
  const isHeld = rooms.isDeskHeld();
  const opening = rooms.openReader(bookOfBatch(id));
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return refused(noSuchBatch(id));
  const { store } = opening;
  try {
    const batch = findBatch(store, id);
    if ('kind' in batch) return batch;
    const changed = await rooms.inTurns(store.checkBatch(batch));
    if (changed !== null) return refused(changed);
    const report = store.report(batch, rooms.clock.nowMs());
    const asItStands = store.standing.kind === 'locked' ? reportInLock : isHeld ? sameReport : reportInDoubt;
    const written = await rooms.exportReport(asItStands(report), path, {
      force,
      isSource: isSourceSheet(rooms, batch),
    });
    if (written.kind === 'refused') return refused(written.refusal);
    return { kind: 'done', value: { file: written.path, batch: id, payouts: batch.payoutCount } };
  } catch (error) {
    return refusedByDisk(rooms, error);
  } finally {
    store.close();
  }
}

function sameReport(report: BatchReport): BatchReport {
  return report;
}
