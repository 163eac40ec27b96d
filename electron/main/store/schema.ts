// The schema of the desk's database as first released, and its migrations. Money is integer paise, times are milliseconds since
// 1970 UTC, ids and account numbers are text.
//
// The nine states are written with OR: for an IN of more than two words SQLite builds a table for each row written, measured as a
// fifth of the time of storing a batch. Followed payouts and final but watched payouts each have an index, so that a hundred
// thousand final ones never slow down one in doubt.
//
// Keys that are looked up at random, and what only reports read, are in separate tables. A confirmed batch fills each key table
// in the key's own order, page after page: at 100,000 rows that takes half the time of an index, and stays so however long the
// history is. The keys have no REFERENCES to their payouts: checking 200,000 took as long as all the rest of storing a batch.
// Instead, the confirming transaction asserts every stored row.
//
// NULL means: in `decide_after_ms` the default of shared/limits; in `moved_to` that the address is still in use; in `answer_json`
// that the command is not answered yet.

import { MERGED_BANKS } from '../domain/person-key.ts';

/** What a payout is confirmed with. It never changes, and the confirmation's audit entry has one hash over all of it. */
export const CONFIRMED_COLUMNS = [
  'payout_id',
  'batch_id',
  'merchant_id',
  'row_number',
  'upi_id',
  'account_number',
  'ifsc',
  'amount_paise',
  'remark',
  'name',
  'reference',
  'reference_from',
  'repeat_ticked',
  'retry_of',
] as const;

