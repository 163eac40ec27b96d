// A person's decision about a payout in doubt, between the front doors and the store. In: nothing. Out: types.
// This file must never hold a rule of when: that is in unknown-desk, and what follows is in states.

import type { PollPace } from './backoff.ts';
import type { BatchId, PayoutId, Reference } from './ids.ts';
import type { Paise } from './money.ts';
import type { StateKind } from './states.ts';
import type { DecisionMeans, NotPaidChoice } from './unknown-desk.ts';

/** How a person names a payout. Shape: `batch` and `rowNumber` as in `B0012/7`, the row as the sheet shows it. */
export type PayoutName =
  | { readonly by: 'reference'; readonly reference: Reference }
  | { readonly by: 'row'; readonly batch: BatchId; readonly rowNumber: number };

/** A payout that a name found. Shape: `decidedBy` and `decidedAtMs` only while it stands as a person decided. */
export interface FoundPayout {
  readonly payoutId: PayoutId;
  readonly batch: number;
  readonly id: BatchId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly state: StateKind;
  readonly decidedBy: string | null;
  readonly decidedAtMs: number | null;
}

/** What a person says. Shape: `bankReference` is the RRN or UTR on the bank's statement. */
export type Verdict = { readonly kind: 'paid'; readonly bankReference: string } | { readonly kind: 'notPaid' };

/** An RRN has twelve digits, a UTR up to 22 letters and digits; some banks write longer ones. */
const BANK_REFERENCE_SHAPE = /^(?=.*\d)[A-Za-z0-9]{6,35}$/;

/** Whether a text can be an RRN or a UTR. */
export function isBankReference(text: string): boolean {
  return BANK_REFERENCE_SHAPE.test(text);
}

export const BANK_REFERENCE_CURE = "Give it as the bank's statement shows it: 6 to 35 letters and digits, no spaces.";

/**
 * Shape: `sameEvidence` is the count a person typed for all payouts with this one's evidence; null for this one alone.
 * `rows` are those that the person was shown, or that were looked up, the named one among them: exactly these are decided, or
 * none.
 */
export interface Decision extends DecisionMeans {
  readonly verdict: Verdict;
  readonly note: string;
  readonly ticket: string | null;
  readonly sameEvidence: number | null;
  readonly pace: PollPace;
}

export interface DecidedPayout {
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly amountPaise: Paise;
  readonly state: StateKind;
}

/** What came of it; nothing was changed unless it is `decided`. */
export type DecisionAnswer =
  | { readonly kind: 'decided'; readonly by: string; readonly payouts: readonly DecidedPayout[] }
  | { readonly kind: 'notUnknown'; readonly state: StateKind }
  | { readonly kind: 'notOpen'; readonly choice: NotPaidChoice }
  | { readonly kind: 'otherCount'; readonly count: number }
  | { readonly kind: 'bankReferenceUsed'; readonly batch: BatchId; readonly rowNumber: number };
