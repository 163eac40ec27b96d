// From where a batch that is stored goes on being paid and followed. In: an open desk and a batch. Out: a profile.
// This file must never let a stored batch move to another merchant, whatever became of its profile since, nor send what is
// unsent of it anywhere but to the address it was confirmed for.

import type { BatchRecord } from '../../../shared/batches.ts';
import type { Merchant, Profile } from '../../../shared/profiles.ts';
import type { Writer } from './ports.ts';
import { practiceProfile } from './profiles.ts';

type Desk = Pick<Writer, 'profiles' | 'merchants' | 'tally'>;

/**
 * The batch keeps its own base URL and mid, and only how fast it goes is the profile's. Once nothing of it is unsent, and a
 * person moved that address, it is looked up at today's, with the account that is there.
 */
export function batchProfile(store: Desk, batch: BatchRecord): Profile {
  const named = store.profiles.find(batch.profile);
  const { queued, sending } = store.tally(batch.batch).counts;
  const { baseUrl, mid } = queued + sending > 0 ? batch : store.merchants.today(batch);
  if (baseUrl !== batch.baseUrl) {
    const isThere = (one: Merchant): boolean => one.baseUrl === baseUrl && one.mid === mid;
    const there = named !== null && isThere(named) ? named : store.profiles.list().find(isThere);
    if (there !== undefined) return there;
  }
  return { ...(named ?? practiceProfile()), name: batch.profile, baseUrl, mid, environment: batch.environment };
}
