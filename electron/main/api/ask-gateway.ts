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
import { MESSAGE_KEPT_CHARACTERS, ORDER_MID_MAX } from '../../../shared/limits.ts';
import { isJsonObject, member, parseJson, textOf } from '../../../shared/lossless-json.ts';
import type { Evidence, LookupAnswer, LookupMeaning, Unreached, WalletAnswer } from '../../../shared/outcomes.ts';
import { inventedKey } from '../../../shared/lookup-key.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { walletPaise } from '../../../shared/wallet.ts';
import { bookOfProfile, refused, withWriter } from './desks.ts';
import { onceWithWriter, takeCommand } from './once.ts';
import type { Rooms } from './ports.ts';
import { anyProfile } from './profiles.ts';
import { mustWait, openSession, type Session, sessionWish } from './session.ts';
import { knownWallet } from './wallet-shortfall.ts';

/** The wallet. Shape: `balance` as the gateway reported it; as money only where a person has confirmed its unit. */
export async function askWallet(rooms: Rooms, name: string): Promise<Answer<WalletView>> {
  const profile = anyProfile(rooms, name);
  if (profile.kind !== 'done') return profile;
  return withSession(rooms, name, async (session) => {
    const wait = mustWait(rooms, session);
    if (wait !== null) return refused(wait);
    const answer = await session.reads.wallet();
    if (answer.kind !== 'balance') return refused(refusalOfWallet(answer));
    const { balance, message } = answer;
    const known = knownWallet(balance, profile.value);
    const balancePaise = known === null ? null : walletPaise(known);
    return { kind: 'done', value: { balance, message, ...(balancePaise === null ? {} : { balancePaise }) } };
  });
}

/** Asks about one payout, beside an invented key of the same kind, so that "not known" is told from an answer. */
export function askLookup(
  rooms: Rooms,
  { profile, key }: { profile: string; key: LookupKey },
): Promise<Answer<LookupView>> {
  return withSession(rooms, profile, async (session): Promise<Answer<LookupView>> => {
    const done = (view: Partial<LookupView>): Answer<LookupView> => ({ kind: 'done', value: { ...NOTHING, ...view } });
    const ask = async (asked: LookupKey): Promise<ClearLookup | LookupView> => {
      const wait = mustWait(rooms, session);
      return wait === null ? clearLookup(await session.reads.lookUp(asked)) : { ...NOTHING, trouble: wait };
    };
    const answer = await ask(key);
    if ('known' in answer) return done(answer);
    const invented = inventedKey(key, session.reads.inventReference());
    const beside = await ask(invented);
    if ('known' in beside) return done(beside);
    const { meaning, fingerprint, evidence } = answer;
    const isLikeInvented = beside.fingerprint === fingerprint;
    if (meaning.kind === 'state' && !isLikeInvented) {
      const { word: status, utr, message } = meaning;
      return done({ known: true, status, utr, message, answer: evidence.text, trouble: null });
    }
    const said = { message: saidIn(evidence), answer: evidence.text };
    if (isLikeInvented && saysTheSame([answer, beside], [key, invented])) return done(said);
    const why = meaning.kind === 'state' ? `"${meaning.word}", as about an invented key` : meaning.reason;
    const message = `The gateway did not answer this look-up (${why}), so it says nothing of the payout.`;
    return done({ ...said, trouble: { code: 'lookupRefused', message, cure: READ_ITS_ANSWER } });
  });
}

/** The gateway's own sentence in an answer; null when there is none. */
function saidIn({ text }: Evidence): string | null {
  const json = text === null ? null : parseJson(text);
  const message = isJsonObject(json) ? textOf(member(json, 'message')) : null;
  return message === null ? null : visibleText(message).slice(0, MESSAGE_KEPT_CHARACTERS);
}

/** Whether two answers say the same, each of the key it was asked with: a refusal of the key itself has other words. */
function saysTheSame(answers: readonly ClearLookup[], keys: readonly LookupKey[]): boolean {
  const texts = keys
    .map((key) => (key.by === 'reference' ? key.reference : key.transactionId).toLowerCase())
    .toSorted((a, b) => b.length - a.length);
  const [one, other] = answers.map(({ evidence }) =>
    texts.reduce((words, text) => words.replaceAll(text, KEY_MARK), (saidIn(evidence) ?? '').trim().toLowerCase()),
  );
  return one === other;
}

/** In the place of a key; no sentence holds it. */
const KEY_MARK = '\0';

const READ_ITS_ANSWER = 'Read its answer, and compare the key and the account with what you have.';

