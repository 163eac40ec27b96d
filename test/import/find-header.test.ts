import type ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { checked, payments, refused, type SpokenFile, workbook } from './files.ts';

const ROWS = [
  'Asha,00123456789,HDFC0000001,500,Pay',
  'Ravi,00123456780,HDFC0000001,700.50,Pay',
  'Meena,00123456781,HDFC0000001,900,Pay',
];
const HEADER = 'Name,Account No,IFSC,Amount,Remark';
const TABLE = [HEADER, ...ROWS, ''].join('\n');

/** What a file pays, the shortest way to say that the right columns were read. */
function paid(file: SpokenFile): readonly string[] {
  return payments(file).map(({ beneficiary, amountPaise }) =>
    [beneficiary.method === 'UPI' ? beneficiary.upiId : beneficiary.accountNumber, amountPaise].join(' '),
  );
}
const PAID = ['00123456789 50000', '00123456780 70050', '00123456781 90000'];

function book(rows: readonly (readonly (string | number | null)[])[], merges: readonly string[] = []) {
  return workbook((made: ExcelJS.Workbook) => {
    const sheet = made.addWorksheet('Sheet1');
    for (const row of rows) sheet.addRow([...row]);
    for (const range of merges) sheet.mergeCells(range);
  });
}
/** The rows of a CSV text as cells; amounts are numbers. */
function cellsOf(text: string): readonly (readonly (string | number | null)[])[] {
  return text
    .split('\n')
    .map((line) =>
      line.split(',').map((cell, at) => (at === 3 && /^[\d.]+$/.test(cell) ? Number(cell) : cell || null)),
    );
}

