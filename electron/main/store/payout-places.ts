// Where payouts are found without reading them all: side by side in their batch, or by the key of their reference.
// In: nothing. Out: pieces of SQL over `payouts p`. This file must never hold a condition that reads a whole table.

/** A batch's payouts lie side by side. Shape: `@batch` is its number. */
export const OF_BATCH = `p.payout_id >= (SELECT first_payout_id FROM batches WHERE batch_id = @batch)
  AND p.payout_id < (SELECT first_payout_id + payout_count FROM batches WHERE batch_id = @batch)`;

/**
 * The payouts of any merchant that carry a reference, without case. Shape: one `?`, the reference. The joins are crossed, so
 * that no statistics make SQLite begin at the longest table.
 */
export const PAYOUTS_BY_REFERENCE = `merchants m
  CROSS JOIN payout_references k ON k.merchant_id = m.merchant_id AND k.reference = ?
  CROSS JOIN payouts p ON p.payout_id = k.payout_id`;
