// The desk's records as the doors show them. After a crash a payout may still say `sending` on disk, though nobody sends it.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { BatchView } from '../../../../shared/api/views.ts';
import { invariant, type Pause } from '../../../../shared/failures.ts';
import { batchState } from '../../../../shared/states.ts';
import type { BatchRecord, Tally } from '../../domain/batches.ts';
import type { LateNews } from '../../domain/late-news.ts';
import type { RunEnd } from '../../domain/run.ts';
import type { RunReport } from '../../session/following.ts';
import { DOUBTED_UNATTENDED, tallyInDoubt, whyStanding } from '../../session/locked-desk.ts';
import type { HeadedReader } from '../../store/store.ts';

/** A batch with its payouts counted. `active`: an engine is sending it now. */
export function batchView(
  batch: BatchRecord,
  { tally, pause, active }: { tally: Tally; pause: Pause | null; active: boolean },
): BatchView {
  const { id, profile } = batch;
  return {
    batch: id,
    profile,
    state: batchState(tally.counts, active),
    paused: pause,
    counts: tally.counts,
    paise: tally.paise,
  };
}

/** A batch with its unread alarms; they stay until somebody reads them. */
export function withNews(view: BatchView, news: readonly LateNews[] = []): BatchView {
  const unread = news.length;
  if (unread === 0) return { ...view, alarms: 0 };
  const possibleDuplicates = news.filter(({ successor }) => successor !== null).length;
  return { ...view, alarms: unread, news: { unread, possibleDuplicates } };
}

/** Adds the names of the other batches with unread alarms, so that none is overlooked. */
export function alarmed(store: HeadedReader, batch: BatchRecord, view: BatchView): BatchView {
  const others = store.news.unreadBatches().filter((id) => id !== batch.id);
  const news = store.news.list({ batch: batch.batch, all: false });
  return { ...withNews(view, news), ...(others.length === 0 ? {} : { newsElsewhere: others }) };
}

/** A line in the list of batches. */
export interface BatchLine {
  readonly view: BatchView;
  readonly name: string;
  readonly file: string;
  readonly rows: number;
  readonly totalPaise: number;
  readonly createdAtMs: number;
}

export function batchLine(batch: BatchRecord, view: BatchView): BatchLine {
  const { name, fileName: file, payoutCount: rows, totalPaise, confirmedAtMs: createdAtMs } = batch;
  return { view, name, file, rows, totalPaise, createdAtMs };
}

/** A batch at the end of a command. A command that `sent` reports its own pause, even if it could not be stored. */
export function reportOf(
  store: HeadedReader,
  batch: BatchRecord,
  { end, sent }: { readonly end: RunEnd; readonly sent: boolean },
): RunReport {
  // If the disk was too full to take an answer, the payout is in doubt from now on.
  const tally = tallyInDoubt(store.tally(batch.batch), DOUBTED_UNATTENDED);
  const stands = whyStanding(store, batch.batch, tally.counts);
  const pause = end.kind === 'paused' ? end.pause : null;
  const paused = sent && stands !== null ? (pause ?? stands) : stands;
  const view = alarmed(store, batch, batchView(batch, { tally, pause: paused, active: false }));
  return { view, end: end.kind, pause };
}

/** The report of a batch as it is on disk. Paused if something is unsent. */
export function currentReport(store: HeadedReader, number: number): Answer<RunReport> {
  const batch = store.batches.find(number);
  invariant(batch !== null, 'a batch that was begun is not in the store');
  const pause = whyStanding(store, number, store.tally(number).counts);
  const end: RunEnd = pause === null ? { kind: 'reached' } : { kind: 'paused', pause };
  return { kind: 'done', value: reportOf(store, batch, { end, sent: false }) };
}
