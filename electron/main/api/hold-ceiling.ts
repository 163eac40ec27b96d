// The ceiling of a profile per payout, for whatever is paid from it: a file that was checked under another one, or a retry.
// In: rows and the ceiling that holds now. Out: the same rows, those above it blocked with the reason.
// This file must never raise a ceiling: what the check itself blocked stays blocked.

import { invariant } from '../../../shared/failures.ts';
import type { Issue } from '../../../shared/issues.ts';
import { formatRupees, type Paise, sumPaise } from '../../../shared/money.ts';
import type { CheckedFile, CheckedRow } from '../../../shared/rows.ts';

/** Why a payout of this amount is not paid now; null when it may be. Shape: `ceiling` null where there is none. */
export function aboveCeiling(row: number, amountPaise: Paise, ceiling: Paise | null): Issue | null {
  if (ceiling === null || amountPaise <= ceiling) return null;
  return {
    row,
    cell: null,
    field: null,
    severity: 'error',
    code: 'aboveCeiling',
    message: `${formatRupees(amountPaise)} is above the profile's ceiling of ${formatRupees(ceiling)}.`,
    cure: 'Have the ceiling raised with `profile set --max-payout`.',
  };
}

/** The file as its check would have been under this ceiling. Shape: the very same file where nothing is above it. */
export function underCeiling(checked: CheckedFile, ceiling: Paise | null): CheckedFile {
  if (ceiling === null) return checked;
  const issues: Issue[] = [];
  const rows = checked.rows.map((row): CheckedRow => {
    if (row.kind === 'blocked') return row;
    const { rowNumber, source, hidden, payment } = row;
    const issue = aboveCeiling(rowNumber, payment.amountPaise, ceiling);
    if (issue === null) return row;
    issues.push(issue);
    return { kind: 'blocked', rowNumber, source, hidden, aboveCeiling: payment };
  });
  if (issues.length === 0) return checked;
  const payable = rows.filter((row) => row.kind === 'payable');
  const totalPaise = sumPaise(payable.map(({ payment }) => payment.amountPaise));
  invariant(totalPaise !== null, 'a part of a total is more than the total');
  return { ...checked, rows, issues: [...checked.issues, ...issues], payableCount: payable.length, totalPaise };
}
