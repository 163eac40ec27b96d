// Which of two accounts of a batch is newer: what was asked for, or what events said. In: both with their places among the
// desk's events, which no clock can set back. Out: the newer. This file must never mix numbers of two moments.

import type { EventPlace } from '../../shared/api/events.ts';
import type { BatchView } from '../../shared/api/views.ts';
import { type Book, bookOfBatch } from '../../shared/books.ts';
import type { BatchId } from '../../shared/ids.ts';
import type { LiveBatch } from './live-state.ts';

/** Shape: `after` the last event before the desk answered. */
interface AskedView {
  readonly view: BatchView;
  readonly after: EventPlace;
}

/** Numbers of another process cannot be compared: then what was asked for stands, and is asked for again with its snapshot. */
export function newestView({ view, after }: AskedView, live: LiveBatch | null): BatchView {
  if (live === null || live.toldAt.epoch !== after.epoch) return view;
  return live.toldAt.sequence > after.sequence ? live.progress.view : view;
}

interface AskedUnknown {
  readonly unknown: readonly { readonly batch: BatchId; readonly count: number }[];
  readonly after: EventPlace;
}

/** How many payouts of one book are in doubt, counted for each batch as its own screen counts it. */
export function newestUnknown(
  { unknown, after }: AskedUnknown,
  { book, batches }: { readonly book: Book; readonly batches: ReadonlyMap<BatchId, LiveBatch> },
): number {
  const counts = new Map(unknown.map(({ batch, count }) => [batch, count]));
  for (const [batch, { progress, toldAt }] of batches) {
    const isNewer = toldAt.epoch === after.epoch && toldAt.sequence > after.sequence;
    if (isNewer && bookOfBatch(batch) === book) counts.set(batch, progress.view.counts.unknown);
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
