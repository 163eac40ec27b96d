// A retry whose details were corrected on Review: each row is bound to its payout from the moment the draft was opened.
// In: the draft's rows as the import checked them, and what the desk knows of the payouts now. Out: the rows to pay again,
// and why each other one is left out. This file must never match a row with a payout by anything but that bond.

import type { Answer } from '../../../shared/api/answers.ts';
import { unreachable } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type { Issue } from '../../../shared/issues.ts';
import type { RetryPayout } from '../../../shared/retry.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import type { Warning } from './confirm-seal.ts';
import { refused } from './desks.ts';
import { amountChangedRefusal } from './match-refusals.ts';
import type { RetryWorld } from './retry-world.ts';
import { correctedRow, issueOf, type RetryRow } from './retry-rows.ts';
import { warningsRefusal } from './start-refusals.ts';

/** Shape: `payoutOf` names the payout of each row number; rows that a person left out are blocked in `checked`. */
export interface ReviewedRows {
  readonly checked: CheckedFile;
  readonly payoutOf: ReadonlyMap<number, PayoutId>;
}

/** The rows a person asked to pay again. Shape: `others` are payouts that were not asked for at all. */
export interface NamedRows {
  readonly checked: CheckedFile | null;
  readonly rows: readonly RetryRow[];
  readonly others: readonly Issue[];
  readonly warnings: readonly Warning[];
}

/** Takes the rows as they were reviewed. Errors: refused as a whole for another amount, or warnings that nobody accepted. */
export function nameReviewed(
  { checked, payoutOf }: ReviewedRows,
  { world, acceptWarnings }: { readonly world: RetryWorld; readonly acceptWarnings: boolean },
): Answer<NamedRows> {
  const unpaid = new Map(world.unpaid.map((payout) => [payout.payoutId, payout]));
  const states = new Map(world.payouts.map(({ payoutId, state }) => [payoutId, state]));
  const rows: RetryRow[] = [];
  const others: Issue[] = [];
  for (const row of checked.rows) {
    const { rowNumber } = row;
    const payoutId = payoutOf.get(rowNumber);
    if (payoutId === undefined) continue;
    const payout = unpaid.get(payoutId);
    unpaid.delete(payoutId);
    if (payout === undefined) {
      others.push(noLongerUnpaid(rowNumber, states.get(payoutId)));
    } else if (row.kind === 'payable') {
      const { amountPaise } = row.payment;
      if (amountPaise !== payout.payment.amountPaise) {
        return refused(amountChangedRefusal(rowNumber, { payout, amountPaise }), checked.file.name);
      }
      rows.push(correctedRow(payout, row));
    } else {
      others.push(...checked.issues.filter((issue) => issue.row === rowNumber && issue.severity === 'error'));
    }
  }
  for (const payout of unpaid.values()) others.push(world.against(payout, payout.rowNumber) ?? notOpened(payout));
  const named = new Set(rows.map(({ row }) => row.rowNumber));
  const warnings = checked.issues.filter(({ row, severity }) => severity === 'warning' && named.has(row));
  if (warnings.length > 0 && !acceptWarnings) return refused(warningsRefusal(warnings), checked.file.name);
  return { kind: 'done', value: { checked, rows, others, warnings } };
}

function noLongerUnpaid(row: number, state: RetryPayout['state'] | undefined): Issue {
  return issueOf(row, {
    code: 'noLongerUnpaid',
    message: `It is no longer unpaid: ${state === undefined ? 'it is not in the batch any more' : stateWords(state)}.`,
    cure: 'Nothing is to be paid again here.',
  });
}

function stateWords(state: RetryPayout['state']): string {
  switch (state) {
    case 'success':
      return 'the gateway says by now that it was paid';
    case 'processing':
    case 'sending':
      return 'the gateway works on it again';
    case 'unknown':
      return 'nobody knows yet whether it was paid';
    case 'queued':
    case 'cancelled':
      return 'it was not sent';
    case 'failed':
    case 'rejected':
    case 'reversed':
      return `it ended ${state}`;
    default:
      return unreachable(state);
  }
}

function notOpened({ rowNumber }: RetryPayout): Issue {
  return issueOf(rowNumber, {
    code: 'notOpened',
    message: 'It was not among the rows that were opened to be paid again.',
    cure: 'Retry the batch again from its result.',
  });
}
