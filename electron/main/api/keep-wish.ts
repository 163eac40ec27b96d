// A person's wish to end, heard without a gap while one listener after the other takes over. In: a follower. Out: the same
// follower, listened to from now on. This file must never forget a wish because nobody listens at that moment: whoever
// listens later hears of it at once.

import type { Follower, StopWish } from '../../../shared/api/following.ts';

export interface WishKept {
  readonly follower: Follower;
  readonly stopListening: () => void;
}

/** Listens until it is told to stop. */
export function keepWish(follower: Follower): WishKept {
  const stops = new Set<(wish: StopWish) => void>();
  let wish: StopWish | null = null;
  const stopListening = follower.onPauseAsked((asked = 'pause') => {
    wish ??= asked;
    for (const stop of stops) stop(wish);
  });
  const onPauseAsked: Follower['onPauseAsked'] = (stop) => {
    stops.add(stop);
    if (wish !== null) stop(wish);
    return () => void stops.delete(stop);
  };
  return { follower: { onProgress: (progress) => follower.onProgress(progress), onPauseAsked }, stopListening };
}
