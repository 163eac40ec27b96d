// What the tables themselves forbid, whoever writes to them: each impossible row is tried, and each rule broken once.

import type Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { PayoutId, Reference } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { STATE_KINDS } from '../../shared/states.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  ACCEPTED,
  answer,
  claimOne,
  confirmation,
  lookUp,
  makeDesk,
  payments,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';

/** A desk with a row in every table; payout 1 is paid with late news, payout 2 is queued. */
function fullDesk(): TestDesk {
  const desk = makeDesk();
  const { store } = desk;
  const issues = [
    {
      row: 9,
      cell: null,
      field: null,
      code: 'x',
      severity: 'error',
      message: verbatim('m'),
      cure: verbatim('c'),
    } as const,
  ];
  const relations = new Map([[3, [{ earlier: 1 as PayoutId, relation: 'another' } as const]]]);
  const marks = { ...NO_MARKS, relations };
  const confirmed = confirmation(desk, payments(2), { excluded: [{ rowNumber: 9, source: ['x'], issues }], marks });
  const batch = confirm(store, confirmed);
  const claimed = claimOne(store, batch);
  turn(store, batch, { news: [answer(claimed, ACCEPTED)] });
  turn(store, batch, { news: [lookUp(claimed, said('success'))] });
  turn(store, batch, { news: [lookUp(claimed, said('processing', 'pending'))] });
  const backoff = { firstMs: 1, maxMs: 1 };
  const limits = {
    ratePerSecond: 5,
    inFlightMax: 4,
    pollFirstMs: backoff.firstMs,
    pollMaxMs: backoff.maxMs,
    timeoutMs: 1,
  };
  const { baseUrl, mid } = confirmed;
  store.saveProfile(
    {
      name: 'acme',
      baseUrl,
      mid,
      environment: 'LIVE',
      ...limits,
      maxPayoutPaise: null,
      maxBatchPaise: null,
      walletUnit: null,
    },
    1,
  );
  desk.raw.exec(
    `INSERT INTO decisions VALUES (1, 1, 'paid', '123456789012', 'seen in the bank statement', NULL, 'asha@desk', 1)`,
  );
  desk.raw.exec(`INSERT INTO payees VALUES (${desk.merchantId}, 'asha rao', 'upi:asha@okbank')`);
  desk.raw.exec(`INSERT INTO commands VALUES ('a', 'start', 1, NULL)`);
  desk.raw.exec('INSERT INTO clock_set_backs VALUES (1, 1)');
  desk.raw.exec(`INSERT INTO known_references VALUES (${desk.merchantId}, 'RKNOWN', 'RKNOWN', 'success', 1)`);
  desk.raw.exec(`INSERT INTO wallet_readings VALUES (1, 1, '500.25', 'start', 1)`);
  desk.raw.exec(`INSERT INTO advice_mails VALUES (1, 1, 1, 1, 'a@b.example', 'c@d.example', 'en', '<1@d.example>', 1)`);
  desk.raw.exec(`INSERT INTO approval_requests VALUES (1, '', '{}', '${'a'.repeat(64)}', 'signature', '');
    INSERT INTO approval_decisions VALUES (1, 1, 'approve', '', 'Bala', 'both', 'key', 1, 'signature');
    INSERT INTO approval_uses VALUES (1, 1, '["Bala"]', 1);
    INSERT INTO approval_tiers VALUES (1, 'acme', 'batch', 0, 1, 1);
    INSERT INTO persons VALUES (1, 'Bala', 'both', 'key', 1, 1);
    INSERT INTO person_removals VALUES (1, 1, 2);`);
  desk.raw.exec(`INSERT INTO orders VALUES (1, 'acme', 'https://x.example', 1, 'C1', '98', 500, 'Asha', '[]', 1, 'created', 'O1', '{}',
    NULL, NULL, NULL, NULL, 1)`);
  desk.raw.exec(`INSERT INTO settled_sums VALUES (1, 'success', 1, 1)`);
  desk.raw.exec(
    `INSERT INTO register_memberships VALUES (1, 'r', 'd', 'Delhi', '{}', 'm', NULL, '0/0', '1', NULL, 0, 1, NULL);
     INSERT INTO register_sets VALUES (1, 1, 's', 1); INSERT INTO register_endings VALUES (1, 1, 'success');`,
  );
  desk.raw.exec(`INSERT INTO advice_answers VALUES (1, 'sent', '250 ok', 2)`);
  const hashes = `'${'a'.repeat(64)}', '${'b'.repeat(64)}'`;
  desk.raw.exec(`BEGIN;
    INSERT INTO journal_entries VALUES (1, 1, 1, '2026-04-01', 'Payouts', 'Wallet', 100, NULL, NULL, NULL);
    INSERT INTO journal_exports VALUES (1, 'tally', 'acme', NULL, NULL, NULL, 1, 0, 100, 0, ${hashes}, NULL, 'asha@desk', 1);
    INSERT INTO journal_saves VALUES (1, 1, 'week.csv', 'asha@desk', 1);
    COMMIT;`);
  // Of no batch here: rows of an archived batch may be deleted.
  desk.raw.pragma('foreign_keys = OFF');
  desk.raw.exec(`INSERT INTO archives VALUES (77, '${'c'.repeat(64)}', 4096, 1, 1, 1, 2)`);
  desk.raw.pragma('foreign_keys = ON');
  return desk;
}

