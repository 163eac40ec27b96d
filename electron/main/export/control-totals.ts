// The control totals of a report. In: what was confirmed, what the states sum up to, what is written. Out: whether they
// agree. This file must never round: all sums are whole paise.

import type { Refusal } from '../../../shared/issues.ts';
import { asPaise, formatRupees, type Paise } from '../../../shared/money.ts';
import type { BatchReport, ReportHead, ReportPayout } from '../../../shared/report.ts';
import { STATE_KINDS, zeroCounts } from '../../../shared/states.ts';

export interface Reconciliation {
  readonly count: number;
  readonly paise: Paise;
  readonly agrees: boolean;
  readonly sentence: string;
}

/** Compares what was confirmed with the sum over all states. */
export function reconcile(head: ReportHead): Reconciliation {
  const count = STATE_KINDS.reduce((sum, state) => sum + head.counts[state], 0);
  const paise = asPaise(STATE_KINDS.reduce((sum, state) => sum + head.paise[state], 0));
  const agrees = count === head.confirmedCount && paise === head.confirmedPaise;
  const confirmed = `${head.confirmedCount} payouts of ${formatRupees(head.confirmedPaise)}`;
  const sentence = agrees
    ? `Reconciles to the paisa: ${confirmed} were confirmed, and the states sum up to the same.`
    : `DOES NOT RECONCILE: ${confirmed} were confirmed, but the states sum up to ${count} of ${formatRupees(paise)}.`;
  return { count, paise, agrees, sentence };
}

export interface CountedPayouts {
  readonly payouts: () => Iterable<ReportPayout>;
  /** Whether the payouts that passed are those of the report's head. Errors: a refusal when they are not. */
  readonly difference: () => Refusal | null;
}

/** Counts the payouts while they are written, so that a report never contradicts its own totals. */
export function countPayouts(report: BatchReport): CountedPayouts {
  const counts = zeroCounts();
  const paise = zeroCounts();
  return {
    *payouts() {
      for (const payout of report.payouts()) {
        counts[payout.status] += 1;
        paise[payout.status] += payout.amountPaise;
        yield payout;
      }
    },
    difference: () => {
      const { head } = report;
      const same = STATE_KINDS.every(
        (state) => counts[state] === head.counts[state] && paise[state] === head.paise[state],
      );
      return same ? null : CHANGED;
    },
  };
}

const CHANGED: Refusal = {
  code: 'changedWhileWriting',
  message: 'The payouts changed while the report was being written, so its totals would not agree with its rows.',
  cure: 'Export it again.',
};