describe('a header below other lines', () => {
  it.each<readonly [string, string]>([
    ['a title', 'Salary register for Nov 2026'],
    ['a company, its address and a blank line', 'ACME Company Pvt Ltd\n"12, MG Road", Pune\n'],
    ['titles as wide as the table', 'ACME Pvt Ltd,,,,\nSalary register,,,Nov 2026,\n,,,,'],
    ['words with values', 'Company:,Acme Pvt Ltd\nDebit account,00998877665,IFSC,HDFC0000001\nTotal amount,2100.50'],
    ['words about the payment', 'Payment mode,NEFT,Account name,Acme\nMonth,Nov 2026'],
    ['a sentence about the account of the payer', 'Payment advice\nPlease debit our account 00998877665'],
    ['a line with bars and semicolons', 'Unit: Pune; Mumbai; Delhi; Surat; Agra; Goa | Nov | 2026'],
  ])('is found: %s', async (_, above) => {
    const file = await checked(`${above}\n${TABLE}\n`);
    expect(paid(file)).toEqual(PAID);
    expect(file.rows.map(({ rowNumber }) => rowNumber)[0]).toBe(above.split('\n').length + 2);
  });

  it('is found in a workbook, whatever is merged above it', async () => {
    const titles = [['ACME Pvt Ltd'], ['Salary register', null, null, 'Nov 2026'], []];
    const file = await checked(await book([...titles, ...cellsOf(TABLE)], ['A1:E1', 'A2:C2']));
    expect(paid(file)).toEqual(PAID);
    expect(file.rows.map(({ rowNumber }) => rowNumber)).toEqual([5, 6, 7]);
  });

  it.each(['(Rs. in lakhs)', "Figures in '000", 'All amounts in USD', 'paise'])(
    'asks about the amount where a row above it speaks of another unit: %s',
    async (unit) => {
      const text = `Salary register\n"${unit}"\n${TABLE}\n`;
      const refusal = await refused(text);
      expect(refusal.code).toBe('amountUnclear');
      expect(refusal.message).toContain('the title, a note or the name of the sheet says');
      const { issues } = await checked(text, { map: { amount: 'Amount' } });
      expect(issues.map(({ code, severity }) => `${code} ${severity}`)).toContain('columnDoubtful warning');
    },
  );

  it('is not doubted for a total in words above it', async () => {
    expect(paid(await checked(`Rupees Two Lakh Only\n${TABLE}\n`))).toEqual(PAID);
  });

  it('says which rows are not read', async () => {
    const file = await checked(`Salary register\n\nNov 2026\n${TABLE}\n`);
    expect(file.issues).toMatchObject([{ code: 'rowsAboveHeader', row: 4, severity: 'notice' }]);
    expect(file.issues[0]?.message).toContain('rows 1, 3');
    expect((await checked(TABLE)).issues).toEqual([]);
  });

  it('is found with misspelt names, which are asked for like any other', async () => {
    const file = `Salary register\nNov 2026\nNaam,Khata,Code,Paisa,Note\n${ROWS.join('\n')}\n`;
    expect((await refused(file)).message).toContain('"Naam", "Khata", "Code"');
    const map = { accountNumber: 'Khata', ifsc: 'Code', amount: 'Paisa' };
    expect(paid(await checked(file, { map }))).toEqual(PAID);
  });

  it('is the first of two equal ones, the other a row of its own', async () => {
    const file = await checked(`Page 1\n${TABLE}${HEADER}\n${ROWS[0]}\n`);
    expect(file.rows.map(({ rowNumber }) => rowNumber)[0]).toBe(3);
    expect(file.issues.map(({ code, row }) => `${code}@${row}`)).toContain('repeatedHeader@6');
  });

  it.each<readonly [string, string, RegExp]>([
    ['a row that looks like a payment', `${ROWS[0]}\n${TABLE}`, /row 2 names the columns, but row 1 above it/],
    ['another header', `Name,UPI,IFSC,Reference,Remark\n${TABLE}`, /rows 1 and 2 both name columns/],
  ])('is asked for where it is not clear: %s above it', async (_, text, message) => {
    const refusal = await refused(`${text}\n`);
    expect(refusal).toMatchObject({ code: 'headerUnclear', cure: 'Name it with --header-row.' });
    expect(refusal.message).toMatch(message);
    expect(paid(await checked(`${text}\n`, { headerRow: 2 }))).toEqual(PAID);
  });

  it('is the row that a person names, and no row that is empty', async () => {
    const text = `${HEADER}\n${ROWS[0]}\n\nTo,A/c,IFS Code,Rs,Remark\n${ROWS[1]}\n`;
    const map = { name: 'To', accountNumber: 'A/c', ifsc: 'IFS Code', amount: 'Rs' };
    expect(paid(await checked(text, { headerRow: 4, map }))).toEqual([PAID[1]]);
    expect((await refused(text, { headerRow: 3 })).code).toBe('headerRowUnknown');
  });

  it('leaves lines of any length above it, and none below it', async () => {
    const refusal = await refused(`Salary register\n${TABLE}prepared by Asha\n`);
    expect(refusal).toMatchObject({ code: 'raggedRow' });
    expect(refusal.message).toMatch(/Line 6 has 1 cells where the header has 5/);
  });

  it.each([';', '\t', '|'])('is found whatever separates the cells: %s', async (delimiter) => {
    const amounts = TABLE.replaceAll(',', delimiter).replace('700.50', '"1,700.50"').replace('900', '"1,900"');
    const file = await checked(`Acme, Pune\nSalary, November\nUnit, all\n${amounts}\n`);
    expect(paid(file)).toEqual([PAID[0], '00123456780 170050', '00123456781 190000']);
  });
});

describe('cells under no header', () => {
  const rows = [
    [null, 'UPI ID', 'Amount', 'Remark', null],
    [1, 'asha@okaxis', 500, 'Pay', null],
    [2, 'ravi@okaxis', 600, 'Pay', null],
    [null, null, null, null, 'Authorised signatory'],
  ];
  const csv = (made: readonly (readonly unknown[])[]): string => made.map((cells) => cells.join(',')).join('\n');

  it('may be serial numbers on the left, and words in a line of words alone', async () => {
    for (const content of [`${csv(rows)}\n`, await book(rows)]) {
      const file = await checked(content);
      expect(paid(file)).toEqual(['asha@okaxis 50000', 'ravi@okaxis 60000']);
      expect(file.issues.map(({ code, row }) => `${code}@${row}`)).toEqual(['noteLine@4']);
    }
  });

  it.each<readonly [string, readonly (string | number | null)[]]>([
    ['a number that does not count up', [7, 'meena@okaxis', 700, 'Pay', null]],
    ['a word beside a payment', [3, 'meena@okaxis', 700, 'Pay', 'hold']],
    ['a number on the right', [null, null, null, null, 3]],
  ])('refuse a file for any other: %s', async (_, row) => {
    for (const content of [`${csv([...rows, row])}\n`, await book([...rows, row])]) {
      expect((await refused(content)).code).toBe('emptyHeader');
    }
  });
});

