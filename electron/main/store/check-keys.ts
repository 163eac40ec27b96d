// Whether guards and look-ups by reference find every payout: its key lies in a table of its own, which a damaged disk can
// change without SQLite noticing. In: a database. Out: how many payouts cannot be found, or are found under a false key.
// This file must never be asked in a turn: it reads every payout.

import type Database from 'better-sqlite3';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import type { Steps } from '../../../shared/steps.ts';
import { PERSON_KEY_SQL } from './insert-payouts.ts';

/** Payouts whose keys are missing, and keys that belong to no payout. */
export function* countFalseKeys(database: Database.Database): Steps<number> {
  const count = (sql: string): number => Number(database.prepare(sql).pluck().get());
  const payouts = count('SELECT count(*) FROM payouts');
  // With as many keys as payouts, and each payout under its own, no key is left over.
  const strangers = ['payout_references', 'payout_people'].map((table) =>
    Math.abs(count(`SELECT count(*) FROM ${table}`) - payouts),
  );
  const last = count('SELECT max(payout_id) FROM payouts');
  const unfoundIn = database
    .prepare<[number, number], number>(
      `SELECT count(*) FROM payouts p WHERE payout_id > ? AND payout_id <= ? AND (NOT EXISTS (
       SELECT 1 FROM payout_people k WHERE k.merchant_id = p.merchant_id AND k.person_key = ${PERSON_KEY_SQL}
         AND k.amount_paise = p.amount_paise AND k.payout_id = p.payout_id)
     OR NOT EXISTS (
       SELECT 1 FROM payout_references k WHERE k.merchant_id = p.merchant_id AND k.reference = p.reference
         AND k.payout_id = p.payout_id))`,
    )
    .pluck();
  let unfound = unfoundIn.get(Number.MIN_SAFE_INTEGER, 0) ?? 0;
  for (let at = 0; at < last; at += CONFIRM_ROWS_PER_TURN) {
    unfound += unfoundIn.get(at, at + CONFIRM_ROWS_PER_TURN) ?? 0;
    yield;
  }
  return Math.max(unfound, ...strangers);
}
