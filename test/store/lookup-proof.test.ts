// Whether a merchant's lookups work, and that "not known" counts for nothing when they do not.

import { describe, expect, it } from 'vitest';
import type { Mid, PayoutId } from '../../shared/ids.ts';
import { DAY_MS, DECIDE_AFTER_MS, HOUR_MS } from '../../shared/limits.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { Profile } from '../../shared/profiles.ts';
import type { Finding, SettlingOutcome } from '../../shared/states.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  MERCHANT,
  makeDesk,
  NOW_MS,
  PAID,
  payments,
  proveLookups,
  rowOf,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';

const NOT_KNOWN = { kind: 'notKnown' } as const;
const UNNAMED = { ...ACCEPTED, ids: NO_IDS } as const;
const MINUTE_MS = 60_000;

interface Answered extends TestDesk {
  readonly batch: number;
  readonly claimed: readonly ReturnType<typeof claimOne>[];
  find(row: number, finding: Finding, atMs?: number, by?: 'reference' | 'transactionId'): void;
  works(): boolean;
}

/** A batch whose payouts got these outcomes, one after the other. */
function answered(...outcomes: readonly SettlingOutcome[]): Answered {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(outcomes.length));
  const claimed = outcomes.map((outcome) => {
    const one = claimOne(desk.store, batch);
    turn(desk.store, batch, { news: [answer(one, outcome)] });
    return one;
  });
  const find: Answered['find'] = (row, finding, atMs = NOW_MS + 2_000, by = 'reference') => {
    const one = claimed[row];
    if (one === undefined) throw new Error('there is no such row');
    const news = lookUp(one, finding, atMs);
    const key = { by: 'transactionId', transactionId: `TX${row}` } as const;
    turn(desk.store, batch, { news: [by === 'reference' ? news : ({ ...news, key } as typeof news)] });
  };
  return { ...desk, batch, claimed, find, works: () => desk.store.unknown.lookupsProven(desk.merchantId) };
}

function proofOf({ raw, merchantId }: TestDesk): unknown {
  const sql = 'SELECT paid_found, paid_found_at_ms, missed_at_ms, lookups_work FROM merchants WHERE merchant_id = ?';
  return raw.prepare(sql).get(merchantId);
}

describe("a merchant's look-ups", () => {
  it('are proven once a paid payout is found by its reference, each counted once', () => {
    const desk = answered(UNNAMED, UNNAMED);
    expect([desk.works(), proofOf(desk)]).toMatchObject([false, { paid_found: null, lookups_work: null }]);
    desk.find(0, said('success'), NOW_MS + 2_000);
    desk.find(0, said('success'), NOW_MS + 3_000);
    desk.find(1, said('success'), NOW_MS + 4_000);
    expect(desk.works()).toBe(true);
    const found = { paid_found: 2, paid_found_at_ms: NOW_MS + 4_000, missed_at_ms: null, lookups_work: 1 };
    expect(proofOf(desk)).toEqual(found);
  });

  it.each<[string, Finding, 'reference' | 'transactionId']>([
    ['found at work', said('processing'), 'reference'],
    ['found failed', said('failed'), 'reference'],
    ['found paid by its transaction id alone', said('success'), 'transactionId'],
  ])('are not proven by one that is %s', (_name, finding, by) => {
    const desk = answered(UNNAMED);
    desk.find(0, finding, NOW_MS + 2_000, by);
    expect(desk.works()).toBe(false);
  });

  it('are proven by one that its reference found at work and its transaction id found paid', () => {
    const desk = answered(UNNAMED);
    desk.find(0, said('processing', 'pending'));
    desk.find(0, said('success'), NOW_MS + 3_000, 'transactionId');
    expect(desk.works()).toBe(true);
  });

  it.each([
    ['accepted', UNNAMED],
    ['paid', { ...PAID, ids: NO_IDS }],
  ])('are proven no longer once one that was %s is not known, until a paid one is found again', (_name, outcome) => {
    const desk = answered(outcome, UNNAMED);
    proveLookups(desk);
    expect(desk.works()).toBe(true);
    desk.find(0, NOT_KNOWN, NOW_MS + 5_000);
    expect(proofOf(desk)).toMatchObject({ missed_at_ms: NOW_MS + 5_000, lookups_work: 0 });
    desk.find(1, said('success'), NOW_MS + 4_000);
    expect(desk.works()).toBe(true);
  });

  it('heal when what they missed is found paid by its transaction id: it counted as the reference agreed', () => {
    const desk = answered(UNNAMED);
    proveLookups(desk);
    desk.find(0, NOT_KNOWN, NOW_MS + 5_000);
    expect(desk.store.ledger.dueLookups(desk.batch, due(NOW_MS + DAY_MS))).toMatchObject([{ inDoubt: true }]);
    desk.find(0, said('success'), NOW_MS + 6_000, 'transactionId');
    expect(desk.works()).toBe(true);
  });

  it('stay proven when what never was accepted is not known', () => {
    const desk = answered(LOST);
    proveLookups(desk);
    desk.find(0, NOT_KNOWN);
    expect(desk.works()).toBe(true);
  });

  it('are those of the address in use, where a person moved it', () => {
    const desk = answered(UNNAMED);
    const saved = (baseUrl: string): void => desk.store.saveProfile({ ...PROFILE, baseUrl }, NOW_MS);
    saved(MERCHANT.baseUrl);
    desk.find(0, said('success'));
    expect(desk.works()).toBe(true);
    saved('https://new.example');
    expect(desk.works()).toBe(false);
    desk.find(0, said('success'));
    expect(desk.works()).toBe(true);
  });
});

