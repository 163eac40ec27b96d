// The second schema: what a person decides, commands that are told apart by an id of their own, and what a profile says
// about its wallet and its waiting time. In: a file of schema 1. Out: the same with these beside it.
// This file must never be edited once released: a change is a new migration.

import { insertOnly, neverDeleted } from './keep-triggers.ts';

const TABLES = `
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

CREATE TABLE commands (
  command_id TEXT PRIMARY KEY,
  what TEXT NOT NULL,
  taken_at_ms INTEGER NOT NULL,
  answer_json TEXT
) STRICT;

ALTER TABLE profiles ADD COLUMN wallet_unit TEXT CHECK (wallet_unit IN ('rupees', 'paise'));
ALTER TABLE profiles ADD COLUMN decide_after_ms INTEGER CHECK (decide_after_ms >= 0);
`;

/** The statements of schema 2. Shape: `decide_after_ms` null is the default of shared/limits; `answer_json` null is not answered yet. */
export const SCHEMA_2 = [TABLES, insertOnly('decisions'), neverDeleted('commands')].join('\n');