const TABLES = `
CREATE TABLE desk (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  database_id TEXT NOT NULL,
  prefix TEXT NOT NULL CHECK (prefix IN ('B', 'P')),
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE merchants (
  merchant_id INTEGER PRIMARY KEY,
  base_url TEXT NOT NULL,
  mid INTEGER NOT NULL CHECK (mid > 0),
  not_known_fingerprint TEXT,
  moved_to INTEGER REFERENCES merchants,
  UNIQUE (base_url, mid)
) STRICT;

CREATE TABLE profiles (
  name TEXT PRIMARY KEY COLLATE NOCASE,
  base_url TEXT NOT NULL,
  mid INTEGER NOT NULL CHECK (mid > 0),
  environment TEXT NOT NULL CHECK (environment IN ('LIVE', 'PRACTICE')),
  rate_per_second INTEGER NOT NULL CHECK (rate_per_second > 0),
  in_flight_max INTEGER NOT NULL CHECK (in_flight_max > 0),
  poll_first_ms INTEGER NOT NULL CHECK (poll_first_ms > 0),
  poll_max_ms INTEGER NOT NULL CHECK (poll_max_ms >= poll_first_ms),
  timeout_ms INTEGER NOT NULL CHECK (timeout_ms > 0),
  max_payout_paise INTEGER CHECK (max_payout_paise > 0),
  max_batch_paise INTEGER CHECK (max_batch_paise > 0),
  wallet_unit TEXT CHECK (wallet_unit IN ('rupees', 'paise')),
  decide_after_ms INTEGER CHECK (decide_after_ms >= 0)
) STRICT;

CREATE TABLE batches (
  batch_id INTEGER PRIMARY KEY,
  merchant_id INTEGER NOT NULL REFERENCES merchants,
  profile TEXT NOT NULL,
  base_url TEXT NOT NULL,
  mid INTEGER NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('LIVE', 'PRACTICE')),
  name TEXT NOT NULL,
  file_name TEXT NOT NULL,
  file_sha256 TEXT NOT NULL,
  sheet TEXT,
  headers_json TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  run_number INTEGER NOT NULL CHECK (run_number > 0),
  retry_of INTEGER REFERENCES batches,
  first_payout_id INTEGER NOT NULL,
  payout_count INTEGER NOT NULL CHECK (payout_count > 0),
  total_paise INTEGER NOT NULL CHECK (total_paise > 0),
  excluded_count INTEGER NOT NULL CHECK (excluded_count >= 0),
  confirmed_at_ms INTEGER NOT NULL,
  confirmed_by TEXT NOT NULL,
  active_at_ms INTEGER NOT NULL,
  lookups_proven INTEGER NOT NULL DEFAULT 0 CHECK (lookups_proven IN (0, 1)),
  ambiguity_lifts INTEGER NOT NULL DEFAULT 0,
  refused_rate INTEGER,
  paused_code TEXT,
  paused_message TEXT,
  CHECK ((paused_code IS NULL) = (paused_message IS NULL)),
  UNIQUE (merchant_id, fingerprint, run_number)
) STRICT;

CREATE TABLE payouts (
  payout_id INTEGER PRIMARY KEY,
  batch_id INTEGER NOT NULL REFERENCES batches DEFERRABLE INITIALLY DEFERRED,
  merchant_id INTEGER NOT NULL REFERENCES merchants,
  row_number INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (
    state = 'queued' OR state = 'sending' OR state = 'processing' OR state = 'unknown' OR state = 'success' OR
    state = 'failed' OR state = 'rejected' OR state = 'reversed' OR state = 'cancelled'),
  upi_id TEXT,
  account_number TEXT,
  ifsc TEXT,
  amount_paise INTEGER NOT NULL CHECK (amount_paise > 0),
  remark TEXT NOT NULL,
  name TEXT,
  reference TEXT NOT NULL,
  reference_from TEXT NOT NULL CHECK (reference_from IN ('desk', 'sheet')),
  repeat_ticked INTEGER NOT NULL CHECK (repeat_ticked IN (0, 1)),
  retry_of INTEGER REFERENCES payouts,
  hold TEXT CHECK (hold IN ('referenceKnown', 'referenceUnclear', 'guarded')),
  gateway_status TEXT,
  unknown_reason TEXT,
  suspected TEXT CHECK (suspected IN ('failed', 'rejected')),
  decided_by TEXT,
  transaction_id TEXT,
  rrn TEXT,
  utr TEXT,
  log_number TEXT,
  tran_ref_no TEXT,
  message TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  requests_left INTEGER NOT NULL DEFAULT 0,
  lookups INTEGER NOT NULL DEFAULT 0,
  not_known_answers INTEGER NOT NULL DEFAULT 0,
  lookup_step INTEGER NOT NULL DEFAULT 0,
  last_finding TEXT,
  next_lookup_at_ms INTEGER,
  sent_at_ms INTEGER,
  settled_at_ms INTEGER,
  CHECK ((upi_id IS NOT NULL AND account_number IS NULL AND ifsc IS NULL)
      OR (upi_id IS NULL AND account_number IS NOT NULL AND ifsc IS NOT NULL)),
  CHECK ((state = 'unknown') = (unknown_reason IS NOT NULL)),
  CHECK (state <> 'processing' OR gateway_status IS NOT NULL),
  CHECK (hold IS NULL OR state = 'queued'),
  CHECK (state <> 'queued' OR next_lookup_at_ms IS NULL)
) STRICT;

CREATE UNIQUE INDEX payouts_one_successor ON payouts (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX payouts_queued ON payouts (batch_id, payout_id) WHERE state = 'queued' AND hold IS NULL;
CREATE INDEX payouts_sending ON payouts (payout_id) WHERE state = 'sending';
CREATE INDEX payouts_followed ON payouts (batch_id, next_lookup_at_ms)
  WHERE next_lookup_at_ms IS NOT NULL AND settled_at_ms IS NULL;
CREATE INDEX payouts_watched ON payouts (batch_id, next_lookup_at_ms)
  WHERE next_lookup_at_ms IS NOT NULL AND settled_at_ms IS NOT NULL;
CREATE INDEX payouts_by_transaction ON payouts (transaction_id) WHERE transaction_id IS NOT NULL;

CREATE TRIGGER payouts_keep_what_was_confirmed
BEFORE UPDATE OF ${CONFIRMED_COLUMNS.join(', ')} ON payouts
BEGIN SELECT RAISE(ABORT, 'what was confirmed is never changed'); END;

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

CREATE TABLE excluded_rows (
  batch_id INTEGER NOT NULL REFERENCES batches,
  row_number INTEGER NOT NULL,
  source_json TEXT NOT NULL,
  issues_json TEXT NOT NULL,
  PRIMARY KEY (batch_id, row_number)
) STRICT, WITHOUT ROWID;

CREATE TABLE attempts (
  attempt_id INTEGER PRIMARY KEY,
  payout_id INTEGER NOT NULL REFERENCES payouts,
  number INTEGER NOT NULL CHECK (number > 0),
  claimed_at_ms INTEGER NOT NULL,
  UNIQUE (payout_id, number)
) STRICT;

CREATE TABLE attempt_results (
  attempt_id INTEGER PRIMARY KEY REFERENCES attempts,
  outcome TEXT NOT NULL,
  http_status INTEGER,
  message TEXT,
  answer TEXT,
  answered_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE lookups (
  lookup_id INTEGER PRIMARY KEY,
  payout_id INTEGER NOT NULL REFERENCES payouts,
  looked_up_by TEXT NOT NULL CHECK (looked_up_by IN ('transactionId', 'reference')),
  finding TEXT NOT NULL,
  http_status INTEGER,
  answer TEXT,
  answered_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX lookups_by_payout ON lookups (payout_id);

CREATE TABLE decisions (
  decision_id INTEGER PRIMARY KEY,
  payout_id INTEGER NOT NULL REFERENCES payouts,
  decided TEXT NOT NULL CHECK (decided IN ('paid', 'notPaid')),
  rrn TEXT,
  note TEXT NOT NULL CHECK (length(note) > 0),
  ticket TEXT,
  decided_by TEXT NOT NULL,
  decided_at_ms INTEGER NOT NULL,
  CHECK ((decided = 'paid') = (rrn IS NOT NULL))
) STRICT;
CREATE INDEX decisions_by_payout ON decisions (payout_id);

CREATE TABLE late_news (
  late_news_id INTEGER PRIMARY KEY,
  payout_id INTEGER NOT NULL REFERENCES payouts,
  state_before TEXT NOT NULL,
  state_after TEXT NOT NULL,
  word TEXT NOT NULL,
  heard_at_ms INTEGER NOT NULL,
  read_at_ms INTEGER,
  read_by TEXT
) STRICT;
CREATE INDEX late_news_unread ON late_news (payout_id) WHERE read_at_ms IS NULL;

CREATE TABLE payees (
  merchant_id INTEGER NOT NULL REFERENCES merchants,
  name_key TEXT NOT NULL,
  account_key TEXT NOT NULL,
  PRIMARY KEY (merchant_id, name_key, account_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  actor TEXT NOT NULL,
  what TEXT NOT NULL,
  batch_id INTEGER,
  payout_id INTEGER,
  detail TEXT NOT NULL,
  rows_json TEXT NOT NULL,
  hash TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT;
CREATE INDEX audit_by_batch ON audit (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX audit_by_payout ON audit (payout_id) WHERE payout_id IS NOT NULL;

CREATE TABLE commands (
  command_id TEXT PRIMARY KEY,
  what TEXT NOT NULL,
  taken_at_ms INTEGER NOT NULL,
  answer_json TEXT
) STRICT;
`;

