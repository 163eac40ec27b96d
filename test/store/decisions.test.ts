// A person's decision: when it is accepted, what it writes, and that it loses to a lookup that came first.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Decision, DecisionAnswer } from '../../electron/main/domain/decisions.ts';
import { InvariantError } from '../../shared/failures.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { DECIDE_AFTER_MS, HOUR_MS } from '../../shared/limits.ts';
import { msg, verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { statesRecorded, verifiedChain } from './chain.ts';
import {
  ACCEPTED,
  ACTOR,
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  count,
  crash,
  LOST,
  lookUp,
  MERCHANT,
  makeDesk,
  NOW_MS,
  openDesk,
  openRaw,
  PAID,
  payments,
  proveLookups,
  rowOf,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';
import { confirmRetry } from './retries.ts';

const LATER = NOW_MS + DECIDE_AFTER_MS + 1_000;
const NOT_KNOWN = { kind: 'notKnown' } as const;

interface Doubtful extends TestDesk {
  readonly batch: number;
  readonly claimed: readonly ReturnType<typeof claimOne>[];
}

/** A batch whose payouts all lost their answers, each looked up this often without being known. */
function doubtful(payoutCount: number, answers: number): Doubtful {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(payoutCount));
  const claimed = Array.from({ length: payoutCount }, () => claimOne(desk.store, batch));
  turn(desk.store, batch, { news: claimed.map((one) => answer(one, LOST)) });
  proveLookups(desk);
  for (let asked = 0; asked < answers; asked += 1) {
    turn(desk.store, batch, {
      news: claimed.map((one) => lookUp(one, NOT_KNOWN, NOW_MS + 2_000 + asked * 6 * HOUR_MS)),
    });
  }
  return { ...desk, batch, claimed };
}

function decision(change: Partial<Decision> = {}): Decision {
  return {
    payoutId: 1 as PayoutId,
    verdict: { kind: 'notPaid' },
    note: 'The bank shows nothing.',
    ticket: null,
    sameEvidence: null,
    nowMs: LATER,
    decideAfterMs: DECIDE_AFTER_MS,
    backoff: BACKOFF,
    ...change,
  };
}

const PAID_BY_BANK = { verdict: { kind: 'paid', bankReference: '512345678901' }, note: 'On the statement.' } as const;

function decisionsOf({ raw }: TestDesk): unknown[] {
  return raw.prepare('SELECT * FROM decisions ORDER BY decision_id').all();
}

describe('a decision that is taken back', () => {
  const takeBack = (desk: TestDesk, payoutId = 1) =>
    desk.store.takeBack({
      payoutId: payoutId as PayoutId,
      note: 'The wrong line.',
      nowMs: LATER + 1_000,
      backoff: BACKOFF,
    });

  it('leaves the payout in doubt as it was, with both in the log, and may be decided anew', () => {
    const desk = doubtful(1, 5);
    desk.store.decide(decision());
    expect(takeBack(desk)).toEqual({ kind: 'takenBack' });
    expect(rowOf(desk.raw, 1)).toMatchObject({
      state: 'unknown',
      unknown_reason: 'timeout',
      decided_by: null,
      message: null,
      settled_at_ms: null,
      not_known_answers: 5,
    });
    const chain = verifiedChain(desk.raw);
    expect(statesRecorded(chain, 1)).toEqual(['queued', 'sending', 'unknown', 'failed', 'unknown']);
    expect(chain.at(-1)).toMatchObject({ actor: ACTOR, at_ms: LATER + 1_000, what: 'unknown' });
    expect(desk.store.payouts.story(desk.batch, 2)?.decisions).toMatchObject([
      { decided: 'notPaid', by: ACTOR, note: 'The bank shows nothing.' },
      { decided: 'takenBack', by: ACTOR, note: 'The wrong line.' },
    ]);
    expect(desk.store.decide(decision({ ...PAID_BY_BANK, nowMs: LATER + 2_000 }))).toMatchObject({ kind: 'decided' });
  });

  it('gives the bank’s number free for the payout that it names, but keeps one that the gateway had given', () => {
    const desk = doubtful(2, 0);
    desk.store.decide(decision(PAID_BY_BANK));
    takeBack(desk);
    expect(rowOf(desk.raw, 1)).toMatchObject({ rrn: null, utr: null });
    const other = { ...PAID_BY_BANK, payoutId: 2 as PayoutId };
    expect(desk.store.decide(decision(other))).toMatchObject({ kind: 'decided' });
    const named = makeDesk();
    const batch = confirmBatch(named, payments(1));
    const ids = { ...LOST.ids, rrn: '512345678901' };
    turn(named.store, batch, { news: [answer(claimOne(named.store, batch), { ...LOST, reason: 'otherShape', ids })] });
    named.store.decide(decision(PAID_BY_BANK));
    takeBack(named);
    expect(rowOf(named.raw, 1)).toMatchObject({ state: 'unknown', unknown_reason: 'otherShape', rrn: '512345678901' });
  });

  it('is refused where the gateway has spoken, where nothing was decided, and where it is paid again', () => {
    const desk = doubtful(2, 5);
    expect(takeBack(desk)).toEqual({ kind: 'notDecided' });
    desk.store.decide(decision());
    const [first] = desk.claimed;
    if (first === undefined) throw new Error('nothing was claimed');
    turn(desk.store, desk.batch, { news: [lookUp(first, said('success'), LATER + 500)] });
    expect(takeBack(desk)).toEqual({ kind: 'notDecided' });
    desk.store.decide(decision({ payoutId: 2 as PayoutId }));
    confirmRetry(desk, { of: desk.batch, payouts: [2] });
    expect(takeBack(desk, 2)).toMatchObject({ kind: 'retried', batch: 'B0003' });
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'failed', decided_by: ACTOR });
  });
});

