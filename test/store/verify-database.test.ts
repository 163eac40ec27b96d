// The audit of a whole database: in order when only the desk wrote it, and each kind of tampering is named.

import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../electron/main/domain/decisions.ts';
import { type HeadedWriter, verifyHeaded } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  answer,
  BACKOFF,
  backUpFile,
  claimOne,
  confirmation,
  confirmBatch,
  LOST,
  lookUp,
  NOW_MS,
  openRaw,
  PAID,
  payments,
  said,
  tamper,
  testFolder,
  turn,
} from './desk-file.ts';
import { copyOf, type HeadedDesk, newPlace, openHeaded, rememberHead } from './headed-desk.ts';

/** A desk with one of each: paid, in doubt, found by a lookup, cancelled. */
function usedDesk(): HeadedDesk {
  const desk = newPlace();
  const store = openHeaded(desk);
  const batch = confirmBatch({ store, merchantId: store.merchantId }, payments(4));
  turn(store, batch, { news: [answer(claimOne(store, batch), PAID)] });
  turn(store, batch, { news: [answer(claimOne(store, batch), LOST)] });
  const found = claimOne(store, batch);
  turn(store, batch, { news: [answer(found, LOST)] });
  turn(store, batch, { news: [lookUp(found, said('success'))] });
  store.ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF });
  store.close();
  return desk;
}

/** A desk with one of everything that involves a person: decided, retried, ticked, on hold, alarmed and read. */
function livedDesk(): HeadedDesk {
  const desk = newPlace();
  const store = openHeaded(desk);
  const made = { store, merchantId: store.merchantId };
  const first = confirmBatch(made, payments(5));
  const refused = claimOne(store, first);
  const failed = {
    kind: 'refused',
    state: 'failed',
    word: null,
    ids: NO_IDS,
    message: verbatim('no such account'),
  } as const;
  turn(store, first, { news: [answer(refused, failed)] });
  const doubted = claimOne(store, first);
  turn(store, first, { news: [answer(doubted, LOST)] });
  turn(store, first, { news: [lookUp(doubted, { kind: 'notKnown' })] });
  decide(store, doubted.payoutId, { kind: 'paid', bankReference: '512345678901' });
  const denied = claimOne(store, first);
  turn(store, first, { news: [answer(denied, LOST)] });
  decide(store, denied.payoutId, { kind: 'notPaid' });
  // It was paid after all, and that news is read; then it was reversed, and that news is unread.
  turn(store, first, { news: [lookUp(denied, said('success'), NOW_MS + 9_000)] });
  store.readNews(first, NOW_MS + 9_500);
  turn(store, first, { news: [lookUp(denied, said('reversed'), NOW_MS + 9_900)] });
  const doubtful = claimOne(store, first);
  turn(store, first, { news: [answer(doubtful, LOST)] });
  turn(store, first, { news: [lookUp(doubtful, { kind: 'notKnown' })] });
  const again = payments(1);
  const retry = { batch: first, payouts: [{ retryOf: refused.payoutId, changed: [] }] };
  const marks = { ...NO_MARKS, ticks: { ...NO_TICKS, paidBefore: [2], accountChanged: [] }, retry };
  confirm(store, confirmation(made, again, { marks }));
  store.close();
  return desk;
}

function decide(store: HeadedWriter, payoutId: PayoutId, verdict: Verdict): void {
  const about = { payoutId, verdict, note: 'seen on the statement', ticket: 'T-1', sameEvidence: null };
  const answered = store.decide({ ...about, nowMs: NOW_MS + 5_000, backoff: BACKOFF, decideAfterMs: 0 });
  expect(answered.kind).toBe('decided');
}

function verdictOf({ path, state }: HeadedDesk) {
  const verifying = verifyHeaded({ path, prefix: 'B' }, headPlaceIn(state), NOW_MS);
  if (verifying.kind === 'refused') throw new RefusedError(verifying.refusal);
  const { findings, ...verdict } = verifying.verdict;
  return { ...verdict, findings: findings.map(({ code, message }) => ({ code, message: inEnglish(message) })) };
}

