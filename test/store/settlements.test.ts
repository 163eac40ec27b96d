// Settling an answer: each outcome of a payout request moves its row, stores its evidence and plans the next lookup.

import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../shared/failures.ts';
import type { AttemptId, PayoutId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { SettlingOutcome } from '../../shared/states.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  count,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  PAID,
  payments,
  rowOf,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';

const AT = NOW_MS + 500;
const REFUSED = {
  kind: 'refused',
  state: 'rejected',
  word: null,
  ids: NO_IDS,
  message: verbatim('Insufficient balance'),
} as const;

interface Settled extends TestDesk {
  readonly batch: number;
  readonly claimed: ReturnType<typeof claimOne>;
}

function sendingDesk(): Settled {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(2));
  return { ...desk, batch, claimed: claimOne(desk.store, batch) };
}

function settled(outcome: SettlingOutcome): Settled & { readonly row: Readonly<Record<string, unknown>> } {
  const desk = sendingDesk();
  const { changes } = turn(desk.store, desk.batch, { news: [answer(desk.claimed, outcome)] });
  const row = rowOf(desk.raw, desk.claimed.payoutId);
  const echoMismatch = outcome.kind === 'unknown' && outcome.reason === 'echoMismatch';
  const reported = { payoutId: 1, batch: desk.batch, rowNumber: 2, amountPaise: 50_000, late: false, echoMismatch };
  expect(changes).toEqual([{ ...reported, from: 'sending', to: row['state'] }]);
  return { ...desk, row };
}

const FINAL = { next_lookup_at_ms: AT + DAY_MS, settled_at_ms: AT };
const FOLLOWED = { next_lookup_at_ms: AT + BACKOFF.firstMs, settled_at_ms: null, lookup_step: 0 };
const BACK = { next_lookup_at_ms: null, settled_at_ms: null, sent_at_ms: null };

