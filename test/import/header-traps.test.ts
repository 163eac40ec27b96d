// Headers that name a field except for one word, and what overlooking that word would have cost.

import { describe, expect, it } from 'vitest';
import { checked, refused } from './files.ts';

const ROWS = ['asha@okaxis,50000,pay', 'ravi@okaxis,61000,pay', 'mina@okaxis,72000,pay'];
const withAmount = (header: string): string => `upi,${header},remark\n${ROWS.join('\n')}\n`;

describe('an amount that another word makes another amount', () => {
  it.each([
    'Amount (in paise)',
    'Amount (Paise)',
    'Amount [paise]',
    'Amount （paise）',
    'Amount (in paise',
    'amount_paise',
    'amountInPaise',
    'Amount in Lakhs',
    'Amount (Lakhs)',
    'Amount (₹ in Lacs)',
    'Amount (Rs. Cr)',
    "Amt '000",
    "Amount (Rs. '000)",
    'Amount (in thousands)',
    'Amount (K)',
    'Amount K',
    'Amount (USD)',
    'Amount USD',
    'Amount ($)',
    'Amount €',
    'Amount %',
    'Salary (Annual)',
    'Annual Salary',
    'Salary (p.a.)',
    'Salary (CTC)',
    'Salary (Gross)',
    'Amount - Gross',
    'Amount/Gross',
    'Salary (Basic)',
    'Amount (TDS)',
    'Amount (before tax)',
    'Net Pay (YTD)',
    'Net Pay (last month)',
    'Payable (Balance)',
    'Amount (Debit)',
    'Salary (old)',
  ])('is not paid as "%s" says', async (header) => {
    const refusal = await refused(withAmount(header));
    expect(refusal.message).toContain(header);
    expect(['amountUnclear', 'columnMissing', 'payersColumn']).toContain(refusal.code);
  });

  it.each([
    'Tax Deducted at Source',
    'TDS at Source',
    'Deduction from Salary',
    'Company Advance',
    'Absent Deduction',
    'Mobile Deduction',
    'Advance This Month',
    'Payable this Month',
    'Final Amount to Account',
    'INR Equivalent',
    'Payment 2',
  ])('is not paid beside "%s" without an answer', async (header) => {
    const rows = ROWS.map((row, at) => `${row},${2_500 + at}`).join('\n');
    const refusal = await refused(`upi,Amount,remark,${header}\n${rows}\n`);
    expect(refusal.message).toContain(header);
    expect(['amountUnclear', 'columnTied']).toContain(refusal.code);
  });

  it.each(['Approved Leave', 'Leave Balance', 'Present Days', 'Month', 'Loan Account', 'Mobile'])(
    'is paid beside "%s"',
    async (header) => {
      const rows = ROWS.map((row, at) => `${row},${2 + at}`).join('\n');
      expect((await checked(`upi,Amount,remark,${header}\n${rows}\n`)).issues).toEqual([]);
    },
  );

  it('asks with the header, what it would pay, and the option that answers', async () => {
    const refusal = await refused(withAmount('Amount (in paise)'));
    expect(refusal).toMatchObject({
      code: 'amountUnclear',
      message: 'The column "Amount (in paise)" may be in paise. Taken as rupees, its first value pays ₹50,000.00.',
      cure: 'If it is right, say so with --map amount="Amount (in paise)"; else name the right one.',
    });
  });

  it.each([
    ['Amount (in paise)', '"Amount (in paise)" may be in paise. Taken as rupees, its first value pays ₹50,000.00.'],
    ['Amt (₹ in Lacs)', '"Amt (₹ in Lacs)" may be in lakhs. Taken as rupees, its first value pays ₹50,000.00.'],
    ['Paise', '"Paise" may be in paise. Taken as rupees, its first value pays ₹50,000.00.'],
    [
      'Salary (Gross)',
      'The column "Salary (Gross)" may not be the rupees to pay: it says "Gross". Taken as rupees, its first value pays ₹50,000.00.',
    ],
  ])('keeps a warning where a person chose "%s"', async (header, message) => {
    const file = await checked(withAmount(header), { map: { amount: header } });
    expect(file.issues).toMatchObject([{ row: 1, field: 'amount', severity: 'warning', message }]);
    expect(file.payableCount).toBe(3);
  });

  it('has no warning where the header that a person chose is clear', async () => {
    const text = 'upi,Amount,TDS,Amount in paise,remark\nasha@okaxis,500,50,50000,pay\n';
    expect((await checked(text, { map: { amount: 'Amount' } })).issues).toEqual([]);
    expect((await checked('upi,Kitna,remark\nasha@okaxis,500,pay\n', { map: { amount: 'Kitna' } })).issues).toEqual([]);
  });

  it('is paid once a person says that it is right', async () => {
    const file = await checked(withAmount('Salary (Gross)'), { map: { amount: 'Salary (Gross)' } });
    expect(file.columns.amount).toMatchObject({ header: 'Salary (Gross)', how: 'given' });
    expect(file.totalPaise).toBe(18_300_000);
  });

  it.each([
    'Net Pay (Rs.)',
    'Amount (INR)',
    'Amount (₹)',
    'Amount [Rs]',
    'Amount - INR',
    'Amount/Rs.',
    'Amount (in Rupees)',
    'Salary (Net)',
    'Salary (Monthly)',
    "Net Pay (Nov '26)",
    'Net Salary (November 2026)',
    'Amount (Required)',
    'Amount (2 decimals)',
    'Salary (Take Home)',
    'Amount (Optional)',
    'Amount*',
  ])('is still taken from "%s"', async (header) => {
    const file = await checked(withAmount(header));
    expect(file.columns.amount).toMatchObject({ header, how: 'exact' });
  });
});

