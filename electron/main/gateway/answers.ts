// What each answer means for the money: for a payout request the table of the design, tried from the top, the first that
// fits decides.

import { createHash } from 'node:crypto';
import {
  type CallFailure,
  type GatewayIds,
  type LookupAnswer,
  type LookupKey,
  type LookupMeaning,
  NO_IDS,
  type NotSentCause,
  type Outcome,
  type PayoutOrder,
  type UnknownReason,
} from '../../../shared/outcomes.ts';
import { isPlaceholderId } from '../domain/lookup-key.ts';
import {
  isJsonNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  textOf,
} from '../domain/lossless-json.ts';
import {
  hasErrorCode400,
  identifierOf,
  isWrongUrl,
  messageOf,
  objectOf,
  type Received,
  saysInvalidMid,
  visibleText,
  waitAsked,
} from './received.ts';

/** A fingerprint longer than this is kept as its SHA-256. */
const FINGERPRINT_MAX_CHARACTERS = 500;

type Reason = keyof typeof UNKNOWN_SENTENCES;

/** The outcome of a payout request that was answered, in part or whole. Source: DESIGN, What an answer means for the money. */
export function payoutOutcome(received: Received, asked: Pick<PayoutOrder, 'reference' | 'firstRequest'>): Outcome {
  const object = objectOf(received);
  const foreign = object === null ? null : foreignEcho(object, asked.reference);
  if (foreign !== null) return { ...unknown('echoMismatch', object), echoedReference: spell(foreign) };
  const { httpStatus } = received;
  if (object !== null && (httpStatus === 200 || httpStatus === 400)) {
    const outcome = spokenOutcome(object, httpStatus, asked.firstRequest);
    if (outcome !== null) return outcome;
  }
  if (httpStatus === 401 && received.ending === 'whole') return { kind: 'unauthorized' };
  if (isWrongUrl(httpStatus)) return unknown('wrongUrl', object);
  if (httpStatus === 429) return { ...unknown('refusedByRate', object), retryAfterMs: received.retryAfterMs };
  return unknown(restReason(received), object);
}

/** The rows of the table in which the gateway's own words decide. Errors: null when none fits. */
function spokenOutcome(object: JsonObject, httpStatus: 200 | 400, firstRequest: boolean): Outcome | null {
  const status = member(object, 'status');
  const given = member(object, 'txn_status') ?? null;
  const word = typeof given === 'string' ? given.toLowerCase() : null;

  if (httpStatus === 200 && status === true && typeof given === 'string' && given !== '') {
    return {
      kind: 'accepted',
      state: word === 'success' || word === 'reversed' ? word : 'processing',
      word: visibleText(given),
      ids: idsOf(object),
      message: messageOf(object),
    };
  }
  if (status !== false) return null;
  if (word === 'failed' || word === 'rejected') return firstRequest ? refused(word, object) : doubted(object);
  // A status word beside a refusal is a contradiction: it is not "no txn_status".
  if (given !== null) return null;
  if (httpStatus === 200 && !hasErrorCode400(object)) return null;
  if (saysInvalidMid(object)) return unknown('invalidMid', object);
  return firstRequest ? refused('rejected', object) : doubted(object);
}

function refused(state: 'failed' | 'rejected', object: JsonObject): Outcome {
  return {
    kind: 'refused',
    state,
    word: identifierOf(object, 'txn_status'),
    ids: idsOf(object),
    message: messageOf(object) ?? NO_REASON_GIVEN,
  };
}

/** An earlier request of the same payout may have been executed, and this is the refusal of its double. */
function doubted(object: JsonObject): Outcome {
  return unknown('notFirstRequest', object);
}

function restReason(received: Received): Reason {
  if (received.ending !== 'whole') return received.ending;
  if (received.httpStatus !== 200 && received.httpStatus !== 400) return 'httpStatus';
  return received.json === undefined ? 'notJson' : 'otherShape';
}

