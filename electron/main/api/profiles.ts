// Profiles: the merchant accounts as a person set them up. In: what a person set. Out: the profile, or why it was refused.
// This file must never move a profile elsewhere while payouts of it are unsettled, nor hold a token.

import type { Answer } from '../../../shared/api/answers.ts';
import type { ProfileView } from '../../../shared/api/views.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import type { CommandId, Mid } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import {
  IN_FLIGHT_DEFAULT,
  POLL_FIRST_DEFAULT_MS,
  POLL_MAX_DEFAULT_MS,
  PRACTICE_IN_FLIGHT,
  PRACTICE_POLL_FIRST_MS,
  PRACTICE_RATE_PER_SECOND,
  RATE_DEFAULT_PER_SECOND,
  REQUEST_TIMEOUT_MS,
} from '../../../shared/limits.ts';
import type { Paise } from '../../../shared/money.ts';
import { PRACTICE_BASE_URL, PRACTICE_MID, PRACTICE_PROFILE, type Profile } from '../../../shared/profiles.ts';
import type { WalletUnit } from '../../../shared/wallet.ts';
import { bookOfProfile, refused, withReader } from './desks.ts';
import { lockedRefusal } from './locked-desk.ts';
import { changeOnce, onceWithWriter } from './once.ts';
import type { Rooms, Writer } from './ports.ts';
import { profileView } from './views.ts';

/** What a person may set. Shape: null keeps what the profile has; a ceiling of `none` takes it away. */
export interface ProfileWish {
  readonly name: string;
  /** Only where there is none of that name yet; absent when it may be there. */
  readonly isNew?: boolean;
  readonly baseUrl: string;
  readonly mid: Mid;
  readonly ratePerSecond: number | null;
  readonly inFlightMax: number | null;
  readonly pollFirstMs: number | null;
  readonly pollMaxMs: number | null;
  readonly timeoutMs: number | null;
  readonly maxPayoutPaise: Paise | 'none' | null;
  readonly maxBatchPaise: Paise | 'none' | null;
  readonly decideAfterMs: number | null;
  /** A unit of `none` takes the confirmation back. */
  readonly walletUnit: WalletUnit | 'none' | null;
  /** What the door calls this command; null or absent when it made no id. */
  readonly commandId?: CommandId | null;
}

/**
 * Makes or changes a profile. Errors: refused while payouts of it are unsettled and it would move elsewhere, and where a new one
 * would take another's name.
 */
export function setProfile(rooms: Rooms, wish: ProfileWish): Promise<Answer<ProfileView>> {
  const command = { book: 'live', id: wish.commandId ?? null, what: `profile ${about(wish)}` } as const;
  return onceWithWriter<ProfileView>(rooms, command, {
    stands: () => null,
    act: (store, ticket) => saveProfile(rooms, { store, ticket, wish }),
  });
}

function saveProfile(
  rooms: Rooms,
  {
    store,
    ticket,
    wish,
  }: { readonly store: Writer; readonly ticket: CommandTicket | null; readonly wish: ProfileWish },
): Answer<ProfileView> {
  const before = store.profiles.find(wish.name);
  if (before !== null && wish.isNew === true) return refused(nameTaken(before));
  const moves = before !== null && (before.baseUrl !== wish.baseUrl || before.mid !== wish.mid);
  const unsettled = moves ? store.profiles.unsettledCount(wish.name) : 0;
  if (unsettled > 0) {
    return refused({
      code: 'unsettledPayouts',
      message: `${unsettled === 1 ? '1 payout' : `${unsettled} payouts`} of profile ${wish.name} still unsettled: its base URL and mid must stay.`,
      cure: 'Follow them to their end with `watch`, or make another profile.',
    });
  }
  const pollFirstMs = wish.pollFirstMs ?? before?.pollFirstMs ?? POLL_FIRST_DEFAULT_MS;
  const decideAfterMs = wish.decideAfterMs ?? before?.decideAfterMs;
  const profile: Profile = {
    name: before?.name ?? wish.name,
    baseUrl: wish.baseUrl,
    mid: wish.mid,
    environment: 'LIVE',
    ratePerSecond: wish.ratePerSecond ?? before?.ratePerSecond ?? RATE_DEFAULT_PER_SECOND,
    inFlightMax: wish.inFlightMax ?? before?.inFlightMax ?? IN_FLIGHT_DEFAULT,
    pollFirstMs,
    pollMaxMs: Math.max(pollFirstMs, wish.pollMaxMs ?? before?.pollMaxMs ?? POLL_MAX_DEFAULT_MS),
    timeoutMs: wish.timeoutMs ?? before?.timeoutMs ?? REQUEST_TIMEOUT_MS,
    maxPayoutPaise: ceiling(wish.maxPayoutPaise, before?.maxPayoutPaise),
    maxBatchPaise: ceiling(wish.maxBatchPaise, before?.maxBatchPaise),
    ...(decideAfterMs === undefined ? {} : { decideAfterMs }),
    // Another gateway may count its wallet in another unit.
    walletUnit: unitOf(wish.walletUnit, moves ? null : before?.walletUnit),
  };
  changeOnce(rooms, { store, ticket }, () => store.saveProfile(profile, rooms.clock.nowMs()));
  return { kind: 'done', value: profileView(profile) };
}

