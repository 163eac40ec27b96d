// The calls that move no payout, made for a person: wallet and lookup. They change no stored payout.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { LookupView, WalletView } from '../../../../shared/api/views.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type {
  CallFailure,
  Evidence,
  LookupAnswer,
  LookupKey,
  LookupMeaning,
  Unreached,
  WalletAnswer,
} from '../../../../shared/outcomes.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { isLower, walletPaise } from '../../../../shared/wallet.ts';
import { inventedKey } from '../../domain/lookup-key.ts';
import { isJsonObject, member, parseJson, textOf } from '../../domain/lossless-json.ts';
import type { MeantPayout } from '../../domain/payout-pages.ts';
import { MESSAGE_KEPT_CHARACTERS, visibleText } from '../../gateway/answers.ts';
import { bookOfProfile, refused, withWriter } from '../../session/desks.ts';
import { anyProfile } from '../../session/find-profile.ts';
import { mustWait, openSession, type Session } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { knownWallet } from '../batches/accept-doubts.ts';
import { done, type HandlerContext, type Handlers, refuse, replyOf } from '../runtime/context.ts';

/**
 * Reads the wallet. `balance` is as the gateway reported it; `balancePaise` is present only if a person has confirmed its unit.
 */
export function askWallet(system: System, name: string): Promise<Answer<WalletView>> {
  return askOnce(system, name, async ({ reads }, profile) => {
    const answer = await reads.wallet();
    if (answer.kind !== 'balance') return refused(refusalOf(answer));
    const { balance, message } = answer;
    const known = knownWallet(balance, profile);
    const balancePaise = known === null ? null : walletPaise(known);
    return { kind: 'done', value: { balance, message, ...(balancePaise === null ? {} : { balancePaise }) } };
  });
}

