import { describe, expect, it } from 'vitest';
import { parseFieldName } from '../../electron/main/import/field-names.ts';
import type { Field } from '../../shared/rows.ts';
import { checked, codes, refused, type SpokenFile } from './files.ts';

const VALUES: Readonly<Record<Field, string>> = {
  paymentMethod: 'UPI',
  upiId: 'ravi@okaxis',
  accountNumber: '',
  ifsc: '',
  amount: '500',
  remark: 'Pay',
  reference: 'R1',
  name: 'Ravi',
};

function matches({ columns }: SpokenFile): Record<string, string> {
  return Object.fromEntries(Object.entries(columns).map(([field, { header, how }]) => [field, `${header} (${how})`]));
}

const HEADERS: readonly (readonly [Field, readonly string[]])[] = [
  [
    'paymentMethod',
    ['MODE', 'Payment Mode', 'Mode of Payment', 'paymentMethod', 'payment_method', 'Transfer Type', 'PAYMENT METHOD'],
  ],
  [
    'upiId',
    [
      'UPI ID',
      'upi',
      'VPA',
      'beneficiaryUPI',
      'UPI Id / VPA',
      'upi_id',
      'Beneficiary UPI ID',
      'UPIID',
      'Virtual Payment Address',
    ],
  ],
  [
    'accountNumber',
    [
      'A/C No.',
      'A/c Number',
      'Bene Account No',
      'beneficiaryBankACNumber',
      'Account No',
      'account_number',
      'accountNumber',
      'Bank Account Number',
      'Acct No',
      'ACNo',
      'Beneficiary A/C No',
      'Employee Bank A/C No.',
    ],
  ],
  ['ifsc', ['IFSC Code', 'IFSC', 'beneficiaryBankIFSC', 'Bank IFSC Code', 'ifsc_code', 'IFSCCode', 'Branch IFSC']],
  [
    'amount',
    [
      'amount',
      'Net Pay (Rs.)',
      'Amount (INR)',
      'AMT',
      'Net Salary',
      'Net Payable',
      'Amount in Rs.',
      'Amount to Pay',
      'Refund Amount',
      'Take Home',
      'राशि',
    ],
  ],
  ['remark', ['remark', 'Remarks', 'Narration', 'Purpose', 'Payment Description']],
  [
    'reference',
    ['reference', 'udf1', 'UDF 1', 'Ref No', 'Reference No.', 'Order ID', 'Txn Ref No', 'Payment Reference'],
  ],
  [
    'name',
    ['name', 'Employee Name', 'Beneficiary Name', 'Bene Name', 'Account Holder Name', 'Payee', 'नाम', 'Vendor Name'],
  ],
];

