// Columns of money beside the amount: which are asked about, and what vouches for the others.

import { describe, expect, it } from 'vitest';
import { checked, refused } from './files.ts';

const NAMES = ['asha', 'ravi', 'meera', 'sunil', 'farah', 'gopal', 'hema'];

/** A sheet of UPI payouts; each line holds the cells between the payee and the remark. */
function sheet(headers: string, lines: readonly (readonly (number | string)[])[]): string {
  const rows = lines.map((cells, at) => [
    NAMES[at % NAMES.length],
    `${NAMES[at % NAMES.length]}${at}@ybl`,
    ...cells,
    'Nov',
  ]);
  return `Name,UPI ID,${headers},Remark\n${rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')}\n`;
}

/** Amounts of 5,000, 7,000 and 9,000 beside a column. */
const beside = (header: string, values: readonly (number | string)[], amount = 'Amount'): string =>
  sheet(
    `${amount},"${header}"`,
    values.map((value, at) => [5_000 + 2_000 * at, value]),
  );

describe('an amount beside money that nothing vouches for', () => {
  it.each([
    ['Adv.', [1000, 1000, 1000]],
    ['Bal.', [3000, 3000, 3000]],
    ['Deduc', [2000, 2000, 2000]],
    ['Uchal', [2000, 2000, 2000]],
    ['उचल', [2000, 2000, 2000]],
    ['चुकता', [3000, 3000, 3000]],
    ['कटौती', [700, 700, 700]],
    ['બાકી', [2000, 2000, 2000]],
    ['பிடித்தம்', [600, 600, 600]],
    ['ఇచ్చినది', [1000, 1000, 1000]],
    ['ಮುಂಗಡ', [800, 800, 800]],
    ['Canteen', [1000, 1000, 1000]],
    ['Our share', [2000, 3000, 4000]],
    ['Paid by branch', [1000, 3000, 2000]],
    ['Borne by depot', [1000, 3000, 2000]],
    ['This bill %', [30, 30, 40]],
    ['Already given', [5000, 5000, 5000]],
    ['In hand', [3000, 3000, 3000]],
    ['Passed Amt', [3000, 3000, 3000]],
    ['Restricted to', [3000, 3000, 3000]],
    ['TDS@10%', [500, 500, 500]],
    ['TDS 1%', [50, 70, 90]],
    ['50%', [2500, 3500, 4500]],
    ['Share %', [50, 40, 60]],
    ['Share', ['50%', '40%', '60%']],
    ['Ratio', [0.5, 0.4, 0.6]],
    ['Part', ['1/2', '1/2', '1/4']],
    ['Completion %', [50, 60, 50]],
    ['Month(s)', [2, 3, 2]],
    ['Duration (months)', [2, 3, 2]],
    ['This month', [2500, 2500, 2500]],
    ['UPI amt', [2000, 2000, 2000]],
    ['On a/c', [2000, 2000, 2000]],
    ['Max', [6000, 6000, 6000]],
    ['Difference', [-500, -500, -500]],
    ['Adjust', ['(500)', '(500)', '(500)']],
    ['Dr', ['500 Dr', '500 Dr', '500 Dr']],
    ['Adv', ['nil', '-', 'Rs 1,500/-']],
    ['+/-', [300, 300, 300]],
    ['Paid till date', [2000, 2000, 2000]],
  ])('is asked about beside "%s"', async (header, values) => {
    const refusal = await refused(beside(header, values));
    expect(refusal.code).toBe('amountUnclear');
    expect(refusal.message).toContain(`"${header}"`);
  });

  it.each(['Bal', 'NEFT amt', 'Adv', 'Advance', 'TDS', 'Bonus', 'Allowance', 'To be deducted', 'बकाया', 'Imprest'])(
    'is asked about where a net pay stands before "%s"',
    async (header) => {
      expect((await refused(beside(header, [2000, 2000, 2000], 'Net Pay'))).message).toContain(`"${header}"`);
    },
  );

  it('is asked about however far down the first sum is', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => [5_000 + at, at === 390 ? 1_500 : 0]);
    expect((await refused(sheet('Amount,Adv', lines))).message).toContain('"Adv" adds up to ₹1,500.00');
  });

  it('says of a share or of a number of months what it may mean, and no sum', async () => {
    expect((await refused(beside('Share %', [50, 40, 60]))).message).toBe(
      'The column "Amount" may not be the rupees to pay: "Share %" may say which part of it is paid.',
    );
    expect((await refused(beside('Months', [1, 2, 3], 'Stipend'))).message).toBe(
      'The column "Stipend" may not be the rupees to pay: "Months" may say how many times it is paid.',
    );
  });
});

describe('a column beside the amount', () => {
  it.each([
    ['Emp ID', [1001, 1017, 1044]],
    ['Mobile', [9_876_543_210, 9_876_543_217, 9_876_543_299]],
    ['Aadhaar', [234_567_890_123, 234_567_890_177, 234_567_890_188]],
    ['Ref code', ['00123', '00456', '00789']],
    ['PIN', [560_001, 110_011, 400_053]],
    ['Sr', [1, 2, 3]],
    ['#', [101, 102, 103]],
    ['Batch', [2024, 2024, 2025]],
    ['Joined', [2019, 2021, 2016]],
    ['Period', [202_611, 202_611, 202_611]],
    ['Days', [30, 28, 26]],
    ['Age', [30, 48, 26]],
    ['Qty', [300, 480, 26]],
    ['Attendance %', [95, 88, 100]],
    ['GST Rate', ['18%', '18%', '12%']],
    ['CTC', [60_000, 84_000, 108_000]],
    ['Last Month', [4_000, 6_000, 8_000]],
    ['Bill Amount', [5_500, 7_700, 9_900]],
    ['Copy', [5_000, 7_000, 9_000]],
    ['Orders', [145, 98, 110]],
    ['Score', [450, 389, 412]],
    ['Cost Centre', [4001, 4002, 4001]],
    ['Extension', [201, 204, 311]],
    ['Months', [1, 1, 1]],
  ])('is no reason to ask where it is "%s"', async (header, values) => {
    expect((await checked(beside(header, values))).totalPaise).toBe(2_100_000);
  });
});