const INSERT_ONLY = [
  'attempts',
  'attempt_results',
  'lookups',
  'audit',
  'excluded_rows',
  'decisions',
  'payout_references',
  'payout_people',
  'payout_sources',
];
const NEVER_DELETED = ['desk', 'merchants', 'profiles', 'batches', 'payouts', 'late_news', 'payees', 'commands'];

const neverUpdated = (table: string): string => `
CREATE TRIGGER ${table}_never_updated BEFORE UPDATE ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is insert-only'); END;`;

const neverDeleted = (table: string): string => `
CREATE TRIGGER ${table}_never_deleted BEFORE DELETE ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} keeps every row'); END;`;

const quotedList = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** The first migration: the whole schema. */
export const SCHEMA = [
  TABLES,
  ...INSERT_ONLY.map(neverUpdated),
  ...[...INSERT_ONLY, ...NEVER_DELETED].map(neverDeleted),
].join('');

/** Indexes to find other payouts with an RRN or UTR, checked at each settlement that brings one; and all wallet readings. */
const OWN_EVIDENCE = `
CREATE INDEX payouts_by_rrn ON payouts (rrn) WHERE rrn IS NOT NULL;
CREATE INDEX payouts_by_utr ON payouts (utr) WHERE utr IS NOT NULL;

CREATE TABLE wallet_readings (
  reading_id INTEGER PRIMARY KEY,
  merchant_id INTEGER NOT NULL REFERENCES merchants,
  balance TEXT NOT NULL,
  read_for TEXT NOT NULL CHECK (read_for IN ('start', 'run', 'end', 'person')),
  read_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX wallet_readings_by_merchant ON wallet_readings (merchant_id, read_at_ms);
${neverUpdated('wallet_readings')}${neverDeleted('wallet_readings')}`;

/**
 * Where the wall clock was set back by more than an hour between two records about batches. `sequence`: the first record after
 * it; `from_ms`: the time of the last record before it. The audit verifies it against the log.
 */
export const CLOCK_SET_BACKS = `
CREATE TABLE clock_set_backs (
  sequence INTEGER PRIMARY KEY,
  from_ms INTEGER NOT NULL
) STRICT;
INSERT INTO clock_set_backs
SELECT sequence, before_ms FROM (
  SELECT sequence, at_ms, lag(at_ms) OVER (ORDER BY sequence) AS before_ms
  FROM audit WHERE batch_id IS NOT NULL AND what <> 'rows')
WHERE at_ms < before_ms - 3600000;
${neverUpdated('clock_set_backs')}${neverDeleted('clock_set_backs')}
`;

const MERGED_IN_2026 = Object.entries(MERGED_BANKS)
  .map(([before, now]) => `WHEN '${before}' THEN '${now}'`)
  .join(' ');

/** A payee's key as these steps spell it, from columns of `row`. A released step never changes, so it is not the desk's own of today. */
const keyIn2026 = (row: '' | 'NEW.', account: string): string =>
  `iif(${row}upi_id IS NULL, 'imps:' || CASE upper(substr(${row}ifsc, 1, 4))
  ${MERGED_IN_2026} ELSE upper(substr(${row}ifsc, 1, 4)) END || ':' || lower(${account}), 'upi:' || lower(${row}upi_id))`;

const ACCOUNT_KEY_IN_2026 = keyIn2026('', 'account_number');

const FILL_NAMES = `
INSERT INTO payee_names SELECT DISTINCT fold_name(name), ${ACCOUNT_KEY_IN_2026}
  FROM payouts WHERE fold_name(name) <> '' ORDER BY 1, 2;`;

/**
 * What finds the same payment: payee keys follow the mergers of banks, names are folded one way for the whole desk, each name has
 * its accounts, and each payout has the earlier ones that a person was shown at its confirmation. The old table `payees` stays
 * because audit entries name its rows, but is no longer written.
 */
const SAME_PAYMENT = `
DROP TRIGGER payout_people_never_updated;
UPDATE payout_people SET person_key = 'imps:' || CASE substr(person_key, 6, 4) ${MERGED_IN_2026} END || substr(person_key, 10)
WHERE person_key LIKE 'imps:%' AND substr(person_key, 6, 4) IN (${quotedList(Object.keys(MERGED_BANKS))});
${neverUpdated('payout_people')}
CREATE TABLE payee_names (
  name_key TEXT NOT NULL,
  account_key TEXT NOT NULL,
  PRIMARY KEY (name_key, account_key)
) STRICT, WITHOUT ROWID;
${FILL_NAMES}
CREATE TABLE payout_relations (
  payout_id INTEGER NOT NULL,
  earlier_id INTEGER NOT NULL,
  relation TEXT NOT NULL CHECK (relation IN ('again', 'difference', 'name', 'another', 'unpaid')),
  PRIMARY KEY (payout_id, earlier_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payout_relations_by_earlier ON payout_relations (earlier_id);
${['payee_names', 'payout_relations'].map((table) => neverUpdated(table) + neverDeleted(table)).join('')}
`;

/**
 * Whether several computers pay from an account: 1, or NULL as in every earlier row. And references of rows that the gateway
 * knows though no payout here has them: another computer paid them. `known_as` is the reference that the gateway knows. It is a
 * later one of the same content if the other computer confirmed the row before without sending it.
 */
const ROW_REFERENCES = `
ALTER TABLE profiles ADD COLUMN several_computers INTEGER CHECK (several_computers = 1);
CREATE TABLE known_references (
  merchant_id INTEGER NOT NULL REFERENCES merchants,
  reference TEXT NOT NULL COLLATE NOCASE,
  known_as TEXT NOT NULL,
  word TEXT NOT NULL,
  heard_at_ms INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, reference)
) STRICT, WITHOUT ROWID;
${neverUpdated('known_references')}${neverDeleted('known_references')}
`;