describe('an answer', () => {
  const outcomes: readonly (readonly [string, SettlingOutcome, Readonly<Record<string, unknown>>, string])[] = [
    [
      'not sent',
      { kind: 'notSent', cause: 'dns', message: verbatim('No such host.') },
      { state: 'queued', requests_left: 0, message: 'No such host.', ...BACK },
      'not sent: dns',
    ],
    [
      'a refused token',
      { kind: 'tokenRefused' },
      { state: 'unknown', unknown_reason: 'unauthorized', requests_left: 1, ...FOLLOWED },
      'tokenRefused',
    ],
    [
      'a doubted token',
      { kind: 'tokenDoubted' },
      { state: 'unknown', unknown_reason: 'unauthorizedUnconfirmed', requests_left: 1, ...FOLLOWED },
      'tokenDoubted',
    ],
    [
      'processing',
      ACCEPTED,
      {
        state: 'processing',
        gateway_status: 'accept',
        transaction_id: 'TX1',
        rrn: '412345678901',
        requests_left: 1,
        ...FOLLOWED,
      },
      'processing',
    ],
    [
      'a word outside the six',
      { ...ACCEPTED, word: 'On Hold' },
      { state: 'processing', gateway_status: 'On Hold', ...FOLLOWED },
      'processing',
    ],
    [
      'success',
      PAID,
      {
        state: 'success',
        gateway_status: 'success',
        transaction_id: 'TX1',
        decided_by: null,
        requests_left: 1,
        ...FINAL,
        // It came without a UTR, so it is looked up for one in the second whole minute.
        next_lookup_at_ms: Math.ceil((AT + 60_000) / 60_000) * 60_000,
      },
      'success',
    ],
    [
      'reversed',
      { ...PAID, state: 'reversed', word: 'Reversed' },
      { state: 'reversed', gateway_status: 'Reversed', ...FINAL },
      'reversed',
    ],
    [
      'rejected',
      REFUSED,
      {
        state: 'rejected',
        gateway_status: null,
        message: 'Insufficient balance',
        requests_left: 1,
        ...FINAL,
      },
      'rejected',
    ],
    [
      'failed',
      { ...REFUSED, state: 'failed', word: 'FAILED' },
      { state: 'failed', gateway_status: 'FAILED', decided_by: null, ...FINAL },
      'failed',
    ],
    [
      'lost',
      LOST,
      { state: 'unknown', unknown_reason: 'timeout', message: inEnglish(LOST.message), requests_left: 1, ...FOLLOWED },
      'unknown: timeout',
    ],
    [
      'refused by the rate',
      { ...LOST, reason: 'refusedByRate', retryAfterMs: 5 },
      { state: 'unknown', unknown_reason: 'refusedByRate', ...FOLLOWED },
      'unknown: refusedByRate',
    ],
  ];

  it.each(outcomes)('of %s moves the payout and keeps the evidence', (_name, outcome, expected, text) => {
    const { row, raw, claimed } = settled(outcome);
    expect(row).toMatchObject({
      attempts: 1,
      sent_at_ms: NOW_MS,
      lookups: 0,
      not_known_answers: 0,
      suspected: null,
      ...expected,
    });
    expect(raw.prepare('SELECT * FROM attempt_results').all()).toEqual([
      {
        attempt_id: claimed.attemptId,
        outcome: text,
        http_status: 200,
        message: 'message' in outcome && outcome.message !== null ? inEnglish(outcome.message) : null,
        answer: '{"said":1}',
        answered_at_ms: AT,
      },
    ]);
    const entry = raw.prepare('SELECT what, payout_id, at_ms, detail FROM audit ORDER BY sequence DESC LIMIT 1').get();
    expect(entry).toMatchObject({ what: row['state'], payout_id: 1, at_ms: AT });
    expect(count(raw, 'late_news')).toBe(0);
  });

  it('is about its own payout alone', () => {
    const { raw, store, batch } = settled(PAID);
    expect(rowOf(raw, 2)).toMatchObject({ state: 'queued', transaction_id: null, settled_at_ms: null });
    expect(store.tally(batch).counts).toMatchObject({ success: 1, queued: 1 });
  });

  it('keeps a twenty-digit id digit for digit', () => {
    const ids = { ...NO_IDS, transactionId: '12345678901234567890', rrn: '00123', utr: '98765432109876543210' };
    expect(settled({ ...PAID, ids }).row).toMatchObject({
      transaction_id: '12345678901234567890',
      rrn: '00123',
      utr: '98765432109876543210',
    });
  });

  it('that comes a second time for one attempt is our bug, and changes nothing', () => {
    const { store, raw, batch, claimed } = settled(PAID);
    const before = rowOf(raw, 1);
    expect(() => turn(store, batch, { news: [answer(claimed, REFUSED)] })).toThrow(/UNIQUE/);
    expect(rowOf(raw, 1)).toEqual(before);
    expect(count(raw, 'attempt_results')).toBe(1);
  });

  it.each([
    ['a payout that is not in the store', { payoutId: 99 as PayoutId, attemptId: 1 as AttemptId }, InvariantError],
    ['an attempt that is not in the store', { payoutId: 1 as PayoutId, attemptId: 99 as AttemptId }, /FOREIGN KEY/],
  ])('about %s is our bug: nothing of the turn is kept', (_name, about, error) => {
    const { store, raw, batch, claimed } = sendingDesk();
    const news = [answer(claimed, PAID), answer({ ...claimed, ...about }, PAID)];
    expect(() => turn(store, batch, { news, claim: 1 })).toThrow(error);
    expect(rowOf(raw, 1)['state']).toBe('sending');
    expect(rowOf(raw, 2)['state']).toBe('queued');
    expect(count(raw, 'attempt_results')).toBe(0);
  });

  it('is compared with the state it was read in: a payout that moved meanwhile is our bug', () => {
    const { store, raw, batch, claimed } = sendingDesk();
    raw.exec(`CREATE TRIGGER meanwhile AFTER INSERT ON attempt_results
      BEGIN UPDATE payouts SET state = 'success' WHERE payout_id = 1; END`);
    expect(() => turn(store, batch, { news: [answer(claimed, LOST)] })).toThrow(InvariantError);
    expect(rowOf(raw, 1)['state']).toBe('sending');
  });

  it('whose write changes no row is our bug', () => {
    const { store, raw, batch, claimed } = sendingDesk();
    raw.exec('CREATE TRIGGER lost BEFORE UPDATE ON payouts BEGIN SELECT RAISE(IGNORE); END');
    expect(() => turn(store, batch, { news: [answer(claimed, PAID)] })).toThrow(InvariantError);
    expect(count(raw, 'attempt_results')).toBe(0);
  });
});

describe('an answer that names another reference', () => {
  const ids = { ...NO_IDS, transactionId: 'TX-OF-ANOTHER', rrn: '999' };
  const mismatch = { ...LOST, reason: 'echoMismatch', ids, echoedReference: 'ANOTHER' } as const;

  it('leaves the payout to be looked up by its own reference, never by the other payment', () => {
    const { store, batch, row, claimed } = settled(mismatch);
    expect(row).toMatchObject({ state: 'unknown', unknown_reason: 'echoMismatch', transaction_id: null, rrn: null });
    const due = store.ledger.dueLookups(batch, {
      nowMs: NOW_MS + 60_000,
      limit: 9,
      maxMs: BACKOFF.maxMs,
      busy: new Set(),
    });
    expect(due).toEqual([
      { payoutId: 1, key: { by: 'reference', reference: claimed.order.reference }, inDoubt: true, endedAs: null },
    ]);
  });

  it('is kept with both ids in the audit and word for word in the evidence', () => {
    const { raw } = settled(mismatch);
    const detail = JSON.parse(
      String(raw.prepare(`SELECT detail FROM audit WHERE what = 'unknown'`).pluck().get()),
    ) as unknown;
    expect(detail).toMatchObject({ foreign: { transactionId: 'TX-OF-ANOTHER', rrn: '999', udf1: 'ANOTHER' } });
    expect(raw.prepare('SELECT answer FROM attempt_results').pluck().get()).toBe('{"said":1}');
  });
});

