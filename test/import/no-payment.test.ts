import { describe, expect, it } from 'vitest';
import { checked, codes, handMade, payments, type SpokenFile, sheetData } from './files.ts';

const HEADER = 'Sr,Name,UPI ID,Account No,IFSC,Amount,Remark,Dept';
const ROWS = ['1,Asha,asha@okaxis,,,500,Pay,Sales', '2,Ravi,,00123456789,HDFC0000001,700.50,Pay,Stores'];

function below(...lines: readonly string[]): Promise<SpokenFile> {
  return checked([HEADER, ...ROWS, ...lines, ''].join('\n'));
}
/** The issues of a line below two good rows, and whether it is left out. */
async function said(line: string): Promise<string> {
  const file = await below(line);
  expect(payments(file).slice(0, 2)).toMatchObject([{ amountPaise: 50_000 }, { amountPaise: 70_050 }]);
  const row = file.rows[2];
  const isLeftOut = row?.kind === 'blocked' && row.isNoPayment === true;
  const found = file.issues.filter((issue) => issue.row === 4).map(({ code }) => code);
  return `${isLeftOut ? 'left out' : (row?.kind ?? '')}: ${found.join(' ')}`;
}

describe('a line that pays nobody', () => {
  it.each([
    'Total,,,,,1200.50,,',
    ',Grand Total,,,,"1,200.50",,',
    ',,,Total,,1200.50,,',
    ',,,,,1200.50,,TOTAL:',
    ',Total (2 employees),,,,1200.50,,',
    ',Total amount payable,,,,,,',
    ',,,,,1200.50,,',
    ',Sales total,,,,1200.50,,',
    ',कुल योग,,,,1200.50,,',
    ',மொத்தம்,,,,1200.50,,',
    ',Total,-,-,-,1200.50,,',
    ',,,,,1200.50,,Stores total',
    ',Department total,,,,"1,200.50",,',
  ])('is left out as a total: %s', async (line) => {
    expect(await said(line)).toBe('left out: totalLine');
  });

  it.each([',Sub-total,,,,999,,', ',,,,,1200,,Stores total', ',Total,,,,1900.50,,'])(
    'is left out as a total and warns that it differs: %s',
    async (line) => {
      expect(await said(line)).toBe('left out: totalDiffers totalLine');
    },
  );

  it.each([
    [
      'below its subtotals',
      [',Total,,,,1200.50,,', '3,Meena,meena@okaxis,,,300,Pay,', ',Total,,,,300,,', ',Grand Total,,,,1500.50,,'],
    ],
    ['of how many there are', [',Total employees,,,,2,,']],
    ['below an amount that cannot be read', ['3,Meena,meena@okaxis,,,"1.000,50",Pay,', ',Total,,,,2201,,']],
    [
      'below an empty amount and a zero',
      ['3,Meena,meena@okaxis,,,,Pay,', '4,Jo,jo@okaxis,,,0,Pay,', ',Total,,,,1200.50,,'],
    ],
    ['without an amount', [',Total amount,,,,,,']],
  ])('does not differ as a total %s', async (_, lines) => {
    expect(codes((await below(...lines)).issues)).not.toContainEqual(expect.stringContaining('totalDiffers'));
  });

  it('differs as a total from what a carried forward amount does not explain', async () => {
    const rows = [',Total brought forward,,,,1000,,', ...ROWS];
    const differing = async (total: string): Promise<readonly string[]> =>
      codes((await checked([HEADER, ...rows, `,Total,,,,${total},,`, ''].join('\n'))).issues);
    expect(await differing('2200.50')).toEqual(['totalLine@2', 'totalLine@5']);
    expect(await differing('2200')).toEqual(['totalDiffers@5', 'totalLine@2', 'totalLine@5']);
  });

  it.each([
    [',C/F,,,,1200.50,,', 'left out: totalLine'],
    [',"B/F from page 1",,,,1200.50,,', 'left out: totalLine'],
    [',G.T.,,,,1200.50,,', 'left out: totalLine'],
    [',G.T.,,,,900,,', 'blocked: payeeMissing remarkMissing'],
    [',T O T A L,,,,1200.50,,', 'left out: totalLine'],
    [',G. Total,,,,1200.50,,', 'left out: totalLine'],
    [',Head count: 2,,,,,,', 'left out: totalLine'],
  ])('is a total as books write it: %s', async (line, what) => {
    expect(await said(line)).toBe(what);
  });

  it("is the subtotal of the group above it, in Excel's own layout", async () => {
    const rows = ['Name,UPI ID,Amount,Remark', 'Ravi,ravi@okaxis,500,A', 'Ravi,ravi@ybl,700,A', 'Ravi Total,,1200,'];
    const more = ['Asha,asha@ybl,900,A', 'Asha Total,,900,', 'Grand Total,,2100,', 'Meera Total,,900,'];
    const { issues } = await checked([...rows, ...more, ''].join('\n'));
    expect(codes(issues)).toEqual(['totalLine@4', 'totalLine@6', 'totalLine@7', 'totalRow@8']);
  });

  it('is a title of a page that is repeated', async () => {
    const page = ['Salary register Nov 2026,,,', 'Name,UPI ID,Amount,Remark'];
    const text = [...page, 'Ravi,ravi@okaxis,500,A', ...page, 'Asha,asha@ybl,700,A', ''].join('\n');
    const file = await checked(text);
    expect(payments(file)).toHaveLength(2);
    expect(codes(file.issues)).toEqual(['rowsAboveHeader@2', 'noteLine@4', 'repeatedHeader@5']);
  });

  it.each([
    'Prepared by,,,Checked by,,,Authorised signatory,',
    ',"Prepared by: Asha Rao, 30-11-2026",,,,,,',
    ',,,,,,,Authorized Signatory',
    'For ACME Pvt Ltd,,,,,,,',
    ',,,,,Rupees One Thousand Two Hundred only,,',
    'Note: paid by the 7th,,,,,,,',
    'Department: Sales,,,,,,,',
    'Director,,,,,,,',
    ',,,,,,,Stores',
    ',(Mandatory),(Optional),Numeric,,(Rs.),,',
    'This list was agreed with the branch manager last week,,,,,,,',
  ])('is left out as a note: %s', async (line) => {
    expect(await said(line)).toBe('left out: noteLine');
  });

  it('is left out when it holds a serial number alone', async () => {
    expect(await said('3,,,,,,,')).toBe('left out: numberLine');
  });

  it.each<readonly [string, string]>([
    ['3,Total Solutions Pvt Ltd,total@okaxis,,,500,Pay,', 'payable: '],
    ['3,Total,,00123456780,HDFC0000001,1200,Pay,', 'payable: '],
    [',Prepared by Asha,asha@okaxis,,,900,Pay,', 'payable: '],
  ])('is none that names a payee: %s', async (line, what) => {
    expect(await said(line)).toBe(what);
  });

  it.each<readonly [string, string]>([
    ['3,Total Solutions Pvt Ltd,,,,500,Pay,', 'blocked: totalRow'],
    ['3,Total,,00123456780,HDFC0000001,1200.50,Pay,', 'blocked: totalRow'],
    ['3,Dept Total,total@okaxis,,,"1,200.50",Pay,', 'blocked: totalRow'],
    ['3,Meena,,,,1200.50,Pay,', 'blocked: payeeMissing'],
    ['3,Meena,,,,900,Pay,Total', 'blocked: totalRow'],
    ['3,Meena,,,,900,Pay,', 'blocked: payeeMissing'],
    ['3,Meena,,,,,,', 'blocked: payeeMissing amountEmpty remarkMissing'],
    [',Meena,,,,,,Director', 'blocked: payeeMissing amountEmpty remarkMissing'],
    [',Director,,,HDFC0000001,,,', 'blocked: accountMissing amountEmpty remarkMissing'],
    ['Prepared by,,,,,900,,', 'blocked: payeeMissing remarkMissing'],
    [',,,,,900,,', 'blocked: payeeMissing remarkMissing'],
    [',Stores,,,,,,', 'blocked: payeeMissing amountEmpty remarkMissing'],
    ['Note: all amounts are in thousands,,,,,,,', 'blocked: payeeMissing amountEmpty remarkMissing'],
    [',,,,,(in lakhs),,', 'blocked: payeeMissing amountShape remarkMissing'],
  ])('is none that may be a payment with something missing: %s', async (line, what) => {
    expect(await said(line)).toBe(what);
  });

  it('is no total where one row above pays as much: the payee may be missing', async () => {
    const text = (line: string): string => `${HEADER}\n${ROWS[0]}\n${line}\n`;
    const of = async (line: string): Promise<readonly string[]> => codes((await checked(text(line))).issues);
    expect(await of('2,Total Solutions,,,,500,Pay,')).toEqual(['totalRow@3']);
    expect(await of(',,,,,500,,')).toEqual(['totalRow@3']);
    expect(await of(',Total,,,,500,,')).toEqual(['totalLine@3']);
  });

  it('is told with its rupees, and never with a text of the sheet', async () => {
    const { issues } = await below(',Total,,,,"1,200.50",,');
    expect(issues).toMatchObject([
      { severity: 'notice', cell: 'F4', message: expect.stringContaining('of ₹1,200.50') },
    ]);
  });

  it('is found in a workbook where its label is merged over the payee', async () => {
    const rows = [
      HEADER.split(','),
      ...ROWS.map((row) => row.split(',')),
      ['Total', '', '', '', '', '1200.50', '', ''],
    ];
    const made = handMade({ sheet: `${sheetData(rows)}<mergeCells><mergeCell ref="A4:E4"/></mergeCells>` });
    const file = await checked(made);
    expect(codes(file.issues)).toEqual(['totalLine@4']);
  });

  it('counts no subtotal into the total below it', async () => {
    const file = await below(',Sub total,,,,1200.50,,', '3,Meena,meena@okaxis,,,100,Pay,', ',,,,,1300.50,,');
    expect(codes(file.issues)).toEqual(['totalLine@4', 'totalLine@6']);
  });
});