describe('a decision', () => {
  it('"not paid" makes it failed, with who decided in the row, the decision and the audit', () => {
    const desk = doubtful(2, 5);
    expect(desk.store.decide(decision({ ticket: 'T-7' }))).toMatchObject({
      kind: 'decided',
      by: ACTOR,
      payouts: [{ rowNumber: 2, state: 'failed', amountPaise: 50_000 }],
    });
    expect(rowOf(desk.raw, 1)).toMatchObject({
      state: 'failed',
      decided_by: ACTOR,
      unknown_reason: null,
      message: JSON.stringify(msg('decision.notPaid', { note: 'The bank shows nothing.' })),
      settled_at_ms: LATER,
    });
    const reported = { payout_id: 1, decided: 'notPaid', rrn: null, note: 'The bank shows nothing.', ticket: 'T-7' };
    expect(decisionsOf(desk)).toEqual([{ decision_id: 1, ...reported, decided_by: ACTOR, decided_at_ms: LATER }]);
    const chain = verifiedChain(desk.raw);
    expect(statesRecorded(chain, 1)).toEqual(['queued', 'sending', 'unknown', 'failed']);
    expect(chain.at(-1)).toMatchObject({ actor: ACTOR, at_ms: LATER, what: 'failed', payout_id: 1 });
    expect(JSON.parse(chain.at(-1)?.detail ?? '')).toMatchObject({
      by: 'decided',
      decision: { decided: 'notPaid', note: 'The bank shows nothing.', ticket: 'T-7', notKnownAnswers: 5 },
    });
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'unknown', decided_by: null });
  });

  it('is read as a decision everywhere, and never as the gateway’s word', () => {
    const desk = doubtful(2, 5);
    desk.store.decide(decision());
    const what = msg('decision.notPaid', { note: 'The bank shows nothing.' });
    const words = msg('decision.by.what', { person: ACTOR, what });
    expect(inEnglish(words)).toBe(`Decided by ${ACTOR}: not paid. The bank shows nothing.`);
    expect(desk.store.payouts.story(desk.batch, 2)?.payout.message).toEqual(words);
    const record = desk.store.batches.find(desk.batch);
    const report = record === null ? expect.unreachable() : desk.store.report(record, LATER);
    expect([...report.payouts()].map(({ message }) => message)[0]).toEqual(words);
  });

  it('"paid" wants no waiting and no answers, and keeps the RRN', () => {
    const desk = doubtful(1, 0);
    const made = desk.store.decide(decision({ ...PAID_BY_BANK, nowMs: NOW_MS + 1_000 }));
    expect(made).toMatchObject({ kind: 'decided', payouts: [{ state: 'success' }] });
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'success', decided_by: ACTOR, rrn: '512345678901', utr: null });
    expect(decisionsOf(desk)).toMatchObject([{ decided: 'paid', rrn: '512345678901', note: 'On the statement.' }]);
  });

  it('may name the RRN that the gateway itself had given before the doubt', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const ids = { ...LOST.ids, rrn: '512345678901' };
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), { ...LOST, reason: 'otherShape', ids })] });
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'unknown', rrn: '512345678901' });
    expect(desk.store.decide(decision(PAID_BY_BANK))).toMatchObject({ kind: 'decided' });
  });

  it('keeps as a UTR what is no RRN', () => {
    const desk = doubtful(1, 0);
    desk.store.decide(decision({ verdict: { kind: 'paid', bankReference: 'HDFCN52026040112345' } }));
    expect(rowOf(desk.raw, 1)).toMatchObject({ rrn: null, utr: 'HDFCN52026040112345' });
  });

  it('is on disk once it is answered', () => {
    const desk = doubtful(1, 5);
    desk.store.decide(decision());
    const raw = openRaw(crash(desk.path));
    expect(rowOf(raw, 1)['state']).toBe('failed');
    expect(count(raw, 'decisions')).toBe(1);
  });

  it('stays: neither SQL nor a second decision takes it back', () => {
    const desk = doubtful(1, 5);
    desk.store.decide(decision());
    expect(desk.store.decide(decision(PAID_BY_BANK))).toEqual({ kind: 'notUnknown', state: 'failed' });
    expect(() => desk.raw.exec(`UPDATE decisions SET note = 'x'`)).toThrow('insert-only');
    expect(() => desk.raw.exec('DELETE FROM decisions')).toThrow('keeps every row');
  });
});

