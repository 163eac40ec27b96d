import type ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND } from '../../electron/main/import/table.ts';
import { kindOfFormat } from '../../electron/main/import/xlsx-strings.ts';
import { rupeesFromDouble } from '../../shared/money.ts';
import { checked, codes, handMade, payments, refused, sheetData, workbook } from './files.ts';

const HEADERS = ['upi', 'account', 'ifsc', 'amount', 'remark', 'reference', 'name'];
type Cells = readonly ExcelJS.CellValue[];

function upiRow(
  change: Partial<Record<'upi' | 'amount' | 'remark' | 'reference' | 'name', ExcelJS.CellValue>> = {},
): Cells {
  const row = {
    upi: 'ravi@okaxis',
    account: null,
    ifsc: null,
    amount: 500,
    remark: 'Pay',
    reference: null,
    name: 'Ravi',
    ...change,
  };
  return Object.values(row);
}
function bankRow(account: ExcelJS.CellValue): Cells {
  return [null, account, 'HDFC0000001', 500, 'Pay', null, 'Asha'];
}

async function sheetOf(rows: readonly Cells[], change?: (sheet: ExcelJS.Worksheet) => void): Promise<Uint8Array> {
  return workbook((book) => {
    const sheet = book.addWorksheet('Sheet1');
    sheet.addRow(HEADERS);
    for (const row of rows) sheet.addRow([...row]);
    change?.(sheet);
  });
}