/** Changes the database as somebody with the right tools could. Returns what the audit then says. */
function afterTampering(sql: string): readonly { readonly code: string; readonly message: string }[] {
  const desk = usedDesk();
  tamper(openRaw(desk.path), sql);
  return verdictOf(desk).findings;
}

const LEFT = 'the last about it, left it';

const TAMPERING: readonly (readonly [what: string, sql: string, code: string, words: RegExp])[] = [
  [
    'a state',
    `UPDATE payouts SET state = 'failed' WHERE payout_id = 1`,
    'rowChanged',
    new RegExp(`^Row 2 of B0001 is not as audit entry 5, ${LEFT}.$`),
  ],
  [
    'a payout back in the queue',
    `UPDATE payouts SET state = 'queued', next_lookup_at_ms = NULL, unknown_reason = NULL WHERE payout_id = 2`,
    'rowChanged',
    /Row 3 of B0001/,
  ],
  [
    'an amount',
    'UPDATE payouts SET amount_paise = amount_paise + 1 WHERE payout_id = 1',
    'rowsDiffer',
    /B0001 no longer pays what it was confirmed to pay: a payment was changed, put in or taken out/,
  ],
  [
    'two amounts, the total kept',
    'UPDATE payouts SET amount_paise = amount_paise + CASE payout_id WHEN 1 THEN 1 ELSE -1 END WHERE payout_id < 3',
    'rowChanged',
    /Row 2 of B0001/,
  ],
  [
    'a beneficiary',
    `UPDATE payouts SET upi_id = 'thief@bank' WHERE payout_id = 4`,
    'rowsDiffer',
    /B0001 no longer pays/,
  ],
  [
    'an attempt',
    'DELETE FROM attempt_results WHERE attempt_id = 1; DELETE FROM attempts WHERE attempt_id = 1',
    'rowMissing',
    /A send with the number 1 was left by audit entry 4, but is not in the database/,
  ],
  [
    'a decision',
    `INSERT INTO decisions (payout_id, decided, note, decided_by, decided_at_ms) VALUES (2, 'notPaid', 'x', 'y', 1)`,
    'rowUnexplained',
    /A decision of row 3 of B0001 is in the database, but no audit entry left it so/,
  ],
  ["a batch's total", 'UPDATE batches SET total_paise = total_paise + 100', 'rowChanged', /^B0001 is not as/],
  ['a batch out', 'DELETE FROM payouts; DELETE FROM batches', 'rowMissing', /B0001 was left by audit entry/],
  ['a payout out', 'DELETE FROM payouts WHERE payout_id = 1', 'rowMissing', /Payment 1 was left by audit entry 5/],
  [
    'an alarm put in',
    `INSERT INTO late_news (payout_id, state_before, state_after, word, heard_at_ms) VALUES (1, 'failed', 'success', 'x', 1)`,
    'rowUnexplained',
    /An alarm of row 2 of B0001/,
  ],
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
    `UPDATE audit SET rows_json = 'x' WHERE sequence = 2`,
    'entryUnreadable',
    /Audit entry 2 cannot be read/,
  ],
  ['a rule', 'DROP INDEX payouts_watched', 'rulesChanged', /its own index payouts_watched is missing/],
];