describe('a net amount that comes of the columns before it in every row', () => {
  it.each([
    [
      'Basic,HRA,PF,ESI,Gross,Deductions,Net Pay',
      (at: number) => [10_000 + at, 4_000, 1_200, 105, 14_000 + at, 1_305, 12_695 + at],
    ],
    [
      'Basic,Conv,Spl,Gross,PT,Canteen,Total Ded,Net Pay',
      (at: number) => [10_000, 1_600, 900 + 7 * at, 12_500 + 7 * at, 200, 300, 500, 12_000 + 7 * at],
    ],
    ['Gross,Khoraki,Net Pay', (at: number) => [8_000 + 100 * at, 2_000, 6_000 + 100 * at]],
    ['Gross,Khoraki,Loan bal,Uchal,Net Pay', (at: number) => [9_000 + 100 * at, 700, 55_000, 300, 8_000 + 100 * at]],
    ['Rate,Days,Khoraki,Net Payable', (at: number) => [500, 24 + at, 1_000, 500 * (24 + at) - 1_000]],
    ['Gross,Food,Net Pay', (at: number) => [14_000.83 + at, 1_234.17, Math.round(12_766.66 + at)]],
    [
      'Fixed,Days,Earned,Khoraki,Net Pay',
      (at: number) => {
        const earned = Math.round(((15_000 + 500 * at) * (22 + at)) / 30);
        return [15_000 + 500 * at, 22 + at, earned, 700, earned - 700];
      },
    ],
    ['Travel,Food,Net Payable', (at: number) => [1_000 + at, 500, 1_500 + at]],
  ])('is not asked about: %s', async (headers, cells) => {
    const lines = Array.from({ length: 5 }, (_, at) => cells(at));
    const file = await checked(sheet(headers, lines));
    expect([file.payableCount, file.columns.amount?.header]).toEqual([5, headers.split(',').at(-1)]);
  });

  it.each([
    ['Qty,Price,Amount', (at: number) => [10 + at, 250, 2_500 + 250 * at]],
    ['Sales,Commission %,Amount', (at: number) => [100_000 + 1_000 * at, 5, 5_000 + 50 * at]],
    ['Basic,DA,Amount', (at: number) => [10_000 + at, 2_000, 12_000 + at]],
  ])('needs no net where it is multiplied, or made of the parts of a salary: %s', async (headers, cells) => {
    const lines = Array.from({ length: 5 }, (_, at) => cells(at));
    expect((await checked(sheet(headers, lines))).payableCount).toBe(5);
  });

  it('is asked about where it does not come of them in one row', async () => {
    const lines = [0, 1, 2, 3, 4].map((at) => [8_000 + 100 * at, 2_000, at === 3 ? 8_300 : 6_000 + 100 * at]);
    expect((await refused(sheet('Gross,Khoraki,Net Pay', lines))).message).toContain('"Khoraki"');
  });

  it.each([
    ['Amount,Adv.,Bal.', '"Amount" - "Adv." = "Bal."'],
    ['Net Pay,Diya,Baki', '"Net Pay" - "Diya" = "Baki"'],
    ['Gross,Adv.,Amount', '"Gross" - "Adv." = "Amount"'],
  ])('is proposed where another column or no net is the result: %s', async (headers, sum) => {
    const lines = [0, 1, 2].map((at) => [8_000 + 100 * at, 2_000, 6_000 + 100 * at]);
    const refusal = await refused(sheet(headers, lines));
    expect(refusal.message).toContain('adds up to ₹6,000.00');
    expect(refusal.message).toContain(`In every row, ${sum}.`);
  });
});

describe('whoever answers on the command line', () => {
  const lines = [0, 1, 2].map((at) => [8_000 + 100 * at, 2_000, `O-${at}`, `R-${at}`]);
  const twoReferences = sheet('Amount,Adv.,Order ID,Client Reference', lines);

  it('is asked about money after an answer about another field', async () => {
    expect((await refused(twoReferences)).code).toBe('columnTied');
    const map = { reference: 'Order ID' };
    expect((await refused(twoReferences, { map })).message).toContain('"Adv." adds up to');
    expect((await checked(twoReferences, { map: { ...map, amount: 'Amount' } })).payableCount).toBe(3);
  });

  it('hears of the other money where two columns could be the amount', async () => {
    const two = sheet(
      'Amount,Adv.,Amount.1',
      [0, 1, 2].map((at) => [8_000 + 100 * at, 2_000, 6_000 + 100 * at]),
    );
    const refusal = await refused(two);
    expect(refusal.code).toBe('columnTied');
    expect(refusal.message).toContain('"Adv." adds up to ₹6,000.00');
    expect(refusal.message).toContain('In every row, "Amount" - "Adv." = "Amount.1".');
    expect(refusal.cure).not.toContain('Adv.');
  });
});
