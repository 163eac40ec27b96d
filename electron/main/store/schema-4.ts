// The fourth schema: payouts that are still followed and payouts that are final but watched have an index each, so that a
// hundred thousand final ones never stand in the way of one in doubt. In: a file of schema 3. Out: the same, watched.
// This file must never be edited once released: a change is a new migration.

/** The statements of schema 4. Shape: what was final before is looked up a day after it was, like everything since. */
export const SCHEMA_4 = `
DROP INDEX payouts_due;
CREATE INDEX payouts_followed ON payouts (batch_id, next_lookup_at_ms)
  WHERE next_lookup_at_ms IS NOT NULL AND settled_at_ms IS NULL;
CREATE INDEX payouts_watched ON payouts (batch_id, next_lookup_at_ms)
  WHERE next_lookup_at_ms IS NOT NULL AND settled_at_ms IS NOT NULL;
UPDATE payouts SET next_lookup_at_ms = settled_at_ms + 86400000
  WHERE settled_at_ms IS NOT NULL AND next_lookup_at_ms IS NULL
    AND (state = 'success' OR state = 'failed' OR state = 'rejected' OR state = 'reversed');
`;
