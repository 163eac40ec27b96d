// What each answer means for the money. Payout requests follow the table of the design: tried from the top, the first match
// decides. A wallet balance is never calculated with, because the specification does not say its unit. An order counts as not
// made only if the gateway said so.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type Message, msg, verbatim } from '../../../shared/messages/message.ts';
import {
  type CallFailure,
  type Evidence,
  type GatewayIds,
  type LookupAnswer,
  type LookupKey,
  type LookupMeaning,
  NO_IDS,
  type NotSentCause,
  type OrderAnswer,
  type OrderStatusAnswer,
  type Outcome,
  type PayoutOrder,
  type UnknownReason,
  type WalletAnswer,
} from '../../../shared/outcomes.ts';
import { isPlaceholderId } from '../domain/lookup-key.ts';
import {
  formatJson,
  isJsonNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  parseJson,
  textOf,
} from '../domain/lossless-json.ts';
import { isRedacted, type Redactor } from './redact.ts';
import type { AnswerEnding, SentResult } from './transport.ts';

/** A message for people is a sentence; a longer one is kept in the evidence. */
export const MESSAGE_KEPT_CHARACTERS = 500;

/** Retry-After is honoured up to ten minutes. See DESIGN, What an answer means for the money. */
export const RETRY_AFTER_MAX_MS = 600_000;

/** How much of an answer is kept verbatim, for the payout's details and the audit. */
export const ANSWER_KEPT_CHARACTERS = 4_096;

const ENCODED = '[a compressed body, not read]';

/** `json` is undefined unless the whole body is one strict JSON document; `retryAfterMs` is capped. */
export interface Received {
  readonly ending: AnswerEnding;
  readonly httpStatus: number | null;
  readonly json: JsonValue | undefined;
  readonly evidence: Evidence;
  readonly retryAfterMs: number | null;
}

/** Reads an answer. `ours`: what the request named. `nowMs`: the wall clock, for a Retry-After with a date. */
export function receive(
  sent: SentResult,
  { redactor, ours, nowMs }: { readonly redactor: Redactor; readonly ours: readonly string[]; readonly nowMs: number },
): Received {
  const { ending, httpStatus } = sent;
  const body = withoutMark(sent.body.toString('utf8'));
  const readable = ending === 'whole' && !sent.encoded && isUtf8(sent.body);
  const parsed = readable ? parseJson(body) : undefined;
  const json = parsed === undefined ? undefined : redactor.value(parsed, ours);
  const text = sent.encoded
    ? ENCODED
    : json === undefined
      ? redactor.text(body)
      : json === parsed
        ? body
        : formatJson(json);
  return {
    ending,
    httpStatus,
    json,
    evidence: { httpStatus, text: httpStatus === null && body === '' ? null : cap(text, ANSWER_KEPT_CHARACTERS) },
    retryAfterMs: retryAfterMs(sent.retryAfter, nowMs),
  };
}

/** A byte order mark only says "UTF-8"; RFC 8259 lets a reader skip it. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Shortens a text without splitting a surrogate pair. */
function cap(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
}

/** Seconds or an HTTP date, as RFC 9110 defines Retry-After; null for anything else. */
function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : /^[A-Z][a-z]{2}/.test(text)
      ? Date.parse(text) - nowMs
      : NaN;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), RETRY_AFTER_MAX_MS);
}

/** The wait after a refused rate, to spread into an answer; empty for every other status. */
function waitAsked({ httpStatus, retryAfterMs }: Received): { readonly retryAfterMs?: number } {
  return httpStatus === 429 && retryAfterMs !== null ? { retryAfterMs } : {};
}

/** The answer's JSON object; null when it is not one. */
export function objectOf(received: Received): JsonObject | null {
  return isJsonObject(received.json) ? received.json : null;
}

/**
 * An identifier or another short value as displayable text; the raw answer is kept as evidence. Returns null when it is absent,
 * empty, redacted, or neither text nor number.
 */
