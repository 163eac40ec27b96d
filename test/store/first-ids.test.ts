// The ids that the gateway gave first stay: by them the bank is asked, and a later answer may be another payment's.

import { expect, it } from 'vitest';
import type { AttemptId } from '../../shared/ids.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { ACCEPTED, answer, claimOne, confirmBatch, makeDesk, payments, rowOf, turn } from './desk-file.ts';

it('keeps the transaction id and the RRN of the first answer when a later one names others', () => {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(1));
  const first = claimOne(desk.store, batch);
  turn(desk.store, batch, { news: [answer(first, ACCEPTED)] });
  const { lastInsertRowid } = desk.raw
    .prepare('INSERT INTO attempts (payout_id, number, claimed_at_ms) VALUES (?, 2, 1)')
    .run(first.payoutId);
  const second = { ...first, attemptId: Number(lastInsertRowid) as AttemptId };
  const ids = { ...NO_IDS, transactionId: 'TX2', rrn: '412345678902' };
  turn(desk.store, batch, { news: [answer(second, { ...ACCEPTED, ids })] });
  expect(rowOf(desk.raw, first.payoutId)).toMatchObject({ transaction_id: 'TX1', rrn: '412345678901' });
});
