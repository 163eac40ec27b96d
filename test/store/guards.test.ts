// The guards of a claim: a payment to the same payee that is in flight, or was made lately, stops a row. These tests cover what
// the guards find and what a tick lifts; how one payment repeats another is tested in test/domain/same-payment.

import { describe, expect, it, onTestFinished } from 'vitest';
import type { EarlierRelation } from '../../electron/main/domain/batches.ts';
import type { News } from '../../electron/main/domain/ledger.ts';
import { foldName, personKey } from '../../electron/main/domain/person-key.ts';
import { purposeOf } from '../../electron/main/domain/purpose.ts';
import { type Intention, REPEAT_WINDOW_MS } from '../../electron/main/domain/same-payment.ts';
import type { GuardQuestion } from '../../electron/main/store/guards.ts';
import type { NamesInFile } from '../../electron/main/store/same-name.ts';
import { openStoreWriter } from '../../electron/main/store/store.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import { RefusedError } from '../../shared/failures.ts';
import type { Mid, PayoutId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import type { Profile } from '../../shared/profiles.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import type { Payment } from '../../shared/rows.ts';
import { STATE_KINDS, type StateKind } from '../../shared/states.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  ACCEPTED,
  ACTOR,
  answer,
  BACKOFF,
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
  PAID,
  payment,
  payments,
  rowOf,
  said,
  saidOf,
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
const DAY_MS = 86_400_000;
const OPEN: readonly StateKind[] = ['queued', 'sending', 'processing', 'unknown'];

function put(desk: TestDesk, payoutId: number, state: StateKind, settledAtMs: number | null): void {
  const reason = state === 'unknown' ? 'timeout' : null;
  desk.raw
    .prepare(
      `UPDATE payouts SET state = ?, unknown_reason = ?, gateway_status = 'accept', settled_at_ms = ? WHERE payout_id = ?`,
    )
    .run(state, reason, settledAtMs, payoutId);
}

/** What a payment of the next file is for. */
function intention(change: Partial<Payment> = {}): Intention {
  const { beneficiary, name, remark, reference, amountPaise } = payment(change);
  const called = ['April salaries', 'salaries.csv'];
  return {
    payee: personKey(beneficiary),
    name: foldName(name ?? ''),
    purpose: purposeOf({ reference, remark, called }),
    amountPaise,
  };
}

const upi = (upiId: string): Pick<Payment, 'beneficiary'> => ({ beneficiary: { method: 'UPI', upiId } });
const MINE = payment().beneficiary;
const CORRECTED = upi('corrected1@bank');

const QUESTION: GuardQuestion = { mid: MERCHANT.mid, batch: 2, row: intention(), nowMs: NOW_MS, retryOf: null };

type Question = Partial<GuardQuestion> & { readonly pays?: Partial<Payment> };

function guard({ store }: Pick<TestDesk, 'store'>, { pays, ...change }: Question = {}) {
  return store.guard({ ...QUESTION, ...(pays === undefined ? {} : { row: intention(pays) }), ...change });
}

/** What stands in the way, the strongest first. */
function ask(desk: Pick<TestDesk, 'store'>, question: Question = {}) {
  return guard(desk, question).hits.map(({ kind, payoutId }) => [kind, payoutId]);
}

/** What would be looked up before the payment is made once more. */
function earlier(desk: TestDesk, question: Question = {}): readonly number[] {
  return guard(desk, question).unpaid;
}

/** The hit for a payout of the same payee, purpose and amount in this state. */
function kindBeside(state: StateKind): 'waits' | 'again' | null {
  return OPEN.includes(state) ? 'waits' : state === 'success' ? 'again' : null;
}

interface Shown {
  readonly shown: readonly number[];
  readonly relation?: EarlierRelation['relation'];
  readonly pays?: Partial<Payment>;
  readonly nowMs?: number;
}

/** The same payment once more, confirmed by a person who was shown these earlier ones. */
function confirmShown(desk: TestDesk, { shown, relation = 'again', pays = {}, nowMs = NOW_MS }: Shown): number {
  const relations = new Map([[2, shown.map((payoutId) => ({ earlier: payoutId as PayoutId, relation }))]]);
  const marks = { ...NO_MARKS, ticks: { ...NO_TICKS, paidBefore: [2] }, relations };
  return confirm(desk.store, confirmation(desk, [payment(pays)], { nowMs, marks }));
}

describe('the guard', () => {
  it.each(STATE_KINDS)('asked beside an earlier %s payout', (state) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, state, NOW_MS - 1_000);
    const kind = kindBeside(state);
    expect(earlier(desk)).toEqual(kind === null ? [1] : []);
    expect(ask(desk)).toEqual(kind === null ? [] : [[kind, 1]]);
  });

  it.each(STATE_KINDS)('asked beside a later %s payout', (state) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, state, NOW_MS - 1_000);
    const kind = state === 'queued' ? null : kindBeside(state);
    expect(ask(desk, { batch: 0 })).toEqual(kind === null ? [] : [[kind, 1]]);
  });

  it.each([
    ['a moment ago', NOW_MS, 'again'],
    ['a moment less than 25 days ago', NOW_MS - 25 * DAY_MS + 1, 'again'],
    ['25 days ago', NOW_MS - 25 * DAY_MS, 'usual'],
    ['a moment less than thirty days ago', NOW_MS - REPEAT_WINDOW_MS + 1, 'usual'],
    ['thirty days ago', NOW_MS - REPEAT_WINDOW_MS, null],
    ['a year ago', NOW_MS - 12 * REPEAT_WINDOW_MS, null],
    ['tomorrow, before the clock was put back', NOW_MS + DAY_MS, 'again'],
    ['at a time nobody knows', null, 'again'],
  ])('finds what was paid %s', (_name, settledAtMs, kind) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', settledAtMs);
    expect(ask(desk)).toEqual(kind === null ? [] : [[kind, 1]]);
  });

  it.each<readonly [string, Question]>([
    ['another person', { pays: { ...upi('asha@other'), name: 'Ravi Iyer' } }],
    ['its own batch', { batch: 1 }],
  ])('does not mind %s', (_name, question) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'processing', null);
    expect(guard(desk, question)).toEqual({ hits: [], unpaid: [] });
  });

  it('finds the payee by every spelling of the account, whatever name, purpose and amount', () => {
    const desk = makeDesk();
    const account = { method: 'IMPS', accountNumber: '00112233', ifsc: 'PUNB0001234' } as const;
    confirmBatch(desk, [payment({ beneficiary: account })]);
    put(desk, 1, 'success', NOW_MS - 1_000);
    const merged = { method: 'IMPS', accountNumber: '112233', ifsc: 'ORBC0ABC123' } as const;
    const pays = { beneficiary: merged, name: 'Somebody else' };
    expect(ask(desk, { pays })).toEqual([['again', 1]]);
    expect(ask(desk, { pays: { ...pays, amountPaise: asPaise(50_001) } })).toEqual([['correction', 1]]);
    expect(ask(desk, { pays: { ...pays, remark: 'Bonus' } })).toEqual([['another', 1]]);
    expect(ask(desk, { pays: { ...pays, remark: 'Bonus', amountPaise: asPaise(1) } })).toEqual([['nearby', 1]]);
  });

  it('reads the purpose of the earlier payout from its own reference, remark, batch and file', () => {
    const desk = makeDesk();
    confirm(desk.store, confirmation(desk, [payment()], { name: 'March salaries', fileName: 'a.csv' }));
    confirm(desk.store, confirmation(desk, [payment({ reference: 'INV-7001' as never, remark: 'Rent' })]));
    put(desk, 1, 'success', NOW_MS - 1_000);
    put(desk, 2, 'success', NOW_MS - 1_000);
    expect(ask(desk, { batch: 9 })).toEqual([
      ['another', 2],
      ['another', 1],
    ]);
    const invoice = { reference: 'inv 7001' as never, amountPaise: asPaise(9), remark: 'Other' };
    expect(ask(desk, { batch: 9, pays: invoice })).toEqual([
      ['again', 2],
      ['nearby', 1],
    ]);
  });

  it('names what is open before what was paid, and of two alike the newer', () => {
    const desk = makeDesk();
    for (const remark of ['Rent', 'Bonus', 'Deposit', 'Advance']) confirmBatch(desk, [payment({ remark })]);
    put(desk, 1, 'success', NOW_MS);
    put(desk, 2, 'failed', NOW_MS);
    put(desk, 3, 'unknown', null);
    put(desk, 4, 'success', NOW_MS);
    const question = { batch: 9, pays: { remark: 'Advance' } };
    expect(ask(desk, question)).toEqual([
      ['waits', 3],
      ['again', 4],
      ['another', 1],
    ]);
    expect(earlier(desk, question)).toEqual([2]);
  });

  it('tells of a hit all that a person is shown', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 1_000);
    expect(guard(desk, { pays: { amountPaise: asPaise(60_000) } }).hits).toEqual([
      {
        kind: 'correction',
        name: 'Asha Rao',
        payoutId: 1,
        batch: 1,
        rowNumber: 2,
        amountPaise: 50_000,
        state: 'success',
        payTo: MINE,
        atMs: NOW_MS - 1_000,
        paidPaise: 50_000,
      },
    ]);
  });
});

