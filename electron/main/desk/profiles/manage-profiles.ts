// Profiles: the merchant accounts as a person set them up, and their tokens in the vault. They also decide where a stored batch
// continues to be paid and followed, and how long after the send "not paid" may be decided.

import type { Answer, AnswerOf } from '../../../../shared/api/contract.ts';
import type { TokenPlace, TokenState } from '../../../../shared/api/profile-commands.ts';
import { unreachable } from '../../../../shared/failures.ts';
import type { CommandId, Mid } from '../../../../shared/ids.ts';
import { HOUR_MS } from '../../../../shared/limits.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Paise } from '../../../../shared/money.ts';
import { PRACTICE_PROFILE, type Profile } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { WalletUnit } from '../../../../shared/wallet.ts';
import { readBaseUrl } from '../../domain/addresses.ts';
import { loosensProfile } from '../../domain/approval.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../../domain/poll-schedule.ts';
import { bookOfProfile, changeOnce, onceWithWriter, refused, withReader, withWriter } from '../../session/desks.ts';
import { anyProfile, findProfile, practiceProfile, REQUEST_TIMEOUT_MS } from '../../session/find-profile.ts';
import { tokenAccount } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import { changeNeedsApproval } from '../../store/approvals.ts';
import type { CommandTicket } from '../../store/command-tickets.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { askWallet } from '../collect/ask-gateway.ts';
import { type HandlerContext, type Handlers, refuse, replyOf } from '../runtime/context.ts';
import type { EnvironmentWatch } from '../runtime/environment-watch.ts';

export const IN_FLIGHT_DEFAULT = 4;

/** Default rate until the merchant knows how much the gateway can take. */
export const RATE_DEFAULT_PER_SECOND = 5;

/** What a person may set. Null or absent keeps the profile's value; `none` removes a ceiling. */
interface ProfileOptions {
  readonly name: string;
  /** Refuse if a profile of this name exists. */
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
  /** `none` withdraws the confirmation of the unit. */
  readonly walletUnit?: WalletUnit | 'none' | null;
  readonly severalComputers?: boolean | null;
  /** The door's id for this command; null or absent if it made none. */
  readonly commandId?: CommandId | null;
  /** Asks other persons for a change that loosens a rule. Absent: such a change is refused. */
  readonly onLooser?: (store: HeadedWriter, profile: Profile) => Answer<Profile>;
}