describe('a header over two lines', () => {
  const groups = [
    ['Sr', 'Employee', null, 'Bank Details', null, 'Earnings', null, 'Net Pay'],
    [null, 'Code', 'Name', 'Account No', 'IFSC', 'Basic', 'HRA', null],
  ];
  const row = [1, 'E1', 'Asha', '00123456789', 'HDFC0000001', 400, 100, 500];
  const merges = ['A1:A2', 'B1:C1', 'D1:E1', 'F1:G1', 'H1:H2'];
  const shown = [
    'Sr',
    'Code',
    'Name',
    'Bank / Account No',
    'Bank / IFSC',
    'Earnings / Basic',
    'Earnings / HRA',
    'Net Pay',
  ];

  it('is read as one, merged or not, in a workbook and as CSV', async () => {
    const csv = [...groups, row].map((cells) => cells.join(',')).join('\n');
    for (const content of [await book([...groups, row], merges), await book([...groups, row]), csv]) {
      const file = await checked(content, { fillRemark: 'Pay' });
      expect(file.headers).toEqual(shown);
      expect(paid(file)).toEqual([PAID[0]]);
    }
  });

  it('is found below titles, which are no groups', async () => {
    const titles = [['ACME Company Pvt Ltd'], ['Salary for Nov 2026']];
    const file = await checked(await book([...titles, ...cellsOf(TABLE)], ['A1:E1', 'A2:D2']));
    expect(file.headers).toEqual(HEADER.split(','));
    const both = [...titles, ...groups, row];
    expect((await checked(await book(both), { fillRemark: 'Pay' })).headers).toEqual(shown);
  });

  it.each(['Remitter Details', 'Debit', 'Payer'])(
    'tells the account of the payer from that of the payee: %s',
    async (payer) => {
      const text = `${payer},,Beneficiary Details,,,\nAccount No,IFSC,Name,Account No,IFSC,Amount\n00998877665,SBIN0000300,Asha,00123456789,HDFC0000001,500\n`;
      expect(paid(await checked(text, { fillRemark: 'Pay' }))).toEqual([PAID[0]]);
    },
  );

  it('never pays to the account of the payer where it is the only one', async () => {
    const text = 'Remitter,,Beneficiary,,\nAccount No,IFSC,Name,Mode,Amount\n00998877665,SBIN0000300,Asha,IMPS,500\n';
    expect((await refused(text)).code).toBe('payersColumn');
  });

  it('asks for an amount that stands in a group of others', async () => {
    const text =
      'Employee,,,Deductions,,\nName,Account No,IFSC,Loan,Amount,Tax\nAsha,00123456789,HDFC0000001,10,500,20\n';
    expect((await refused(text, { fillRemark: 'Pay' })).code).toBe('amountUnclear');
  });

  it.each<readonly [string, string, string]>([
    ['a group over one column', ',,Advance,\nName,UPI ID,Amount,Remark\nAsha,asha@okaxis,600,x', 'amountUnclear'],
    ['months', 'Name,UPI ID,Oct,,Nov,\n,,Amount,Days,Amount,Days\nAsha,asha@okaxis,600,30,500,30', 'columnTied'],
  ])('asks for an amount that its group may change: %s', async (_, text, code) => {
    expect((await refused(`${text}\n`)).code).toBe(code);
  });

  it('counts a net amount to no group on its left', async () => {
    const text = ',,,Deductions,,\nName,Account No,IFSC,PF,TDS,Net Pay\nAsha,00123456789,HDFC0000001,1,2,500\n';
    expect(paid(await checked(text, { fillRemark: 'Pay' }))).toEqual([PAID[0]]);
  });

  it('is not made of a header and the row below it', async () => {
    const instructions = 'text,digits only,11 letters,rupees,text';
    const file = await checked(`${HEADER}\n${instructions}\n${ROWS[0]}\n`);
    expect(file.headers).toEqual(HEADER.split(','));
    expect(file.rows).toHaveLength(2);
  });
});