/**
 * Whether a merchant's lookups work: how many paid payouts were found by their reference and when last, when an accepted one was
 * last missed, and which of the two came last. NULL until it happens, so that the hashes of older rows stay the same.
 */
const LOOKUP_PROOF = `
ALTER TABLE merchants ADD COLUMN paid_found INTEGER CHECK (paid_found > 0);
ALTER TABLE merchants ADD COLUMN paid_found_at_ms INTEGER;
ALTER TABLE merchants ADD COLUMN missed_at_ms INTEGER;
ALTER TABLE merchants ADD COLUMN lookups_work INTEGER CHECK (lookups_work IN (0, 1));
`;

/** Refolds the names: initials are now one word of a name, and "(P) Ltd" equals "Pvt Ltd". */
export const INITIALS = `
DROP TRIGGER payee_names_never_deleted;
DELETE FROM payee_names;
${FILL_NAMES}
${neverDeleted('payee_names')}
`;

const STATES = 'queued sending processing unknown success failed rejected reversed cancelled'.split(' ');

/**
 * Counts and sums of each batch by state, with a row for each of the nine, so that no list adds up a hundred thousand payouts; and
 * what is searched for a part of it: the different remarks of each batch, and the different payees as they were written.
 * Confirming writes the first sums and the texts, and a trigger every change of the sums after it. The audit counts and collects
 * again.
 */
const BATCH_SUMS = `
CREATE TABLE batch_sums (
  batch_id INTEGER NOT NULL,
  state TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  paise INTEGER NOT NULL CHECK (paise >= 0),
  held INTEGER NOT NULL CHECK (held >= 0),
  known INTEGER NOT NULL CHECK (known >= 0),
  PRIMARY KEY (batch_id, state)
) STRICT, WITHOUT ROWID;
WITH states (state) AS (VALUES ${STATES.map((state) => `('${state}')`).join(', ')}),
  counted AS (
    SELECT batch_id, state, count(*) AS count, sum(amount_paise) AS paise, count(hold) AS held,
      sum(hold IS 'referenceKnown') AS known FROM payouts GROUP BY batch_id, state)
INSERT INTO batch_sums
SELECT batch_id, state, coalesce(count, 0), coalesce(paise, 0), coalesce(held, 0), coalesce(known, 0)
FROM batches CROSS JOIN states LEFT JOIN counted USING (batch_id, state);
CREATE TRIGGER payouts_counted AFTER UPDATE OF state, hold ON payouts
WHEN NEW.state <> OLD.state OR NEW.hold IS NOT OLD.hold
BEGIN
  UPDATE batch_sums SET count = count - 1, paise = paise - OLD.amount_paise,
    held = held - (OLD.hold IS NOT NULL), known = known - (OLD.hold IS 'referenceKnown')
  WHERE batch_id = OLD.batch_id AND state = OLD.state;
  UPDATE batch_sums SET count = count + 1, paise = paise + NEW.amount_paise,
    held = held + (NEW.hold IS NOT NULL), known = known + (NEW.hold IS 'referenceKnown')
  WHERE batch_id = NEW.batch_id AND state = NEW.state;
END;
${neverDeleted('batch_sums')}
CREATE TABLE batch_remarks (
  batch_id INTEGER NOT NULL,
  remark TEXT NOT NULL,
  PRIMARY KEY (batch_id, remark)
) STRICT, WITHOUT ROWID;
INSERT INTO batch_remarks SELECT DISTINCT batch_id, remark FROM payouts WHERE remark <> '';
CREATE TABLE payee_texts (
  name TEXT NOT NULL,
  account_key TEXT NOT NULL,
  PRIMARY KEY (name, account_key)
) STRICT, WITHOUT ROWID;
INSERT INTO payee_texts SELECT DISTINCT coalesce(name, ''), ${ACCOUNT_KEY_IN_2026}
  FROM payouts ORDER BY 1, 2;
${['batch_remarks', 'payee_texts'].map((table) => neverUpdated(table) + neverDeleted(table)).join('')}
`;

/**
 * Each mail with a payment advice, written before it leaves, and what the mail server answered. A mail without an answer may have
 * been sent: the process died, or the connection broke. `number`: from 1 for each payout.
 */
const ADVICE_MAILS = `
CREATE TABLE advice_mails (
  mail_id INTEGER PRIMARY KEY,
  batch_id INTEGER NOT NULL REFERENCES batches,
  payout_id INTEGER NOT NULL REFERENCES payouts,
  number INTEGER NOT NULL CHECK (number > 0),
  address TEXT NOT NULL,
  sender TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('en', 'hi')),
  message_id TEXT NOT NULL,
  begun_at_ms INTEGER NOT NULL,
  UNIQUE (payout_id, number)
) STRICT;
CREATE INDEX advice_mails_by_batch ON advice_mails (batch_id, payout_id, number);
CREATE TABLE advice_answers (
  mail_id INTEGER PRIMARY KEY REFERENCES advice_mails,
  outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'refused', 'later', 'unsure')),
  answer TEXT,
  answered_at_ms INTEGER NOT NULL
) STRICT;
${['advice_mails', 'advice_answers'].map((table) => neverUpdated(table) + neverDeleted(table)).join('')}
`;

/**
 * The living journal: each export, each voucher in it, and each time its file was saved. A payout's turns count up by one: odd
 * ones book it as paid, even ones undo that. So the next turn follows from the last, and the key refuses to book one twice.
 * An export's row has the hash over its entries, and the audit log has the hash of that row.
 */