function identifierOf(object: JsonObject, key: string): string | null {
  const text = textOf(member(object, key));
  return text === null || text === '' || isRedacted(text) ? null : visibleText(text);
}

/** The gateway's message as displayable text; null when there is none. */
export function messageOf(object: JsonObject): string | null {
  const message = member(object, 'message');
  return typeof message === 'string' && message.trim() !== ''
    ? cap(visibleText(message), MESSAGE_KEPT_CHARACTERS)
    : null;
}

function gatewayMessage(object: JsonObject): Message | null {
  const said = messageOf(object);
  return said === null ? null : verbatim(said);
}

/** Whether the gateway says that it does not know our merchant. See the gateway specification, Error body shapes. */
function saysInvalidMid(object: JsonObject): boolean {
  const message = member(object, 'message');
  return typeof message === 'string' && message.trim().toLowerCase() === 'invalid mid';
}

/** Whether the status means that this is not the gateway's address: a redirect, a firewall, a missing path. */
function isWrongUrl(httpStatus: number | null): boolean {
  return httpStatus !== null && ((httpStatus >= 300 && httpStatus < 400) || [403, 404, 405].includes(httpStatus));
}

/** Whether the body's own error code is 400, although it came with HTTP 200. */
function hasErrorCode400(object: JsonObject): boolean {
  const code = member(object, 'error_code');
  return isJsonNumber(code) && code.source === '400';
}

// Invisible characters, and ones that change text direction. The two joiners are kept because Indian scripts need them.
const UNSEEN = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const BREAKS = /[\t\n\r\u2028\u2029]+/gu;

/** Text from elsewhere on one line, with a mark for each invisible character. */
export function visibleText(text: string): string {
  return text.replaceAll(BREAKS, ' ').replaceAll(UNSEEN, '\uFFFD');
}

/** A longer fingerprint is stored as its SHA-256. */
const FINGERPRINT_MAX_CHARACTERS = 500;

type Reason = keyof typeof UNKNOWN_SENTENCES;

/** The outcome of a payout request that was answered, partly or fully. See DESIGN, What an answer means for the money. */
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

/** The rows of the table in which the gateway's own words decide; null when none matches. */
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
      message: gatewayMessage(object),
    };
  }
  if (status !== false) return null;
  if (word === 'failed' || word === 'rejected') return firstRequest ? refused(word, object) : doubted(object);
  // A refusal with a status word contradicts itself; it does not count as "no txn_status".
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
    message: gatewayMessage(object) ?? NO_REASON_GIVEN,
  };
}

/** An earlier request of the same payout may have been executed, and this may be the refusal of its duplicate. */
function doubted(object: JsonObject): Outcome {
  return unknown('notFirstRequest', object);
}

function restReason(received: Received): Reason {
  if (received.ending !== 'whole') return received.ending;
  if (received.httpStatus !== 200 && received.httpStatus !== 400) return 'httpStatus';
  return received.json === undefined ? 'notJson' : 'otherShape';
}

/** What was echoed instead of our reference; null where nothing was. */
function foreignEcho(object: JsonObject, reference: string): JsonValue {
  const echo = echoOf(object, 'udf1');
  return echo !== null && textOf(echo) !== reference ? echo : null;
}

/** What an answer echoes; null for nothing and for an empty text. Any other value must be ours. */
function echoOf(object: JsonObject, field: string): JsonValue {
  const echo = member(object, field) ?? null;
  return echo === '' ? null : echo;
}

function spell(value: JsonValue): string {
  return visibleText(textOf(value) ?? JSON.stringify(value));
}

function unknown(reason: Reason, object: JsonObject | null): Extract<Outcome, { kind: 'unknown' }> {
  const said = object === null ? null : messageOf(object);
  return {
    kind: 'unknown',
    reason,
    message:
      said === null ? UNKNOWN_SENTENCES[reason] : msg('answer.itsWords', { what: UNKNOWN_SENTENCES[reason], said }),
    ids: object === null ? NO_IDS : idsOf(object),
    echoedReference: object === null ? null : identifierOf(object, 'udf1'),
    retryAfterMs: null,
  };
}

