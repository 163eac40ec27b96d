// An id that another payout already has proves nothing about this one: it raises an alarm, and its answer is not believed until a
// lookup brings another id.

import { describe, expect, it } from 'vitest';
import type { News } from '../../electron/main/domain/ledger.ts';
import { DECIDE_AFTER_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise } from '../../shared/money.ts';
import { type GatewayIds, NO_IDS } from '../../shared/outcomes.ts';
import type { Finding, SettlingOutcome } from '../../shared/states.ts';
import { confirm } from './confirm.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  claimOne,
  confirmation,
  confirmBatch,
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

const FIRST: GatewayIds = { ...NO_IDS, transactionId: 'T-1', rrn: '412345678901' };

function paidAs(ids: Partial<GatewayIds>): SettlingOutcome {
  return { ...PAID, ids: { ...NO_IDS, ...ids } };
}

/** A desk whose first payout is paid under the ids above, and whose second is in flight. */
function oneIsPaid() {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(3));
  turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), paidAs(FIRST))] });
  const second = claimOne(desk.store, batch);
  const settle = (...news: readonly News[]) => turn(desk.store, batch, { news }).changes;
  const found = (finding: Finding, ids: { utr?: string; echoedId?: string } = {}): News => {
    const { utr = null, ...echoed } = ids;
    return { ...lookUp(second, finding), ...echoed, utr } as News;
  };
  return { ...desk, batch, second, settle, found };
}

function alarms({ store }: Pick<TestDesk, 'store'>): readonly unknown[] {
  return store.news
    .list({ batch: null, all: false })
    .map(({ rowNumber, to, word }) => [rowNumber, to, inEnglish(word)]);
}

describe('an answer that calls a payout by an id of another', () => {
  it.each([
    ['its RRN', { transactionId: 'T-2', rrn: '412345678901' }, 'RRN 412345678901 of B0001/2'],
    ['its RRN as a UTR', { utr: '412345678901' }, 'UTR 412345678901 of B0001/2'],
    ['its transaction id', { transactionId: 'T-1', rrn: '500000000002' }, 'transaction id T-1 of B0001/2'],
  ])('by %s is an alarm, and the payout is not confirmed', (_name, ids, word) => {
    const desk = oneIsPaid();
    expect(desk.settle(answer(desk.second, paidAs(ids)))).toMatchObject([{ to: 'unknown', late: true, sameId: true }]);
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'unknown', unknown_reason: 'sameId', gateway_status: 'success' });
    expect(alarms(desk)).toEqual([[3, 'sameId', word]]);
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'success', rrn: '412345678901' });
  });

  it('proves nothing by the bank’s number of the other', () => {
    const desk = oneIsPaid();
    desk.settle(answer(desk.second, paidAs(FIRST)));
    expect(rowOf(desk.raw, 2)).toMatchObject({ rrn: null, utr: null });
    const keys = desk.store.retries.payouts(desk.batch).map(({ key }) => key.by);
    // Neither is looked up by an id that names both.
    expect(keys.slice(0, 2)).toEqual(['reference', 'reference']);
  });

  it.each([
    ['accepted', { ...ACCEPTED, ids: FIRST }],
    ['refused', { kind: 'refused', state: 'failed', word: 'failed', ids: FIRST, message: verbatim('Account closed') }],
    ['lost', { ...LOST, ids: FIRST }],
  ] as const)('is an alarm when it is %s as well', (_name, outcome) => {
    const desk = oneIsPaid();
    desk.settle(answer(desk.second, outcome));
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'unknown', rrn: null });
    expect(alarms(desk)).toHaveLength(1);
  });

  it('is found in any batch and at any address of the merchant id, and at no other merchant', () => {
    const desk = oneIsPaid();
    for (const [mid, baseUrl, remark, state] of [
      [1234, 'https://moved.example', 'Bonus', 'unknown'],
      [77, 'https://other.example', 'Advance', 'success'],
    ] as const) {
      const merchantId = desk.store.merchants.ensure({ baseUrl, mid: mid as never });
      const elsewhere = { baseUrl, mid: mid as never, merchantId };
      const paid = payments(1, { remark, amountPaise: asPaise(mid) });
      const batch = confirm(desk.store, confirmation(desk, paid, elsewhere));
      const claimed = claimOne(desk.store, batch);
      turn(desk.store, batch, { news: [answer(claimed, paidAs(FIRST))] });
      expect([mid, rowOf(desk.raw, claimed.payoutId)['state']]).toEqual([mid, state]);
    }
  });

  it.each(['0', 'NA', '', '000000000000', 'pending'])('is none where the id is the placeholder %j', (rrn) => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(2));
    for (let row = 1; row <= 2; row += 1) {
      turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), paidAs({ rrn }))] });
      expect(rowOf(desk.raw, row)['state']).toBe('success');
    }
    expect(alarms(desk)).toEqual([]);
  });
});

