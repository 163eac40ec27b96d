import { describe, expect, it } from 'vitest';
import {
  formatCreatedOrder,
  formatLookup,
  formatOrderStatus,
  formatWallet,
} from '../../../electron/main/doors/cli/commands/collect-specs.ts';
import { formatPractice } from '../../../electron/main/doors/cli/commands/practice-specs.ts';

const columns = Number.POSITIVE_INFINITY;

describe('the wallet', () => {
  it('shows the balance as it was reported, and no unit', () => {
    const text = formatWallet({ balance: '250000.50', message: null }, { profile: 'acme', columns });
    expect(text).toMatch(/^Wallet of acme: 250000\.50, as the gateway reports it/);
    expect(text).not.toMatch(/₹|rupee/i);
  });

  it("shows the gateway's message without what a terminal would obey", () => {
    const text = formatWallet({ balance: '1', message: 'ok\u001B[2J' }, { profile: 'acme', columns });
    expect(text).toMatch(/ ok\?\[2J$/);
  });
});

describe('a look-up', () => {
  it('shows the word as written and every digit of the UTR', () => {
    const view = {
      known: true,
      status: 'In\u001BQueue',
      utr: '12345678901234567890',
      message: null,
      answer: null,
      trouble: null,
    };
    expect(formatLookup(view, { key: { by: 'reference', reference: 'U1' }, columns }).split('\n')).toStrictEqual([
      'Asked for  reference U1',
      'Status     In?Queue',
      'UTR        12345678901234567890',
    ]);
  });

  it.each([
    [
      'status false',
      /does not know transaction id T1\. That proves nothing about the money\. Its answer: status false/,
    ],
    [null, /does not know transaction id T1\. That proves nothing about the money\.$/],
  ])('says that silence proves nothing (%s)', (answer, words) => {
    const view = { known: false, status: null, utr: null, message: null, answer, trouble: null };
    expect(formatLookup(view, { key: { by: 'transactionId', transactionId: 'T1' }, columns })).toMatch(words);
  });
});

describe('a collection order', () => {
  it('shows its links whole', () => {
    const upi = `upi://pay?pa=x&tr=${'9'.repeat(200)}`;
    const text = formatCreatedOrder({
      orderId: '20241',
      orderDate: '2026-11-21 10:00:00',
      orderAmount: '100.00',
      orderName: 'Asha',
      links: { upi, gpay: 'gpay://x', phonepe: 'phonepe://x', paytm: 'paytm://x' },
      message: null,
    });
    for (const part of ['20241', '100.00', 'Asha', upi, 'gpay://x', 'phonepe://x', 'paytm://x'])
      expect(text).toContain(part);
  });

  it('shows its status, and leaves out what the gateway left empty', () => {
    const text = formatOrderStatus(
      {
        status: 'PENDING',
        initiatedAt: '2026-11-21 10:00:00',
        completedAt: null,
        payerAddress: '',
        payerMobile: '9876543210',
        payerName: 'Asha',
        bankRrn: '',
        userId: '7',
        userDefined: ['a', '', null, '', 'e'],
        message: null,
      },
      { orderId: '20241', columns },
    );
    expect(text.split('\n').map((line) => line.split(/ {2,}/)[0])).toStrictEqual([
      'Order',
      'Status',
      'Begun',
      'Payer',
      'Payer mobile',
      'User id',
      'ud1',
      'ud5',
    ]);
  });
});

describe('short words', () => {
  it('give what the practice gateway is used with', () => {
    expect(formatPractice({ url: 'http://127.0.0.1:9', mid: 1, token: 'practice' }).split('\n')).toStrictEqual([
      'The practice gateway is served; no money moves. Ctrl+C ends it.',
      'URL    http://127.0.0.1:9',
      'mid    1',
      'token  practice',
    ]);
  });
});
