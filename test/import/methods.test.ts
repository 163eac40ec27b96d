// Payment methods in the sheet's own words, for which a person answers once.

import { describe, expect, it } from 'vitest';
import { checked, codes, payments, refused } from './files.ts';

const HEADER = 'Mode,UPI ID,Account No,IFSC,Amount,Remark';
const BANK = ',50100123456789,HDFC0000001,500,pay';
const UPI = 'asha@okaxis,,,500,pay';
const BOTH = 'asha@okaxis,50100123456789,HDFC0000001,500,pay';

function sheet(...rows: readonly string[]): string {
  return [HEADER, ...rows, ''].join('\n');
}

describe("the sheet's own words for a method", () => {
  it('are asked about once, with the rows of each, and pay nothing before', async () => {
    const file = await checked(sheet(`NEFT,${BANK}`, `neft,${BANK}`, `Cash,${BANK}`, `IMPS,${BANK}`));
    expect(codes(file.issues).slice(0, 4)).toEqual([
      'methodsAsked@1',
      'methodUnknown@2',
      'methodUnknown@3',
      'methodUnknown@4',
    ]);
    expect(file.issues[0]).toMatchObject({
      message: 'The sheet has payment methods that are neither UPI nor IMPS: "NEFT" (2 rows), "CASH" (1 row).',
      cure: expect.stringContaining('--method "NEFT=IMPS"'),
    });
    expect(file.payableCount).toBe(1);
  });

  it('are paid as a person said, and a row left unpaid is left out', async () => {
    const methods = [
      { word: 'neft', as: 'IMPS' },
      { word: 'Cash', as: 'unpaid' },
    ] as const;
    const file = await checked(sheet(`NEFT,${BANK}`, `cash,${BANK}`), { methods });
    expect(payments(file).map(({ beneficiary }) => beneficiary.method)).toEqual(['IMPS']);
    expect(codes(file.issues)).toEqual(['methodAnswered@2', 'methodUnpaid@3']);
    expect(file.rows[0]?.source[0]).toBe('NEFT');
  });

  it('are asked about in any script', async () => {
    const file = await checked(sheet(`यूपीआई,${UPI}`));
    expect(codes(file.issues)).toEqual(['methodsAsked@1', 'methodUnknown@2']);
  });

  it('never guess a code of one letter', async () => {
    const file = await checked(sheet(`N,${BANK}`, `I,${BANK}`, `R,${BANK}`));
    expect(file.payableCount).toBe(0);
    expect(file.issues[0]?.message).toContain('"N" (1 row), "I" (1 row), "R" (1 row)');
  });

  it('are not repeated where they could be an account number', async () => {
    const file = await checked(sheet(`50100123456789,${BANK}`));
    expect(codes(file.issues)).toEqual(['methodUnknown@2']);
    expect(JSON.stringify(file.issues)).not.toContain('50100123456789');
  });

  it('decide which details of a row count', async () => {
    const own = await checked(sheet(`IMPS,${BOTH}`));
    expect(codes(own.issues)).toEqual(['upiOnImps@2']);
    const said = await checked(sheet(`NEFT,${BOTH}`), { methods: [{ word: 'NEFT', as: 'IMPS' }] });
    expect(codes(said.issues)).toEqual(['methodAnswered@2', 'detailsUnused@2']);
    expect(payments(said)).toMatchObject([{ beneficiary: { accountNumber: '50100123456789' } }]);
  });

  it('are answered once each', async () => {
    const methods = [
      { word: 'NEFT', as: 'IMPS' },
      { word: ' neft ', as: 'UPI' },
    ] as const;
    expect((await refused(sheet(`NEFT,${BANK}`), { methods })).code).toBe('methodTwice');
  });
});

describe('one method for rows that name none', () => {
  const text = ['UPI ID,Account No,IFSC,Amount,Remark', BOTH, ''].join('\n');

  it('pays rows with both kinds of details', async () => {
    expect(codes((await checked(text)).issues)).toEqual(['methodUnclear@2']);
    for (const as of ['UPI', 'IMPS'] as const) {
      const file = await checked(text, { methods: [{ word: '', as }] });
      expect(payments(file).map(({ beneficiary }) => beneficiary.method)).toEqual([as]);
    }
  });

  it('stands in for an empty cell, and for nothing that the sheet says', async () => {
    const file = await checked(sheet(`,${BANK}`, `UPI,${UPI}`, `NEFT,${BANK}`), {
      methods: [{ word: '', as: 'IMPS' }],
    });
    expect(payments(file).map(({ beneficiary }) => beneficiary.method)).toEqual(['IMPS', 'UPI']);
  });

  it('refuses a row that lacks its details', async () => {
    const file = await checked(sheet(`,${UPI}`), { methods: [{ word: '', as: 'IMPS' }] });
    expect(codes(file.issues)).toContain('accountMissing@2');
  });
});