describe('a payout that was called by an id of another', () => {
  function doubted() {
    const desk = oneIsPaid();
    desk.settle(answer(desk.second, paidAs(FIRST)));
    return desk;
  }

  it.each([said('success'), said('processing', 'pending'), said('reversed')])(
    'is not believed $word without an id of its own, however often it is looked up',
    (finding) => {
      const desk = doubted();
      for (let times = 0; times < 3; times += 1) desk.settle(desk.found(finding));
      for (let times = 0; times < 3; times += 1) desk.settle(desk.found(finding, { utr: '412345678901' }));
      expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'unknown', unknown_reason: 'sameId', utr: null });
    },
  );

  it('is paid once a look-up brings a UTR of its own, and the alarm stays until it is read', () => {
    const desk = doubted();
    desk.settle(desk.found(said('success'), { utr: '500000000002' }));
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'success', utr: '500000000002' });
    expect(alarms(desk)).toHaveLength(1);
  });

  it('is paid once a look-up calls it by a transaction id of its own', () => {
    const desk = oneIsPaid();
    desk.settle(answer(desk.second, paidAs({ rrn: '412345678901' })));
    desk.settle(desk.found(said('success'), { echoedId: 'T-2' }));
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'success', transaction_id: 'T-2' });
  });

  it('is decided by a person, as any payout in doubt', () => {
    const desk = doubted();
    const verdict = { kind: 'paid', bankReference: '500000000002' } as const;
    const about = {
      payoutId: desk.second.payoutId,
      verdict,
      note: 'On the statement.',
      ticket: null,
      sameEvidence: null,
    };
    const decided = desk.store.decide({
      ...about,
      nowMs: NOW_MS + 9_000,
      decideAfterMs: DECIDE_AFTER_MS,
      backoff: BACKOFF,
    });
    expect(decided.kind).toBe('decided');
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'success', rrn: '500000000002' });
  });
});

describe('a look-up that brings the UTR of another payout', () => {
  it.each([
    ['under way', ACCEPTED],
    ['in doubt', LOST],
  ] as const)('leaves a payout that is %s unconfirmed, with an alarm', (_name, outcome) => {
    const desk = oneIsPaid();
    desk.settle(answer(desk.second, outcome.kind === 'accepted' ? { ...outcome, ids: NO_IDS } : outcome));
    desk.settle(desk.found(said('success'), { utr: '412345678901' }));
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'unknown', unknown_reason: 'sameId', utr: null });
    expect(alarms(desk)).toEqual([[3, 'sameId', 'UTR 412345678901 of B0001/2']]);
    desk.settle(desk.found(said('success')));
    expect(rowOf(desk.raw, 2)['state']).toBe('unknown');
  });

  it('leaves a paid payout paid, without that UTR, and believes no refusal that came with it', () => {
    const desk = oneIsPaid();
    desk.settle(answer(desk.second, paidAs({ transactionId: 'T-2' })));
    desk.settle(desk.found(said('success'), { utr: '412345678901' }));
    for (let times = 0; times < 3; times += 1) desk.settle(desk.found(said('failed'), { utr: '412345678901' }));
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'success', utr: null });
    expect(alarms(desk)).toEqual([[3, 'sameId', 'UTR 412345678901 of B0001/2']]);
  });
});