const NOTHING: LookupView = { known: false, status: null, utr: null, message: null, answer: null, trouble: null };

interface ClearLookup {
  readonly meaning: Extract<LookupMeaning, { kind: 'state' | 'unclear' }>;
  readonly fingerprint: string;
  readonly evidence: Evidence;
}

/** An answer that is about the payout asked for, or the view of one that says nothing of it. */
function clearLookup(answer: LookupAnswer): ClearLookup | LookupView {
  const nothing = (trouble: Refusal, text: string | null = null): LookupView => ({ ...NOTHING, answer: text, trouble });
  if (answer.kind !== 'answered') return nothing(refusalOfLookup(answer));
  const { meaning, fingerprint, evidence } = answer;
  const { httpStatus, text } = evidence;
  if (httpStatus === 429) return nothing(TOO_FAST, text);
  if (meaning.kind === 'invalidMid') return nothing(INVALID_MID, text);
  if (meaning.kind === 'mismatch') {
    const message = 'The gateway answered about another payment, so it says nothing of this one.';
    return nothing({ code: 'echoMismatch', message, cure: "Send this answer to the gateway's support." }, text);
  }
  if (httpStatus !== null && httpStatus >= 500) {
    const message = `The gateway had a fault of its own (HTTP ${httpStatus}), so it says nothing of the payout.`;
    return nothing({ code: 'gatewayFault', message, cure: 'Try again in a minute.' }, text);
  }
  if (fingerprint === null) {
    const message = `The answer cannot be read (HTTP ${String(httpStatus)}), so it says nothing of the payout.`;
    return nothing({ code: 'unclear', message, cure: 'Compare the address of the account, and try again.' }, text);
  }
  return { meaning, fingerprint, evidence };
}

/** Creates a collection order, once. */
export async function createOrder(
  rooms: Rooms,
  { profile, order, commandId = null }: { profile: string; order: CollectionOrder; commandId?: CommandId | null },
): Promise<Answer<CreatedOrder>> {
  const known = anyProfile(rooms, profile);
  if (known.kind !== 'done') return known;
  if (known.value.mid > ORDER_MID_MAX) return refused(midTooLong(known.value.mid));
  const what = `order ${known.value.name} ${JSON.stringify(order)}`;
  return onceWithWriter<CreatedOrder>(
    rooms,
    { book: bookOfProfile(profile), id: commandId, what },
    {
      stands: () => null,
      act: (store, ticket) =>
        inSession(rooms, known.value, async (session) => {
          const wait = mustWait(rooms, session);
          if (wait !== null) return refused(wait);
          takeCommand(rooms, store, ticket);
          const answer = await session.orders.create(order);
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
  return withSession(rooms, profile, async (session) => {
    const wait = mustWait(rooms, session);
    if (wait !== null) return refused(wait);
    const answer = await session.orders.status(orderId);
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
      if (answer.evidence.httpStatus === 429) return TOO_FAST;
      if (answer.isRefusal === true) {
        return {
          code: 'refusedByGateway',
          message: `The gateway refused: ${answer.message}`,
          cure: 'Compare the account with what the gateway gave you.',
        };
      }
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
      if (answer.evidence.httpStatus === 429 && !answer.maybeDone) return TOO_FAST;
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

const TOO_FAST: Refusal = {
  code: 'rateRefused',
  message: 'The gateway says that requests come too fast.',
  cure: 'Ask again in a minute, or lower the rate of the account.',
};

const INVALID_MID: Refusal = {
  code: 'invalidMid',
  message: 'The gateway does not know this merchant id.',
  cure: 'Ask the gateway which merchant id is yours.',
};

function midTooLong(mid: number): Refusal {
  return {
    code: 'midTooLong',
    message: `Orders take a merchant id of one to four digits; this account has ${mid}.`,
    cure: 'Ask the gateway which merchant id is yours for orders.',
  };
}

function unreachableRefusal({ message, certificate, isLost }: Unreached): Refusal {
  if (certificate) {
    const cure = 'Check the connection, and the address of the account.';
    return { code: 'certificate', message: `The gateway's certificate is not valid: ${message}`, cure };
  }
  // A request that left and was not answered says nothing of the way to the gateway.
  if (isLost === true)
    return { code: 'noAnswer', message: `The gateway gave no answer: ${message}`, cure: 'Try again.' };
  return {
    code: 'unreachable',
    message: `The gateway cannot be reached: ${message}`,
    cure: 'Check the connection, and the address of the account.',
  };
}
