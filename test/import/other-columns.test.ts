// What the columns that are not sent say against paying a row.

import { describe, expect, it } from 'vitest';
import { checked, codes, refused } from './files.ts';

function sheet(header: string, ...cells: readonly string[]): string {
  const rows = cells.map((cell, at) => `a${at}@okaxis,500,pay,${cell}`);
  return [`UPI ID,Amount,Remark,${header}`, ...rows, ''].join('\n');
}

describe('a column of statuses', () => {
  it.each([
    ['Status', 'Paid', 'Paid'],
    ['Payment Status', 'PROCESSED', 'Processed'],
    ['payment_status', 'on-hold', 'Hold'],
    ['Status', 'Cancelled', 'Cancelled'],
    ['Salary Status', 'Stop payment', 'Stopped'],
    ['Status', 'Rejected', 'Rejected'],
    ['Hold', 'Yes', 'Yes'],
    ['Paid?', 'Y', 'Yes'],
    ['On Hold', 'TRUE', 'Yes'],
    ['Approved (Y/N)', 'N', 'No'],
    ['Status', 'Paid by cheque', 'Paid'],
    ['Status', 'Paid on 12-11-2026', 'Paid'],
    ['Status', 'HOLD till FnF', 'Hold'],
    ['Status', 'Salary hold', 'Hold'],
    ['Status', "Don't Pay", 'Stopped'],
    ['Status', 'Do not release', 'Stopped'],
    ['Status', 'Refund done', 'Refunded'],
    ['Status', 'Deceased', 'Deceased'],
    ['Status', 'A/c closed', 'Closed'],
    ['स्थिति', 'भुगतान हो गया', 'Paid'],
    ['स्थिति', 'रोकें', 'Stopped'],
    ...['Pay?', 'Release', 'Include', 'Active', 'Eligible', 'Verified', 'OK to Pay'].map((one) => [one, 'No', 'No']),
    ...['Payment Done', 'Processed', 'Released', 'Refunded', 'Left', 'Resigned', 'Exclude', 'Blocked'].map((one) => [
      one,
      'Yes',
      'Yes',
    ]),
    ['Hold Reason', 'Notice period', 'Hold'],
  ])('warns of "%s" that says %s', async (header, cell, said) => {
    const { issues, payableCount } = await checked(sheet(header, '', cell));
    expect(issues).toMatchObject([{ row: 3, severity: 'warning', code: 'statusSays' }]);
    expect(issues[0]?.message).toBe(`The column "${header}" of the sheet says "${said}" for this row.`);
    expect(payableCount).toBe(2);
  });

  it.each([
    ['Status', 'Unpaid'],
    ['Status', 'Pending'],
    ['Hold', 'No'],
    ['Paid Days', '1'],
    ['Paid by', 'Done'],
    ['Approved', 'Yes'],
    ['Department', 'Paid'],
    ['Status', 'Active'],
    ['Financial Status', 'paid'],
    ['KYC Status', 'Completed'],
    ['Status', 'Confirmed'],
    ['Status', 'To be paid on 12-11-2026'],
    ['Status', 'Hold released'],
    ['Status', 'Not on hold'],
    ['Hold Reason', 'None'],
    ['Verified By', 'No'],
    ['Paid On', '12-11-2026'],
  ])('says nothing where "%s" says %s', async (header, cell) => {
    expect(codes((await checked(sheet(header, cell))).issues)).toEqual([]);
  });

  it('is the remark too where it says so', async () => {
    const { issues } = await checked('UPI ID,Amount,Remark\nasha@okaxis,500,HOLD\nravi@okaxis,500,Holding fee\n');
    expect(codes(issues)).toEqual(['statusSays@2']);
  });

  it.each(['already paid by cheque', 'already paid by cheque no 5', 'DO NOT PAY', 'HOLD - resigned'])(
    'is a remark too that says %s',
    async (remark) => {
      const { issues } = await checked(
        `UPI ID,Amount,Remark\nasha@okaxis,500,${remark}\nravi@okaxis,500,Hold all charges\n`,
      );
      expect(codes(issues)).toEqual(['statusSays@2']);
    },
  );

  it('never repeats what a cell holds', async () => {
    expect(JSON.stringify((await checked(sheet('Status', '50100123456789'))).issues)).not.toContain('50100');
  });
});

describe("a column of the bank's references", () => {
  it('warns of rows that have one', async () => {
    const { issues } = await checked(sheet('UTR No', '', '-', 'HDFCN52024112412345'));
    expect(codes(issues)).toEqual(['bankReferenceThere@4']);
  });

  it.each([
    ['Paid On', '12-11-2026'],
    ['Refunded On', '2026-11-20'],
    ['Refund ID', 'rfnd_Ab12Cd34'],
    ['Cheque No', '000123'],
    ['Bank Ref No', 'N123456789'],
  ])('is "%s" too where some rows have it and others do not', async (header, cell) => {
    expect(codes((await checked(sheet(header, '', cell))).issues)).toEqual(['bankReferenceThere@3']);
    expect(codes((await checked(sheet(header, cell, cell))).issues)).toEqual([]);
  });

  it('is never taken for a reference of ours', async () => {
    expect((await checked(sheet('UTR No', 'HDFCN5202411'))).columns.reference).toBeUndefined();
  });
});

describe('a second column of account numbers', () => {
  const rows = (header: string, ...seconds: readonly string[]): string =>
    [
      `Account Number,${header},IFSC,Amount,Remark`,
      ...seconds.map((second, at) => `5010012345678${at},${second},HDFC0000001,500,pay`),
      '',
    ].join('\n');
  const same = ['50100123456780', '50100123456781', '50100123456782', '50100123456783'];

  it.each(['Confirm Account Number', 'Re-enter A/C No', 'Account Number (Confirm)', 'Retype account no'])(
    'is no other candidate, and warns where it differs: %s',
    async (header) => {
      const agreeing = await checked(rows(header, ...same));
      expect([agreeing.columns.accountNumber?.header, codes(agreeing.issues)]).toEqual(['Account Number', []]);
      const { issues } = await checked(rows(header, ...same, '50100123456799'));
      expect(issues).toMatchObject([{ row: 6, code: 'accountsDiffer', severity: 'warning', field: 'accountNumber' }]);
    },
  );

  it('is taken for a repeat where it says the same in most rows, and asked about else', async () => {
    const { columns, issues } = await checked(rows('Bank A/c No', ...same, '50100123456799'));
    expect([columns.accountNumber?.header, codes(issues)]).toEqual(['Account Number', ['accountsDiffer@6']]);
    expect((await refused(rows('Bank A/c No', '11', '22', '33'))).code).toBe('columnTied');
  });
});
