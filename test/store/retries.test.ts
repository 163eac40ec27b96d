// Paying again, as the store reports and guards it: how each payout ended, what retries what, and when a claim is refused.

import { describe, expect, it } from 'vitest';
import { retryReference } from '../../electron/main/store/references.ts';
import { encodeState } from '../../electron/main/store/settlements.ts';
import type { Mid, PayoutId } from '../../shared/ids.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { transition } from '../../shared/states.ts';
import {
  ACCEPTED,
  answer,
  claimOne,
  confirmBatch,
  crash,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  openDesk,
  PAID,
  payments,
  reference,
  rowOf,
  said,
  saidOf,
  turn,
} from './desk-file.ts';
import { confirmRetry, endUnpaid, refuse } from './retries.ts';

describe('the reference of a retry', () => {
  const of = (text: string, mid = 1234) => retryReference({ mid: mid as Mid, retryOf: reference(text) });

  it('is the same on every computer, and looks like every reference of ours', () => {
    expect(of('INV-1')).toBe('2VFTDN9OCDY0N7W5SYV9');
    expect(of('INV-1')).toMatch(/^[A-Z0-9]{20}$/);
  });

  it('is another for another payout, another merchant and the retry of the retry, and does not mind case', () => {
    const made = [of('INV-1'), of('INV-2'), of('INV-1', 1235), of(of('INV-1'))];
    expect(new Set(made).size).toBe(4);
    expect(of('inv-1')).toBe(of('INV-1'));
  });
});

describe('a payout as a retry sees it', () => {
  it('tells how it ended and by whose word', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const batch = confirmBatch(desk, payments(6));
    const claimed = Array.from({ length: 6 }, () => claimOne(store, batch));
    const [refused, late, reversed, decided, open, nameless] = claimed;
    if (!refused || !late || !reversed || !decided || !open || !nameless) throw new Error('six payouts are needed');
    turn(store, batch, {
      news: [
        answer(refused, refuse('rejected')),
        answer(late, { ...ACCEPTED, ids: { ...NO_IDS, transactionId: 'TX2' } }),
        answer(reversed, {
          ...ACCEPTED,
          state: 'reversed',
          word: 'reversed',
          ids: { ...NO_IDS, transactionId: 'TX3' },
        }),
        answer(decided, LOST),
        answer(open, LOST),
        answer(nameless, { ...ACCEPTED, ids: NO_IDS }),
      ],
    });
    turn(store, batch, { news: [lookUp(late, said('failed')), lookUp(nameless, said('failed'))] });
    const { to } = transition(
      { kind: 'unknown', reason: 'timeout', suspected: null },
      { kind: 'decided', by: 'meera', paid: false },
    );
    raw
      .prepare(
        `UPDATE payouts SET state = @state, unknown_reason = @unknownReason, suspected = @suspected,
           decided_by = @decidedBy WHERE payout_id = ${decided.payoutId}`,
      )
      .run(encodeState(to));

    const reported = store.retries.payouts(batch).map(({ state, decidedBy, refusedAtOnce, key }) => {
      return [state, decidedBy, refusedAtOnce, key.by];
    });
    expect(reported).toEqual([
      ['rejected', null, true, 'reference'],
      ['failed', null, false, 'transactionId'],
      ['reversed', null, false, 'transactionId'],
      ['failed', 'meera', false, 'reference'],
      ['unknown', null, false, 'reference'],
      // Accepted first: the gateway knew it, so it may not be "not known" later.
      ['failed', null, false, 'reference'],
    ]);
  });

  it('names its successor and all that it retries, after a crash as before it', () => {
    const desk = makeDesk();
    endUnpaid(desk, payments(2), [refuse('failed'), refuse('failed')]);
    const second = confirmRetry(desk, { of: 1, payouts: [2] });
    turn(desk.store, second, { news: [answer(claimOne(desk.store, second), refuse('rejected'))] });
    confirmRetry(desk, { of: second, payouts: [3] });
    const { retries } = openDesk(crash(desk.path));
    expect(retries.chain(4 as PayoutId).map(({ batch, rowNumber, state }) => [batch, rowNumber, state])).toEqual([
      ['B0003', 2, 'queued'],
      ['B0002', 2, 'rejected'],
      ['B0001', 3, 'failed'],
    ]);
    expect(retries.payouts(1).map(({ successor }) => successor)).toEqual([
      null,
      { batch: 'B0002', rowNumber: 2, state: 'rejected' },
    ]);
  });
});

describe('the claim of a retry', () => {
  it('is not held by its own chain while that stays unpaid', () => {
    const desk = makeDesk();
    endUnpaid(desk, payments(1), [refuse('failed')]);
    const retry = confirmRetry(desk, { of: 1, payouts: [1] });
    expect(turn(desk.store, retry, { claim: 1 }).claimed).toHaveLength(1);
  });

  it('is held once what it pays again is paid after all, though to another account, and no release lets it go', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const batch = confirmBatch(desk, payments(1));
    const first = claimOne(store, batch);
    turn(store, batch, { news: [answer(first, refuse('failed'))] });
    const retry = confirmRetry(desk, { of: 1, payouts: [1] });
    turn(store, batch, { news: [lookUp(first, said('success'))] });
    for (let times = 0; times < 2; times += 1) {
      expect(turn(store, retry, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
      expect(rowOf(raw, 2)).toMatchObject({ state: 'queued', hold: 'guarded', attempts: 0 });
      expect(saidOf(raw, 2)).toBe('Batch B0001 may have been paid after all, and this one pays it again.');
      store.ledger.releaseHeld(retry, NOW_MS);
    }
    raw.exec('UPDATE late_news SET read_at_ms = 1, read_by = 1');
    expect(turn(store, retry, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it('is held by news two links back that moved nothing, until it was read', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const batch = confirmBatch(desk, payments(1));
    const first = claimOne(store, batch);
    turn(store, batch, { news: [answer(first, refuse('rejected'))] });
    const second = confirmRetry(desk, { of: 1, payouts: [1] });
    turn(store, second, { news: [answer(claimOne(store, second), refuse('rejected'))] });
    const third = confirmRetry(desk, { of: second, payouts: [2] });
    turn(store, batch, { news: [lookUp(first, said('processing', 'pending'))] });
    expect(rowOf(raw, 1)).toMatchObject({ state: 'rejected' });
    expect(turn(store, third, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    raw.exec('UPDATE late_news SET read_at_ms = 1, read_by = 1');
    store.ledger.releaseHeld(third, NOW_MS);
    expect(turn(store, third, { claim: 1 }).claimed).toHaveLength(1);
  });

  it('is held by everything that holds any other row', () => {
    const desk = makeDesk();
    const { store } = desk;
    endUnpaid(desk, payments(1), [refuse('failed')]);
    const paid = payments(1, { beneficiary: { method: 'UPI', upiId: 'corrected1@bank' } });
    const other = confirmBatch(desk, paid);
    turn(store, other, { news: [answer(claimOne(store, other), PAID)] });
    const retry = confirmRetry(desk, { of: 1, payouts: [1] });
    expect(turn(store, retry, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });
});
