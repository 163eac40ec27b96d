// The waiting time of "not paid" counts from the last request that may have left, not from the first.

import { expect, it } from 'vitest';
import { DAY_MS, DECIDE_AFTER_MS, HOUR_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import {
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  payments,
  proveLookups,
  turn,
} from './desk-file.ts';

it('is not over a day after the first request while the second one is younger', () => {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(1));
  const unsent = {
    kind: 'notSent',
    cause: 'connectTimeout',
    message: verbatim('Nobody took the connection up.'),
  } as const;
  turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), unsent)] });
  proveLookups(desk);
  const againMs = NOW_MS + 20 * HOUR_MS;
  const [again] = turn(desk.store, batch, { nowMs: againMs, claim: 1 }).claimed;
  if (again === undefined) throw new Error('it was not claimed again');
  turn(desk.store, batch, { nowMs: againMs, news: [answer(again, LOST, againMs + 500)] });
  // Enough "not known" answers, far enough apart for a decision: only the day after the second request is missing.
  for (const hours of [0.5, 1, 6.5, 7, 12.5]) {
    const atMs = againMs + hours * HOUR_MS;
    turn(desk.store, batch, { nowMs: atMs, news: [lookUp(again, { kind: 'notKnown' }, atMs)] });
  }
  const decide = (nowMs: number): string =>
    desk.store.decide({
      payoutId: again.payoutId,
      verdict: { kind: 'notPaid' },
      note: 'The bank shows nothing.',
      ticket: null,
      sameEvidence: null,
      nowMs,
      decideAfterMs: DECIDE_AFTER_MS,
      backoff: BACKOFF,
    }).kind;
  expect(decide(againMs + 13 * HOUR_MS)).toBe('notOpen');
  expect(decide(againMs + DAY_MS + HOUR_MS)).toBe('decided');
});
