import { describe, expect, it } from 'vitest';
import { decisionOf, groupNow, mayDecide, type UnknownGroup } from '../../renderer/features/unknown/unknown-screen.tsx';
import { formatBatchId } from '../../shared/ids.ts';

function groupOf(...payouts: string[]): UnknownGroup {
  return {
    batch: formatBatchId('B', 1),
    reason: 'timeout',
    refusedByRate: false,
    evidence: { requests: 1, httpStatus: null, message: null, lookups: 0, lastFinding: null },
    sentFromMs: 0,
    sentToMs: 0,
    notKnownAnswers: 0,
    notPaid: { isOpen: true, opensAtMs: 0, answersMissing: 0, rateOpensAtMs: null },
    sum: { count: payouts.length, paise: 100 },
    payouts,
  };
}

const TYPED = { rrn: '', ticket: '', note: 'On the statement.', count: '' };

describe('a decision about payouts in doubt', () => {
  it.each([
    ['paid without a number', TYPED, { paid: true, count: 1, isOpen: true }, false],
    ['paid with a number', { ...TYPED, rrn: '412345678901' }, { paid: true, count: 1, isOpen: false }, true],
    [
      'paid without a note',
      { ...TYPED, rrn: '412345678901', note: ' ' },
      { paid: true, count: 1, isOpen: true },
      false,
    ],
    ['not paid when it is open', TYPED, { paid: false, count: 1, isOpen: true }, true],
    ['not paid too early', TYPED, { paid: false, count: 1, isOpen: false }, false],
    ['not paid early with a ticket', { ...TYPED, ticket: 'GW-1' }, { paid: false, count: 1, isOpen: false }, true],
    ['several without the count', TYPED, { paid: false, count: 3, isOpen: true }, false],
    ['several with another count', { ...TYPED, count: '30' }, { paid: false, count: 3, isOpen: true }, false],
    ['several with the count', { ...TYPED, count: ' 3 ' }, { paid: false, count: 3, isOpen: true }, true],
  ])('of %s', (_words, typed, asked, may) => {
    expect(mayDecide(typed, asked)).toBe(may);
  });

  it('is about the group that holds the payouts now', () => {
    const [two, one] = [groupOf('B0001/3', 'B0001/4'), groupOf('B0001/2')];
    expect(groupNow([one, two], ['B0001/3', 'B0001/4', 'B0001/2'])).toBe(two);
    expect(groupNow([one], ['B0001/3', 'B0001/2'])).toBe(one);
    expect(groupNow([one, two], ['B0001/9'])).toBeNull();
  });

  it('says what was typed and nothing else', () => {
    expect(decisionOf({ ...TYPED, rrn: ' 412345678901 ' }, true)).toEqual({ kind: 'paid', rrn: '412345678901' });
    expect(decisionOf({ ...TYPED, rrn: '412345678901' }, false)).toEqual({ kind: 'notPaid', ticket: null });
    expect(decisionOf({ ...TYPED, ticket: ' GW-1 ' }, false)).toEqual({ kind: 'notPaid', ticket: 'GW-1' });
  });
});
