// The third schema: what is found by a key at random, and what is only read by reports, leaves the table of payouts.
// A confirmed batch fills each key's table in the key's own order, one page after the other: at 100,000 rows that takes
// half the time of an index, and stays so however long the history is. This file must never be edited once released.

import { SOURCE_ROWS_PER_CHUNK } from '../../../shared/limits.ts';
import { insertOnly } from './keep-triggers.ts';

// The keys name their payout without REFERENCES: the check of 200,000 of them was measured as long as all the rest of
// storing a batch. What is stored is asserted instead, row for row, in the transaction that confirms.
const TABLES = `
CREATE TABLE payout_references (
  merchant_id INTEGER NOT NULL,
  reference TEXT NOT NULL COLLATE NOCASE,
  payout_id INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, reference)
) STRICT, WITHOUT ROWID;

CREATE TABLE payout_people (
  merchant_id INTEGER NOT NULL,
  person_key TEXT NOT NULL,
  amount_paise INTEGER NOT NULL,
  payout_id INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, person_key, amount_paise, payout_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE payout_sources (
  first_payout_id INTEGER PRIMARY KEY,
  rows_json TEXT NOT NULL
) STRICT;
`;

const MOVE = `
INSERT INTO payout_references SELECT merchant_id, reference, payout_id FROM payouts ORDER BY merchant_id, reference COLLATE NOCASE;
INSERT INTO payout_people SELECT merchant_id, person_key, amount_paise, payout_id FROM payouts ORDER BY 1, 2, 3, 4;
INSERT INTO payout_sources
  SELECT min(payout_id), json_group_array(json(source_json) ORDER BY payout_id)
  FROM payouts JOIN batches USING (batch_id)
  GROUP BY batch_id, (payout_id - first_payout_id) / ${SOURCE_ROWS_PER_CHUNK};
DROP INDEX payouts_by_reference;
DROP INDEX payouts_by_person;
ALTER TABLE payouts DROP COLUMN person_key;
ALTER TABLE payouts DROP COLUMN source_json;
`;

/** What a person confirmed, and what the keys were made of, stays as it is. */
const KEPT = `
CREATE TRIGGER payouts_keep_what_was_confirmed
BEFORE UPDATE OF payout_id, batch_id, merchant_id, row_number, upi_id, account_number, ifsc, amount_paise, remark, name,
  reference, reference_from ON payouts
BEGIN SELECT RAISE(ABORT, 'what was confirmed is never changed'); END;
`;

/** The statements of schema 3. */
export const SCHEMA_3 = [
  TABLES,
  MOVE,
  KEPT,
  ...['payout_references', 'payout_people', 'payout_sources'].map((table) => insertOnly(table)),
].join('\n');
