// Archiving old batches: what a person is shown first, and carrying out exactly that. Each batch is archived on its own, so that
// stopping between two of them leaves both whole.

import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Answer } from '../../../../shared/api/contract.ts';
import { type BatchId, batchNumber, formatBatchId } from '../../../../shared/ids.ts';
import { ARCHIVE_AFTER_DAYS, DAY_MS } from '../../../../shared/limits.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Book } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { noBatch, refused, withReader, withWriter } from '../../session/desks.ts';
import { databaseOf, diskFault, type System } from '../../session/system.ts';
import {
  type ArchivableBatch,
  type ArchiveProgress,
  type ArchiveQuestion,
  isArchivable,
} from '../../store/archive-batch.ts';
import type { StoreReader } from '../../store/store.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';

export interface ArchiveAsked {
  readonly book: Book;
  /** Batches whose last event is earlier; by default all that are old enough. */
  readonly beforeMs: number | null;
  /** Whether batches with payments that ended unpaid are included. */
  readonly withUnpaid: boolean;
}

/** `going`: what would be archived. `staying`: old enough, but not yet at rest. `unfinished`: archived, but not all deleted. */
export interface ArchivePlanView {
  readonly book: Book;
  readonly beforeMs: number;
  readonly going: readonly ArchivableBatch[];
  readonly staying: readonly ArchivableBatch[];
  readonly unfinished: readonly BatchId[];
  /** Of all that go. */
  readonly payments: number;
  readonly paise: number;
  /** About what leaves the database, and what it has now. */
  readonly bytes: number;
  readonly databaseBytes: number;
}

/** Says what would be archived, and changes nothing. Refuses a date less than a year ago. */
export function planArchive(system: System, asked: ArchiveAsked): Answer<ArchivePlanView> {
  const question = questionOf(system, asked);
  if ('code' in question) return refused(question);
  return withReader(system, asked.book, {
    act: (store) => ({ kind: 'done', value: planIn(system, { store, asked, question }) }),
    absent: () => noBatch(system),
  });
}

function planIn(
  system: System,
  {
    store,
    asked: { book },
    question,
  }: { readonly store: StoreReader; readonly asked: ArchiveAsked; readonly question: ArchiveQuestion },
): ArchivePlanView {
  const { batches, unfinished, bytes } = store.archives.plan(question);
  const going = batches.filter(isArchivable);
  const { prefix } = databaseOf(system.files.dataFolder, book);
  return {
    book,
    beforeMs: question.beforeMs,
    going,
    staying: batches.filter(({ stays }) => stays !== null && stays !== 'young'),
    unfinished: unfinished.map((batch) => formatBatchId(prefix, batch)),
    payments: going.reduce((sum, one) => sum + one.payments, 0),
    paise: going.reduce((sum, one) => sum + one.paise, 0),
    bytes,
    databaseBytes: sizeOf(system, book),
  };
}

/** Never younger than a year: by then no gateway is asked about a batch any more. */
function questionOf(system: System, { beforeMs, withUnpaid }: ArchiveAsked): ArchiveQuestion | Refusal {
  const nowMs = system.clock.nowMs();
  const latestMs = nowMs - ARCHIVE_AFTER_DAYS * DAY_MS;
  if (beforeMs !== null && beforeMs > latestMs) {
    const message = msg('archive.tooYoung', { time: latestMs });
    return { code: 'archiveTooYoung', message, cure: msg('cure.archiveTooYoung') };
  }
  return { beforeMs: beforeMs ?? latestMs, withUnpaid, nowMs };
}

export interface ArchiveOptions {
  /** What the person confirmed: the batches of the plan, in its order. */
  readonly batches: readonly BatchId[];
  /** Stops before the next batch, or while one is only copied. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ArchiveGoing) => void;
}

/** `at`: which batch of how many. `done` of `of` payments of this batch. `compact`: the database gives its room back. */
export interface ArchiveGoing extends Pick<ArchiveProgress, 'done' | 'of'> {
  readonly batch: BatchId | null;
  readonly step: ArchiveProgress['step'] | 'compact';
  readonly at: number;
  readonly batches: number;
}

export interface ArchiveView {
  readonly book: Book;
  readonly archived: readonly BatchId[];
  /** A person stopped it: the batches that follow are as they were. */
  readonly isStopped: boolean;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Why the database did not give its room back; null when it did. */
  readonly notCompacted: Refusal | null;
}

/** Archives what was planned. Refuses if the plan is no longer the same, and whatever the disk refuses. */
export function archiveOld(
  system: System,
  asked: ArchiveAsked,
  { batches, signal, onProgress }: ArchiveOptions,
): Promise<Answer<ArchiveView>> {
  const { book } = asked;
  return withWriter<ArchiveView>(system, book, async (store) => {
    const question = questionOf(system, asked);
    if ('code' in question) return refused(question);
    const bytesBefore = sizeOf(system, book);
    const { going, unfinished } = planIn(system, { store, asked, question });
    if (going.length !== batches.length || going.some(({ id }, at) => id !== batches[at])) {
      return refused(CHANGED_MEANWHILE);
    }
    const archived: BatchId[] = [];
    const all = [...unfinished, ...batches];
    for (const [at, id] of all.entries()) {
      if (signal.aborted) break;
      const number = batchNumber(id);
      const steps = unfinished.includes(id)
        ? store.archiving.finish(number)
        : store.archiving.archive(number, question);
      let isDropped = false;
      for (const { step, done, of } of steps) {
        onProgress({ batch: id, step, done, of, at: at + 1, batches: all.length });
        await nextTurn();
        // Deleting is never left half done: the rows are in the archive by then.
        isDropped = signal.aborted && step !== 'delete';
        if (isDropped) break;
      }
      if (!isDropped) archived.push(id);
    }
    let notCompacted: Refusal | null = null;
    if (archived.length > 0) {
      onProgress({ batch: null, step: 'compact', done: 0, of: 1, at: all.length, batches: all.length });
      await nextTurn();
      try {
        store.archiving.compact();
      } catch (error) {
        notCompacted = diskFault(system, error);
        if (notCompacted === null) throw error;
      }
    }
    const bytesAfter = sizeOf(system, book);
    return {
      kind: 'done',
      value: { book, archived, isStopped: archived.length < all.length, bytesBefore, bytesAfter, notCompacted },
    };
  });
}

function sizeOf(system: System, book: Book): number {
  return statSync(databaseOf(system.files.dataFolder, book).path, { throwIfNoEntry: false })?.size ?? 0;
}
