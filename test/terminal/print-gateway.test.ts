// What the gateway said, for people.

import { describe, expect, it } from 'vitest';
import {
  formatCallFailure,
  formatCreatedOrder,
  formatLookup,
  formatOrderStatus,
  formatWallet,
} from '../../electron/main/terminal/print-gateway.ts';
import { formatPractice } from '../../electron/main/terminal/print-practice.ts';
import {
  formatExported,
  formatTemplateWritten,
  formatTokenChange,
} from '../../electron/main/terminal/print-written.ts';
import type { CallFailure } from '../../shared/gateway-calls.ts';
import type { LookupAnswer, WalletAnswer } from '../../shared/outcomes.ts';

const columns = Number.POSITIVE_INFINITY;
const evidence = { httpStatus: 200, text: 'raw body' };

describe('the wallet', () => {
  it.each<[WalletAnswer, RegExp]>([
    [
      { kind: 'balance', balance: '250000.50', message: null },
      /^Wallet of acme: 250000\.50, as the gateway reports it/,
    ],
    [{ kind: 'unauthorized' }, /refused the token/],
    [{ kind: 'invalidMid' }, /merchant id/],
    [{ kind: 'wrongUrl', httpStatus: 404 }, /HTTP 404/],
    [{ kind: 'unclear', message: 'not JSON', evidence }, /not JSON/],
    [{ kind: 'unreachable', message: 'connection refused', certificate: false }, /not reached: connection refused/],
  ])('answers %j', (answer, words) => {
    const text = formatWallet(answer, { profile: 'acme', columns });
    expect(text).toMatch(words);
    expect(text).not.toContain('raw body');
  });
});

describe('a look-up', () => {
  const answered = (meaning: Extract<LookupAnswer, { kind: 'answered' }>['meaning']): LookupAnswer => ({
    kind: 'answered',
    fingerprint: 'f',
    meaning,
    evidence,
  });

  it('shows the state, the word as written and every digit of the UTR', () => {
    const answer = answered({
      kind: 'state',
      state: 'processing',
      word: 'In\u001BQueue',
      utr: '12345678901234567890',
      message: null,
    });
    expect(formatLookup(answer, { key: { by: 'reference', reference: 'U1' }, columns }).split('\n')).toStrictEqual([
      'Asked for  reference U1',
      'State      processing',
      'Word       In?Queue',
      'UTR        12345678901234567890',
    ]);
  });

  it.each<[LookupAnswer, RegExp]>([
    [
      answered({ kind: 'unclear', reason: 'status false' }),
      /No status for transaction id T1: status false.*proves nothing/,
    ],
    [answered({ kind: 'mismatch', message: 'reference U2' }), /another payout: reference U2/],
    [answered({ kind: 'invalidMid' }), /merchant id/],
    [{ kind: 'unauthorized', evidence }, /refused the token/],
    [{ kind: 'unreachable', message: 'no route', certificate: false }, /not reached: no route/],
  ])('answers %j', (answer, words) => {
    const text = formatLookup(answer, { key: { by: 'transactionId', transactionId: 'T1' }, columns });
    expect(text).toMatch(words);
    expect(text).not.toContain('raw body');
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

  it.each<[CallFailure, RegExp]>([
    [{ kind: 'unauthorized' }, /refused the token/],
    [{ kind: 'invalidMid' }, /merchant id/],
    [{ kind: 'notFound', message: 'Invalid order ID' }, /does not know it: Invalid order ID/],
    [{ kind: 'refused', message: 'no', evidence }, /refused: no/],
    [{ kind: 'unclear', message: 'cut', evidence, maybeDone: true }, /cut\. It may have been done all the same/],
    [{ kind: 'unclear', message: 'cut', evidence, maybeDone: false }, /cut\.$/],
    [{ kind: 'unreachable', message: 'no route', certificate: true }, /no route/],
  ])('says why there is no answer: %j', (failure, words) => {
    expect(formatCallFailure(failure, columns)).toMatch(words);
  });
});

describe('short words', () => {
  it('say what was left behind', () => {
    expect(formatExported({ file: 'r.csv', payouts: 1 })).toBe('Wrote 1 payout to r.csv.');
    expect(formatTemplateWritten({ file: 't.xlsx' })).toContain('t.xlsx');
    expect(formatTokenChange({ profile: 'acme', change: 'stored' })).toContain('acme is in the keychain');
    expect(formatTokenChange({ profile: 'acme', change: 'removed' })).toContain('no longer');
  });

  it('give what the practice gateway is used with', () => {
    expect(formatPractice({ url: 'http://127.0.0.1:9', mid: 1, token: 'practice' }).split('\n')).toStrictEqual([
      'The practice gateway is served; no money moves. Ctrl+C ends it.',
      'URL    http://127.0.0.1:9',
      'mid    1',
      'token  practice',
    ]);
  });
});