describe('the headers of payment columns', () => {
  it.each(HEADERS.flatMap(([field, headers]) => headers.map((header) => [header, field] as const)))(
    'knows "%s" as %s',
    async (header, field) => {
      const others = (['upiId', 'amount', 'remark'] as const).filter((other) => other !== field);
      const needed = field === 'accountNumber' || field === 'ifsc' ? (['upiId', 'amount'] as const) : others;
      const columns = [header, ...needed];
      const cells = [VALUES[field], ...needed.map((other) => VALUES[other])];
      const file = await checked(`${columns.join(',')}\n${cells.join(',')}\n`);
      expect(matches(file)[field]).toBe(`${header} (exact)`);
    },
  );

  it.each(['Remarks', 'Comments', 'মন্তব্য'])(
    'takes the remark of every row, not of one beside it: %s',
    async (header) => {
      const rows = ['ravi@okaxis,500,Nov,', 'asha@ybl,700,Nov,see me', 'meera@ybl,900,Nov,'];
      const file = await checked([`UPI ID,Amount,Narration,${header}`, ...rows, ''].join('\n'));
      expect(matches(file)).toMatchObject({ remark: 'Narration (exact)' });
      expect(file.issues.map(({ code }) => code)).toEqual(['wordsAsked', 'wordUnknown']);
    },
  );

  it('matches a whole realistic sheet and leaves the other columns alone', async () => {
    const header =
      'Sr. No.,Emp Code,Employee Name,Department,MODE,UPI ID,Bene Account No,IFSC Code,Bank Name,Gross Pay,Net Pay (Rs.),Narration,Mobile No';
    const row = '1,E001,Ravi,Sales,UPI,ravi@okaxis,,,Axis,900,500,Pay,9876543210';
    const file = await checked(`${header}\n${row}\n`);
    expect(matches(file)).toEqual({
      name: 'Employee Name (exact)',
      paymentMethod: 'MODE (exact)',
      upiId: 'UPI ID (exact)',
      accountNumber: 'Bene Account No (exact)',
      ifsc: 'IFSC Code (exact)',
      amount: 'Net Pay (Rs.) (exact)',
      remark: 'Narration (exact)',
    });
    expect(file.totalPaise).toBe(50_000);
  });

  it.each([
    'Debit Account No',
    'Mobile No',
    'Emp Code',
    'Bank Name',
    'Gross Pay',
    'Date',
    'Branch',
    'PAN',
    'Basic Salary',
  ])('takes "%s" for nothing', async (header) => {
    const file = await checked(`${header},upi,amount\n12,ravi@okaxis,500\n`);
    expect(Object.keys(matches(file))).toEqual(['upiId', 'amount']);
  });

  it('takes one text for all rows for no reference of each', async () => {
    const rows = ['SALNOV26,ravi@okaxis,500', 'SALNOV26,asha@okaxis,600', 'SALNOV26,mina@okaxis,700'];
    const file = await checked(`Customer Reference Number,upi,amount\n${rows.join('\n')}\n`, { fillRemark: 'pay' });
    expect(matches(file)['reference']).toBeUndefined();
    expect(file.payableCount).toBe(3);
    const two = await checked(`Reference,upi,amount\nA1,ravi@okaxis,500\nA2,asha@okaxis,600\n`);
    expect(matches(two)['reference']).toBe('Reference (exact)');
  });

  it('takes the particulars for the party where nothing else names it, which is never sent', async () => {
    const file = await checked('Particulars,upi,amount\nRavi Kumar,ravi@okaxis,500\n', { fillRemark: 'pay' });
    expect(matches(file)).toMatchObject({ name: 'Particulars (guessed)' });
    expect(matches(file)['remark']).toBeUndefined();
    const named = await checked('Name,Particulars,upi,amount\nRavi,Salary Nov,ravi@okaxis,500\n');
    expect(matches(named)).toMatchObject({ name: 'Name (exact)', remark: 'Particulars (exact)' });
  });

  it('asks how rows are paid whose words for it stand under a header that it does not know', async () => {
    const rows = ['Bank,ravi@okaxis,500', 'Bank,asha@okaxis,600', 'Cheque,mina@okaxis,700'];
    const file = await checked(`Paid Through,upi,amount\n${rows.join('\n')}\n`, { fillRemark: 'pay' });
    expect(matches(file)['paymentMethod']).toBe('Paid Through (guessed)');
    expect(file.issues.map(({ code }) => code)).toContain('methodsAsked');
    expect(file.payableCount).toBe(0);
  });

  it('takes a header with one wrong letter as a guess that needs a tick', async () => {
    const file = await checked('upi,Ammount,remark\na1@ok,500,x\na2@ok,500,x\na3@ok,500,x\n');
    expect(matches(file)['amount']).toBe('Ammount (guessed)');
    expect(file.issues).toMatchObject([{ code: 'columnGuessed', severity: 'warning', row: 1, cell: 'B1' }]);
  });

  it('does not take a nearly right header whose content is something else', async () => {
    const refusal = await refused('upi,Ammount,remark\na1@ok,yes,x\na2@ok,no,x\na3@ok,yes,x\n');
    expect(refusal.code).toBe('columnMissing');
  });

  it('tells UPI IDs and IFSCs by their content, as a guess', async () => {
    const rows = ['a1@okaxis', 'a2@ybl', 'a3@upi'].map((upi) => `${upi},500,x`).join('\n');
    expect(matches(await checked(`Pay to,amount,remark\n${rows}\n`))).toMatchObject({ upiId: 'Pay to (guessed)' });
    const bank = [1, 2, 3].map((at) => `00${at}23456789,HDFC0000001,500,x`).join('\n');
    expect(matches(await checked(`Account No,Bank,amount,remark\n${bank}\n`))).toMatchObject({
      ifsc: 'Bank (guessed)',
    });
  });

  it('only suggests account numbers and amounts by content', async () => {
    const rows = [1, 2, 3].map((at) => `00${at}23456789,HDFC0000001,500`).join('\n');
    const refusal = await refused(`Who,IFSC,How much\n${rows}\n`);
    expect(refusal.code).toBe('columnMissing');
    expect(refusal.message).toContain('"Who" could be the account number');
    expect(refusal.message).toContain('"How much" could be the amount');
    expect(refusal.cure).toContain('--map accountNumber=Header');
  });

  it('does not take a column named amount that is full of text', async () => {
    const refusal = await refused('upi,amount,remark\na1@ok,yes,x\na2@ok,no,x\na3@ok,paid,x\n');
    expect(refusal).toMatchObject({ code: 'columnContradicted', cure: expect.stringContaining('--map amount=Header') });
  });

  it('does take it when the person says so', async () => {
    const file = await checked('upi,amount,remark\na1@ok,yes,x\na2@ok,no,x\na3@ok,paid,x\n', {
      map: { amount: 'amount' },
    });
    expect(codes(file.issues)).toEqual(['amountShape@2', 'amountShape@3', 'amountShape@4']);
  });

  it.each([
    ['upi,Net Pay,Amount\nravi@okaxis,1,2\n', 'amount'],
    ['upi,VPA,Amount\nravi@okaxis,a@bc,2\n', 'upiId'],
  ])('asks when two columns could be one field: %s', async (text, field) => {
    const refusal = await refused(text);
    expect(refusal.code).toBe('columnTied');
    expect(refusal.cure).toContain(`--map ${field}=`);
  });

  it("prefers the field's own name where a wrong choice pays nobody wrongly", async () => {
    const file = await checked('upi,amount,Remark,Description\nravi@okaxis,2,a,b\n');
    expect(matches(file)['remark']).toBe('Remark (exact)');
  });
});

