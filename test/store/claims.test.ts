// Claiming: a payout is `sending`, with its attempt, on disk before anyone may open a socket for it, and never twice.

import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../shared/failures.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { verifiedChain } from './chain.ts';
import { confirm } from './confirm.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  claimOne,
  confirmation,
  confirmBatch,
  count,
  crash,
  LOST,
  makeDesk,
  NOW_MS,
  openDesk,
  openRaw,
  PAID,
  payment,
  payments,
  reference,
  rowOf,
  turn,
} from './desk-file.ts';
import { endUnpaid, refuse } from './retries.ts';

const NOT_SENT = { kind: 'notSent', cause: 'dns', message: verbatim('The host was not found.') } as const;

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

describe('a claim', () => {
  it('takes the rows in file order, as many as are asked for', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(5));
    const claimed = (wanted: number): number[] =>
      turn(desk.store, batch, { claim: wanted }).claimed.map((one) => one.rowNumber);
    expect(claimed(2)).toEqual([2, 3]);
    expect(claimed(2)).toEqual([4, 5]);
    expect(claimed(2)).toEqual([6]);
    expect(claimed(2)).toEqual([]);
  });

  it('gives the order exactly as it was confirmed', () => {
    const desk = makeDesk();
    const beneficiary = { method: 'IMPS', accountNumber: '000123456789', ifsc: 'HDFC0000123' } as const;
    const confirmed = confirmation(desk, [payment({ beneficiary, remark: 'वेतन', name: null })]);
    const batch = confirm(desk.store, confirmed);
    expect(claimOne(desk.store, batch)).toEqual({
      payoutId: 1,
      attemptId: 1,
      rowNumber: 2,
      order: {
        beneficiary,
        amountPaise: 50_000,
        remark: 'वेतन',
        reference: confirmed.references[0],
        firstRequest: true,
      },
    });
  });

  it('is on disk when the turn returns: a crash right after it finds the payout sending, with its attempt', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(3));
    const { claimed, changes } = turn(desk.store, batch, { claim: 2, nowMs: NOW_MS + 7 });
    const crashed = openRaw(crash(desk.path));
    for (const { payoutId, attemptId } of claimed) {
      expect(rowOf(crashed, payoutId)).toMatchObject({
        state: 'sending',
        attempts: 1,
        sent_at_ms: NOW_MS + 7,
        requests_left: 0,
      });
      const attempt = crashed.prepare('SELECT * FROM attempts WHERE attempt_id = ?').get(attemptId);
      expect(attempt).toEqual({ attempt_id: attemptId, payout_id: payoutId, number: 1, claimed_at_ms: NOW_MS + 7 });
    }
    expect(changes.map(({ from, to, late }) => [from, to, late])).toEqual([
      ['queued', 'sending', false],
      ['queued', 'sending', false],
    ]);
    expect(count(crashed, `payouts WHERE state = 'queued'`)).toBe(1);
    expect(count(crashed, `audit WHERE what = 'sending'`)).toBe(2);
  });

  it('never comes twice for one payout, even beside a second writer that slipped past the lock', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(40));
    const second = openDesk(desk.path);
    const seen: number[] = [];
    let refused = 0;
    for (let round = 0; round < 20; round += 1) {
      const store = round % 2 === 0 ? desk.store : second;
      try {
        seen.push(...turn(store, batch, { claim: 2 }).claimed.map(({ payoutId }) => payoutId));
      } catch {
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(0);
    expect(new Set(seen).size).toBe(seen.length);
    expect(count(desk.raw, 'attempts')).toBe(seen.length);
    expect(count(desk.raw, `payouts WHERE state = 'sending'`)).toBe(seen.length);
  });

  it('compares before it sets: a payout that left the queue meanwhile makes it throw, and nothing of the turn is kept', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(2));
    desk.raw.exec(`CREATE TRIGGER meanwhile AFTER INSERT ON attempts WHEN NEW.payout_id = 1
      BEGIN UPDATE payouts SET state = 'success' WHERE payout_id = 2; END`);
    expect(() => turn(desk.store, batch, { claim: 2 })).toThrow(InvariantError);
    expect(count(desk.raw, 'attempts')).toBe(0);
    expect(count(desk.raw, `payouts WHERE state = 'queued'`)).toBe(2);
  });

  it('that changes no row is our bug: it throws, and nothing of the turn is kept', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(2));
    desk.raw.exec(
      `CREATE TRIGGER lost BEFORE UPDATE ON payouts WHEN NEW.payout_id = 2 BEGIN SELECT RAISE(IGNORE); END`,
    );
    expect(() => turn(desk.store, batch, { claim: 2 })).toThrow(InvariantError);
    expect(count(desk.raw, 'attempts')).toBe(0);
    expect(count(desk.raw, `payouts WHERE state = 'queued'`)).toBe(2);
    expect(count(desk.raw, `audit WHERE what = 'sending'`)).toBe(0);
  });

  it.each(['sending', 'processing', 'unknown', 'success', 'failed', 'rejected', 'reversed', 'cancelled'])(
    'leaves a %s payout alone',
    (state) => {
      const desk = makeDesk();
      const batch = confirmBatch(desk, payments(2));
      const reason = state === 'unknown' ? `'timeout'` : 'NULL';
      desk.raw.exec(
        `UPDATE payouts SET state = '${state}', unknown_reason = ${reason}, gateway_status = 'accept' WHERE payout_id = 1`,
      );
      expect(turn(desk.store, batch, { claim: 9 }).claimed.map(({ payoutId }) => payoutId)).toEqual([2]);
      expect(rowOf(desk.raw, 1)['state']).toBe(state);
    },
  );

  it('takes only its own batch', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, payments(2));
    const second = confirmBatch(desk, [payment()]);
    expect(turn(desk.store, second, { claim: 9 }).claimed.map(({ payoutId }) => payoutId)).toEqual([3]);
    expect(desk.store.tally(first).counts.queued).toBe(2);
  });

  it('passes over payouts with a look-up on its way and still fills its count', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(5));
    const busy = new Set([1, 2] as PayoutId[]);
    expect(turn(desk.store, batch, { claim: 2, busy }).claimed.map(({ payoutId }) => payoutId)).toEqual([3, 4]);
  });

  it('marks the batch as active, and only when something was claimed', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    turn(desk.store, batch, { claim: 1, nowMs: NOW_MS + 10 });
    turn(desk.store, batch, { claim: 1, nowMs: NOW_MS + 20 });
    expect(desk.store.batches.find(batch)?.activeAtMs).toBe(NOW_MS + 10);
  });
});

