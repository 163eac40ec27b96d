// What a payout is looked up by: its transaction id, as long as no other payout has the same one.

import { describe, expect, it } from 'vitest';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  makeDesk,
  NOW_MS,
  payments,
  rowOf,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';

const AT = { nowMs: NOW_MS + 60_000, limit: 9, maxMs: BACKOFF.maxMs, busy: new Set<never>() };

/** A batch whose payouts the gateway accepted under these ids. */
function used(desk: TestDesk, ids: readonly (string | null)[]): number {
  const number = desk.store.batches.list().length;
  const amountPaise = asPaise(10_000 * number + 50_000);
  const batch = confirmBatch(desk, payments(ids.length, { amountPaise, remark: `Refund ${1001 + number}` }));
  for (const transactionId of ids) {
    const outcome = { ...ACCEPTED, ids: { ...NO_IDS, transactionId } };
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), outcome)] });
  }
  return batch;
}

function keysOf({ store }: TestDesk, batch: number): string[] {
  const due = store.ledger.dueLookups(batch, AT).map(({ key }) => key);
  // A retry uses exactly the same keys.
  expect(store.retries.payouts(batch).map(({ key }) => key)).toEqual(due);
  return due.map((key) => (key.by === 'reference' ? 'reference' : key.transactionId));
}

describe('a payout', () => {
  it('is looked up by the transaction id that it alone carries, and the key names its reference as well', () => {
    const desk = makeDesk();
    const batch = used(desk, ['TX1', 'TX2', null]);
    expect(keysOf(desk, batch)).toEqual(['TX1', 'TX2', 'reference']);
    const [first] = desk.store.ledger.dueLookups(batch, AT);
    const [{ reference } = { reference: '' }] = desk.store.retries.payouts(batch);
    expect(first?.key).toEqual({ by: 'transactionId', transactionId: 'TX1', reference });
  });

  it('is looked up by its reference while the answer to its id was about another payment, of another computer perhaps', () => {
    const desk = makeDesk();
    const batch = used(desk, ['TX1']);
    const [due] = desk.store.ledger.dueLookups(batch, AT);
    if (due === undefined) throw new Error('nothing is due');
    const evidence = { httpStatus: 200, text: '{}' };
    const { payoutId, key } = due;
    const news = { kind: 'lookup', payoutId, key, utr: null, message: null, evidence, atMs: NOW_MS + 2_000 } as const;
    const mismatch = verbatim('The gateway answered about another reference.');
    turn(desk.store, batch, { news: [{ ...news, finding: { kind: 'unclear' }, mismatch }] });
    expect(keysOf(desk, batch)).toEqual(['reference']);
    turn(desk.store, batch, { news: [{ ...news, finding: said('success'), atMs: NOW_MS + 3_000 }] });
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'success' });
  });

  it('is looked up by its reference once another payout carries the same id, of any batch and any merchant', () => {
    const desk = makeDesk();
    const batch = used(desk, ['SAME', 'SAME', 'TX3', 'TX4']);
    expect(keysOf(desk, batch)).toEqual(['reference', 'reference', 'TX3', 'TX4']);
    const later = used(desk, ['TX3']);
    expect([keysOf(desk, batch), keysOf(desk, later)]).toEqual([
      ['reference', 'reference', 'reference', 'TX4'],
      ['reference'],
    ]);
    const moved = { baseUrl: 'https://moved.example', mid: 1234 as never };
    const merchantId = desk.store.merchants.ensure(moved);
    used({ ...desk, merchantId }, ['TX4']);
    expect(keysOf(desk, batch)).toEqual(['reference', 'reference', 'reference', 'reference']);
  });

  it.each(['0', '000', '', ' ', '-', '1111', 'NA', 'n/a', 'null', 'None', '00000000-0000-0000-0000-000000000000'])(
    'is never looked up by the placeholder %j, though it alone carries it',
    (id) => {
      const desk = makeDesk();
      expect(keysOf(desk, used(desk, [id]))).toEqual(['reference']);
    },
  );
});
