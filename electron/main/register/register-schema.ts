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

// `rate_leases`: what each session of a desk may use of a merchant's rate, and until when by the server's clock; see leases.ts.
// `desk_heads`: how far each desk's audit chain was seen to have come. `epoch` counts how often a person declared that desk's
// restored database to be the true one; within one the head only moves on. `approval_files`: what desks give each other for
// approvals, sealed for the team: a request, or a signature under one (`about`).
const TOGETHER = `
CREATE TABLE payout_desk.lease_lineages (lineage text PRIMARY KEY, since_ms bigint NOT NULL);
CREATE TABLE payout_desk.rate_leases (
  lease_id uuid PRIMARY KEY,
  mid bigint NOT NULL CHECK (mid > 0),
  desk_id uuid NOT NULL REFERENCES payout_desk.desks,
  rate integer NOT NULL CHECK (rate >= 0),
  total integer NOT NULL CHECK (total > 0),
  wanted integer NOT NULL CHECK (wanted >= 0),
  turn bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('held', 'lapsed', 'givenBack', 'free')),
  until_ms bigint NOT NULL,
  lineage text NOT NULL
);
CREATE INDEX rate_leases_mid ON payout_desk.rate_leases (mid);
CREATE TABLE payout_desk.rate_floors (
  mid bigint NOT NULL CHECK (mid > 0),
  desk_id uuid NOT NULL REFERENCES payout_desk.desks,
  rate integer NOT NULL CHECK (rate >= 0),
  PRIMARY KEY (mid, desk_id)
);
CREATE TABLE payout_desk.desk_heads (
  desk_id uuid NOT NULL REFERENCES payout_desk.desks,
  epoch integer NOT NULL CHECK (epoch >= 0),
  sequence bigint NOT NULL CHECK (sequence >= 0),
  hash text NOT NULL CHECK (length(hash) = 64),
  noted_at_ms bigint NOT NULL,
  PRIMARY KEY (desk_id, epoch)
);
CREATE FUNCTION payout_desk.head_only_moves_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sequence < OLD.sequence OR (NEW.sequence = OLD.sequence AND NEW.hash <> OLD.hash) THEN
    RAISE check_violation USING MESSAGE = 'a head never moves back';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER head_only_moves_on BEFORE UPDATE ON payout_desk.desk_heads
  FOR EACH ROW EXECUTE FUNCTION payout_desk.head_only_moves_on();
CREATE TABLE payout_desk.approval_files (
  kind text NOT NULL CHECK (kind IN ('request', 'signature')),
  key uuid NOT NULL,
  about uuid,
  desk_id uuid NOT NULL REFERENCES payout_desk.desks,
  sealed bytea NOT NULL,
  sent_at_ms bigint NOT NULL,
  PRIMARY KEY (kind, key)
);
CREATE INDEX approval_files_about ON payout_desk.approval_files (about) WHERE about IS NOT NULL;
CREATE INDEX approval_files_sent ON payout_desk.approval_files (kind, sent_at_ms);
GRANT SELECT, INSERT ON payout_desk.lease_lineages, payout_desk.rate_leases, payout_desk.rate_floors, payout_desk.desk_heads,
  payout_desk.approval_files TO ${MEMBER_ROLE};
GRANT UPDATE ON payout_desk.rate_leases TO ${MEMBER_ROLE};
GRANT UPDATE (since_ms) ON payout_desk.lease_lineages TO ${MEMBER_ROLE};
GRANT UPDATE (rate) ON payout_desk.rate_floors TO ${MEMBER_ROLE};
GRANT UPDATE (sequence, hash, noted_at_ms) ON payout_desk.desk_heads TO ${MEMBER_ROLE};
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
export const REGISTER_MIGRATIONS: readonly string[] = [FIRST, TOGETHER, PAYEE_HOLDS];
