// Alarms: raised by news after an ending, once while unread, stored with who read them, and naming what may have been paid twice.

import { describe, expect, it } from 'vitest';
import type { LateNews } from '../../electron/main/domain/late-news.ts';
import { DECIDE_AFTER_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { verifiedChain } from './chain.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  ACTOR,
  answer,
  BACKOFF,
  claimOne,
  confirmation,
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
  tamper,
  turn,
} from './desk-file.ts';

interface Ended extends TestDesk {
  readonly batch: number;
  readonly claimed: ReturnType<typeof claimOne>;
}

function desk(): Ended {
  const made = makeDesk();
  const batch = confirmBatch(made, payments(2));
  return { ...made, batch, claimed: claimOne(made.store, batch) };
}

/** A payout that lost its answer and that a person declared not paid. */
function declaredNotPaid(): Ended {
  const made = desk();
  turn(made.store, made.batch, { news: [answer(made.claimed, LOST)] });
  made.store.decide({
    payoutId: made.claimed.payoutId,
    verdict: { kind: 'notPaid' },
    note: 'Ticket closed.',
    ticket: 'GW-1',
    sameEvidence: null,
    nowMs: NOW_MS + 1_000,
    decideAfterMs: DECIDE_AFTER_MS,
    backoff: BACKOFF,
  });
  return made;
}

/** Payout 3, in a separate batch, pays payout 1 again. */
function retry(made: Ended, state: string): void {
  const batch = confirmBatch(made, payments(1, { remark: 'Again' }));
  expect(batch).toBe(2);
  const change = `state = '${state}', unknown_reason = ${state === 'unknown' ? `'cut'` : 'NULL'}, retry_of = 1`;
  tamper(made.raw, `UPDATE payouts SET ${change}, gateway_status = 'pending' WHERE payout_id = 3`);
}

function unread({ store }: TestDesk): LateNews[] {
  return store.news.list({ batch: null, all: false });
}

function unreadCount({ store }: TestDesk, batch: number): number {
  return store.news.list({ batch, all: false }).length;
}

