// What is stored of a tick and of a relation: on the payout, on the batch, and in the chain with who and how many.

import { describe, expect, it } from 'vitest';
import { REPEAT_WINDOW_MS } from '../../electron/main/domain/same-payment.ts';
import { AUDIT_ROWS_AT_ONCE } from '../../electron/main/store/confirmed-batches.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import type { BatchId, PayoutId, Reference } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import type { RetryLinks } from '../../shared/retry-payout.ts';
import { verifiedChain } from './chain.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  ACTOR,
  answer,
  claimOne,
  confirmation,
  confirmBatch,
  count,
  makeDesk,
  NOW_MS,
  PAID,
  payment,
  payments,
  rowOf,
  type TestDesk,
  turn,
} from './desk-file.ts';
import { confirmRetry, endUnpaid, refuse } from './retries.ts';

const DAY_MS = 24 * 3_600_000;

describe('what was looked up before a batch was confirmed', () => {
  it('is kept in the chain, in entries that a report can show whole, and asked again at each resume', () => {
    const desk = makeDesk();
    endUnpaid(desk, payments(1), [refuse('failed')]);
    const rows = AUDIT_ROWS_AT_ONCE + 1;
    const references = ['LOST0000000000000001' as Reference];
    const lookedUp = Array.from({ length: rows }, (_, index) => {
      return { rowNumber: index + 2, payouts: [1 as PayoutId], references: index === 0 ? references : [] };
    });
    const marks = { ...NO_MARKS, lookedUp };
    const nowMs = NOW_MS + 3 * REPEAT_WINDOW_MS;
    const batch = confirm(desk.store, confirmation(desk, payments(rows, { remark: 'again' }), { marks, nowMs }));
    const reported = verifiedChain(desk.raw).filter(({ what }) => what === 'lookedUp');
    const parts = reported.map(({ detail }) => JSON.parse(detail) as { count: number; rows: unknown[] });
    expect(parts.map((part) => [part.count, part.rows.length])).toEqual([
      [rows + 1, AUDIT_ROWS_AT_ONCE],
      [rows + 1, 2],
    ]);
    expect(parts[0]?.rows.slice(0, 3)).toEqual([
      [2, 1],
      [2, references[0]],
      [3, 1],
    ]);
    const repeats = desk.store.unsentRepeats(batch, nowMs);
    expect(repeats.map(({ payoutId, earlier }) => [payoutId, earlier])).toEqual(
      lookedUp.map((_row, index) => [index + 2, [1]]),
    );
    expect(repeats.slice(0, 2).map((repeat) => repeat.references)).toEqual([references, []]);
    expect(verifyDatabase(desk.raw, { prefix: 'B', machine: ACTOR, head: null }).findings).toEqual([]);
  });

  it('is of rows of the batch: otherwise nothing of it is stored', () => {
    const desk = makeDesk();
    const lookedUp = [{ rowNumber: 9, payouts: [], references: [] }];
    const marks = { ...NO_MARKS, lookedUp };
    expect(() => confirm(desk.store, confirmation(desk, payments(3), { marks }))).toThrow(/not in the batch/);
    expect(count(desk.raw, 'batches')).toBe(0);
  });
});

describe('a tick', () => {
  it('is kept on its row alone, and in the chain with who ticked how many', () => {
    const desk = makeDesk();
    endUnpaid(desk, payments(2), [refuse('failed'), refuse('failed')]);
    const relations = new Map([
      [2, [{ earlier: 1 as PayoutId, relation: 'again' } as const]],
      [3, [{ earlier: 2 as PayoutId, relation: 'unpaid' } as const]],
      [
        4,
        [
          { earlier: 1 as PayoutId, relation: 'difference' } as const,
          { earlier: 2 as PayoutId, relation: 'another' } as const,
        ],
      ],
    ]);
    const batches = ['B0001' as BatchId];
    const ticks = { paidBefore: [2], difference: [4], accountChanged: [3], heldName: [], batches };
    const batch = confirm(desk.store, confirmation(desk, payments(3), { marks: { ...NO_MARKS, ticks, relations } }));
    expect([3, 4, 5].map((id) => rowOf(desk.raw, id)['repeat_ticked'])).toEqual([1, 0, 1]);
    expect(desk.raw.prepare('SELECT * FROM payout_relations').raw().all()).toEqual([
      [3, 1, 'again'],
      [4, 2, 'unpaid'],
      [5, 1, 'difference'],
      [5, 2, 'another'],
    ]);
    const recorded = verifiedChain(desk.raw).filter(({ what }) => what === 'ticked');
    expect(recorded.map(({ actor, batch_id: batch, detail }) => [actor, batch, JSON.parse(detail) as unknown])).toEqual(
      [
        [ACTOR, batch, { count: 1, tick: 'paidBefore', rows: [2] }],
        [ACTOR, batch, { count: 1, tick: 'difference', rows: [4] }],
        [ACTOR, batch, { count: 1, tick: 'accountChanged', rows: [3] }],
        [ACTOR, batch, { count: 1, tick: 'batches', batches }],
      ],
    );
    expect(verifyDatabase(desk.raw, { prefix: 'B', machine: ACTOR, head: null }).findings).toEqual([]);
  });

  it('of many rows is told in entries that a report can show whole', () => {
    const desk = makeDesk();
    const rows = Array.from({ length: AUDIT_ROWS_AT_ONCE + 1 }, (_, index) => index + 2);
    const marks = { ...NO_MARKS, ticks: { ...NO_TICKS, paidBefore: rows } };
    confirm(desk.store, confirmation(desk, payments(rows.length), { marks }));
    const entries = verifiedChain(desk.raw).filter(({ what }) => what === 'ticked');
    const parts = entries.map(({ detail }) => JSON.parse(detail) as { count: number; rows: number[] });
    expect(parts.map((part) => [part.count, part.rows.length])).toEqual([
      [rows.length, AUDIT_ROWS_AT_ONCE],
      [rows.length, 1],
    ]);
  });

  it('for a row that is not there stores nothing of the batch', () => {
    const desk = makeDesk();
    for (const reason of ['paidBefore', 'difference', 'accountChanged'] as const) {
      const marks = { ...NO_MARKS, ticks: { ...NO_TICKS, [reason]: [9] } };
      expect(() => confirm(desk.store, confirmation(desk, payments(3), { marks }))).toThrow(/not in the batch/);
    }
    expect(count(desk.raw, 'batches')).toBe(0);
  });

  it('lets the same salary go 28 days later, and without it the row is held', () => {
    const desk = makeDesk();
    const { store } = desk;
    const april = confirmBatch(desk, [payment()]);
    turn(store, april, { news: [answer(claimOne(store, april), PAID)] });
    const nowMs = NOW_MS + 28 * DAY_MS;
    expect(28 * DAY_MS).toBeLessThan(REPEAT_WINDOW_MS);
    const unticked = confirm(store, confirmation(desk, [payment()], { nowMs }));
    expect(turn(store, unticked, { claim: 1, nowMs })).toMatchObject({ claimed: [], heldCount: 1 });
    store.ledger.cancel(unticked, { nowMs, backoff: { firstMs: 0, maxMs: 0 } });
    const batches = ['B0001' as BatchId];
    const relations = new Map([[2, [{ earlier: 1 as PayoutId, relation: 'another' } as const]]]);
    const marks = { ...NO_MARKS, ticks: { ...NO_TICKS, batches }, relations };
    const may = confirm(store, confirmation(desk, [payment()], { nowMs, marks }));
    expect(turn(store, may, { claim: 1, nowMs }).claimed).toHaveLength(1);
  });
});

