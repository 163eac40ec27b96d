// What a payout of the store is looked up by. The answer need not say whose it is, so a transaction id is a key only while it
// names this payout alone: a gateway may give all of them the same.

import type { LookupKey } from '../../../shared/gateway-calls.ts';
import type { Reference } from '../../../shared/ids.ts';
import { isPlaceholderId } from '../../../shared/lookup-key.ts';

/** Shape: of a row that selected `idIsShared` beside its own columns. */
export interface KeyColumns {
  readonly transaction_id: string | null;
  readonly id_is_shared: 0 | 1;
  readonly reference: Reference;
}

/**
 * Whether another payout carries the same transaction id, whatever merchant it lies with: an address moves, and a look-up by
 * reference costs nothing more. Shape: SQL of a column over a table of payouts; it needs the index payouts_by_transaction.
 */
export function idIsShared(payouts: 'p' | 'payouts'): string {
  return `EXISTS (SELECT 1 FROM payouts other WHERE other.transaction_id = ${payouts}.transaction_id
    AND other.payout_id <> ${payouts}.payout_id) AS id_is_shared`;
}

/** The key of a payout: its transaction id while that names it alone, else its reference. */
export function lookupKeyOf({ transaction_id: transactionId, id_is_shared, reference }: KeyColumns): LookupKey {
  const namesIt = transactionId !== null && id_is_shared === 0 && !isPlaceholderId(transactionId);
  return namesIt ? { by: 'transactionId', transactionId, reference } : { by: 'reference', reference };
}