describe('a second table below the first', () => {
  const FIRST = ['Name,UPI ID,Amount,Days,Remark', 'Asha,asha@okaxis,500,30,Pay', 'Ravi,ravi@okaxis,700,30,Pay'];
  const of = (...lines: readonly string[]): Promise<SpokenFile> => checked([...FIRST, ...lines, ''].join('\n'));

  it.each(['Name,UPI ID,Days,Amount,Remark', 'Name,Amount,UPI ID,Days,Remark', 'UPI ID,,Gross Amount,,'])(
    'is never paid by the columns of the first: %s',
    async (header) => {
      const file = await of(header, 'Meena,meena@okaxis,26,9000,Pay', 'Tara,tara@okaxis,27,8000,Pay');
      expect(payments(file)).toMatchObject([{ amountPaise: 50_000 }, { amountPaise: 70_000 }]);
      expect(codes(file.issues)).toEqual(['secondHeader@4', 'belowSecondHeader@5', 'belowSecondHeader@6']);
      expect(file.issues[1]?.message).toContain('in row 4');
    },
  );

  it.each<readonly [string, string]>([
    ['Name,UPI ID,Amount,Days,Remark', 'repeatedHeader@4'],
    ['NAME,upi id,AMOUNT,Days,Narration', 'upiShape@4 amountShape@4'],
  ])('is the same table where the header is the same: %s', async (header, what) => {
    const file = await of(header, 'Meena,meena@okaxis,900,26,Pay');
    expect(payments(file)).toHaveLength(3);
    expect(codes(file.issues).join(' ')).toBe(what);
  });

  it('is none where a row only speaks of amounts', async () => {
    const file = await of('Net Amount,,,,', 'Meena,meena@okaxis,900,26,Pay');
    expect(payments(file)).toHaveLength(3);
  });
});

