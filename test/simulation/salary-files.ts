// The spreadsheets of one seed: who is to be paid what, known to the simulation to the paisa, and the same as a CSV file that the
// real import reads.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile } from '../../electron/main/import/open-sheet.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import type { CheckedFile } from '../../shared/rows.ts';
import type { Random } from './random.ts';

/**
 * One row as it was meant. `reference` is null when the desk makes it; `intention` and `employee` say whom it pays for what, if
 * the office knows, however the row is written; `name` is set when the sheet names the person.
 */
export interface MeantRow {
  readonly rowNumber: number;
  readonly person: string;
  readonly cells: readonly [method: string, upiId: string, account: string, ifsc: string];
  readonly amountPaise: number;
  readonly remark: string;
  readonly reference: string | null;
  readonly intention?: string;
  readonly employee?: number;
  readonly name?: string;
}

/** `name` is unique; the name that people see is in `checked`. */
export interface SalaryFile {
  readonly name: string;
  readonly rows: ReadonlyMap<number, MeantRow>;
  readonly totalPaise: number;
  readonly checked: CheckedFile;
}

/** Two earlier files, perhaps the same: the first is reused, the second is merged into it. */
export interface Earlier {
  readonly from: SalaryFile;
  readonly other: SalaryFile;
}

const PEOPLE = 24;
const HEADERS = 'payment_method,upi_id,account_number,ifsc,amount,remark,reference';
/** No xlsx file is read here. */
const NO_WORKER = { xlsxWorkerUrl: new URL('about:blank') };

/** Makes a new file, or one from earlier ones. Throws as `writeRows` does. */
export function makeSalaryFile(
  name: string,
  { random, folder, again }: { readonly random: Random; readonly folder: string; readonly again: Earlier | null },
): Promise<SalaryFile> {
  const rows = again === null ? freshRows(name, random) : againRows(name, again, random);
  return writeRows(name, rows, { random, folder });
}

/** Writes rows as a file and reads it as the desk does. Throws when the import reads other rows than were meant. */
export async function writeRows(
  name: string,
  rows: readonly MeantRow[],
  { random, folder, called = name }: { readonly random: Random; readonly folder: string; readonly called?: string },
): Promise<SalaryFile> {
  const meant = rows.map((row, index) => ({ ...row, rowNumber: index + 2 }));
  const isNamed = meant.some((row) => row.name !== undefined);
  const lines = meant.map((row) => {
    const named = isNamed ? [`"${row.name ?? ''}"`] : [];
    return [...row.cells, `"${spell(row.amountPaise, random)}"`, row.remark, row.reference ?? '', ...named].join(',');
  });
  const path = join(folder, name);
  const headers = isNamed ? `${HEADERS},name` : HEADERS;
  writeFileSync(path, [headers, ...lines, ''].join(random.chance(0.5) ? '\n' : '\r\n'));
  const result = await checkFile(
    {
      path,
      sheet: null,
      columns: [],
      encoding: null,
      fillRemark: null,
      includeHidden: false,
      maxPayoutPaise: null,
    },
    NO_WORKER,
  );
  if (result.kind === 'refused')
    throw new Error(`the import refuses a good file: ${inEnglish(result.refusal.message)}`);
  const checked = { ...result.checked, file: { ...result.checked.file, name: called } };
  const totalPaise = meant.reduce((total, row) => total + row.amountPaise, 0);
  if (checked.totalPaise !== totalPaise || checked.payableCount !== meant.length) {
    const why = checked.issues.find(({ severity }) => severity === 'error')?.code ?? 'no error';
    throw new Error(`the import reads ${checked.totalPaise} paise in ${checked.payableCount} rows of ${name}: ${why}`);
  }
  return { name, rows: new Map(meant.map((row) => [row.rowNumber, row])), totalPaise, checked };
}