const JOURNALS = `
CREATE TABLE journal_exports (
  export_number INTEGER PRIMARY KEY,
  form TEXT NOT NULL CHECK (form IN ('journal', 'tally', 'tally-xml')),
  profile TEXT NOT NULL,
  batch_id INTEGER REFERENCES batches,
  from_day TEXT,
  to_day TEXT,
  entry_count INTEGER NOT NULL CHECK (entry_count > 0),
  undone_count INTEGER NOT NULL CHECK (undone_count BETWEEN 0 AND entry_count),
  paid_paise INTEGER NOT NULL CHECK (paid_paise >= 0),
  undone_paise INTEGER NOT NULL CHECK (undone_paise >= 0),
  entries_sha256 TEXT NOT NULL CHECK (length(entries_sha256) = 64),
  file_sha256 TEXT NOT NULL CHECK (length(file_sha256) = 64),
  command_id TEXT UNIQUE,
  made_by TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE journal_entries (
  payout_id INTEGER NOT NULL REFERENCES payouts,
  turn INTEGER NOT NULL CHECK (turn > 0),
  export_number INTEGER NOT NULL REFERENCES journal_exports DEFERRABLE INITIALLY DEFERRED,
  day TEXT NOT NULL,
  debit_ledger TEXT NOT NULL CHECK (debit_ledger <> ''),
  credit_ledger TEXT NOT NULL CHECK (credit_ledger <> ''),
  amount_paise INTEGER NOT NULL CHECK (amount_paise > 0),
  utr TEXT,
  fee_paise INTEGER CHECK (fee_paise >= 0),
  tax_paise INTEGER CHECK (tax_paise >= 0),
  PRIMARY KEY (payout_id, turn)
) STRICT, WITHOUT ROWID;
CREATE INDEX journal_entries_by_export ON journal_entries (export_number);
CREATE TABLE journal_saves (
  save_id INTEGER PRIMARY KEY,
  export_number INTEGER NOT NULL REFERENCES journal_exports,
  file_name TEXT NOT NULL,
  saved_by TEXT NOT NULL,
  saved_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX journal_saves_by_export ON journal_saves (export_number);
CREATE TRIGGER journal_entries_follow BEFORE INSERT ON journal_entries
WHEN NEW.turn <> 1 + coalesce((SELECT max(turn) FROM journal_entries WHERE payout_id = NEW.payout_id), 0)
BEGIN SELECT RAISE(ABORT, 'a voucher must follow the last one of its payout'); END;
${['journal_exports', 'journal_entries', 'journal_saves'].map((table) => neverUpdated(table) + neverDeleted(table)).join('')}
`;

const FAILED = (row: string): string =>
  `(${row}state = 'failed' OR ${row}state = 'rejected' OR ${row}state = 'reversed')`;
const UNSENT = (row: string): string => `(${row}state = 'queued' OR ${row}state = 'sending')`;
const PERSON_OF_NEW = keyIn2026('NEW.', `ltrim(NEW.account_number, '0')`);
/** Sets what was paid last, where it is later than what is known. */
const laterPaid = (atMs: string, id: string, paise: string): string => {
  const known = '(coalesce(payee_sums.last_paid_at_ms, -1), coalesce(payee_sums.last_paid_id, -1))';
  const later = (now: string, before: string): string =>
    `${before} = iif((${atMs}, ${id}) > ${known}, ${now}, ${before})`;
  return [later(atMs, 'last_paid_at_ms'), later(id, 'last_paid_id'), later(paise, 'last_paid_paise')].join(', ');
};

/** Adds payouts to the sums of their payees. `which`: a condition on the payouts. Payees are numbered in the order of a file. */
export const addToPayees = (which: string): string => `
INSERT INTO payee_sums (person_key, name, upi_id, account_number, ifsc, payout_count, unsent_count, unknown_count,
  failed_count, paid_count, paid_paise, last_paid_at_ms, last_paid_id, last_paid_paise)
SELECT ${keyIn2026('', `ltrim(account_number, '0')`)}, name, upi_id, account_number, ifsc, 1, ${UNSENT('')}, state = 'unknown',
  ${FAILED('')}, state = 'success', iif(state = 'success', amount_paise, 0), iif(state = 'success', settled_at_ms, NULL),
  iif(state = 'success', payout_id, NULL), iif(state = 'success', amount_paise, NULL)
FROM payouts WHERE ${which} ORDER BY payout_id
ON CONFLICT (person_key) DO UPDATE SET name = coalesce(excluded.name, name), upi_id = excluded.upi_id,
  account_number = excluded.account_number, ifsc = excluded.ifsc, payout_count = payout_count + 1,
  unsent_count = unsent_count + excluded.unsent_count, unknown_count = unknown_count + excluded.unknown_count,
  failed_count = failed_count + excluded.failed_count, paid_count = paid_count + excluded.paid_count,
  paid_paise = paid_paise + excluded.paid_paise,
  ${laterPaid('excluded.last_paid_at_ms', 'excluded.last_paid_id', 'excluded.last_paid_paise')}`;

/**
 * `payee_sums` has a row for each payee: its newest name and account, and counts and sums of its payouts. `settled_sums` has one for
 * each quarter of an hour, because the days and months of every time zone begin with one. Confirming adds a batch, and triggers follow each change of
 * a state. A payee's row is found by a key but stored in the order of the first file, so a batch paid in its own order changes few
 * pages. The audit counts again.
 */