describe('a decision that is not taken', () => {
  const refusals: readonly (readonly [string, Partial<Decision>, number, DecisionAnswer])[] = [
    [
      'too early',
      { nowMs: NOW_MS + DECIDE_AFTER_MS - 1 },
      5,
      {
        kind: 'notOpen',
        choice: {
          isOpen: false,
          opensAtMs: NOW_MS + DECIDE_AFTER_MS,
          answersMissing: 0,
          refusedOpensAtMs: null,
          lookupsProven: true,
        },
      },
    ],
    [
      'with too few answers',
      {},
      4,
      {
        kind: 'notOpen',
        choice: {
          isOpen: false,
          opensAtMs: NOW_MS + DECIDE_AFTER_MS,
          answersMissing: 1,
          refusedOpensAtMs: null,
          lookupsProven: true,
        },
      },
    ],
    ['with another count', { sameEvidence: 2 }, 5, { kind: 'otherCount', count: 3 }],
  ];
  it.each(refusals)('%s changes nothing', (_name, change, answers, expected) => {
    const desk = doubtful(3, answers);
    const entries = count(desk.raw, 'audit');
    expect(desk.store.decide(decision(change))).toEqual(expected);
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'unknown', decided_by: null });
    expect([count(desk.raw, 'decisions'), count(desk.raw, 'audit')]).toEqual([0, entries]);
  });

  it('is taken all the same with the number of a ticket', () => {
    const desk = doubtful(1, 0);
    const early = decision({ nowMs: NOW_MS + 1_000, ticket: 'GW-1' });
    expect(desk.store.decide(early)).toMatchObject({ kind: 'decided' });
  });

  it.each([
    ['queued', null],
    ['sending', 'claim'],
    ['processing', ACCEPTED],
    ['success', PAID],
  ] as const)('names the state of a %s payout', (state, outcome) => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const claimed = outcome === null ? null : claimOne(desk.store, batch);
    if (claimed !== null && outcome !== null && outcome !== 'claim') {
      turn(desk.store, batch, { news: [answer(claimed, outcome)] });
    }
    expect(desk.store.decide(decision({ ticket: 'GW-1' }))).toEqual({ kind: 'notUnknown', state });
    expect(rowOf(desk.raw, 1)['state']).toBe(state);
  });

  it('loses to a look-up that was quicker', () => {
    const desk = doubtful(1, 5);
    const [claimed] = desk.claimed;
    if (claimed === undefined) throw new Error('nothing was claimed');
    turn(desk.store, desk.batch, { news: [lookUp(claimed, said('success'))] });
    expect(desk.store.decide(decision())).toEqual({ kind: 'notUnknown', state: 'success' });
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'success', decided_by: null });
    expect(count(desk.raw, 'decisions')).toBe(0);
  });

  it('gives one transfer of the bank to one payout only, whoever named it', () => {
    const desk = doubtful(3, 5);
    const third = desk.claimed[2];
    if (third === undefined) throw new Error('nothing was claimed');
    const ids = { ...PAID.ids, rrn: '598765432101' };
    turn(desk.store, desk.batch, { news: [answer({ ...third, attemptId: newAttempt(desk) }, { ...PAID, ids })] });
    desk.store.decide(decision(PAID_BY_BANK));
    const second = { ...PAID_BY_BANK, payoutId: 2 as PayoutId };
    expect(desk.store.decide(decision(second))).toEqual({ kind: 'bankReferenceUsed', batch: 'B0001', rowNumber: 2 });
    const ofThird = { ...second, verdict: { kind: 'paid', bankReference: '598765432101' } as const };
    expect(desk.store.decide(decision(ofThird))).toEqual({ kind: 'bankReferenceUsed', batch: 'B0001', rowNumber: 4 });
    expect(rowOf(desk.raw, 2)['state']).toBe('unknown');
  });

  it('gives it to no payout of another merchant either', () => {
    const desk = doubtful(1, 5);
    desk.store.decide(decision(PAID_BY_BANK));
    const merchantId = desk.store.merchants.ensure({ ...MERCHANT, baseUrl: 'https://moved.example' });
    const batch = confirmBatch({ ...desk, merchantId }, payments(9).slice(8));
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), LOST)] });
    const there = { ...PAID_BY_BANK, payoutId: 3 as PayoutId };
    expect(desk.store.decide(decision(there))).toEqual({ kind: 'bankReferenceUsed', batch: 'B0001', rowNumber: 2 });
  });

  it('about a payout that does not exist is a bug of ours', () => {
    const desk = doubtful(1, 5);
    expect(() => desk.store.decide(decision({ payoutId: 99 as PayoutId }))).toThrow(InvariantError);
  });
});