describe('the cells of a workbook', () => {
  it('ask about an amount whose paise the sheet does not show', async () => {
    const bytes = await sheetOf(
      [upiRow({ amount: 45123.5 }), upiRow({ amount: 45123, upi: 'asha@okaxis' })],
      (sheet) => {
        sheet.getColumn(4).numFmt = '#,##0';
      },
    );
    const file = await checked(bytes);
    expect(file.issues).toMatchObject([{ code: 'amountShownWhole', severity: 'warning', cell: 'Sheet1!D2' }]);
    expect(payments(file).map(({ amountPaise }) => amountPaise)).toEqual([4_512_350, 4_512_300]);
  });

  it('are read by their type, each oddity an issue of its cell', async () => {
    const bytes = await sheetOf(
      [
        upiRow(),
        upiRow({ amount: { formula: '250*2', result: 500 } }),
        upiRow({ amount: { error: '#N/A' } }),
        upiRow({ amount: new Date('2026-11-15T00:00:00Z') }),
        upiRow({ amount: true }),
        upiRow({ amount: '1,00,000.00' }),
        upiRow({ amount: 0.1 + 0.2 }),
        upiRow({ amount: 1500.55 }),
        upiRow({ remark: new Date('2026-11-01T00:00:00Z') }),
        upiRow({ reference: 1001 }),
        upiRow({ upi: { text: 'asha@okaxis', hyperlink: 'mailto:asha@okaxis' }, amount: 501 }),
        upiRow({ upi: { text: 'asha@okaxis', hyperlink: 'mailto:mallory@okaxis' } }),
        upiRow({ upi: { text: 'asha@okaxis', hyperlink: 'upi://pay?pa=mallory@okaxis&pn=Asha' } }),
        upiRow({ upi: { text: 'asha@okaxis', hyperlink: 'upi://pay?pa=ASHA@okaxis' }, amount: 502 }),
        upiRow({ upi: { richText: [{ text: 'ri' }, { text: 'ch@okaxis', font: { bold: true } }] } }),
        upiRow({ name: { formula: 'A1', result: 'Ravi' } }),
        upiRow({ upi: '=ravi@okaxis' }),
      ],
      (sheet) => {
        sheet.getColumn(4).numFmt = '#,##0.00';
        sheet.getCell('D5').numFmt = 'dd/mm/yyyy';
        sheet.getCell('E10').numFmt = 'mmm-yy';
      },
    );
    const file = await checked(bytes);
    expect(file.issues.map(({ code, cell }) => `${code} ${cell}`)).toEqual([
      'formulaCell Sheet1!D3',
      'errorCell Sheet1!D4',
      'dateCell Sheet1!D5',
      'booleanCell Sheet1!D6',
      'amountCleaned Sheet1!D7',
      'amountDecimals Sheet1!D8',
      'dateCell Sheet1!E10',
      'samePayment Sheet1!A11',
      'linkDiffers Sheet1!A13',
      'linkDiffers Sheet1!A14',
      'formulaCell Sheet1!G17',
      'formulaText Sheet1!A18',
    ]);
    expect(payments(file).map(({ amountPaise }) => amountPaise)).toEqual([
      50_000, 10_000_000, 150_055, 50_000, 50_100, 50_200, 50_000,
    ]);
    expect(payments(file).at(-1)?.beneficiary).toEqual({ method: 'UPI', upiId: 'rich@okaxis' });
    expect(file.rows[3]?.source[3]).toBe('2026-11-15');
  });

  it('keep account numbers exactly, or say that their digits are lost', async () => {
    const bytes = await sheetOf(
      [
        bankRow('000401234567'),
        bankRow(123456789012345),
        bankRow(1234567890123456),
        bankRow(5.010012345678901e19),
        bankRow(401234567),
        bankRow(401234567.5),
        bankRow(' 00123456789 '),
        bankRow('1.23E+15'),
      ],
      (sheet) => {
        sheet.getCell('B6').numFmt = '000000000000';
      },
    );
    const file = await checked(bytes);
    expect(codes(file.issues.filter(({ severity }) => severity === 'error'))).toEqual([
      'digitsLost@4',
      'digitsLost@5',
      'maskedNumber@6',
      'notWhole@7',
      'scientificText@9',
    ]);
    expect(payments(file).map(({ beneficiary }) => beneficiary)).toMatchObject([
      { accountNumber: '000401234567' },
      { accountNumber: '123456789012345' },
      { accountNumber: '00123456789' },
    ]);
    expect(codes(file.issues)).toContain('accountFromNumber@3');
  });

  it('block the rows of a merged range and of a range that an array formula fills', async () => {
    const bytes = await sheetOf(
      [upiRow({ upi: 'a1@ok' }), upiRow({ upi: 'a2@ok' }), upiRow({ upi: 'a3@ok' })],
      (sheet) => {
        sheet.mergeCells('D2:D3');
      },
    );
    expect(codes((await checked(bytes)).issues)).toEqual(['mergedCell@2', 'mergedCell@3']);
    const number = (value: number, formula = ''): string => `<c>${formula}<v>${value}</v></c>`;
    const array = handMade({
      sheet: sheetData([
        ['upi', 'amount', 'remark'],
        ['a1@ok', number(5, '<f t="array" ref="B2:B3">C2:C3</f>'), 'x'],
        ['a2@ok', number(6), 'x'],
        ['a3@ok', number(7), 'x'],
      ]),
    });
    expect(codes((await checked(array)).issues)).toEqual(['formulaCell@2', 'formulaCell@3']);
  });

  it('leave merges and links of other columns alone', async () => {
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Sheet1');
      sheet.addRows([
        ['upi', 'amount', 'remark', 'team'],
        ['a1@ok', 5, 'x', 'Sales'],
        ['a2@ok', 6, 'x', null],
      ]);
      sheet.mergeCells('D2:D3');
    });
    expect((await checked(bytes)).issues).toEqual([]);
  });

  it('say which rows and columns the sheet hides', async () => {
    const rows = [upiRow({ upi: 'a1@ok' }), upiRow({ upi: 'a2@ok' }), upiRow({ upi: 'a3@ok', amount: 0 })];
    const bytes = await sheetOf(rows, (sheet) => {
      sheet.getRow(3).hidden = true;
      sheet.getRow(4).hidden = true;
      sheet.getColumn(4).hidden = true;
      sheet.getColumn(2).hidden = true;
    });
    const file = await checked(bytes);
    expect(file.rows.map(({ kind, hidden }) => `${kind} ${hidden}`)).toEqual([
      'payable false',
      'payable true',
      'blocked true',
    ]);
    expect(codes(file.issues)).toEqual([
      'hiddenColumn@1',
      'hiddenColumn@1',
      'hiddenRow@3',
      'hiddenRow@4',
      'amountZero@4',
    ]);
    // One payable row and two payment columns would be paid without being seen.
    expect(file).toMatchObject({ hiddenRowCount: 1, hiddenColumnCount: 2 });
    const asked = await checked(bytes, { includeHidden: true });
    expect(codes(asked.issues)).toEqual(['amountZero@4']);
    expect(asked).toMatchObject({ hiddenRowCount: 1, hiddenColumnCount: 2 });
  });

  it('name their sheet as a spreadsheet does', async () => {
    const bytes = await workbook((book) => {
      book.addWorksheet("Nov '26 pay").addRows([
        ['upi', 'amount', 'remark'],
        ['a1@ok', 0, 'x'],
      ]);
    });
    const [issue] = (await checked(bytes)).issues;
    expect(issue?.cell).toBe("'Nov ''26 pay'!B2");
  });

  it('keep the numbers of rows across blank rows, formatted blank rows and a first line', async () => {
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Sheet1');
      sheet.getRow(3).values = ['upi', 'amount', 'remark'];
      sheet.getRow(5).values = ['a1@ok', 0, 'x'];
      sheet.getCell('A7').fill = { type: 'pattern', pattern: 'solid' };
      sheet.getRow(9).values = ['a2@ok', 0, 'x'];
    });
    expect(codes((await checked(bytes)).issues)).toEqual(['amountZero@5', 'amountZero@9']);
  });
});

