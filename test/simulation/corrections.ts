// How an office corrects a file that was run or was about to be: the intentions stay, the rows change. A new kind of correction
// is one more function here.

import { type OfficeRow, officeRow, oneMoreEmployee, paidAnotherWay, salaryOf } from './office.ts';
import type { Random } from './random.ts';

type Correct = (rows: readonly OfficeRow[], random: Random) => OfficeRow[];

export const CORRECTION_KINDS = ['amounts', 'details', 'names', 'typedAnew', 'order', 'oneMore', 'oneFewer'] as const;

export const CORRECTIONS: Readonly<Record<(typeof CORRECTION_KINDS)[number], Correct>> = {
  /** Some amounts, or all: two swapped digits, a rounding, a part left out, a paisa. */
  amounts: (rows, random) => {
    const change = random.pick([swapDigits, roundUp, leaveOutPart, addPaisa]);
    return correctSome(rows, random, (row) => ({ ...row, amountPaise: change(row.amountPaise) }));
  },
  /** UPI instead of an account, or another account of the same person. */
  details: (rows, random) => correctSome(rows, random, (row) => paidAnotherWay(row, random)),
  /** The spelling of names: nothing that is sent changes. */
  names: (rows, random) => {
    const spell = random.pick(SPELLINGS);
    return correctSome(rows, random, (row) => ({ ...row, name: spell(row.name) }));
  },
  /** Details and the spelling of the name together, as when a row is retyped. */
  typedAnew: (rows, random) => {
    const spell = random.pick(SPELLINGS);
    return correctSome(rows, random, (row) => ({ ...paidAnotherWay(row, random), name: spell(row.name) }));
  },
  order: (rows, random) => shuffled(rows, random),
  oneMore: (rows, random) => {
    const [like] = rows;
    const employee = oneMoreEmployee(rows, random);
    if (like === undefined || employee === null) return [...rows];
    const reference = like.reference === null ? null : `${like.reference}-${employee}`;
    const amountPaise = salaryOf(employee);
    return [...rows, officeRow(employee, like.purpose, { amountPaise, way: random.int(3), reference })];
  },
  oneFewer: (rows, random) => (rows.length === 1 ? [...rows] : rows.toSpliced(random.int(rows.length), 1)),
};

/** Names as another clerk writes them, still recognisable as the same person. */
const SPELLINGS = [
  (name: string): string => `Mr. ${name}`,
  (name: string): string => `${name}.`,
  (name: string): string => name.split(' ').toReversed().join(' '),
  (name: string): string => name.toUpperCase(),
  (name: string): string => name.replace(' ', '  '),
  (name: string): string => name.replace('a', '\u0430'),
] as const satisfies readonly ((name: string) => string)[];

/** One row, or every one. */
function correctSome(rows: readonly OfficeRow[], random: Random, correct: (row: OfficeRow) => OfficeRow): OfficeRow[] {
  const all = random.chance(0.3);
  const at = random.int(rows.length);
  return rows.map((row, index) => (all || index === at ? correct(row) : row));
}

function shuffled(rows: readonly OfficeRow[], random: Random): OfficeRow[] {
  const left = [...rows];
  return rows.flatMap(() => left.splice(random.int(left.length), 1));
}

/** Swaps the digits of the thousands and hundreds of rupees; when they are equal, changes one. */
function swapDigits(paise: number): number {
  const [thousands, hundreds] = [Math.floor(paise / 100_000) % 10, Math.floor(paise / 10_000) % 10];
  const swapped = paise + (hundreds - thousands) * 90_000;
  return swapped === paise ? paise + 100_000 : swapped;
}

function roundUp(paise: number): number {
  const step = 100_000;
  return paise % step === 0 ? paise + step : Math.ceil(paise / step) * step;
}

function leaveOutPart(paise: number): number {
  return Math.max(1, Math.floor(paise / 2));
}

function addPaisa(paise: number): number {
  return paise + 1;
}