describe('the guard of a name', () => {
  const AWAY = { method: 'IMPS', accountNumber: '9876543210', ifsc: 'ICIC0000001' } as const;
  const BY_BANK = { beneficiary: AWAY } as const;

  it.each(STATE_KINDS)('asked beside a %s payout to another account', (state) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, state, NOW_MS - 1_000);
    const isUnpaid = kindBeside(state) === null;
    expect(ask(desk, { pays: { ...BY_BANK, name: 'RAO, Mrs. Аsha' } })).toEqual(isUnpaid ? [] : [['name', 1]]);
    expect(earlier(desk, { pays: BY_BANK })).toEqual(isUnpaid ? [1] : []);
  });

  it('counts together with the same purpose or the same amount, and not without either', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 1_000);
    expect(ask(desk, { pays: { ...BY_BANK, amountPaise: asPaise(1) } })).toEqual([['name', 1]]);
    expect(ask(desk, { pays: { ...BY_BANK, remark: 'Bonus' } })).toEqual([['name', 1]]);
    expect(ask(desk, { pays: { ...BY_BANK, remark: 'Bonus', amountPaise: asPaise(1) } })).toEqual([]);
    expect(ask(desk, { pays: { ...BY_BANK, name: 'Asha Rau' } })).toEqual([]);
    expect(ask(desk, { pays: { ...BY_BANK, name: null } })).toEqual([]);
  });

  it.each([
    ['says nothing of two people who were paid beside each other, however long ago', 1, []],
    ['asks of a person whose account was another one until months ago', 90, [['name', 3]]],
  ])('%s', (_, daysBetween, expected) => {
    const desk = makeDesk();
    const nowMs = NOW_MS - 4 * REPEAT_WINDOW_MS;
    for (const [at, one] of [payment(BY_BANK), payment()].entries()) {
      const atMs = nowMs + at * daysBetween * 86_400_000;
      confirm(desk.store, confirmation(desk, [one], { nowMs: atMs }));
      put(desk, at + 1, 'success', atMs);
    }
    confirmBatch(desk, [payment()]);
    put(desk, 3, 'success', NOW_MS - 1_000);
    desk.store.close();
    const store = openDesk(desk.path);
    expect(ask({ store }, { batch: 9, pays: BY_BANK })).toEqual(expected);
    expect(ask({ store }, { batch: 9, pays: upi('third@okbank') })).toEqual([['name', 3]]);
  });

  it('asks where the only payment to the other account is the one that would be repeated', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment({ ...BY_BANK, remark: 'Bonus' })]);
    put(desk, 1, 'success', NOW_MS - 2 * 86_400_000);
    confirmBatch(desk, [payment({ remark: 'Bonus', amountPaise: asPaise(9_000) })]);
    put(desk, 2, 'success', NOW_MS - 1_000);
    const bonus = { ...BY_BANK, remark: 'Bonus', amountPaise: asPaise(9_000) };
    expect(ask(desk, { batch: 9, pays: bonus })).toEqual([
      ['correction', 1],
      ['name', 2],
    ]);
  });

  it('says nothing of two people who stand in one file with their own accounts for the same purpose', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 1_000);
    const beside = (remark: string, payee = MINE): NamesInFile => {
      const purpose = purposeOf({ reference: null, remark, called: [] });
      return () => new Map([[personKey(payee), [purpose]]]);
    };
    const pays = { ...BY_BANK, remark: 'Bonus' };
    expect(ask(desk, { pays, namesInFile: beside('Bonus') })).toEqual([]);
    expect(ask(desk, { pays, namesInFile: beside('Bonus', AWAY) })).toEqual([['name', 1]]);
    // A salary on one account and travel on another belong to one person.
    expect(ask(desk, { pays, namesInFile: beside('Travel') })).toEqual([['name', 1]]);
    // The row that repeats the payment proves nothing about the one that may be the same by another way.
    expect(ask(desk, { pays: BY_BANK, namesInFile: beside(payment().remark) })).toEqual([['name', 1]]);
  });

  it('asks of a person who was paid for something else on the other account', () => {
    const desk = makeDesk();
    confirmBatch(desk, [
      payment({ remark: 'Salary Oct' }),
      payment({ ...BY_BANK, remark: 'Travel', amountPaise: asPaise(9) }),
    ]);
    for (const payoutId of [1, 2]) put(desk, payoutId, 'success', NOW_MS - 20 * DAY_MS);
    confirmBatch(desk, [payment({ remark: 'Salary Nov' })]);
    put(desk, 3, 'success', NOW_MS - 1_000);
    expect(ask(desk, { batch: 9, pays: { ...BY_BANK, remark: 'Salary Nov' } })).toContainEqual(['name', 3]);
  });

  it('lets a batch go that pays both of them, and holds one that pays the other account alone', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    turn(desk.store, first, { news: [answer(claimOne(desk.store, first), PAID)] });
    const both = confirmBatch(desk, [
      payment({ ...BY_BANK, remark: 'Bonus' }),
      payment({ remark: 'Bonus', amountPaise: asPaise(9) }),
    ]);
    const alone = confirmBatch(desk, [payment({ beneficiary: { ...AWAY, accountNumber: '5550001' } })]);
    expect(turn(desk.store, both, { claim: 9 })).toMatchObject({ heldCount: 0 });
    expect(turn(desk.store, alone, { claim: 9 })).toMatchObject({ claimed: [], heldCount: 1 });
    expect(saidOf(desk.raw, 4)).toContain('paid the same name on another account');
  });

  it('takes a tick that showed it', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    turn(desk.store, first, { news: [answer(claimOne(desk.store, first), PAID)] });
    const ticked = confirmShown(desk, { shown: [1], relation: 'name', pays: BY_BANK, nowMs: NOW_MS + 1_000 });
    expect(turn(desk.store, ticked, { claim: 1, nowMs: NOW_MS + 1_000 }).claimed).toHaveLength(1);
  });
});

