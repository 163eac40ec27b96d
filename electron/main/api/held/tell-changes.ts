// What the ledger changed, told to the windows, whoever caused it: a run, a person's decision, a look-up before a retry.
// In: changes that are on disk. Out: alarms, and what to ask again. This file must never leave out an alarm, nor tell of a
// payout twice what the progress of its run tells already.

import type { DeskEvent } from '../../../../shared/api/events.ts';
import { batchIdIn, type Book } from '../../../../shared/books.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Change } from '../../../../shared/ledger.ts';
import type { RunTelling } from './run-telling.ts';

/** Shape: `working` the job at work, null when nothing is. */
interface Telling {
  readonly publish: (event: DeskEvent) => void;
  readonly working: RunTelling | null;
}

export function tellChanges({ publish, working }: Telling, book: Book, changes: readonly Change[]): void {
  let isToAskAgain = false;
  for (const [number, its] of Map.groupBy(changes, ({ batch }) => batch)) {
    const batch = batchIdIn(book, number);
    const isCarried = working?.carries(batch, its) ?? false;
    if (!isCarried && its.some(({ from, to, late }) => from !== to || late)) isToAskAgain = true;
    for (const change of its) alarmsOf(batch, change).forEach(publish);
  }
  if (isToAskAgain) {
    publish({ kind: 'changed', book, topics: ['batches', 'payouts', 'unknown', 'lateNews', 'confirmations'] });
  }
}

/** What a person must see: words after an ending, and answers about another payout. */
function alarmsOf(batch: BatchId, { rowNumber, late, echoMismatch }: Change): readonly DeskEvent[] {
  const about = { kind: 'alarm', batch, payout: `${batch}-${rowNumber}` } as const;
  return [
    ...(late ? [{ ...about, alarm: 'lateNews' } as const] : []),
    ...(echoMismatch ? [{ ...about, alarm: 'echoMismatch' } as const] : []),
  ];
}
