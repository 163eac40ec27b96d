// Payouts as lists show them, and one payout with its whole history.

import type { BatchId, Reference } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import type { GatewayIds, LookupKey } from '../../../shared/outcomes.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import type { PayeeSort, PayoutSortKey } from '../../../shared/sorts.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { PaidMonth } from './paid-months.ts';

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
  readonly message: Message | null;
  readonly attempts: number;
  readonly sentAtMs: number | null;
  readonly settledAtMs: number | null;
}

/** Who decided what the gateway did not say, when, and the note. */
interface Decided {
  readonly by: string;
  readonly atMs: number | null;
  readonly note: Message | null;
}

/** `paidAgainAs`: the payout that pays it again, by a retry or from another file; null if none does. */
export interface ShownPayout extends ListedPayout {
  readonly decided: Decided | null;
  readonly paidAgainAs: { readonly payout: string; readonly state: StateKind } | null;
}

/** Rows of the filtered list: index of the first (from 0) and count. */
export interface ListWindow {
  readonly from: number;
  readonly count: number;
}

/** No `states` means all. `search` matches people, references and ids, ignoring case; empty means all. */
export interface PayoutFilter {
  readonly states: readonly StateKind[];
  readonly search: string;
}

export interface PayoutSort {
  /** Over the whole desk, `rowNumber` is the order in which payouts were confirmed. */
  readonly by: PayoutSortKey;
  readonly direction: 'up' | 'down';
}

/** Bounds in milliseconds since 1970 and in paise; null means no bound. `person`: one payee, by personKey(). */
export interface PayoutSearch extends PayoutFilter {
  readonly person: string | null;
  readonly amountFromPaise: number | null;
  readonly amountToPaise: number | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** One window of rows, with count and total of everything that matches the filter. */
export interface PayoutPage {
  readonly total: number;
  readonly totalPaise: number;
  readonly rows: readonly ShownPayout[];
}

/** One request to the gateway. From `answeredAtMs` on, all null when no answer ever came; `answer` is verbatim. */
export interface PayoutAttempt {
  readonly number: number;
  readonly sentAtMs: number;
  readonly answeredAtMs: number | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly message: Message | null;
  readonly answer: string | null;
}

/**
 * One lookup. `finding` is `state WORD`, `notKnown`, `unproven`, `unclear`, `unconfirmed`, `unanswered`, `notAsked`, `mismatch`
 * or `sameId`; `answer` is verbatim.
 */
export interface PayoutLookup {
  readonly atMs: number;
  readonly by: 'transactionId' | 'reference';
  readonly finding: string;
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

/** What a person decided or took back. Listed oldest first. */
export interface PayoutDecision {
  readonly atMs: number;
  readonly by: string;
  readonly decided: 'paid' | 'notPaid' | 'takenBack';
  readonly note: string;
  readonly bankReference: string | null;
  readonly ticket: string | null;
}

/** `source` holds the row's cells as in the file; `retryOf` and `retriedAs` look like `B0001/12`. */
export interface PayoutStory {
  readonly payout: ShownPayout;
  readonly unknownReason: string | null;
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
 * One payee, by personKey(), and what was paid to it. `name` and `beneficiary` are those of the newest payout; `lastPaidAtMs` is
 * null while nothing was paid; `unsentCount` counts queued and sending payouts.
 */
export interface Payee {
  readonly person: string;
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

/** What a list of payees sorts by. */
export type PayeeValue = string | number | null;
/** What a search of payees looks at. */
export type PayeeTexts = readonly [
  name: string | null,
  upiId: string | null,
  accountNumber: string | null,
  ifsc: string | null,
];

/** An account or UPI ID as it was spelled, and when payouts to it were first and last confirmed. */
export interface PayeeAccount {
  readonly beneficiary: Beneficiary;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly payoutCount: number;
  readonly paidCount: number;
  readonly paidPaise: number;
}

/** The names of a payee and its accounts, newest first, this many of each at most. */
interface PayeeParts {
  readonly names: readonly string[];
  readonly accounts: readonly PayeeAccount[];
}

export interface BatchMatch {
  readonly confirmedAtMs: number;
  readonly count: number;
  readonly paise: number;
}

export interface PayoutReading {
  /** Within one batch. */
  page(batch: number, query: PayoutFilter & { readonly sort: PayoutSort; readonly window: ListWindow }): PayoutPage;
  /** Over the whole desk. */
  search(query: PayoutSearch & { readonly sort: PayoutSort; readonly window: ListWindow }): PayoutPage;
  /** How many of each batch match, in the order of confirmation; a batch without any is left out. */
  byBatch(query: PayoutSearch): readonly BatchMatch[];
  /** Everything that matches, one by one. No other statement may run meanwhile. */
  each(query: PayoutSearch & { readonly sort: PayoutSort }): Iterable<ListedPayout>;
  /** One payee, by personKey(); null when the desk has no payout to it. */
  payee(person: string): Payee | null;
  /**
   * Everybody with at least one payout, or whom `isFound` accepts, in the order of their first, with what was paid to them: two flat
   * lists, since a hundred thousand objects take longer than reading them.
   */
  listPayees(
    by: PayeeSort,
    isFound: ((texts: PayeeTexts) => boolean) | null,
  ): {
    readonly ids: readonly number[];
    readonly values: readonly PayeeValue[];
    readonly sum: { readonly count: number; readonly paise: number };
  };
  /** The payees with these numbers. */
  payees(ids: readonly number[]): readonly Payee[];
  /** Grows with each change of the database. */
  changedAt(): number;
  payeeParts(person: string, limit: number): PayeeParts;
  /** What was paid in these MONTHS_SHOWN months, from monthStarts(); to one payee, or in all for null. */
  paidMonths(person: string | null, months: readonly number[]): readonly PaidMonth[];
  /** What was settled since `fromMs`, in milliseconds since 1970. */
  settledSince(fromMs: number): Readonly<Record<'paid' | 'failed', { readonly count: number; readonly paise: number }>>;
  /** Null when the batch has no such row. */
  story(batch: number, rowNumber: number): PayoutStory | null;
  /** Finds a payout by its name, reference, transaction id, RRN or UTR. Returns the newest of several, null for none. */
  meant(text: string): MeantPayout | null;
}

/** `payout` looks like `B0001/12`; `key` is what to look it up by at the gateway. */
export interface MeantPayout extends Pick<ListedPayout, 'name' | 'amountPaise' | 'state'> {
  readonly payout: string;
  readonly key: LookupKey;
}