/** Creates or changes a profile. Refuses another merchant while payouts are unsettled, and a new profile with a taken name. */
export function setProfile(system: System, options: ProfileOptions): Promise<Answer<Profile>> {
  const { commandId: id = null, onLooser: _, ...asked } = options;
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
  if (before !== null && options.isNew === true) return refused(nameUsed(before));
  const moves = before !== null && (before.baseUrl !== options.baseUrl || before.mid !== options.mid);
  const unsettled = moves ? store.profiles.unsettledCount(options.name) : 0;
  if (unsettled > 0) {
    return refused({
      code: 'unsettledPayouts',
      message: msg('profile.unsettledPayouts', { count: unsettled, name: options.name }),
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
    maxPayoutPaise: unchangedUnless(options.maxPayoutPaise, before?.maxPayoutPaise),
    maxBatchPaise: unchangedUnless(options.maxBatchPaise, before?.maxBatchPaise),
    ...(decideAfterMs === undefined ? {} : { decideAfterMs }),
    // Another gateway may report its wallet in another unit.
    walletUnit: unchangedUnless(options.walletUnit, moves ? null : before?.walletUnit),
    ...(isSeveral ? { severalComputers: true } : {}),
  };
  if (store.approvals.persons().length > 0 && loosensProfile(before, profile)) {
    if (options.onLooser !== undefined) return options.onLooser(store, profile);
    return refused(changeNeedsApproval(store.approvals));
  }
  changeOnce(system, { store, ticket }, () => store.saveProfile(profile, system.clock.nowMs()));
  return { kind: 'done', value: profile };
}

function nameUsed({ name, mid }: Profile): Refusal {
  return {
    code: 'nameTaken',
    message: msg('profile.nameTaken', { name, mid }),
    cure: msg('cure.nameTaken'),
  };
}

/** The new value, else the old one; `none` removes it. */
function unchangedUnless<Value>(
  asked: Value | 'none' | null | undefined,
  before: Value | null | undefined,
): Value | null {
  return asked === 'none' ? null : (asked ?? before ?? null);
}

/** All profiles, always including practice. They never contain tokens. */
export function listProfiles(system: System): Answer<{ readonly profiles: readonly Profile[] }> {
  const live = withReader(system, 'live', {
    act: (store) => ({ kind: 'done', value: store.profiles.list() }),
    absent: () => ({ kind: 'done', value: [] as Profile[] }),
  });
  if (live.kind !== 'done') return live;
  return { kind: 'done', value: { profiles: [...live.value, practiceProfile()] } };
}

/** Stores a token in the vault and returns where. Refuses if the profile is unknown or the vault cannot be used. */
export async function setToken(
  system: System,
  { profile, token }: { profile: string; token: string },
): Promise<Answer<TokenPlace>> {
  const known = findProfile(system, profile);
  if (known.kind !== 'done') return known;
  const against = await takeTokenRequest(system, known.value);
  if (against !== null) return against;
  const write = await system.tokens.write(tokenAccount(known.value), token);
  if (write.kind === 'stored') return { kind: 'done', value: write.forSession ? 'session' : 'keychain' };
  return write.kind === 'refused' ? refused(write.refusal) : noVault(write);
}

/** Where persons approve, another token wants an approved request, which it uses up. Returns why there is none. */
async function takeTokenRequest(
  system: System,
  profile: Profile,
): Promise<Exclude<Answer<never>, { kind: 'done' }> | null> {
  const isTeam = withReader(system, 'live', {
    act: (store) => ({ kind: 'done', value: store.approvals.persons().length > 0 }),
    absent: () => ({ kind: 'done', value: false }),
  });
  if (isTeam.kind !== 'done') return isTeam;
  if (!isTeam.value) return null;
  const { name, baseUrl, mid, environment } = profile;
  const taken = await withWriter<null>(system, 'live', (store) => {
    const account = { profile: name, baseUrl, mid, environment };
    const against = store.approvals.useTokenRequest(account, system.clock.nowMs());
    return against === null ? { kind: 'done', value: null } : refused(against);
  });
  return taken.kind === 'done' ? null : taken;
}

/** Removes a token from the vault. Returns false if there was none. */
export async function removeToken(system: System, profile: string): Promise<Answer<boolean>> {
  const known = findProfile(system, profile);
  if (known.kind !== 'done') return known;
  const removal = await system.tokens.remove(tokenAccount(known.value));
  if ('message' in removal) return noVault(removal);
  return { kind: 'done', value: removal.kind === 'removed' };
}

/** Whether there is a token, never the token itself. Refuses if the profile is unknown. */
async function readTokenState(system: System, profile: string): Promise<Answer<TokenState>> {
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
  message: Message;
}): Extract<Answer<never>, { kind: 'refused' }> {
  return refused({
    code: kind === 'locked' ? 'keychainLocked' : 'noKeychain',
    message,
    cure: kind === 'locked' ? msg('cure.unlockKeychain') : msg('cure.noKeychain'),
  });
}

/**
 * Whether the environment's token can only be this account's: it must be the only merchant, because a window looks payouts up for
 * every merchant by itself. `account` has the form of `tokenAccount`; two profiles of one merchant share its token.
 */
export function isOnlyMerchants(account: string, profiles: readonly Profile[]): boolean {
  const merchants = new Set(profiles.map(({ mid, baseUrl }) => `${mid} ${baseUrl}`));
  const accounts = profiles.map(tokenAccount);
  return merchants.size === 1 && accounts.includes(account);
}

/** The names of the LIVE profiles with this address. */
export function usersOf(system: System, baseUrl: string): string[] {
  const answer = listProfiles(system);
  if (answer.kind !== 'done') return [];
  return answer.value.profiles
    .filter((profile) => profile.environment === 'LIVE' && profile.baseUrl === baseUrl)
    .map(({ name }) => name);
}

/**
 * Forgets addresses that no profile uses any more, such as a corrected typing error: that they are unreachable does not matter.
 */
export function forgetUnused(system: System, environmentWatch: Pick<EnvironmentWatch, 'unreached' | 'forget'>): void {
  for (const baseUrl of environmentWatch.unreached)
    if (usersOf(system, baseUrl).length === 0) environmentWatch.forget(baseUrl);
}

type ProfileCommand =
  | 'listProfiles'
  | 'saveProfile'
  | 'readTokenState'
  | 'setToken'
  | 'removeToken'
  | 'testConnection'
  | 'confirmWalletUnit'
  | 'saveDecisionWait';

export function profileHandlers({ system, environmentWatch, emitChanged }: HandlerContext): Handlers<ProfileCommand> {
  const nowMs = (): number => system.clock.nowMs();
  let vaultChanges = 0;
  /** Counted even if it fails, because nobody then knows what the keychain stored. */
  const changingToken = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    try {
      return await act();
    } finally {
      vaultChanges += 1;
      emitChanged('live', 'profiles');
    }
  };
  const change = async (
    name: string,
    options: Pick<ProfileOptions, 'decideAfterMs' | 'walletUnit' | 'commandId'>,
  ): Promise<Answer<AnswerOf<'saveDecisionWait'>>> => {
    const known = anyProfile(system, name);
    if (known.kind !== 'done') return known;
    if (known.value.environment === 'PRACTICE') return refuse(PRACTICE_IS_FIXED);
    const { baseUrl, mid } = known.value;
    const answer = await setProfile(system, { name: known.value.name, baseUrl, mid, ...options });
    emitChanged('live', 'profiles', 'unknown');
    return replyOf(answer, () => ({}));
  };
  return {
    listProfiles: () => replyOf(listProfiles(system), ({ profiles }) => ({ profiles: [...profiles] })),
    saveProfile: async (options) => {
      if (bookOfProfile(options.name) === 'practice') return refuse(RESERVED_NAME);
      const reading = readBaseUrl(options.baseUrl, (text) => (URL.canParse(text) ? new URL(text) : null));
      if (reading.kind === 'refused') {
        return refuse({ code: 'wrongBaseUrl', message: reading.message, cure: reading.cure });
      }
      const answer = await setProfile(system, { ...options, baseUrl: reading.baseUrl });
      forgetUnused(system, environmentWatch);
      emitChanged('live', 'profiles');
      return answer;
    },
    readTokenState: async ({ profile }) => {
      const before = vaultChanges;
      return replyOf(await readTokenState(system, profile), (state) => ({ ...state, vaultChanges: before }));
    },
    setToken: async ({ profile, token }) =>
      replyOf(await changingToken(() => setToken(system, { profile, token: token.trim() })), (kept) => ({ kept })),
    removeToken: async ({ profile }) =>
      replyOf(await changingToken(() => removeToken(system, profile)), (removed) => ({ removed })),
    testConnection: async ({ profile }) => {
      // If the token is replaced during the request, the answer is not about the new one.
      const before = vaultChanges;
      const answer = await askWallet(system, profile);
      return replyOf(answer, ({ balance }) => ({ balance, askedAtMs: nowMs(), vaultChanges: before }));
    },
    confirmWalletUnit: ({ profile, unit, commandId }) => change(profile, { walletUnit: unit, commandId }),
    saveDecisionWait: ({ profile, hours, commandId }) => change(profile, { decideAfterMs: hours * HOUR_MS, commandId }),
  };
}

const PRACTICE_IS_FIXED = {
  code: 'practiceIsFixed',
  message: msg('profile.practiceIsFixed'),
  cure: msg('cure.ownAccount'),
};

const RESERVED_NAME = {
  code: 'reservedName',
  message: msg('profile.reservedName', { name: PRACTICE_PROFILE }),
  cure: msg('cure.anotherName'),
};
