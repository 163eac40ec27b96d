import { describe, expect, it } from 'vitest';
import { comparePurposes, purposeOf } from '../../electron/main/domain/purpose.ts';

const of = (remark: string, { reference = null, called = [] }: { reference?: string | null; called?: string[] } = {}) =>
  purposeOf({ remark, reference, called });

const both = (one: ReturnType<typeof of>, other: ReturnType<typeof of>) => [
  comparePurposes(one, other),
  comparePurposes(other, one),
];

describe('two purposes', () => {
  it.each([
    ['Salary Nov', 'salary  NOVEMBER'],
    ['Salary Nov 2026', 'Salary 11/2026'],
    ['Salary Nov', 'Salary Nov revised'],
    ['Salary', 'Salary Nov'],
    ['Salary', 'Salary (2)'],
    ['Salary Nov', 'Sаlary Nov'],
    ['Salary Nov', 'Sal\u200bary Nov.'],
    ['Salary Nov', 'Salray Nov'],
    ['Salary Nov', 'Sal. Nov'],
    ['वेतन नवंबर', 'वेतन नवम्बर'],
    ['Wages week 45', 'Wages wk-45'],
    ['Salary Nov', 'Salry Nov'],
    ['Salary Nov', 'Sallary Nov'],
    ['Salary Nov 2025', 'Salary Nov 2026'],
    ['Salary Nov', 'Wages Nov'],
    ['Salary Nov', 'Monthly wages, Nov'],
    ['Salary November', 'वेतन नवंबर'],
    ['Bonus', 'बोनस'],
    ['Salary Nov', 'சம்பளம் Nov'],
    ['Salary Nov', 'Salary Nov incl incentive'],
    ['Salary Nov', 'Salary + Bonus Nov'],
  ])('are the same where %j became %j', (one, other) => {
    expect(both(of(one), of(other))).toEqual(['same', 'same']);
  });

  it.each([
    ['Salary Oct', 'Salary Nov'],
    ['Rent 2025', 'Rent 2026'],
    ['Wages week 45', 'Wages week 46'],
    ['Salary Nov', 'बोनस Nov'],
    ['Salary Nov', 'Bonus and incentive Nov'],
    ['Salary Nov', 'Salry Nov bonus'],
    ['Site north', 'Site south'],
    ['Refund 1001', 'வாபஸ் 1002'],
    ['Wages 7 Nov', 'Wages 14 Nov'],
    ['Salary', 'Bonus'],
    ['Salary Nov', 'Salary Nov arrears'],
    ['Refund 1001', 'Refund 1002'],
    ['वेतन अक्टूबर', 'वेतन नवंबर'],
  ])('are another where %j stands beside %j', (one, other) => {
    expect(both(of(one), of(other))).toEqual(['another', 'another']);
  });

  it('take the period from what they are filed under where the remark says none', () => {
    const october = of('Salary', { called: ['salary-oct-2026.csv'] });
    const november = of('Salary', { called: ['Salaries · November 2026'] });
    expect(both(october, november)).toEqual(['another', 'another']);
    expect(both(october, of('Salary', { called: ['salary-oct-2026 (1).xlsx'] }))).toEqual(['same', 'same']);
  });

  it('are the same where two files were saved on two days', () => {
    const files = ['export_20261127.csv', 'export_20261128.csv'];
    expect(comparePurposes(of('Salary', { called: files.slice(0, 1) }), of('Salary', { called: files.slice(1) }))).toBe(
      'same',
    );
  });

  it.each([
    ['INV-1234', 'inv 01234', 'sameReference'],
    ['INV-1234', 'INV-1234A', 'nearReference'],
    ['INV-1234', 'INV-1243', 'nearReference'],
    ['INV-1234', 'INV-1235', 'another'],
    ['INV-1', 'INV-2', 'another'],
  ] as const)('with the references %j and %j are %s', (one, other, relation) => {
    const [first, second] = [of('Refund', { reference: one }), of('Refund', { reference: other })];
    expect(both(first, second)).toEqual([relation, relation]);
  });

  it('are compared by their words where only one has a reference', () => {
    expect(both(of('Refund', { reference: 'INV-1' }), of('Refund'))).toEqual(['same', 'same']);
  });

  it('have the same reference where one of them says it in the remark', () => {
    const invoice = of('Consulting', { reference: 'INV-1234' });
    expect(both(invoice, of('Bill inv 01234.'))).toEqual(['sameReference', 'sameReference']);
    expect(both(invoice, of('Bill INV 12345'))).toEqual(['another', 'another']);
    const employee = of('Salary Oct', { reference: 'EMP-0012' });
    expect(both(employee, of('Salary Nov EMP-0012'))).toEqual(['another', 'another']);
  });
});