describe('two columns that could both be what is paid', () => {
  it.each([
    ['Amount,TDS,Balance Payable', '50000,5000,45000'],
    ['Amount,TDS', '50000,5000'],
    ['Salary,Deductions,Net', '50000,5000,45000'],
    ['Salary,Advance', '50000,2000'],
    ['Net Pay,Balance Payable', '50000,45000'],
    ['Amount,Amount (USD)', '50000,600'],
    ['Amount,Amount in paise', '50000,5000000'],
  ])('ask: %s', async (headers, cells) => {
    const refusal = await refused(`upi,${headers},remark\nasha@okaxis,${cells},pay\n`);
    expect(refusal.code).toBe('amountUnclear');
    expect(refusal.message).toContain('the sheet also has');
  });

  it.each([
    ['Gross Pay,PF,ESI,TDS,Net Pay (Rs.)', '60000,1800,500,1000,50000', 'Net Pay (Rs.)'],
    ['Basic Salary,HRA,Amount', '40000,10000,50000', 'Amount'],
    ['Order Amount,GST,Refund Amount', '60000,1000,50000', 'Refund Amount'],
    ['Payable Days,Net Pay', '30,50000', 'Net Pay'],
    ['Leave Balance,Net Pay', '12,50000', 'Net Pay'],
    ['Amount,TDS', '50000,0', 'Amount'],
    ['Amount (Rs),Amount (USD)', '50000,600', 'Amount (Rs)'],
  ])('do not ask where one of them is named: %s', async (headers, cells, amount) => {
    const file = await checked(`upi,${headers},remark\nasha@okaxis,${cells},pay\n`);
    expect(file.columns.amount).toMatchObject({ header: amount, how: 'exact' });
    expect(file.totalPaise).toBe(5_000_000);
  });
});

describe('a column of currencies', () => {
  const text = (last: string): string =>
    `upi,amount,Currency,remark\n${'asha@okaxis,500,INR,pay\n'.repeat(300)}asha@okaxis,500,${last},pay\n`;

  it('asks when one of them is not the rupee, however far down', async () => {
    expect(await refused(text('USD'))).toMatchObject({
      code: 'amountUnclear',
      message: expect.stringContaining('"Currency" names other currencies.'),
    });
    expect((await checked(text('Rs.'))).columns.amount).toMatchObject({ how: 'exact' });
  });
});

describe('a column of exchange rates', () => {
  it.each(['FX Rate', 'Exchange Rate', 'Conversion Rate'])('asks what the amounts are: %s', async (header) => {
    const refusal = await refused(`upi,amount,${header},remark\nasha@okaxis,6,84.5,pay\n`);
    expect(refusal.message).toContain(`"${header}" speaks of another currency`);
  });
});

describe('a table of RazorpayX', () => {
  const headers =
    'RazorpayX Account Number,Payout Amount,Payout Currency,Payout Mode,Payout Narration,Fund Account Id,Fund Account Vpa';
  const row = '7878780080316316,50000,INR,UPI,Salary,,asha@okaxis';

  it('asks whether its amounts are rupees or paise', async () => {
    expect(await refused(`${headers}\n${row}\n`)).toMatchObject({
      code: 'amountUnclear',
      message: expect.stringContaining('may count in paise. Taken as rupees, its first value pays ₹50,000.00.'),
    });
    const [issue] = (
      await checked(`${headers}\n${row}\n`, { map: { amount: 'Payout Amount', upiId: 'Fund Account Vpa' } })
    ).issues;
    expect(issue).toMatchObject({ severity: 'warning', message: expect.stringContaining('may count in paise.') });
    const export_ = 'payout_id,fund_account_id,vpa,amount,utr\npout_1,fa_1,asha@okaxis,50000,1\n';
    expect((await refused(export_)).code).toBe('amountUnclear');
  });

  it('is read where its header says rupees', async () => {
    const file = await checked(`${headers.replace('Payout Amount', 'Payout Amount (in Rupees)')}\n${row}\n`, {
      map: { upiId: 'Fund Account Vpa' },
    });
    expect(file.columns.amount).toMatchObject({ header: 'Payout Amount (in Rupees)', how: 'exact' });
  });
});

