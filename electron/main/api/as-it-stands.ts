// A batch as it stands, where nothing is done about it: for a command that has nothing to do, or was carried out before.
// In: an open desk and a batch. Out: the report of a run that did nothing. This file must never change anything.

import type { Answer } from '../../../shared/api/answers.ts';
import type { RunReport } from '../../../shared/api/following.ts';
import { invariant } from '../../../shared/failures.ts';
import type { Reader } from './ports.ts';
import { batchView } from './views.ts';
import { whyStanding } from './why-standing.ts';

/** The batch of that number as it is on disk. Shape: paused when something of it is unsent. */
export function reportAsItStands(store: Reader, number: number): Answer<RunReport> {
  const batch = store.batches.find(number);
  invariant(batch !== null, 'a batch that was begun is not in the store');
  const tally = store.tally(number);
  const pause = whyStanding(store, number, tally.counts);
  const view = batchView(batch, { tally, pause, active: false });
  return { kind: 'done', value: { view, end: pause === null ? 'reached' : 'paused', pause } };
}