describe('the sheets of a workbook', () => {
  const book = (states: Readonly<Record<string, ExcelJS.WorksheetState>>): Promise<Uint8Array> =>
    workbook((made) => {
      for (const [name, state] of Object.entries(states)) {
        const sheet = made.addWorksheet(name, { state });
        sheet.addRows([
          ['upi', 'amount', 'remark'],
          [`${name.toLowerCase()}@ok`, 500, 'x'],
        ]);
      }
    });

  it('are asked about when several are visible', async () => {
    const bytes = await book({ Nov: 'visible', Dec: 'visible', Old: 'hidden' });
    expect(await refused(bytes)).toMatchObject({
      code: 'chooseSheet',
      message: expect.stringContaining('"Nov", "Dec".'),
    });
    expect(payments(await checked(bytes, { sheet: 'dec' }))).toMatchObject([{ beneficiary: { upiId: 'dec@ok' } }]);
    expect(await refused(bytes, { sheet: 'Jan' })).toMatchObject({ code: 'sheetUnknown' });
  });

  it('are never read unseen: a hidden one is left alone, or named and then all of its rows are hidden', async () => {
    const bytes = await book({ Nov: 'visible', Old: 'hidden', Older: 'veryHidden' });
    expect(payments(await checked(bytes))).toMatchObject([{ beneficiary: { upiId: 'nov@ok' } }]);
    const file = await checked(bytes, { sheet: 'Older' });
    expect(file).toMatchObject({ hiddenRowCount: 1, rows: [{ hidden: true }] });
    expect((await refused(await book({ Old: 'hidden' }))).code).toBe('noVisibleSheet');
  });

  it('may be empty, or a header only', async () => {
    expect((await refused(await workbook((made) => made.addWorksheet('Sheet1')))).code).toBe('emptyFile');
    const bytes = await workbook((made) => made.addWorksheet('Sheet1').addRow(['upi', 'amount']));
    expect((await refused(bytes)).code).toBe('noRows');
  });

  it.each([
    [
      'a duplicate header',
      [
        ['upi', 'amount', 'Amount'],
        ['a1@ok', 1, 2],
      ],
      'duplicateHeader',
    ],
    [
      'a value without a header',
      [
        ['upi', 'amount', null, 'remark'],
        ['a1@ok', 1, 'stray', 'x'],
      ],
      'emptyHeader',
    ],
    [
      'a value right of the headers',
      [
        ['upi', 'amount'],
        ['a1@ok', 1, null, 'stray'],
      ],
      'emptyHeader',
    ],
    [
      'a header that is a formula',
      [
        ['upi', { formula: 'A2', result: 'amount' }],
        ['a1@ok', 1],
      ],
      'headerNotText',
    ],
    ['too many columns', [['upi', 'amount'], Object.assign(['a1@ok', 1], { 600: 'x' })], 'tooManyColumns'],
  ])('refuse %s', async (_, rows, code) => {
    const bytes = await workbook((made) => made.addWorksheet('Sheet1').addRows(rows as never[]));
    expect((await refused(bytes)).code).toBe(code);
  });
});