/** A second request of payout 3, so that an answer to it can come late. */
function newAttempt({ raw }: TestDesk): Doubtful['claimed'][number]['attemptId'] {
  const insert = 'INSERT INTO attempts (payout_id, number, claimed_at_ms) VALUES (3, 2, 1) RETURNING attempt_id';
  return raw.prepare<[], Doubtful['claimed'][number]['attemptId']>(insert).pluck().get() as never;
}

describe('several with the same evidence', () => {
  it('are decided together by one note and the typed count, each with its own decision', () => {
    const desk = doubtful(3, 5);
    const made = desk.store.decide(decision({ sameEvidence: 3 }));
    expect(made.kind === 'decided' && made.payouts.map(({ rowNumber }) => rowNumber)).toEqual([2, 3, 4]);
    expect(count(desk.raw, `payouts WHERE state = 'failed' AND decided_by = '${ACTOR}'`)).toBe(3);
    expect(count(desk.raw, `decisions WHERE note = 'The bank shows nothing.'`)).toBe(3);
    expect([1, 2, 3].map((id) => statesRecorded(verifiedChain(desk.raw), id).at(-1))).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
  });

  it('leave out the one that heard something else', () => {
    const desk = doubtful(3, 5);
    const [, second] = desk.claimed;
    if (second === undefined) throw new Error('nothing was claimed');
    turn(desk.store, desk.batch, { news: [lookUp(second, { kind: 'unclear' })] });
    expect(desk.store.decide(decision({ sameEvidence: 3 }))).toEqual({ kind: 'otherCount', count: 2 });
    desk.store.decide(decision({ sameEvidence: 2 }));
    expect([1, 2, 3].map((id) => rowOf(desk.raw, id)['state'])).toEqual(['failed', 'unknown', 'failed']);
  });
});

describe('nobody decides', () => {
  it('when the gateway does not know a payout, however often', () => {
    const desk = doubtful(1, 200);
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'unknown', not_known_answers: 200, decided_by: null });
    expect(turn(desk.store, desk.batch, { claim: 9 }).claimed).toEqual([]);
    expect(count(desk.raw, 'decisions')).toBe(0);
  });
});

