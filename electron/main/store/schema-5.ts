// The fifth schema: guards find a person by the bank and the account, whatever the branch and the leading zeros, and payees
// are known by the bank and the account. In: a file of schema 4, whose keys hold the whole IFSC. Out: the same with its keys
// spelt anew. No payout, no reference and no entry of the audit log is touched. This file must never be edited once released.

import { insertOnly, neverDeleted } from './keep-triggers.ts';

/** What may never be updated or deleted is made anew, from the payouts themselves and in the key's own order. */
const PEOPLE = `
DROP TABLE payout_people;
CREATE TABLE payout_people (
  merchant_id INTEGER NOT NULL,
  person_key TEXT NOT NULL,
  amount_paise INTEGER NOT NULL,
  payout_id INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, person_key, amount_paise, payout_id)
) STRICT, WITHOUT ROWID;
INSERT INTO payout_people
  SELECT merchant_id,
         iif(upi_id IS NULL, 'imps:' || upper(substr(ifsc, 1, 4)) || ':' || lower(ltrim(account_number, '0')),
             'upi:' || lower(upi_id)),
         amount_paise, payout_id
  FROM payouts ORDER BY 1, 2, 3, 4;
${insertOnly('payout_people')}
`;

// An older key is `imps:<ifsc>:<account>`: two branches of one account become one key.
const PAYEES = `
CREATE TABLE known_payees (
  merchant_id INTEGER NOT NULL REFERENCES merchants,
  name_key TEXT NOT NULL,
  account_key TEXT NOT NULL,
  PRIMARY KEY (merchant_id, name_key, account_key)
) STRICT, WITHOUT ROWID;
INSERT INTO known_payees
  SELECT DISTINCT merchant_id, name_key,
         iif(substr(person_key, 1, 5) = 'imps:',
             'imps:' || upper(substr(person_key, 6, 4)) || ':' ||
               lower(substr(person_key, 6 + instr(substr(person_key, 6), ':'))),
             person_key)
  FROM payees ORDER BY 1, 2, 3;
DROP TABLE payees;
ALTER TABLE known_payees RENAME TO payees;
${neverDeleted('payees')}
`;

/** The statements of schema 5. */
export const SCHEMA_5 = PEOPLE + PAYEES;
