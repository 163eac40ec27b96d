// POST /api/payinStatus/: says how a collection order stands now. In: an order id. Out: the documented data fields.
// Source: gateway specification, Payment status request and response, Endpoints rule 3. This file must never invent a
// payer before the order is paid.

import * as z from 'zod';
import { PRACTICE_ORDER_ENDS_AFTER_MS } from '../../../shared/limits.ts';
import { type Answer, answerJson } from './answers.ts';
import type { Call, PracticeBooks } from './books.ts';
import { formatGatewayTime } from './clock.ts';
import { orderIdentifiers, orderSerial } from './identifiers.ts';
import type { StoredOrder } from './order-ledger.ts';
import { MID, readRequest, TEXT } from './request-fields.ts';
import { TEST_CUSTOMERS } from './test-beneficiaries.ts';

const STATUS_REQUEST = z.object({ mid: MID, orderid: TEXT });

/** Reads an order's status. */
export function readPaymentStatus(call: Call, books: PracticeBooks): Answer {
  const reading = readRequest(call.body, STATUS_REQUEST, { mid: books.merchant.mid, midType: 'integer' });
  if (reading.kind === 'refused') return reading.answer;
  const serial = orderSerial({ series: books.merchant.series, orderId: reading.fields.orderid });
  const order = serial === null ? null : books.orders.find(serial);
  // The one failure body that carries `code`. Source: Endpoints, rule 7.
  if (order === null) return answerJson(401, { status: false, message: 'Invalid order ID', code: 401 });
  return answerJson(200, {
    status: true,
    message: 'Transaction status fetched successfully',
    data: describeOrder(order, books),
    code: 200,
  });
}

function describeOrder(order: StoredOrder, { merchant, clock }: PracticeBooks): object {
  const { createdAtMs, mobile, name, userId, ud1, ud2, ud3, ud4, ud5 } = order;
  const word = wordOf(order, clock.now());
  const { bankRrn } = orderIdentifiers({ series: merchant.series, serial: order.serial });
  return {
    TxnStatus: word,
    TxnInitDate: formatGatewayTime(createdAtMs),
    TxnCompletionDate: word === 'PENDING' ? null : formatGatewayTime(createdAtMs + PRACTICE_ORDER_ENDS_AFTER_MS),
    PayerVA: word === 'SUCCESS' ? 'payer@practice' : '',
    PayerMobile: mobile,
    BankRRN: word === 'SUCCESS' ? bankRrn : '',
    userid: integerOf(userId),
    PayerName: name,
    ud1,
    ud2,
    ud3,
    ud4,
    ud5,
  };
}

/** Only PENDING is in the specification; SUCCESS and FAILED are this gateway's own words for an end. */
function wordOf({ mobile, createdAtMs }: StoredOrder, nowMs: number): 'PENDING' | 'SUCCESS' | 'FAILED' {
  const isOpen = nowMs - createdAtMs < PRACTICE_ORDER_ENDS_AFTER_MS;
  if (isOpen || mobile === TEST_CUSTOMERS.neverPays) return 'PENDING';
  return mobile === TEST_CUSTOMERS.paymentFails ? 'FAILED' : 'SUCCESS';
}

/** The order takes `userid` as text and this answer gives it as an integer; a text that is no exact integer stays text. */
function integerOf(userId: string): number | string {
  return /^(?:0|[1-9]\d{0,14})$/.test(userId) ? Number(userId) : userId;
}