/** Things that involve a person, by the name the audit gives them. */
const NAMED: readonly (readonly [what: string, sql: string, words: RegExp])[] = [
  ['who decided', `UPDATE payouts SET decided_by = 'nobody@else' WHERE payout_id = 2`, /^Row 3 of B0001 /],
  ['the note of a decision', `UPDATE decisions SET note = 'x' WHERE decision_id = 1`, /^A decision of row 3 of B0001 /],
  ['who read an alarm', `UPDATE late_news SET read_by = 'x' WHERE late_news_id = 1`, /^An alarm of row 4 of B0001 /],
  [
    'an answer',
    `UPDATE attempt_results SET answer = 'x' WHERE attempt_id = 2`,
    /^The answer to a send of row 3 of B0001 /,
  ],
  ['a tick put in', 'UPDATE payouts SET repeat_ticked = 1 WHERE payout_id = 4', /^Row 5 of B0001 /],
  ['a retry of a batch', 'UPDATE batches SET retry_of = NULL WHERE batch_id = 2', /^B0002 /],
  ['an end at no moment at all', 'UPDATE payouts SET settled_at_ms = 9007199254740993 WHERE payout_id = 1', /^Row 2 /],
  [
    'a payee',
    `UPDATE payee_names SET account_key = 'upi:thief@bank'`,
    /^\d+ payments are not found under .* who they pay/,
  ],
];

describe('the audit of a database', () => {
  it('finds nothing in decisions, alarms, ticks and retries that only the desk has written', () => {
    expect(verdictOf(livedDesk()).findings).toEqual([]);
  });

  it.each(NAMED)('names %s that somebody changed, as a person calls it', (_what, sql, words) => {
    const desk = livedDesk();
    tamper(openRaw(desk.path), sql);
    expect(verdictOf(desk).findings.map(({ message }) => message)).toContainEqual(expect.stringMatching(words));
  });

  it('finds nothing in an id that came with nothing else', () => {
    const desk = newPlace();
    const store = openHeaded(desk);
    const batch = confirmBatch({ store, merchantId: store.merchantId }, payments(1));
    const one = claimOne(store, batch);
    turn(store, batch, { news: [answer(one, { ...PAID, ids: NO_IDS })] });
    const received = lookUp(one, said('success'));
    if (received.kind === 'lookup') turn(store, batch, { news: [{ ...received, utr: 'UTR7' }] });
    turn(store, batch, { news: [lookUp(one, said('success'), NOW_MS + 9_000)] });
    store.close();
    expect(verdictOf(desk).findings).toEqual([]);
  });

  it('names an older state folder that was put back by what was sent since', () => {
    const desk = newPlace();
    const store = openHeaded(desk);
    const batch = confirmBatch({ store, merchantId: store.merchantId }, payments(2));
    const one = claimOne(store, batch);
    const putBackBeforeAnswer = rememberHead(desk);
    turn(store, batch, { news: [answer(one, PAID)] });
    const putBack = rememberHead(desk);
    turn(store, batch, { news: [answer(claimOne(store, batch), LOST)] });
    store.close();
    putBack();
    expect(verdictOf(desk).findings).toMatchObject([
      { code: 'headPutBack', message: expect.stringMatching(/has not seen the last 2 entries.*1 payments were sent/) },
    ]);
    putBackBeforeAnswer();
    expect(verdictOf(desk).ahead).toBe(3);
  });

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
    const forged = copyOf(desk);
    expect(verdictOf(forged)).toMatchObject({ ok: true });
    const stories = [desk, { ...forged, state: testFolder() }];
    for (const [index, one] of stories.entries()) {
      const store = openHeaded(one);
      store.notes.pause(1, null, NOW_MS + index);
      store.close();
    }
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

  it('is passed by a backup before it is called one', async () => {
    const desk = usedDesk();
    const folder = testFolder();
    const good = await backUpFile(desk.path, `${folder}/good.db`);
    expect(good).toMatchObject({ kind: 'written', verdict: { entries: 9, payouts: 4 } });
    openRaw(desk.path).exec(`UPDATE payouts SET state = 'failed' WHERE payout_id = 1`);
    const bad = await backUpFile(desk.path, `${folder}/bad.db`);
    expect(bad).toMatchObject({ kind: 'refused', refusal: { code: 'auditDoesNotFit' } });
  });
});