describe('late news', () => {
  it('of a payout that a person declared not paid says who did, and ends as paid', () => {
    const made = declaredNotPaid();
    turn(made.store, made.batch, { news: [lookUp(made.claimed, said('success'), NOW_MS + 9_000)] });
    expect(rowOf(made.raw, 1)).toMatchObject({ state: 'success', decided_by: null });
    expect(unread(made)).toMatchObject([
      { batch: 'B0001', rowNumber: 2, from: 'failed', to: 'success', declaredBy: ACTOR, heardAtMs: NOW_MS + 9_000 },
    ]);
    expect(unread(made)[0]?.successor).toBe(null);
    expect(count(made.raw, 'decisions')).toBe(1);
  });

  it.each(['queued', 'sending', 'processing', 'unknown', 'success'])(
    'names the %s payout that pays the same person again',
    (state) => {
      const made = declaredNotPaid();
      retry(made, state);
      turn(made.store, made.batch, { news: [lookUp(made.claimed, said('success'))] });
      expect(unread(made)[0]?.successor).toEqual({ batch: 'B0002', rowNumber: 2, state });
    },
  );

  it.each(['failed', 'rejected', 'reversed', 'cancelled'])('names no payout that ended %s', (state) => {
    const made = declaredNotPaid();
    retry(made, state);
    turn(made.store, made.batch, { news: [lookUp(made.claimed, said('success'))] });
    expect(unread(made)[0]?.successor).toBe(null);
  });

  it('keeps the late answer of the first attempt beside the retry, and both payments', () => {
    const made = desk();
    made.store.ledger.interrupt('slept', { nowMs: NOW_MS, backoff: BACKOFF });
    made.store.decide({
      payoutId: made.claimed.payoutId,
      verdict: { kind: 'notPaid' },
      note: 'Ticket closed.',
      ticket: 'GW-1',
      sameEvidence: null,
      nowMs: NOW_MS,
      decideAfterMs: 0,
      backoff: BACKOFF,
    });
    retry(made, 'success');
    turn(made.store, made.batch, { news: [answer(made.claimed, PAID)] });
    expect(rowOf(made.raw, 1)).toMatchObject({ state: 'success', transaction_id: 'TX1' });
    expect(rowOf(made.raw, 3)['state']).toBe('success');
    expect(count(made.raw, 'attempt_results')).toBe(1);
    expect(unread(made)).toMatchObject([{ from: 'failed', to: 'success', successor: { batch: 'B0002' } }]);
  });

  it.each(['again', 'name', 'unpaid'] as const)(
    'tells of both where each came to be paid after a person let the second through: %s',
    (relation) => {
      for (const order of ['first', 'second'] as const) {
        const made = makeDesk();
        const batch = confirmBatch(made, payments(1));
        const first = claimOne(made.store, batch);
        turn(made.store, batch, { news: [answer(first, LOST)] });
        const relations = new Map([[2, [{ earlier: first.payoutId, relation }]]]);
        const elsewhere = { method: 'UPI', upiId: 'other@okbank' } as const;
        const again = confirmation(made, payments(1, { beneficiary: elsewhere }), {
          marks: { ...NO_MARKS, relations },
        });
        const later = confirm(made.store, again);
        const second = claimOne(made.store, later);
        const firstPaid = () => turn(made.store, batch, { news: [lookUp(first, said('success'))] });
        const secondPaid = () => turn(made.store, later, { news: [answer(second, PAID)] });
        for (const pay of order === 'first' ? [firstPaid, secondPaid] : [secondPaid, firstPaid]) {
          expect(unread(made)).toEqual([]);
          pay();
        }
        expect(unread(made)).toMatchObject([{ batch: 'B0001', to: 'bothPaid', successor: { batch: 'B0002' } }]);
      }
    },
  );

  it('says nothing of a second payment whose first was shown as paid', () => {
    const made = makeDesk();
    const batch = confirmBatch(made, payments(1));
    const first = claimOne(made.store, batch);
    turn(made.store, batch, { news: [answer(first, PAID)] });
    const relations = new Map([[2, [{ earlier: first.payoutId, relation: 'again' as const }]]]);
    const later = confirm(made.store, confirmation(made, payments(1), { marks: { ...NO_MARKS, relations } }));
    turn(made.store, later, { news: [answer(claimOne(made.store, later), PAID)] });
    expect(unread(made)).toEqual([]);
  });

  it('that moved nothing is raised once while it waits to be read', () => {
    const made = desk();
    turn(made.store, made.batch, { news: [answer(made.claimed, PAID)] });
    for (let times = 0; times < 3; times += 1) {
      turn(made.store, made.batch, { news: [lookUp(made.claimed, said('processing', 'pending'))] });
    }
    expect(unread(made)).toMatchObject([{ from: 'success', to: 'success', word: verbatim('pending') }]);
    made.store.readNews(null, NOW_MS);
    turn(made.store, made.batch, { news: [lookUp(made.claimed, said('processing', 'pending'))] });
    expect(unread(made)).toHaveLength(1);
  });

  it('that moves a payout to and fro is kept every time', () => {
    const made = desk();
    turn(made.store, made.batch, { news: [answer(made.claimed, PAID)] });
    for (const state of ['reversed', 'success', 'reversed'] as const) {
      turn(made.store, made.batch, { news: [lookUp(made.claimed, said(state))] });
    }
    expect(unread(made).map(({ to }) => to)).toEqual(['reversed', 'success', 'reversed']);
  });

  it('that was first suspected and then confirmed is one piece, kept and read as two rows', () => {
    const made = desk();
    const { store, raw, batch, claimed } = made;
    turn(store, batch, { news: [answer(claimed, PAID)] });
    const saysFailed = lookUp(claimed, said('failed'), NOW_MS + 1_000);
    turn(store, batch, { news: [saysFailed] });
    expect(unread(made)).toMatchObject([{ from: 'success', to: 'success', word: verbatim('failed') }]);
    turn(store, batch, { news: [{ ...saysFailed, atMs: NOW_MS + 2_000 }] });
    const once = [{ from: 'success', to: 'failed', word: verbatim('failed'), heardAtMs: NOW_MS + 2_000 }];
    expect(unread(made)).toMatchObject(once);
    expect(store.news.list({ batch, all: true })).toMatchObject(once);
    expect(unreadCount(made, batch)).toBe(1);
    expect(count(raw, 'late_news')).toBe(2);

    expect(store.readNews(batch, NOW_MS + 5_000)).toMatchObject(once);
    expect([unreadCount(made, batch), unread(made)]).toEqual([0, []]);
    // A retry requires every row to be read, so the superseded one must not stay unread.
    expect(count(raw, 'late_news WHERE read_at_ms IS NULL')).toBe(0);
  });

  it('that was first suspected is read whole at the batch of the possible duplicate too, in one entry for each', () => {
    const made = desk();
    const { store, raw, batch, claimed } = made;
    turn(store, batch, { news: [answer(claimed, PAID)] });
    for (const _twice of [1, 2]) turn(store, batch, { news: [lookUp(claimed, said('failed'))] });
    retry(made, 'success');
    expect([unreadCount(made, batch), unreadCount(made, 2), unreadCount(made, 3)]).toEqual([1, 1, 0]);
    expect([...store.news.unreadByBatch()].map(([id, news]) => [id, news.length])).toEqual([
      ['B0001', 1],
      ['B0002', 1],
    ]);
    expect(store.readNews(2, NOW_MS + 5_000)).toHaveLength(1);
    expect(count(raw, 'late_news WHERE read_at_ms IS NULL')).toBe(0);
    expect(verifiedChain(raw).filter(({ what }) => what === 'newsRead')).toMatchObject([
      { batch_id: 1 },
      { batch_id: 1 },
    ]);
  });

  it('of another word stays beside what was confirmed', () => {
    const made = desk();
    turn(made.store, made.batch, { news: [answer(made.claimed, PAID)] });
    for (const received of [said('processing', 'pending'), said('failed'), said('failed')]) {
      turn(made.store, made.batch, { news: [lookUp(made.claimed, received)] });
    }
    expect(unread(made)).toMatchObject([
      { to: 'success', word: verbatim('pending') },
      { to: 'failed', word: verbatim('failed') },
    ]);
  });

  it('that was suspected and read is told again when it is confirmed', () => {
    const made = desk();
    const { store, batch, claimed } = made;
    turn(store, batch, { news: [answer(claimed, PAID)] });
    turn(store, batch, { news: [lookUp(claimed, said('failed'))] });
    expect(store.readNews(batch, NOW_MS + 1)).toHaveLength(1);
    turn(store, batch, { news: [lookUp(claimed, said('failed'))] });
    expect(unread(made)).toMatchObject([{ to: 'failed' }]);
    expect(store.news.list({ batch, all: true })).toHaveLength(2);
  });

  it('stays until it is read, and then says who read it and when', () => {
    const made = desk();
    turn(made.store, made.batch, { news: [answer(made.claimed, PAID)] });
    turn(made.store, made.batch, { news: [lookUp(made.claimed, said('reversed'))] });
    expect(unreadCount(made, made.batch)).toBe(1);
    expect(made.store.readNews(99, NOW_MS + 1)).toEqual([]);
    expect(unreadCount(made, made.batch)).toBe(1);
    expect(made.store.readNews(made.batch, NOW_MS + 5)).toMatchObject([{ readBy: ACTOR, readAtMs: NOW_MS + 5 }]);
    expect([unreadCount(made, made.batch), unread(made)]).toEqual([0, []]);
    expect(made.store.news.list({ batch: made.batch, all: true })).toMatchObject([{ readBy: ACTOR }]);
    const last = verifiedChain(made.raw).at(-1);
    expect(last).toMatchObject({ what: 'newsRead', actor: ACTOR, batch_id: made.batch, at_ms: NOW_MS + 5 });
    expect(JSON.parse(last?.detail ?? '')).toMatchObject({ row: 2, from: 'success', to: 'reversed' });
  });
});

