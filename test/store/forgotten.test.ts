// A payout that was paid but that the gateway knows in none of its later lookups: a notice once its watch is over.

import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import type { Finding } from '../../shared/states.ts';
import { answer, claimOne, confirmBatch, lookUp, makeDesk, NOW_MS, PAID, payments, said, turn } from './desk-file.ts';

const NOT_KNOWN: Finding = { kind: 'notKnown' };
const UNCLEAR: Finding = { kind: 'unclear' };

/** A payout that was paid and is looked up on the days of its watch. */
function watched(findings: readonly Finding[], { isProven = true } = {}) {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(1));
  const claimed = claimOne(desk.store, batch);
  turn(desk.store, batch, { news: [answer(claimed, { ...PAID, ids: { ...PAID.ids, utr: '500000000001' } })] });
  if (isProven) desk.store.notes.proveLookups(batch);
  const late: boolean[] = [];
  for (const [at, day] of [1, 3, 7].entries()) {
    const finding = findings[at];
    if (finding === undefined) break;
    const { changes } = turn(desk.store, batch, { news: [lookUp(claimed, finding, NOW_MS + day * DAY_MS + 1_000)] });
    late.push(...changes.map((change) => change.late));
  }
  return { late, alarms: desk.store.news.list({ batch: null, all: false }).map(({ from, to }) => [from, to]) };
}

describe('a paid payout that is not known any more', () => {
  it('is a notice after its last look-up, and none before', () => {
    expect(watched([NOT_KNOWN, NOT_KNOWN, NOT_KNOWN])).toEqual({
      late: [false, false, true],
      alarms: [['success', 'forgotten']],
    });
  });

  it.each([
    ['found on the first day', [said('success'), NOT_KNOWN, NOT_KNOWN]],
    ['found in between', [NOT_KNOWN, said('success'), NOT_KNOWN]],
    ['found at last', [NOT_KNOWN, NOT_KNOWN, said('success')]],
    ['answered with nothing at last', [NOT_KNOWN, NOT_KNOWN, UNCLEAR]],
  ])('is none where it was %s', (_what, findings) => {
    expect(watched(findings).alarms).toEqual([]);
  });

  it('is none where look-ups were never seen to find anything', () => {
    expect(watched([NOT_KNOWN, NOT_KNOWN, NOT_KNOWN], { isProven: false }).alarms).toEqual([]);
  });
});
