import { describe, expect, it } from 'vitest';
import { addMonths, monthStarts, type PaidGroup, sumBatch } from '../../electron/main/domain/paid-months.ts';
import { PAYMENT_KINDS, type PaymentKind } from '../../shared/payment-kinds.ts';

const MONTHS = monthStarts(new Date(2026, 10, 30, 23, 59).getTime(), 12);

function kindOf(remark: string, called: readonly string[] = []): PaymentKind | undefined {
  const [month] = addMonths(MONTHS, [
    sumBatch([{ month: 11, remark, count: 1, paise: 1 }], { months: MONTHS, called }),
  ]);
  return PAYMENT_KINDS.find((kind) => month?.byKind[kind].count === 1);
}

describe('the months of a chart', () => {
  it('begin with their first moment here, across the turn of the year', () => {
    expect(MONTHS).toHaveLength(12);
    expect(MONTHS[0]).toBe(new Date(2025, 11, 1).getTime());
    expect(MONTHS.at(-1)).toBe(new Date(2026, 10, 1).getTime());
    expect(monthStarts(new Date(2026, 0, 1).getTime(), 2)).toEqual([
      new Date(2025, 11, 1).getTime(),
      new Date(2026, 0, 1).getTime(),
    ]);
  });

  it('begin with the first payment, and keep the empty ones after it', () => {
    const paid = (month: number): PaidGroup => ({ month, remark: 'Salary', count: 2, paise: 300 });
    const sums = addMonths(MONTHS, [
      sumBatch([paid(8)], { months: MONTHS, called: [] }),
      sumBatch([paid(8), paid(10)], { months: MONTHS, called: [] }),
    ]);
    expect(sums.map(({ fromMs, byKind }) => [fromMs, byKind.salary.count, byKind.salary.paise])).toEqual([
      [MONTHS[8], 4, 600],
      [MONTHS[9], 0, 0],
      [MONTHS[10], 2, 300],
      [MONTHS[11], 0, 0],
    ]);
    expect(addMonths(MONTHS, [])).toEqual([]);
  });
});

describe('the kind of a payment', () => {
  it.each([
    ['Salary November 2026', 'salary'],
    ['वेतन नवंबर', 'salary'],
    ['Wages wk 12', 'salary'],
    ['Salary incl. arrears', 'salary'],
    ['Salary advance', 'extra'],
    ['Diwali bonus', 'extra'],
    ['Overtime 12 h', 'extra'],
    ['Reimbursement of travel', 'expenses'],
    ['Refund 4711', 'refund'],
    ['REFUND/2026/11', 'refund'],
    ['Rent November', 'other'],
    ['Invoice 7', 'other'],
    ['Thank you', 'other'],
  ] as const)('is read from the remark: %s', (remark, kind) => {
    expect(kindOf(remark)).toBe(kind);
  });

  it('is read from the names of batch and file where the remark says nothing', () => {
    expect(kindOf('Nov 26', ['November', 'salary_nov.xlsx'])).toBe('salary');
    expect(kindOf('EMP 0012', ['Diwali bonus', 'salary.csv'])).toBe('extra');
    expect(kindOf('Refund', ['Salaries', 'salary.csv'])).toBe('refund');
  });
});
