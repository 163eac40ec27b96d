// Writes samples/: a good salary file as CSV and XLSX, a messy one with every kind of mistake, and a refund file. Run it by hand:
// node build/make-samples.ts
// Never use a test payee of the practice gateway: every payout of the salary file must end as paid.

import { writeFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';

const SAMPLES = new URL('../samples/', import.meta.url);
/** A fixed day, so that a workbook made again is the same. */
const MADE_ON = new Date('2026-11-28T09:00:00Z');

const FIRST_NAMES = [
  'Aarav',
  'Ananya',
  'Vivaan',
  'Diya',
  'Aditya',
  'Ishita',
  'Arjun',
  'Kavya',
  'Rohan',
  'Meera',
  'Karthik',
  'Lakshmi',
  'Rahul',
  'Sneha',
  'Imran',
  'Farah',
  'Joseph',
  'Maria',
  'Harpreet',
  'Simran',
  'Suresh',
  'Geeta',
  'Debashis',
  'Moumita',
  'Nikhil',
  'Pooja',
  'Vikram',
  'Anjali',
  'Sanjay',
  'Rekha',
];
const LAST_NAMES = [
  'Sharma',
  'Iyer',
  'Patel',
  'Reddy',
  'Nair',
  'Singh',
  'Das',
  'Khan',
  'Fernandes',
  'Kulkarni',
  'Gupta',
  'Menon',
  'Joshi',
  'Chatterjee',
  'Rao',
  'Yadav',
  'Bose',
  'Pillai',
  'Mehta',
  'Naidu',
];
/** No bank has this handle: a sample sent to a live gateway by mistake pays nobody. */
const HANDLE = 'sample';
const BRANCHES = [
  { ifsc: 'HDFC0000001', digits: 14, prefix: '501000' },
  { ifsc: 'SBIN0000300', digits: 11, prefix: '300' },
  { ifsc: 'ICIC0000004', digits: 12, prefix: '000401' },
  { ifsc: 'UTIB0000007', digits: 15, prefix: '9100100' },
  { ifsc: 'KKBK0000958', digits: 10, prefix: '0412' },
  { ifsc: 'PUNB0000100', digits: 16, prefix: '01000001' },
  { ifsc: 'BARB0VJRAIP', digits: 14, prefix: '009801' },
];
const SALARY_HEADERS = ['Employee Name', 'Mode', 'UPI ID', 'Account No.', 'IFSC Code', 'Net Pay (Rs.)', 'Narration'];
const SALARY_ROWS = 60;

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new RangeError('an empty list');
  return item;
}

function salaryRows(): readonly (readonly string[])[] {
  return Array.from({ length: SALARY_ROWS }, (_, index) => {
    const first = pick(FIRST_NAMES, index);
    const last = pick(LAST_NAMES, index * 7 + Math.floor(index / 20));
    const paise = 1_850_000 + ((index * 733_331) % 6_000_000);
    const amount = (paise / 100).toFixed(2);
    const narration = index % 9 === 8 ? 'Salary and arrears Nov 2026' : 'Salary Nov 2026';
    if (index % 5 < 3) {
      const upi = `${first}.${last}${index + 11}@${HANDLE}`.toLowerCase();
      return [`${first} ${last}`, 'UPI', upi, '', '', amount, narration];
    }
    const { ifsc, digits, prefix } = pick(BRANCHES, index);
    const account = prefix + String(7_919 * (index + 3)).padStart(digits - prefix.length, '0');
    return [`${first} ${last}`, 'IMPS', '', account, ifsc, amount, narration];
  });
}

const MESSY_HEADERS = ['name', 'payment_method', 'upi_id', 'account_number', 'ifsc', 'amount', 'remark', 'reference'];
const upi = (name: string, change: Partial<Record<number, string>>): readonly string[] => {
  const row = [
    name,
    'UPI',
    `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@sample`,
    '',
    '',
    '1500.00',
    'Messy sample',
    '',
  ];
  return row.map((cell, column) => change[column] ?? cell);
};
let nextAccount = 50100123450;
const imps = (name: string, change: Partial<Record<number, string>>): readonly string[] => {
  nextAccount += 1;
  const row = [name, 'IMPS', '', `000${nextAccount}`, 'HDFC0000001', '2500.00', 'Messy sample', ''];
  return row.map((cell, column) => change[column] ?? cell);
};

