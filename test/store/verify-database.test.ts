// The audit of a whole database: in order when only the desk wrote it, and each kind of tampering is named.

import { describe, expect, it } from 'vitest';
import { backUp } from '../../electron/main/store/back-up.ts';
import { verifyHeaded } from '../../electron/main/store/headed-store.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import {
  answer,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  NOW_MS,
  openRaw,
  PACE,
  PAID,
  payments,
  said,
  testFolder,
  turn,
} from './desk-file.ts';
import { copyOf, type HeadedDesk, newPlace, openHeaded } from './headed-desk.ts';

/** A desk with one of each: paid, in doubt, found by a look-up, cancelled. */
function usedDesk(): HeadedDesk {
  const desk = newPlace();
  const store = openHeaded(desk);
  const batch = confirmBatch({ store, merchantId: store.merchantId }, payments(4));
  turn(store, batch, { news: [answer(claimOne(store, batch), PAID)] });
  turn(store, batch, { news: [answer(claimOne(store, batch), LOST)] });
  const found = claimOne(store, batch);
  turn(store, batch, { news: [answer(found, LOST)] });
  turn(store, batch, { news: [lookUp(found, said('success'))] });
  store.ledger.cancel(batch, { nowMs: NOW_MS, pace: PACE });
  store.close();
  return desk;
}

function verdictOf({ path, state }: HeadedDesk) {
  const verifying = verifyHeaded({ path, prefix: 'B' }, headPlaceIn(state));
  if (verifying.kind === 'refused') throw new Error(verifying.refusal.message);
  return verifying.verdict;
}

