// What the answer to a payout status request says. In: what was heard, and the key that was asked for. Out: a look-up's answer.
// Pure. This file must never take a state from an answer that is not whole, or that names another payment than the key.

import { createHash } from 'node:crypto';
import type { LookupKey } from '../../../shared/gateway-calls.ts';
import { FINGERPRINT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { isPlaceholderId } from '../../../shared/lookup-key.ts';
import { isJsonNumber, isJsonObject, member, textOf } from '../../../shared/lossless-json.ts';
import type { JsonObject, JsonValue } from '../../../shared/lossless-json.ts';
import type { LookupAnswer, LookupMeaning } from '../../../shared/outcomes.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { hasErrorCode400, identifierOf, messageOf, objectOf, saysInvalidMid, waitAsked } from './received.ts';
import type { Received } from './received.ts';
import { UNKNOWN_SENTENCES } from './sentences.ts';

/** The answer to a look-up that was written. Source: gateway specification, Payout status response. */
export function lookupAnswer(received: Received, key: LookupKey): LookupAnswer {
  const { ending, evidence, httpStatus } = received;
  if (httpStatus === null || ending === 'cut' || ending === 'timeout') {
    const why = ending === 'whole' ? 'notJson' : ending;
    return { kind: 'unreachable', message: UNKNOWN_SENTENCES[why], certificate: false, isLost: true };
  }
  if (httpStatus === 401) return { kind: 'unauthorized', evidence };
  const fingerprint = fingerprintOf(received);
  return { kind: 'answered', fingerprint, meaning: meaningOf(received, key), evidence, ...waitAsked(received) };
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
    spell(member(object, 'status')),
    Object.keys(object)
      .toSorted()
      .map((name) => [name, typeOf(member(object, name) ?? null)]),
    spell(member(object, 'txn_status')).toLowerCase(),
    spell(member(object, 'error_code')),
    spell(member(object, 'code')),
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
function spell(value: JsonValue | undefined): string {
  if (typeof value === 'boolean') return String(value);
  return textOf(value) ?? (value === undefined ? '' : typeOf(value));
}
