// Profiles, tokens and what asks the gateway for a person.

import type { AnswerOf } from '../../../../shared/api/contract.ts';
import { saidAt } from '../../../../shared/cures.ts';
import { parseCommandId } from '../../../../shared/ids.ts';
import { HOUR_MS } from '../../../../shared/limits.ts';
import { PRACTICE_PROFILE } from '../../../../shared/profiles.ts';
import { readBaseUrl } from '../../domain/addresses.ts';
import { bookOfProfile } from '../../session/desks.ts';
import { anyProfile } from '../../session/find-profile.ts';
import { askLookup, askOrderStatus, askWallet, createOrder } from '../collect/ask-gateway.ts';
import { type HandlerContext, type HandlerResult, type Handlers, refuse, replyOf } from '../runtime/context.ts';
import {
  forgetUnused,
  listProfiles,
  type ProfileOptions,
  readTokenState,
  removeToken,
  setProfile,
  setToken,
} from './profiles.ts';

type Names =
  | 'listProfiles'
  | 'saveProfile'
  | 'readTokenState'
  | 'setToken'
  | 'removeToken'
  | 'testConnection'
  | 'confirmWalletUnit'
  | 'saveDecisionWait'
  | 'lookUpPayout'
  | 'createOrder'
  | 'readOrderStatus';

export function profileHandlers({ system, stores, environmentWatch, emitChanged }: HandlerContext): Handlers<Names> {
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
    { commandId, ...options }: Pick<ProfileOptions, 'decideAfterMs' | 'walletUnit'> & { readonly commandId: string },
  ): Promise<HandlerResult<AnswerOf<'saveDecisionWait'>>> => {
    const known = anyProfile(system, name);
    if (known.kind !== 'done') return refuse(known.refusal);
    if (known.value.environment === 'PRACTICE') return refuse(PRACTICE_IS_FIXED);
    const { baseUrl, mid } = known.value;
    const id = parseCommandId(commandId);
    const answer = await setProfile(system, {
      ...AS_IT_IS,
      name: known.value.name,
      baseUrl,
      mid,
      ...options,
      commandId: id,
    });
    emitChanged('live', 'profiles', 'unknown');
    return replyOf(answer, () => ({}));
  };
  return {
    listProfiles: () => replyOf(listProfiles(system), ({ profiles }) => ({ profiles: [...profiles] })),
    saveProfile: async (options) => {
      if (bookOfProfile(options.name) === 'practice') return refuse(RESERVED_NAME);
      const reading = readBaseUrl(options.baseUrl, (text) => (URL.canParse(text) ? new URL(text) : null));
      if (reading.kind === 'refused') {
        return refuse({ code: 'wrongBaseUrl', message: `This address ${reading.why}.`, cure: reading.cure });
      }
      const { commandId, ...profile } = options;
      const answer = await setProfile(system, {
        ...profile,
        baseUrl: reading.baseUrl,
        decideAfterMs: null,
        walletUnit: null,
        commandId: parseCommandId(commandId),
      });
      forgetUnused(system, environmentWatch);
      emitChanged('live', 'profiles');
      return replyOf(answer, (profile) => profile);
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
    confirmWalletUnit: ({ profile, unit, commandId }) =>
      change(profile, { decideAfterMs: null, walletUnit: unit, commandId }),
    saveDecisionWait: ({ profile, hours, commandId }) =>
      change(profile, { decideAfterMs: hours * HOUR_MS, walletUnit: null, commandId }),
    lookUpPayout: async ({ profile, key }) => {
      const { payouts } = stores[bookOfProfile(profile)];
      const ours = payouts.named(key.by === 'reference' ? { reference: key.reference } : key);
      return replyOf(await askLookup(system, { profile, key }), ({ trouble, ...found }) => {
        return { ...found, trouble: trouble === null ? null : saidAt('window', trouble), ours };
      });
    },
    createOrder: async ({ profile, order, commandId }) =>
      replyOf(
        await createOrder(system, { profile, order, commandId: parseCommandId(commandId) }),
        (created) => created,
      ),
    readOrderStatus: async ({ profile, orderId }) => {
      const answer = await askOrderStatus(system, { profile, orderId });
      return replyOf(answer, (status) => ({ ...status, userDefined: [...status.userDefined] }));
    },
  };
}

/** What a person does not speak of stays. */
const AS_IT_IS = {
  ratePerSecond: null,
  inFlightMax: null,
  pollFirstMs: null,
  pollMaxMs: null,
  timeoutMs: null,
  maxPayoutPaise: null,
  maxBatchPaise: null,
};

const PRACTICE_IS_FIXED = {
  code: 'practiceIsFixed',
  message: 'The practice account is always the same.',
  cure: 'Choose an account of your own.',
};

const RESERVED_NAME = {
  code: 'reservedName',
  message: `The name ${PRACTICE_PROFILE} belongs to the practice gateway.`,
  cure: 'Choose another name.',
};