/** The ids an answer gives the payment. */
function idsOf(object: JsonObject): GatewayIds {
  return {
    transactionId: identifierOf(object, 'transactionId'),
    rrn: identifierOf(object, 'RRN'),
    utr: identifierOf(object, 'UTR'),
    logNumber: identifierOf(object, 'lognumber'),
    tranRefNo: identifierOf(object, 'tranrefno'),
  };
}

/** The answer to a lookup that was written. See the gateway specification, Payout status response. */
export function lookupAnswer(received: Received, key: LookupKey): LookupAnswer {
  const { evidence, httpStatus } = received;
  const lost = lostAnswer(received);
  if (lost !== null) return lost;
  if (httpStatus === 401) return { kind: 'unauthorized', evidence };
  const fingerprint = fingerprintOf(received);
  return { kind: 'answered', fingerprint, meaning: meaningOf(received, key), evidence, ...waitAsked(received) };
}

/** The request was written and its answer is lost; null where there is an answer to read. */
function lostAnswer({ ending, httpStatus }: Received): Extract<CallFailure, { kind: 'unreachable' }> | null {
  if (httpStatus !== null && ending !== 'cut' && ending !== 'timeout') return null;
  const why = ending === 'whole' ? 'notJson' : ending;
  return { kind: 'unreachable', message: UNKNOWN_SENTENCES[why], certificate: false, isLost: true };
}

function meaningOf(received: Received, key: LookupKey): LookupMeaning {
  const { httpStatus } = received;
  const http = String(httpStatus);
  if (received.json === undefined) return unclear(msg('why.notJson', { status: http }));
  const object = objectOf(received);
  if (object === null) return unclear(msg('why.noObject', { status: http }));
  if (namesAnother(object, key)) return { kind: 'mismatch', message: UNKNOWN_SENTENCES.echoMismatch };

  const word = member(object, 'txn_status');
  // A server fault or a refused rate is about the request; its words say nothing about the payment.
  const isAboutIt = httpStatus !== 429 && Number(httpStatus) < 500;
  const heard = isAboutIt && typeof word === 'string' && word !== '' ? visibleText(word) : null;
  const status = member(object, 'status');
  const refusedHere = httpStatus === 400 || (httpStatus === 200 && status === false && hasErrorCode400(object));
  if (refusedHere && saysInvalidMid(object)) return { kind: 'invalidMid' };
  // With another status, failed or rejected may only mean the lookup. A word for paid or under way is never said by mistake.
  if (httpStatus !== 200) return unclear(msg('why.httpStatus', { status: http }), speaksOfPaying(heard) ? heard : null);

  if (typeof word !== 'string' || heard === null) return unclear(msg('why.noTxnStatus'));
  const state = stateOf(word);
  // Failed, rejected and reversed may come with either status; paid or under way only with true.
  const isUnpaid = state === 'failed' || state === 'rejected' || state === 'reversed';
  if (status !== true && !(status === false && isUnpaid)) {
    return unclear(msg('why.contradicting'), heard);
  }
  const rrn = identifierOf(object, 'RRN');
  return {
    kind: 'state',
    state,
    word: heard,
    utr: identifierOf(object, 'UTR'),
    ...(rrn === null ? {} : { rrn }),
    message: messageOf(object),
    ...echoedIdOf(object),
  };
}

function speaksOfPaying(word: string | null): boolean {
  return word !== null && !['failed', 'rejected'].includes(word.toLowerCase());
}

function stateOf(word: string): Extract<LookupMeaning, { kind: 'state' }>['state'] {
  const known = word.toLowerCase();
  return known === 'success' || known === 'failed' || known === 'rejected' || known === 'reversed'
    ? known
    : 'processing';
}

