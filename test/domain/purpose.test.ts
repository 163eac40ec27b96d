import fc from 'fast-check';
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
    ['Salary Nov', 'Salry Nov bonus'],
    ['Site north', 'Site south'],
    ['Refund 1001', 'வாபஸ் 1002'],
    ['Salary Nov 40000', 'Salary Nov 40500'],
    ['Salary Nov 22 days', 'Salary Nov 24 days'],
    ['रिफंड १२', 'रिफंड १२'],
    ['रिफंड १२', 'Refund 12'],
    ['Invoice ১২', 'Invoice 12'],
    ['Wages week ७', 'Wages week 7'],
    ['Salary Nov dt 30.11.26', 'Salary Nov dt 01.12.26'],
    ['Salary Nov 2026 paid 28/11/2026', 'Salary Nov 2026 paid 30/11/2026'],
    ['Salary for Nov-26, dated 28 Nov', 'Salary for Nov-26, dated 30 Nov'],
    ['Salary 28-11-2026', 'Salary 30.11.2026'],
    ['Refund order 4711 28.11.2026', 'Refund order 4711 29.11.2026'],
    ['Invoice 7 Oct', 'Invoice 7 Nov'],
    ['Salary Nov slip no 1', 'Salary Nov slip no 2'],
    ['Salary Nov voucher 1', 'Salary Nov voucher 2'],
  ])('are the same where %j became %j', (one, other) => {
    expect(both(of(one), of(other))).toEqual(['same', 'same']);
  });

  it.each([
    ['Salary Oct', 'Salary Nov'],
    ['Rent 2025', 'Rent 2026'],
    ['Wages week 45', 'Wages week 46'],
    ['Salary Nov', 'बोनस Nov'],
    ['Salary Nov', 'Bonus and incentive Nov'],
    ['Wages 7 Nov', 'Wages 14 Nov'],
    ['Wages 07-11-2026', 'Wages 14-11-2026'],
    ['Salary 30-10-2026', 'Salary 30-11-2026'],
    ['Salary 1-11-2026 to 15-11-2026', 'Salary 16-11-2026 to 30-11-2026'],
    ['रिफंड १२', 'रिफंड १३'],
    ['Invoice १२', 'Invoice 13'],
    ['Retainer project 5 Oct', 'Retainer project 5 Nov'],
    ['Voucher 1', 'Voucher 2'],
    ['Salary', 'Bonus'],
    ['Salary Nov', 'Salary Nov arrears'],
    ['Refund 1001', 'Refund 1002'],
    ['वेतन अक्टूबर', 'वेतन नवंबर'],
    ['Driver salary', 'Driver bonus'],
    ['Salary Nov', 'Salary advance Nov'],
    ['Salary Nov', 'Advance salary (Nov)'],
    ['Invoice 7', 'Invoice no. 8'],
    ['Bill no 7', 'Bill #8'],
    ['Salary Nov part 1', 'Salary Nov part 2'],
    ['Salary Nov part 1 of 2', 'Salary Nov part 2 of 2'],
    ['Order 4521 refund', 'Order 4522'],
    ['INV/2025-26/0012', 'INV/2025-26/0015'],
    ['INV/25-26/0012', 'INV/25-26/0015'],
    ['Wages 1st week Nov', 'Wages 2nd week Nov'],
  ])('are another where %j stands beside %j', (one, other) => {
    expect(both(of(one), of(other))).toEqual(['another', 'another']);
  });

  it.each([
    ['Salary Nov less leave'],
    ['Salary Nov after advance deduction'],
    ['Advance adjusted salary Nov'],
    ['Salary Nov advance deducted'],
    ['Salary Nov minus loan EMI'],
    ['Salary Nov (OT added)'],
    ['Salary Nov, revised allowance'],
    ['Salary Nov, arrears'],
    ['Salary Nov balance'],
    ['Balance salary Nov'],
    ['Salary Nov part 1'],
    ['Salary settlement Nov'],
    ['Sambalam Nov'],
    ['Emoluments Nov'],
    ['Emoluments Nov less advance'],
    ['Labour charges Nov'],
  ])('are the same where "Salary Nov" became %j', (remark) => {
    expect(both(of('Salary Nov'), of(remark))).toEqual(['same', 'same']);
    expect(both(of('Wages Nov'), of(remark))).toEqual(['same', 'same']);
  });

  it.each([
    ['FnF settlement', 'FnF'],
    ['Diwali bonus', 'Bonus'],
    ['Travel reimbursement', 'Travel'],
    ['Leave encashment', 'Encashment'],
    ['Loan EMI', 'EMI'],
    ['Order 4521 refund', 'Order 4521'],
    ['Travel expenses', 'Travel reimbursement'],
    ['Tour travel', 'Tour expenses'],
    ['Salary advance', 'Advance'],
  ])('are the same where one of them says less of the kind: %j and %j', (one, other) => {
    expect(both(of(one), of(other))).toEqual(['same', 'same']);
  });

  it('are another where a salary has less of what was paid before, and the same where it has more', () => {
    expect(both(of('Advance Nov'), of('Salary Nov less advance'))).toEqual(['another', 'another']);
    expect(both(of('Advance Nov'), of('Salary Nov (less advance)'))).toEqual(['another', 'another']);
    expect(both(of('Bonus Nov'), of('Salary Nov with bonus'))).toEqual(['same', 'same']);
    expect(both(of('Bonus Nov'), of('Salary Nov less leave plus bonus'))).toEqual(['same', 'same']);
    expect(both(of('Bonus Nov'), of('Salary less leave & bonus, Nov'))).toEqual(['same', 'same']);
  });

  it('are the same whatever word that nobody understands one of them says more', () => {
    const remarks = fc.constantFrom(
      'Salary Nov',
      'Salary advance Nov',
      'Wages 7 Nov',
      'Wages week 45',
      'Rent Oct, Nov and Dec',
      'Invoice 7 of 12',
      'Refund 1001',
      'वेतन नवंबर',
      '',
    );
    fc.assert(
      fc.property(remarks, fc.stringMatching(/^[bcdfghjk]{5,9}$/u), fc.nat({ max: 6 }), (remark, word, at) => {
        const more = remark.split(' ').toSpliced(at, 0, word).join(' ');
        expect(both(of(remark), of(more))).toEqual(['same', 'same']);
        expect(both(of('Bonus'), of(more))).toEqual(['same', 'same']);
      }),
    );
  });

  it.each([
    ['Salary Oct-Nov 2026', 'Salary Nov 2026'],
    ['Rent Oct, Nov and Dec', 'Rent Nov'],
    ['Rent Oct to Dec', 'Rent Nov'],
    ['Rent Nov to Feb', 'Rent Jan'],
    ['Salary 26 Oct to 25 Nov', 'Salary Nov'],
    ['Salary 26 Oct to 25 Nov', 'Salary 15 Nov'],
    ['Salary 26-10-2026 to 25-11-2026', 'Salary Nov 2026'],
    ['Wages 1-15 Nov', 'Wages 1-14 Nov'],
    ['Wages 1 to 15 Nov', 'Wages 7 Nov'],
    ['Wages Nov 1-15', 'Wages 7 Nov'],
    ['Wages weeks 45-47', 'Wages week 46'],
    ['Rent Q1-Q3', 'Rent Q2'],
    ['Invoices 7 to 9', 'Invoice 8'],
    ['Salary 11-30-2026', 'Salary Nov 2026'],
    ['Salary 31-30-2026', 'Salary Nov 2026'],
  ])('are the same where %j has %j in it', (one, other) => {
    expect(both(of(one), of(other))).toEqual(['same', 'same']);
  });

  it.each([
    ['Salary Oct-Nov 2026', 'Salary Dec 2026'],
    ['Rent Nov to Jan', 'Rent Feb'],
    ['Wages 1-7 Nov', 'Wages 8-14 Nov'],
    ['Wages 28 Nov to 4 Dec', 'Wages 5 to 11 Dec'],
    ['Wages weeks 45, 46', 'Wages week 47'],
    ['Rent Q1-Q2', 'Rent Q3'],
    ['Invoices 7 and 8', 'Invoice 9'],
    ['Salary 11-30-2026', 'Salary Dec 2026'],
  ])('are another where %j and %j have no day in common', (one, other) => {
    expect(both(of(one), of(other))).toEqual(['another', 'another']);
  });

  it('take the period from what they are filed under where the remark says none', () => {
    const october = of('Salary', { called: ['salary-oct-2026.csv'] });
    const november = of('Salary', { called: ['Salaries · November 2026'] });
    expect(both(october, november)).toEqual(['another', 'another']);
    expect(both(october, of('Salary', { called: ['salary-oct-2026 (1).xlsx'] }))).toEqual(['same', 'same']);
  });

  it.each([
    ['export_20261127.csv', 'export_20261128.csv'],
    ['Salary_2026-11-30.csv', 'Salary_2026-12-01.csv'],
    ['payouts20261130.csv', 'payouts20261201.csv'],
    ['Salary 30-11-2026.xlsx', 'Salary 01-12-2026.xlsx'],
    ['salary 11-30-2026.csv', 'salary 12-01-2026.csv'],
    ['Salary 30 Nov', 'Salary 1 Dec'],
    ['Salary 30th Nov.csv', 'Salary 1st Dec.csv'],
    ['Salary Nov 30, 2026.csv', 'Salary Dec 24, 2026.csv'],
    ['Salary 31 Dec 2026.csv', 'Salary 1 Jan 2027.csv'],
    ['Salary_31_12_2026.csv', 'Salary_01_01_2027.csv'],
    ['Salary 2026 12 31.csv', 'Salary 2027 01 01.csv'],
    ['oct-nov-rent.csv', 'nov-rent-corrected.csv'],
  ])('are the same where the files %j and %j were saved on two days, or have a month in common', (one, other) => {
    expect(both(of('Salary', { called: [one] }), of('Salary', { called: [other] }))).toEqual(['same', 'same']);
  });

  it.each([
    ['salary-nov-2026.csv', 'salary-dec-2026.csv'],
    ['Salary 2026-11.csv', 'Salary 2026-12.csv'],
    ['Salary Nov 2026 saved 2026-12-01.csv', 'Salary Dec 2026 saved 2026-12-01.csv'],
    ['salary-nov (1).csv', 'salary-dec.csv'],
    ['salary-nov-26.csv', 'salary-dec-26.csv'],
  ])('are another where the months of the files %j and %j are two', (one, other) => {
    expect(both(of('Salary', { called: [one] }), of('Salary', { called: [other] }))).toEqual(['another', 'another']);
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
    const order = of('Refund Nov', { reference: 'ORD-4711' });
    expect(both(order, of('Refund ORD-4711 Dec'))).toEqual(['sameReference', 'sameReference']);
    const employee = of('Salary Oct', { reference: 'EMP-0012' });
    expect(both(employee, of('Salary Nov EMP-0012'))).toEqual(['another', 'another']);
  });
});
