// What the columns that are not sent say against paying a row.

import { describe, expect, it } from 'vitest';
import { checked, codes, refused, type SpokenFile } from './files.ts';

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
    ['KYC Status', 'Failed', 'Failed'],
    ['KYC', 'Not done', 'Failed'],
    ['Approved By', 'No', 'No'],
    ['Verified By', 'Pending', 'Pending'],
    ['Authorised By HOD', 'Not approved', 'Hold'],
    ['Penny Drop', 'Pending', 'Pending'],
    ['Name Match', 'Mismatch', 'Failed'],
    ['Approval', 'Awaiting CFO', 'Pending'],
    ['Approved', '✗', 'Failed'],
    ['Payment Status', 'Under process', 'Processing'],
    ['Finance', 'Do not pay', 'Stopped'],
    ['Batch', 'Paid in B12', 'Paid'],
    ['Comments', 'Release after NOC', 'Later'],
    ['Paid', '05/11/2026', 'Yes'],
    ['Settled', 'NEFT 612345', 'Yes'],
    ['Flag', 'HOLD', 'Hold'],
    ...[
      'DOL',
      'D.O.L.',
      'LWD',
      'Last Working Day',
      'Date of Leaving',
      'Date of exit',
      'Relieving Date',
      'Resigned on',
    ].map((one) => [one, '12-10-2026', 'Left']),
  ])('warns of "%s" that says %s', async (header, cell) => {
    const { issues, payableCount } = await checked(sheet(header, '', cell));
    expect(issues).toMatchObject([{ row: 3, severity: 'warning', code: 'statusSays' }]);
    expect(issues[0]?.message).toBe(
      `The column "${header}" of the sheet says "${cell.replace('612345', '…')}" for this row.`,
    );
    expect(payableCount).toBe(2);
  });

  it.each([
    ['Status', 'Unpaid'],
    ['Status', 'Pending'],
    ['Hold', 'No'],
    ['Paid Days', '1'],
    ['Paid by', 'Cash'],
    ['Paid by', 'Bank Transfer'],
    ['Paid by', '-'],
    ['To be paid on', '12-11-2026'],
    ['Processed On', '12-11-2026'],
    ['Date of Leaving', '-'],
    ['Date of Leaving', '31-12-9999'],
    ['Date of Joining', '12-11-2026'],
    ['Leave Date', '12-11-2026'],
    ['Approved', 'Yes'],
    ['Department', 'Paid'],
    ['Status', 'Active'],
    ['Financial Status', 'paid'],
    ['KYC Status', 'Completed'],
    ['Status', 'Confirmed'],
    ['KYC', 'Not required'],
    ['Approval Date', 'Pending'],
    ['Order Status', 'On hold'],
    ['City', 'Holdwani'],
    ['Department', 'Not assigned'],
    ['Status', 'Hold released'],
    ['Status', 'Not on hold'],
    ['Hold Reason', 'None'],
  ])('says nothing where "%s" says %s', async (header, cell) => {
    expect(codes((await checked(sheet(header, cell))).issues)).toEqual([]);
  });

  it('is missed where other rows are marked', async () => {
    const { issues } = await checked(sheet('Approved', 'Yes', '', '✓'));
    expect(codes(issues)).toEqual(['notMarked@3']);
    expect(codes((await checked(sheet('Approved', '', ''))).issues)).toEqual([]);
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

  it('is quoted in the words of the sheet, without long numbers and UPI IDs', async () => {
    const said = async (cell: string): Promise<string | undefined> =>
      (await checked(sheet('Status', '', cell, ''))).issues.find(({ code }) => code === 'statusSays')?.message;
    expect(await said('Do not pay ravi@okaxis a/c 612345678901')).toContain('says "Do not pay … a/c …" for');
    expect(await said(`Do not pay ${'for the reason given '.repeat(9)}`)).toMatch(/says "Do not pay .{60,110}…" for/);
  });

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
    ['Processed On', '12-11-2026'],
    ['Refund ID', 'RF-Ab12Cd34'],
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
      ...seconds.map((second, at) => `501001234567${at}8,${second},HDFC0000001,500,pay`),
      '',
    ].join('\n');
  const same = ['50100123456708', '50100123456718', '50100123456728', '50100123456738'];

  it.each(['Confirm Account Number', 'Re-enter A/C No', 'Account Number (Confirm)', 'Retype account no'])(
    'is no other candidate, and warns where it differs: %s',
    async (header) => {
      const agreeing = await checked(rows(header, ...same));
      expect([agreeing.columns.accountNumber?.header, codes(agreeing.issues)]).toEqual(['Account Number', []]);
      const { issues } = await checked(rows(header, ...same, '50100123456799'));
      expect(issues).toMatchObject([{ row: 6, code: 'accountsDiffer', severity: 'warning', field: 'accountNumber' }]);
    },
  );

  it('is a repeat whatever its header says, where it says the same in most rows', async () => {
    expect(codes((await checked(rows('Recheck', ...same, '50100123456799'))).issues)).toEqual(['accountsDiffer@6']);
  });

  it('is taken for a repeat where it says the same in most rows, and asked about else', async () => {
    const { columns, issues } = await checked(rows('Bank A/c No', ...same, '50100123456799'));
    expect([columns.accountNumber?.header, codes(issues)]).toEqual(['Account Number', ['accountsDiffer@6']]);
    expect((await refused(rows('Bank A/c No', '11', '22', '33'))).code).toBe('columnTied');
  });
});

