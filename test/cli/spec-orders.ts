// Collection orders as the specification describes them.

import type { Reply } from './spec-reply.ts';

export const ORDER_ID = '10000000000000000042';

/** See specification, Order create request and response. */
export function answerOrderCreate(body: Readonly<Record<string, unknown>>): Reply {
  const texts = ['userid', 'mobile', 'name', 'ud1', 'ud2', 'ud3', 'ud4', 'ud5'];
  const wellFormed = texts.every((name) => typeof body[name] === 'string') && typeof body['amount'] === 'number';
  if (!wellFormed) return { http: 400, body: { status: false, message: 'Parameter missing', error_code: 400 } };
  const link = `pay?tr=${ORDER_ID}&tn=${ORDER_ID}&am=${String(body['amount'])}&cu=INR`;
  return {
    http: 200,
    body: {
      status: true,
      message: 'Order created',
      data: {
        orderid: ORDER_ID,
        order_date: '2026-01-05 10:00:00',
        order_amount: Number(body['amount']).toFixed(2),
        order_name: body['name'],
        upi: `upi://${link}`,
        gpay: `gpay://${link}`,
        phonepe: `phonepe://${link}`,
        paytm: `paytmmp://${link}`,
      },
      error_code: 200,
    },
  };
}

/** See specification, Payment status response, and Error body shapes for an unknown order. */
export function answerOrderStatus(body: Readonly<Record<string, unknown>>): Reply {
  if (body['orderid'] !== ORDER_ID)
    return { http: 401, body: { status: false, message: 'Invalid order ID', code: 401 } };
  return {
    http: 200,
    body: {
      status: true,
      message: 'Transaction found',
      data: {
        TxnStatus: 'PENDING',
        TxnInitDate: '2026-01-05 10:00:00',
        TxnCompletionDate: null,
        PayerVA: '',
        PayerMobile: '9800000000',
        BankRRN: '',
        userid: 77,
        PayerName: 'A Customer',
        ud1: 'one',
        ud2: '',
        ud3: '',
        ud4: '',
        ud5: '',
      },
      code: 200,
    },
  };
}
