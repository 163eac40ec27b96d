// The guards of a claim: what is on its way, or was lately paid, to the same person from another batch stops a row.

import { describe, expect, it, onTestFinished } from 'vitest';
import type { News } from '../../electron/main/domain/ledger.ts';
import { type GuardQuestion, REPEAT_WINDOW_MS } from '../../electron/main/store/guards.ts';
import { openStoreWriter } from '../../electron/main/store/store.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import type { Mid, PayoutId } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import type { Profile } from '../../shared/profiles.ts';
import { STATE_KINDS, type StateKind } from '../../shared/states.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  ACCEPTED,
  ACTOR,
  answer,
  claimOne,
  confirmation,
  confirmBatch,
  count,
  LOST,
  lookUp,
  MERCHANT,
  makeDesk,
  NOW_MS,
  openDesk,
  PACE,
  PAID,
  payment,
  payments,
  rowOf,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';
import { confirmRetry, endUnpaid, refuse } from './retries.ts';

const PROFILE: Profile = {
  name: 'acme',
  ...MERCHANT,
  environment: 'LIVE',
  ratePerSecond: 7,
  inFlightMax: 3,
  pollFirstMs: 100,
  pollMaxMs: 60_000,
  timeoutMs: 5_000,
  maxPayoutPaise: null,
  maxBatchPaise: null,
  walletUnit: null,
};
const PERSON = 'upi:asha@okbank';
const OPEN: readonly StateKind[] = ['queued', 'sending', 'processing', 'unknown'];

function put(desk: TestDesk, payoutId: number, state: StateKind, settledAtMs: number | null): void {
  const reason = state === 'unknown' ? 'timeout' : null;
  desk.raw
    .prepare(
      `UPDATE payouts SET state = ?, unknown_reason = ?, gateway_status = 'accept', settled_at_ms = ? WHERE payout_id = ?`,
    )
    .run(state, reason, settledAtMs, payoutId);
}

const QUESTION = {
  mid: MERCHANT.mid,
  batch: 2,
  personKey: PERSON,
  amountPaise: 50_000,
  repeatTicked: false,
  nowMs: NOW_MS,
  retryOf: null,
};

function ask(desk: TestDesk, change: Partial<GuardQuestion> = {}) {
  return desk.store.guard({ ...QUESTION, ...change }).hit;
}

/** What would be looked up before the payment is made once more. */
function earlier(desk: TestDesk, change: Partial<GuardQuestion> = {}): readonly number[] {
  return desk.store.guard({ ...QUESTION, ...change }).unpaid;
}

describe('the guard', () => {
  it.each(STATE_KINDS)('asked beside an earlier %s payout', (state) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, state, NOW_MS - 1_000);
    const kind = OPEN.includes(state) ? 'open' : state === 'success' ? 'paid' : null;
    expect(earlier(desk)).toEqual(kind === null ? [1] : []);
    expect(ask(desk)).toEqual(kind === null ? null : { kind, payoutId: 1, batch: 1 });
    // A tick lifts a success, and nothing that is still open.
    expect(ask(desk, { repeatTicked: true })?.kind).toBe(kind === 'open' ? 'open' : undefined);
  });

  it.each(STATE_KINDS)('asked beside a later %s payout', (state) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, state, NOW_MS - 1_000);
    const kind = state === 'queued' ? null : OPEN.includes(state) ? 'open' : state === 'success' ? 'paid' : null;
    expect(ask(desk, { batch: 0 })?.kind ?? null).toBe(kind);
  });

  it.each([
    ['a moment ago', NOW_MS, true],
    ['a moment less than thirty days ago', NOW_MS - REPEAT_WINDOW_MS + 1, true],
    ['thirty days ago', NOW_MS - REPEAT_WINDOW_MS, false],
    ['a year ago', NOW_MS - 12 * REPEAT_WINDOW_MS, false],
    ['tomorrow, before the clock was put back', NOW_MS + 86_400_000, true],
    ['at a time nobody knows', null, true],
  ])('stops a repeat of what was paid %s: %s', (_name, settledAtMs, stops) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', settledAtMs);
    expect(ask(desk) !== null).toBe(stops);
  });

  it.each([
    ['another person', { personKey: 'upi:asha@other' }],
    ['another amount', { amountPaise: 50_001 }],
    ['its own batch', { batch: 1 }],
  ])('does not mind %s', (_name, change) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'processing', null);
    expect(ask(desk, change)).toBeNull();
  });

  it('names what is open before what was paid, however many matches there are', () => {
    const desk = makeDesk();
    for (const remark of ['one', 'two', 'three']) confirmBatch(desk, [payment({ remark })]);
    put(desk, 1, 'success', NOW_MS);
    put(desk, 2, 'failed', NOW_MS);
    put(desk, 3, 'unknown', null);
    expect(ask(desk, { batch: 9 })).toEqual({ kind: 'open', payoutId: 3, batch: 3 });
  });
});