/** Looks up one payout, and an invented key of the same kind beside it, to tell "not known" from a real answer. */
export function askLookup(
  system: System,
  { profile, key }: { profile: string; key: LookupKey },
): Promise<Answer<LookupView>> {
  return withSession(system, profile, async (session): Promise<Answer<LookupView>> => {
    const done = (view: Partial<LookupView>): Answer<LookupView> => ({ kind: 'done', value: { ...NOTHING, ...view } });
    const ask = async (asked: LookupKey): Promise<ClearLookup | LookupView> => {
      const wait = mustWait(system, session);
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
    const why = meaning.kind === 'state' ? msg('ask.asAboutInvented', { word: meaning.word }) : meaning.reason;
    const message = msg('ask.lookupRefused', { why });
    return done({ ...said, trouble: { code: 'lookupRefused', message, cure: msg('cure.readItsAnswer') } });
  });
}

/** The gateway's own message in an answer, or null. */
function saidIn({ text }: Evidence): string | null {
  const json = text === null ? null : parseJson(text);
  const message = isJsonObject(json) ? textOf(member(json, 'message')) : null;
  return message === null ? null : visibleText(message).slice(0, MESSAGE_KEPT_CHARACTERS);
}

/** Whether two answers say the same about their keys. A refusal of the key itself has different words. */
function saysTheSame(answers: readonly ClearLookup[], keys: readonly LookupKey[]): boolean {
  const texts = keys
    .map((key) => (key.by === 'reference' ? key.reference : key.transactionId).toLowerCase())
    .toSorted((a, b) => b.length - a.length);
  const [one, other] = answers.map(({ evidence }) =>
    texts.reduce((words, text) => words.replaceAll(text, KEY_MARK), (saidIn(evidence) ?? '').trim().toLowerCase()),
  );
  return one === other;
}

/** Stands in place of a key; no message contains it. */
const KEY_MARK = '\0';

const NOTHING: LookupView = { known: false, status: null, utr: null, message: null, answer: null, trouble: null };

interface ClearLookup {
  readonly meaning: Extract<LookupMeaning, { kind: 'state' | 'unclear' }>;
  readonly fingerprint: string;
  readonly evidence: Evidence;
}

/** Returns an answer that is about the payout, or the view of one that says nothing about it. */
function clearLookup(answer: LookupAnswer): ClearLookup | LookupView {
  const nothing = (trouble: Refusal, text: string | null = null): LookupView => ({ ...NOTHING, answer: text, trouble });
  if (answer.kind !== 'answered') return nothing(refusalOf(answer));
  const { meaning, fingerprint, evidence } = answer;
  const { httpStatus, text } = evidence;
  if (httpStatus === 429) return nothing(TOO_FAST, text);
  if (meaning.kind === 'invalidMid') return nothing(INVALID_MID, text);
  if (meaning.kind === 'mismatch') {
    return nothing({ code: 'echoMismatch', message: msg('ask.echoMismatch'), cure: msg('cure.sendToSupport') }, text);
  }
  if (httpStatus !== null && httpStatus >= 500) {
    const message = msg('ask.gatewayFault', { status: httpStatus });
    return nothing({ code: 'gatewayFault', message, cure: msg('cure.tryInAMinute') }, text);
  }
  if (fingerprint === null) {
    const message = msg('ask.unreadable', { status: String(httpStatus) });
    return nothing({ code: 'unclear', message, cure: msg('cure.compareAddressTryAgain') }, text);
  }
  return { meaning, fingerprint, evidence };
}

/** Makes one request. Refuses while the gateway demands a wait longer than a person would accept. */
export function askOnce<Value>(system: System, name: string, ask: Ask<Value>): Promise<Answer<Value>> {
  return withSession(system, name, async (session, profile, store) => {
    const wait = mustWait(system, session);
    return wait === null ? ask(session, profile, store) : refused(wait);
  });
}

type Ask<Value> = (session: Session, profile: Profile, store: HeadedWriter) => Promise<Answer<Value>>;

/** Holds the desk's lock while asking, so that no more requests leave than the profile allows. */
async function withSession<Value>(system: System, name: string, act: Ask<Value>): Promise<Answer<Value>> {
  const profile = anyProfile(system, name);
  if (profile.kind !== 'done') return profile;
  return withWriter(system, bookOfProfile(name), (store) => inSession(system, { profile: profile.value, store }, act), {
    whenLocked: 'asIs',
  });
}

export async function inSession<Value>(
  system: System,
  { profile, store }: { readonly profile: Profile; readonly store: HeadedWriter },
  act: Ask<Value>,
): Promise<Answer<Value>> {
  const opened = await openSession(system, profile, { store, asks: 'person' });
  if (opened.kind !== 'done') return opened;
  try {
    return await act(opened.value, profile, store);
  } finally {
    await opened.value.close();
  }
}

type Failure = Exclude<WalletAnswer, { kind: 'balance' }> | Exclude<LookupAnswer, { kind: 'answered' }> | CallFailure;

export function refusalOf(answer: Failure): Refusal {
  switch (answer.kind) {
    case 'unauthorized':
      return TOKEN_REFUSED;
    case 'invalidMid':
      return INVALID_MID;
    case 'wrongUrl':
      return {
        code: 'wrongUrl',
        message: msg('ask.wrongUrl', { status: answer.httpStatus }),
        cure: msg('cure.compareAddress'),
      };
    case 'notFound':
      return {
        code: 'orderNotFound',
        message: msg('ask.orderNotFound', { why: answer.message }),
        cure: msg('cure.checkOrderId'),
      };
    case 'refused':
      return refusedByGateway(answer.message, msg('cure.correctValues'));
    case 'unclear':
      return refusalOfUnclear(answer);
    case 'unreachable':
      return unreachableRefusal(answer);
    default:
      return unreachable(answer);
  }
}

function refusalOfUnclear(answer: Extract<Failure, { kind: 'unclear' }>): Refusal {
  const maybeDone = 'maybeDone' in answer && answer.maybeDone;
  if (answer.evidence.httpStatus === 429 && !maybeDone) return TOO_FAST;
  if ('isRefusal' in answer) {
    return refusedByGateway(answer.message, msg('cure.compareAccount'));
  }
  return {
    code: 'unclear',
    message: msg('ask.unclear', { why: answer.message }),
    cure: maybeDone ? msg('cure.lookBeforeRepeating') : msg('cure.tryInAMinute'),
  };
}

function refusedByGateway(why: Message, cure: Message): Refusal {
  return { code: 'refusedByGateway', message: msg('ask.refusedByGateway', { why }), cure };
}

const TOKEN_REFUSED: Refusal = {
  code: 'tokenRefused',
  message: msg('pause.tokenRefused'),
  cure: msg('cure.tokenRefused'),
};

const TOO_FAST: Refusal = {
  code: 'rateRefused',
  message: msg('answer.refusedByRate'),
  cure: msg('cure.rateRefused'),
};

const INVALID_MID: Refusal = {
  code: 'invalidMid',
  message: msg('answer.invalidMid'),
  cure: msg('cure.askForMid'),
};

function unreachableRefusal({ message: why, certificate, isLost }: Unreached): Refusal {
  const cure = msg('cure.checkConnection');
  if (certificate) return { code: 'certificate', message: msg('pause.certificate', { why }), cure };
  // A request that was sent and not answered says nothing about the connection to the gateway.
  if (isLost === true) {
    return { code: 'noAnswer', message: msg('ask.noAnswer', { why }), cure: msg('cure.tryAgain') };
  }
  return { code: 'unreachable', message: msg('pause.unreachable', { why }), cure };
}

type GatewayCommand = 'readWallet' | 'saveLowBalance' | 'lookUpPayout';

export function gatewayHandlers({ system, stores, memory, emitChanged }: HandlerContext): Handlers<GatewayCommand> {
  return {
    readWallet: async ({ profile }) =>
      replyOf(await askWallet(system, profile), ({ balance, message }) => {
        const below = memory.lowBalanceOf(profile);
        const isLow = below !== null && isLower(balance, below) === true;
        return { balance, askedAtMs: system.clock.nowMs(), message, below, isLow };
      }),
    saveLowBalance: ({ profile, below }) => {
      if (below !== null && isLower(below, below) === null) return refuse(NOT_A_NUMBER);
      memory.saveLowBalance(profile, below);
      emitChanged(bookOfProfile(profile), 'profiles');
      return done({});
    },
    lookUpPayout: async ({ profile, key: asked }) => {
      const { payouts } = stores[bookOfProfile(profile)];
      const text = asked.by === 'any' ? asked.text : asked.by === 'reference' ? asked.reference : asked.transactionId;
      const meant = payouts.meant(text);
      const [first, ...others] = asked.by === 'any' ? keysOf(text, meant) : [asked];
      let key: LookupKey = first;
      let answer = await askLookup(system, { profile, key });
      for (const other of others) {
        if (answer.kind !== 'done' || answer.value.known || answer.value.trouble?.code === 'tokenRefused') break;
        key = other;
        answer = await askLookup(system, { profile, key });
      }
      return replyOf(answer, ({ trouble, ...found }) => {
        const ours =
          meant === null
            ? null
            : { payout: meant.payout, name: meant.name, amountPaise: meant.amountPaise, state: meant.state };
        return { ...found, trouble: trouble === null ? null : trouble, askedBy: key.by, ours };
      });
    },
  };
}

/** Which keys to ask the gateway with: the desk's own payout if it knows one, else whatever the text may be. */
function keysOf(text: string, meant: MeantPayout | null): readonly [LookupKey, ...LookupKey[]] {
  if (meant !== null) return [meant.key];
  return [
    { by: 'transactionId', transactionId: text },
    { by: 'reference', reference: text },
  ];
}

const NOT_A_NUMBER = {
  code: 'notANumber',
  message: msg('ask.notANumber'),
  cure: msg('cure.writeAsReported'),
};
