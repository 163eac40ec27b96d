// When a person may declare a payout in doubt not paid, and which payouts have the same evidence.

import { describe, expect, it } from 'vitest';
import {
  groupByEvidence,
  meantByDecision,
  notPaidChoice,
  type UnknownPayout,
} from '../../electron/main/domain/decisions.ts';
import type { PayoutLookup } from '../../electron/main/domain/payout-pages.ts';
import type { BatchId, PayoutId, Reference } from '../../shared/ids.ts';
import { DECIDE_AFTER_MS, DECIDED_TOGETHER_MAX } from '../../shared/limits.ts';
import { asPaise } from '../../shared/money.ts';

const SENT = 1_775_019_600_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LATER = { nowMs: SENT + DECIDE_AFTER_MS, decideAfterMs: DECIDE_AFTER_MS };

function lookUp(finding: string, atMs: number, change: Partial<PayoutLookup> = {}): PayoutLookup {
  return { by: 'reference', finding, httpStatus: 400, answer: '{"status":false}', atMs, ...change };
}

/** A payout that timed out; `notKnown` lookups `apartMs` apart did not know it. */
function doubtful(notKnown: number, change: Partial<UnknownPayout> = {}, intervalMs = 6 * HOUR): UnknownPayout {
  const number = 1;
  return {
    payoutId: number as PayoutId,
    batch: 'B0001' as BatchId,
    rowNumber: 2,
    reference: 'REF-1' as Reference,
    beneficiary: { method: 'UPI', upiId: 'asha@okbank' },
    amountPaise: asPaise(50_000),
    name: null,
    reason: 'timeout',
    paidAgainAs: null,
    lookupsProven: true,
    suspected: null,
    transactionId: null,
    sinceMs: SENT,
    attempts: [
      {
        number,
        sentAtMs: SENT,
        answeredAtMs: SENT,
        outcome: 'unknown: timeout',
        httpStatus: null,
        message: null,
        answer: null,
      },
    ],
    lookups: Array.from({ length: notKnown }, (_, index) => lookUp('notKnown', SENT + MINUTE + index * intervalMs)),
    lookupCount: notKnown,
    nextLookupAtMs: null,
    notKnownAnswers: notKnown,
    ...change,
  };
}

describe('"not paid"', () => {
  it.each([
    ['a moment too early', 5, LATER.nowMs - 1, false],
    ['one answer too few', 4, LATER.nowMs, false],
    ['a day and five answers later', 5, LATER.nowMs, true],
  ])('is asked about %s', (_name, answers, nowMs, isOpen) => {
    const choice = notPaidChoice(doubtful(answers), { ...LATER, nowMs });
    const answersMissing = Math.max(0, 5 - answers);
    expect(choice).toEqual({
      isOpen,
      opensAtMs: SENT + DECIDE_AFTER_MS,
      answersMissing,
      refusedOpensAtMs: null,
      lookupsProven: true,
    });
  });

  it('stays closed a year later without an answer', () => {
    const choice = notPaidChoice(doubtful(0), { ...LATER, nowMs: LATER.nowMs + 365 * DECIDE_AFTER_MS });
    expect(choice).toMatchObject({ isOpen: false, answersMissing: 5 });
  });

  describe('wants answers that are spread over the wait', () => {
    const answered = (...hours: readonly number[]): UnknownPayout =>
      doubtful(hours.length, { lookups: hours.map((hour) => lookUp('notKnown', SENT + hour * HOUR)) });
    const nextDay = { ...LATER, nowMs: SENT + 25 * HOUR };

    it.each([
      ['five of the first seconds', [0.001, 0.002, 0.004, 0.008, 0.016], 2, 24],
      ['five of the first seconds and one a day later', [0.001, 0.002, 0.004, 0.008, 0.016, 25], 1, 31],
      ['five of the first hours', [0, 1, 2, 3, 5.9], 2, 24],
      ['one in the evening and four in the morning', [0, 15, 15.1, 15.2, 15.3], 1, 24],
    ])('%s are too few', (_name, hours, answersMissing, opensAtHour) => {
      const opensAtMs = SENT + opensAtHour * HOUR;
      expect(notPaidChoice(answered(...hours), nextDay)).toMatchObject({ isOpen: false, answersMissing });
      expect(Math.abs(notPaidChoice(answered(...hours), nextDay).opensAtMs - opensAtMs)).toBeLessThan(MINUTE);
    });

    it.each([
      ['one every six hours', [0, 6, 12, 18, 24]],
      ['some at once, some twelve hours later, one after the wait', [0, 0.1, 12, 12.1, 24.5]],
      ['those of a desk that is closed at night', [0, 0.5, 1, 15, 24]],
    ])('%s are enough', (_name, hours) => {
      expect(notPaidChoice(answered(...hours), nextDay)).toMatchObject({ isOpen: true, answersMissing: 0 });
    });

    it('counts none from before the latest send', () => {
      const payout = { ...answered(0, 6, 12, 18, 24), sinceMs: SENT + 20 * HOUR };
      expect(notPaidChoice(payout, { ...LATER, nowMs: SENT + 50 * HOUR }).isOpen).toBe(false);
    });
  });

  it('is closed until the day is over, however many answers there are', () => {
    expect(notPaidChoice(doubtful(50), { ...LATER, nowMs: LATER.nowMs - 1 }).isOpen).toBe(false);
  });

  it('needs the five answers even where the profile asks for no waiting', () => {
    const at = { nowMs: SENT, decideAfterMs: 0 };
    expect(notPaidChoice(doubtful(4, {}, 1), at).isOpen).toBe(false);
    expect(notPaidChoice(doubtful(5, {}, 1), at).isOpen).toBe(true);
  });

  const refused = (...lookups: PayoutLookup[]): UnknownPayout =>
    doubtful(lookups.length, { reason: 'refusedByRate', lookups });
  const soon = { ...LATER, nowMs: SENT + 20 * MINUTE };
  const [first, tenLater] = [lookUp('notKnown', SENT + MINUTE), lookUp('notKnown', SENT + 11 * MINUTE)];

  it.each([
    ['two look-ups ten minutes apart', refused(first, tenLater), true],
    ['two look-ups a moment less apart', refused(first, { ...tenLater, atMs: tenLater.atMs - 1 }), false],
    ['one look-up', refused(first), false],
    ['no look-up', refused(), false],
    ['an unclear answer after both', refused(first, tenLater, lookUp('unclear', soon.nowMs)), false],
    ['an unclear answer as the second', refused(first, lookUp('unclear', tenLater.atMs)), false],
    [
      'the same look-ups of a payout that timed out',
      { ...refused(first, tenLater), reason: 'timeout' as const },
      false,
    ],
  ])('after a 429 is told by %s', (_name, payout, isOpen) => {
    expect(notPaidChoice(payout, soon).isOpen).toBe(isOpen);
  });

  it('after a 429 says from when on one more look-up is enough', () => {
    expect(notPaidChoice(refused(first), soon).refusedOpensAtMs).toBe(SENT + 11 * MINUTE);
    expect(notPaidChoice(refused(), soon).refusedOpensAtMs).toBe(null);
  });
});