describe('the columns that are suggested', () => {
  it.each(['Aadhaar No', 'UAN', 'Loan Account No', 'Nominee Account', 'Mobile No'])('are never %s', async (header) => {
    const rows = ['501001234567', '501001234568', '501001234569'].map((cell) => `Asha,${cell},HDFC0000001,500`);
    const { message } = await refused([`Name,${header},IFSC,Amount`, ...rows, ''].join('\n'));
    expect(message).not.toContain('could be');
  });
});

describe('the columns a person gives', () => {
  const TEXT = 'Who,How much,Net Pay,Narration\nravi@okaxis,500,600,Pay\n';

  it('are taken whatever their names', async () => {
    const file = await checked(TEXT, { map: { upiId: 'who', amount: ' How  much ' } });
    expect(matches(file)).toEqual({ upiId: 'Who (given)', amount: 'How much (given)', remark: 'Narration (exact)' });
    expect(file.totalPaise).toBe(50_000);
  });

  it('leave a field without a column when the header is empty', async () => {
    const file = await checked(TEXT, { map: { upiId: 'Who', amount: 'Net Pay', remark: '' } });
    expect(codes(file.issues)).toEqual(['remarkMissing@2']);
  });

  it('are refused when there is no such header, or one is given twice', async () => {
    expect((await refused(TEXT, { map: { amount: 'Total' } })).message).toContain('"How much"');
    expect((await refused(TEXT, { map: { upiId: 'Who', name: 'Who' } })).code).toBe('mapHeaderTwice');
  });
});

describe('parseFieldName', () => {
  it.each<readonly [string, Field | null]>([
    ['amount', 'amount'],
    ['AMOUNT', 'amount'],
    ['upi_id', 'upiId'],
    ['upiId', 'upiId'],
    ['upiid', 'upiId'],
    ['account_number', 'accountNumber'],
    ['payment-method', 'paymentMethod'],
    ['udf1', 'reference'],
    ['beneficiaryBankIFSC', 'ifsc'],
    ['narration', 'remark'],
    ['colour', null],
    ['', null],
  ])('reads %s as %s', (text, field) => {
    expect(parseFieldName(text)).toBe(field);
  });
});

describe('account numbers that a cell was dragged down over', () => {
  const of = async (...accounts: readonly string[]): Promise<readonly string[]> => {
    const rows = accounts.map((account, at) => `${account},HDFC0000001,${500 + at},pay`);
    const { issues } = await checked(`Account No,IFSC,Amount,Remark\n${rows.join('\n')}\n`);
    return issues.filter(({ code }) => code === 'filledDown').map(({ message }) => message);
  };
  const rising = ['50100999999998', '50100999999999', '50101000000000', '50101000000001'];

  it('are said with their rows', async () => {
    const sentence = 'rises one by one. Was a cell dragged?';
    const plain = ['50100123456789', '50100123456788', ...[5, 6, 7, 8, 9].map((last) => `5010012345670${last}`), '1'];
    expect(await of(...plain)).toEqual([`The account number of rows 4 to 8 ${sentence}`]);
  });

  it.each([
    ['three in a row', rising.slice(0, 3)],
    ['steps of two', ['50100123456701', '50100123456703', '50100123456705', '50100123456707']],
    ['one account', Array<string>(5).fill('50100123456701')],
    ['other lengths', ['99999999998', '99999999999', '100000000000', '100000000001']],
  ])('are not meant by %s', async (_, accounts) => {
    expect(await of(...accounts)).toEqual([]);
  });
});