const PAYEE_SUMS = `
CREATE TABLE payee_sums (
  payee_id INTEGER PRIMARY KEY,
  person_key TEXT NOT NULL UNIQUE,
  name TEXT,
  upi_id TEXT,
  account_number TEXT,
  ifsc TEXT,
  payout_count INTEGER NOT NULL CHECK (payout_count > 0),
  unsent_count INTEGER NOT NULL CHECK (unsent_count >= 0),
  unknown_count INTEGER NOT NULL CHECK (unknown_count >= 0),
  failed_count INTEGER NOT NULL CHECK (failed_count >= 0),
  paid_count INTEGER NOT NULL CHECK (paid_count >= 0),
  paid_paise INTEGER NOT NULL CHECK (paid_paise >= 0),
  last_paid_at_ms INTEGER,
  last_paid_id INTEGER,
  last_paid_paise INTEGER
) STRICT;
${addToPayees('1 = 1')};
CREATE TRIGGER payees_counted AFTER UPDATE OF state ON payouts WHEN NEW.state <> OLD.state AND NEW.state <> 'sending'
BEGIN
  UPDATE payee_sums SET unsent_count = unsent_count + ${UNSENT('NEW.')} - ${UNSENT('OLD.')},
    unknown_count = unknown_count + (NEW.state = 'unknown') - (OLD.state = 'unknown'),
    failed_count = failed_count + ${FAILED('NEW.')} - ${FAILED('OLD.')},
    paid_count = paid_count + (NEW.state = 'success') - (OLD.state = 'success'),
    paid_paise = paid_paise + ((NEW.state = 'success') - (OLD.state = 'success')) * NEW.amount_paise,
    ${laterPaid(`iif(NEW.state = 'success', NEW.settled_at_ms, NULL)`, 'NEW.payout_id', 'NEW.amount_paise')}
  WHERE person_key = ${PERSON_OF_NEW};
END;
CREATE TRIGGER payees_paid_no_more AFTER UPDATE OF state ON payouts WHEN OLD.state = 'success' AND NEW.state <> 'success'
BEGIN
  UPDATE payee_sums SET (last_paid_at_ms, last_paid_id, last_paid_paise) = (
    SELECT p.settled_at_ms, p.payout_id, p.amount_paise FROM merchants m
    CROSS JOIN payout_people k ON k.merchant_id = m.merchant_id AND k.person_key = payee_sums.person_key
    CROSS JOIN payouts p ON p.payout_id = k.payout_id
    WHERE p.state = 'success' ORDER BY p.settled_at_ms DESC, p.payout_id DESC LIMIT 1)
  WHERE person_key = ${PERSON_OF_NEW};
END;
CREATE TABLE settled_sums (
  quarter_hour INTEGER NOT NULL,
  state TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  paise INTEGER NOT NULL CHECK (paise >= 0),
  PRIMARY KEY (quarter_hour, state)
) STRICT, WITHOUT ROWID;
INSERT INTO settled_sums SELECT settled_at_ms / 900000, state, count(*), sum(amount_paise)
  FROM payouts WHERE settled_at_ms IS NOT NULL GROUP BY 1, 2;
CREATE TRIGGER payouts_settled AFTER UPDATE OF state ON payouts WHEN NEW.state <> OLD.state AND NEW.settled_at_ms IS NOT NULL
BEGIN
  INSERT INTO settled_sums VALUES (NEW.settled_at_ms / 900000, NEW.state, 1, NEW.amount_paise)
  ON CONFLICT DO UPDATE SET count = count + 1, paise = paise + excluded.paise;
END;
CREATE TRIGGER payouts_settled_otherwise AFTER UPDATE OF state ON payouts WHEN NEW.state <> OLD.state AND OLD.settled_at_ms IS NOT NULL
BEGIN
  UPDATE settled_sums SET count = count - 1, paise = paise - OLD.amount_paise
  WHERE quarter_hour = OLD.settled_at_ms / 900000 AND state = OLD.state;
END;
${['payee_sums', 'settled_sums'].map(neverDeleted).join('')}
`;

/**
 * Archived batches: the hash of each file, and what it holds. `sequence`: the audit entry that names it. From then on the rows that
 * only reports, drawers and the audit read may be deleted: of payments that were paid on the gateway's word, and the source cells
 * and audit entries of all but those that a person decided. What ended unpaid may be paid again, so its evidence is never deleted.
 */
const RESTING = `EXISTS (SELECT 1 FROM payouts p JOIN archives a ON a.batch_id = p.batch_id WHERE p.payout_id = `;
const UNDECIDED = `p.decided_by IS NULL AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.payout_id = p.payout_id)`;
const PAID_UNDECIDED = `p.state = 'success' AND ${UNDECIDED}`;

const MAY_BE_DELETED = {
  attempts: `${RESTING} OLD.payout_id AND ${PAID_UNDECIDED})`,
  attempt_results: `${RESTING} (SELECT payout_id FROM attempts WHERE attempt_id = OLD.attempt_id) AND ${PAID_UNDECIDED})`,
  lookups: `${RESTING} OLD.payout_id AND OLD.lookup_id <= a.last_lookup_id AND ${PAID_UNDECIDED})`,
  payout_sources: `${RESTING} OLD.first_payout_id)`,
  audit: `CASE WHEN OLD.payout_id IS NULL
    THEN OLD.what = 'rows' AND EXISTS (SELECT 1 FROM archives a WHERE a.batch_id = OLD.batch_id AND OLD.sequence < a.sequence)
    ELSE ${RESTING} OLD.payout_id AND a.batch_id = OLD.batch_id AND OLD.sequence < a.sequence AND ${UNDECIDED}) END`,
} as const;

const ARCHIVES = `
CREATE TABLE archives (
  batch_id INTEGER PRIMARY KEY REFERENCES batches,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  entry_count INTEGER NOT NULL CHECK (entry_count >= 0),
  first_sequence INTEGER NOT NULL,
  last_lookup_id INTEGER NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > first_sequence)
) STRICT;
${neverUpdated('archives')}${neverDeleted('archives')}
${Object.entries(MAY_BE_DELETED)
  .map(
    ([table, condition]) => `DROP TRIGGER ${table}_never_deleted;
