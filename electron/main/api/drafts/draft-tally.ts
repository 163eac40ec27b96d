// The status of each row of a draft and what they add up to, kept by difference. In: rows as they stand checked. Out: counts.
// This file must never judge a row: the import does.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { invariant } from '../../../../shared/failures.ts';
import type { Issue } from '../../../../shared/issues.ts';
import { IMPORT_ROWS_PER_TURN } from '../../../../shared/limits.ts';
import type { CheckedRow } from '../../../../shared/rows.ts';
import type { CheckedSheet, OpenedSheet } from '../sheet-port.ts';

export type RowStatus = 'ready' | 'warning' | 'error' | 'excluded';

/** Counts and totals over all rows. Units: paise. */
export class DraftTally {
  readonly counts = { ready: 0, warning: 0, error: 0, excluded: 0 };
  readonly byMethod = { UPI: { count: 0, paise: 0 }, IMPS: { count: 0, paise: 0 } };
  readonly #rows: CheckedRow[] = [];
  readonly #statuses: RowStatus[] = [];

  status(row: number): RowStatus {
    return this.#statuses[row] ?? 'error';
  }

  /** Takes a row in place of what it was before. */
  put(
    row: number,
    checked: CheckedRow,
    { isExcluded, issues }: { readonly isExcluded: boolean; readonly issues: readonly Issue[] },
  ): void {
    const before = this.#rows[row];
    if (before !== undefined) this.#count(before, this.status(row), -1);
    const status = isExcluded ? 'excluded' : statusOf(checked, issues);
    this.#rows[row] = checked;
    this.#statuses[row] = status;
    this.#count(checked, status, 1);
  }

  #count(row: CheckedRow, status: RowStatus, sign: 1 | -1): void {
    this.counts[status] += sign;
    if (row.kind !== 'payable') return;
    const share = this.byMethod[row.payment.beneficiary.method];
    share.count += sign;
    share.paise += sign * row.payment.amountPaise;
  }
}

interface Edited {
  readonly excluded: ReadonlySet<number>;
}

/** Counts every row of a check that nobody sees yet, letting others have a turn now and then. */
export async function tallyInTurns(check: CheckedSheet, sheet: OpenedSheet, edits: Edited): Promise<DraftTally> {
  invariant(check.rows.length === sheet.rowNumbers.length, 'a check left out a row of the sheet');
  const tally = new DraftTally();
  for (const row of check.rows.keys()) {
    countRow(tally, row, check, edits);
    if (row % IMPORT_ROWS_PER_TURN === IMPORT_ROWS_PER_TURN - 1) await nextTurn();
  }
  return tally;
}

/** Counts a row as it stands checked now. */
export function countRow(tally: DraftTally, row: number, check: CheckedSheet, { excluded }: Edited): void {
  const checked = check.rows[row];
  invariant(checked !== undefined, 'a check left out a row of the sheet');
  tally.put(row, checked, { isExcluded: excluded.has(row), issues: check.issuesOf(row) });
}

function statusOf(row: CheckedRow, issues: readonly Issue[]): RowStatus {
  if (row.kind === 'blocked') return 'error';
  return issues.some(({ severity }) => severity === 'warning') ? 'warning' : 'ready';
}
