// Which payouts of a batch are paid again, and as which rows. In: the batch's payouts and, where there is one, the file with
// corrected details. Out: rows with the payout that each retries, and what is left out, by name and with the reason.
// This file must never take a payout whose last word is anything but a refusal.

import { invariant } from '../../../shared/failures.ts';
import type { Issue } from '../../../shared/issues.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type { CorrectedField, Correction, RetryPayout } from '../../../shared/retry.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Beneficiary, CheckedRow, PayableRow, Payment } from '../../../shared/rows.ts';
import { endedUnpaid } from '../../../shared/states.ts';
import { aboveCeiling } from './hold-ceiling.ts';

/** One payout about to be paid again. Shape: `row.payment.reference` is null: a retry has a reference of its own. */
export interface RetryRow {
  readonly payout: RetryPayout;
  readonly row: PayableRow;
  readonly corrections: readonly Correction[];
}

/** Stands in for an empty remark of a corrected file, which keeps the payout's own. */
export const REMARK_KEPT = 'remark as before';

/** Why a payout that ended unpaid is not retried now, whatever the gateway says; null when it may be. */
export function reasonAgainst(
  chain: readonly RetryPayout[],
  { row, maxPayoutPaise }: { readonly row: number; readonly maxPayoutPaise: Paise | null },
): Issue | null {
  const [payout] = chain;
  invariant(payout !== undefined, 'a payout without a chain');
  const { successor, payment } = payout;
  if (successor !== null) {
    return issueOf(row, {
      code: 'alreadyRetried',
      message: `It was paid again already, as ${successor.batch} row ${successor.rowNumber}.`,
      cure: `See \`status ${successor.batch}\`; if that one ended unpaid, \`retry ${successor.batch}\`.`,
    });
  }
  const changed = chain.find(({ state }) => !endedUnpaid(state));
  if (changed !== undefined) {
    return issueOf(row, {
      code: 'notUnpaid',
      message: `${changed.batch} row ${changed.rowNumber}, which it pays again, is called ${changed.state} now: it may have been paid.`,
      cure: 'Look at both payouts, and ask the gateway, before anything is paid again.',
    });
  }
  const noisy = chain.find(({ hasUnreadNews }) => hasUnreadNews);
  if (noisy !== undefined) {
    return issueOf(row, {
      code: 'unreadNews',
      message: `Late news about ${noisy.batch} row ${noisy.rowNumber} has not been read: it may have been paid.`,
      cure: 'Read the news first, then retry what it leaves unpaid.',
    });
  }
  return aboveCeiling(row, payment.amountPaise, maxPayoutPaise);
}

/** What a payout that has not ended is left out with; null for one that a retry has nothing to do with. */
export function notSettled({ state, rowNumber }: RetryPayout): Issue | null {
  if (state !== 'processing' && state !== 'unknown') return null;
  return issueOf(rowNumber, {
    // Of its own: what stands together under one code is told with one sentence.
    code: state === 'unknown' ? 'inDoubt' : 'notSettled',
    message: state === 'unknown' ? 'Nobody knows yet whether it was paid.' : 'The gateway still works on it.',
    cure: 'Look it up with `watch`; it can be retried once it has ended unpaid.',
  });
}

/** What a payout that was never sent is left out with; null for any other. */
export function notSent({ state, rowNumber }: RetryPayout): Issue | null {
  if (state !== 'cancelled') return null;
  return issueOf(rowNumber, {
    code: 'cancelled',
    message: 'It was cancelled before it was sent.',
    cure: 'Pay it from a file.',
  });
}

/** An issue of a whole row. */
export function issueOf(row: number, { code, message, cure }: Pick<Issue, 'code' | 'message' | 'cure'>): Issue {
  return { row, cell: null, field: null, severity: 'error', code, message, cure };
}

/** The payout as it was. */
export function unchangedRow(payout: RetryPayout): RetryRow {
  const { rowNumber, payment, source } = payout;
  return { payout, row: { kind: 'payable', rowNumber, payment, source, hidden: false }, corrections: [] };
}

/** The payout with the details of a file's row. */
export function correctedRow(payout: RetryPayout, row: PayableRow): RetryRow {
  const { remark, name } = row.payment;
  const payment: Payment = {
    ...row.payment,
    reference: null,
    remark: remark === REMARK_KEPT ? payout.payment.remark : remark,
    name: name ?? payout.payment.name,
  };
  return { payout, row: { ...row, payment }, corrections: correctionsOf(payout.payment, payment) };
}

/** The rows of the payouts that the file names, those that it cannot pay, and those that it leaves out. */
export function sortMatched(
  payouts: readonly RetryPayout[],
  rows: ReadonlyMap<PayoutId, CheckedRow>,
): { readonly rows: RetryRow[]; readonly blocked: number[]; readonly leftOut: Issue[] } {
  const sorted = { rows: [] as RetryRow[], blocked: [] as number[], leftOut: [] as Issue[] };
  for (const payout of payouts) {
    const row = rows.get(payout.payoutId);
    if (row === undefined) sorted.leftOut.push(notNamed(payout));
    else if (row.kind === 'blocked') sorted.blocked.push(row.rowNumber);
    else sorted.rows.push(correctedRow(payout, row));
  }
  // In the order of the file, as every batch is.
  sorted.rows.sort((a, b) => a.row.rowNumber - b.row.rowNumber);
  return sorted;
}

function notNamed({ rowNumber }: RetryPayout): Issue {
  return issueOf(rowNumber, {
    code: 'notInFile',
    message: 'The file does not name it.',
    cure: 'Retry the batch again with a file that does, or without --from to pay it as it was.',
  });
}

function correctionsOf(before: Payment, after: Payment): Correction[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const fields = Object.keys(old) as CorrectedField[];
  return fields.map((field) => ({ field, from: old[field], to: now[field] })).filter(({ from, to }) => from !== to);
}

function valuesOf({ beneficiary, remark, name }: Payment): Readonly<Record<CorrectedField, string | null>> {
  return { paymentMethod: beneficiary.method, ...detailsOf(beneficiary), remark, name };
}

function detailsOf(beneficiary: Beneficiary): Readonly<Record<'upiId' | 'accountNumber' | 'ifsc', string | null>> {
  return beneficiary.method === 'UPI'
    ? { upiId: beneficiary.upiId, accountNumber: null, ifsc: null }
    : { upiId: null, accountNumber: beneficiary.accountNumber, ifsc: beneficiary.ifsc };
}