describe('a second attempt', () => {
  it('follows a request that provably never left, is numbered, and is still the first request', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const first = claimOne(desk.store, batch);
    turn(desk.store, batch, { news: [answer(first, NOT_SENT)] });
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'queued', sent_at_ms: null, message: 'The host was not found.' });
    const second = claimOne(desk.store, batch);
    expect(second).toMatchObject({ payoutId: first.payoutId, order: { ...first.order, firstRequest: true } });
    expect(second.attemptId).not.toBe(first.attemptId);
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'sending', attempts: 2, message: null });
    expect(desk.raw.prepare('SELECT number FROM attempts ORDER BY attempt_id').pluck().all()).toEqual([1, 2]);
  });

  it('of what an older desk queued again after a 401 is none: it is in doubt, and never sent again', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(2));
    desk.raw.exec('UPDATE payouts SET requests_left = 1, attempts = 1 WHERE payout_id = 1');
    const { claimed, changes } = turn(desk.store, batch, { claim: 9 });
    expect(claimed.map(({ payoutId, order }) => [payoutId, order.firstRequest])).toEqual([[2, true]]);
    expect(changes.map(({ payoutId, to }) => [payoutId, to])).toEqual([
      [1, 'unknown'],
      [2, 'sending'],
    ]);
    expect(rowOf(desk.raw, 1)).toMatchObject({ unknown_reason: 'unauthorized', next_lookup_at_ms: expect.any(Number) });
  });

  it.each([
    ['lost', LOST],
    ['accepted', ACCEPTED],
    ['paid', PAID],
    ['refused for its token', { kind: 'tokenRefused' } as const],
    ['doubted', { kind: 'tokenDoubted' } as const],
  ])('never follows one that was %s', (_name, outcome) => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), outcome)] });
    expect(turn(desk.store, batch, { claim: 9, lookUpAll: false }).claimed).toEqual([]);
  });
});