/** What was echoed in place of our reference. Shape: null is no echo; any other value must spell our reference. */
function foreignEcho(object: JsonObject, reference: string): JsonValue {
  const echo = member(object, 'udf1') ?? null;
  return echo !== null && textOf(echo) !== reference ? echo : null;
}

function spell(value: JsonValue): string {
  return visibleText(textOf(value) ?? JSON.stringify(value));
}

function unknown(reason: Reason, object: JsonObject | null): Extract<Outcome, { kind: 'unknown' }> {
  const said = object === null ? null : messageOf(object);
  return {
    kind: 'unknown',
    reason,
    message: said === null ? UNKNOWN_SENTENCES[reason] : `${UNKNOWN_SENTENCES[reason]} Its words: ${said}`,
    ids: object === null ? NO_IDS : idsOf(object),
    echoedReference: object === null ? null : identifierOf(object, 'udf1'),
    retryAfterMs: null,
  };
}

/** What the answer calls the payment. */
function idsOf(object: JsonObject): GatewayIds {
  return {
    transactionId: identifierOf(object, 'transactionId'),
    rrn: identifierOf(object, 'RRN'),
    utr: identifierOf(object, 'UTR'),
    logNumber: identifierOf(object, 'lognumber'),
    tranRefNo: identifierOf(object, 'tranrefno'),
  };
}

/** The answer to a look-up that was written. Source: gateway specification, Payout status response. */
export function lookupAnswer(received: Received, key: LookupKey): LookupAnswer {
  const { evidence, httpStatus } = received;
  const lost = lostAnswer(received);
  if (lost !== null) return lost;
  if (httpStatus === 401) return { kind: 'unauthorized', evidence };
  const fingerprint = fingerprintOf(received);
  return { kind: 'answered', fingerprint, meaning: meaningOf(received, key), evidence, ...waitAsked(received) };
}

/** The request was written and nobody can tell what its answer was. Errors: null where there is an answer to read. */
export function lostAnswer({ ending, httpStatus }: Received): Extract<CallFailure, { kind: 'unreachable' }> | null {
  if (httpStatus !== null && ending !== 'cut' && ending !== 'timeout') return null;
  const why = ending === 'whole' ? 'notJson' : ending;
  return { kind: 'unreachable', message: UNKNOWN_SENTENCES[why], certificate: false, isLost: true };
}

function meaningOf(received: Received, key: LookupKey): LookupMeaning {
  const { httpStatus } = received;
  if (received.json === undefined) return unclear(`HTTP ${String(httpStatus)}, not JSON`);
  const object = objectOf(received);
  if (object === null) return unclear(`HTTP ${String(httpStatus)}, not a JSON object`);
  if (namesAnother(object, key)) return { kind: 'mismatch', message: UNKNOWN_SENTENCES.echoMismatch };

  const status = member(object, 'status');
  const refusedHere = httpStatus === 400 || (httpStatus === 200 && status === false && hasErrorCode400(object));
  if (refusedHere && saysInvalidMid(object)) return { kind: 'invalidMid' };
  if (httpStatus !== 200) return unclear(`HTTP ${String(httpStatus)}`);

  const word = member(object, 'txn_status');
  if (typeof word !== 'string' || word === '') return unclear('no txn_status');
  const state = stateOf(word);
  // What came back or never left may be told with either status; what was paid, or is on its way, only with true.
  const isUnpaid = state === 'failed' || state === 'rejected' || state === 'reversed';
  if (status !== true && !(status === false && isUnpaid)) {
    return unclear('status and txn_status contradict each other');
  }
  return {
    kind: 'state',
    state,
    word: visibleText(word),
    utr: identifierOf(object, 'UTR'),
    message: messageOf(object),
    ...echoedIdOf(object),
  };
}

function stateOf(word: string): Extract<LookupMeaning, { kind: 'state' }>['state'] {
  const known = word.toLowerCase();
  return known === 'success' || known === 'failed' || known === 'rejected' || known === 'reversed'
    ? known
    : 'processing';
}

