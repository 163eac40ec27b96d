// The salaries used in the measurements.

import { fileReferences } from '../../electron/main/store/references.ts';
import type { Mid, Reference, Sha256 } from '../../shared/ids.ts';
import type { Paise } from '../../shared/money.ts';
import type { PayableRow } from '../../shared/rows.ts';

/** A prime above every row count, and a step: stepping through it names each person once, far from the previous one. */
const PEOPLE = 999_983;
const PEOPLE_STEP = 48_271;

/** The range of salaries, in rupees. */
const SALARY_MIN = 15_000;
const SALARY_STEPS = 40_000;

/** Existing branches of banks whose accounts may have 15 digits, so that their rows pass without a warning. */
const BRANCHES = ['BKID0000101', 'CNRB0000002', 'KKBK0000172', 'UTIB0000005', 'PUNB0010000'] as const;

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
  const person = personOf(index);
  const payee =
    index % 2 === 0
      ? ['UPI', `staff${person}@okbank`, '', '']
      : ['IMPS', '', `50100${person}2700`, BRANCHES[index % BRANCHES.length] ?? ''];
  const rupees = `${SALARY_MIN + (Number(person) % SALARY_STEPS)}.${person.slice(-2)}`;
  return [`EMP${person}`, `Asha Rao ${person}`, ...payee, rupees, 'Salary November 2025'];
}

/** One checked row for a payee whom the practice gateway pays at once; a rupee and some paise. */
export function paidAtOnceRow(index: number): PayableRow {
  const person = personOf(index);
  const beneficiary =
    index % 2 === 0
      ? ({ method: 'UPI', upiId: `success.staff${person}@practice` } as const)
      : ({ method: 'IMPS', accountNumber: `50100${person}27`, ifsc: 'DESK0000001' } as const);
  const amountPaise = (100 + (index % 100)) as Paise;
  const name = `Asha Rao ${person}`;
  return {
    kind: 'payable',
    rowNumber: index + 2,
    payment: { beneficiary, amountPaise, remark: 'Salary November 2025', reference: null, name },
    source: salaryCells(index),
    hidden: false,
  };
}

/** The references that the desk makes for these rows. */
export function referencesOf(rows: readonly PayableRow[], { mid, fingerprint }: Batch): Reference[] {
  const make = fileReferences({ mid, fingerprint, runNumber: 1 });
  return rows.map(({ payment }) => make(payment));
}
interface Batch {
  readonly mid: Mid;
  readonly fingerprint: Sha256;
}

/** Always six digits. */
function personOf(index: number): string {
  return String((index * PEOPLE_STEP) % PEOPLE).padStart(6, '0');
}
