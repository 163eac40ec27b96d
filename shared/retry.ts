// Paying again what ended unpaid: what the store tells of such payouts, and how a retry batch is linked to them.

import type { BatchId, PayoutId, Reference } from './ids.ts';
import type { LookupKey } from './outcomes.ts';
import type { Payment } from './rows.ts';
import type { StateKind } from './states.ts';

/**
 * One payout as a retry sees it.
 * Shape: `payment.reference` is null, the payout's own is `reference`; `key` is what it is looked up by; `successor` the
 * payout that retries it; `decidedBy` who declared it unpaid; `message` what was said of it; `refusedAtOnce` when the answer
 * to its request refused it, so that the gateway need not know it; `silentSinceMs` when it was first not known after that, by
 * look-ups that were proven, and nothing else was heard since; `decidedByTicket` when a person declared it by the gateway's own
 * ticket; `hasUnreadNews` while late news about it waits to be read.
 */
export interface RetryPayout {
  readonly payoutId: PayoutId;
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly state: StateKind;
  /** When it ended; null while it has not. */
  readonly endedAtMs: number | null;
  readonly decidedBy: string | null;
  readonly message: string | null;
  readonly payment: Payment;
  readonly reference: Reference;
  readonly key: LookupKey;
  readonly refusedAtOnce: boolean;
  readonly silentSinceMs: number | null;
  readonly decidedByTicket: boolean;
  /** What the gateway last called it; null where it never did. */
  readonly gatewayWord: string | null;
  readonly hasUnreadNews: boolean;
  readonly retryOf: PayoutId | null;
  readonly successor: { readonly batch: BatchId; readonly rowNumber: number; readonly state: StateKind } | null;
  readonly source: readonly string[];
}

export interface RetryReading {
  /** Every payout of a batch, in file order. */
  payouts(batch: number): RetryPayout[];
  find(payoutId: PayoutId): RetryPayout | null;
  /** The rows of the batch's file that were left out when it was confirmed, each with its cells, by row number. */
  excludedRows(batch: number): ReadonlyMap<number, readonly string[]>;
  /** A payout and all that it retries, back to the sheet's row: itself first. */
  chain(payoutId: PayoutId): RetryPayout[];
}

/** What a correction may change; never the amount. */
export const CORRECTED_FIELDS = ['paymentMethod', 'upiId', 'accountNumber', 'ifsc', 'remark', 'name'] as const;
export type CorrectedField = (typeof CORRECTED_FIELDS)[number];

/** One changed value, for the person who confirms it. Shape: null where there was or is none. */
export interface Correction {
  readonly field: CorrectedField;
  readonly from: string | null;
  readonly to: string | null;
}

/** What a retry batch pays again. Shape: `payouts` one per row of the batch, in the same order. */
export interface RetryLinks {
  readonly batch: number;
  readonly payouts: readonly { readonly retryOf: PayoutId; readonly changed: readonly CorrectedField[] }[];
}
