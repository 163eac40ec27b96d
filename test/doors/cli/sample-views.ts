// Views as the handlers make them, to be printed.

import type { PreparedView } from '../../../electron/main/desk/batches/prepared-view.ts';
import type { LiveProgress } from '../../../shared/api/events.ts';
import type { BatchView, CheckView } from '../../../shared/api/views.ts';
import { formatBatchId } from '../../../shared/ids.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import type { Issue } from '../../../shared/rows.ts';
import { type Counts, STATE_KINDS, zeroCounts } from '../../../shared/states.ts';

/** A batch whose payouts are a hundred rupees each. */
export function batchView(counts: Partial<Counts>, rest: Partial<BatchView> = {}): BatchView {
  const all = { ...zeroCounts(), ...counts };
  const paise = zeroCounts();
  for (const kind of STATE_KINDS) paise[kind] = all[kind] * 10_000;
  return {
    batch: formatBatchId('B', 12),
    profile: 'acme',
    state: 'sending',
    paused: null,
    counts: all,
    paise,
    ...rest,
  };
}

export function progressView(counts: Partial<Counts>, rest: Partial<LiveProgress> = {}): LiveProgress {
  const view = batchView(counts);
  return {
    phase: 'sending',
    note: null,
    view,
    total: STATE_KINDS.reduce((sum, kind) => sum + view.counts[kind], 0),
    inFlight: 4,
    elapsedMs: 125_000,
    sentPerSecond: 4.83,
    nextLookupInMs: 12_000,
    ...rest,
  };
}

export const CONFIRM: PreparedView = {
  figures: {
    profile: 'acme',
    environment: 'LIVE',
    mid: 4021,
    baseUrl: 'https://pay.example.com',
    file: 'salaries november.xlsx',
    count: 118,
    totalPaise: 123_456_789,
    byMethod: { UPI: { count: 100, paise: 100_000_000 }, IMPS: { count: 18, paise: 23_456_789 } },
    largestPaise: 7_500_000,
    payeeNumbers: 0,
    wallet: { reported: '250000.5', balancePaise: null },
    estimatedSeconds: 65,
    ratePerSecond: 4,
  },
  excluded: 2,
  warnings: [{ code: 'sameRow', row: null, message: verbatim('The same person and amount stand twice in this file.') }],
};

export function issue(row: number, rest: Partial<Issue> = {}): Issue {
  return {
    row,
    cell: `D${row}`,
    field: 'ifsc',
    code: 'ifscShape',
    severity: 'error',
    message: verbatim('SBIN123 is not an IFSC.'),
    cure: verbatim('Copy the eleven characters from the passbook.'),
    ...rest,
  };
}

export const CHECK: CheckView = {
  file: 'salaries.xlsx',
  sha256: 'ab'.repeat(32),
  sheet: 'Salary',
  rows: 120,
  payable: 113,
  totalPaise: 123_456_789,
  columns: { amount: { header: 'Net Pay (Rs.)', how: 'exact' }, upiId: { header: 'Col7', how: 'guessed' } },
  issues: [
    issue(90, {
      code: 'remarkLong',
      severity: 'warning',
      field: 'remark',
      message: verbatim('Long.'),
      cure: verbatim('Shorten it.'),
    }),
    ...[17, 18, 30, 44, 45, 46].map((row) => issue(row)),
    issue(50, {
      code: 'emptyRow',
      cell: null,
      field: null,
      message: verbatim('Empty.'),
      cure: verbatim('Delete the row.'),
    }),
  ],
};
