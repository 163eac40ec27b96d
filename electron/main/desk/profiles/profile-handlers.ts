// Profiles and their tokens.

import type { Answer, AnswerOf } from '../../../../shared/api/contract.ts';
import { HOUR_MS } from '../../../../shared/limits.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { PRACTICE_PROFILE } from '../../../../shared/profiles.ts';
import { readBaseUrl } from '../../domain/addresses.ts';
import { bookOfProfile } from '../../session/desks.ts';
import { anyProfile } from '../../session/find-profile.ts';
import { askWallet } from '../collect/ask-gateway.ts';
import { type HandlerContext, type Handlers, refuse, replyOf } from '../runtime/context.ts';
import {
  forgetUnused,
  listProfiles,
  type ProfileOptions,
  readTokenState,
  removeToken,
  setProfile,
  setToken,
} from './profiles.ts';

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
  /** Counted when it is done, and also when it fails: nobody knows then what the keychain took. */
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
      // A token that is replaced while the gateway is asked is not the one that was tried.
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