describe('the row below the header', () => {
  const of = (first: string): Promise<SpokenFile> =>
    checked(`Name,UPI ID,Amount,Remark\n${first}\nAsha,asha@okaxis,1.5,Pay\n`);

  it.each(['Text(40),Text(18),"Number(13,2)",Text(30)', ',Enter the UPI ID,Enter the amount,', 'Name,Mandatory,Rs.,'])(
    'is left out where it explains the columns: %s',
    async (first) => {
      const file = await of(first);
      expect(codes(file.issues)).toEqual(['explanationLine@2']);
      expect(payments(file)).toMatchObject([{ amountPaise: 150 }]);
    },
  );

  it('makes all amounts doubtful where it names another unit', async () => {
    const { issues } = await of(',,Rs. in Lakhs,');
    expect(issues[0]).toMatchObject({ code: 'unitDoubtful', row: 1, cell: 'C1', severity: 'warning' });
    expect(codes((await of('Ravi,ravi@okaxis,2,Two lakhs')).issues)).toEqual([]);
  });
});

describe('a line of words above some rows', () => {
  const of = (...lines: readonly string[]): Promise<SpokenFile> =>
    checked(['Sr,Name,UPI ID,Amount,Remark', '1,Asha,asha@okaxis,500,Pay', ...lines, ''].join('\n'));
  const below = ['2,Ravi,ravi@okaxis,700,Pay', '3,Meena,meena@okaxis,900,Pay'];

  it.each([
    'HOLD CASES',
    'To be paid next month',
    'Do not pay',
    'Paid in cash:',
    'Left employees',
    'F&F pending',
    'Rejected by the bank',
  ])('warns of them where it says "%s"', async (heading) => {
    for (const line of [`${heading},,,,`, `,${heading},,,`, `,,${heading},,`]) {
      const file = await of(line, ...below);
      expect(codes(file.issues)).toEqual(['noteLine@3', 'belowHeading@4', 'belowHeading@5']);
      expect(file.issues[1]?.message).toBe(`Row 3 above says "${heading}", which may go for this row too.`);
      expect(file.payableCount).toBe(3);
    }
  });

  it('ends with a heading of rows that are paid, and with no other', async () => {
    const file = await of('Hold,,,,', 'Department: Sales,,,,', below[0] ?? '', 'Released now,,,,', below[1] ?? '');
    expect(codes(file.issues).filter((code) => code.startsWith('below'))).toEqual(['belowHeading@5']);
  });

  it.each([
    'Department: Sales',
    'Threshold',
    'Holding Company',
    'Hold released',
    'On 30th November Ravi held the keys of the store for all',
  ])('says nothing against them: %s', async (heading) => {
    const { issues } = await of(`${heading},,,,`, ...below);
    expect(codes(issues).filter((code) => code.startsWith('below'))).toEqual([]);
  });
});

describe('a note below the rows', () => {
  it.each([
    'Note: do not pay Asha till the NOC is received',
    'The salary of Asha is on hold as she has not joined back',
  ])('warns of all of them where it says so: %s', async (note) => {
    const { issues } = await below(`"${note}",,,,,,,`);
    expect(codes(issues)).toEqual(['noteSays@4', 'noteLine@4'].toSorted());
    expect(issues.find(({ code }) => code === 'noteSays')).toMatchObject({ severity: 'warning', isOfSheet: true });
  });

  it('says nothing where it speaks of what is paid', async () => {
    expect(codes((await below('Note: salaries are paid by the 7th of each month,,,,,,,')).issues)).toEqual([
      'noteLine@4',
    ]);
  });
});