/** Whichever key was asked with, what comes back of either must be ours. An empty echo or a placeholder names nobody. */
function namesAnother(object: JsonObject, { reference, transactionId }: LookupKey): boolean {
  const namesOther = (field: string, ours: string | undefined): boolean => {
    const echo = member(object, field) ?? null;
    return ours !== undefined && echo !== null && echo !== '' && textOf(echo) !== ours;
  };
  if (namesOther('udf1', reference)) return true;
  const echoedId = textOf(member(object, 'transactionId') ?? null);
  return namesOther('transactionId', transactionId) && (echoedId === null || !isPlaceholderId(echoedId));
}

/** What the answer calls the payment: of a payout without an id of its own, only the desk's other payouts can judge it. */
function echoedIdOf(object: JsonObject): { readonly transactionId?: string } {
  const transactionId = identifierOf(object, 'transactionId');
  return transactionId === null || isPlaceholderId(transactionId) ? {} : { transactionId };
}

function unclear(reason: string): LookupMeaning {
  return { kind: 'unclear', reason };
}

/** The answer without its words and values: two answers with the same fingerprint say the same. */
function fingerprintOf(received: Received): string | null {
  const object = objectOf(received);
  if (object === null) return null;
  const parts = [
    received.httpStatus,
    partWords(member(object, 'status')),
    Object.keys(object)
      .toSorted()
      .map((name) => [name, typeOf(member(object, name) ?? null)]),
    partWords(member(object, 'txn_status')).toLowerCase(),
    partWords(member(object, 'error_code')),
    partWords(member(object, 'code')),
  ];
  const text = JSON.stringify(parts);
  return text.length <= FINGERPRINT_MAX_CHARACTERS ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonNumber(value)) return 'number';
  if (isJsonObject(value)) return 'object';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A short value's source text; its type stands for anything longer than a value. */
function partWords(value: JsonValue | undefined): string {
  if (typeof value === 'boolean') return String(value);
  return textOf(value) ?? (value === undefined ? '' : typeOf(value));
}

/** Why a request did not leave. */
export const NOT_SENT_SENTENCES: Readonly<Record<NotSentCause, string>> = {
  dns: "The gateway's address could not be found: the network or the base URL is wrong. Nothing was sent.",
  refused: 'The gateway refuses connections. Nothing was sent.',
  connectTimeout: 'The gateway did not take up the connection in time. Nothing was sent.',
  connectionLost: 'The connection to the gateway broke before it was ready. Nothing was sent.',
  tls: 'No secure connection to the gateway could be agreed. Nothing was sent.',
  certificate: "The gateway's certificate is not to be trusted: somebody may be in between. Nothing was sent.",
  proxy: 'The proxy did not open a way to the gateway. Nothing was sent.',
  aborted: 'The request was given up before it was sent.',
};

/** Why nobody knows whether a payment was made, of those that an answer or its absence can give. */
export const UNKNOWN_SENTENCES = {
  echoMismatch: 'The gateway answered about another reference than the one that was sent.',
  invalidMid: 'The gateway does not know this merchant id.',
  wrongUrl: "The answer looks like that of another address than the gateway's.",
  refusedByRate: 'The gateway says that requests come too fast.',
  httpStatus: 'The gateway answered with a status that does not say whether it paid.',
  cut: 'The connection broke before the answer was complete.',
  timeout: 'No complete answer came in time.',
  notJson: 'The answer cannot be read.',
  otherShape: 'The answer does not have the shape that the specification gives it.',
  tooLarge: 'The answer is far larger than an answer of the gateway can be.',
  notFirstRequest: 'The gateway refused, but an earlier request of this payout may have been executed.',
} as const satisfies Partial<Record<UnknownReason, string>>;

export const NO_REASON_GIVEN = 'The gateway gave no reason.';
