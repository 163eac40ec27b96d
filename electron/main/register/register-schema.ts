// The register's schema in PostgreSQL, as numbered steps: append-only, one transaction each. A desk's role may insert and move
// claims, and delete nothing. Names, accounts and references lie here as keyed hashes and sealed text only.

/** The role that every desk's own login role is a member of. */
export const MEMBER_ROLE = 'payout_desk_member';

/** Two desks never pay one payee the same amount for one purpose within this time: `same_key` is of all four. See DESIGN, The same payment. */
const SAME_WITHIN_MS = 25 * 86_400_000;

/** A claim in one of these states has paid its payee, or may still. */
export const HOLDING = ['queued', 'sending', 'processing', 'unknown', 'success'] as const;

const HOLDS = `state IN (${HOLDING.map((state) => `'${state}'`).join(', ')})`;

// `claim_turn` is locked before a claiming transaction reads anything, so that two desks claim one after the other and each sees
// what the other committed. The constraints refuse what that reading should have found already. A payment that ended unpaid and
// comes back to life, as late news, is `revived`: the record takes it, whatever another desk has claimed meanwhile. `epoch` counts
// how often a desk noticed that the register had gone back; `sending_at_ms` is set while a desk may be sending.
const FIRST = `
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE TABLE payout_desk.register (
  only_row boolean PRIMARY KEY CHECK (only_row),
  register_id uuid NOT NULL,
  key_check text NOT NULL,
  version integer NOT NULL,
  epoch integer NOT NULL DEFAULT 0
);
CREATE TABLE payout_desk.claim_turn (only_row boolean PRIMARY KEY);
CREATE TABLE payout_desk.desks (
  desk_id uuid PRIMARY KEY,
  name text NOT NULL,
  copy_mark uuid NOT NULL,
  lineage text NOT NULL,
  published_to bigint NOT NULL DEFAULT 0 CHECK (published_to >= 0),
  joined_at_ms bigint NOT NULL,
  seen_at_ms bigint NOT NULL,
  sending_at_ms bigint,
  left_at_ms bigint,
  left_by uuid REFERENCES payout_desk.desks
);
CREATE TABLE payout_desk.desk_marks (
  mark uuid PRIMARY KEY,
  desk_id uuid NOT NULL REFERENCES payout_desk.desks
);
CREATE UNIQUE INDEX desks_name ON payout_desk.desks (lower(name)) WHERE left_at_ms IS NULL;
CREATE TABLE payout_desk.claim_sets (
  set_id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  desk_id uuid NOT NULL REFERENCES payout_desk.desks,
  batch text NOT NULL,
  state text NOT NULL CHECK (state IN ('claimed', 'void')),
  claim_count integer NOT NULL CHECK (claim_count >= 0),
  claimed_at_ms bigint NOT NULL
);
CREATE INDEX claim_sets_desk ON payout_desk.claim_sets (desk_id);
CREATE TABLE payout_desk.claims (
  set_id uuid NOT NULL REFERENCES payout_desk.claim_sets,
  row_number integer NOT NULL,
  desk_id uuid NOT NULL,
  mid bigint NOT NULL CHECK (mid > 0),
  reference_key uuid NOT NULL,
  payee_key uuid NOT NULL,
  name_key uuid,
  same_key uuid NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  sealed bytea NOT NULL,
  state text NOT NULL CHECK (state IN
    ('queued', 'sending', 'processing', 'unknown', 'success', 'failed', 'rejected', 'reversed', 'cancelled')),
  decided boolean NOT NULL,
  revived boolean NOT NULL DEFAULT false,
  claimed_at_ms bigint NOT NULL,
  moved_at_ms bigint NOT NULL,
  PRIMARY KEY (set_id, row_number),
  CONSTRAINT claims_same_payment EXCLUDE USING gist (
    same_key WITH =, desk_id WITH <>,
    int8range(claimed_at_ms, claimed_at_ms + ${SAME_WITHIN_MS}) WITH &&) WHERE (${HOLDS} AND NOT decided AND NOT revived)
);
CREATE UNIQUE INDEX claims_reference ON payout_desk.claims (mid, reference_key) WHERE state <> 'cancelled' AND NOT revived;
CREATE INDEX claims_payee ON payout_desk.claims (payee_key);
CREATE INDEX claims_name ON payout_desk.claims (name_key) WHERE name_key IS NOT NULL;
GRANT USAGE ON SCHEMA payout_desk TO ${MEMBER_ROLE};
GRANT SELECT ON ALL TABLES IN SCHEMA payout_desk TO ${MEMBER_ROLE};
GRANT UPDATE ON payout_desk.claim_turn TO ${MEMBER_ROLE};
GRANT UPDATE (epoch) ON payout_desk.register TO ${MEMBER_ROLE};
GRANT INSERT, UPDATE (name, copy_mark, lineage, published_to, seen_at_ms, sending_at_ms, left_at_ms, left_by)
  ON payout_desk.desks TO ${MEMBER_ROLE};
GRANT INSERT ON payout_desk.desk_marks, payout_desk.claim_sets TO ${MEMBER_ROLE};
GRANT INSERT, UPDATE (state, revived, moved_at_ms) ON payout_desk.claims TO ${MEMBER_ROLE};
`;

// Payees on hold; see payee-holds.ts. Added and never changed, each by the desk that brings it.
const PAYEE_HOLDS = `
CREATE TABLE payout_desk.payee_holds (
  hold_id uuid PRIMARY KEY,
  desk_id uuid NOT NULL REFERENCES payout_desk.desks,
  sealed bytea NOT NULL,
  held_at_ms bigint NOT NULL
);
CREATE TABLE payout_desk.payee_hold_keys (
  payee_key uuid NOT NULL,
  hold_id uuid NOT NULL REFERENCES payout_desk.payee_holds,
  PRIMARY KEY (payee_key, hold_id)
);
CREATE TABLE payout_desk.payee_releases (
  hold_id uuid PRIMARY KEY REFERENCES payout_desk.payee_holds,
  desk_id uuid NOT NULL REFERENCES payout_desk.desks,
  sealed bytea NOT NULL,
  released_at_ms bigint NOT NULL
);
GRANT SELECT, INSERT ON payout_desk.payee_holds, payout_desk.payee_hold_keys, payout_desk.payee_releases TO ${MEMBER_ROLE};
`;

/** The numbered steps. Append-only: never edit a released step; add one at the end. */
export const REGISTER_MIGRATIONS: readonly string[] = [FIRST, PAYEE_HOLDS];
