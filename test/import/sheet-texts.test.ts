// What a sheet says beside its rows: harmless titles and signatures cost no question, and anything else is shown word for word.

import type ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { isHarmless } from '../../electron/main/import/harmless-texts.ts';
import { checked, codes, handMade, sheetData, workbook, workbookParts, zip } from './files.ts';

const HEADER = 'Name,UPI ID,Amount,Remark';
const ROWS = ['Ravi,ravi@okaxis,5000,Nov', 'Asha,asha@ybl,7000,Nov', 'Meera,meera@okhdfcbank,9000,Nov'];
const OTHER_ROWS = [...ROWS, 'Anil,anil@okaxis,4000,Nov'];

const csv = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** What is shown of a file, without the notices. */
async function shown(content: string | Uint8Array): Promise<readonly string[]> {
  const { issues } = await checked(content);
  return issues.filter(({ severity }) => severity !== 'notice').map(({ message, row }) => `${row}: ${message}`);
}

describe('a text', () => {
  it.each([
    'Salary register for November 2026',
    'Wages for the month of Nov-26',
    'Pay period: 01-11-2026 to 30-11-2026',
    'Sunrise Public School, Pune',
    'SHREE BALAJI ENTERPRISES',
    '12, MG Road, Pune - 411001',
    'Prepared by: Asha Rao',
    'Verified & approved by: R. K. Sharma',
    'For ACME Pvt Ltd',
    'Rupees One Lakh Twenty Five Thousand Only',
    'Please debit our account 00998877665',
    'Total employees: 25',
    'Page 1 of 3',
    'All amounts in Rs.',
    'Customer refunds - Nov 2026',
    'वेतन सूची नवंबर 2026',
    'This is a computer generated statement and does not require signature',
    'Batch: NOV-2',
    'Batch: Salary Nov',
    'File: Salary_Nov_2026.xlsx',
    'GSTIN: 27ABCDE1234F1Z5',
    'PAN: ABCDE1234F',
    'Phone: +91 98765 43210',
    'Ref: HR/PAY/2026/001',
    'Email: accounts@acme.in',
    'Website: www.acme.in',
    'Project: Sagar Heights',
    'Company: Acme',
    'Branch: Andheri (East), Mumbai',
    'Approved by: R. K. Sharma, Manager',
    'Report generated on 05-11-2026 10:30 AM by Asha Rao',
    'Printed on: 05/11/2026 at 10:30:15',
    'Time: 10:35 AM',
    'Financial year: 2026-27',
    'Salary month: Nov-26',
    'User id: ASHA01',
    'तैयारकर्ता: आशा राव',
    'No of records: 3',
    'Client Code: ACME01',
    'Ph: 022-24567890',
    'To, The Manager, HDFC Bank, Fort Branch',
    '* This is a system generated report',
    'Total amount: Rs. 1,20,000/-',
  ])('is harmless: %s', (text) => {
    expect(isHarmless(text)).toBe(true);
  });

  it.each([
    'Uploaded to bank portal on 5/11',
    'Pay on 10-12-2027',
    'Payment date: 10-12-2027',
    'Pay half',
    '1st instalment of 2',
    'Gross figures',
    'Pay Rs 500 each',
    'Fee collection report',
    'Amounts receivable',
    'School fees received',
    'UPI mandate / autopay debits',
    'Customer dues',
    'Prepared by Asha - on hold',
    'Company: hold payment',
    'Ravi Traders - account closed',
    'Mode: Cash',
    'Status: Draft',
    'Bhugtan ho gaya',
    'भुगतान हो गया',
    'Use the other sheet',
    'x 1000',
    '50% advance',
    'Figures in lakhs',
    'Batch: trial run',
    'Batch: Trial Run',
    'Period: Arrear of Oct',
    'Month: November (repeat)',
    'Month: Nov, 2nd half',
    'File: copy of October',
    'Batch: supplementary, second time',
    'Name: to Asha account',
    'Approved by: awaiting MD',
    'Batch: HOLD-2',
    'Employee Master',
    'Client Code: HOLD1',
    'To, The Manager, please stop payment of Asha',
    '* salary on Dec run',
  ])('is shown, because it is not understood as harmless: %s', (text) => {
    expect(isHarmless(text)).toBe(false);
  });
});