describe('a reference that must be looked up first', () => {
  const sheetRow = payment({ reference: reference('INV-1') });

  it('is handed out for that, and its payout stays queued until it is cleared', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [sheetRow, ...payments(2)]);
    const result = turn(desk.store, batch, { claim: 2 });
    expect(result.lookUpFirst).toEqual([{ payoutId: 1, rowNumber: 2, reference: 'INV-1', earlier: [] }]);
    expect(result.claimed.map(({ payoutId }) => payoutId)).toEqual([2]);
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'queued', attempts: 0 });
    const cleared = new Set([1 as PayoutId]);
    expect(turn(desk.store, batch, { claim: 1, cleared }).claimed.map(({ payoutId }) => payoutId)).toEqual([1]);
  });

  it('is also a row that pays once more what was heard of too long ago, each time anew', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    const batch = confirmBatch(desk, [payment()]);
    const claim = { claim: 1, cleared: new Set([2 as PayoutId]) };
    const asked = turn(desk.store, batch, { ...claim, earlierStands: (earlier) => earlier.length === 0 });
    expect(asked).toMatchObject({ claimed: [], lookUpFirst: [{ payoutId: 2, earlier: [1] }] });
    expect(turn(desk.store, batch, claim)).toMatchObject({ claimed: [{ payoutId: 2 }], lookUpFirst: [] });
  });

  it('is every reference after a long break', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(3));
    const result = turn(desk.store, batch, { claim: 2, lookUpAll: true });
    expect(result.lookUpFirst.map(({ payoutId }) => payoutId)).toEqual([1, 2]);
    expect(result.claimed).toEqual([]);
    const cleared = new Set([2 as PayoutId]);
    expect(turn(desk.store, batch, { claim: 3, lookUpAll: true, cleared })).toMatchObject({
      claimed: [{ payoutId: 2 }],
      lookUpFirst: [{ payoutId: 1 }, { payoutId: 3 }],
    });
  });

  const evidence = { httpStatus: 200, text: '{"status":true}' };
  const held = (hold: 'referenceKnown' | 'referenceUnclear') =>
    ({ kind: 'held', hold, payoutId: 1 as PayoutId, evidence, atMs: NOW_MS }) as const;
  const cleared = new Set([1 as PayoutId]);

  it.each(['referenceKnown', 'referenceUnclear'] as const)(
    'and is %s puts its row on hold, where no claim finds it',
    (hold) => {
      const desk = makeDesk();
      const batch = confirmBatch(desk, [sheetRow, ...payments(1)]);
      expect(turn(desk.store, batch, { news: [held(hold)] }).heldCount).toBe(1);
      expect(turn(desk.store, batch, { claim: 9, cleared }).claimed.map(({ payoutId }) => payoutId)).toEqual([2]);
      expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'queued', hold, attempts: 0 });
      expect(desk.store.ledger.heldCount(batch)).toBe(1);
      expect(desk.raw.prepare('SELECT looked_up_by, finding, answer FROM lookups').all()).toEqual([
        { looked_up_by: 'reference', finding: hold, answer: '{"status":true}' },
      ]);
      expect(count(desk.raw, `audit WHERE what = 'held' AND payout_id = 1`)).toBe(1);
    },
  );

  it('and is known stays on hold at a Resume; what was unclear is asked about anew', () => {
    const known = makeDesk();
    const unclear = makeDesk();
    const released = [known, unclear].map((desk) => {
      const batch = confirmBatch(desk, [sheetRow]);
      turn(desk.store, batch, { news: [held(desk === known ? 'referenceKnown' : 'referenceUnclear')] });
      desk.store.ledger.releaseHeld(batch, NOW_MS + 1);
      const { lookUpFirst, claimed } = turn(desk.store, batch, { claim: 9 });
      expect(claimed).toEqual([]);
      return lookUpFirst.length;
    });
    expect(released).toEqual([0, 1]);
    expect([known, unclear].map(({ raw }) => count(raw, `audit WHERE what = 'released'`))).toEqual([0, 1]);
    verifiedChain(unclear.raw);
  });

  it('and is known leaves all of its batch in doubt when that is cancelled: somebody may have paid it', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [sheetRow, ...payments(1)]);
    turn(desk.store, batch, { news: [held('referenceKnown')] });
    const changes = desk.store.ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF });
    expect(changes.map(({ to }) => to)).toEqual(['unknown', 'unknown']);
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'unknown', unknown_reason: 'cancelled', hold: null });
  });

  it('keeps its hold whatever a stray look-up finds nothing of', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [sheetRow]);
    turn(desk.store, batch, { news: [held('referenceKnown')] });
    const about = { payoutId: 1 as PayoutId, utr: null, message: null, evidence, atMs: NOW_MS };
    const key = { by: 'reference', reference: reference('INV-1') } as const;
    turn(desk.store, batch, { news: [{ kind: 'lookup', key, finding: { kind: 'unclear' }, ...about }] });
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'queued', hold: 'referenceKnown' });
  });
});

describe('every row of a long batch', () => {
  it('is claimed exactly once, in the order of the file', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(300));
    const seen: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      const { claimed } = turn(desk.store, batch, { claim: 8 });
      seen.push(...claimed.map(({ rowNumber }) => rowNumber));
      turn(desk.store, batch, { news: claimed.map((one) => answer(one, PAID)) });
    }
    expect(seen).toEqual(numbers(2, 301));
    expect(desk.store.tally(batch).counts.success).toBe(300);
  });
});