describe('a column of who paid, or when', () => {
  it.each([
    ['Paid By', 'Suresh Menon'],
    ['Paid by', 'Done'],
    ['Paid On', '12-11-2026'],
    ['Date paid', '2026-11-12'],
    ['Refunded on', '12/11/2026'],
  ])('says that a row may be paid already: "%s" of %s', async (header, cell) => {
    expect(codes((await checked(sheet(header, cell, cell))).issues)).toEqual([
      'bankReferenceThere@2',
      'bankReferenceThere@3',
    ]);
    expect(codes((await checked(sheet(header, '', cell))).issues)).toEqual(['bankReferenceThere@3']);
  });

  it('is none where the payee paid an expense', async () => {
    const text = 'Name,UPI ID,Amount,Remark,Paid By\nAsha Nair,asha@okaxis,500,Taxi,Asha\n';
    expect(codes((await checked(text)).issues)).toEqual([]);
  });
});

describe('a second column of names', () => {
  const named = (headers: string, ...cells: readonly string[]): Promise<SpokenFile> =>
    checked(
      [`${headers},UPI ID,Amount,Remark`, ...cells.map((cell, at) => `${cell},a${at}@okaxis,50${at},pay`), ''].join(
        '\n',
      ),
    );

  it.each([
    'Employee Name,Account Holder Name',
    'Name,Holder',
    'Employee Name,Name as per bank',
    'Name,Beneficiary Name',
  ])('is compared with the first: %s', async (headers) => {
    const { issues } = await named(headers, 'Ravi Kumar,R Kumar', 'Asha Nair,Suresh Menon', 'Meera,MEERA', 'Jo,');
    expect(issues).toMatchObject([{ row: 3, severity: 'warning', code: 'holderDiffers', field: 'name' }]);
  });

  it.each(['Customer Name,Agent Name', 'Name,Contact Name'])('names somebody else: %s', async (headers) => {
    const { issues } = await named(headers, 'Ravi Kumar,Suresh Menon', 'Asha Nair,Suresh Menon');
    expect(codes(issues)).toEqual([]);
  });
});

describe('a line above the header', () => {
  const titled = (title: string): Promise<SpokenFile> =>
    checked(`${title},,\n,,\nUPI ID,Amount,Remark\nasha@okaxis,500,pay\n`);

  it.each([
    'Draft — do not pay',
    'DRAFT',
    'Salary register (previous month)',
    'Pending approval',
    'Provisional salary sheet',
    'Sample file',
    'CANCELLED',
    'Payments on hold',
    'Already paid',
    'HOLD SALARY LIST - NOV 2026',
    'Left employees',
    'For information only',
    'Deductions for November',
    'Old version',
    'Rejected by the bank',
  ])('warns that says "%s"', async (title) => {
    const { issues } = await titled(title);
    expect(codes(issues)).toEqual(['rowsAboveHeader@3', 'titleSays@3']);
    expect(issues[1]?.message).toBe(`Row 1 above the header says "${title}".`);
  });

  it.each(['Salary register for November 2026', 'Approved by the director', 'Pending payments'])(
    'says nothing against paying: %s',
    async (title) => {
      expect(codes((await titled(title)).issues)).toEqual(['rowsAboveHeader@3']);
    },
  );

  it.each(['Demand draft list', 'To be paid by 7th'])('is shown where it is not understood: %s', async (title) => {
    expect(codes((await titled(title)).issues)).toEqual(['rowsAboveHeader@3', 'textsUnclear@3']);
  });
});

describe("a column of the amounts in words, or of the bank's name", () => {
  it('is compared with the figure', async () => {
    const { issues } = await checked(sheet('In words', 'Five hundred only', 'Rupees Five Thousand Only', 'Rs. 500'));
    expect(issues).toMatchObject([
      {
        row: 3,
        code: 'amountWordsDiffer',
        severity: 'warning',
        message: 'The column "In words" says ₹5,000.00 in words.',
      },
    ]);
  });

  it('may leave the paise out, and never says other ones', async () => {
    const of = async (amount: string, words: string): Promise<readonly string[]> =>
      codes((await checked(`UPI ID,Amount,Remark,In words\nasha@okaxis,${amount},pay,${words}\n`)).issues);
    expect(await of('500.50', 'Five Hundred Only')).toEqual([]);
    expect(await of('500.50', 'Five Hundred Rupees and Fifty Five Paise')).toEqual(['amountWordsDiffer@2']);
  });

  it('is compared with the IFSC where it names a large bank', async () => {
    const rows = ['HDFC Bank', 'State Bank of India', 'Some Gramin Bank', ''].map(
      (bank, at) => `001234567890${at}1,HDFC0000001,500,pay,${bank}`,
    );
    const { issues } = await checked(`Account No,IFSC,Amount,Remark,Bank Name\n${rows.join('\n')}\n`);
    expect(codes(issues)).toEqual(['bankDiffers@3']);
  });
});
