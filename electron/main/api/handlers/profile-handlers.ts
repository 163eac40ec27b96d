// Profiles, tokens and what asks the gateway for a person. In: checked parameters. Out: replies.
// This file must never keep a token nor put one into a reply.

import type { AnswerOf } from '../../../../shared/api/contract.ts';
import type { Reply } from '../../../../shared/api/reply.ts';
import { readBaseUrl } from '../../../../shared/base-url.ts';
import { parseCommandId } from '../../../../shared/ids.ts';
import { HOUR_MS } from '../../../../shared/limits.ts';
import { PRACTICE_PROFILE } from '../../../../shared/profiles.ts';
import { bookOfProfile } from '../desks.ts';
import { readTokenState } from '../profile-tokens.ts';
import { anyProfile, type ProfileWish } from '../profiles.ts';
import { type HandlerContext, type Handlers, refuse, replyOf } from './context.ts';
import { forgetUnused } from './unreached.ts';

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

export function profileHandlers({ desk, rooms, stores, surroundings, tellChanged }: HandlerContext): Handlers<Names> {
  const nowMs = (): number => rooms.clock.nowMs();
  let vaultChanges = 0;
  /** Counted when it is done, and also when it fails: nobody knows then what the keychain took. */
  const changingToken = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    try {
      return await act();
    } finally {
      vaultChanges += 1;
      tellChanged('live', 'profiles');
    }
  };
  const change = async (
    name: string,
    { commandId, ...wish }: Pick<ProfileWish, 'decideAfterMs' | 'walletUnit'> & { readonly commandId: string },
  ): Promise<Reply<AnswerOf<'saveDecisionWait'>>> => {
    const known = anyProfile(rooms, name);
    if (known.kind !== 'done') return refuse(known.refusal);
    if (known.value.environment === 'PRACTICE') return refuse(PRACTICE_IS_FIXED);
    const { baseUrl, mid } = known.value;
    const id = parseCommandId(commandId);
    const answer = await desk.setProfile({ ...AS_IT_IS, name: known.value.name, baseUrl, mid, ...wish, commandId: id });
    tellChanged('live', 'profiles', 'unknown');
    return replyOf(answer, () => ({}));
  };
  return {
    listProfiles: () => replyOf(desk.listProfiles(), ({ profiles }) => ({ profiles: [...profiles] })),
    saveProfile: async (wish) => {
      if (bookOfProfile(wish.name) === 'practice') return refuse(RESERVED_NAME);
      const reading = readBaseUrl(wish.baseUrl, (text) => (URL.canParse(text) ? new URL(text) : null));
      if (reading.kind === 'refused') {
        return refuse({ code: 'wrongBaseUrl', message: `This address ${reading.why}.`, cure: reading.cure });
      }
      const { commandId, ...profile } = wish;
      const answer = await desk.setProfile({
        ...profile,
        baseUrl: reading.baseUrl,
        decideAfterMs: null,
        walletUnit: null,
        commandId: parseCommandId(commandId),
      });
      forgetUnused({ desk, surroundings });
      tellChanged('live', 'profiles');
      return replyOf(answer, (profile) => profile);
    },
    readTokenState: async ({ profile }) => {
      const before = vaultChanges;
      return replyOf(await readTokenState(rooms, profile), (state) => ({ ...state, vaultChanges: before }));
    },
    setToken: async ({ profile, token }) =>
      replyOf(await changingToken(() => desk.setToken({ profile, token: token.trim() })), (kept) => ({ kept })),
    removeToken: async ({ profile }) =>
      replyOf(await changingToken(() => desk.removeToken(profile)), (removed) => ({ removed })),
    testConnection: async ({ profile }) => {
      // A token that is replaced while the gateway is asked is not the one that was tried.
      const before = vaultChanges;
      const answer = await desk.wallet(profile);
      return replyOf(answer, ({ balance }) => ({ balance, askedAtMs: nowMs(), vaultChanges: before }));
    },
    confirmWalletUnit: ({ profile, unit, commandId }) =>
      change(profile, { decideAfterMs: null, walletUnit: unit, commandId }),
    saveDecisionWait: ({ profile, hours, commandId }) =>
      change(profile, { decideAfterMs: hours * HOUR_MS, walletUnit: null, commandId }),
    lookUpPayout: async ({ profile, key }) => {
      const { payouts } = stores[bookOfProfile(profile)];
      const ours = payouts.named(key.by === 'reference' ? { reference: key.reference } : key);
      return replyOf(await desk.lookup({ profile, key }), (found) => ({ ...found, ours }));
    },
    createOrder: async ({ profile, order, commandId }) =>
      replyOf(await desk.createOrder({ profile, order, commandId: parseCommandId(commandId) }), (created) => created),
    readOrderStatus: async ({ profile, orderId }) => {
      const answer = await desk.orderStatus({ profile, orderId });
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
