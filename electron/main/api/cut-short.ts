// Reads that a person may cut short. In: the follower who hears Ctrl+C, and the reads. Out: what they gave, or null.
// This file must never be used for anything that sends: what is cut short here has changed nothing.

import type { Follower } from '../../../shared/api/following.ts';

/**
 * Does the reads. Shape: null when the person asked for a pause, before or meanwhile; the session is then closed by its owner.
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
