// An office that the simulation knows from inside: whom it pays for what, and how each may be paid. A desk sees rows; only the
// office knows how two rows are related.

import type { Random } from './random.ts';
import type { MeantRow } from './salary-files.ts';

/** A way to pay somebody. `person` is the payee as a payout names it. */
interface Way {
  readonly cells: MeantRow['cells'];
  readonly person: string;
}

interface Employee {
  readonly name: string;
  readonly salaryPaise: number;
  /** Their UPI ID and two accounts. */
  readonly ways: readonly [Way, Way, Way];
}

/** A row with what is hidden from every desk. `intention` is the employee and the purpose. */
export interface OfficeRow extends MeantRow {
  readonly employee: number;
  readonly purpose: string;
  readonly intention: string;
  readonly name: string;
}

const FIRST_NAMES = ['Ramesh', 'Priya', 'Anil', 'Sunita', 'Vikram', 'Meena'] as const;
const FAMILY = ['Gupta', 'Khan', 'Iyer', 'Das'] as const;
const STAFF = Array.from({ length: FIRST_NAMES.length * FAMILY.length }, (_, who) => employeeOf(who));

/** Pays one employee for one purpose. `way` is 0 for UPI, 1 or 2 for an account; `reference` is null when the desk makes it. */
export function officeRow(
  employee: number,
  purpose: string,
  {
    amountPaise,
    way,
    reference,
  }: { readonly amountPaise: number; readonly way: number; readonly reference: string | null },
): OfficeRow {
  const { name } = memberOf(employee);
  const paid = { employee, purpose, name, amountPaise, remark: purpose, reference, rowNumber: 0 };
  return { ...paid, ...wayOf(employee, way), intention: `${name}: ${purpose}` };
}

/** The same row paid another way. */
export function paidAnotherWay(row: OfficeRow, random: Random): OfficeRow {
  const { ways } = memberOf(row.employee);
  const now = ways.findIndex(({ person }) => person === row.person);
  return { ...row, ...wayOf(row.employee, now + 1 + random.int(ways.length - 1)) };
}

/** The same people for another purpose, with each row's amount and way as before; a reference only where the rows had one. */
export function forAnotherPurpose(rows: readonly OfficeRow[], purpose: string, word: string): OfficeRow[] {
  return rows.map(({ employee, amountPaise, person, reference }, index) => {
    const way = memberOf(employee).ways.findIndex((one) => one.person === person);
    const own = reference === null ? null : `${word}-${index}`;
    return officeRow(employee, purpose, { amountPaise, way, reference: own });
  });
}

/** A few employees for one purpose. `word` is the prefix of their references; null when the desk makes them. */
export function drawRows(purpose: string, word: string | null, random: Random): OfficeRow[] {
  const first = random.int(STAFF.length);
  return Array.from({ length: 1 + random.int(7) }, (_, index) => {
    const employee = (first + index) % STAFF.length;
    const reference = word === null ? null : `${word}-${index}`;
    return officeRow(employee, purpose, { amountPaise: memberOf(employee).salaryPaise, way: employee % 3, reference });
  });
}

/** An employee whom none of these rows pays; null when all are paid. */
export function oneMoreEmployee(rows: readonly OfficeRow[], random: Random): number | null {
  const others = STAFF.map((_, who) => who).filter((who) => rows.every(({ employee }) => employee !== who));
  return others[random.int(others.length)] ?? null;
}

export function salaryOf(employee: number): number {
  return memberOf(employee).salaryPaise;
}

function employeeOf(who: number): Employee {
  const args = FIRST_NAMES[who % FIRST_NAMES.length] ?? FIRST_NAMES[0];
  const family = FAMILY[Math.floor(who / FIRST_NAMES.length)] ?? FAMILY[0];
  const upiId = `${args}.${family}@okbank`.toLowerCase();
  return {
    name: `${args} ${family}`,
    // Some earn the same, so that the amount alone identifies nobody.
    salaryPaise: 2_500_000 + (who % 7) * 150_050,
    ways: [
      { cells: ['UPI', upiId, '', ''], person: `upi:${upiId}` },
      accountAt('HDFC0000001', 50_100_300_000_000 + who),
      accountAt('ICIC0000001', 620_400_000_000 + who),
    ],
  };
}

function accountAt(ifsc: string, digits: number): Way {
  return { cells: ['IMPS', '', String(digits), ifsc], person: `imps:${ifsc}:${digits}` };
}

function wayOf(employee: number, way: number): Way {
  const { ways } = memberOf(employee);
  return ways[way % ways.length] ?? ways[0];
}

function memberOf(employee: number): Employee {
  const member = STAFF[employee % STAFF.length];
  if (member === undefined) throw new Error('an office without staff');
  return member;
}
