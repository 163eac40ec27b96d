// From where a batch that is stored goes on being paid and followed. In: an open desk and a batch. Out: a profile.
// This file must never let a stored batch move to another merchant, whatever became of its profile since.

import type { BatchRecord } from '../../../shared/batches.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { Reader } from './ports.ts';
import { practiceProfile } from './profiles.ts';

/** The batch keeps its own base URL and mid; only how fast it goes is the profile's. */
export function batchProfile(store: Pick<Reader, 'profiles'>, batch: BatchRecord): Profile {
  const today = store.profiles.find(batch.profile) ?? practiceProfile();
  return { ...today, name: batch.profile, baseUrl: batch.baseUrl, mid: batch.mid, environment: batch.environment };
}