/** One mistake in each row, named in the row. */
const MESSY_ROWS: readonly (readonly string[])[] = [
  upi('Good UPI row', {}),
  imps('Good IMPS row', {}),
  upi('Method is NEFT', { 1: 'NEFT' }),
  upi('Method is empty', { 1: '' }),
  upi('Method in small letters', { 1: 'upi' }),
  upi('UPI ID is missing', { 2: '' }),
  upi('UPI ID has no at sign', { 2: 'ravi.okaxis' }),
  upi('UPI ID has two at signs', { 2: 'ravi@ok@axis' }),
  upi('UPI ID is an email', { 2: 'ravi@gmail.com' }),
  upi('UPI ID has a hidden character', { 2: 'ravi\u202e@sample' }),
  upi('UPI ID has a zero width space', { 2: 'ra\u200bvi@sample' }),
  upi('UPI row with bank details', { 3: '50100123459999', 4: 'HDFC0000001' }),
  upi('UPI ID with spaces around', { 2: ' spaces@sample\u00a0' }),
  imps('IMPS row with a UPI ID', { 2: 'ravi@sample' }),
  imps('Account is missing', { 3: '' }),
  imps('Account has spaces inside', { 3: '5010 0123 4567' }),
  imps('Account is too short', { 3: '1234' }),
  imps('Account is unusually short', { 3: '1234567' }),
  imps('Account in scientific form', { 3: '5.01E+13' }),
  imps('Account in Devanagari digits', { 3: '५०१००१२३४५६' }),
  imps('IFSC is missing', { 4: '' }),
  imps('IFSC is too short', { 4: 'HDFC00001' }),
  imps('IFSC has letter O for zero', { 4: 'HDFCO000001' }),
  imps('IFSC in small letters', { 4: 'hdfc0000001' }),
  imps('IFSC is not in the list', { 4: 'HDFC0ZZZZZ9' }),
  upi('Amount is empty', { 5: '' }),
  upi('Amount is zero', { 5: '0' }),
  upi('Amount is negative', { 5: '-500' }),
  upi('Amount in brackets', { 5: '(500)' }),
  upi('Amount is scientific', { 5: '1e5' }),
  upi('Amount has three decimals', { 5: '5.001' }),
  upi('Amount in European style', { 5: '1.000,50' }),
  upi('Amount is hexadecimal', { 5: '0x10' }),
  upi('Amount is a word', { 5: 'five hundred' }),
  upi('Amount is far too large', { 5: '99999999999' }),
  upi('Amount above the UPI limit', { 5: '150000' }),
  imps('Amount above the IMPS limit', { 5: '600000' }),
  upi('Amount with rupee sign and commas', { 5: '₹ 1,00,000.00' }),
  upi('Remark is empty', { 6: '' }),
  upi('Remark is long', { 6: 'Salary for the month of November 2026 with arrears' }),
  upi('Remark is far too long', { 6: 'Salary and arrears. '.repeat(15).trim() }),
  upi('Remark has an emoji', { 6: 'Salary 🎉' }),
  upi('Remark has a line break', { 6: 'Salary\nNovember' }),
  upi('Reference has a space', { 7: 'REF 1' }),
  upi('Reference used twice', { 7: 'REF-2026-11' }),
  upi('Reference used twice again', { 7: 'REF-2026-11' }),
  upi('Same payment twice', { 2: 'twice@sample' }),
  upi('Same payment twice again', { 2: 'twice@sample' }),
  upi('=cmd|calc', { 2: 'formula.name@sample' }),
  MESSY_HEADERS,
  ['Total', '', '', '', '', '123456.00', '', ''],
];

const REFUND_HEADERS = ['Order ID', 'Customer Name', 'beneficiaryUPI', 'Refund Amount', 'Remarks'];

function refundRows(): readonly (readonly string[])[] {
  return Array.from({ length: 15 }, (_, index) => {
    const first = pick(FIRST_NAMES, index * 2 + 1);
    const last = pick(LAST_NAMES, index * 3 + 2);
    const rupees = (129_900 + index * 45_650) / 100;
    const amount = rupees >= 1_000 ? rupees.toFixed(2).replace(/^(\d+)(\d{3}\.)/, '$1,$2') : rupees.toFixed(2);
    const order = `ORD-2026-${String(10_417 + index * 13)}`;
    const payee = `${first}${last}.${index + 71}@${HANDLE}`.toLowerCase();
    return [order, `${first} ${last}`, payee, amount, `Refund ${order}`];
  });
}