describe('the guard of what was retried with other details', () => {
  /** Asha's payment failed, and a retry of it goes to somebody else; `put` sets the retry's state. */
  function retried(): TestDesk {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    confirmRetry(desk, { of: 1, payouts: [1], changed: ['upiId'] });
    return desk;
  }

  it.each(STATE_KINDS)('asked for the first details again, with a %s retry', (state) => {
    const desk = retried();
    put(desk, 2, state, NOW_MS - 1_000);
    const kind = kindBeside(state);
    const { hits } = guard(desk, { batch: 3 });
    expect(hits).toMatchObject(kind === null ? [] : [{ kind, payoutId: 2, batch: 2, otherDetails: true }]);
    expect(earlier(desk, { batch: 3 })).toEqual(kind === null ? [2, 1] : [1]);
  });

  it('looks through every generation', () => {
    const desk = retried();
    turn(desk.store, 2, { news: [answer(claimOne(desk.store, 2), refuse('rejected'))] });
    confirmRetry(desk, { of: 2, payouts: [2], changed: ['upiId'] });
    put(desk, 3, 'success', NOW_MS - 1_000);
    expect(guard(desk, { batch: 4 }).hits).toMatchObject([{ kind: 'again', payoutId: 3, otherDetails: true }]);
  });

  it('finds it under another name and for a corrected amount too', () => {
    const desk = retried();
    put(desk, 2, 'success', NOW_MS - 1_000);
    const pays = { name: 'A. R.', amountPaise: asPaise(60_000) };
    expect(guard(desk, { batch: 3, pays }).hits).toMatchObject([
      { kind: 'correction', payoutId: 2, otherDetails: true },
    ]);
  });

  it.each(STATE_KINDS)(
    'asked for the corrected details, with a %s payout of another file to the first ones',
    (state) => {
      const desk = makeDesk();
      endUnpaid(desk, [payment()], [refuse('failed')]);
      confirmBatch(desk, [payment()]);
      put(desk, 2, state, NOW_MS - 1_000);
      const pays = { ...CORRECTED, name: 'A. R.' };
      const retry = { batch: 3, pays, retryOf: 1 as PayoutId };
      const kind = kindBeside(state);
      const { hits } = guard(desk, retry);
      expect(hits).toMatchObject(kind === null ? [] : [{ kind, payoutId: 2, batch: 2, otherDetails: true }]);
      expect(earlier(desk, retry)).toEqual(kind === null ? [2, 1] : [1]);
      expect(earlier(desk, { batch: 3, pays })).toEqual([]);
    },
  );

  it('finds what another file paid to the details of any generation', () => {
    const desk = retried();
    turn(desk.store, 2, { news: [answer(claimOne(desk.store, 2), refuse('rejected'))] });
    confirmBatch(desk, [payment({ ...CORRECTED, name: 'A. R.' })]);
    put(desk, 3, 'success', NOW_MS - 1_000);
    expect(guard(desk, { batch: 4 }).hits).toMatchObject([
      { kind: 'again', payoutId: 3, batch: 3, otherDetails: true },
    ]);
  });

  it('holds a retry whose payout another file has paid since it was confirmed', () => {
    const desk = retried();
    confirmBatch(desk, [payment({ name: 'A. R.' })]);
    put(desk, 3, 'success', NOW_MS - 1_000);
    expect(turn(desk.store, 2, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    expect(saidOf(desk.raw, 2)).toBe('Batch B0003, row 2 (₹500.00) paid this already.');
  });

  it.each([31, 400])('holds a retry whose payout another file paid %i days ago', (days) => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    const instead = confirmShown(desk, { shown: [1], relation: 'unpaid' });
    put(desk, 2, 'success', NOW_MS - days * DAY_MS);
    const question = { batch: 9, retryOf: 1 as PayoutId };
    expect(guard(desk, question).hits).toMatchObject([{ kind: 'again', payoutId: 2, batch: instead }]);
    expect(guard(desk, { ...question, pays: upi('corrected@bank') }).hits).toMatchObject([{ kind: 'again' }]);
    expect(guard(desk, { batch: 9 }).hits).toEqual([]);
  });

  it('does not hold the retry itself back', () => {
    const desk = retried();
    expect(turn(desk.store, 2, { claim: 1 }).claimed).toHaveLength(1);
  });

  it('counts what another file paid instead of it as one intention with it', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    const instead = confirmShown(desk, { shown: [1], relation: 'unpaid', pays: { ...CORRECTED, name: 'A. R.' } });
    put(desk, 2, 'success', NOW_MS - 1_000);
    expect(guard(desk, { batch: 9 }).hits).toMatchObject([
      { kind: 'again', payoutId: 2, batch: instead, otherDetails: true },
    ]);
  });
});