/** The same payment once more, its repeat ticked. */
function confirmTicked(desk: TestDesk, nowMs: number): number {
  const marks = { ...NO_MARKS, ticks: { paidBefore: [2], accountChanged: [] } };
  return confirm(desk.store, confirmation(desk, [payment({ remark: 'Ticked' })], { nowMs, marks }));
}

describe('the guard of what was retried with other details', () => {
  /** Asha's payment failed, and a retry of it goes to somebody else; `put` says how that one stands. */
  function retried(): TestDesk {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    confirmRetry(desk, { of: 1, payouts: [1], changed: ['upiId'] });
    return desk;
  }

  it.each(STATE_KINDS)('asked for the first details again, with a %s retry', (state) => {
    const desk = retried();
    put(desk, 2, state, NOW_MS - 1_000);
    const kind = OPEN.includes(state) ? 'open' : state === 'success' ? 'paid' : null;
    expect(ask(desk, { batch: 3 })).toEqual(kind === null ? null : { kind, payoutId: 2, batch: 2, otherDetails: true });
    expect(ask(desk, { batch: 3, repeatTicked: true })?.kind).toBe(kind === 'open' ? 'open' : undefined);
  });

  it('looks through every generation', () => {
    const desk = retried();
    turn(desk.store, 2, { news: [answer(claimOne(desk.store, 2), refuse('rejected'))] });
    confirmRetry(desk, { of: 2, payouts: [2], changed: ['upiId'] });
    put(desk, 3, 'success', NOW_MS - 1_000);
    expect(ask(desk, { batch: 4 })).toEqual({ kind: 'paid', payoutId: 3, batch: 3, otherDetails: true });
  });

  it.each(STATE_KINDS)(
    'asked for the corrected details, with a %s payout of another file to the first ones',
    (state) => {
      const desk = makeDesk();
      endUnpaid(desk, [payment()], [refuse('failed')]);
      confirmBatch(desk, [payment({ remark: 'other' })]);
      put(desk, 2, state, NOW_MS - 1_000);
      const retry = { batch: 3, personKey: 'upi:corrected1@bank', retryOf: 1 as PayoutId };
      const kind = OPEN.includes(state) ? 'open' : state === 'success' ? 'paid' : null;
      expect(ask(desk, retry)).toEqual(kind === null ? null : { kind, payoutId: 2, batch: 2, otherDetails: true });
      expect(ask(desk, { ...retry, repeatTicked: true })?.kind).toBe(kind === 'open' ? 'open' : undefined);
      expect(earlier(desk, retry)).toEqual(kind === null ? [2, 1] : [1]);
      expect(earlier(desk, { ...retry, retryOf: null })).toEqual([]);
    },
  );

  it('finds what another file paid to the details of any generation', () => {
    const desk = retried();
    turn(desk.store, 2, { news: [answer(claimOne(desk.store, 2), refuse('rejected'))] });
    const corrected = payment({ beneficiary: { method: 'UPI', upiId: 'corrected1@bank' }, remark: 'other' });
    confirmBatch(desk, [corrected]);
    put(desk, 3, 'success', NOW_MS - 1_000);
    expect(ask(desk, { batch: 4 })).toEqual({ kind: 'paid', payoutId: 3, batch: 3, otherDetails: true });
  });

  it('holds a retry whose payout another file has paid since it was confirmed', () => {
    const desk = retried();
    confirmBatch(desk, [payment({ remark: 'other' })]);
    put(desk, 3, 'success', NOW_MS - 1_000);
    expect(turn(desk.store, 2, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    expect(rowOf(desk.raw, 2)['message']).toBe(
      'The same amount to the same person, under other details, in batch B0003 was paid in the last 30 days.',
    );
  });

  it('does not hold the retry itself back', () => {
    const desk = retried();
    expect(turn(desk.store, 2, { claim: 1 }).claimed).toHaveLength(1);
  });
});

describe('the guard beside a clock that is wrong', () => {
  const DAY_MS = 24 * 3_600_000;

  /** A desk that paid Asha now, and another process of it whose clock says so many days later. */
  function laterDesk(days: number) {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    turn(desk.store, first, { news: [answer(claimOne(desk.store, first), PAID)] });
    desk.store.close();
    const nowMs = NOW_MS + days * DAY_MS;
    const opening = openStoreWriter({ path: desk.path, prefix: 'B' }, { actor: ACTOR, nowMs });
    if (opening.kind === 'refused') throw new Error(opening.refusal.message);
    onTestFinished(() => opening.store.close());
    return { desk: { ...desk, store: opening.store }, nowMs };
  }

  it.each([
    [-400, 'paid'],
    [-1, 'paid'],
    [29, 'paid'],
    [31, 'paidByRecord'],
    [400, 'paidByRecord'],
  ] as const)('that says %i days later still stops the repeat: %s', (days, kind) => {
    const { desk, nowMs } = laterDesk(days);
    expect(ask(desk, { nowMs })).toEqual({ kind, payoutId: 1, batch: 1 });
    const second = confirmBatch(desk, [payment({ remark: 'Again' })]);
    expect(turn(desk.store, second, { claim: 1, nowMs })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it('is not lifted by anything that this process writes with that clock', () => {
    const { desk, nowMs } = laterDesk(31);
    desk.store.notes.pause(1, { code: 'person', message: 'asked' }, nowMs);
    expect(ask(desk, { nowMs })?.kind).toBe('paidByRecord');
  });

  it('is not lifted by one entry that an earlier process wrote with a clock far ahead', () => {
    const { desk, nowMs } = laterDesk(400);
    desk.store.notes.pause(1, { code: 'person', message: 'asked' }, nowMs);
    desk.store.close();
    expect(ask({ ...desk, store: openDesk(desk.path) })?.kind).toBe('paid');
  });

  it('answers the same however often the desk is opened, until something of a batch is recorded', () => {
    const { desk, nowMs } = laterDesk(31);
    desk.store.saveProfile(PROFILE, nowMs);
    desk.store.close();
    const again = openDesk(desk.path);
    expect(ask({ ...desk, store: again }, { nowMs })?.kind).toBe('paidByRecord');
    again.notes.pause(1, { code: 'person', message: 'asked' }, nowMs);
    again.close();
    expect(ask({ ...desk, store: openDesk(desk.path) }, { nowMs })).toBeNull();
  });

  it('is lifted by a tick like any other repeat of what was paid', () => {
    const { desk, nowMs } = laterDesk(31);
    expect(ask(desk, { nowMs, repeatTicked: true })).toBeNull();
  });
});

describe('the guard of what ended unpaid', () => {
  it('names every generation of it, to be looked up before it is paid again', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    confirmRetry(desk, { of: 1, payouts: [1], changed: ['upiId'] });
    turn(desk.store, 2, { news: [answer(claimOne(desk.store, 2), refuse('rejected'))] });
    expect(ask(desk, { batch: 9 })).toBeNull();
    expect(earlier(desk, { batch: 9 })).toEqual([2, 1]);
    expect(earlier(desk, { batch: 9, personKey: 'upi:corrected1@bank' })).toEqual([2, 1]);
    expect(earlier(desk, { batch: 9, personKey: 'upi:new@bank', retryOf: 2 as PayoutId })).toEqual([2, 1]);
  });

  it('forgets it after thirty days, unless its batch is repeated or it is retried', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'failed', NOW_MS - REPEAT_WINDOW_MS);
    desk.raw.exec(`UPDATE payouts SET settled_at_ms = settled_at_ms - 86400000`);
    expect(earlier(desk)).toEqual([]);
    expect(earlier(desk, { repeats: new Set([1]) })).toEqual([1]);
    expect(earlier(desk, { retryOf: 1 as PayoutId })).toEqual([1]);
  });

  it('stops the row while late news about it is unread, tick or no tick', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    turn(desk.store, 1, { news: [lookUp(claimOf(desk, 1), said('processing'))] });
    expect(ask(desk)).toEqual({ kind: 'news', payoutId: 1, batch: 1 });
    expect(ask(desk, { repeatTicked: true })?.kind).toBe('news');
    const second = confirmBatch(desk, [payment({ remark: 'Again' })]);
    expect(turn(desk.store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    desk.store.readNews(null, NOW_MS);
    expect(ask(desk)).toBeNull();
  });

  it('holds the row back when it has been paid after all, ticked or not', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    const ticked = confirmTicked(desk, NOW_MS + 1);
    turn(desk.store, 1, { news: [lookUp(claimOf(desk, 1), said('success'), NOW_MS + 2)] });
    desk.store.readNews(null, NOW_MS + 3);
    expect(turn(desk.store, ticked, { claim: 1, nowMs: NOW_MS + 4 })).toMatchObject({ claimed: [], heldCount: 1 });
  });
});

describe('the guard over merchants', () => {
  /** Asha's payment at this merchant, beside the one that is asked for. */
  function paidAt(change: Partial<typeof MERCHANT>, state: StateKind): TestDesk {
    const desk = makeDesk();
    const merchant = { ...MERCHANT, ...change };
    const at = { store: desk.store, merchantId: desk.store.merchants.ensure(merchant) };
    confirm(desk.store, confirmation(at, [payment()], merchant));
    put(desk, 1, state, NOW_MS - 1_000);
    return desk;
  }
  const MOVED = { baseUrl: 'http://127.0.0.1:9' };
  const OTHER = { mid: 9 as Mid };

  it('takes what the same id paid, or is paying, at another address for its own', () => {
    expect(ask(paidAt(MOVED, 'processing'))).toEqual({ kind: 'open', payoutId: 1, batch: 1 });
    expect(ask(paidAt(MOVED, 'success'))).toEqual({ kind: 'paid', payoutId: 1, batch: 1 });
  });

  it.each([
    ['processing', 'open'],
    ['success', 'paid'],
  ] as const)('says where a %s payout of another id is, which a tick lifts', (state, kind) => {
    const desk = paidAt(OTHER, state);
    expect(ask(desk)).toEqual({ kind, payoutId: 1, batch: 1, elsewhere: true });
    expect(ask(desk, { repeatTicked: true })).toBeNull();
    const second = confirmBatch(desk, [payment({ remark: 'Again' })]);
    expect(turn(desk.store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    desk.store.ledger.cancel(second, { nowMs: NOW_MS, pace: PACE });
    expect(turn(desk.store, confirmTicked(desk, NOW_MS), { claim: 1 }).claimed).toHaveLength(1);
  });

  /** Asha's payment of another merchant id is unsent while the same is confirmed here, ticked. */
  function tickedBesideUnsent(): { readonly desk: TestDesk; readonly elsewhere: number; readonly ticked: number } {
    const desk = makeDesk();
    const merchant = { ...MERCHANT, ...OTHER };
    const at = { store: desk.store, merchantId: desk.store.merchants.ensure(merchant) };
    const elsewhere = confirm(desk.store, confirmation(at, [payment()], merchant));
    return { desk, elsewhere, ticked: confirmTicked(desk, NOW_MS) };
  }

  it('lets a ticked row go first where the same of another id is unsent, which then waits', () => {
    const { desk, elsewhere, ticked } = tickedBesideUnsent();
    expect(turn(desk.store, ticked, { claim: 1 }).claimed).toHaveLength(1);
    expect(turn(desk.store, elsewhere, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it.each([
    ['is on its way', null],
    ['is in doubt', LOST],
    ['is processing', ACCEPTED],
    ['was paid', PAID],
    ['may have been paid in spite of a 401', { kind: 'tokenRefused' } as const],
  ])(
    'holds a ticked row once the same of another id, unsent at the tick, %s: whatever the clock said',
    (_name, outcome) => {
      const { desk, elsewhere, ticked } = tickedBesideUnsent();
      const nowMs = NOW_MS - 86_400_000;
      const [sent] = turn(desk.store, elsewhere, { claim: 1, nowMs }).claimed;
      if (sent !== undefined && outcome !== null)
        turn(desk.store, elsewhere, { news: [answer(sent, outcome, nowMs + 1)] });
      expect(turn(desk.store, ticked, { claim: 1, nowMs: nowMs + 2 })).toMatchObject({ claimed: [], heldCount: 1 });
    },
  );

  it('holds a row beside a later one of another id of which a request has left', () => {
    const { desk, elsewhere, ticked } = tickedBesideUnsent();
    const [sent] = turn(desk.store, ticked, { claim: 1 }).claimed;
    if (sent !== undefined) turn(desk.store, ticked, { news: [answer(sent, { kind: 'tokenRefused' }, NOW_MS + 1)] });
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'unknown', requests_left: 1 });
    expect(turn(desk.store, elsewhere, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it('lets a ticked row go beside what was sent before the tick, whatever else is heard of that', () => {
    const desk = paidAt(OTHER, 'processing');
    const ticked = confirmTicked(desk, NOW_MS);
    turn(desk.store, 1, { news: [lookUp(claimOf(desk, 1), said('processing', 'Still at the bank'))] });
    expect(turn(desk.store, ticked, { claim: 1 }).claimed).toHaveLength(1);
  });

  it('holds a ticked row once the gateway knows the same of another id, paid by another computer', () => {
    const { desk, elsewhere, ticked } = tickedBesideUnsent();
    turn(desk.store, elsewhere, { news: [held('referenceKnown')] });
    expect(turn(desk.store, ticked, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it.each([MOVED, OTHER])('names what ended unpaid at %o, to be looked up there', (change) => {
    expect(earlier(paidAt(change, 'failed'))).toEqual([1]);
    expect(earlier(paidAt(change, 'cancelled'))).toEqual([1]);
  });
});

describe('the guard of a salary', () => {
  const NAMED = { remark: 'Salary', batchName: 'April salaries', fileName: 'salaries.csv' };
  const DAY_MS = 86_400_000;

  it.each([
    [24, { remark: 'March' }, 'paid'],
    [25, { remark: 'March' }, 'paidLongAgo'],
    [28, { remark: 'March' }, 'paidLongAgo'],
    [28, { batchName: 'March salaries' }, 'paidLongAgo'],
    [28, { fileName: 'march.csv' }, 'paidLongAgo'],
    [28, {}, 'paid'],
    [28, { batchName: null }, 'paid'],
    [28, { batchName: null, remark: 'March' }, 'paidLongAgo'],
    [28, { remark: '\u00a0 salary', batchName: 'APRIL  salaries', fileName: 'Salaries.CSV ' }, 'paid'],
    [28, { remark: 'Ｓalary' }, 'paid'],
    [31, { remark: 'March' }, null],
  ] as const)('paid %i days ago, now %o', (days, change, kind) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - days * DAY_MS);
    const hit = ask(desk, { named: { ...NAMED, ...change } });
    expect(hit?.kind ?? null).toBe(kind);
    expect(ask(desk)?.kind ?? null).toBe(kind === 'paidLongAgo' ? 'paid' : kind);
  });

  it('is asked about by the nearest of several', () => {
    const desk = makeDesk();
    for (const remark of ['February', 'March']) confirmBatch(desk, [payment({ remark })]);
    put(desk, 1, 'success', NOW_MS - 28 * DAY_MS);
    put(desk, 2, 'success', NOW_MS - 1 * DAY_MS);
    const named = { ...NAMED, remark: 'April' };
    expect(ask(desk, { batch: 9, named })).toEqual({ kind: 'paid', payoutId: 2, batch: 2, alsoPaid: 1 });
  });

  it('goes once a person has accepted all such rows together', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 28 * DAY_MS);
    const marks = { ...NO_MARKS, usualRepeats: [2] };
    const second = confirm(desk.store, confirmation(desk, [payment({ remark: 'March' })], { marks }));
    expect(turn(desk.store, second, { claim: 1 }).claimed).toHaveLength(1);
    expect(count(desk.raw, `audit WHERE what = 'ticked' AND detail LIKE '%usualRepeat%'`)).toBe(1);
    const verdict = verifyDatabase(desk.raw, { prefix: 'B', machine: ACTOR, head: null });
    expect(verdict.findings.filter(({ code }) => code === 'tickUnexplained')).toEqual([]);
  });
});

describe('a guarded row', () => {
  it('is held while the earlier payout is open, and goes once that one ended unpaid', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const first = confirmBatch(desk, [payment()]);
    const inFlight = claimOne(store, first);
    const second = confirmBatch(desk, [payment({ remark: 'Again' }), ...payments(1)]);

    const result = turn(store, second, { claim: 9 });
    expect(result.heldCount).toBe(1);
    expect(result.claimed.map(({ payoutId }) => payoutId)).toEqual([3]);
    expect(rowOf(raw, 2)).toMatchObject({ state: 'queued', hold: 'guarded', attempts: 0 });
    expect(String(rowOf(raw, 2)['message'])).toContain('batch B0001 is not settled yet');
    expect(JSON.parse(String(raw.prepare(`SELECT detail FROM audit WHERE what = 'held'`).pluck().get()))).toEqual({
      hit: 'open',
      payout: 1,
    });
    expect(store.ledger.heldCount(second)).toBe(1);
    expect(turn(store, second, { claim: 9 })).toMatchObject({ claimed: [], heldCount: 0 });

    turn(store, first, { news: [answer(inFlight, LOST)] });
    store.ledger.releaseHeld(second, NOW_MS);
    expect(rowOf(raw, 2)).toMatchObject({ hold: null, message: null });
    expect(turn(store, second, { claim: 9 })).toMatchObject({ claimed: [], heldCount: 1 });

    turn(store, first, { news: [lookUp(inFlight, said('failed'))] });
    turn(store, first, { news: [lookUp(inFlight, said('failed'))] });
    store.ledger.releaseHeld(second, NOW_MS);
    expect(turn(store, second, { claim: 9 }).claimed.map(({ payoutId }) => payoutId)).toEqual([2]);
    turn(store, second, { news: [answer(claimedAgain(raw), PAID)] });
    expect(rowOf(raw, 2)).toMatchObject({ state: 'success', message: null });
  });

  it('stays held once the earlier payout succeeded, unless a person ticked the repeat', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const first = confirmBatch(desk, [payment()]);
    turn(store, first, { news: [answer(claimOne(store, first), PAID)] });
    const second = confirmBatch(desk, [payment({ remark: 'Again' })]);
    expect(turn(store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    expect(String(rowOf(raw, 2)['message'])).toContain('was paid in the last 30 days');
    store.ledger.releaseHeld(second, NOW_MS);
    expect(turn(store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    const ticked = confirmTicked(desk, NOW_MS + 1_000);
    store.ledger.cancel(second, { nowMs: NOW_MS, pace: PACE });
    expect(turn(store, ticked, { claim: 1, nowMs: NOW_MS + 1_000 }).claimed).toHaveLength(1);
  });

  it('stays held by what was paid after the tick, which the person did not know of', () => {
    const desk = makeDesk();
    const { store } = desk;
    const first = confirmBatch(desk, [payment()]);
    const inFlight = claimOne(store, first);
    const ticked = confirmTicked(desk, NOW_MS);
    turn(store, first, { news: [answer(inFlight, PAID, NOW_MS + 1)] });
    expect(turn(store, ticked, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it('stays held by a later batch that was paid first, tick or no tick', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const ticked = confirmTicked(desk, NOW_MS);
    confirmBatch(desk, [payment({ remark: 'Later' })]);
    put(desk, 2, 'success', NOW_MS - 1);
    expect(turn(store, ticked, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    expect(rowOf(raw, 1)).toMatchObject({ state: 'queued', hold: 'guarded', repeat_ticked: 1 });
  });

  it('of two queued batches is only the later one, so that neither waits for the other', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    const second = confirmBatch(desk, [payment({ remark: 'Again' })]);
    expect(turn(desk.store, second, { claim: 1 }).heldCount).toBe(1);
    expect(turn(desk.store, first, { claim: 1 }).claimed).toHaveLength(1);
  });

  it.each(['referenceKnown', 'referenceUnclear'] as const)(
    'of an earlier batch waits beside a queued one of a later batch that may have been paid from elsewhere: %s',
    (hold) => {
      const desk = makeDesk();
      const later = confirmBatch(desk, [payment()]);
      turn(desk.store, later, { news: [held(hold)] });
      expect(ask(desk, { batch: later - 1 })).toEqual({ kind: 'open', payoutId: 1, batch: later });
      desk.store.ledger.releaseHeld(later, NOW_MS);
      expect(ask(desk, { batch: later - 1 })?.kind).toBe(hold === 'referenceKnown' ? 'open' : undefined);
    },
  );

  it('of an earlier batch waits when the later one went first', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    const second = confirmBatch(desk, [payment({ remark: 'Again' })]);
    desk.raw.exec(`UPDATE payouts SET state = 'processing', gateway_status = 'accept' WHERE batch_id = ${second}`);
    expect(turn(desk.store, first, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it('does not take a slot from the rows behind it for good', () => {
    const desk = makeDesk();
    confirmBatch(desk, payments(5));
    const second = confirmBatch(desk, [...payments(5, { remark: 'Again' }), payment({ amountPaise: asPaise(7) })]);
    const seen: number[] = [];
    for (let round = 0; round < 6; round += 1)
      seen.push(...turn(desk.store, second, { claim: 1 }).claimed.map(({ payoutId }) => payoutId));
    expect(seen).toEqual([11]);
    expect(count(desk.raw, `payouts WHERE hold = 'guarded'`)).toBe(5);
  });
});

/** A look-up before its first send speaks against the first payout. */
function held(hold: 'referenceKnown' | 'referenceUnclear'): News {
  const evidence = { httpStatus: 200, text: null };
  return { kind: 'held', hold, payoutId: 1 as PayoutId, evidence, atMs: NOW_MS };
}

/** A claim that was answered already, for look-ups of it. */
function claimOf({ raw }: TestDesk, payoutId: number): ReturnType<typeof claimOne> {
  const order = { reference: rowOf(raw, payoutId)['reference'] };
  return { payoutId, order } as ReturnType<typeof claimOne>;
}

function claimedAgain(raw: TestDesk['raw']): ReturnType<typeof claimOne> {
  const attemptId = Number(raw.prepare('SELECT attempt_id FROM attempts WHERE payout_id = 2').pluck().get());
  return { payoutId: 2, attemptId } as ReturnType<typeof claimOne>;
}