function nameTaken({ name, mid }: Profile): Refusal {
  return {
    code: 'nameTaken',
    message: `There is an account called ${name} already, of merchant ${mid}.`,
    cure: 'Choose another name, or use the account that is there.',
  };
}

/** What is asked for, so that an id is not taken for another change of the profile. */
function about(wish: ProfileWish): string {
  const { name, baseUrl, mid, ratePerSecond, inFlightMax, pollFirstMs, pollMaxMs, timeoutMs } = wish;
  const { maxPayoutPaise, maxBatchPaise, decideAfterMs, walletUnit } = wish;
  const limits = [
    ratePerSecond,
    inFlightMax,
    pollFirstMs,
    pollMaxMs,
    timeoutMs,
    maxPayoutPaise,
    maxBatchPaise,
    decideAfterMs,
    walletUnit,
  ];
  return JSON.stringify([name, baseUrl, mid, ...limits]);
}

function ceiling(wish: Paise | 'none' | null, before: Paise | null | undefined): Paise | null {
  if (wish === 'none') return null;
  return wish ?? before ?? null;
}

function unitOf(wish: WalletUnit | 'none' | null, before: WalletUnit | null | undefined): WalletUnit | null {
  return wish === 'none' ? null : (wish ?? before ?? null);
}

/** Every profile; practice is always one of them. */
export function listProfiles(rooms: Rooms): Answer<{ readonly profiles: readonly ProfileView[] }> {
  const live = withReader(rooms, 'live', {
    act: (store) => ({ kind: 'done', value: store.profiles.list().map(profileView) }),
    absent: () => ({ kind: 'done', value: [] as ProfileView[] }),
  });
  if (live.kind !== 'done') return live;
  return { kind: 'done', value: { profiles: [...live.value, profileView(practiceProfile())] } };
}

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

/** The profile that a person made. Errors: refused when there is none of that name, which is not repeated: a token may be in it. */
export function findProfile(rooms: Rooms, name: string): Answer<Profile> {
  const unknown = (): Answer<Profile> =>
    refused({
      code: 'unknownProfile',
      message: 'There is no profile of this name.',
      cure: 'See `profile list`, or make it with `profile set`.',
    });
  return withReader(rooms, 'live', {
    act: (store) => {
      const profile = store.profiles.find(name);
      if (profile !== null) return { kind: 'done', value: profile };
      // The profile may be in what this database was made in the place of.
      const isLocked = store.standing.kind === 'locked';
      return isLocked ? { kind: 'busy', refusal: lockedRefusal(store, 'live') } : unknown();
    },
    absent: unknown,
  });
}

/** The profile of that name, the practice one among them. Errors: refused when there is none. */
export function anyProfile(rooms: Rooms, name: string): Answer<Profile> {
  return bookOfProfile(name) === 'practice' ? { kind: 'done', value: practiceProfile() } : findProfile(rooms, name);
}
