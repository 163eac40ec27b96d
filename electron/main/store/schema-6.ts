// The sixth schema: payouts are found by their transaction id, to see whether it names one of them alone.
// This file must never be edited once released.

/** The statements of schema 6. */
export const SCHEMA_6 = `
CREATE INDEX payouts_by_transaction ON payouts (transaction_id) WHERE transaction_id IS NOT NULL;
`;
