// What a process left in the middle when it died: its payouts still say `sending`, and nobody sends them.
// In: what is on disk, read while no process sends. Out: the same, with those payouts called unknown, which is the truth.
// This file must never be asked while a process sends.

import type { Tally } from '../../../shared/batches.ts';
import { asPaise } from '../../../shared/money.ts';
import type { BatchReport } from '../../../shared/report.ts';

/** The tally as it is when nobody sends. */
export function tallyInDoubt({ counts, paise }: Tally): Tally {
  return {
    counts: { ...counts, sending: 0, unknown: counts.unknown + counts.sending },
    paise: { ...paise, sending: asPaise(0), unknown: asPaise(paise.unknown + paise.sending) },
  };
}

/** The report as it is when nobody sends. */
export function reportInDoubt(report: BatchReport): BatchReport {
  const { head, payouts } = report;
  return {
    ...report,
    head: { ...head, ...tallyInDoubt({ counts: head.counts, paise: head.paise }) },
    *payouts() {
      for (const payout of payouts()) yield payout.status === 'sending' ? { ...payout, status: 'unknown' } : payout;
    },
  };
}
