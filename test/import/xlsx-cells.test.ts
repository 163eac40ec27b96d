import type ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND } from '../../electron/main/import/table.ts';
import { kindOfFormat } from '../../electron/main/import/xlsx-strings.ts';
import { rupeesFromDouble } from '../../shared/money.ts';
import { checked, codes, handMade, payments, refused, type SpokenFile, sheetData, workbook } from './files.ts';

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
      [
        upiRow({ amount: 45123.5 }),
        upiRow({ amount: 45123, upi: 'asha@okaxis' }),
        upiRow({ amount: 45123.55, upi: 'one@okaxis' }),
        upiRow({ amount: 45123.5, upi: 'two@okaxis', name: 'Asha' }),
      ],
      (sheet) => {
        sheet.getColumn(4).numFmt = '#,##0';
        sheet.getCell('D4').numFmt = '0.0';
        sheet.getCell('D5').numFmt = '0.0';
      },
    );
    const file = await checked(bytes);
    expect(codes(file.issues)).toEqual(['amountShownWhole@2', 'amountShownWhole@4']);
    expect(payments(file).map(({ amountPaise }) => amountPaise)).toEqual([4_512_350, 4_512_300, 4_512_355, 4_512_350]);
  });

  it('are paid as a sheet shows them that rounds to two decimals, said once for the column', async () => {
    const rows = [220_000 / 12, 250_000 / 12, 185.175, 9_000].map((amount, at) =>
      upiRow({ amount, upi: `p${at}@okaxis` }),
    );
    const total = upiRow({ upi: '', amount: 220_000 / 12 + 250_000 / 12 + 185.175 + 9_000, remark: '', name: 'Total' });
    const file = await checked(
      await sheetOf([...rows, total], (sheet) => {
        sheet.getColumn(4).numFmt = '#,##0.00';
      }),
    );
    expect(payments(file).map(({ amountPaise }) => amountPaise)).toEqual([1_833_333, 2_083_333, 18_518, 900_000]);
    expect(codes(file.issues)).toEqual(['amountsRounded@1', 'totalLine@6']);
    const unshown = await checked(await sheetOf([upiRow({ amount: 220_000 / 12 })], () => undefined));
    expect(codes(unshown.issues)).toEqual(['amountDecimals@2']);
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
        upiRow({ upi: { richText: [{ text: 'ri' }, { text: 'ch@okaxis', font: { bold: true } }] }, name: 'Rich' }),
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
      'formulaColumn Sheet1!D1',
      'formulaColumn Sheet1!G1',
      'samePayment Sheet1!A3',
      'errorCell Sheet1!D4',
      'dateCell Sheet1!D5',
      'booleanCell Sheet1!D6',
      'amountCleaned Sheet1!D7',
      'dateCell Sheet1!E10',
      'samePayment Sheet1!A11',
      'linkDiffers Sheet1!A13',
      'linkDiffers Sheet1!A14',
      'samePayment Sheet1!A17',
      'formulaText Sheet1!A18',
    ]);
    expect(payments(file).map(({ amountPaise }) => amountPaise)).toEqual([
      50_000, 50_000, 10_000_000, 30, 150_055, 50_000, 50_100, 50_200, 50_000, 50_000,
    ]);
    expect(payments(file).at(-2)?.beneficiary).toEqual({ method: 'UPI', upiId: 'rich@okaxis' });
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
        bankRow(123456789012345.6),
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
      'digitsLost@10',
    ]);
    expect(payments(file).map(({ beneficiary }) => beneficiary)).toMatchObject([
      { accountNumber: '000401234567' },
      { accountNumber: '123456789012345' },
      { accountNumber: '00123456789' },
    ]);
    expect(codes(file.issues)).toEqual(expect.arrayContaining(['accountLong@3', 'accountFromNumber@3']));
  });

  it('block the rows of a merged range', async () => {
    const bytes = await sheetOf(
      [upiRow({ upi: 'a1@ok' }), upiRow({ upi: 'a2@ok' }), upiRow({ upi: 'a3@ok' })],
      (sheet) => {
        sheet.mergeCells('D2:D3');
      },
    );
    expect(codes((await checked(bytes)).issues)).toEqual(['mergedCell@2', 'mergedCell@3']);
  });

  it('show a number with fifteen digits, as the sheet does, and never round what it shows', async () => {
    const values = ['0.30000000000000004', '1234.5600000000001', '7.9999999999999991', '1234.565', '1234.56000000001'];
    const file = await checked(
      handMade({
        sheet: sheetData([
          ['upi', 'amount', 'remark'],
          ...values.map((value, at) => [`a${at}@ok`, `<c><v>${value}</v></c>`, '<c><v>0.1000000000000000055</v></c>']),
        ]),
      }),
    );
    expect(codes(file.issues)).toEqual(['amountDecimals@5', 'amountDecimals@6']);
    expect(payments(file).map(({ amountPaise, remark }) => [amountPaise, remark])).toEqual([
      [30, '0.1'],
      [123_456, '0.1'],
      [800, '0.1'],
    ]);
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
    const rows = [
      upiRow({ upi: 'a1@ok' }),
      upiRow({ upi: 'a2@ok', name: 'Asha' }),
      upiRow({ upi: 'a3@ok', amount: 0 }),
    ];
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
    // Otherwise one payable row and two payment columns would be paid without being seen.
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

describe('a column of formulas', () => {
  const formula = (text: string, value: string, type = 'n'): string => `<c t="${type}"><f>${text}</f>${value}</c>`;
  const amounts = (rows: readonly string[], workbook?: string): Uint8Array =>
    handMade({
      sheet: sheetData([['upi', 'Net pay', 'remark'], ...rows.map((amount, at) => [`a${at}@ok`, amount, 'x'])]),
      ...(workbook === undefined ? {} : { workbook }),
    });

  it('is paid as the sheet last showed it, with one warning at its header', async () => {
    const rows = ['<v>900</v>', '<v>1000.5</v>', '<v>0.30000000000000004</v>'].map((value) => formula('C2-D2', value));
    const file = await checked(amounts(rows));
    expect(payments(file).map(({ amountPaise }) => amountPaise)).toEqual([90_000, 100_050, 30]);
    expect(file.issues).toMatchObject([
      {
        code: 'formulaColumn',
        severity: 'warning',
        cell: 'Sheet1!B1',
        message: 'The amount comes from formulas in 3 rows. What the sheet last showed is used.',
      },
    ]);
  });

  it('is paid to the paisa where it adds amounts up, and never otherwise where it takes them away', async () => {
    const paise = fc.integer({ min: 1, max: 1_000_000_000 });
    const sums = fc.sample(fc.array(paise, { minLength: 2, maxLength: 9 }), 1_000);
    const differences = fc.sample(fc.array(paise, { minLength: 2, maxLength: 3 }), 1_000);
    const rupees = (parts: readonly number[], sign: 1 | -1): number =>
      parts.map((part) => part / 100).reduce((total, part) => total + sign * part);
    const results = [...sums.map((parts) => rupees(parts, 1)), ...differences.map((parts) => rupees(parts, -1))];
    const file = await checked(amounts(results.map((result) => formula('C2', `<v>${result}</v>`))));
    const paid = file.rows.map((row) => (row.kind === 'payable' ? row.payment.amountPaise : null));
    expect(paid.slice(0, sums.length)).toEqual(sums.map((parts) => parts.reduce((total, part) => total + part)));
    const wrong = differences.filter((parts, at) => {
      const read = paid[sums.length + at] ?? null;
      return read !== null && read !== parts.reduce((total, part) => total - part);
    });
    expect(wrong).toEqual([]);
  });

  it('is held to every rule that typed values are held to', async () => {
    const rows = [
      formula('C2', '<v>1234.565</v>'),
      formula('C3', '<v>#DIV/0!</v>', 'e'),
      formula('C4', '<v>1</v>', 'b'),
      formula('C5', '<v></v>', 'str'),
      formula('C6', '<v>Rs. 500/-</v>', 'str'),
      formula('C7', '<v>-5</v>'),
    ];
    expect(codes((await checked(amounts(rows))).issues)).toEqual([
      'formulaColumn@1',
      'amountDecimals@2',
      'errorCell@3',
      'booleanCell@4',
      'amountEmpty@5',
      'amountCleaned@6',
      'amountNegative@7',
    ]);
  });

  it('blocks the rows whose result is not in the file', async () => {
    const rows = [formula('C2', ''), formula('C3', '<v></v>'), formula('C4', '<v/>', 's'), '<c><v>5</v></c>'];
    expect(codes((await checked(amounts(rows))).issues)).toEqual(['formulaCell@2', 'formulaCell@3', 'formulaCell@4']);
  });

  it('blocks its rows where the program that saved the workbook worked nothing out', async () => {
    const sheets = '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>';
    const rows = [formula('C2', '<v>7</v>'), '<c><v>5</v></c>', '<c><f t="array" ref="B4:B5">C4:C5</f><v>8</v></c>'];
    const file = amounts([...rows, '<c><v>9</v></c>'], `${sheets}<calcPr calcId="124519" fullCalcOnLoad="1"/>`);
    expect(codes((await checked(file)).issues)).toEqual(['formulaCell@2', 'formulaCell@4', 'formulaCell@5']);
    const workedOut = amounts(rows, `${sheets}<calcPr calcId="124519" fullCalcOnLoad="0"/>`);
    expect(codes((await checked(workedOut)).issues)).toEqual(['formulaColumn@1']);
  });

  it('may be a shared formula, or one that fills a range', async () => {
    const rows = [
      '<c><f t="shared" ref="B2:B3" si="0">C2*2</f><v>5</v></c>',
      '<c><f t="shared" si="0"/><v>6</v></c>',
      '<c><f t="array" ref="B4:B5">C4:C5</f><v>7</v></c>',
      '<c><v>8</v></c>',
      '<c><v>9</v></c>',
    ];
    const file = await checked(amounts(rows));
    expect(file.issues).toMatchObject([{ code: 'formulaColumn', message: expect.stringContaining('4 rows') }]);
    expect(file.payableCount).toBe(5);
  });

  it('may hold accounts, whose digits it keeps as a text and loses as a number', async () => {
    const account = (value: string, type: string): string[] => [
      formula('TEXT(E2,"0")', value, type),
      'HDFC0000001',
      '5',
      'x',
    ];
    const bytes = handMade({
      sheet: sheetData([
        ['account', 'ifsc', 'amount', 'remark'],
        account('<v>00123456789012</v>', 'str'),
        account('<v>1234567890123456</v>', 'n'),
      ]),
    });
    const file = await checked(bytes);
    expect(codes(file.issues)).toEqual(['formulaColumn@1', 'digitsLost@3']);
    expect(payments(file)).toMatchObject([{ beneficiary: { accountNumber: '00123456789012' } }]);
  });
});

describe('a row that is struck through', () => {
  const STYLES =
    '<fonts><font><sz val="11"/></font><font><strike/></font><font><strike val="0"/></font></fonts>' +
    '<cellXfs><xf fontId="0" numFmtId="0"/><xf fontId="1" numFmtId="0"/><xf fontId="2" numFmtId="0"/></cellXfs>';
  const struck = '<r><rPr><strike/></rPr><t>asha</t></r><r><t>@ok</t></r>';

  it('needs a tick, whichever of its cells is struck, and wherever the strike stands', async () => {
    const bytes = handMade({
      styles: STYLES,
      strings: `<si><t>plain@ok</t></si><si>${struck}</si>`,
      sheet: sheetData([
        ['upi', 'amount', 'remark', 'team'],
        ['a1@ok', '<c s="1"><v>5</v></c>', 'x'],
        ['a2@ok', '<c s="2"><v>5</v></c>', 'x'],
        ['<c t="s"><v>0</v></c>', '<c s="0"><v>5</v></c>', 'x'],
        ['<c t="s"><v>1</v></c>', '<c><v>5</v></c>', 'x'],
        [`<c t="inlineStr"><is>${struck}</is></c>`, '<c><v>6</v></c>', 'x'],
        ['a6@ok', '<c><v>5</v></c>', 'x', '<c s="1" t="inlineStr"><is><t>Sales</t></is></c>'],
      ]),
    });
    const file = await checked(bytes);
    expect(codes(file.issues)).toEqual(['struckRow@2', 'struckRow@5', 'struckRow@6']);
    expect(file.payableCount).toBe(6);
  });
});

describe('the only sheet with amounts', () => {
  const withSheet = (name: string, rows: readonly (readonly (string | number)[])[]): Promise<Uint8Array> =>
    workbook((made) => {
      made.addWorksheet('Instructions').addRows([['How to fill in'], ['Write one UPI ID in each row']]);
      made.addWorksheet('Pay').addRows([
        ['upi', 'amount', 'remark'],
        ['ravi@okaxis', 500, 'x'],
      ]);
      made.addWorksheet(name).addRows(rows.map((row) => [...row]));
    });

  it('opens beside instructions and master data', async () => {
    const file = await checked(
      await withSheet('Master', [
        ['Name', 'UPI ID'],
        ['Ravi', 'ravi@okaxis'],
      ]),
    );
    expect(file).toMatchObject({ sheet: 'Pay', payableCount: 1 });
  });

  it.each(['Barred', 'Under enquiry', 'Not this time'])(
    'shows the payees that another sheet names: %s',
    async (name) => {
      const rows = [['Who', 'Why'], [], ['Gita', 'asked'], ['RAVI@okaxis', 'police case']];
      const { issues } = await checked(await withSheet(name, rows), { sheet: 'Pay' });
      expect(codes(issues)).toEqual(['textsUnclear@1']);
      expect(issues[0]?.message).toContain(name);
      expect(issues[0]?.message).not.toContain('Gita');
    },
  );

  it('is asked for where another has amounts', async () => {
    for (const rows of [
      [
        ['upi', 'amount'],
        ['asha@ybl', 700],
      ],
      [
        ['Name', 'Amount'],
        ['Asha', 700],
      ],
    ] as const)
      expect((await refused(await withSheet('Hold', rows))).code).toBe('chooseSheet');
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

/** The number with the digits that a spreadsheet keeps. */
function shownNumber(value: number): number {
  return Math.abs(value) < 1e14 ? Number(value.toPrecision(15)) : value;
}

describe('what exceljs writes', () => {
  it('is read back exactly: texts of every script, and numbers with all the digits that a sheet shows', async () => {
    // No surrogate pairs: exceljs itself writes about one in twenty thousand of them as two broken halves.
    const letter = fc.constantFrom(...Array.from('aZ0 &<>"\'\u00e9क्षिতઅ漢_xé\u00a0'));
    // Spreadsheets read _x0041_ as an escape; exceljs writes it unchanged.
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
    // Only the differences, so that a failure names them. A sheet has no negative zero.
    const differing = rows.flatMap(([words, value], index) => {
      const { source = [] } = file.rows[index] ?? {};
      return source[2] === words && source[3] === String(shownNumber(value))
        ? []
        : [{ written: [words, value], read: source }];
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
    const values = fc.sample(fc.double({ min: -1e6, max: 1e12, noNaN: true }), 500).map(shownNumber);
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
    ['0.00', KIND.hundredths],
    ['0.000', KIND.number],
    ['#,##0.00', KIND.hundredths],
    ['**#,##0.00', KIND.hundredths],
    ['[>=100000]##\\,##\\,##0.00;[<100000]##,##0.00', KIND.hundredths],
    ['[>=100000]##\\,##\\,##0.00;[<100000]##,##0.000', KIND.number],
    ['"Rs. "#,##0.00', KIND.hundredths],
    ['[$₹-4009]\\ #,##0.00', KIND.hundredths],
    ['[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', KIND.whole],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', KIND.hundredths],
    ['0.00E+00', KIND.number],
    ['0.0', KIND.tenths],
    ['#,##0.#', KIND.tenths],
    ['General "Rs"', KIND.number],
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
    ['#,##0.00" Rupees only"', KIND.hundredths],
    ['"INR" 0.00"/-"', KIND.hundredths],
    ['dd "of" mmmm', KIND.date],
    ['['.repeat(1000), KIND.unusual],
    [';;;', KIND.unusual],
  ])('tells what %s shows', (code, kind) => {
    expect(kindOfFormat(164, code)).toBe(kind);
  });

  it.each([
    [0, KIND.number],
    [4, KIND.hundredths],
    [9, KIND.unusual],
    [14, KIND.date],
    [22, KIND.date],
    [49, KIND.number],
  ])('knows the built-in format %i', (id, kind) => {
    expect(kindOfFormat(id, null)).toBe(kind);
  });
});

describe('a note at a cell', () => {
  const noted = (...notes: readonly (readonly [cell: string, text: string])[]): Promise<SpokenFile> =>
    workbook((book) => {
      const sheet = book.addWorksheet('Sheet1');
      sheet.addRows([
        ['Sr', 'UPI ID', 'Amount', 'Remark'],
        [1, 'asha@okaxis', 500, 'pay'],
        [2, 'ravi@okaxis', 700, 'pay'],
      ]);
      for (const [cell, text] of notes) sheet.getCell(cell).note = text;
    }).then((content) => checked(content));

  it('warns of its row, whichever column it stands in, and never repeats it', async () => {
    const { issues } = await noted(['A2', 'Do not pay'], ['B3', 'old a/c 50100123456789'], ['C3', 'half']);
    expect(issues.map(({ row, code, message }) => [row, code, message])).toEqual([
      [2, 'noteThere', 'A note is attached to Sheet1!A2.'],
      [3, 'noteThere', 'A note is attached to Sheet1!B3.'],
    ]);
  });

  it('says nothing at the header, unless it speaks of another unit', async () => {
    expect((await noted(['C1', 'Net, in rupees'])).issues).toEqual([]);
    await expect(noted(['C1', 'All figures in thousands'])).rejects.toThrow('amountUnclear');
  });
});
