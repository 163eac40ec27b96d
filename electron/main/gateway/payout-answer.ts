// What the answer to a payout request means for the money: the table of the design, tried from the top, the first that fits
// decides. In: an answer, and what was asked. Out: an outcome. Pure. This file must never call a payment made, refused or
// unsent on anything but the words that the table names; whatever else comes is unknown.

import type { PayoutOrder } from '../../../shared/gateway-calls.ts';
import { member, textOf } from '../../../shared/lossless-json.ts';
import type { JsonObject, JsonValue } from '../../../shared/lossless-json.ts';
import { NO_IDS } from '../../../shared/outcomes.ts';
import type { GatewayIds, Outcome } from '../../../shared/outcomes.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { hasErrorCode400, isWrongUrl, messageOf, objectOf, saysInvalidMid, identifierOf } from './received.ts';
import type { Received } from './received.ts';
import { NO_REASON_GIVEN, UNKNOWN_SENTENCES } from './sentences.ts';

type Asked = Pick<PayoutOrder, 'reference' | 'firstRequest'>;
type Reason = keyof typeof UNKNOWN_SENTENCES;

/** The outcome of a payout request that was answered, in part or whole. Source: DESIGN, What an answer means for the money. */
export function payoutOutcome(received: Received, asked: Asked): Outcome {
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
