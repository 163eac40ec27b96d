// The unknown desk and a person's decision as the front doors show them. Source: CLI, the stable interface.
// This file must never change a name without saying so there.

import type { BatchId } from '../ids.ts';
import type { UnknownReason } from '../outcomes.ts';
import type { StateKind, Suspicion } from '../states.ts';

/** One request. Shape: times ISO 8601; `answer` word for word, null when nothing came. */
export interface UnknownAttemptView {
  readonly number: number;
  readonly sentAt: string;
  readonly answeredAt: string | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly message: string | null;
  readonly answer: string | null;
}

/** One look-up and its answer, word for word. */
export interface UnknownLookupView {
  readonly at: string;
  readonly by: 'transactionId' | 'reference';
  readonly finding: string;
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

/**
 * Whether "not paid" may be decided. A ticket always opens it.
 * Shape: `opensAt` is the end of the waiting time, `answersMissing` how many "not known" answers it wants besides;
 * `refusedOpensAt` only after a 429: from then on one more look-up that does not know the payout is enough.
 */
export interface NotPaidView {
  readonly open: boolean;
  readonly opensAt: string;
  readonly answersMissing: number;
  readonly refusedOpensAt: string | null;
}

/** One payout in doubt. Shape: `payout` is how `resolve` takes it, `B0012/7`; `since` the latest time it may have left. */
export interface UnknownPayoutView {
  readonly payout: string;
  readonly row: number;
  readonly reference: string;
  readonly beneficiary: string;
  readonly name: string | null;
  readonly amountPaise: number;
  readonly since: string;
  readonly transactionId: string | null;
  readonly attempts: readonly UnknownAttemptView[];
  readonly lookups: readonly UnknownLookupView[];
  readonly lookupCount: number;
  readonly notKnownAnswers: number;
  readonly notPaid: NotPaidView;
}

/** Payouts of one batch with the same evidence. Shape: `together` when all of them may be decided "not paid" now. */
export interface UnknownGroupView {
  readonly batch: BatchId;
  readonly profile: string;
  readonly reason: UnknownReason;
  readonly refusedByRate: boolean;
  readonly suspected: Suspicion;
  readonly notKnownFingerprint: string | null;
  readonly count: number;
  readonly totalPaise: number;
  readonly together: boolean;
  readonly payouts: readonly UnknownPayoutView[];
}

/** `unknown --json`, newest batch first. */
export interface UnknownDeskView {
  readonly asOf: string;
  readonly count: number;
  readonly totalPaise: number;
  readonly groups: readonly UnknownGroupView[];
}

/** `resolve --json`. */
export interface ResolvedView {
  readonly batch: BatchId;
  readonly decided: 'paid' | 'notPaid';
  readonly decidedBy: string;
  readonly payouts: readonly {
    readonly row: number;
    readonly reference: string;
    readonly amountPaise: number;
    readonly state: StateKind;
  }[];
}
