// Reads that a person may cut short. In: the follower who hears Ctrl+C, and the reads. Out: what they gave, or null.
// This file must never be used for anything that sends: what is cut short here has changed nothing.

import type { Follower } from '../../../shared/api/following.ts';

/** Does the reads. Shape: null when the person asked for a pause; the session is then closed by its owner. */
export async function unlessCutShort<Value>(
  follower: Pick<Follower, 'onPauseAsked'>,
  reads: () => Promise<Value>,
): Promise<Value | null> {
  let stopListening = (): void => {};
  const asked = new Promise<null>((resolve) => {
    stopListening = follower.onPauseAsked(() => resolve(null));
  });
  try {
    return await Promise.race([reads(), asked]);
  } finally {
    stopListening();
  }
}
