// A batch as the desk must show it where its database may not know the last of it: some of its states then count as unknown.

import { asPaise } from '../../../shared/money.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { Tally } from './batches.ts';
import type { BatchReport } from './report.ts';

/** What nobody sends any more was left in the middle. */
export const DOUBTED_UNATTENDED: readonly StateKind[] = ['sending'];

/** What seems unsent in a locked desk may have been sent since, or elsewhere. */
export const DOUBTED_IN_LOCK: readonly StateKind[] = ['queued', 'sending'];

export function stateInDoubt(state: StateKind, doubted: readonly StateKind[]): StateKind {
  return doubted.includes(state) ? 'unknown' : state;
}

export function tallyInDoubt(tally: Tally, doubted: readonly StateKind[]): Tally {
  const counts = { ...tally.counts };
  const paise = { ...tally.paise };
  for (const state of doubted) {
    counts.unknown += counts[state];
    counts[state] = 0;
    paise.unknown = asPaise(paise.unknown + paise[state]);
    paise[state] = asPaise(0);
  }
  return { counts, paise };
}

export function reportInDoubt(report: BatchReport, doubted: readonly StateKind[]): BatchReport {
  const { head, payouts } = report;
  return {
    ...report,
    head: { ...head, ...tallyInDoubt({ counts: head.counts, paise: head.paise }, doubted) },
    *payouts() {
      for (const payout of payouts()) yield { ...payout, state: stateInDoubt(payout.state, doubted) };
    },
  };
}
