// One value at a time is changed behind the desk's back in what decides about payments or proves them: the audit names each.

import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openReadOnly } from '../../electron/main/store/open-database.ts';
import { SCHEMA } from '../../electron/main/store/schema.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import { asPaise } from '../../shared/money.ts';
import type { Profile } from '../../shared/profiles.ts';
import {
  answer,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  makeDesk,
  MERCHANT,
  NOW_MS,
  openRaw,
  PACE,
  PAID,
  payments,
  said,
  tamper,
  testFolder,
  turn,
} from './desk-file.ts';

const PROFILE: Profile = {
  name: 'acme',
  ...MERCHANT,
  environment: 'LIVE',
  ratePerSecond: 5,
  inFlightMax: 4,
  pollFirstMs: 1_000,
  pollMaxMs: 60_000,
  timeoutMs: 30_000,
  maxPayoutPaise: asPaise(100_000),
  maxBatchPaise: asPaise(900_000),
  decideAfterMs: 60_000,
  walletUnit: 'rupees',
};

/** A desk with a profile, a payee, answers, look-ups in vain and in doubt, a decision. Shape: where it lies, closed. */
function livedDesk(): string {
  const desk = makeDesk();
  const { store } = desk;
  store.saveProfile({ ...PROFILE, maxBatchPaise: null }, NOW_MS);
  store.saveProfile(PROFILE, NOW_MS);
  const batch = confirmBatch(desk, payments(4));
  turn(store, batch, { news: [answer(claimOne(store, batch), PAID)] });
  const decided = claimOne(store, batch);
  turn(store, batch, { news: [answer(decided, LOST)] });
  turn(store, batch, { news: [lookUp(decided, { kind: 'notKnown' })] });
  const verdict = { kind: 'paid', bankReference: '512345678901' } as const;
  const about = {
    payoutId: decided.payoutId,
    verdict,
    note: 'seen on the statement',
    ticket: 'T-1',
    sameEvidence: null,
  };
  store.decide({ ...about, nowMs: NOW_MS + 5_000, pace: PACE, decideAfterMs: 0 });
  const doubted = claimOne(store, batch);
  turn(store, batch, { news: [answer(doubted, { ...LOST, message: 'torn \ud800 letters' })] });
  turn(store, batch, { news: [lookUp(doubted, { kind: 'notKnown' })] });
  turn(store, batch, { news: [lookUp(doubted, { kind: 'notKnown' }, NOW_MS + 3_000)] });
  turn(store, batch, { news: [lookUp(doubted, said('processing'), NOW_MS + 4_000)] });
  store.close();
  return desk.path;
}

function findingsOf(path: string): readonly string[] {
  const opened = openReadOnly(path);
  if (opened.kind === 'refused') throw new Error(opened.refusal.message);
  try {
    return verifyDatabase(opened.database, { prefix: 'B', machine: '', head: null }).findings.map(({ code }) => code);
  } finally {
    opened.database.close();
  }
}

const TABLES = ['profiles', 'payees', 'attempts', 'attempt_results', 'lookups', 'decisions'];

/** Every column of these tables. */
function columns(): readonly (readonly [table: string, column: string])[] {
  const database = new Database(':memory:').exec(SCHEMA);
  return TABLES.flatMap((table) =>
    (database.pragma(`table_info(${table})`) as readonly { readonly name: string }[]).map(
      ({ name }) => [table, name] as const,
    ),
  );
}

/** A number of its own that nothing refers to and nothing is read by. */
const SAYS_NOTHING = ['decisions.decision_id'];

describe('the audit of a desk that only the desk wrote', () => {
  /** What the audit finds once every row of the table, one after the other, was changed in a copy. */
  function findingsAfter(table: string, change: (rowid: number) => string): readonly (readonly string[])[] {
    const lived = livedDesk();
    const rows = openRaw(lived).prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
    return Array.from({ length: rows }, (_, index) => {
      const path = join(testFolder(), 'desk.db');
      copyFileSync(lived, path);
      if (existsSync(`${lived}-wal`)) copyFileSync(`${lived}-wal`, `${path}-wal`);
      const raw = openRaw(path);
      raw.pragma('ignore_check_constraints = ON');
      tamper(raw, change(index));
      raw.close();
      return findingsOf(path);
    });
  }

  it('finds nothing', () => {
    expect(findingsOf(livedDesk())).toEqual([]);
  });

  it.each(columns().filter((column) => !SAYS_NOTHING.includes(column.join('.'))))(
    'finds another value of %s.%s in each row',
    (table, column) => {
      const key = `(SELECT ${keyOf(table)} FROM ${table} ORDER BY 1 LIMIT 1 OFFSET `;
      const found = findingsAfter(
        table,
        (index) =>
          `UPDATE ${table} SET ${column} = CASE typeof(${column}) WHEN 'integer' THEN ${column} + 1000
             WHEN 'text' THEN ${column} || 'x' ELSE 1 END WHERE ${keyOf(table)} = ${key}${index})`,
      );
      expect(found.length).toBeGreaterThan(0);
      for (const findings of found) expect(findings.length).toBeGreaterThan(0);
    },
  );

  it.each(TABLES)('finds each row that is taken out of %s', (table) => {
    const key = `(SELECT ${keyOf(table)} FROM ${table} ORDER BY 1 LIMIT 1 OFFSET `;
    const found = findingsAfter(table, (index) => `DELETE FROM ${table} WHERE ${keyOf(table)} = ${key}${index})`);
    expect(found.length).toBeGreaterThan(0);
    for (const findings of found) expect(findings.length).toBeGreaterThan(0);
  });

  it.each([
    [`INSERT INTO payees VALUES (1, 'payee 1', 'upi:thief@bank')`, ['payeeUnexplained']],
    [
      `INSERT INTO profiles SELECT 'other', base_url, mid, environment, rate_per_second, in_flight_max, poll_first_ms,
        poll_max_ms, timeout_ms, NULL, NULL, NULL, NULL FROM profiles`,
      ['profileUnexplained'],
    ],
    [`UPDATE profiles SET max_payout_paise = NULL`, ['profileDiffers']],
    [`UPDATE payouts SET evidence = NULL WHERE payout_id = 1`, ['evidenceChanged']],
    [`UPDATE payouts SET evidence = '${'0'.repeat(32)}' WHERE payout_id = 1`, ['evidenceChanged']],
    [`UPDATE payouts SET name = 'Somebody Else' WHERE payout_id = 1`, ['payeeUnexplained', 'payeeMissing']],
  ])('finds what was put in: %s', (sql, codes) => {
    const [first] = findingsAfter('profiles', () => sql);
    expect(first).toEqual(codes);
  });
});

function keyOf(table: string): string {
  if (table === 'profiles') return 'name';
  if (table === 'payees') return 'account_key';
  return table === 'lookups' ? 'lookup_id' : table === 'decisions' ? 'decision_id' : 'attempt_id';
}
