// What came back of a payout is digested row by row, and the payout carries the digest of all of it: the audit log takes that
// over with each entry. This file must never be edited once released: a change is a new migration.

/** Shape: `evidence` null while nothing came back; `before` where an earlier version kept something without a digest. */
export const SCHEMA_7 = `
ALTER TABLE payouts ADD COLUMN evidence TEXT;
UPDATE payouts SET evidence = 'before'
  WHERE attempts > 0 OR payout_id IN (SELECT payout_id FROM lookups);
`;