const PROFILE: Profile = {
  name: 'acme',
  ...MERCHANT,
  mid: 1234 as Mid,
  environment: 'LIVE',
  ratePerSecond: 5,
  inFlightMax: 4,
  pollFirstMs: 1_000,
  pollMaxMs: 60_000,
  timeoutMs: 30_000,
  maxPayoutPaise: asPaise(100_000),
  maxBatchPaise: asPaise(900_000),
  walletUnit: 'rupees',
};

function due(nowMs: number) {
  return { nowMs, limit: 9, maxMs: 90 * DAY_MS, busy: new Set<PayoutId>() };
}

describe('silence where look-ups are not proven', () => {
  const silences = Array.from({ length: 9 }, (_, index) => NOW_MS + 2_000 + index * 6 * HOUR_MS);
  const later = { nowMs: NOW_MS + 3 * DAY_MS, decideAfterMs: 0, backoff: BACKOFF };
  const decision = {
    payoutId: 1 as PayoutId,
    verdict: { kind: 'notPaid' },
    note: 'The bank shows nothing.',
    sameEvidence: null,
    ...later,
  } as const;

  it('is kept and never counted, and "not paid" wants a ticket however often it was heard', () => {
    const desk = answered(LOST);
    for (const atMs of silences) desk.find(0, NOT_KNOWN, atMs);
    expect(rowOf(desk.raw, 1)).toMatchObject({ lookups: 9, not_known_answers: 0, last_finding: 'unproven' });
    expect(desk.store.decide({ ...decision, ticket: null })).toMatchObject({
      kind: 'notOpen',
      choice: { isOpen: false, lookupsProven: false },
    });
    expect(desk.store.decide({ ...decision, ticket: 'T-1' })).toMatchObject({ kind: 'decided' });
  });

  it('weighs no more once they are proven', () => {
    const desk = answered(LOST);
    for (const atMs of silences) desk.find(0, NOT_KNOWN, atMs);
    proveLookups(desk);
    expect(desk.store.decide({ ...decision, ticket: null })).toMatchObject({
      kind: 'notOpen',
      choice: { lookupsProven: true, answersMissing: 5 },
    });
  });

  it('opens nothing once an accepted payout is missed after it', () => {
    const desk = answered(LOST, UNNAMED);
    proveLookups(desk);
    for (const atMs of silences) desk.find(0, NOT_KNOWN, atMs);
    desk.find(1, NOT_KNOWN, NOW_MS + 2 * DAY_MS);
    expect(desk.store.decide({ ...decision, ticket: null })).toMatchObject({ choice: { lookupsProven: false } });
  });

  it.each<[string, SettlingOutcome]>([
    ['a 429', { ...LOST, reason: 'refusedByRate' }],
    ['a 401', { kind: 'tokenRefused' }],
    ['a 401 that the wallet does not confirm', { kind: 'tokenDoubted' }],
  ])(
    'lets nothing be decided together that %s refused; where they are proven, two looks are enough',
    (_name, refused) => {
      const together = { ...decision, decideAfterMs: DAY_MS, sameEvidence: 2, ticket: null, nowMs: NOW_MS + HOUR_MS };
      const look = (desk: Answered, atMs: number): void => [0, 1].forEach((row) => desk.find(row, NOT_KNOWN, atMs));
      const blind = answered(refused, refused);
      look(blind, NOW_MS + MINUTE_MS);
      look(blind, NOW_MS + 11 * MINUTE_MS);
      expect(blind.store.decide({ ...together, ticket: 'T-1' })).toEqual({ kind: 'otherCount', count: 1 });

      const desk = answered(refused, refused);
      proveLookups(desk);
      look(desk, NOW_MS + MINUTE_MS);
      look(desk, NOW_MS + 10 * MINUTE_MS);
      expect(desk.store.decide(together)).toMatchObject({ kind: 'notOpen' });
      look(desk, NOW_MS + 11 * MINUTE_MS);
      expect(desk.store.decide(together)).toMatchObject({
        kind: 'decided',
        payouts: [{ rowNumber: 2 }, { rowNumber: 3 }],
      });
    },
  );
});