describe('the column of who pays', () => {
  it.each([
    'Account No (Debit)',
    'A/C No. (Dr)',
    'Account No (From)',
    'Account Number [Remitter]',
    'Account No (Company)',
    'Account No (Our)',
    'Debit Account No',
    'Source Account',
    'From A/C',
    'Remitter Account Number',
    'Account No (Payer)',
  ])('is never taken for the payee: "%s"', async (header) => {
    const rows = ['50100123456789', '50100123456780'].map((account) => `${account},HDFC0000001,500,pay`).join('\n');
    const refusal = await refused(`${header},IFSC,amount,remark\n${rows}\n`);
    expect(['payersColumn', 'columnMissing']).toContain(refusal.code);
    const beside = await checked(`${header},upi,amount,remark\n50100123456789,asha@okaxis,500,pay\n`);
    expect(beside.columns.accountNumber).toBeUndefined();
  });

  it('keeps a warning where a person chose it', async () => {
    const text = 'Payer VPA,Account No (Debit),IFSC,amount,remark\n,50100123456789,HDFC0000001,500,pay\n';
    const file = await checked(text, { map: { upiId: 'Payer VPA', accountNumber: 'Account No (Debit)' } });
    expect(file.issues.map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', 'The column "Payer VPA" may not be the UPI ID of the payee: it says "payer".'],
      ['warning', 'The column "Account No (Debit)" may not be the account number of the payee: it says "Debit".'],
    ]);
  });

  it('is not taken by what it holds either', async () => {
    const upi = ['a1', 'a2', 'a3'].map((name) => `${name}@okaxis,500,pay`).join('\n');
    expect((await refused(`Payer VPA,amount,remark\n${upi}\n`)).code).toBe('payersColumn');
    const bank = [1, 2, 3].map((at) => `00${at}23456789,HDFC0000001,500,pay`).join('\n');
    expect((await refused(`Account No,Remitter branch,amount,remark\n${bank}\n`)).code).toBe('columnMissing');
  });

  it('reads a header with a word that means something to programs', async () => {
    const file = await checked('upi,amount,remark,Constructor name\nasha@okaxis,500,pay,Asha\n');
    expect(file.headers).toContain('Constructor name');
  });

  it('asks about an account that words in brackets may make another', async () => {
    const row = '50100123456789,HDFC0000001,500,pay';
    expect(await refused(`Account No (Old),IFSC,amount,remark\n${row}\n`)).toMatchObject({
      code: 'payeeColumnUnclear',
      message: 'The column "Account No (Old)" may not be the account number of the payee: it says "Old".',
    });
  });

  it.each([
    'A/C No. (Beneficiary)',
    'Account No (Employee)',
    'Account Number (as per bank)',
    'Account No. (Savings)',
    'A/C No (Credit)',
    'Account No (Required)',
    'Beneficiary Account No (9 to 18 digits)',
  ])('leaves the payee\'s own as it is: "%s"', async (header) => {
    const file = await checked(`${header},IFSC (11 characters),amount,remark\n50100123456789,HDFC0000001,500,pay\n`);
    expect(file.columns.accountNumber).toMatchObject({ header, how: 'exact' });
    expect(file.columns.ifsc).toMatchObject({ how: 'exact' });
  });
});

