// Profiles: the merchant accounts as a person set them up, and their tokens in the vault. From where a batch that is
// stored goes on being paid and followed, and how long after the send "not paid" may be decided.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { TokenPlace, TokenState } from '../../../../shared/api/profile-commands.ts';
import { unreachable } from '../../../../shared/failures.ts';
import type { CommandId, Mid } from '../../../../shared/ids.ts';
import { msg, type Words } from '../../../../shared/messages/message.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { WalletUnit } from '../../../../shared/wallet.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../../domain/poll-schedule.ts';
import { changeOnce, onceWithWriter, refused, withReader } from '../../session/desks.ts';
import { anyProfile, findProfile, practiceProfile, REQUEST_TIMEOUT_MS } from '../../session/find-profile.ts';
import { tokenAccount } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import type { CommandTicket } from '../../store/commands.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { EnvironmentWatch } from '../runtime/environment-watch.ts';

export const IN_FLIGHT_DEFAULT = 4;

/** Profile defaults: five requests a second, four at once, until the merchant knows what the gateway bears. */
export const RATE_DEFAULT_PER_SECOND = 5;

/** What a person may set. Shape: null or left out keeps what the profile has; a ceiling of `none` takes it away. */
export interface ProfileOptions {
  readonly name: string;
  /** Only where there is none of that name yet; absent when it may be there. */
  readonly isNew?: boolean;
  readonly baseUrl: string;
  readonly mid: Mid;
  readonly ratePerSecond?: number | null;
  readonly inFlightMax?: number | null;
  readonly pollFirstMs?: number | null;
  readonly pollMaxMs?: number | null;
  readonly timeoutMs?: number | null;
  readonly maxPayoutPaise?: Paise | 'none' | null;
  readonly maxBatchPaise?: Paise | 'none' | null;
  readonly decideAfterMs?: number | null;
  /** A unit of `none` takes the confirmation back. */
  readonly walletUnit?: WalletUnit | 'none' | null;
  readonly severalComputers?: boolean | null;
  /** What the door calls this command; null or absent when it made no id. */
  readonly commandId?: CommandId | null;
}

/**
 * Makes or changes a profile. Errors: refused while payouts of it are unsettled and it would move elsewhere, and where a new one
 * would take another's name.
 */
export function setProfile(system: System, options: ProfileOptions): Promise<Answer<Profile>> {
  const { commandId: id = null, ...asked } = options;
  const command = { book: 'live', id, what: `profile ${JSON.stringify(asked)}` } as const;
  return onceWithWriter<Profile>(system, command, {
    stands: () => null,
    act: (store, ticket) => saveProfile(system, { store, ticket, options }),
  });
}

function saveProfile(
  system: System,
  {
    store,
    ticket,
    options,
  }: { readonly store: HeadedWriter; readonly ticket: CommandTicket | null; readonly options: ProfileOptions },
): Answer<Profile> {
  const before = store.profiles.find(options.name);
  if (before !== null && options.isNew === true) return refused(nameTaken(before));
  const moves = before !== null && (before.baseUrl !== options.baseUrl || before.mid !== options.mid);
  const unsettled = moves ? store.profiles.unsettledCount(options.name) : 0;
  if (unsettled > 0) {
    return refused({
      code: 'unsettledPayouts',
      message: `${unsettled === 1 ? '1 payout' : `${unsettled} payouts`} of profile ${options.name} still unsettled: its base URL and mid must stay.`,
      cure: msg('cure.unsettledPayouts'),
    });
  }
  const pollFirstMs = options.pollFirstMs ?? before?.pollFirstMs ?? POLL_FIRST_DEFAULT_MS;
  const decideAfterMs = options.decideAfterMs ?? before?.decideAfterMs;
  const isSeveral = options.severalComputers ?? before?.severalComputers ?? false;
  const profile: Profile = {
    name: before?.name ?? options.name,
    baseUrl: options.baseUrl,
    mid: options.mid,
    environment: 'LIVE',
    ratePerSecond: options.ratePerSecond ?? before?.ratePerSecond ?? RATE_DEFAULT_PER_SECOND,
    inFlightMax: options.inFlightMax ?? before?.inFlightMax ?? IN_FLIGHT_DEFAULT,
    pollFirstMs,
    pollMaxMs: Math.max(pollFirstMs, options.pollMaxMs ?? before?.pollMaxMs ?? POLL_MAX_DEFAULT_MS),
    timeoutMs: options.timeoutMs ?? before?.timeoutMs ?? REQUEST_TIMEOUT_MS,
    maxPayoutPaise: keptUnless(options.maxPayoutPaise, before?.maxPayoutPaise),
    maxBatchPaise: keptUnless(options.maxBatchPaise, before?.maxBatchPaise),
    ...(decideAfterMs === undefined ? {} : { decideAfterMs }),
    // Another gateway may count its wallet in another unit.
    walletUnit: keptUnless(options.walletUnit, moves ? null : before?.walletUnit),
    ...(isSeveral ? { severalComputers: true } : {}),
  };
  changeOnce(system, { store, ticket }, () => store.saveProfile(profile, system.clock.nowMs()));
  return { kind: 'done', value: profile };
}

