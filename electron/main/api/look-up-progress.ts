// How far the look-ups of earlier payouts are, for whoever follows the command. In: the batch that they are told of: the one
// that is resumed, or one that is paid again while the new one is not there yet. Out: what is called after each row.
// This file must never say that anything was sent.

import type { Follower } from '../../../shared/api/following.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import type { Rooms, Writer } from './ports.ts';
import { batchView } from './views.ts';
import { whyStanding } from './why-standing.ts';

interface Told {
  readonly rooms: Rooms;
  readonly store: Writer;
  readonly follower: Follower;
}

/** Tells it as progress of this batch. Units: `rows` all that are looked up. */
export function lookUpProgress(
  { rooms, store, follower }: Told,
  { batch, rows }: { readonly batch: BatchRecord; readonly rows: number },
): (done: number) => void {
  const beganMs = rooms.clock.monotonicMs();
  const tally = store.tally(batch.batch);
  const pause = whyStanding(store, batch.batch, tally.counts);
  const view = batchView(batch, { tally, pause, active: false });
  return (done) =>
    follower.onProgress({
      phase: 'preflight',
      note: `looking up what is paid again: ${done} of ${rows}`,
      view,
      total: batch.payoutCount,
      inFlight: 0,
      elapsedMs: rooms.clock.monotonicMs() - beganMs,
      sentPerSecond: 0,
      nextLookupInMs: null,
    });
}
