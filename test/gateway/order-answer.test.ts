// What the answers about collection orders mean.

import { describe, expect, it } from 'vitest';
import { orderAnswer, orderStatusAnswer } from '../../electron/main/gateway/answers.ts';
import type { CallFailure } from '../../shared/outcomes.ts';
import { received } from './received-answers.ts';

const created = {
  status: true,
  message: 'Order created',
  data: {
    orderid: 12345678901234,
    order_date: '2026-01-02 03:04:05',
    order_amount: '100.50',
    order_name: 'Asha',
    upi: 'upi://pay?tr=1',
    gpay: 'gpay://1',
    phonepe: 'phonepe://1',
    paytm: 'paytm://1',
  },
  error_code: 200,
};

const followed = {
  status: true,
  message: 'Found',
  data: {
    TxnStatus: 'PENDING',
    TxnInitDate: '2026-01-02 03:04:05',
    TxnCompletionDate: null,
    PayerVA: '',
    PayerMobile: '9999999999',
    BankRRN: '',
    userid: 7,
    PayerName: 'Asha',
    ud1: 'a',
    ud2: '',
    ud3: null,
    ud4: 4,
  },
  code: 200,
};

/** The failure in a word, and whether it may still have been done. */
function word(answer: { readonly kind: string } | CallFailure): string {
  return 'maybeDone' in answer && answer.maybeDone ? `${answer.kind}, maybe done` : answer.kind;
}

describe('orderAnswer', () => {
  it('reads a created order', () => {
    expect(orderAnswer(received(200, created))).toEqual({
      kind: 'created',
      order: {
        orderId: '12345678901234',
        orderDate: '2026-01-02 03:04:05',
        orderAmount: '100.50',
        orderName: 'Asha',
        links: { upi: 'upi://pay?tr=1', gpay: 'gpay://1', phonepe: 'phonepe://1', paytm: 'paytm://1' },
        message: 'Order created',
      },
    });
  });

  it('keeps an order whose links are missing', () => {
    const answer = orderAnswer(received(200, { status: true, data: { orderid: 'O1' } }));
    expect(answer).toMatchObject({ kind: 'created', order: { orderId: 'O1', links: { upi: '', paytm: '' } } });
  });

  it.each([
    [200, { status: true, data: {} }, 'unclear, maybe done'],
    [200, { status: true, data: [] }, 'unclear, maybe done'],
    [200, { status: 'true', data: created.data }, 'unclear, maybe done'],
    [200, '<html>', 'unclear, maybe done'],
    [201, created, 'unclear, maybe done'],
    [302, '', 'unclear, maybe done'],
    [404, '', 'unclear, maybe done'],
    [500, created, 'unclear, maybe done'],
    [400, '<html>', 'unclear, maybe done'],
    [200, { status: false, message: 'No' }, 'refused'],
    [400, { status: false }, 'refused'],
    [400, { status: false, message: 'Invalid mid' }, 'invalidMid'],
    [401, '', 'unauthorized'],
    [401, { status: false, message: 'Invalid order ID', code: 401 }, 'unauthorized'],
  ] as const)('HTTP %i %j is %s', (httpStatus, body, expected) => {
    expect(word(orderAnswer(received(httpStatus, body)))).toBe(expected);
  });

  it.each(['cut', 'timeout', 'tooLarge', 'notJson'] as const)('is in doubt when the answer ended %s', (ending) => {
    expect(word(orderAnswer(received(200, created, { ending })))).toBe('unclear, maybe done');
    expect(word(orderAnswer(received(null, '', { ending })))).toBe('unclear, maybe done');
    expect(word(orderAnswer(received(401, '', { ending })))).toBe('unclear, maybe done');
  });
});

describe('orderStatusAnswer', () => {
  it('reads a status, empty as null and numbers as text', () => {
    expect(orderStatusAnswer(received(200, followed))).toEqual({
      kind: 'status',
      order: {
        status: 'PENDING',
        initiatedAt: '2026-01-02 03:04:05',
        completedAt: null,
        payerAddress: null,
        payerMobile: '9999999999',
        payerName: 'Asha',
        bankRrn: null,
        userId: '7',
        userDefined: ['a', '', null, '4', null],
        message: 'Found',
      },
    });
  });

  it.each([
    [401, { status: false, message: 'Invalid order ID', code: 401 }, 'notFound'],
    [401, { status: false, message: ' invalid order id ' }, 'notFound'],
    [401, { status: false, message: 'Token expired' }, 'unauthorized'],
    [401, '', 'unauthorized'],
    [400, { status: false, message: 'Invalid order ID' }, 'refused'],
    [400, { status: false, message: 'Invalid mid', input: {}, error_code: 400 }, 'invalidMid'],
    [200, { status: true, data: {} }, 'unclear'],
    [200, { status: false, data: followed.data }, 'refused'],
    [500, followed, 'unclear'],
    [200, '<html>', 'unclear'],
  ] as const)('HTTP %i %j is %s', (httpStatus, body, expected) => {
    expect(word(orderStatusAnswer(received(httpStatus, body)))).toBe(expected);
  });

  it('is unreachable when the answer was cut, and may simply be asked again', () => {
    expect(word(orderStatusAnswer(received(200, followed, { ending: 'cut' })))).toBe('unreachable');
    expect(word(orderStatusAnswer(received(null, '', { ending: 'timeout' })))).toBe('unreachable');
  });
});