describe('an answer that says nothing of the payment and yet names an id', () => {
  const ids = { ...NO_IDS, transactionId: 'REQUEST-77' };

  it('leaves the payout to be looked up by its reference, with the id in the audit alone', () => {
    const { raw, row, store, batch } = settled({ ...LOST, reason: 'httpStatus', ids });
    expect(row).toMatchObject({ state: 'unknown', transaction_id: null });
    const at = { nowMs: NOW_MS + 60_000, limit: 9, maxMs: BACKOFF.maxMs, busy: new Set<never>() };
    expect(store.ledger.dueLookups(batch, at)).toMatchObject([{ key: { by: 'reference' } }]);
    const detail = String(raw.prepare(`SELECT detail FROM audit WHERE what = 'unknown'`).pluck().get());
    expect(JSON.parse(detail)).toMatchObject({ foreign: { transactionId: 'REQUEST-77' } });
  });
});

describe('a payout that is called by two transaction ids', () => {
  it('keeps the first: a later one may be another payment’s', () => {
    const { store, raw, batch, claimed } = settled({ ...ACCEPTED, ids: { ...NO_IDS, transactionId: 'TX1' } });
    raw.exec(`INSERT INTO attempts (payout_id, number, claimed_at_ms) VALUES (${claimed.payoutId}, 2, ${AT})`);
    const attemptId = Number(raw.prepare('SELECT max(attempt_id) FROM attempts').pluck().get()) as AttemptId;
    const later = { ...PAID, ids: { ...PAID.ids, transactionId: 'TX2' } };
    turn(store, batch, { news: [answer({ ...claimed, attemptId }, later)] });
    expect(rowOf(raw, claimed.payoutId)).toMatchObject({ state: 'success', transaction_id: 'TX1' });
  });
});

describe('an answer that comes after the machine slept', () => {
  function slept(): Settled {
    const desk = sendingDesk();
    desk.store.ledger.interrupt('slept', { nowMs: NOW_MS + 100, backoff: BACKOFF });
    return desk;
  }

  it.each<[string, SettlingOutcome, string]>([
    ['not sent', { kind: 'notSent', cause: 'dns', message: verbatim('') }, 'unknown'],
    ['a refused token', { kind: 'tokenRefused' }, 'unknown'],
    ['lost', LOST, 'unknown'],
    ['processing', ACCEPTED, 'processing'],
    ['success', PAID, 'success'],
    ['rejected', REFUSED, 'unknown'],
  ])('of %s never queues the payout again', (_name, outcome, state) => {
    const { store, raw, batch, claimed } = slept();
    turn(store, batch, { news: [answer(claimed, outcome)] });
    expect(rowOf(raw, 1)['state']).toBe(state);
    expect(turn(store, batch, { claim: 9 }).claimed.map(({ payoutId }) => payoutId)).toEqual([2]);
    expect(count(raw, 'attempt_results')).toBe(1);
  });

  it('and refused is believed when the next look-up agrees', () => {
    const { store, raw, batch, claimed } = slept();
    turn(store, batch, { news: [answer(claimed, REFUSED)] });
    expect(rowOf(raw, 1)).toMatchObject({ state: 'unknown', suspected: 'rejected', next_lookup_at_ms: NOW_MS + 100 });
    turn(store, batch, { news: [lookUp(claimed, said('rejected'))] });
    expect(rowOf(raw, 1)).toMatchObject({ state: 'rejected', suspected: null });
  });
});

describe('the message of a payout', () => {
  it('is of the state it is in: what was said of a lost answer is not said of a paid payout', () => {
    const { store, raw, batch, claimed } = settled(LOST);
    turn(store, batch, { news: [lookUp(claimed, said('success'))] });
    expect(rowOf(raw, 1)).toMatchObject({ state: 'success', message: null });
  });

  it('stays while look-ups find nothing new', () => {
    const { store, raw, batch, claimed } = settled(LOST);
    turn(store, batch, { news: [lookUp(claimed, { kind: 'notKnown' })] });
    expect(rowOf(raw, 1)).toMatchObject({ state: 'unknown', message: inEnglish(LOST.message) });
  });
});
