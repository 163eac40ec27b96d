import type { Answer } from '../../../shared/api/contract.ts';
import { DECIDE_AFTER_MS } from '../../../shared/limits.ts';
import { msg } from '../../../shared/messages/message.ts';
import {
  type Merchant,
  PRACTICE_BASE_URL,
  PRACTICE_MID,
  PRACTICE_PROFILE,
  type Profile,
} from '../../../shared/profiles.ts';
import type { BatchRecord } from '../domain/batches.ts';
import { POLL_MAX_DEFAULT_MS } from '../domain/poll-schedule.ts';
import type { HeadedReader, HeadedWriter } from '../store/store.ts';
import { bookOfProfile, refused, withReader } from './desks.ts';
import { lockedRefusal } from './locked-desk.ts';
import type { System } from './system.ts';

const PRACTICE_POLL_FIRST_MS = 500;

const PRACTICE_IN_FLIGHT = 8;

/** The practice profile: fast enough to wait for, slow enough to watch. */
const PRACTICE_RATE_PER_SECOND = 25;

/** The default time for a whole request, from connecting to the last byte of the answer. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** The profile of the gateway that this app starts itself. */
export function practiceProfile(): Profile {
  return {
    name: PRACTICE_PROFILE,
    baseUrl: PRACTICE_BASE_URL,
    mid: PRACTICE_MID,
    environment: 'PRACTICE',
    ratePerSecond: PRACTICE_RATE_PER_SECOND,
    inFlightMax: PRACTICE_IN_FLIGHT,
    pollFirstMs: PRACTICE_POLL_FIRST_MS,
    pollMaxMs: POLL_MAX_DEFAULT_MS,
    timeoutMs: REQUEST_TIMEOUT_MS,
    maxPayoutPaise: null,
    maxBatchPaise: null,
    decideAfterMs: 0,
    walletUnit: 'rupees',
  };
}

/** A profile that a person made, or a refusal. The refusal does not repeat the name, because it may contain a token. */
export function findProfile(system: System, name: string): Answer<Profile> {
  const unknown = (): Answer<Profile> =>
    refused({
      code: 'unknownProfile',
      message: msg('session.unknownProfile'),
      cure: msg('cure.unknownProfile'),
    });
  return withReader(system, 'live', {
    act: (store) => {
      const profile = store.profiles.find(name);
      if (profile !== null) return { kind: 'done', value: profile };
      // The profile may be in the database that this one replaced.
      const isLocked = store.standing.kind === 'locked';
      return isLocked ? { kind: 'busy', refusal: lockedRefusal(store, 'live') } : unknown();
    },
    absent: unknown,
  });
}

/** The profile with this name, including the practice profile, or a refusal. */
export function anyProfile(system: System, name: string): Answer<Profile> {
  return bookOfProfile(name) === 'practice' ? { kind: 'done', value: practiceProfile() } : findProfile(system, name);
}

type Desk = Pick<HeadedWriter, 'profiles' | 'merchants' | 'tally'>;

/**
 * A batch keeps its own base URL and mid; only its speed comes from the profile. Once nothing of it is unsent, and a person has
 * moved that address, it is looked up at today's address, with the profile there.
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

/** The waiting time of the batch's profile, as it is today. */
export function decideAfterMs(store: HeadedReader, { profile, environment }: BatchRecord): number {
  const today = environment === 'PRACTICE' ? practiceProfile() : store.profiles.find(profile);
  return today?.decideAfterMs ?? DECIDE_AFTER_MS;
}
