// How a front door follows a run, and how reads are cut short that a person, or the time they gave, wants ended. Nothing
// that sends may be cut short like this: only what was read has changed nothing.

import type { LiveProgress } from '../../../shared/api/events.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { RunEnd } from '../domain/run.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Why a run is to end before its time. `pause`: a person wants it. `makeWay`: what only looks up stands in the way.
 * `timeOver`: the time that the person gave it is over.
 */
export type StopReason = 'pause' | 'makeWay' | 'timeOver';

/** How a person follows and stops a run. */
export interface Follower {
  onProgress(progress: LiveProgress): void;
  /** Hears a whole sentence while something takes long before there is progress; absent where nobody reads it. */
  onNote?(note: string): void;
  /** Hears of each run before its first turn; what it gives hears how the run ended, null where it broke. */
  onRun?(run: { readonly batch: BatchId; readonly send: boolean }): (end: RunEnd | null) => void;
  /** Calls back when it is to end, for a person's pause unless it says otherwise; gives the way to stop listening. */
  onPauseAsked(pause: (reason?: StopReason) => void): () => void;
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

/** The questions before a run may take so much longer than the time given: they are seconds, and a run of seconds is meant. */
const QUESTIONS_TAKE_MS = 10_000;

/** Who is to be heard, and how long the run itself may take. Shape: `forMs` null without a bound. */
export interface Bounded {
  readonly follower: Follower;
  readonly forMs: number | null;
}

/**
 * Counts the time from now on: the follower given back hears when the questions before a run have taken too long. The run
 * counts its own time from its own beginning.
 */
export function boundedBy(
  clock: Clock,
  { follower, forMs }: { readonly follower: Follower; readonly forMs: number | null },
): Bounded {
  if (forMs === null) return { follower, forMs };
  const endsMs = clock.monotonicMs() + forMs + QUESTIONS_TAKE_MS;
  const leftMs = (): number => Math.max(0, endsMs - clock.monotonicMs());
  const onPauseAsked: Follower['onPauseAsked'] = (stop) => {
    const isOver = leftMs() === 0;
    if (isOver) stop('timeOver');
    const callOff = isOver ? () => {} : clock.after(leftMs(), () => stop('timeOver'));
    const stopListening = follower.onPauseAsked(stop);
    return () => {
      callOff();
      stopListening();
    };
  };
  return { follower: { ...follower, onPauseAsked }, forMs };
}

/** What was asked of it; a follower that does not say it anew to whoever listens later asks for nothing but a pause. */
export function stopReasonOf(follower: Pick<Follower, 'onPauseAsked'>): StopReason {
  let asked: StopReason = 'pause';
  follower.onPauseAsked((reason = 'pause') => {
    asked = reason;
  })();
  return asked;
}

/**
 * Does the reads. Shape: null when the person asked for a pause or their time was over, before or meanwhile; the session is then closed by its owner.
 * `onLate` gets what comes all the same, for its owner to close.
 */
export async function unlessCutShort<Value>(
  follower: Pick<Follower, 'onPauseAsked'>,
  reads: () => Promise<Value>,
  onLate: (value: Value) => void = () => {},
): Promise<Value | null> {
  const asked = Promise.withResolvers<null>();
  let isAsked = false;
  const stopListening = follower.onPauseAsked(() => {
    isAsked = true;
    asked.resolve(null);
  });
  try {
    if (isAsked) return null;
    const reading = reads();
    const value = await Promise.race([reading, asked.promise]);
    // What fails late concerns nobody any more.
    if (isAsked) reading.then(onLate, () => {});
    return isAsked ? null : value;
  } finally {
    stopListening();
  }
}