function codeOf(raw: Database.Database, sql: string): string {
  try {
    raw.exec(sql);
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

const TABLES = [
  'advice_answers',
  'advice_mails',
  'approval_decisions',
  'approval_requests',
  'approval_tiers',
  'approval_uses',
  'archives',
  'attempt_results',
  'attempts',
  'audit',
  'batch_remarks',
  'batch_sums',
  'batches',
  'clock_set_backs',
  'commands',
  'decisions',
  'desk',
  'excluded_rows',
  'journal_entries',
  'journal_exports',
  'journal_saves',
  'known_references',
  'late_news',
  'lookups',
  'merchants',
  'orders',
  'payee_names',
  'payee_sums',
  'payee_texts',
  'payees',
  'payout_people',
  'payout_references',
  'payout_relations',
  'payout_sources',
  'payouts',
  'person_removals',
  'persons',
  'profiles',
  'register_endings',
  'register_memberships',
  'register_sets',
  'settled_sums',
  'wallet_readings',
];

const queued = (change: string): string => `UPDATE payouts SET ${change} WHERE payout_id = 2`;
const CHECK = 'SQLITE_CONSTRAINT_CHECK';

describe('a row that cannot be', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['a state outside the nine', queued(`state = 'paid'`), CHECK],
    ['a state in capitals', queued(`state = 'QUEUED'`), CHECK],
    ['an unknown payout without its reason', queued(`state = 'unknown'`), CHECK],
    ['a reason without doubt', queued(`unknown_reason = 'timeout'`), CHECK],
    ['a processing payout without a word of the gateway', queued(`state = 'processing'`), CHECK],
    ['a hold on a payout that is on its way', queued(`state = 'sending', hold = 'guarded'`), CHECK],
    ['a hold of an unknown kind', queued(`hold = 'later'`), CHECK],
    ['a look-up of a payout that was never sent', queued('next_lookup_at_ms = 1'), CHECK],
    ['an amount of zero', queued('amount_paise = 0'), CHECK],
    ['a negative amount', queued('amount_paise = -1'), CHECK],
    ['half a paisa', queued('amount_paise = 0.5'), 'SQLITE_CONSTRAINT_DATATYPE'],
    ['an amount as words', queued(`amount_paise = 'much'`), 'SQLITE_CONSTRAINT_DATATYPE'],
    ['no amount', queued('amount_paise = NULL'), 'SQLITE_CONSTRAINT_NOTNULL'],
    ['nobody to pay', queued('upi_id = NULL'), CHECK],
    ['a payee by UPI and by account', queued(`account_number = '0123456789', ifsc = 'HDFC0000123'`), CHECK],
    ['an account without a branch', queued(`upi_id = NULL, account_number = '0123456789'`), CHECK],
    ['a branch without an account', queued(`upi_id = NULL, ifsc = 'HDFC0000123'`), CHECK],
    ['a suspicion of success', queued(`suspected = 'success'`), CHECK],
    ['a reference from nowhere', queued(`reference_from = 'memory'`), CHECK],
    ['a tick that is neither on nor off', queued('repeat_ticked = 2'), CHECK],
    ['no reference', queued('reference = NULL'), 'SQLITE_CONSTRAINT_NOTNULL'],
    [
      'a reference used twice',
      'INSERT INTO payout_references SELECT merchant_id, reference, 2 FROM payouts WHERE payout_id = 1',
      'SQLITE_CONSTRAINT_PRIMARYKEY',
    ],
    [
      'a reference used twice in other letters',
      'INSERT INTO payout_references SELECT merchant_id, lower(reference), 2 FROM payouts WHERE payout_id = 1',
      'SQLITE_CONSTRAINT_PRIMARYKEY',
    ],
    ['a payout of a merchant that is not there', queued('merchant_id = 99'), 'SQLITE_CONSTRAINT_FOREIGNKEY'],
    ['a payout of a batch that is not there', queued('batch_id = 99'), 'SQLITE_CONSTRAINT_FOREIGNKEY'],
    ['a retry of a payout that is not there', queued('retry_of = 99'), 'SQLITE_CONSTRAINT_FOREIGNKEY'],
    ['two successors of one payout', 'UPDATE payouts SET retry_of = 1', 'SQLITE_CONSTRAINT_UNIQUE'],
    ['an attempt of no payout', 'INSERT INTO attempts VALUES (99, 99, 1, 1)', 'SQLITE_CONSTRAINT_FOREIGNKEY'],
    ['two attempts of one number', 'INSERT INTO attempts VALUES (99, 1, 1, 1)', 'SQLITE_CONSTRAINT_UNIQUE'],
    ['an attempt number zero', 'INSERT INTO attempts VALUES (99, 1, 0, 1)', CHECK],
    [
      'a result of no attempt',
      `INSERT INTO attempt_results VALUES (99, 'x', 1, '', '', 1)`,
      'SQLITE_CONSTRAINT_FOREIGNKEY',
    ],
    [
      'two results of one attempt',
      `INSERT INTO attempt_results VALUES (1, 'x', 1, '', '', 1)`,
      'SQLITE_CONSTRAINT_PRIMARYKEY',
    ],
    ['a look-up by name', `INSERT INTO lookups VALUES (99, 1, 'name', 'x', 1, '', 1)`, CHECK],
    [
      'an audit entry without a whole hash',
      `INSERT INTO audit VALUES (99, 1, 'a', 'b', 1, 1, '{}', '[]', 'short')`,
      CHECK,
    ],
    [
      'a second audit entry of one number',
      `INSERT INTO audit VALUES (1, 1, 'a', 'b', 1, 1, '{}', '[]', '${'0'.repeat(64)}')`,
      'SQLITE_CONSTRAINT_PRIMARYKEY',
    ],
    ['a decision without a note', `INSERT INTO decisions VALUES (99, 1, 'notPaid', NULL, '', NULL, 'asha', 1)`, CHECK],
    [
      'a payment decided without its number',
      `INSERT INTO decisions VALUES (99, 1, 'paid', NULL, 'n', NULL, 'asha', 1)`,
      CHECK,
    ],
    ['a third decision', `INSERT INTO decisions VALUES (99, 1, 'perhaps', NULL, 'n', NULL, 'asha', 1)`, CHECK],
    ['one command taken twice', `INSERT INTO commands VALUES ('a', 'start', 1, NULL)`, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
    ['a wallet counted in dollars', `UPDATE profiles SET wallet_unit = 'dollars'`, CHECK],
    ['an empty batch', 'UPDATE batches SET payout_count = 0', CHECK],
    ['a batch of nothing', 'UPDATE batches SET total_paise = 0', CHECK],
    ['a pause without its words', `UPDATE batches SET paused_code = 'person'`, CHECK],
    ['a batch in a third world', `UPDATE batches SET environment = 'TEST'`, CHECK],
    ['a run number zero', 'UPDATE batches SET run_number = 0', CHECK],
    ['a second desk', `INSERT INTO desk VALUES (2, 'x', 'B', 1)`, CHECK],
    ['a desk of neither kind', `UPDATE desk SET prefix = 'X'`, CHECK],
    [
      'a merchant twice',
      'INSERT INTO merchants (base_url, mid) SELECT base_url, mid FROM merchants',
      'SQLITE_CONSTRAINT_UNIQUE',
    ],
    ['a merchant id of zero', `INSERT INTO merchants (base_url, mid) VALUES ('x', 0)`, CHECK],
    ['a profile that several computers half pay from', 'UPDATE profiles SET several_computers = 0', CHECK],
    ['an advice in no language', `INSERT INTO advice_mails VALUES (9, 1, 1, 2, 'a', 'c', 'fr', 'm', 1)`, CHECK],
    [
      'an advice twice with one number',
      `INSERT INTO advice_mails VALUES (9, 1, 1, 1, 'a', 'c', 'en', 'm', 1)`,
      'SQLITE_CONSTRAINT_UNIQUE',
    ],
    ['an advice with another outcome', `INSERT INTO advice_answers VALUES (9, 'read', '', 1)`, CHECK],
    ['an order made without its id', `UPDATE orders SET order_id = NULL`, 'SQLITE_CONSTRAINT_TRIGGER'],
    ['an order that is answered again', `UPDATE orders SET outcome = 'refused'`, 'SQLITE_CONSTRAINT_TRIGGER'],
    ['an order for another amount', `UPDATE orders SET amount_paise = 1`, 'SQLITE_CONSTRAINT_TRIGGER'],
    ['an order with half a status', `UPDATE orders SET status = 'PENDING'`, CHECK],
    ['a wallet read for nothing', `INSERT INTO wallet_readings VALUES (99, 1, '5', 'fun', 1)`, CHECK],
    [
      'a voucher under an empty ledger',
      `INSERT INTO journal_entries VALUES (2, 1, 1, '2026-04-01', '', 'Wallet', 100, NULL, NULL, NULL)`,
      CHECK,
    ],
    [
      'a payout that is booked twice',
      `INSERT INTO journal_entries VALUES (1, 1, 1, '2026-04-01', 'Payouts', 'Wallet', 100, NULL, NULL, NULL)`,
      'SQLITE_CONSTRAINT_TRIGGER',
    ],
    [
      'a reversal of what was never booked',
      `INSERT INTO journal_entries VALUES (2, 2, 1, '2026-04-01', 'Payouts', 'Wallet', 100, NULL, NULL, NULL)`,
      'SQLITE_CONSTRAINT_TRIGGER',
    ],
    ['a profile without a rate', 'UPDATE profiles SET rate_per_second = 0', CHECK],
    ['a profile with an empty ceiling', 'UPDATE profiles SET max_batch_paise = 0', CHECK],
    ['a profile whose longest wait is shorter than its first', 'UPDATE profiles SET poll_first_ms = 2', CHECK],
  ];

  it('is told from rows that can be: the desk of these tests takes an ordinary change', () => {
    const { raw } = fullDesk();
    expect(codeOf(raw, queued(`state = 'sending', attempts = 1`))).toBe('done');
    expect(TABLES.map((table) => raw.prepare(`SELECT count(*) > 0 FROM ${table}`).pluck().get())).toEqual(
      TABLES.map(() => 1),
    );
  });

  it('is refused, each by its own law', () => {
    const { raw } = fullDesk();
    // This trigger would refuse most of these before their own rule applies.
    raw.exec('DROP TRIGGER payouts_keep_what_was_confirmed');
    const found = rows.map(([name, sql]) => [name, codeOf(raw, sql)]);
    expect(found).toEqual(rows.map(([name, , code]) => [name, code]));
  });
});

describe('every table', () => {
  it('is strict and known to these tests', () => {
    const { raw } = makeDesk();
    const tables = raw
      .prepare(`SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite_%' ORDER BY name`)
      .all();
    expect(tables).toEqual(TABLES.map((name) => ({ name, strict: 1 })));
  });

  it('takes each of the nine states and no other', () => {
    const { raw } = makeDesk();
    const sql = String(raw.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'payouts'`).pluck().get());
    const states = new Set(Array.from(sql.matchAll(/\bstate = '(\w+)'/g), ([, word]) => word));
    expect([...states]).toEqual([...STATE_KINDS]);
  });

  it.each(TABLES)('%s keeps every row', (table) => {
    const { raw } = fullDesk();
    raw.pragma('foreign_keys = OFF');
    expect(codeOf(raw, `DELETE FROM ${table}`)).toBe('SQLITE_CONSTRAINT_TRIGGER');
    expect(codeOf(raw, `INSERT OR REPLACE INTO ${table} SELECT * FROM ${table} LIMIT 1`)).toBe(
      'SQLITE_CONSTRAINT_TRIGGER',
    );
  });

  it.each([
    'advice_answers',
    'advice_mails',
    'approval_decisions',
    'approval_requests',
    'approval_tiers',
    'approval_uses',
    'person_removals',
    'persons',
    'archives',
    'attempts',
    'attempt_results',
    'lookups',
    'audit',
    'clock_set_backs',
    'excluded_rows',
    'decisions',
    'payee_names',
    'known_references',
    'payout_people',
    'payout_references',
    'payout_relations',
    'payout_sources',
    'register_endings',
  ])('%s is only ever added to', (table) => {
    const { raw } = fullDesk();
    const columns = raw.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
    expect(columns.length).toBeGreaterThan(1);
    const codes = columns.map((column) => codeOf(raw, `UPDATE ${table} SET ${String(column)} = ${String(column)}`));
    expect(new Set(codes)).toEqual(new Set(['SQLITE_CONSTRAINT_TRIGGER']));
  });
});

describe('what was confirmed', () => {
  it.each([
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
  ])('is never changed afterwards: %s', (column) => {
    const { raw } = fullDesk();
    expect(codeOf(raw, queued(`${column} = ${column}`))).toBe('SQLITE_CONSTRAINT_TRIGGER');
  });
});

describe('a reference', () => {
  it('is unique to its merchant, not to its batch', () => {
    const desk = makeDesk();
    confirm(desk.store, confirmation(desk, payments(1), { references: ['SAME' as Reference] }));
    const again = { references: ['SAME' as Reference], runNumber: 2 };
    expect(() => confirm(desk.store, confirmation(desk, payments(1), again))).toThrow(/UNIQUE/);
    const other = desk.store.merchants.ensure({
      baseUrl: 'https://other.example',
      mid: confirmation(desk, payments(1)).mid,
    });
    expect(confirm(desk.store, confirmation({ ...desk, merchantId: other }, payments(1), again))).toBe(2);
  });
});
