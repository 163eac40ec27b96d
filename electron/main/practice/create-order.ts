// POST /api/ordercreate/: makes a collection order with its four payment links. In: the request. Out: the order.
// Source: gateway specification, Order create request and response, Endpoints rule 2. The body is read as JSON whatever
// its content type says, because which types are accepted is not shown. This file must never move the wallet.

import * as z from 'zod';
import { decimalText } from '../../../shared/money.ts';
import { type Answer, answerJson } from './answers.ts';
import type { Call, PracticeBooks } from './books.ts';
import { formatGatewayTime } from './clock.ts';
import { orderIdentifiers } from './identifiers.ts';
import type { StoredOrder } from './order-ledger.ts';
import { AMOUNT, MID, readRequest, TEXT } from './request-fields.ts';

const FREE_TEXT = z.string().default('');
const ORDER_REQUEST = z.object({
  mid: MID,
  userid: TEXT,
  mobile: TEXT,
  amount: AMOUNT,
  name: TEXT,
  ud1: FREE_TEXT,
  ud2: FREE_TEXT,
  ud3: FREE_TEXT,
  ud4: FREE_TEXT,
  ud5: FREE_TEXT,
});

/** Creates an order. */
export function createOrder(call: Call, books: PracticeBooks): Answer {
  const reading = readRequest(call.body, ORDER_REQUEST, { mid: books.merchant.mid, midType: 'string' });
  if (reading.kind === 'refused') return reading.answer;
  const { userid: userId, amount: amountPaise, mobile, name, ud1, ud2, ud3, ud4, ud5 } = reading.fields;
  const order = books.orders.append({ userId, mobile, amountPaise, name, ud1, ud2, ud3, ud4, ud5 });
  return answerJson(200, {
    status: true,
    message: 'Order created successfully',
    data: describeOrder(order, books.merchant.series),
    error_code: 200,
  });
}

function describeOrder({ serial, createdAtMs, amountPaise, name }: StoredOrder, series: string): object {
  const { orderId } = orderIdentifiers({ series, serial });
  const amount = decimalText(amountPaise);
  const query = `pa=merchant@practice&pn=Practice%20Merchant&tr=${orderId}&tn=${orderId}&am=${amount}&cu=INR`;
  return {
    orderid: orderId,
    order_date: formatGatewayTime(createdAtMs),
    order_amount: amount,
    order_name: name,
    upi: `upi://pay?${query}`,
    gpay: `gpay://upi/pay?${query}`,
    phonepe: `phonepe://pay?${query}`,
    paytm: `paytmmp://pay?${query}`,
  };
}
