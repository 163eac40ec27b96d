// References and fingerprints: the same words for the same rows on every machine, other words for everything else.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchFingerprint, referenceMaker } from '../../electron/main/store/references.ts';
import { type Mid, parseReference, type Sha256 } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import type { Payment } from '../../shared/rows.ts';
import { payment, payments, reference } from './desk-file.ts';

const MID = 1234 as Mid;

function referencesOf(paid: readonly Payment[], runNumber = 1, mid = MID): string[] {
  const make = referenceMaker({ mid, fingerprint: batchFingerprint(paid), runNumber });
  return paid.map((one) => make(one));
}

const anyPayment = fc
  .record({
    upiId: fc.constantFrom('a@x', 'b@x', 'c@y'),
    account: fc.option(fc.constantFrom('0123456789', '123456789')),
    rupees: fc.integer({ min: 1, max: 3 }),
    remark: fc.constantFrom('Salary', 'Bonus'),
    name: fc.option(fc.string()),
  })
  .map(({ upiId, account, rupees, remark, name }): Payment => {
    const imps = (accountNumber: string) => ({ method: 'IMPS', accountNumber, ifsc: 'HDFC0000123' }) as const;
    const beneficiary = account === null ? ({ method: 'UPI', upiId } as const) : imps(account);
    return payment({ beneficiary, amountPaise: asPaise(rupees * 100), remark, name });
  });
const file = fc.array(anyPayment, { minLength: 1, maxLength: 12 });

describe('the same rows', () => {
  it('in another order and under other names have the same fingerprint and the same set of references', () => {
    const shuffled = file.chain((paid) => {
      return fc.tuple(fc.constant(paid), fc.shuffledSubarray(paid, { minLength: paid.length, maxLength: paid.length }));
    });
    fc.assert(
      fc.property(shuffled, fc.string(), ([paid, mixed], name) => {
        const renamed = mixed.map((one) => ({ ...one, name }));
        expect(batchFingerprint(renamed)).toBe(batchFingerprint(paid));
        expect(referencesOf(renamed).toSorted()).toEqual(referencesOf(paid).toSorted());
      }),
      { numRuns: 500 },
    );
  });

  it('make these words today and for ever', () => {
    const paid = [
      payment(),
      payment(),
      payment({ beneficiary: { method: 'IMPS', accountNumber: '00123456789', ifsc: 'HDFC0000123' } }),
    ];
    expect(batchFingerprint(paid)).toBe('f022eb4ceb59bc7f238d683faae8c26d1a55f40e1ca3fd6cd65708eea99535fc');
    expect(referencesOf(paid)).toEqual(['1OKLZ81YNNYFWYS64CBE', '18P214EMFC832791283W', '33X54P1QOG1P7Y3TQEO3']);
  });
});

describe('a reference', () => {
  it('is twenty characters of A-Z and 0-9, and another for every row, equal rows included', () => {
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 9 }), (paid, runNumber) => {
        const made = referencesOf(paid, runNumber);
        expect(made.filter((one) => /^[0-9A-Z]{20}$/.test(one) && parseReference(one) === one)).toEqual(made);
        expect(new Set(made).size).toBe(paid.length);
      }),
      { numRuns: 500 },
    );
  });

  it('is unlike any other of a hundred thousand rows and two runs', () => {
    const paid = payments(50_000);
    expect(new Set([...referencesOf(paid, 1), ...referencesOf(paid, 2)]).size).toBe(100_000);
  });

  it('fills twenty characters even where its number is small', () => {
    const make = referenceMaker({ mid: MID, fingerprint: 'f'.repeat(64) as Sha256, runNumber: 1 });
    const lengths = payments(2_000).map((one) => make(one).length);
    expect(new Set(lengths)).toEqual(new Set([20]));
  });
});

describe('another', () => {
  const paid = payments(5);
  const others: readonly (readonly [string, string[]])[] = [
    ['run', referencesOf(paid, 2)],
    ['merchant id', referencesOf(paid, 1, 4321 as Mid)],
    ['set of rows', referencesOf([...paid, payment()]).slice(0, 5)],
    ['amount', referencesOf(paid.map((one) => ({ ...one, amountPaise: asPaise(50_001) })))],
    ['remark', referencesOf(paid.map((one) => ({ ...one, remark: 'Bonus' })))],
  ];

  it.each(others)('%s shares no reference', (_name, made) => {
    expect(made.filter((one) => referencesOf(paid).includes(one))).toEqual([]);
  });

  it.each<[string, Partial<Payment>]>([
    ['amount', { amountPaise: asPaise(50_001) }],
    ['remark', { remark: 'salary' }],
    ['person', { beneficiary: { method: 'UPI', upiId: 'asha@other' } }],
    ['sheet reference', { reference: reference('INV1') }],
  ])('%s is another fingerprint', (_name, change) => {
    expect(batchFingerprint([payment(change)])).not.toBe(batchFingerprint([payment()]));
  });

  it('case of a UPI id is the same person', () => {
    const upper = payment({ beneficiary: { method: 'UPI', upiId: 'ASHA@okbank' } });
    expect(referencesOf([upper])).toEqual(referencesOf([payment()]));
  });
});
