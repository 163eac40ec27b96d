import type { BatchReport, ReportHead, ReportPayout } from '../../electron/main/domain/report.ts';
import type { BatchId, Mid, Reference, Sha256 } from '../../shared/ids.ts';
import { asPaise, type Paise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { STATE_KINDS, zeroCounts } from '../../shared/states.ts';

export const HEADERS = ['Method', 'Payee', 'Amount'] as const;
const HASH = 'ab'.repeat(32) as Sha256;

export function samplePayout(rowNumber: number, change: Partial<ReportPayout> = {}): ReportPayout {
  const state = STATE_KINDS[rowNumber % STATE_KINDS.length] ?? 'queued';
  const upi = rowNumber % 2 === 0;
  return {
    rowNumber,
    batch: 'B0012' as BatchId,
    state,
    hold: null,
    reference: `REF${String(rowNumber).padStart(17, '0')}` as Reference,
    beneficiary: upi
      ? { method: 'UPI', upiId: `payee${rowNumber}@bank` }
      : { method: 'IMPS', accountNumber: `000${1_000_000_000_000_000 + rowNumber}`, ifsc: 'HDFC0000123' },
    amountPaise: asPaise(rowNumber * 101 + 1),
    remark: `Salary ${rowNumber}`,
    name: upi ? `आशा ${rowNumber}` : null,
    ids: { ...NO_IDS, utr: `98765432109876${String(rowNumber).padStart(6, '0')}`, transactionId: `T${rowNumber}` },
    gatewayStatus: state === 'queued' ? null : 'accept',
    message: null,
    attempts: 1,
    sentAtMs: 1_775_019_600_123 + rowNumber,
    settledAtMs: null,
    retryOf: null,
    paidSinceAs: null,
    feePaise: null,
    taxPaise: null,
    source: [upi ? 'UPI' : 'IMPS', `payee ${rowNumber}`, `${rowNumber}`],
    ...change,
  };
}

export function sampleReport(
  payouts: readonly ReportPayout[],
  change: Partial<ReportHead> = {},
  lists: Partial<BatchReport> = {},
): BatchReport {
  const counts = zeroCounts();
  const paise = zeroCounts() as Record<keyof typeof counts, Paise>;
  for (const payout of payouts) {
    counts[payout.state] += 1;
    paise[payout.state] = asPaise(paise[payout.state] + payout.amountPaise);
  }
  return {
    head: {
      batch: 'B0012' as BatchId,
      name: 'April salaries',
      profile: 'acme',
      mid: 1234 as Mid,
      baseUrl: 'https://gateway.example',
      environment: 'LIVE',
      fileName: 'salaries.xlsx',
      fileSha256: HASH,
      sheet: 'Sheet1',
      fingerprint: HASH,
      runNumber: 1,
      retryOf: null,
      confirmedAtMs: 1_775_019_600_000,
      confirmedBy: 'meera@desk-1',
      headers: HEADERS,
      confirmedCount: payouts.length,
      confirmedPaise: asPaise(payouts.reduce((sum, payout) => sum + payout.amountPaise, 0)),
      counts,
      paise,
      excludedCount: 0,
      auditSequence: 42,
      auditHash: HASH,
      ...change,
    },
    asOfMs: 1_775_100_000_000,
    payouts: () => payouts,
    payoutAt: (row) => payouts.find(({ rowNumber }) => rowNumber === row) ?? null,
    attempts: () => [],
    excluded: () => [],
    audit: () => [],
    fees: () => ({ feeCount: 0, feePaise: 0, taxCount: 0, taxPaise: 0, walletPaise: null }),
    alarms: [],
    ...lists,
  };
}