describe('a payout that the gateway accepted and has not known since', () => {
  const look = (desk: Answered, hours: readonly number[], finding: Finding = NOT_KNOWN): void => {
    for (const hour of hours) desk.find(0, finding, NOW_MS + hour * HOUR_MS);
  };

  it('comes into doubt after three days of nothing else, and a person may decide with a ticket', () => {
    const desk = answered(UNNAMED);
    proveLookups(desk);
    look(desk, [1, 13, 25, 37, 49, 61, 72.9]);
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'processing', last_finding: 'unproven' });
    look(desk, [73]);
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'unknown', unknown_reason: 'forgotten', lookups: 8 });
    const decision = {
      payoutId: 1 as PayoutId,
      verdict: { kind: 'notPaid' },
      note: 'They lost it.',
      sameEvidence: null,
      nowMs: NOW_MS + 60 * DAY_MS,
      decideAfterMs: DECIDE_AFTER_MS,
      backoff: BACKOFF,
    } as const;
    expect(desk.store.decide({ ...decision, ticket: null }).kind).toBe('notOpen');
    expect(desk.store.decide({ ...decision, ticket: 'T-9' }).kind).toBe('decided');
  });

  it('stays at work while it was asked about too rarely, or all at once', () => {
    const rarely = answered(UNNAMED);
    look(rarely, [1, 25, 49, 80]);
    expect(rowOf(rarely.raw, 1)['state']).toBe('processing');
    const atOnce = answered(UNNAMED);
    look(atOnce, [1, 1.1, 1.2, 1.3, 1.4, 1.5, 80]);
    expect(rowOf(atOnce.raw, 1)['state']).toBe('processing');
  });

  it('begins anew with every word of it, and not with an answer that says nothing', () => {
    const known = answered(UNNAMED);
    look(known, [1, 13, 25, 37]);
    look(known, [38], said('processing', 'pending'));
    look(known, [49, 61, 73, 85]);
    expect(rowOf(known.raw, 1)['state']).toBe('processing');
    const unclear = answered(UNNAMED);
    look(unclear, [1, 13, 25]);
    look(unclear, [30, 31], { kind: 'unclear' });
    look(unclear, [37, 49, 61, 73]);
    expect(rowOf(unclear.raw, 1)['state']).toBe('unknown');
  });

  it('is followed again when the gateway knows it after all', () => {
    const desk = answered(UNNAMED);
    look(desk, [1, 13, 25, 37, 49, 61, 73]);
    expect(rowOf(desk.raw, 1)['state']).toBe('unknown');
    look(desk, [74], said('processing', 'pending'));
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'processing', gateway_status: 'pending' });
  });
});
