// When a person may declare a payout in doubt not paid, and which payouts have the same evidence.

import { describe, expect, it } from 'vitest';
import type { BatchId, PayoutId, Reference } from '../../shared/ids.ts';
import { DECIDE_AFTER_MS } from '../../shared/limits.ts';
import { asPaise } from '../../shared/money.ts';
import { groupByEvidence, notPaidChoice, type UnknownLookup, type UnknownPayout } from '../../shared/unknown-desk.ts';

const SENT = 1_775_019_600_000;
const MINUTE = 60_000;
const LATER = { nowMs: SENT + DECIDE_AFTER_MS, decideAfterMs: DECIDE_AFTER_MS };

function lookUp(finding: string, atMs: number, change: Partial<UnknownLookup> = {}): UnknownLookup {
  return { by: 'reference', finding, httpStatus: 400, answer: '{"status":false}', atMs, ...change };
}

/** A payout that timed out; `notKnown` look-ups a minute apart did not know it. */
function doubtful(notKnown: number, change: Partial<UnknownPayout> = {}): UnknownPayout {
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
    lookups: Array.from({ length: notKnown }, (_, index) => lookUp('notKnown', SENT + (index + 1) * MINUTE)),
    lookupCount: notKnown,
    notKnownAnswers: notKnown,
    ...change,
  };
}

describe('"not paid"', () => {
  it.each([
    ['a moment too early', 5, LATER.nowMs - 1, false],
    ['one answer too few', 4, LATER.nowMs, false],
    ['a year later without an answer', 0, LATER.nowMs + 365 * DECIDE_AFTER_MS, false],
    ['a day and five answers later', 5, LATER.nowMs, true],
  ])('is asked about %s', (_name, answers, nowMs, isOpen) => {
    const choice = notPaidChoice(doubtful(answers), { ...LATER, nowMs });
    const answersMissing = Math.max(0, 5 - answers);
    expect(choice).toEqual({ isOpen, opensAtMs: SENT + DECIDE_AFTER_MS, answersMissing, rateOpensAtMs: null });
  });

  it('is closed until the day is over, however many answers there are', () => {
    expect(notPaidChoice(doubtful(50), { ...LATER, nowMs: LATER.nowMs - 1 }).isOpen).toBe(false);
  });

  it('needs the five answers even where the profile asks for no waiting', () => {
    const at = { nowMs: SENT, decideAfterMs: 0 };
    expect(notPaidChoice(doubtful(4), at).isOpen).toBe(false);
    expect(notPaidChoice(doubtful(5), at).isOpen).toBe(true);
  });

  const refused = (...lookups: UnknownLookup[]): UnknownPayout =>
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
    expect(notPaidChoice(refused(first), soon).rateOpensAtMs).toBe(SENT + 11 * MINUTE);
    expect(notPaidChoice(refused(), soon).rateOpensAtMs).toBe(null);
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

  it('takes "not known" for the same whatever its words, as the fingerprint does', () => {
    const other = doubtful(5, { lookups: [lookUp('notKnown', SENT, { answer: '{"status":false,"message":"?"}' })] });
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