describe('the guard beside a clock that is wrong', () => {
  /** A desk that paid Asha now, and another process of it whose clock is this many days ahead. */
  function laterDesk(days: number) {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    turn(desk.store, first, { news: [answer(claimOne(desk.store, first), PAID)] });
    desk.store.close();
    const nowMs = NOW_MS + days * DAY_MS;
    const opening = openStoreWriter({ path: desk.path, prefix: 'B' }, { actor: ACTOR, nowMs, monotonicMs: () => 0 });
    if (opening.kind === 'refused') throw new RefusedError(opening.refusal);
    onTestFinished(() => opening.store.close());
    return { desk: { ...desk, store: opening.store }, nowMs };
  }

  it.each([
    [-400, { kind: 'again' }],
    [-1, { kind: 'again' }],
    [24, { kind: 'again' }],
    [29, { kind: 'usual' }],
    [31, { kind: 'usual', byRecord: true }],
    [400, { kind: 'usual', byRecord: true }],
  ] as const)('that says %i days later still stops the repeat: %o', (days, hit) => {
    const { desk, nowMs } = laterDesk(days);
    const { hits } = guard(desk, { nowMs });
    expect(hits).toMatchObject([{ ...hit, payoutId: 1 }]);
    expect(hits.map(({ byRecord }) => byRecord)).toEqual(['byRecord' in hit ? true : undefined]);
    const second = confirmBatch(desk, [payment()]);
    expect(turn(desk.store, second, { claim: 1, nowMs })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it.each([31, 400])('that says %i days later stops a corrected amount too', (days) => {
    const { desk, nowMs } = laterDesk(days);
    const corrected = payment({ amountPaise: asPaise(60_000) });
    expect(ask(desk, { nowMs, pays: corrected })).toEqual([['usual', 1]]);
    expect(turn(desk.store, confirmBatch(desk, [corrected]), { claim: 1, nowMs })).toMatchObject({ heldCount: 1 });
  });

  it('is not lifted by anything that this process writes with that clock', () => {
    const { desk, nowMs } = laterDesk(31);
    desk.store.notes.pause(1, { code: 'person', message: verbatim('asked') }, nowMs);
    expect(ask(desk, { nowMs })).toEqual([['usual', 1]]);
  });

  it('is not lifted by one entry that an earlier process wrote with a clock far ahead', () => {
    const { desk, nowMs } = laterDesk(400);
    desk.store.notes.pause(1, { code: 'person', message: verbatim('asked') }, nowMs);
    desk.store.close();
    expect(ask({ store: openDesk(desk.path) })).toEqual([['again', 1]]);
  });

  it('answers the same however often the desk is opened, until something of a batch is recorded', () => {
    const { desk, nowMs } = laterDesk(31);
    desk.store.saveProfile(PROFILE, nowMs);
    desk.store.close();
    const again = openDesk(desk.path);
    expect(ask({ store: again }, { nowMs })).toEqual([['usual', 1]]);
    again.notes.pause(1, { code: 'person', message: verbatim('asked') }, nowMs);
    again.close();
    expect(ask({ store: openDesk(desk.path) }, { nowMs })).toEqual([]);
  });

  /**
   * A desk that worked now, paid Asha with its clock set back by `backDays`, and worked again `laterDays` later with the right
   * time.
   */
  function setBackDesk({ backDays, laterDays }: { readonly backDays: number; readonly laterDays: number }) {
    const desk = makeDesk();
    const day = (days: number): number => NOW_MS + days * DAY_MS;
    const pay = (name: string, nowMs: number): void => {
      const person = payment({ beneficiary: { method: 'UPI', upiId: `${name}@okbank` }, remark: name, name });
      const batch = confirm(desk.store, confirmation(desk, [person], { nowMs }));
      const { claimed } = turn(desk.store, batch, { claim: 1, nowMs });
      turn(desk.store, batch, { news: claimed.map((one) => answer(one, PAID, nowMs)), nowMs });
    };
    pay('first', NOW_MS);
    pay('asha', day(-backDays));
    pay('other', day(laterDays));
    desk.store.close();
    return { desk: { ...desk, store: openDesk(desk.path) }, nowMs: day(laterDays), batch: 9 };
  }

  it.each([
    [60, 1, 'again'],
    [400, 29, 'usual'],
    [60, 31, undefined],
    [27, 1, 'again'],
  ])(
    'set back %i days as it was paid, and right again %i days later with another batch in between: %s',
    (backDays, laterDays, kind) => {
      const { desk, ...question } = setBackDesk({ backDays, laterDays });
      expect(ask(desk, { ...question, pays: payment({ remark: 'asha', name: 'asha' }) })[0]?.[0]).toBe(kind);
      expect(verifyDatabase(desk.raw, { prefix: 'B', machine: '', head: null })).toMatchObject({ ok: true });
    },
  );

  it('is not fooled by a clock that was ahead once: it proves nothing about what was paid since', () => {
    const { desk } = setBackDesk({ backDays: 60, laterDays: 1 });
    const pays = payment({ remark: 'asha', name: 'asha' });
    expect(ask(desk, { batch: 9, nowMs: NOW_MS - 28 * DAY_MS, pays })).toEqual([]);
  });

  it('is lifted by a tick like any other repeat of what was paid', () => {
    const { desk, nowMs } = laterDesk(31);
    const ticked = confirmShown(desk, { shown: [1], relation: 'another', nowMs });
    expect(turn(desk.store, ticked, { claim: 1, nowMs }).claimed).toHaveLength(1);
  });
});

describe('the guard of what ended unpaid', () => {
  it('names every generation of it, to be looked up before it is paid again', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    confirmRetry(desk, { of: 1, payouts: [1], changed: ['upiId'] });
    turn(desk.store, 2, { news: [answer(claimOne(desk.store, 2), refuse('rejected'))] });
    expect(ask(desk, { batch: 9 })).toEqual([]);
    expect(earlier(desk, { batch: 9 })).toEqual([2, 1]);
    expect(earlier(desk, { batch: 9, pays: { amountPaise: asPaise(60_000) } })).toEqual([2, 1]);
    expect(earlier(desk, { batch: 9, pays: CORRECTED })).toEqual([2, 1]);
    expect(earlier(desk, { batch: 9, pays: upi('new@bank'), retryOf: 2 as PayoutId })).toEqual([2, 1]);
  });

  it('looks nothing up that has neither purpose nor amount with the row', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    expect(earlier(desk, { pays: { remark: 'Bonus', amountPaise: asPaise(1) } })).toEqual([]);
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

  it('stops the row while late news about it is unread, shown or not', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    turn(desk.store, 1, { news: [lookUp(claimOf(desk, 1), said('processing'))] });
    expect(ask(desk)).toEqual([['news', 1]]);
    const second = confirmShown(desk, { shown: [1], relation: 'unpaid' });
    expect(turn(desk.store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    desk.store.readNews(null, NOW_MS);
    expect(ask(desk)).toEqual([]);
  });

  it.each([['unpaid'], ['again']] as const)(
    'holds the row back when it has been paid after all, shown as %s',
    (relation) => {
      const desk = makeDesk();
      endUnpaid(desk, [payment()], [refuse('failed')]);
      const shown = confirmShown(desk, { shown: [1], relation, nowMs: NOW_MS + 1 });
      turn(desk.store, 1, { news: [lookUp(claimOf(desk, 1), said('success'), NOW_MS + 2)] });
      desk.store.readNews(null, NOW_MS + 3);
      expect(turn(desk.store, shown, { claim: 1, nowMs: NOW_MS + 4 })).toMatchObject({ claimed: [], heldCount: 1 });
    },
  );
});

describe('the guard over merchants', () => {
  /** Asha's payment at this merchant, beside the one being checked. */
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
    expect(ask(paidAt(MOVED, 'processing'))).toEqual([['waits', 1]]);
    expect(guard(paidAt(MOVED, 'success')).hits[0]).not.toHaveProperty('elsewhere');
    expect(ask(paidAt(MOVED, 'success'))).toEqual([['again', 1]]);
  });

  it.each(['processing', 'success'] as const)(
    'says where a %s payout of another id is, which a tick lifts',
    (state) => {
      const desk = paidAt(OTHER, state);
      expect(guard(desk).hits).toMatchObject([{ kind: 'again', payoutId: 1, elsewhere: true }]);
      const second = confirmBatch(desk, [payment()]);
      expect(turn(desk.store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
      desk.store.ledger.cancel(second, { nowMs: NOW_MS, backoff: BACKOFF });
      expect(turn(desk.store, confirmShown(desk, { shown: [1, 2] }), { claim: 1 }).claimed).toHaveLength(1);
    },
  );

  /** Asha's payment under another merchant id is unsent when the same is confirmed here, ticked. */
  function tickedBesideUnsent(): { readonly desk: TestDesk; readonly elsewhere: number; readonly ticked: number } {
    const desk = makeDesk();
    const merchant = { ...MERCHANT, ...OTHER };
    const at = { store: desk.store, merchantId: desk.store.merchants.ensure(merchant) };
    const elsewhere = confirm(desk.store, confirmation(at, [payment()], merchant));
    return { desk, elsewhere, ticked: confirmShown(desk, { shown: [1] }) };
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
      const nowMs = NOW_MS - DAY_MS;
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
    const ticked = confirmShown(desk, { shown: [1] });
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

describe('the guard of a desk that is years old', () => {
  /** Asha's payout of four months ago in this state, and somebody else's of today. */
  function oldDesk(
    state: StateKind,
    settledAtMs: number | null,
    nextLookupAtMs: number | null = null,
  ): Pick<TestDesk, 'store'> {
    const desk = makeDesk();
    const nowMs = NOW_MS - 4 * REPEAT_WINDOW_MS;
    confirm(desk.store, confirmation(desk, [payment()], { nowMs }));
    put(desk, 1, state, settledAtMs);
    desk.raw.prepare('UPDATE payouts SET next_lookup_at_ms = ? WHERE payout_id = 1').run(nextLookupAtMs);
    confirmBatch(desk, payments(1));
    desk.store.close();
    return { store: openDesk(desk.path) };
  }
  const LONG_AGO = NOW_MS - 4 * REPEAT_WINDOW_MS;
  const question = { batch: 9 };

  it('reads no more what was settled long ago', () => {
    expect(guard(oldDesk('success', LONG_AGO), question)).toEqual({ hits: [], unpaid: [] });
    expect(guard(oldDesk('failed', LONG_AGO), question)).toEqual({ hits: [], unpaid: [] });
  });

  it.each(['queued', 'sending', 'processing', 'unknown'] as const)('waits for what is %s since then', (state) => {
    expect(ask(oldDesk(state, null), question)).toEqual([['waits', 1]]);
  });

  it('stops a repeat of what was settled lately, however old its batch', () => {
    expect(ask(oldDesk('success', NOW_MS - DAY_MS), question)).toEqual([['again', 1]]);
    const name = { ...question, pays: upi('other@okbank') };
    expect(ask(oldDesk('success', NOW_MS - DAY_MS), name)).toEqual([['name', 1]]);
  });

  it('stops a repeat of what this very process heard to be paid after all, once it had read how old it is', () => {
    const desk = makeDesk();
    const nowMs = LONG_AGO;
    const old = confirm(desk.store, confirmation(desk, [payment()], { nowMs }));
    const claimed = turn(desk.store, old, { claim: 1, nowMs }).claimed[0];
    if (claimed === undefined) throw new Error('it was not claimed');
    turn(desk.store, old, { news: [answer(claimed, refuse('failed'), nowMs)], nowMs });
    // Its watch is over: otherwise the payout would still be read for that.
    desk.raw.prepare('UPDATE payouts SET next_lookup_at_ms = NULL WHERE payout_id = 1').run();
    confirmBatch(desk, payments(1));
    desk.store.close();
    const store = openDesk(desk.path);
    expect(guard({ store }, question)).toEqual({ hits: [], unpaid: [] });
    turn(store, old, { news: [lookUp(claimed, said('success'))] });
    store.readNews(null, NOW_MS + 3_000);
    expect(ask({ store }, question)).toEqual([['again', 1]]);
  });

  it.each([
    ['with its watch overdue, as where the desk was closed', NOW_MS - 20 * DAY_MS, [1]],
    ['whose watch is still to come, as by a clock that was ahead', NOW_MS + DAY_MS, []],
  ])('looks up what ended unpaid long ago %s', (_name, nextLookupAtMs, unpaid) => {
    expect(guard(oldDesk('failed', LONG_AGO, nextLookupAtMs), question).unpaid).toEqual(unpaid);
  });

  it('looks up what ended unpaid in a batch that is repeated, or is retried, however old', () => {
    const desk = oldDesk('failed', LONG_AGO);
    expect(guard(desk, { ...question, repeats: new Set([1]) }).unpaid).toEqual([1]);
    expect(guard(desk, { ...question, retryOf: 1 as PayoutId }).unpaid).toEqual([1]);
  });
});

describe('a row that was confirmed long ago', () => {
  it.each([{}, { amountPaise: asPaise(60_000) }])(
    'is held by what was paid since then, however often it is resumed: %o',
    (change) => {
      const desk = makeDesk();
      const paused = confirm(desk.store, confirmation(desk, [payment()], { nowMs: NOW_MS - 40 * DAY_MS }));
      confirm(desk.store, confirmation(desk, [payment(change)], { nowMs: NOW_MS - 36 * DAY_MS }));
      put(desk, 2, 'success', NOW_MS - 35 * DAY_MS);
      for (const atMs of [NOW_MS, NOW_MS + DAY_MS]) {
        desk.store.ledger.releaseHeld(paused, atMs);
        expect(turn(desk.store, paused, { claim: 1, nowMs: atMs })).toMatchObject({ claimed: [], heldCount: 1 });
      }
    },
  );

  it('is not held by what was too old when it was confirmed', () => {
    const desk = makeDesk();
    confirm(desk.store, confirmation(desk, [payment()], { nowMs: NOW_MS - 80 * DAY_MS }));
    put(desk, 1, 'success', NOW_MS - 75 * DAY_MS);
    const paused = confirm(desk.store, confirmation(desk, [payment()], { nowMs: NOW_MS - 40 * DAY_MS }));
    expect(turn(desk.store, paused, { claim: 1 }).claimed).toHaveLength(1);
  });
});

describe('what a person was shown', () => {
  function paidTwice(): TestDesk {
    const desk = makeDesk();
    for (const remark of ['March', 'April']) confirmBatch(desk, [payment({ remark })]);
    put(desk, 1, 'success', NOW_MS - 1_000);
    put(desk, 2, 'success', NOW_MS - 1_000);
    return desk;
  }

  it.each([
    [[1, 2], 1],
    [[1], 0],
    [[2], 0],
    [[], 0],
  ])('is lifted, and no more: %j', (shown, claimed) => {
    const desk = paidTwice();
    const batch = confirmShown(desk, { shown });
    expect(turn(desk.store, batch, { claim: 1 }).claimed).toHaveLength(claimed);
  });

  it.each(['again', 'difference', 'name', 'another', 'unpaid'] as const)(
    'is of its own row: not of another that is confirmed later: %s',
    (relation) => {
      const desk = paidTwice();
      const shown = confirmShown(desk, { shown: [1, 2], relation });
      turn(desk.store, shown, { news: [answer(claimOne(desk.store, shown), refuse('failed'))] });
      const later = confirmBatch(desk, [payment()]);
      expect(turn(desk.store, later, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    },
  );

  it('never lifts what has to be waited for', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'processing', null);
    expect(turn(desk.store, confirmShown(desk, { shown: [1] }), { claim: 1 })).toMatchObject({ heldCount: 1 });
  });

  it('as a difference is a part of what was paid, and no payment of its own', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 1_000);
    confirmShown(desk, { shown: [1], relation: 'difference', pays: { amountPaise: asPaise(10_000) } });
    put(desk, 2, 'success', NOW_MS - 1_000);
    const pays = { amountPaise: asPaise(60_000) };
    expect(guard(desk, { batch: 9, pays }).hits).toMatchObject([
      { kind: 'correction', payoutId: 1, amountPaise: 50_000, paidPaise: 60_000 },
    ]);
  });

  it('as a difference stands for itself once the payment that it was paid to says nothing', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 1_000);
    confirmShown(desk, { shown: [1], relation: 'difference', pays: { amountPaise: asPaise(10_000) } });
    put(desk, 2, 'success', NOW_MS - 1_000);
    put(desk, 1, 'reversed', NOW_MS - 500);
    const question = { batch: 9, pays: { amountPaise: asPaise(60_000) } };
    expect(guard(desk, question)).toMatchObject({
      hits: [{ kind: 'correction', payoutId: 2, paidPaise: 10_000 }],
      unpaid: [1],
    });
  });

  it('as a difference is shown with all that was paid before it, once the first amount is too old to be asked about', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 26 * DAY_MS);
    confirmShown(desk, { shown: [1], relation: 'difference', pays: { amountPaise: asPaise(10_000) } });
    put(desk, 2, 'success', NOW_MS - 6 * DAY_MS);
    expect(guard(desk, { batch: 9, pays: { amountPaise: asPaise(80_000) } }).hits).toMatchObject([
      { kind: 'correction', payoutId: 2, paidPaise: 60_000 },
    ]);
  });

  it('as a difference is not held by another payment that came to as much', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 1_000);
    confirmBatch(desk, [payment({ remark: 'Travel', amountPaise: asPaise(10_000) })]);
    put(desk, 2, 'success', NOW_MS - 1_000);
    const batch = confirmShown(desk, { shown: [1], relation: 'difference', pays: { amountPaise: asPaise(10_000) } });
    expect(turn(desk.store, batch, { claim: 1 }).claimed).toHaveLength(1);
  });
});

