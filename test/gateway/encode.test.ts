// The exact bodies of the five calls, checked against the request tables of the gateway specification.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeLookup,
  encodeOrder,
  encodeOrderStatus,
  encodePayout,
  encodeWallet,
} from '../../electron/main/gateway/client.ts';
import { AMOUNT_MAX_PAISE } from '../../shared/limits.ts';
import { asPaise, decimalText } from '../../shared/money.ts';
import { MID, ORDER } from './calls.ts';

describe('the bodies that are sent', () => {
  it('sends a UPI payout with its reference and no bank fields', () => {
    expect(encodePayout(MID, ORDER)).toBe(
      '{"mid":1234,"paymentMethod":"UPI","beneficiaryUPI":"asha@okbank","amount":100.5,"remark":"Salary","udf1":"REF0000000000000001A"}',
    );
  });

  it('sends an IMPS payout with its account as text and no UPI field', () => {
    const beneficiary = { method: 'IMPS', accountNumber: '000123456789', ifsc: 'SBIN0000001' } as const;
    expect(encodePayout(MID, { ...ORDER, beneficiary, amountPaise: asPaise(AMOUNT_MAX_PAISE) })).toBe(
      '{"mid":1234,"paymentMethod":"IMPS","beneficiaryBankACNumber":"000123456789","beneficiaryBankIFSC":"SBIN0000001",' +
        '"amount":100000000,"remark":"Salary","udf1":"REF0000000000000001A"}',
    );
  });

  it('escapes what a remark may hold', () => {
    const remark = 'a"b\\c\n₹ "}';
    expect(JSON.parse(encodePayout(MID, { ...ORDER, remark }))).toMatchObject({ remark });
  });

  it('sends every amount as its shortest exact decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: AMOUNT_MAX_PAISE }), (paise) => {
        const spelled =
          /"amount":([^,]+),/.exec(encodePayout(MID, { ...ORDER, amountPaise: asPaise(paise) }))?.[1] ?? '';
        expect(spelled).toMatch(/^(?:0|[1-9]\d*)(?:\.\d?[1-9])?$/);
        const [whole = '', fraction = ''] = spelled.split('.');
        expect(`${whole}.${fraction.padEnd(2, '0')}`).toBe(decimalText(paise));
      }),
      { numRuns: 2_000 },
    );
  });

  it('sends a look-up with mid as a string and exactly one key', () => {
    expect(encodeLookup(MID, { by: 'reference', reference: 'REF1' })).toBe('{"mid":"1234","udf1":"REF1"}');
    expect(encodeLookup(MID, { by: 'transactionId', transactionId: '0123' })).toBe(
      '{"mid":"1234","transactionId":"0123"}',
    );
  });

  it('sends wallet and payment status with mid as an integer', () => {
    expect(encodeWallet(MID)).toBe('{"mid":1234}');
    expect(encodeOrderStatus(MID, 'O1')).toBe('{"mid":1234,"orderid":"O1"}');
  });

  it('sends an order with mid as a string and five free fields', () => {
    const order = {
      userId: 'U1',
      mobile: '9999999999',
      amountPaise: asPaise(1),
      name: 'Asha',
      userDefined: ['a', '', '', '', 'e'],
    } as const;
    expect(encodeOrder(MID, order)).toBe(
      '{"mid":"1234","userid":"U1","mobile":"9999999999","amount":0.01,"name":"Asha","ud1":"a","ud2":"","ud3":"","ud4":"","ud5":"e"}',
    );
  });
});
