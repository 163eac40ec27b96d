// How a front door follows a run and hears of its end. In: nothing. Out: types.
// This file must never hold how a door shows it.

import type { Pause } from '../failures.ts';
import type { RunEnd } from '../run.ts';
import type { BatchView, ProgressView } from './views.ts';

/**
 * Why a run is to end before its time. `pause`: a person wants it. `makeWay`: what only looks up stands in the way.
 * `timeOver`: the time that the person gave it is over.
 */
export type StopWish = 'pause' | 'makeWay' | 'timeOver';

/** How a person follows and stops a run. */
export interface Follower {
  onProgress(progress: ProgressView): void;
  /** Hears a whole sentence while something takes long before there is progress; absent where nobody reads it. */
  onNote?(note: string): void;
  /** Calls back when it is to end, for a person's pause unless it says otherwise; gives the way to stop listening. */
  onPauseAsked(pause: (wish?: StopWish) => void): () => void;
}

/**
 * How a command that runs or follows a batch ended. Shape: `pause` what stopped the command, null when nothing did; why the
 * batch itself stands still is in its view. `leftOut` payouts that were asked for and not paid, by a retry.
 */
export interface RunReport {
  readonly view: BatchView;
  readonly end: RunEnd['kind'];
  readonly pause: Pause | null;
  readonly leftOut?: number;
}