describe('a second difference of the same amount', () => {
  /** A payment of 500, and a difference of 100 that was paid on top of it. */
  function oneDifference(): TestDesk {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 2_000);
    confirmShown(desk, { shown: [1], relation: 'difference', pays: HUNDRED });
    put(desk, 2, 'success', NOW_MS - 1_000);
    return desk;
  }
  const HUNDRED = { amountPaise: asPaise(10_000) };

  it('is paid, as it was reckoned from the sum of both', () => {
    const desk = oneDifference();
    const batch = confirmShown(desk, { shown: [1], relation: 'difference', pays: HUNDRED });
    expect(turn(desk.store, batch, { claim: 1 }).claimed).toHaveLength(1);
  });

  it('is held back by one that was confirmed after it, and was paid before', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 2_000);
    const batch = confirmShown(desk, { shown: [1], relation: 'difference', pays: HUNDRED });
    confirmShown(desk, { shown: [1], relation: 'difference', pays: HUNDRED });
    put(desk, 3, 'success', NOW_MS);
    expect(turn(desk.store, batch, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });
});

describe('a rhythm', () => {
  /** Payouts to Asha on these days before now, each ticked as another payment than the one before. */
  function weekly(days: readonly number[], relation: EarlierRelation['relation'] = 'another'): TestDesk {
    const desk = makeDesk();
    for (const [at, day] of days.entries()) {
      const pays = { remark: `Wages week ${10 + at}` };
      if (at === 0) confirmBatch(desk, [payment(pays)]);
      else confirmShown(desk, { shown: [at], relation, pays });
      put(desk, at + 1, 'success', NOW_MS - day * DAY_MS);
    }
    return desk;
  }
  const NEXT = { batch: 9, pays: { remark: 'Wages week 20' } };
  const learned = (desk: TestDesk): unknown =>
    guard(desk, NEXT).hits.map(({ payoutId, isLearned }) => [payoutId, isLearned]);

  it('is learned once a person ticked another payment twice at its interval', () => {
    expect(learned(weekly([14, 7]))).toEqual([
      [2, undefined],
      [1, undefined],
    ]);
    expect(learned(weekly([21, 14, 7]))).toEqual([
      [3, true],
      [2, true],
      [1, undefined],
    ]);
  });

  it('is asked about again after a shorter interval, and of other ticks there is none', () => {
    expect(learned(weekly([17, 10, 3]))).toContainEqual([3, undefined]);
    expect(learned(weekly([21, 14, 7], 'again'))).toContainEqual([3, undefined]);
    expect(learned(weekly([7.002, 7.001, 7]))).toContainEqual([3, undefined]);
    // Two days, then four weeks: a salary, its bonus and the next salary are no rhythm for a refund within three weeks.
    expect(learned(weekly([50, 48, 20]))).toContainEqual([3, undefined]);
    expect(learned(weekly([54, 52, 24]))).toContainEqual([3, true]);
  });

  it('is not gone by while the last one is open under another merchant id', () => {
    const desk = weekly([21, 14, 7]);
    put(desk, 3, 'unknown', NOW_MS - 7 * DAY_MS);
    desk.raw.exec('UPDATE merchants SET mid = mid + 1');
    expect(learned(desk)).toContainEqual([3, undefined]);
  });

  it.each([
    ['another purpose: it is asked about itself', 'Advance', undefined],
    ['the same purpose, as piece wages are: it is behind that one', 'Wages', true],
  ] as const)('of a corrected payment, when a later one to its payee was ticked for %s', (_name, remark, isBehind) => {
    const desk = makeDesk();
    confirmBatch(desk, [payment({ remark: 'Wages', amountPaise: asPaise(100_000) })]);
    put(desk, 1, 'success', NOW_MS - 9 * DAY_MS);
    const amountPaise = asPaise(remark === 'Wages' ? 110_000 : 120_000);
    confirmShown(desk, { shown: [1], relation: 'another', pays: { remark, amountPaise } });
    put(desk, 2, 'success', NOW_MS - 2 * DAY_MS);
    const { hits } = guard(desk, { batch: 9, pays: { remark: 'Wages', amountPaise: asPaise(120_000) } });
    expect(hits.find(({ payoutId }) => payoutId === 1)).toMatchObject({ kind: 'correction' });
    expect(hits.find(({ payoutId }) => payoutId === 1)?.isBehind).toBe(isBehind);
  });

  it('never learns the same payment once more', () => {
    const { hits } = guard(weekly([21, 14, 7]), { ...NEXT, pays: { remark: 'Wages week 12' } });
    expect(hits[0]).toMatchObject({ kind: 'again', payoutId: 3 });
    expect(hits[0]).not.toHaveProperty('isLearned');
  });
});