describe('what exceljs writes', () => {
  it('is read back exactly: texts of every script, and numbers to the last bit', async () => {
    // No surrogate pairs: exceljs itself writes about one in twenty thousand of them as two broken halves.
    const letter = fc.constantFrom(...Array.from('aZ0 &<>"\'\u00e9क्षिতઅ漢_xé\u00a0'));
    // Spreadsheets read _x0041_ as an escape; exceljs writes it as it is.
    const text = fc
      .array(letter, { maxLength: 40 })
      .map((letters) => letters.join(''))
      .filter((made) => made.trim() !== '' && !/_x[0-9a-f]{4}_/i.test(made));
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.integer({ min: 1, max: 1e12 }).map((paise) => paise / 100),
    );
    const rows = fc.sample(fc.tuple(text, number), 3_000);
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Sheet1');
      sheet.addRow(['upi', 'amount', 'text', 'number']);
      for (const [words, value] of rows) sheet.addRow(['a1@ok', 1, words, value]);
    });
    const file = await checked(bytes);
    expect(file.rows).toHaveLength(rows.length);
    // Only what differs, so that a failure names it. A sheet knows no negative zero.
    const differing = rows.flatMap(([words, value], index) => {
      const { source = [] } = file.rows[index] ?? {};
      return source[2] === words && Number(source[3]) === value ? [] : [{ written: [words, value], read: source }];
    });
    expect(differing).toEqual([]);
  });

  it('is read back exactly with a letter of two halves', async () => {
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Sheet1');
      sheet.addRow(['upi', 'amount', 'text']);
      sheet.addRow(['a1@ok', 1, 'काम 😀']);
    });
    expect((await checked(bytes)).rows.map(({ source }) => source[2])).toEqual(['काम 😀']);
  });

  it('is paid to the paisa, whatever the amount', async () => {
    const amounts = fc.sample(fc.integer({ min: 1, max: 10_000_000_000 }), 2_000);
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Sheet1');
      sheet.addRow(['upi', 'amount', 'remark']);
      for (const paise of amounts) sheet.addRow(['a1@ok', paise / 100, 'x']);
    });
    expect(payments(await checked(bytes)).map(({ amountPaise }) => amountPaise)).toEqual(amounts);
  });

  it('agrees with rupeesFromDouble on numbers that are no amounts', async () => {
    const values = fc.sample(fc.double({ min: -1e6, max: 1e12, noNaN: true }), 500);
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Sheet1');
      sheet.addRow(['upi', 'amount', 'remark']);
      for (const value of values) sheet.addRow(['a1@ok', value, 'x']);
    });
    const { rows } = await checked(bytes);
    expect(rows.map((row) => (row.kind === 'payable' ? row.payment.amountPaise : null))).toEqual(
      values.map((value) => {
        const reading = rupeesFromDouble(value);
        return reading.kind === 'exact' ? reading.paise : null;
      }),
    );
  });
});

describe('kindOfFormat', () => {
  it.each<readonly [string, number]>([
    ['General', KIND.number],
    ['@', KIND.number],
    ['0', KIND.whole],
    ['0.00', KIND.number],
    ['#,##0.00', KIND.number],
    ['"Rs. "#,##0.00', KIND.number],
    ['[$₹-4009]\\ #,##0.00', KIND.number],
    ['[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', KIND.whole],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', KIND.number],
    ['0.00E+00', KIND.number],
    ['[Red]#,##0', KIND.whole],
    ['000000000000', KIND.zeroMask],
    ['0000-0000', KIND.zeroMask],
    ['dd-mmm-yy', KIND.date],
    ['[h]:mm', KIND.date],
    ['[$-4009]d mmmm yyyy', KIND.date],
    ['0%', KIND.unusual],
    ['#,##0,', KIND.unusual],
    ['0.0,,"M"', KIND.unusual],
    ['[$$-409]#,##0.00', KIND.unusual],
    ['"$"#,##0', KIND.unusual],
    ['€ #,##0', KIND.unusual],
    ['0.0 "Lakh"', KIND.unusual],
    ['0" paise"', KIND.unusual],
    ['"USD" 0.00', KIND.unusual],
    ['0.00\\ \\k', KIND.unusual],
    ['#,##0.00" Rupees only"', KIND.number],
    ['"INR" 0.00"/-"', KIND.number],
    ['dd "of" mmmm', KIND.date],
    ['['.repeat(1000), KIND.unusual],
    [';;;', KIND.unusual],
  ])('tells what %s shows', (code, kind) => {
    expect(kindOfFormat(164, code)).toBe(kind);
  });

  it.each([
    [0, KIND.number],
    [4, KIND.number],
    [9, KIND.unusual],
    [14, KIND.date],
    [22, KIND.date],
    [49, KIND.number],
  ])('knows the built-in format %i', (id, kind) => {
    expect(kindOfFormat(id, null)).toBe(kind);
  });
});