/** Whether the answer echoes a reference or id that is not ours, whichever key was used. A placeholder id does not count. */
function namesAnother(object: JsonObject, { reference, transactionId }: LookupKey): boolean {
  const namesOther = (field: string, ours: string | undefined): boolean => {
    const echo = echoOf(object, field);
    return ours !== undefined && echo !== null && textOf(echo) !== ours;
  };
  if (namesOther('udf1', reference)) return true;
  const echoedId = textOf(member(object, 'transactionId') ?? null);
  return namesOther('transactionId', transactionId) && (echoedId === null || !isPlaceholderId(echoedId));
}

/** The transaction id in the answer. If the payout has no id yet, only the desk's other payouts can show it is wrong. */
function echoedIdOf(object: JsonObject): { readonly transactionId?: string } {
  const transactionId = identifierOf(object, 'transactionId');
  return transactionId === null || isPlaceholderId(transactionId) ? {} : { transactionId };
}

function unclear(reason: Message, word: string | null = null): LookupMeaning {
  return { kind: 'unclear', reason, ...(word === null ? {} : { word }) };
}

/** The answer without its messages and values: two answers with the same fingerprint mean the same. */
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

/** A short value's source text, or its type for anything structured. */
function partWords(value: JsonValue | undefined): string {
  if (typeof value === 'boolean') return String(value);
  return textOf(value) ?? (value === undefined ? '' : typeOf(value));
}

/** Why a request did not leave. */
export const NOT_SENT_SENTENCES: Readonly<Record<NotSentCause, Message>> = {
  dns: msg('notSent.dns'),
  refused: msg('notSent.refused'),
  connectTimeout: msg('notSent.connectTimeout'),
  connectionLost: msg('notSent.connectionLost'),
  tls: msg('notSent.tls'),
  certificate: msg('notSent.certificate'),
  proxy: msg('notSent.proxy'),
  aborted: msg('notSent.aborted'),
};

/** Why nobody knows whether a payment was made, for the reasons that an answer or its absence can give. */
const UNKNOWN_SENTENCES = {
  echoMismatch: msg('answer.echoMismatch'),
  invalidMid: msg('answer.invalidMid'),
  wrongUrl: msg('answer.wrongUrl'),
  refusedByRate: msg('answer.refusedByRate'),
  httpStatus: msg('answer.httpStatus'),
  cut: msg('answer.cut'),
  timeout: msg('answer.timeout'),
  notJson: msg('answer.notJson'),
  otherShape: msg('answer.otherShape'),
  tooLarge: msg('answer.tooLarge'),
  notFirstRequest: msg('answer.notFirstRequest'),
} as const satisfies Partial<Record<UnknownReason, Message>>;

const NO_REASON_GIVEN = msg('answer.noReason');

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** The answer to a wallet request that was written. See the gateway specification, Wallet request and response. */
export function walletAnswer(received: Received): WalletAnswer {
  const { evidence, httpStatus } = received;
  if (httpStatus !== null && isWrongUrl(httpStatus)) return { kind: 'wrongUrl', httpStatus };
  const lost = lostAnswer(received);
  if (lost !== null) return lost;
  if (httpStatus === 401) return { kind: 'unauthorized' };
  const object = objectOf(received);
  if (object === null) return { kind: 'unclear', message: UNKNOWN_SENTENCES.notJson, evidence, ...waitAsked(received) };
  const balance = balanceOf(object);
  if (httpStatus === 200 && member(object, 'status') === true && balance !== null) {
    return { kind: 'balance', balance, message: messageOf(object) };
  }
  const saysNo = (httpStatus === 400 || httpStatus === 200) && member(object, 'status') === false;
  if (saysNo && saysInvalidMid(object)) return { kind: 'invalidMid' };
  const said = gatewayMessage(object);
  const message = said ?? UNKNOWN_SENTENCES.otherShape;
  const refusal = saysNo && said !== null ? ({ isRefusal: true } as const) : {};
  return { kind: 'unclear', message, evidence, ...refusal, ...waitAsked(received) };
}