describe('the evidence', () => {
  it('is every attempt and every look-up, word for word, and the latest time it may have left', () => {
    const desk = doubtful(1, 2);
    const [payout] = desk.store.unknown.list({ batch: desk.batch, withSending: false });
    expect(payout).toMatchObject({
      batch: 'B0001',
      rowNumber: 2,
      reason: 'timeout',
      sinceMs: NOW_MS,
      lookupCount: 2,
      notKnownAnswers: 2,
      attempts: [{ number: 1, sentAtMs: NOW_MS, httpStatus: 200, answer: '{"said":1}', outcome: 'unknown: timeout' }],
    });
    expect(payout?.lookups).toEqual([
      { by: 'reference', finding: 'notKnown', httpStatus: 200, answer: '{}', atMs: NOW_MS + 2_000 },
      { by: 'reference', finding: 'notKnown', httpStatus: 200, answer: '{}', atMs: NOW_MS + 2_000 + 6 * HOUR_MS },
    ]);
  });

  it('counts what a dead process left in the middle only while nobody sends', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    claimOne(desk.store, batch);
    expect(desk.store.unknown.list({ batch, withSending: false })).toEqual([]);
    expect(desk.store.unknown.list({ batch, withSending: true })).toMatchObject([
      { reason: 'crashed', sinceMs: NOW_MS },
    ]);
  });

  it('waits from the latest send on, and not from an earlier one that did not leave', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const notSent = { kind: 'notSent', cause: 'refused', message: verbatim('Refused.') } as const;
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), notSent)] });
    const sentAtMs = NOW_MS + 10 * HOUR_MS;
    const [again] = turn(desk.store, batch, { claim: 1, nowMs: sentAtMs }).claimed;
    if (again === undefined) throw new Error('nothing was claimed');
    turn(desk.store, batch, { news: [answer(again, LOST, sentAtMs + 500)] });
    const [payout] = desk.store.unknown.list({ batch, withSending: false });
    expect(payout?.attempts.map((attempt) => attempt.sentAtMs)).toEqual([NOW_MS, sentAtMs]);
    expect(payout?.sinceMs).toBe(sentAtMs);
  });

  it('waits from the moment of doubt on for a payout that this database never sent', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const reference = desk.store.ledger.queuedReferences(batch)[0]?.reference;
    const order = { reference } as Doubtful['claimed'][number]['order'];
    const known = { payoutId: 1 as PayoutId, order } as Doubtful['claimed'][number];
    turn(desk.store, batch, { news: [lookUp(known, said('processing', 'pending'), NOW_MS + 9_000)] });
    expect(desk.store.unknown.list({ batch, withSending: false })).toMatchObject([
      { reason: 'restored', attempts: [], sinceMs: NOW_MS + 9_000 },
    ]);
  });

  it("shows the merchant's not-known fingerprint, where it is known", () => {
    const desk = makeDesk();
    expect(desk.store.unknown.fingerprint(desk.merchantId)).toBe(null);
    desk.store.merchants.saveFingerprint(desk.merchantId, '[400,"false"]');
    expect(desk.store.unknown.fingerprint(desk.merchantId)).toBe('[400,"false"]');
  });
});

describe('a payout', () => {
  it('is found by its reference in any case, and by its batch and row', () => {
    const desk = makeDesk();
    confirmBatch(desk, payments(3));
    const other = payments(1, { reference: 'B0001/3' as never });
    confirmBatch(desk, other);
    const reference = String(rowOf(desk.raw, 2)['reference']);
    const found = (name: Parameters<typeof desk.store.findPayout>[0]): unknown[] =>
      desk.store.findPayout(name).map(({ id, rowNumber }) => `${id}/${rowNumber}`);
    const byRow = { by: 'row', batch: 'B0001' as never } as const;
    expect(found({ by: 'reference', reference: reference.toLowerCase() as never })).toEqual(['B0001/3']);
    expect(found({ ...byRow, rowNumber: 2 })).toEqual(['B0001/2']);
    expect(found({ ...byRow, rowNumber: 9 })).toEqual([]);
    expect(found({ by: 'row', batch: 'P0001' as never, rowNumber: 2 })).toEqual([]);
    expect(found({ ...byRow, rowNumber: 3 })).toEqual(['B0001/3', 'B0002/2']);
  });
});

describe('the waiting time of a profile', () => {
  it('is kept, and left out where nobody set it', () => {
    const desk = makeDesk();
    const profile = {
      name: 'acme',
      baseUrl: 'https://gateway.example',
      mid: 1234 as never,
      environment: 'LIVE',
      ratePerSecond: 5,
      inFlightMax: 4,
      pollFirstMs: 3_000,
      pollMaxMs: 3_600_000,
      timeoutMs: 30_000,
      maxPayoutPaise: null,
      maxBatchPaise: null,
      walletUnit: null,
    } as const;
    desk.store.saveProfile(profile, NOW_MS);
    expect(desk.store.profiles.find('acme')).toEqual(profile);
    desk.store.saveProfile({ ...profile, decideAfterMs: 0 }, NOW_MS);
    const again = openDesk(join(desk.path));
    expect(again.profiles.find('acme')).toEqual({ ...profile, decideAfterMs: 0 });
  });
});
