// Row rules under fuzz: small sheets with good, odd and hostile cells. A payable row must be what its cells plainly say.

import { CheckedSheet } from '../../electron/main/import/checked-sheet.ts';
import { matchColumns } from '../../electron/main/import/match-columns.ts';
import { readCsv } from '../../electron/main/import/read-csv.ts';
import type { Sha256 } from '../../shared/ids.ts';
import { type CheckedRow, NO_EDITS } from '../../shared/rows.ts';
import type { Random } from '../seeded/random.ts';
import { type FuzzTarget, pieces } from './target.ts';

const HEADERS = ['Payment Method', 'UPI ID', 'Account Number', 'IFSC', 'Amount', 'Remark', 'Reference', 'Name'];
const REFERENCE = HEADERS.indexOf('Reference');
const ROWS = 4;
const GOOD: readonly (readonly [string, ...string[]])[] = [
  ['UPI', 'IMPS'],
  ['asha@okbank', 'r.k-1@ybl', ''],
  ['001234567890', '', '123456789012345678'],
  ['HDFC0000001', 'sbin0000300', ''],
  ['100', '1,00,000.50', '₹ 1,000', '0.01', '99999.99'],
  ['Salary', 'बोनस'],
  ['', '', 'INV-1', 'INV-2'],
  ['Asha Rao', ''],
];
const ODD = [
  '',
  ' ',
  'UPI',
  '1e5',
  '-5',
  '(500)',
  '5.001',
  '\u202e',
  '\u0661',
  '@',
  'a@b',
  'O',
  '=1+1',
  '\u0000',
  'x'.repeat(300),
  '\u200b',
  '९',
  '1.000,50',
] as const;
const FILE = { name: 'pay.csv', sizeBytes: 1, sha256: '0'.repeat(64) as Sha256 };
const RULES = { fillRemark: null, includeHidden: true, maxPayoutPaise: null };
const BRANCHES = { version: '0', isListed: () => true, bankOf: () => null };

function drawCell(random: Random, column: number): string {
  if (random.percent(88)) return random.pick(GOOD[column] ?? ['']);
  const odd = pieces(random, ODD, 2);
  return random.percent(50) ? odd : `${random.pick(GOOD[column] ?? [''])}${odd}`;
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const trimmed = (cell: string): string => cell.replace(/^[\s\u00a0]+|[\s\u00a0]+$/g, '');

function check(random: Random): string | null {
  const sheet = Array.from({ length: ROWS }, () => HEADERS.map((_, column) => drawCell(random, column)));
  const reading = readCsv([HEADERS, ...sheet].map((row) => row.map(quoted).join(',')).join('\n'));
  if (reading.kind === 'refused') return null;
  const matching = matchColumns(reading.table, {});
  if (matching.kind === 'refused') return null;
  const opened = { file: FILE, sheets: [], table: reading.table, branches: BRANCHES };
  const found = CheckedSheet.open(opened, { ...RULES, columns: matching.columns }, NO_EDITS);
  if ('code' in found) return `four rows are refused: ${found.code}`;
  const blocked = new Set(
    found
      .asFile()
      .issues.filter(({ severity }) => severity === 'error')
      .map(({ row }) => row),
  );
  const hasReferences = !isConstant(sheet.map((row) => trimmed(row[REFERENCE] ?? '')));
  let totalPaise = 0;
  for (const row of found.rows) {
    const cells = sheet[row.rowNumber - 2] ?? [];
    if (blocked.has(row.rowNumber) !== (row.kind === 'blocked'))
      return `a row with an error is payable: ${cells.join(' | ')}`;
    const wrong = row.kind === 'payable' ? untrue(row, cells, hasReferences) : null;
    if (wrong !== null) return `${wrong}: ${JSON.stringify(cells)} became ${JSON.stringify(row)}`;
    if (row.kind === 'payable') totalPaise += row.payment.amountPaise;
  }
  const filled = sheet.filter((row) => row.some((cell) => trimmed(cell) !== '')).length;
  if (found.rows.length !== filled && found.rows.length !== ROWS) return `${found.rows.length} rows of ${filled}`;
  return found.totalPaise === totalPaise ? null : `the total is ${found.totalPaise} and not ${totalPaise}`;
}

/** The same text in every filled row identifies no payment, so that column is no reference. */
function isConstant(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length >= 3 && new Set(filled).size === 1;
}

/** What a payable row says differently from its cells. */
function untrue(
  { payment }: Extract<CheckedRow, { kind: 'payable' }>,
  cells: readonly string[],
  hasReferences: boolean,
): string | null {
  const [method = '', upi = '', account = '', ifsc = '', amount = '', remark = '', reference = ''] = cells.map(trimmed);
  const { beneficiary } = payment;
  if (beneficiary.method !== method.toUpperCase()) return 'another method';
  const payee = beneficiary.method === 'UPI' ? beneficiary.upiId : `${beneficiary.accountNumber} ${beneficiary.ifsc}`;
  if (payee !== (beneficiary.method === 'UPI' ? upi : `${account} ${ifsc.toUpperCase()}`)) return 'another payee';
  const digits = /^(?:₹\s*)?([\d,]+)(?:\.(\d{1,2}))?$/.exec(amount);
  const paise = Number(digits?.[1]?.replaceAll(',', '')) * 100 + Number((digits?.[2] ?? '').padEnd(2, '0'));
  if (payment.amountPaise !== paise) return 'another amount';
  if (payment.remark !== remark) return 'another remark';
  return (payment.reference ?? '') === (hasReferences ? reference : '') ? null : 'another reference';
}

export const ROW_RULES: FuzzTarget = { name: 'row rules', check };