describe('a question about what is paid', () => {
  it('says what each candidate adds up to, over the rows that name somebody', async () => {
    const rows = ['asha@okaxis,500,50,450,pay', 'ravi@okaxis,1500,150,1350,pay', ',2000,200,1800,Total'];
    const refusal = await refused(`upi,Amount,TDS,Balance Payable,remark\n${rows.join('\n')}\n`);
    expect(refusal.message).toContain(
      '"Amount" adds up to ₹2,000.00, "TDS" adds up to ₹200.00, "Balance Payable" adds up to ₹1,800.00.',
    );
    const tied = await refused('upi,Net Pay,Amount,remark\nasha@okaxis,1,2,pay\n');
    expect(tied.message).toContain('"Net Pay" adds up to ₹1.00, "Amount" adds up to ₹2.00.');
  });

  it.each(['Incentive', 'Bonus', 'Total', 'Approved Refund', 'Grand Total', 'Reimbursement'])(
    'is asked where a salary stands beside "%s"',
    async (other) => {
      const refusal = await refused(`upi,Salary,${other},remark\nasha@okaxis,500,700,pay\n`);
      expect([refusal.code, refusal.message.includes(`"${other}"`)]).toEqual(['amountUnclear', true]);
    },
  );

  it.each(['Paid', 'Cash', 'Bank Transfer', 'Total Payable', 'Final', 'Rounded Net'])(
    'is asked where even a net pay stands beside "%s"',
    async (other) => {
      const refusal = await refused(`upi,Net Pay,${other},remark\nasha@okaxis,500,400,pay\n`);
      expect([refusal.code, refusal.message.includes(`"${other}"`)]).toEqual(['amountUnclear', true]);
    },
  );

  it.each([
    ['Net', 'Gross,PF,Net', '60000,1800,50000'],
    ['Salary for November', 'Days,Salary for November', '30,50000'],
    ["Nov'26 Net Pay", "Nov'26 Net Pay", '50000'],
    ['Approved Amount', 'Claimed Amount,Approved Amount', '60000,50000'],
    ['Amount to be Credited', 'Amount to be Credited', '50000'],
  ])('is not asked where "%s" says it', async (amount, headers, cells) => {
    const file = await checked(`upi,${headers},remark\nasha@okaxis,${cells},pay\n`);
    expect([file.columns.amount?.header, file.totalPaise]).toEqual([amount, 5_000_000]);
  });

  it.each(['Mobile', 'Employee ID', 'Days Present', 'PAN', 'UAN', 'Department Code'])(
    'is not asked where a salary stands beside "%s"',
    async (other) => {
      const file = await checked(`upi,Salary,${other},remark\nasha@okaxis,500,7000,pay\n`);
      expect(file.columns.amount).toMatchObject({ header: 'Salary', how: 'exact' });
    },
  );
});

describe('how to fill a column in, behind its name', () => {
  const of = (header: string): string =>
    withAmount(header).replace('remark', 'Narration (Optional) At most 30 characters');

  it.each([
    'Payout Amount (Mandatory) Amount should be in rupees',
    'Amount [Required] Two decimals at most',
    'Net Pay (Mandatory) Eg. 2500.50',
  ])('leaves the name what it is: "%s"', async (header) => {
    const file = await checked(of(header));
    expect([file.columns.amount?.how, file.columns.remark?.how]).toEqual(['exact', 'exact']);
  });

  it.each(['Payout Amount (Mandatory) Amount should be in paise', 'Amount (Mandatory) From your debit account'])(
    'is asked about where it says something else: "%s"',
    async (header) => {
      expect(['amountUnclear', 'columnMissing']).toContain((await refused(of(header))).code);
    },
  );
});

describe('days beside a salary', () => {
  const of = (headers: string, ...cells: readonly string[]): string =>
    `upi,${headers},remark\n${cells.map((cell, at) => `a${at}@okaxis,${cell},pay\n`).join('')}`;

  it.each([
    ['LOP,Salary', ['2,15000', '0,18000']],
    ['Days Worked,Salary', ['24,15000', '30,18000']],
    ['Days,Wages', ['1,500', '2,900']],
  ])('are no reason to ask: %s', async (headers, cells) => {
    expect((await checked(of(headers, ...cells))).issues).toEqual([]);
  });

  it.each([
    ['LOP,Salary', ['1000,15000', '0,18000'], 'the sheet also has "LOP"'],
    ['Wages,Days', ['500,24', '600,30'], 'it may be for one day, of which "Days" counts several'],
  ])('are asked about where they may change it: %s', async (headers, cells, why) => {
    expect((await refused(of(headers, ...cells))).message).toContain(why);
  });
});

describe('an amount for one purpose', () => {
  it('is taken where it is the only money, and asked about beside more', async () => {
    const of = (headers: string, cells: string): string => `upi,${headers},remark\nasha@okaxis,${cells},pay\n`;
    expect((await checked(of('Prize Amount', '500'))).columns.amount?.how).toBe('exact');
    expect((await checked(of('Bonus Amount,Net Pay', '100,500'))).columns.amount?.header).toBe('Net Pay');
    expect((await refused(of('Bonus Amount,Gross', '100,500'))).code).toBe('amountUnclear');
  });
});
