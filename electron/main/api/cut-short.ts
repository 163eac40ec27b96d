// Reads that a person, or the time they gave, may cut short. In: the follower who hears it, and the reads. Out: what they
// gave, or null.
// This file must never be used for anything that sends: what is cut short here has changed nothing.

import type { Follower, StopWish } from '../../../shared/api/following.ts';
import type { Clock } from './ports.ts';

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
  const heard: Pick<Follower, 'onProgress' | 'onNote'> = {
    onProgress: (progress) => follower.onProgress(progress),
    onNote: (note) => follower.onNote?.(note),
  };
  return { follower: { ...heard, onPauseAsked }, forMs };
}

/** What was asked of it; a follower that does not say it anew to whoever listens later asks for nothing but a pause. */
export function wishOf(follower: Pick<Follower, 'onPauseAsked'>): StopWish {
  let asked: StopWish = 'pause';
  follower.onPauseAsked((wish = 'pause') => {
    asked = wish;
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