describe('a link', () => {
  it('is kept on the batch and on each payout, and in the chain with what was corrected', () => {
    const desk = makeDesk();
    const before = endUnpaid(desk, payments(3), [refuse('failed'), refuse('rejected'), refuse('failed')]);
    const retry = confirmRetry(desk, { of: before, payouts: [1, 3], changed: ['accountNumber', 'ifsc'] });
    expect(desk.store.batches.find(retry)?.retryOf).toBe('B0001');
    expect([4, 5].map((id) => rowOf(desk.raw, id)['retry_of'])).toEqual([1, 3]);
    const [described] = verifiedChain(desk.raw).filter(({ what }) => what === 'retries');
    expect(JSON.parse(described?.detail ?? '')).toEqual({
      count: 2,
      batch: 1,
      rows: [
        [4, 1, 'accountNumber', 'ifsc'],
        [5, 3, 'accountNumber', 'ifsc'],
      ],
    });
    const record = desk.store.batches.find(retry);
    if (record === null) throw new Error('the retry is not there');
    const told2 = [...desk.store.report(record, NOW_MS).payouts()].map(({ retryOf }) => retryOf);
    expect(told2).toEqual(['B0001/2', 'B0001/4']);
  });

  it.each<readonly [string, (desk: TestDesk) => void, RegExp]>([
    ['a payout that has a successor already', (desk) => void confirmRetry(desk, { of: 1, payouts: [1] }), /UNIQUE/],
    [
      'a payout that the gateway calls paid by now',
      ({ raw }) => raw.exec(`UPDATE payouts SET state = 'success' WHERE payout_id = 1`),
      /may have been paid/,
    ],
    [
      'a payout with late news that nobody has read',
      ({ raw }) =>
        raw.exec(`INSERT INTO late_news (payout_id, state_before, state_after, word, heard_at_ms)
                  VALUES (1, 'failed', 'failed', 'pending', 1)`),
      /may have been paid/,
    ],
    [
      'a payout of another amount',
      ({ raw }) =>
        raw.exec(
          'DROP TRIGGER payouts_keep_what_was_confirmed; UPDATE payouts SET amount_paise = 1 WHERE payout_id = 1',
        ),
      /another amount/,
    ],
  ])('to %s stores nothing', (_name, spoil, error) => {
    const desk = makeDesk();
    endUnpaid(desk, payments(2), [refuse('failed'), refuse('failed')]);
    spoil(desk);
    const stored = count(desk.raw, 'batches');
    expect(() => confirmRetry(desk, { of: 1, payouts: [1], amountPaise: asPaise(50_000) })).toThrow(error);
    expect(count(desk.raw, 'batches')).toBe(stored);
  });

  it('is one per row, and only within the batch that is named', () => {
    const desk = makeDesk();
    endUnpaid(desk, payments(1), [refuse('failed')]);
    endUnpaid(desk, payments(1, { remark: 'other' }), [refuse('failed')]);
    const links = (retry: RetryLinks) => () =>
      confirm(
        desk.store,
        confirmation(desk, payments(1, { remark: 'again' }), {
          marks: { ...NO_MARKS, retry },
        }),
      );
    expect(links({ batch: 1, payouts: [] })).toThrow(/one link per row/);
    expect(() => confirmRetry(desk, { of: 1, payouts: [2] })).toThrow(/another batch/);
    expect(() => confirmRetry(desk, { of: 2, payouts: [2] })).not.toThrow();
  });
});