describe('the texts beside the rows', () => {
  it('are shown word for word in one warning', async () => {
    const text = csv('Uploaded on 5/11,,,', HEADER, ...ROWS, ',,,', 'PAID,,,');
    expect(await shown(text)).toEqual(['2: Beside its rows the sheet says: A1 "Uploaded on 5/11", A7 "PAID".']);
  });

  it('are named by their cell alone where they hold a long number or an address', async () => {
    expect(await shown(csv('Ravi now has 50100234567891,,,', HEADER, ...ROWS))).toEqual([
      '2: Beside its rows the sheet says: A1 (with a long number or an address).',
    ]);
  });

  it('are also the header of an empty column, unless it is the header of a column', async () => {
    const withHeader = (header: string): string => csv(`${HEADER},${header}`, ...ROWS.map((row) => `${row},`));
    expect(await shown(withHeader('Not for payment'))).toHaveLength(1);
    for (const header of ['UTR No', 'Mobile', 'Receiver Signature', 'ADDL_INFO1', 'Remarks if any'])
      expect(await shown(withHeader(header))).toEqual([]);
  });

  it('are no question where they are titles, pairs, departments and signatures', async () => {
    const above = ['ACME Pvt Ltd,,,', 'Company:,Acme,,', 'Debit account,00998877665,,'];
    const below = ['Prepared by,,Checked by,Approved by', 'For ACME Pvt Ltd,,,', 'Authorised Signatory,,,'];
    expect(await shown(csv(...above, HEADER, ...ROWS, ...below))).toEqual([]);
  });

  it('are those of printed headers, text boxes and notes at the header as well', async () => {
    const rows = csv(HEADER, ...ROWS)
      .trim()
      .split('\n');
    const data = sheetData(
      rows.map((row) => row.split(',').map((cell) => cell.replace(/^(\d+)$/, '<c><v>$1</v></c>'))),
    );
    const printed = (text: string): Uint8Array =>
      handMade({ sheet: `${data}<headerFooter><oddHeader>${text}</oddHeader></headerFooter>` });
    expect(await shown(printed('&amp;C&amp;"Arial,Bold"&amp;12DRAFT - NOT FOR PAYMENT'))).toEqual([
      '1: Beside its rows the sheet says: the printed header or footer "DRAFT - NOT FOR PAYMENT".',
    ]);
    expect(await shown(printed('&amp;LSalary register&amp;RPage &amp;P of &amp;N'))).toEqual([]);
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing';
    const parts = workbookParts({
      sheet: data,
      sheetRelations: `<Relationship Id="rId1" Type="${type}" Target="../drawings/drawing1.xml"/>`,
    });
    const box =
      '<x:sp><x:txBody><a:p><a:r><a:t>Asha: do not</a:t></a:r><a:r><a:t> pay</a:t></a:r></a:p></x:txBody></x:sp>';
    const drawing = { name: 'xl/drawings/drawing1.xml', data: `<x:wsDr xmlns:x="x" xmlns:a="a">${box}${box}</x:wsDr>` };
    expect(await shown(zip([...parts, drawing]))).toEqual([
      '1: Beside its rows the sheet says: the text box "Asha: do not pay".',
    ]);
  });
});

describe("a sheet's name", () => {
  const named = (name: string): Promise<Uint8Array> =>
    workbook((book: ExcelJS.Workbook) => {
      const sheet = book.addWorksheet(name);
      for (const line of [HEADER, ...ROWS])
        sheet.addRow(line.split(',').map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell)));
    });

  it.each(['Please ignore', 'Pay only first three', 'Backup copy', 'Salary to be paid half now'])(
    'is shown where it may speak against paying: %s',
    async (name) => {
      expect(await shown(await named(name))).toEqual([expect.stringContaining(name)]);
    },
  );

  it('may be a word against paying in Hindi', async () => {
    expect(codes((await checked(await named('अनुमानित'))).issues)).toEqual(['sheetSays@1']);
  });

  it.each(['Sheet1', 'Nov-26', 'payroll_nov', 'Bhiwandi', 'HO Staff', 'वेतन', 'Sheet1 (2)'])(
    'is no question where it is a month, a place or a list: %s',
    async (name) => {
      expect(codes((await checked(await named(name))).issues)).toEqual([]);
    },
  );
});