CREATE TRIGGER ${table}_never_deleted BEFORE DELETE ON ${table} WHEN NOT (${condition})
BEGIN SELECT RAISE(ABORT, '${table} keeps every row that is in no archive'); END;`,
  )
  .join('\n')}
`;

/**
 * Persons, tiers, requests for approval and their signatures. Every row stays as it was written: who is enrolled, which tier is in
 * force and what a request may still do follow from all of them. `text` is what its maker signed, and `subject` the seal in it;
 * empty for a change. `shown_text` is what was shown with it.
 */
const APPROVALS_TABLES = [
  'approval_requests',
  'approval_decisions',
  'approval_uses',
  'persons',
  'person_removals',
  'approval_tiers',
];
const APPROVALS = `
CREATE TABLE approval_requests (
  request_id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
  signature TEXT NOT NULL,
  shown_text TEXT NOT NULL
) STRICT;
CREATE INDEX approval_requests_by_subject ON approval_requests (subject) WHERE subject <> '';
CREATE INDEX approval_requests_for_changes ON approval_requests (request_id) WHERE subject = '';
CREATE TABLE approval_decisions (
  decision_id INTEGER PRIMARY KEY,
  request_id INTEGER NOT NULL REFERENCES approval_requests,
  decision TEXT NOT NULL CHECK (decision IN ('approve', 'reject')),
  reason TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  public_key TEXT NOT NULL,
  signed_at_ms INTEGER NOT NULL,
  signature TEXT NOT NULL,
  UNIQUE (request_id, public_key)
) STRICT;
CREATE TABLE approval_uses (
  request_id INTEGER PRIMARY KEY REFERENCES approval_requests,
  batch_id INTEGER REFERENCES batches,
  approved_by_json TEXT NOT NULL,
  used_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX approval_uses_by_batch ON approval_uses (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX approval_uses_for_changes ON approval_uses (request_id) WHERE batch_id IS NULL;
CREATE INDEX audit_unlocked ON audit (sequence) WHERE what = 'unlocked';
CREATE TABLE persons (
  person_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  role TEXT NOT NULL CHECK (role IN ('maker', 'approver', 'both', 'viewer')),
  public_key TEXT NOT NULL UNIQUE,
  request_id INTEGER NOT NULL REFERENCES approval_requests,
  enrolled_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE person_removals (
  person_id INTEGER PRIMARY KEY REFERENCES persons,
  request_id INTEGER NOT NULL REFERENCES approval_requests,
  removed_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE approval_tiers (
  tier_id INTEGER PRIMARY KEY,
  profile TEXT NOT NULL COLLATE NOCASE,
  scope TEXT NOT NULL CHECK (scope IN ('payment', 'batch')),
  from_paise INTEGER NOT NULL CHECK (from_paise >= 0),
  approvals INTEGER NOT NULL CHECK (approvals >= 0),
  set_at_ms INTEGER NOT NULL
) STRICT;
${APPROVALS_TABLES.map((table) => neverUpdated(table) + neverDeleted(table)).join('')}
`;

/**
 * What the desk remembers of a register shared with other desks; empty without one. `next_mark`: the mark that the register was
 * asked to take and has not been seen to have taken. `head`: the newest claims of any desk that were seen there. `register_endings`: what became of claimed payouts, in order.
 */
const REGISTER = `
CREATE TABLE register_memberships (
  membership_id INTEGER PRIMARY KEY,
  register_id TEXT NOT NULL,
  desk_id TEXT NOT NULL,
  desk_name TEXT NOT NULL,
  address_json TEXT NOT NULL,
  copy_mark TEXT NOT NULL,
  next_mark TEXT,
  position TEXT NOT NULL,
  lineage TEXT NOT NULL,
  head TEXT,
  published_to INTEGER NOT NULL CHECK (published_to >= 0),
  joined_at_ms INTEGER NOT NULL,
  left_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX register_memberships_current ON register_memberships ((left_at_ms IS NULL)) WHERE left_at_ms IS NULL;
CREATE TABLE register_sets (
  batch_id INTEGER NOT NULL REFERENCES batches,
  membership_id INTEGER NOT NULL REFERENCES register_memberships,
  set_id TEXT NOT NULL UNIQUE,
  claimed INTEGER NOT NULL CHECK (claimed IN (0, 1)),
  PRIMARY KEY (batch_id, membership_id)
) STRICT;
CREATE TABLE register_endings (
  sequence INTEGER PRIMARY KEY,
  payout_id INTEGER NOT NULL REFERENCES payouts,
  state TEXT NOT NULL
) STRICT;
CREATE TRIGGER payouts_told AFTER UPDATE OF state ON payouts WHEN NEW.state <> OLD.state AND NEW.state <> 'sending'
  AND EXISTS (SELECT 1 FROM register_sets WHERE batch_id = NEW.batch_id)
BEGIN INSERT INTO register_endings (payout_id, state) VALUES (NEW.payout_id, NEW.state); END;
${neverUpdated('register_endings')}
${['register_memberships', 'register_sets', 'register_endings'].map(neverDeleted).join('')}
`;

/**
 * Collection orders: what was asked of whom, the gateway's answer, and its last word on the payment. `outcome` is NULL while nobody
 * knows whether the order was made. `is_open`: its status is still asked for. Orders asked for before this step lie in `commands`.
 */