describe('a guarded row', () => {
  it('is held while the earlier payout is open, and goes once that one ended unpaid', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const first = confirmBatch(desk, [payment()]);
    const inFlight = claimOne(store, first);
    const second = confirmBatch(desk, [payment(), ...payments(1)]);

    const result = turn(store, second, { claim: 9 });
    expect(result.heldCount).toBe(1);
    expect(result.claimed.map(({ payoutId }) => payoutId)).toEqual([3]);
    expect(rowOf(raw, 2)).toMatchObject({ state: 'queued', hold: 'guarded', attempts: 0 });
    expect(saidOf(raw, 2)).toBe('Batch B0001, row 2 (₹500.00) is not settled yet.');
    expect(JSON.parse(String(raw.prepare(`SELECT detail FROM audit WHERE what = 'held'`).pluck().get()))).toEqual({
      hit: 'waits',
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

  it.each<readonly [string, Partial<Payment>]>([
    ['paid this already', {}],
    ['paid another amount for this already', { amountPaise: asPaise(60_000) }],
    ['paid the same amount for another purpose', { remark: 'Bonus' }],
    ['paid the same name on another account', upi('other@okbank')],
  ])('says what stands in its way: %s', (sentence, pays) => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    turn(desk.store, first, { news: [answer(claimOne(desk.store, first), PAID)] });
    const second = confirmBatch(desk, [payment(pays)]);
    expect(turn(desk.store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    expect(saidOf(desk.raw, 2)).toBe(`Batch B0001, row 2 (₹500.00) ${sentence}.`);
  });

  it('is not held by what was paid to the same person lately for something else', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    turn(desk.store, first, { news: [answer(claimOne(desk.store, first), PAID)] });
    const second = confirmBatch(desk, [payment({ remark: 'Bonus', amountPaise: asPaise(7) })]);
    expect(turn(desk.store, second, { claim: 1 }).claimed).toHaveLength(1);
  });

  it('stays held once the earlier payout succeeded, unless a person ticked the repeat', () => {
    const desk = makeDesk();
    const { store } = desk;
    const first = confirmBatch(desk, [payment()]);
    turn(store, first, { news: [answer(claimOne(store, first), PAID)] });
    const second = confirmBatch(desk, [payment()]);
    expect(turn(store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    store.ledger.releaseHeld(second, NOW_MS);
    expect(turn(store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    const ticked = confirmShown(desk, { shown: [1], nowMs: NOW_MS + 1_000 });
    store.ledger.cancel(second, { nowMs: NOW_MS, backoff: BACKOFF });
    expect(turn(store, ticked, { claim: 1, nowMs: NOW_MS + 1_000 }).claimed).toHaveLength(1);
  });

  it('stays held by what was paid after the tick, which the person did not know of', () => {
    const desk = makeDesk();
    const { store } = desk;
    const first = confirmBatch(desk, [payment()]);
    const inFlight = claimOne(store, first);
    const ticked = confirmShown(desk, { shown: [1] });
    turn(store, first, { news: [answer(inFlight, PAID, NOW_MS + 1)] });
    expect(turn(store, ticked, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it('stays held by a later batch that was paid first, tick or no tick', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    confirmBatch(desk, [payment()]);
    put(desk, 1, 'success', NOW_MS - 2_000);
    const ticked = confirmShown(desk, { shown: [1] });
    confirmBatch(desk, [payment()]);
    put(desk, 3, 'success', NOW_MS - 1);
    expect(turn(store, ticked, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    expect(rowOf(raw, 2)).toMatchObject({ state: 'queued', hold: 'guarded', repeat_ticked: 1 });
  });

  it('of two queued batches is only the later one, so that neither waits for the other', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    const second = confirmBatch(desk, [payment()]);
    expect(turn(desk.store, second, { claim: 1 }).heldCount).toBe(1);
    expect(turn(desk.store, first, { claim: 1 }).claimed).toHaveLength(1);
  });

  it.each(['referenceKnown', 'referenceUnclear'] as const)(
    'of an earlier batch waits beside a queued one of a later batch that may have been paid from elsewhere: %s',
    (hold) => {
      const desk = makeDesk();
      const later = confirmBatch(desk, [payment()]);
      turn(desk.store, later, { news: [held(hold)] });
      expect(ask(desk, { batch: later - 1 })).toEqual([['waits', 1]]);
      desk.store.ledger.releaseHeld(later, NOW_MS);
      expect(ask(desk, { batch: later - 1 })).toEqual(hold === 'referenceKnown' ? [['waits', 1]] : []);
    },
  );

  it('of an earlier batch waits when the later one went first', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    const second = confirmBatch(desk, [payment()]);
    desk.raw.exec(`UPDATE payouts SET state = 'processing', gateway_status = 'accept' WHERE batch_id = ${second}`);
    expect(turn(desk.store, first, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
  });

  it('does not take a slot from the rows behind it for good', () => {
    const desk = makeDesk();
    confirmBatch(desk, payments(5));
    const second = confirmBatch(desk, [...payments(5), payment({ amountPaise: asPaise(7) })]);
    const seen: number[] = [];
    for (let round = 0; round < 6; round += 1)
      seen.push(...turn(desk.store, second, { claim: 1 }).claimed.map(({ payoutId }) => payoutId));
    expect(seen).toEqual([11]);
    expect(count(desk.raw, `payouts WHERE hold = 'guarded'`)).toBe(5);
  });
});

/** The first payout is held by the lookup before its send. */
function held(hold: 'referenceKnown' | 'referenceUnclear'): News {
  const evidence = { httpStatus: 200, text: null };
  return { kind: 'held', hold, payoutId: 1 as PayoutId, evidence, atMs: NOW_MS };
}

/** A claim that was already answered, for lookups of it. */
function claimOf({ raw }: TestDesk, payoutId: number): ReturnType<typeof claimOne> {
  const order = { reference: rowOf(raw, payoutId)['reference'] };
  return { payoutId, order } as ReturnType<typeof claimOne>;
}

function claimedAgain(raw: TestDesk['raw']): ReturnType<typeof claimOne> {
  const attemptId = Number(raw.prepare('SELECT attempt_id FROM attempts WHERE payout_id = 2').pluck().get());
  return { payoutId: 2, attemptId } as ReturnType<typeof claimOne>;
}
