// Payouts as lists show them: a window of a batch or of a whole desk, and one payout with all that happened to it.

import type { BatchId, Reference } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { GatewayIds, LookupKey } from '../../../shared/outcomes.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import type { StateKind } from '../../../shared/states.ts';

/** One payout of a list. */
export interface ListedPayout {
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly state: StateKind;
  readonly hold: 'referenceKnown' | 'referenceUnclear' | 'guarded' | null;
  readonly beneficiary: Beneficiary;
  readonly name: string | null;
  readonly amountPaise: Paise;
  readonly remark: string;
  readonly reference: Reference;
  readonly ids: GatewayIds;
  readonly gatewayStatus: string | null;
  readonly message: string | null;
  readonly attempts: number;
  readonly sentAtMs: number | null;
  readonly settledAtMs: number | null;
}

/** One payout that a window shows. Shape: `paidAgainAs` what pays it again, by a retry or from another file; null while nothing does. */
export interface ShownPayout extends ListedPayout {
  readonly paidAgainAs: { readonly payout: string; readonly state: StateKind } | null;
}

/** Which rows of the filtered list: from this place (from 0), this many. */
export interface ListWindow {
  readonly from: number;
  readonly count: number;
}

/** Shape: no `states` means all; `search` empty means all, else it is found in people, references and ids, without case. */
export interface PayoutFilter {
  readonly states: readonly StateKind[];
  readonly search: string;
}

export interface PayoutSort {
  /** `rowNumber` of a whole desk is the order in which payouts were confirmed. */
  readonly by: 'rowNumber' | 'amount' | 'state' | 'name' | 'beneficiary' | 'reference' | 'utr' | 'message' | 'sentAt';
  readonly direction: 'up' | 'down';
}

/** Bounds that are null bound nothing. Units: milliseconds since 1970, paise. */
export interface PayoutSearch extends PayoutFilter {
  readonly amountFromPaise: number | null;
  readonly amountToPaise: number | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** A window, with the count and the total of everything that the filter lets through. */
export interface PayoutPage {
  readonly total: number;
  readonly totalPaise: number;
  readonly rows: readonly ShownPayout[];
}

/** One request to the gateway. Shape: nulls from `answeredAtMs` on when nothing was ever heard; `answer` word for word. */
export interface PayoutAttempt {
  readonly number: number;
  readonly sentAtMs: number;
  readonly answeredAtMs: number | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly message: string | null;
  readonly answer: string | null;
}

/**
 * One look-up. Shape: `finding` is `state WORD`, `notKnown`, `unproven`, `unclear`, `unconfirmed`, `unanswered`, `notAsked`, `mismatch`
 * or `sameId`; `answer` word for word.
 */
export interface PayoutLookup {
  readonly atMs: number;
  readonly by: 'transactionId' | 'reference';
  readonly finding: string;
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

/** What a person decided, or took back, oldest first. */
export interface PayoutDecision {
  readonly atMs: number;
  readonly by: string;
  readonly decided: 'paid' | 'notPaid' | 'takenBack';
  readonly note: string;
  readonly bankReference: string | null;
  readonly ticket: string | null;
}

/** Shape: `source` holds the row's cells as the file had them; `retryOf` and `retriedAs` like `B0001/12`. */
export interface PayoutStory {
  readonly payout: ShownPayout;
  readonly unknownReason: string | null;
  readonly decidedBy: string | null;
  readonly notKnownAnswers: number;
  readonly lookups: number;
  readonly nextLookupAtMs: number | null;
  readonly retryOf: string | null;
  readonly retriedAs: string | null;
  readonly source: readonly string[];
  readonly attempts: readonly PayoutAttempt[];
  readonly answers: readonly PayoutLookup[];
  readonly decisions: readonly PayoutDecision[];
}

/**
 * One UPI ID, or one account with its IFSC, and what was paid to it. Shape: `name` as the newest payout has it;
 * `lastPaidAtMs` null while nothing was paid; `unsentCount` those that are queued or being sent.
 */
export interface Payee {
  readonly name: string | null;
  readonly beneficiary: Beneficiary;
  readonly payoutCount: number;
  readonly paidCount: number;
  readonly paidPaise: number;
  readonly lastPaidAtMs: number | null;
  readonly lastPaidPaise: number | null;
  readonly unknownCount: number;
  readonly unsentCount: number;
  readonly failedCount: number;
}

/** Failures that share their state and their message. */
export interface FailureGroup {
  readonly state: 'failed' | 'rejected' | 'reversed';
  readonly message: string;
  readonly count: number;
  readonly paise: number;
}

export interface PayoutReading {
  /** A window of one batch. */
  page(batch: number, query: PayoutFilter & { readonly sort: PayoutSort; readonly window: ListWindow }): PayoutPage;
  /** A window of the whole desk. */
  search(query: PayoutSearch & { readonly sort: PayoutSort; readonly window: ListWindow }): PayoutPage;
  /** All that a search finds, one after the other. No other statement may run meanwhile. */
  each(query: PayoutSearch & { readonly sort: PayoutSort }): Iterable<ListedPayout>;
  /** Everybody who was ever to be paid, by where the money goes, in the order of their first payout. */
  payees(): readonly Payee[];
  /** What came to its end from then on. Units: milliseconds since 1970. */
  settledSince(fromMs: number): Readonly<Record<'paid' | 'failed', { readonly count: number; readonly paise: number }>>;
  /** Null when the batch has no such row. */
  story(batch: number, rowNumber: number): PayoutStory | null;
  failures(batch: number): readonly FailureGroup[];
  /** The payout that a person means by its name, reference, transaction id, RRN or UTR, the newest of several; null when there is none. */
  meant(text: string): MeantPayout | null;
}

/** Shape: `payout` as `B0001/12`; `key` what the gateway is asked by. */
export interface MeantPayout extends Pick<ListedPayout, 'name' | 'amountPaise' | 'state'> {
  readonly payout: string;
  readonly key: LookupKey;
}
