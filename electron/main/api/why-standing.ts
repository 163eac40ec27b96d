// Why a batch stands still, the same wherever its view is told: asked for, at the end of a run, in the progress of a watch.
// In: an open desk and a batch's counts. Out: the pause that is on disk. This file must never give a reason for a batch of
// which nothing waits to be sent, nor be asked about one that is being sent.

import { INTERRUPTED, invariant, type Pause } from '../../../shared/failures.ts';
import type { Counts } from '../../../shared/states.ts';
import { lockedPause } from './locked-desk.ts';
import type { Reader } from './ports.ts';

/** Shape: null when nothing of it is unsent. `unwritten` is the reason that the disk did not take yet. */
export function whyStanding(
  store: Pick<Reader, 'standing' | 'lostBatches' | 'batches'>,
  number: number,
  counts: Counts,
  unwritten: Pause | null = null,
): Pause | null {
  const locked = lockedPause(store);
  if (locked !== null || counts.queued === 0) return locked;
  const batch = store.batches.find(number);
  invariant(batch !== null, 'a batch with unsent payouts is not in the store');
  return batch.pause ?? unwritten ?? INTERRUPTED;
}