const ASKED_COLUMNS = [
  'order_number',
  'profile',
  'base_url',
  'mid',
  'user_id',
  'mobile',
  'amount_paise',
  'name',
  'own_fields_json',
  'asked_at_ms',
];
const ORDERS = `
CREATE TABLE orders (
  order_number INTEGER PRIMARY KEY,
  profile TEXT NOT NULL COLLATE NOCASE,
  base_url TEXT NOT NULL,
  mid INTEGER NOT NULL CHECK (mid > 0),
  user_id TEXT NOT NULL,
  mobile TEXT NOT NULL,
  amount_paise INTEGER NOT NULL CHECK (amount_paise > 0),
  name TEXT NOT NULL,
  own_fields_json TEXT NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  outcome TEXT CHECK (outcome IN ('created', 'refused')),
  order_id TEXT,
  created_json TEXT,
  status TEXT,
  rrn TEXT,
  status_json TEXT,
  status_at_ms INTEGER,
  is_open INTEGER NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1)),
  CHECK ((outcome IS 'created') = (created_json IS NOT NULL) AND (created_json IS NULL) = (order_id IS NULL)),
  CHECK (is_open = 0 OR outcome = 'created'),
  CHECK ((status IS NULL) = (status_json IS NULL) AND (status IS NULL) = (status_at_ms IS NULL))
) STRICT;
INSERT INTO orders (profile, base_url, mid, user_id, mobile, amount_paise, name, own_fields_json, asked_at_ms, outcome,
  order_id, created_json, is_open)
SELECT o.profile, coalesce(p.base_url, 'practice://desk'), coalesce(p.mid, 1001), asked ->> '$.userId', asked ->> '$.mobile', asked ->> '$.amountPaise', asked ->> '$.name',
  asked -> '$.userDefined', taken_at_ms, iif(created IS NULL, NULL, 'created'), created ->> '$.orderId', created,
  created IS NOT NULL
FROM (
  SELECT substr(what, 7, instr(what, ' {') - 7) AS profile, substr(what, instr(what, ' {') + 1) AS asked, taken_at_ms,
    iif(answer_json ->> '$.answer.kind' = 'done', answer_json -> '$.answer.value', NULL) AS created
  FROM commands WHERE what GLOB 'order * {*' AND coalesce(answer_json ->> '$.isFree', 0) = 0) o
LEFT JOIN profiles p ON p.name = o.profile ORDER BY taken_at_ms;
CREATE INDEX orders_by_profile ON orders (profile, asked_at_ms);
CREATE INDEX orders_by_order_id ON orders (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX orders_open ON orders (order_number) WHERE is_open = 1;
CREATE TRIGGER orders_keep_what_was_asked BEFORE UPDATE OF ${ASKED_COLUMNS.join(', ')} ON orders
BEGIN SELECT RAISE(ABORT, 'what was asked for is never changed'); END;
CREATE TRIGGER orders_are_made_once BEFORE UPDATE OF outcome, order_id, created_json ON orders WHEN OLD.outcome IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an order is answered once'); END;
${neverDeleted('orders')}
`;

/** What a desk may ask of a merchant in a second without its register, and when it last heard that; see register/leases.ts. */
const REGISTER_FLOORS = `
CREATE TABLE register_floors (
  membership_id INTEGER NOT NULL REFERENCES register_memberships,
  mid INTEGER NOT NULL CHECK (mid > 0),
  per_second INTEGER NOT NULL CHECK (per_second >= 0),
  heard_at_ms INTEGER NOT NULL,
  PRIMARY KEY (membership_id, mid)
) STRICT;
${neverDeleted('register_floors')}
`;

/**
 * Payees on hold. Every row stays as it was written: a hold ends with a release, or with its day. `name_key` by foldName(), empty for
 * none; `person_key` by personKey(). `desk`: the other desk of a team that said so. `payee_hold_ticks`: the payouts under the name
 * of a payee on hold that a person confirmed as payments to somebody else.
 */
const PAYEE_HOLDS = `
CREATE TABLE payee_holds (
  hold_id TEXT PRIMARY KEY,
  name TEXT,
  name_key TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason <> ''),
  not_before TEXT CHECK (not_before GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  held_by TEXT NOT NULL,
  held_at_ms INTEGER NOT NULL,
  desk TEXT
) STRICT;
CREATE TABLE payee_hold_accounts (
  hold_id TEXT NOT NULL REFERENCES payee_holds,
  person_key TEXT NOT NULL,
  pay_to TEXT NOT NULL,
  PRIMARY KEY (hold_id, person_key)
) STRICT;
CREATE TABLE payee_releases (
  hold_id TEXT PRIMARY KEY REFERENCES payee_holds,
  reason TEXT NOT NULL CHECK (reason <> ''),
  released_by TEXT NOT NULL,
  released_at_ms INTEGER NOT NULL,
  desk TEXT
) STRICT;
CREATE TABLE payee_hold_ticks (
  payout_id INTEGER NOT NULL REFERENCES payouts,
  hold_id TEXT NOT NULL REFERENCES payee_holds,
  PRIMARY KEY (payout_id, hold_id)
) STRICT;
${['payee_holds', 'payee_hold_accounts', 'payee_releases', 'payee_hold_ticks'].map((table) => neverUpdated(table) + neverDeleted(table)).join('')}
`;

/** The numbered steps from an empty file to today's schema. Append-only: never edit a released step; add one at the end. */
export const MIGRATIONS: readonly string[] = [
  SCHEMA,
  SAME_PAYMENT,
  CLOCK_SET_BACKS,
  ROW_REFERENCES,
  OWN_EVIDENCE,
  LOOKUP_PROOF,
  INITIALS,
  BATCH_SUMS,
  ADVICE_MAILS,
  JOURNALS,
  ARCHIVES,
  PAYEE_SUMS,
  APPROVALS,
  REGISTER,
  ORDERS,
  REGISTER_FLOORS,
  PAYEE_HOLDS,
];
