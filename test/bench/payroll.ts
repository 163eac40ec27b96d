// The salaries that are measured with. In: a number. Out: the same made-up people every time, half paid by UPI and half by
// IMPS, each once. This file must never use randomness or a clock.

import type { Reference } from '../../shared/ids.ts';
import type { Paise } from '../../shared/money.ts';
import type { PayableRow } from '../../shared/rows.ts';

/** Salaries lie between these, spread by a prime so that neighbours differ. Units: rupees. */
const SALARY_MIN = 15_000;
const SALARY_STEPS = 40_000;
const SPREAD = 7_919;

/** Branches that exist, so that their rows pass without a warning. */
const BRANCHES = ['HDFC0000001', 'SBIN0000300', 'ICIC0000002', 'UTIB0000005', 'PUNB0010000'] as const;

/** The first row of every measured file. */
export const HEADERS = [
  'Employee ID',
  'Name',
  'Payment Method',
  'UPI ID',
  'Account Number',
  'IFSC',
  'Amount',
  'Remark',
] as const;

/** One salary as the cells of a file, under HEADERS. */
export function salaryCells(index: number): string[] {
  const number = String(index + 1).padStart(6, '0');
  const rupees = `${SALARY_MIN + ((index * SPREAD) % SALARY_STEPS)}.${String(index % 100).padStart(2, '0')}`;
  const payee =
    index % 2 === 0
      ? ['UPI', `staff${number}@okbank`, '', '']
      : ['IMPS', '', `50100${number}27`, BRANCHES[index % BRANCHES.length] ?? ''];
  return [`EMP${number}`, `Asha Rao ${number}`, ...payee, rupees, 'Salary November 2025'];
}

/** One checked row to a payee whom the practice gateway pays at once. Units: a rupee and some paise. */
export function paidAtOnceRow(index: number): PayableRow {
  const number = String(index + 1).padStart(6, '0');
  const beneficiary =
    index % 2 === 0
      ? ({ method: 'UPI', upiId: `success.staff${number}@practice` } as const)
      : ({ method: 'IMPS', accountNumber: `50100${number}27`, ifsc: 'DESK0000001' } as const);
  const amountPaise = (100 + (index % 100)) as Paise;
  const payment = { beneficiary, amountPaise, remark: 'Salary November 2025', reference: null };
  const name = `Asha Rao ${number}`;
  return {
    kind: 'payable',
    rowNumber: index + 2,
    payment: { ...payment, name },
    source: salaryCells(index),
    hidden: false,
  };
}

/** A reference of the usual length that no other row has. */
export function referenceOf(index: number): Reference {
  return `BENCH${String(index).padStart(15, '0')}` as Reference;
}
