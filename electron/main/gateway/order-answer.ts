// What the answers about collection orders say. In: what was heard. Out: the order, its status, or what went wrong. Pure.
// This file must never call an order not made unless the gateway said so.

import type { CallFailure, OrderAnswer, OrderStatusAnswer } from '../../../shared/gateway-calls.ts';
import { isJsonObject, member, textOf } from '../../../shared/lossless-json.ts';
import type { JsonObject } from '../../../shared/lossless-json.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { identifierOf, messageOf, objectOf, saysInvalidMid, saysMessage, waitAsked } from './received.ts';
import type { Received } from './received.ts';
import { NO_REASON_GIVEN, UNKNOWN_SENTENCES } from './sentences.ts';

/** The answer to an order create request that was written. Source: gateway specification, Order create response. */
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

/** The answer to a payment status request that was written. Source: gateway specification, Payment status response. */
export function orderStatusAnswer(received: Received): OrderStatusAnswer {
  const object = objectOf(received);
  if (received.httpStatus === 401 && object !== null && saysMessage(object, 'invalid order id')) {
    return { kind: 'notFound', message: messageOf(object) ?? NO_REASON_GIVEN };
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

/** The data of an answer that says it succeeded. */
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
    return { kind: 'refused', message: said ?? NO_REASON_GIVEN, evidence };
  }
  const reason = ending !== 'whole' ? ending : received.json === undefined ? 'notJson' : 'otherShape';
  const lost = httpStatus === null || ending === 'cut' || ending === 'timeout';
  if (lost && !creates)
    return { kind: 'unreachable', message: UNKNOWN_SENTENCES[reason], certificate: false, isLost: true };
  return {
    kind: 'unclear',
    message: said ?? UNKNOWN_SENTENCES[reason],
    evidence,
    maybeDone: creates,
    ...waitAsked(received),
  };
}