function freshRows(name: string, random: Random): MeantRow[] {
  const count = 1 + random.int(random.chance(0.2) ? 18 : 6);
  const first = random.int(PEOPLE);
  const ownReferences = random.chance(0.25);
  return Array.from({ length: count }, (_, index) => {
    const who = (first + index) % PEOPLE;
    const isUpi = who % 2 === 0;
    const { account, ifsc } = spellAccount(50_100_000_000 + who, name);
    return {
      rowNumber: index + 2,
      person: isUpi ? `upi:staff${who}@okbank` : `imps:${ifsc}:${account}`,
      cells: isUpi ? ['UPI', `staff${who}@okbank`, '', ''] : ['IMPS', '', account, ifsc],
      // A person's salary is the same every month, so that files of the same people meet the guards.
      amountPaise: random.chance(0.6) ? 1_000_029 + who * 100_007 : drawPaise(random),
      remark: `Salary ${name.replace('.csv', '')}`,
      reference: ownReferences ? `${name.replace('.csv', '')}-${index}` : null,
    };
  });
}

/** One account as two offices write it: with its own or another branch, and with or without the bank's zeros. */
function spellAccount(digits: number, name: string): { readonly account: string; readonly ifsc: string } {
  const number = Number(/\d+/.exec(name)?.[0] ?? 0);
  return { account: number % 3 === 0 ? String(digits) : `00${digits}`, ifsc: `HDFC000000${1 + (number % 2)}` };
}

const AGAIN = ['asItWas', 'otherWords', 'oneMore', 'oneFewer', 'corrected', 'half', 'merged'] as const;

/** The rows of an earlier file as offices make the next one from them. */
function againRows(name: string, { from, other }: Earlier, random: Random): MeantRow[] {
  const how = random.pick(AGAIN);
  const rows = [...from.rows.values()].map((row) => ({ ...row, reference: random.chance(0.7) ? null : row.reference }));
  const [one] = freshRows(name, random);
  switch (how) {
    case 'asItWas':
      return [...from.rows.values()];
    case 'otherWords':
      return rows.map((row) => ({ ...row, remark: `Again ${name.replace('.csv', '')}`, reference: null }));
    case 'oneMore':
      return one === undefined || holds(rows, one) ? rows : [...rows, one];
    case 'oneFewer':
      return rows.length === 1 ? rows : rows.toSpliced(random.int(rows.length), 1);
    case 'corrected':
      return rows.map((row, index) => (index === 0 ? corrected(row, name) : row));
    case 'half':
      return rows.slice(0, Math.ceil(rows.length / 2));
    case 'merged':
      return [...rows, ...[...other.rows.values()].filter((row) => !holds(rows, row))].slice(0, ROWS_MOST);
  }
}

const ROWS_MOST = 15;

/** Whether these rows include the row's person or reference. */
function holds(rows: readonly MeantRow[], { person, reference }: MeantRow): boolean {
  const account = (one: string): string => one.split(':').at(-1)?.replace(/^0+/, '') ?? '';
  return rows.some(
    (row) => account(row.person) === account(person) || (reference !== null && row.reference === reference),
  );
}

/** The same person with another account number. */
function corrected(row: MeantRow, name: string): MeantRow {
  const number = Number(/\d+/.exec(name)?.[0] ?? 0);
  const account = String(60_200_000_000 + number);
  const ifsc = 'ICIC0000001';
  return { ...row, person: `imps:${ifsc}:${account}`, cells: ['IMPS', '', account, ifsc], reference: null };
}

/** Amounts that a double would spoil, and ordinary ones. */
function drawPaise(random: Random): number {
  return random.pick([
    1,
    10,
    29,
    110,
    100_050,
    1_999_999_999,
    30 + random.int(100),
    100 * (1 + random.int(99_999)),
    1 + random.int(9_999_999),
  ]);
}

/** The same amount as people write it. */
function spell(paise: number, random: Random): string {
  const rupees = `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
  if (random.chance(0.2)) return `₹ ${rupees}`;
  if (random.chance(0.2) && paise % 100 === 0) return `${paise / 100}/-`;
  return rupees;
}