function nameTaken({ name, mid }: Profile): Refusal {
  return {
    code: 'nameTaken',
    message: `There is an account called ${name} already, of merchant ${mid}.`,
    cure: 'Choose another name, or use the account that is there.',
  };
}

/** What is asked for, else what it was; `none` takes it away. */
function keptUnless<Value>(asked: Value | 'none' | null | undefined, before: Value | null | undefined): Value | null {
  return asked === 'none' ? null : (asked ?? before ?? null);
}

/** Every profile, which never has its token in it; practice is always one of them. */
export function listProfiles(system: System): Answer<{ readonly profiles: readonly Profile[] }> {
  const live = withReader(system, 'live', {
    act: (store) => ({ kind: 'done', value: store.profiles.list() }),
    absent: () => ({ kind: 'done', value: [] as Profile[] }),
  });
  if (live.kind !== 'done') return live;
  return { kind: 'done', value: { profiles: [...live.value, practiceProfile()] } };
}

/** Puts a token into the vault. Shape: where it is kept. Errors: refused when the profile is unknown, or the vault cannot be used. */
export async function setToken(
  system: System,
  { profile, token }: { profile: string; token: string },
): Promise<Answer<TokenPlace>> {
  const known = findProfile(system, profile);
  if (known.kind !== 'done') return known;
  const write = await system.tokens.write(tokenAccount(known.value), token);
  if (write.kind === 'stored') return { kind: 'done', value: write.forSession ? 'session' : 'keychain' };
  return write.kind === 'refused' ? refused(write.refusal) : noVault(write);
}

/** Takes a token out of the vault. Shape: false when there was none. */
export async function removeToken(system: System, profile: string): Promise<Answer<boolean>> {
  const known = findProfile(system, profile);
  if (known.kind !== 'done') return known;
  const removal = await system.tokens.remove(tokenAccount(known.value));
  if ('message' in removal) return noVault(removal);
  return { kind: 'done', value: removal.kind === 'removed' };
}

/** Whether there is a token: never which. Errors: refused when the profile is unknown. */
export async function readTokenState(system: System, profile: string): Promise<Answer<TokenState>> {
  const known = anyProfile(system, profile);
  if (known.kind !== 'done') return known;
  if (known.value.environment === 'PRACTICE') return { kind: 'done', value: { kind: 'session' } };
  const reading = await system.tokens.read(tokenAccount(known.value));
  switch (reading.kind) {
    case 'token':
      return { kind: 'done', value: { kind: reading.forSession ? 'session' : 'stored' } };
    case 'none':
      return { kind: 'done', value: { kind: 'none' } };
    case 'refused':
      return refused(reading.refusal);
    case 'locked':
    case 'unavailable':
      return { kind: 'done', value: { kind: reading.kind, message: reading.message } };
    default:
      return unreachable(reading);
  }
}

function noVault({
  kind,
  message,
}: {
  kind: 'locked' | 'unavailable';
  message: Words;
}): Extract<Answer<never>, { kind: 'refused' }> {
  return refused({
    code: kind === 'locked' ? 'keychainLocked' : 'noKeychain',
    message,
    cure: kind === 'locked' ? msg('cure.unlockKeychain') : msg('cure.noKeychain'),
  });
}

/**
 * Whose the environment's token is where nobody says it: a window looks payouts up by itself, for every merchant there is.
 * Shape: `account` as `tokenAccount` writes it. Two profiles of one merchant share its token.
 */
export function isOnlyMerchants(account: string, profiles: readonly Profile[]): boolean {
  const merchants = new Set(profiles.map(({ mid, baseUrl }) => `${mid} ${baseUrl}`));
  const accounts = profiles.map(tokenAccount);
  return merchants.size === 1 && accounts.includes(account);
}

/** The accounts of real money with this address. */
export function usersOf(system: System, baseUrl: string): string[] {
  const answer = listProfiles(system);
  if (answer.kind !== 'done') return [];
  return answer.value.profiles
    .filter((profile) => profile.environment === 'LIVE' && profile.baseUrl === baseUrl)
    .map(({ name }) => name);
}

/** An address that was mistyped and corrected is nobody's: it is no trouble that nothing answers there. */
export function forgetUnused(system: System, environmentWatch: Pick<EnvironmentWatch, 'unreached' | 'forget'>): void {
  for (const baseUrl of environmentWatch.unreached)
    if (usersOf(system, baseUrl).length === 0) environmentWatch.forget(baseUrl);
}
