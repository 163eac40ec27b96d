// How long after the send "not paid" may be decided. In: a batch. Out: milliseconds.
// This file must never give a live batch the practice desk's freedom.

import type { BatchRecord } from '../../../shared/batches.ts';
import { DECIDE_AFTER_MS } from '../../../shared/limits.ts';
import type { Reader } from './ports.ts';
import { practiceProfile } from './profiles.ts';

/** The waiting time of the batch's profile as it is today. */
export function decideAfterMs(store: Reader, { profile, environment }: BatchRecord): number {
  const today = environment === 'PRACTICE' ? practiceProfile() : store.profiles.find(profile);
  return today?.decideAfterMs ?? DECIDE_AFTER_MS;
}