describe('an answer about another payment', () => {
  const mismatch = verbatim('The gateway answered about another reference.');

  it('to a look-up is an alarm and leaves the payout as it is', () => {
    const made = desk();
    turn(made.store, made.batch, { news: [answer(made.claimed, LOST)] });
    const unclear = lookUp(made.claimed, { kind: 'unclear' });
    if (unclear.kind !== 'lookup') throw new Error('not a look-up');
    const { changes } = turn(made.store, made.batch, { news: [{ ...unclear, mismatch }] });
    turn(made.store, made.batch, { news: [{ ...unclear, mismatch }] });
    expect(changes).toMatchObject([{ from: 'unknown', to: 'unknown', late: true }]);
    expect(rowOf(made.raw, 1)).toMatchObject({ state: 'unknown', not_known_answers: 0, last_finding: 'mismatch' });
    expect(unread(made)).toMatchObject([{ from: 'unknown', to: 'mismatch', word: mismatch, successor: null }]);
    expect(made.store.unknown.list({ batch: made.batch, withSending: false })[0]?.lookups).toMatchObject([
      { finding: 'mismatch' },
      { finding: 'mismatch' },
    ]);
  });

  it('to a payout request is no alarm besides: it stops the batch and stands on the unknown desk', () => {
    const made = desk();
    const ids = { ...NO_IDS, transactionId: 'TX9' };
    const outcome = { ...LOST, reason: 'echoMismatch', message: mismatch, ids, echoedReference: 'OTHER' } as const;
    turn(made.store, made.batch, { news: [answer(made.claimed, outcome)] });
    expect(unread(made)).toEqual([]);
    expect(rowOf(made.raw, 1)).toMatchObject({ state: 'unknown', transaction_id: null });
    expect(made.store.unknown.list({ batch: made.batch, withSending: false })).toMatchObject([
      { reason: 'echoMismatch', attempts: [{ outcome: 'unknown: echoMismatch' }] },
    ]);
  });
});
