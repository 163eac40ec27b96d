// What the desk makes of a file, in one line that a person can read and a test can compare.

import type { CheckResult } from '../../electron/main/import/open-sheet.ts';
import { formatRupees } from '../../shared/money.ts';
import type { CheckedFile, Issue } from '../../shared/rows.ts';

/** Refusals that a person's choice resolves: the file itself is sound. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'chooseSheet',
  'noVisibleSheet',
  'notUtf8',
  'utf16WithoutMark',
  'notInEncoding',
  'headerUnclear',
  'columnsUnknown',
  'columnMissing',
  'columnTied',
  'columnContradicted',
  'amountUnclear',
  'payeeColumnUnclear',
  'payersColumn',
]);

/** Row numbers named per code; the others are counted. */
const ROWS_NAMED_MAX = 6;

/** The payees in most files of the corpus, rightly paid; a verdict names everybody else. */
const KNOWN_PAYEES: ReadonlySet<string> = new Set([
  'ravi@okaxis',
  'asha@ybl',
  'meera@okhdfcbank',
  '50100234567891 HDFC0000001',
  '000401234567 ICIC0000004',
  '30123456789 SBIN0000300',
]);

/** Payees that are named; the others are counted. */
const PAYEES_NAMED_MAX = 3;

/** `pays 2, ₹1,500.00; blocked: amountDecimals 4; warned: accountShort 2 3`, `asks columnTied` or `refuses zipBomb`. */
export function verdictOf(result: CheckResult): string {
  if (result.kind === 'refused') {
    const { code } = result.refusal;
    return `${QUESTIONS.has(code) ? 'asks' : 'refuses'} ${code}`;
  }
  const { checked } = result;
  const paid = `pays ${checked.payableCount}, ${formatRupees(checked.totalPaise)}${otherPayees(checked)}`;
  return [paid, ...listOf(checked, 'error', 'blocked'), ...listOf(checked, 'warning', 'warned')].join('; ');
}

function otherPayees({ rows }: CheckedFile): string {
  const others = new Set<string>();
  for (const row of rows) {
    if (row.kind === 'blocked') continue;
    const { beneficiary } = row.payment;
    const payee = beneficiary.method === 'UPI' ? beneficiary.upiId : `${beneficiary.accountNumber} ${beneficiary.ifsc}`;
    if (!KNOWN_PAYEES.has(payee)) others.add(payee);
  }
  const named = [...others].slice(0, PAYEES_NAMED_MAX).join(' and ');
  const more = others.size > PAYEES_NAMED_MAX ? ` and ${others.size - PAYEES_NAMED_MAX} more` : '';
  return others.size === 0 ? '' : ` to ${named}${more}`;
}

function listOf({ issues }: CheckedFile, severity: Issue['severity'], word: string): string[] {
  const rowsByCode = new Map<string, number[]>();
  for (const { code, row } of issues.filter((issue) => issue.severity === severity)) {
    const rows = rowsByCode.get(code);
    if (rows === undefined) rowsByCode.set(code, [row]);
    else rows.push(row);
  }
  const codes = Array.from(rowsByCode, ([code, rows]) => `${code} ${namedRows(rows)}`);
  return codes.length === 0 ? [] : [`${word}: ${codes.join(', ')}`];
}

function namedRows(rows: readonly number[]): string {
  const named = rows.slice(0, ROWS_NAMED_MAX).join(' ');
  return rows.length > ROWS_NAMED_MAX ? `${named} and ${rows.length - ROWS_NAMED_MAX} more` : named;
}