/** A number's source text, or a string that is a plain decimal. */
function balanceOf(object: JsonObject): string | null {
  const wallet = member(object, 'wallet');
  if (isJsonNumber(wallet)) return wallet.source;
  return typeof wallet === 'string' && DECIMAL.test(wallet) ? wallet : null;
}

/** The answer to an order create request that was written. See the gateway specification, Order create response. */
export function orderAnswer(received: Received): OrderAnswer {
  const object = objectOf(received);
  const data = received.httpStatus === 200 && object !== null ? dataOf(object) : null;
  const orderId = data === null ? null : identifierOf(data, 'orderid');
  if (object === null || data === null || orderId === null) return failureOf(received, { creates: true });
  const text = (key: string): string => visibleText(textOf(member(data, key)) ?? '');
  return {
    kind: 'created',
    order: {
      orderId,
      orderDate: text('order_date'),
      orderAmount: text('order_amount'),
      orderName: text('order_name'),
      links: { upi: text('upi'), gpay: text('gpay'), phonepe: text('phonepe'), paytm: text('paytm') },
      message: messageOf(object),
    },
  };
}

/** The answer to a payment status request that was written. See the gateway specification, Payment status response. */
export function orderStatusAnswer(received: Received): OrderStatusAnswer {
  const object = objectOf(received);
  const said = object === null ? null : messageOf(object);
  if (received.httpStatus === 401 && said !== null && said.trim().toLowerCase() === 'invalid order id') {
    return { kind: 'notFound', message: said };
  }
  const data = received.httpStatus === 200 && object !== null ? dataOf(object) : null;
  const status = data === null ? null : identifierOf(data, 'TxnStatus');
  if (object === null || data === null || status === null) return failureOf(received, { creates: false });
  return {
    kind: 'status',
    order: {
      status,
      initiatedAt: identifierOf(data, 'TxnInitDate'),
      completedAt: identifierOf(data, 'TxnCompletionDate'),
      payerAddress: identifierOf(data, 'PayerVA'),
      payerMobile: identifierOf(data, 'PayerMobile'),
      payerName: identifierOf(data, 'PayerName'),
      bankRrn: identifierOf(data, 'BankRRN'),
      userId: identifierOf(data, 'userid'),
      userDefined: ['ud1', 'ud2', 'ud3', 'ud4', 'ud5'].map((key) => {
        const said = textOf(member(data, key));
        return said === null ? null : visibleText(said);
      }),
      message: messageOf(object),
    },
  };
}

/** The data of a successful answer. */
function dataOf(object: JsonObject): JsonObject | null {
  const data = member(object, 'data');
  return member(object, 'status') === true && isJsonObject(data) ? data : null;
}

function failureOf(received: Received, { creates }: { readonly creates: boolean }): CallFailure {
  const { ending, evidence, httpStatus } = received;
  const object = objectOf(received);
  const said = object === null ? null : messageOf(object);
  if (httpStatus === 401 && ending === 'whole') return { kind: 'unauthorized' };
  if (object !== null && (httpStatus === 200 || httpStatus === 400) && member(object, 'status') === false) {
    if (saysInvalidMid(object)) return { kind: 'invalidMid' };
    return { kind: 'refused', message: said === null ? NO_REASON_GIVEN : verbatim(said), evidence };
  }
  const lost = creates ? null : lostAnswer(received);
  if (lost !== null) return lost;
  const reason = ending !== 'whole' ? ending : received.json === undefined ? 'notJson' : 'otherShape';
  const message = said === null ? UNKNOWN_SENTENCES[reason] : verbatim(said);
  return { kind: 'unclear', message, evidence, maybeDone: creates, ...waitAsked(received) };
}