describe('equal evidence', () => {
  const sizes = (...payouts: UnknownPayout[]): number[] =>
    groupByEvidence(payouts, LATER).map((group) => group.payouts.length);
  const reference = 'REF-2' as Reference;

  it('puts payouts together whose answers differ by their own reference, the times and the counts only', () => {
    const named = (ref: string, count: number): UnknownPayout =>
      doubtful(count, {
        reference: ref as Reference,
        lookups: [lookUp('unclear', SENT + count, { answer: `{"message":"nothing about ${ref}"}` })],
      });
    expect(sizes(named('REF-1', 6), named('REF-2', 9))).toEqual([2]);
  });

  it('comes in parts that can be looked up in some minutes', () => {
    const many = Array.from({ length: DECIDED_TOGETHER_MAX + 2 }, (_, at) =>
      doubtful(5, { payoutId: (at + 1) as PayoutId, rowNumber: at + 2 }),
    );
    const parts = groupByEvidence(many, LATER);
    expect(parts.map(({ isOpen, payouts }) => [isOpen, payouts.length])).toEqual([
      [true, DECIDED_TOGETHER_MAX],
      [true, 2],
    ]);
    expect(parts.flatMap(({ payouts }) => payouts)).toEqual(many);
    const [last] = many.slice(-1);
    const named = { ...LATER, payoutId: last?.payoutId ?? (0 as PayoutId) };
    expect(meantByDecision(many, named)?.payouts).toEqual(many.slice(-2));
    // Rows that were shown together stay together, wherever a part of the whole would end.
    const rows = new Set(many.slice(-3).map(({ rowNumber }) => rowNumber));
    expect(meantByDecision(many, { ...named, rows })?.payouts).toEqual(many.slice(-3));
    expect(meantByDecision(many, { ...named, rows: new Set([2]) })).toBeNull();
  });

  it('takes "not known" for the same whatever its words, as the fingerprint does', () => {
    const lookups = doubtful(5).lookups.map((one) => ({ ...one, answer: '{"status":false,"message":"?"}' }));
    const other = doubtful(5, { lookups });
    expect(sizes(doubtful(5), other)).toEqual([2]);
  });

  it.each([
    ['another reason', { reason: 'cut' as const }],
    ['a suspicion', { suspected: 'failed' as const }],
    ['a transaction id', { transactionId: 'TX1' }],
    ['fewer answers than open it', { notKnownAnswers: 4 }],
    ['another answer', { lookups: [lookUp('unclear', SENT)] }],
    [
      'an answer in between',
      { lookups: [lookUp('notKnown', SENT), lookUp('unclear', SENT), lookUp('notKnown', SENT)] },
    ],
    ['a second attempt', { attempts: [...doubtful(0).attempts, ...doubtful(0).attempts] }],
    ['other words to its request', { attempts: doubtful(0).attempts.map((one) => ({ ...one, answer: 'busy' })) }],
  ])('is not that of a payout with %s', (_name, change) => {
    expect(sizes(doubtful(5), doubtful(5, { reference, ...change }))).toEqual([1, 1]);
  });
});
