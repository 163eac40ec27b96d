// What the answers about the wallet and collection orders say. Nothing computes with the balance: its unit is not in the
// specification. No order is called not made unless the gateway said so.

import type { CallFailure, OrderAnswer, OrderStatusAnswer, WalletAnswer } from '../../../shared/outcomes.ts';
import { isJsonNumber, isJsonObject, type JsonObject, member, textOf } from '../domain/lossless-json.ts';
import { lostAnswer, NO_REASON_GIVEN, UNKNOWN_SENTENCES } from './answers.ts';
import {
  identifierOf,
  isWrongUrl,
  messageOf,
  objectOf,
  type Received,
  saysInvalidMid,
  saysMessage,
  visibleText,
  waitAsked,
} from './received.ts';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** The answer to a wallet request that was written. Source: gateway specification, Wallet request and response. */
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
  const said = messageOf(object);
  const message = said ?? UNKNOWN_SENTENCES.otherShape;
  const refusal = saysNo && said !== null ? ({ isRefusal: true } as const) : {};
  return { kind: 'unclear', message, evidence, ...refusal, ...waitAsked(received) };
}

/** A number's source text; a text is taken where it is a plain decimal. */
function balanceOf(object: JsonObject): string | null {
  const wallet = member(object, 'wallet');
  if (isJsonNumber(wallet)) return wallet.source;
  return typeof wallet === 'string' && DECIMAL.test(wallet) ? wallet : null;
}

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
  const lost = creates ? null : lostAnswer(received);
  if (lost !== null) return lost;
  const reason = ending !== 'whole' ? ending : received.json === undefined ? 'notJson' : 'otherShape';
  const message = said ?? UNKNOWN_SENTENCES[reason];
  return { kind: 'unclear', message, evidence, maybeDone: creates, ...waitAsked(received) };
}