/** Changes the database as somebody with the right tools could, and gives what the audit says then. */
function afterTampering(sql: string): readonly { readonly code: string; readonly message: string }[] {
  const desk = usedDesk();
  const raw = openRaw(desk.path);
  const triggers = raw.prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE type = 'trigger'`).pluck().all();
  for (const name of raw.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all()) {
    raw.exec(`DROP TRIGGER ${name}`);
  }
  raw.pragma('foreign_keys = OFF');
  raw.exec(sql);
  for (const trigger of triggers) raw.exec(trigger);
  return verdictOf(desk).findings;
}

const TAMPERING: readonly (readonly [what: string, sql: string, code: string, words: RegExp])[] = [
  [
    'a state',
    `UPDATE payouts SET state = 'failed' WHERE payout_id = 1`,
    'stateUnexplained',
    /Row 2 of B0001 is failed.*success/,
  ],
  [
    'a payout back in the queue',
    `UPDATE payouts SET state = 'queued', next_lookup_at_ms = NULL, unknown_reason = NULL WHERE payout_id = 2`,
    'stateUnexplained',
    /Row 3 of B0001 is queued.*unknown/,
  ],
  [
    'an amount',
    'UPDATE payouts SET amount_paise = amount_paise + 1 WHERE payout_id = 1',
    'totalsDiffer',
    /B0001 holds 4 payouts of ₹2,000.01; confirmed were 4 of ₹2,000.00/,
  ],
  [
    'two amounts, the total kept',
    'UPDATE payouts SET amount_paise = amount_paise + CASE payout_id WHEN 1 THEN 1 ELSE -1 END WHERE payout_id < 3',
    'rowsDiffer',
    /no longer pays whom/,
  ],
  [
    'a beneficiary',
    `UPDATE payouts SET upi_id = 'thief@bank' WHERE payout_id = 4`,
    'rowsDiffer',
    /no longer pays whom/,
  ],
  [
    'a count of attempts',
    'UPDATE payouts SET attempts = 0 WHERE payout_id = 1',
    'attemptsUnexplained',
    /Row 2 of B0001 has 0 sends \(1 kept\).*has 1/,
  ],
  [
    'an attempt',
    'DELETE FROM attempt_results WHERE attempt_id = 1; DELETE FROM attempts WHERE attempt_id = 1',
    'attemptsUnexplained',
    /1 sends \(0 kept\)/,
  ],
  [
    'a decision',
    `INSERT INTO decisions (payout_id, decided, note, decided_by, decided_at_ms) VALUES (2, 'notPaid', 'x', 'y', 1)`,
    'decisionsUnexplained',
    /has 1 decisions.*has 0/,
  ],
  ["a batch's total", 'UPDATE batches SET total_paise = total_paise + 100', 'totalsDiffer', /B0001/],
  ["a batch's fingerprint", `UPDATE batches SET fingerprint = '${'0'.repeat(64)}'`, 'totalsDiffer', /B0001/],
  ['a batch out', 'DELETE FROM payouts; DELETE FROM batches', 'batchMissing', /B0001 was confirmed, but is not/],
  ['a payout out', 'DELETE FROM payouts WHERE payout_id = 1', 'payoutMissing', /1 payouts of the audit log are not/],
  [
    'the words of an entry',
    `UPDATE audit SET detail = '{"attempt":7}' WHERE sequence = 2`,
    'entryChanged',
    /Audit entry 2 does not follow/,
  ],
  ['an entry out', 'DELETE FROM audit WHERE sequence = 3', 'entryMissing', /Audit entry 3 is missing/],
  [
    'the last entry out',
    'DELETE FROM audit WHERE sequence = (SELECT max(sequence) FROM audit)',
    'locked',
    /ends before entry/,
  ],
  [
    'an entry that cannot be read',
    `UPDATE audit SET detail = 'x' WHERE sequence = 2`,
    'entryUnreadable',
    /Audit entry 2 cannot be read/,
  ],
  ['a rule', 'DROP INDEX payouts_watched', 'rulesChanged', /payouts_watched is missing or changed/],
];

describe('the audit of a database', () => {
  it('finds nothing in what only the desk has written, and counts it', () => {
    const desk = usedDesk();
    const verdict = verdictOf(desk);
    expect(verdict).toMatchObject({ ok: true, locked: false, batches: 1, payouts: 4, findings: [], more: 0, ahead: 0 });
    expect(verdict.entries).toBe(9);
  });

  it.each(TAMPERING)('names %s that somebody changed', (_what, sql, code, words) => {
    const findings = afterTampering(sql);
    expect(findings.map((finding) => finding.code)).toContain(code);
    expect(findings.find((finding) => finding.code === code)?.message).toMatch(words);
  });

  it('finds a forged chain, which is whole in itself, by the head outside', () => {
    const desk = usedDesk();
    const elsewhere = usedDesk();
    const forged = { ...desk, path: copyOf(elsewhere).path };
    const id = openRaw(desk.path).prepare('SELECT database_id FROM desk').pluck().get();
    openRaw(forged.path).prepare('UPDATE desk SET database_id = ?').run(id);
    openRaw(forged.path).exec(`UPDATE desk SET created_at_ms = 1`);
    expect(verdictOf(forged)).toMatchObject({ ok: true });
    const store = openHeaded(desk);
    store.notes.pause(1, null, NOW_MS + 5);
    store.close();
    expect(verdictOf(forged).findings).toMatchObject([{ code: 'locked' }]);
  });

  it('tells the first of very many findings, and how many more there are', () => {
    const desk = newPlace();
    const store = openHeaded(desk);
    confirmBatch({ store, merchantId: store.merchantId }, payments(60));
    store.close();
    openRaw(desk.path).exec(`UPDATE payouts SET state = 'cancelled'`);
    const { findings, more } = verdictOf(desk);
    expect([findings.length, more]).toEqual([20, 40]);
  });

  it.each([
    [
      'lost entries of a partial index',
      'payouts_followed',
      'WHERE next_lookup_at_ms IS NOT NULL AND settled_at_ms IS NULL AND payout_id > 2',
    ],
    ['a wrong entry of an index', 'audit_by_batch', '(payout_id)'],
  ])('finds %s, which opening does not', (_what, name, wrong) => {
    const desk = usedDesk();
    const raw = openRaw(desk.path);
    const sql = String(raw.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name));
    const falseSql = wrong.startsWith('WHERE') ? sql.replace(/WHERE.*/, wrong) : sql.replace(/\(.*\)/, wrong);
    const become = (text: string): void => {
      raw.pragma('writable_schema = ON');
      raw.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(text, name);
      raw.pragma('writable_schema = RESET');
    };
    raw.unsafeMode(true);
    become(falseSql);
    raw.exec(`REINDEX ${name}`);
    become(sql);
    expect(raw.pragma('quick_check', { simple: true })).toBe('ok');
    expect(verdictOf(desk).findings[0]).toMatchObject({ code: 'fileDamaged', message: expect.stringContaining(name) });
  });

  it('is passed by a backup before it is called one', () => {
    const desk = usedDesk();
    const folder = testFolder();
    const good = backUp({ source: desk.path, target: `${folder}/good.db`, prefix: 'B' });
    expect(good).toMatchObject({ kind: 'written', verdict: { entries: 9, payouts: 4 } });
    openRaw(desk.path).exec(`UPDATE payouts SET state = 'failed' WHERE payout_id = 1`);
    const bad = backUp({ source: desk.path, target: `${folder}/bad.db`, prefix: 'B' });
    expect(bad).toMatchObject({ kind: 'refused', refusal: { code: 'auditDoesNotFit' } });
  });
});
