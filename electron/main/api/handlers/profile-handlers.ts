// Profiles, tokens and what asks the gateway for a person. In: checked parameters. Out: replies.
// This file must never keep a token nor put one into a reply.

import { readBaseUrl } from '../../../../shared/base-url.ts';
import { PRACTICE_PROFILE } from '../../../../shared/profiles.ts';
import { bookOfProfile } from '../desks.ts';
import { readTokenState } from '../profiles.ts';
import { type HandlerContext, type Handlers, refuse, replyOf } from './context.ts';

type Names =
  | 'listProfiles'
  | 'saveProfile'
  | 'readTokenState'
  | 'setToken'
  | 'removeToken'
  | 'testConnection'
  | 'readWallet'
  | 'lookUpPayout'
  | 'createOrder'
  | 'readOrderStatus';

export function profileHandlers({ desk, rooms, stores, tellChanged }: HandlerContext): Handlers<Names> {
  const nowMs = (): number => rooms.clock.nowMs();
  return {
    listProfiles: () => replyOf(desk.listProfiles(), ({ profiles }) => ({ profiles: [...profiles] })),
    saveProfile: async (wish) => {
      if (bookOfProfile(wish.name) === 'practice') return refuse(RESERVED_NAME);
      const reading = readBaseUrl(wish.baseUrl, (text) => (URL.canParse(text) ? new URL(text) : null));
      if (reading.kind === 'refused') {
        return refuse({ code: 'wrongBaseUrl', message: `This address ${reading.why}.`, cure: reading.cure });
      }
      const answer = await desk.setProfile({ ...wish, baseUrl: reading.baseUrl });
      tellChanged('live', 'profiles');
      return replyOf(answer, (profile) => profile);
    },
    readTokenState: async ({ profile }) => replyOf(await readTokenState(rooms, profile), (state) => state),
    setToken: async ({ profile, token }) => {
      const answer = await desk.setToken({ profile, token: token.trim() });
      tellChanged('live', 'profiles');
      return replyOf(answer, () => ({}));
    },
    removeToken: async ({ profile }) => {
      const answer = await desk.removeToken(profile);
      tellChanged('live', 'profiles');
      return replyOf(answer, (removed) => ({ removed }));
    },
    testConnection: async ({ profile }) =>
      replyOf(await desk.wallet(profile), ({ balance }) => ({ balance, askedAtMs: nowMs() })),
    readWallet: async ({ profile }) =>
      replyOf(await desk.wallet(profile), ({ balance, message }) => ({ balance, message, askedAtMs: nowMs() })),
    lookUpPayout: async ({ profile, key }) => {
      const { payouts } = stores[bookOfProfile(profile)];
      const ours = payouts.named(key.by === 'reference' ? { reference: key.reference } : key);
      return replyOf(await desk.lookup({ profile, key }), (found) => ({ ...found, ours }));
    },
    createOrder: async ({ profile, order }) =>
      replyOf(await desk.createOrder({ profile, order }), (created) => created),
    readOrderStatus: async ({ profile, orderId }) => {
      const answer = await desk.orderStatus({ profile, orderId });
      return replyOf(answer, (status) => ({ ...status, userDefined: [...status.userDefined] }));
    },
  };
}

const RESERVED_NAME = {
  code: 'reservedName',
  message: `The name ${PRACTICE_PROFILE} belongs to the practice gateway.`,
  cure: 'Choose another name.',
};
