// Why a batch stands still. In: its newest view, and what was asked about it. Out: the pause, or null where nobody said.
// This file must never take the pause of a batch that is being sent for one of now: its caller asks only when it is not.

import type { Pause } from '../../../shared/failures.ts';
import type { BatchView } from '../../../shared/api/views.ts';

/** What only follows a paused batch tells newer numbers, and nothing of the pause: then the one that was asked for stands. */
export function whyPaused(newest: Pick<BatchView, 'paused'>, asked: Pick<BatchView, 'paused'>): Pause | null {
  return newest.paused ?? asked.paused;
}