function csv(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

function newWorkbook(): ExcelJS.Workbook {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = 'Payout Desk';
  workbook.created = MADE_ON;
  workbook.modified = MADE_ON;
  return workbook;
}

async function writeSalaryWorkbook(): Promise<void> {
  const workbook = newWorkbook();
  const sheet = workbook.addWorksheet('Salary Nov 2026', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.addRow(SALARY_HEADERS).font = { bold: true };
  for (const row of salaryRows()) {
    sheet.addRow(row.map((cell, column) => (cell === '' ? null : column === 5 ? Number(cell) : cell)));
  }
  for (const [column, width] of [22, 8, 34, 20, 14, 14, 28].entries()) sheet.getColumn(column + 1).width = width;
  sheet.getColumn(4).numFmt = '@';
  sheet.getColumn(6).numFmt = '#,##0.00';
  await writeFile(new URL('salary.xlsx', SAMPLES), Buffer.from(await workbook.xlsx.writeBuffer()));
}

/** The rows of the CSV, plus the mistakes that only a workbook can contain. */
async function writeMessyWorkbook(): Promise<void> {
  const workbook = newWorkbook();
  const sheet = workbook.addWorksheet('Messy');
  sheet.addRow(MESSY_HEADERS);
  for (const row of MESSY_ROWS) sheet.addRow(row.map((cell) => (cell === '' ? null : cell)));
  const add = (row: readonly string[], change: (row: ExcelJS.Row) => void): void => {
    change(sheet.addRow(row.map((cell) => (cell === '' ? null : cell))));
  };
  const set =
    (column: number, value: ExcelJS.CellValue, format?: string) =>
    (row: ExcelJS.Row): void => {
      row.getCell(column).value = value;
      if (format !== undefined) row.getCell(column).numFmt = format;
    };
  add(upi('Amount is a formula', {}), set(6, { formula: '1000+500', result: 1500 }));
  add(upi('Amount is a spreadsheet error', {}), set(6, { error: '#N/A' }));
  add(upi('Amount is a date', {}), set(6, new Date('2026-11-15T00:00:00Z'), 'dd-mmm-yyyy'));
  add(upi('Amount is a boolean', {}), set(6, true));
  add(upi('Amount is a percentage', {}), set(6, 0.5, '0%'));
  add(upi('Amount in another currency', {}), set(6, 500, '[$$-409]#,##0.00'));
  add(upi('Amount is a number with three decimals', {}), set(6, 5.001));
  add(imps('Account is a number with 17 digits', {}), set(4, 5.010012345678901e16));
  add(imps('Account is a number with a zero mask', {}), set(4, 401234567, '000000000000'));
  add(imps('Account is a plain number', {}), set(4, 50100123456));
  add(upi('Remark is a date', {}), set(7, new Date('2026-11-01T00:00:00Z'), 'mmm-yy'));
  add(
    upi('UPI ID links to another address', {}),
    set(3, { text: 'asha@sample', hyperlink: 'mailto:someone.else@sample' }),
  );
  add(upi('UPI ID links to itself', {}), set(3, { text: 'self@sample', hyperlink: 'mailto:self@sample' }));
  add(
    upi('UPI ID in rich text', {}),
    set(3, { richText: [{ text: 'rich' }, { font: { bold: true }, text: 'text@sample' }] }),
  );
  add(upi('Hidden row', {}), (row) => {
    row.hidden = true;
  });
  add(upi('Amount merged with the next row', {}), () => undefined);
  add(upi('Amount merged with the row before', {}), (row) => {
    row.getCell(6).value = null;
    sheet.mergeCells(row.number - 1, 6, row.number, 6);
  });
  await writeFile(new URL('messy.xlsx', SAMPLES), Buffer.from(await workbook.xlsx.writeBuffer()));
}

await writeFile(new URL('salary.csv', SAMPLES), csv([SALARY_HEADERS, ...salaryRows()]));
await writeFile(new URL('messy.csv', SAMPLES), csv([MESSY_HEADERS, ...MESSY_ROWS]));
await writeFile(new URL('refunds.csv', SAMPLES), csv([REFUND_HEADERS, ...refundRows()]));
await writeSalaryWorkbook();
await writeMessyWorkbook();
