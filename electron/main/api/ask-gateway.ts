// The calls that move no payout: wallet, look-up, collection orders. In: a profile and a question. Out: the gateway's answer.
// This file must never touch a payout of the store: it asks for a person, not for the engine.

import type { Answer } from '../../../shared/api/answers.ts';
import type { LookupView, WalletView } from '../../../shared/api/views.ts';
import type {
  CallFailure,
  CollectionOrder,
  CreatedOrder,
  LookupKey,
  OrderStatus,
} from '../../../shared/gateway-calls.ts';
import { unreachable } from '../../../shared/failures.ts';
import type { CommandId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { LookupAnswer, WalletAnswer } from '../../../shared/outcomes.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { bookOfProfile, refused, withWriter } from './desks.ts';
import { onceWithWriter, takeCommand } from './once.ts';
import type { Rooms } from './ports.ts';
import { anyProfile } from './profiles.ts';
import { openSession, type Session, sessionWish } from './session.ts';

/** The wallet. Shape: `balance` as the gateway reported it; its unit is not in the specification. */
export function askWallet(rooms: Rooms, profile: string): Promise<Answer<WalletView>> {
  return withSession(rooms, profile, async ({ reads }) => {
    const answer = await reads.wallet();
    if (answer.kind !== 'balance') return refused(refusalOfWallet(answer));
    return { kind: 'done', value: { balance: answer.balance, message: answer.message } };
  });
}

/** Asks about one payout, beside an invented one, so that "not known" is told from an answer. */
export function askLookup(
  rooms: Rooms,
  { profile, key }: { profile: string; key: LookupKey },
): Promise<Answer<LookupView>> {
  return withSession(rooms, profile, async ({ reads }): Promise<Answer<LookupView>> => {
    const invented = await reads.lookUp({ by: 'reference', reference: reads.inventReference() });
    const answer = await reads.lookUp(key);
    if (answer.kind !== 'answered') return refused(refusalOfLookup(answer));
    if (answer.meaning.kind === 'invalidMid') return refused(refusalOfWallet({ kind: 'invalidMid' }));
    const isNotKnown = invented.kind === 'answered' && invented.fingerprint === answer.fingerprint;
    const { meaning, evidence } = answer;
    if (isNotKnown || meaning.kind !== 'state') {
      return { kind: 'done', value: { known: false, status: null, utr: null, message: null, answer: evidence.text } };
    }
    const { word: status, utr, message } = meaning;
    return { kind: 'done', value: { known: true, status, utr, message, answer: evidence.text } };
  });
}

/** Creates a collection order, once. */
export async function createOrder(
  rooms: Rooms,
  { profile, order, commandId = null }: { profile: string; order: CollectionOrder; commandId?: CommandId | null },
): Promise<Answer<CreatedOrder>> {
  const known = anyProfile(rooms, profile);
  if (known.kind !== 'done') return known;
  const what = `order ${known.value.name} ${JSON.stringify(order)}`;
  return onceWithWriter<CreatedOrder>(
    rooms,
    { book: bookOfProfile(profile), id: commandId, what },
    {
      stands: () => null,
      act: (store, ticket) =>
        inSession(rooms, known.value, async ({ gateway }) => {
          takeCommand(rooms, store, ticket);
          const answer = await gateway.createOrder(order);
          if (answer.kind === 'created') return { kind: 'done', value: answer.order };
          const refusal = refusalOfCall(answer);
          return answer.kind === 'unclear' && answer.maybeDone ? { kind: 'unsure', refusal } : refused(refusal);
        }),
    },
  );
}

/** The status of a collection order. */
export function askOrderStatus(
  rooms: Rooms,
  { profile, orderId }: { profile: string; orderId: string },
): Promise<Answer<OrderStatus>> {
  return withSession(rooms, profile, async ({ gateway }) => {
    const answer = await gateway.orderStatus(orderId);
    return answer.kind === 'status' ? { kind: 'done', value: answer.order } : refused(refusalOfCall(answer));
  });
}

/** Holds the desk's lock while asking, so that no more requests leave than the profile allows. */
async function withSession<Value>(
  rooms: Rooms,
  name: string,
  act: (session: Session) => Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  const profile = anyProfile(rooms, name);
  if (profile.kind !== 'done') return profile;
  return withWriter(rooms, bookOfProfile(name), () => inSession(rooms, profile.value, act), {
    whenLocked: 'asIs',
  });
}

async function inSession<Value>(
  rooms: Rooms,
  profile: Profile,
  act: (session: Session) => Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  const opened = await openSession(rooms, sessionWish(profile));
  if (opened.kind !== 'done') return opened;
  try {
    return await act(opened.value);
  } finally {
    await opened.value.close();
  }
}

function refusalOfWallet(answer: Exclude<WalletAnswer, { kind: 'balance' }>): Refusal {
  switch (answer.kind) {
    case 'unauthorized':
      return TOKEN_REFUSED;
    case 'invalidMid':
      return INVALID_MID;
    case 'wrongUrl':
      return {
        code: 'wrongUrl',
        message: `There is no gateway at the base URL (HTTP ${answer.httpStatus}).`,
        cure: 'Compare the address of the account with what the gateway gave you.',
      };
    case 'unclear':
      return {
        code: 'unclear',
        message: `The gateway gave no clear answer: ${answer.message}`,
        cure: 'Try again in a minute.',
      };
    case 'unreachable':
      return unreachableRefusal(answer);
    default:
      return unreachable(answer);
  }
}

function refusalOfLookup(answer: Exclude<LookupAnswer, { kind: 'answered' }>): Refusal {
  return answer.kind === 'unauthorized' ? TOKEN_REFUSED : unreachableRefusal(answer);
}

function refusalOfCall(answer: CallFailure): Refusal {
  switch (answer.kind) {
    case 'unauthorized':
      return TOKEN_REFUSED;
    case 'invalidMid':
      return INVALID_MID;
    case 'notFound':
      return {
        code: 'orderNotFound',
        message: `The gateway knows no such order: ${answer.message}`,
        cure: 'Check the order id.',
      };
    case 'refused':
      return {
        code: 'refusedByGateway',
        message: `The gateway refused: ${answer.message}`,
        cure: 'Correct the values and try again.',
      };
    case 'unclear':
      return {
        code: 'unclear',
        message: `The gateway gave no clear answer: ${answer.message}`,
        cure: answer.maybeDone
          ? 'It may have been done all the same: look before you repeat it.'
          : 'Try again in a minute.',
      };
    case 'unreachable':
      return unreachableRefusal(answer);
    default:
      return unreachable(answer);
  }
}

const TOKEN_REFUSED: Refusal = {
  code: 'tokenRefused',
  message: 'The gateway refused the token.',
  cure: 'Replace it with `profile token`.',
};

const INVALID_MID: Refusal = {
  code: 'invalidMid',
  message: 'The gateway does not know this merchant id.',
  cure: 'Ask the gateway which merchant id is yours.',
};

function unreachableRefusal({
  message,
  certificate,
}: {
  readonly message: string;
  readonly certificate: boolean;
}): Refusal {
  return {
    code: certificate ? 'certificate' : 'unreachable',
    message: certificate
      ? `The gateway's certificate is not valid: ${message}`
      : `The gateway cannot be reached: ${message}`,
    cure: 'Check the connection, and the address of the account.',
  };
}