describe('a mark at a name', () => {
  it('is shown with its legend', async () => {
    const text = csv(HEADER, ...ROWS, 'Anil *,anil@okaxis,4000,Nov', '* salary to be held,,,');
    expect(await shown(text)).toContain('5: A mark is at this row: *. The sheet says: "salary to be held".');
  });

  it('is shown without one, unless all names have it', async () => {
    expect(await shown(csv(HEADER, ...ROWS, 'Anil*,anil@okaxis,4000,Nov'))).toEqual(['5: A mark is at this row: *.']);
    expect(await shown(csv(HEADER, ...ROWS.map((row) => row.replace(',', '*,'))))).toEqual([]);
  });

  it.each([
    ['Anil - absent', 'statusSays'],
    ['Late Anil Kumar', 'statusSays'],
    ['Anil (cash mein)', 'wordUnknown'],
    ['Anil (driver)', ''],
    ['Anil (HR)', ''],
  ])('may be a word: %s', async (name, expected) => {
    const { issues } = await checked(csv(HEADER, ...ROWS, `${name},anil@okaxis,4000,Nov`));
    expect(codes(issues.filter(({ row }) => row === 5))).toEqual(expected === '' ? [] : [`${expected}@5`]);
  });
});

describe('the colour of a row', () => {
  const filled = (colours: Readonly<Record<string, string>>, rows = OTHER_ROWS): Promise<Uint8Array> =>
    workbook((book: ExcelJS.Workbook) => {
      const sheet = book.addWorksheet('Sheet1');
      sheet.addRow(HEADER.split(','));
      for (const row of rows) sheet.addRow(row.split(',').map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell)));
      for (const [cell, argb] of Object.entries(colours))
        sheet.getCell(cell).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb } };
    });
  const row = (at: number, argb: string): Readonly<Record<string, string>> =>
    Object.fromEntries(['A', 'B', 'C', 'D'].map((column) => [`${column}${at}`, argb]));

  it.each([
    ['one row', row(3, 'FFFF0000'), ['rowColoured@3']],
    ['one cell of a row', { A4: 'FFFFFF00' }, ['rowColoured@4']],
    ['all rows but one', { ...row(2, 'FF92D050'), ...row(3, 'FF92D050'), ...row(4, 'FF92D050') }, ['rowColoured@5']],
    ['the header', row(1, 'FFFFFF00'), []],
    ['every second row', { ...row(2, 'FFD9E1F2'), ...row(4, 'FFD9E1F2') }, []],
    ['a column', { C2: 'FFFFFF00', C3: 'FFFFFF00', C4: 'FFFFFF00', C5: 'FFFFFF00' }, []],
    ['white', row(3, 'FFFFFFFF'), []],
  ])('is asked about where few rows have it: %s', async (_, colours, expected) => {
    expect(codes((await checked(await filled(colours))).issues)).toEqual(expected);
  });

  it('may be that of its text, but not that of links', async () => {
    const written = (font: Partial<ExcelJS.Font>, cells: readonly string[]): Promise<Uint8Array> =>
      workbook((book: ExcelJS.Workbook) => {
        const sheet = book.addWorksheet('Sheet1');
        sheet.addRow(HEADER.split(','));
        for (const line of OTHER_ROWS)
          sheet.addRow(line.split(',').map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell)));
        for (const cell of cells) sheet.getCell(cell).font = font;
      });
    const row3 = Object.keys(row(3, ''));
    expect(codes((await checked(await written({ color: { argb: 'FFFF0000' } }, row3))).issues)).toEqual([
      'rowColoured@3',
    ]);
    expect(codes((await checked(await written({ color: { argb: 'FFA6A6A6' } }, row3))).issues)).toEqual([
      'rowColoured@3',
    ]);
    expect(codes((await checked(await written({ color: { argb: 'FF000000' } }, row3))).issues)).toEqual([]);
    expect(
      codes((await checked(await written({ color: { argb: 'FF0563C1' }, underline: true }, ['B3']))).issues),
    ).toEqual([]);
  });

  it('is named', async () => {
    expect(await shown(await filled(row(3, 'FFFF0000')))).toEqual([
      '3: The sheet gives this row a colour of its own (red).',
    ]);
  });
});
