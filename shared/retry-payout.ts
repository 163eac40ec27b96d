// Paying again what ended unpaid: what the store knows about such payouts, and how a retry batch is linked to them.

import type { BatchId, PayoutId, Reference } from './ids.ts';
import type { Message } from './messages/message.ts';
import type { LookupKey } from './outcomes.ts';
import type { Payment } from './rows.ts';
import type { StateKind } from './states.ts';

/**
 * One payout as a retry sees it. `payment.reference` is null, because `reference` is the payout's own. `key`: what it is looked
 * up by. `successor`: the payout that retries it. `decidedBy`: who declared it unpaid. `message`: what was said about it.
 * `refusedAtOnce`: the answer to its request refused it, so the gateway need not know it. `silentSinceMs`: when a proven lookup
 * first did not know it after that, if nothing else was learned since. `decidedByTicket`: a person declared it unpaid by the
 * gateway's own ticket. `lastFinding`: of the newest look-up since it ended; null before the first. `hasUnreadNews`: there is
 * unread late news about it.
 */
export interface RetryPayout {
  readonly payoutId: PayoutId;
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly state: StateKind;
  /** When it ended; null while it has not. */
  readonly endedAtMs: number | null;
  readonly decidedBy: string | null;
  readonly message: Message | null;
  readonly payment: Payment;
  readonly reference: Reference;
  readonly key: LookupKey;
  readonly refusedAtOnce: boolean;
  readonly silentSinceMs: number | null;
  readonly lastFinding: string | null;
  readonly decidedByTicket: boolean;
  /** The gateway's last word for it; null where it never gave one. */
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
  /** The rows that were left out when the batch was confirmed, with their cells, by row number. */
  excludedRows(batch: number): ReadonlyMap<number, readonly string[]>;
  /** A payout and all that it retries, back to the sheet's row; itself first. */
  chain(payoutId: PayoutId): RetryPayout[];
}

/** What a correction may change; never the amount. */
export const CORRECTED_FIELDS = ['paymentMethod', 'upiId', 'accountNumber', 'ifsc', 'remark', 'name'] as const;
export type CorrectedField = (typeof CORRECTED_FIELDS)[number];

/** One changed value, for the person who confirms it; null where there was or is none. */
export interface Correction {
  readonly field: CorrectedField;
  readonly from: string | null;
  readonly to: string | null;
}

/** What a retry batch pays again. `payouts` has one entry per row of the batch, in the same order. */
export interface RetryLinks {
  readonly batch: number;
  readonly payouts: readonly { readonly retryOf: PayoutId; readonly changed: readonly CorrectedField[] }[];
}
