// Which rows of a reviewed retry are paid again: exactly those bound when the draft was opened.

import { describe, expect, it } from 'vitest';
import { type RetryWorld, reasonAgainst } from '../../electron/main/desk/batches/retry-place.ts';
import { nameReviewed } from '../../electron/main/desk/batches/retry-rows.ts';
import type { BatchId, PayoutId, Reference, Sha256 } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise } from '../../shared/money.ts';
import type { RetryPayout } from '../../shared/retry-payout.ts';
import type { CheckedFile, CheckedRow } from '../../shared/rows.ts';
import type { StateKind } from '../../shared/states.ts';

function payout(number: number, state: StateKind = 'failed'): RetryPayout {
  const reference = `REF${number}` as Reference;
  return {
    payoutId: number as PayoutId,
    batch: 'B0001' as BatchId,
    rowNumber: number + 1,
    state,
    endedAtMs: null,
    decidedBy: null,
    message: null,
    payment: paymentOf(number),
    reference,
    key: { by: 'reference', reference },
    refusedAtOnce: true,
    silentSinceMs: null,
    lastFinding: null,
    decidedByTicket: false,
    gatewayWord: null,
    hasUnreadNews: false,
    retryOf: null,
    successor: null,
    source: [],
  };
}

function paymentOf(number: number, rupees = 500): RetryPayout['payment'] {
  const beneficiary = { method: 'UPI', upiId: `p${number}@bank` } as const;
  return { beneficiary, amountPaise: asPaise(rupees * 100), remark: 'r', name: null, reference: null };
}

function row(number: number, rupees = 500): CheckedRow {
  return { kind: 'payable', rowNumber: number + 1, payment: paymentOf(number, rupees), source: [], hidden: false };
}

function worldOf(payouts: readonly RetryPayout[]): RetryWorld {
  return {
    payouts,
    unpaid: payouts.filter(({ state }) => state === 'failed'),
    chainOf: (one) => [one],
    referenceOf: ({ reference }) => `${reference}-2` as Reference,
    against: () => null,
  };
}

function reviewed(rows: readonly CheckedRow[], issues: CheckedFile['issues'] = []) {
  const checked: CheckedFile = {
    file: { name: 'pay.csv', sizeBytes: 0, sha256: 'a'.repeat(64) as Sha256 },
    sheet: null,
    headers: [],
    columns: {},
    rows,
    issues,
    payableCount: rows.length,
    totalPaise: asPaise(0),
    hiddenRowCount: 0,
    hiddenColumnCount: 0,
  };
  return { checked, payoutOf: new Map(rows.map(({ rowNumber }) => [rowNumber, (rowNumber - 1) as PayoutId])) };
}

const WARNING = {
  row: 2,
  cell: null,
  field: null,
  code: 'x',
  severity: 'warning',
  message: verbatim('Look.'),
  cure: verbatim(''),
} as const;

describe('nameReviewed', () => {
  it('takes the rows that are bound to unpaid payouts, and names every other unpaid one', () => {
    const world = worldOf([payout(1), payout(2), payout(3, 'success'), payout(4, 'unknown')]);
    const named = nameReviewed(reviewed([row(1), row(3), row(4)]), { world, acceptWarnings: false });
    expect(named.kind === 'done' ? named.value.rows.map((retry) => retry.payout.payoutId) : null).toEqual([1]);
    expect(
      named.kind === 'done'
        ? named.value.others.map(({ issue, payment }) => [issue.row, issue.code, payment?.amountPaise])
        : null,
    ).toEqual([
      [4, 'noLongerUnpaid', 50_000],
      [5, 'noLongerUnpaid', 50_000],
      [3, 'notOpened', 50_000],
    ]);
  });

  it('refuses another amount as a whole, however it came there', () => {
    const world = worldOf([payout(1), payout(2)]);
    const named = nameReviewed(reviewed([row(1), row(2, 501)]), { world, acceptWarnings: true });
    expect(named).toMatchObject({ kind: 'refused', refusal: { code: 'amountChanged' } });
  });

  it('wants warnings about its rows accepted', () => {
    const world = worldOf([payout(1)]);
    const named = (acceptWarnings: boolean) => nameReviewed(reviewed([row(1)], [WARNING]), { world, acceptWarnings });
    expect(named(false)).toMatchObject({ kind: 'refused', refusal: { code: 'warnings' } });
    expect(named(true)).toMatchObject({ kind: 'done', value: { warnings: [{ row: 2, message: verbatim('Look.') }] } });
  });
});

describe('a payout whose earlier one is no longer unpaid', () => {
  it.each(['success', 'processing', 'unknown'] as const)('is not paid again while that one is %s', (state) => {
    const chain = [payout(2), payout(1, state)];
    const issue = reasonAgainst(chain, { row: 3, maxPayoutPaise: null });
    expect(issue?.code).toBe('notUnpaid');
    expect(inEnglish(issue?.message ?? verbatim(''))).toContain(
      `B0001 row 2, which it pays again, is called ${state} now`,
    );
  });

  it('may be paid again when all of it ended unpaid', () => {
    const chain = [payout(3), payout(2, 'rejected'), payout(1, 'reversed')];
    expect(reasonAgainst(chain, { row: 4, maxPayoutPaise: null })).toBeNull();
  });
});
