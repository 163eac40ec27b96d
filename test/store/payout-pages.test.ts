import { describe, expect, it } from 'vitest';
import type { EarlierRelation } from '../../electron/main/domain/batches.ts';
import type { Payee, PayoutFilter, PayoutSearch, PayoutSort } from '../../electron/main/domain/payout-pages.ts';
import { countFalseSums } from '../../electron/main/store/damage.ts';
import { asPaise } from '../../shared/money.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  answer,
  claimOne,
  confirmation,
  confirmBatch,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  PAID,
  payment,
  payments,
  said,
  type TestDesk,
  tamper,
  turn,
} from './desk-file.ts';
import { refuse } from './retries.ts';

const SORT: PayoutSort = { by: 'rowNumber', direction: 'up' };
const NEWEST: PayoutSort = { by: 'rowNumber', direction: 'down' };
const ALL: PayoutFilter = { states: [], search: '' };
const EVERYWHERE: PayoutSearch = {
  ...ALL,
  person: null,
  amountFromPaise: null,
  amountToPaise: null,
  fromMs: null,
  toMs: null,
};

function twoBatches(): TestDesk & { readonly first: number; readonly second: number } {
  const desk = makeDesk();
  const first = confirmBatch(desk, payments(10));
  const imps = { method: 'IMPS', accountNumber: '00123456789', ifsc: 'HDFC0000001' } as const;
  const second = confirmBatch(desk, [
    payment({ beneficiary: imps, name: '100%_Asha', remark: 'a' }),
    payment({ beneficiary: { method: 'UPI', upiId: 'ravi@bank' }, name: 'Ravi' }),
  ]);
  return { ...desk, first, second };
}

describe('a window of payouts', () => {
  it('is a part of one batch, with the totals of all of it', () => {
    const { store, first } = twoBatches();
    const page = store.payouts.page(first, { ...ALL, sort: SORT, window: { from: 4, count: 2 } });
    expect(page).toMatchObject({ total: 10, totalPaise: 500_000 });
    expect(page.rows.map(({ name }) => name)).toEqual(['Payee 5', 'Payee 6']);
  });

  it('runs the other way when it is sorted down', () => {
    const { store, first } = twoBatches();
    const sort: PayoutSort = { by: 'rowNumber', direction: 'down' };
    const page = store.payouts.page(first, { ...ALL, sort, window: { from: 0, count: 1 } });
    expect(page.rows[0]?.name).toBe('Payee 10');
  });

  it('names what a person let another file pay beside a payout in doubt, in every list', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, payments(1));
    const claimed = claimOne(desk.store, first);
    turn(desk.store, first, { news: [answer(claimed, LOST)] });
    const relations = new Map([[2, [{ earlier: claimed.payoutId, relation: 'name' as const }]]]);
    const elsewhere = payments(1, { beneficiary: { method: 'UPI', upiId: 'other@bank' } });
    const second = confirm(desk.store, confirmation(desk, elsewhere, { marks: { ...NO_MARKS, relations } }));
    turn(desk.store, second, { news: [answer(claimOne(desk.store, second), PAID)] });
    const paidAgainAs = { payout: 'B0002/2', state: 'success' };
    expect(desk.store.unknown.list({ batch: first, withSending: false })).toMatchObject([{ paidAgainAs }]);
    const { rows } = desk.store.payouts.page(first, { ...ALL, sort: SORT, window: { from: 0, count: 1 } });
    expect(rows).toMatchObject([{ paidAgainAs }]);
    expect(desk.store.payouts.page(second, { ...ALL, sort: SORT, window: { from: 0, count: 1 } }).rows).toMatchObject([
      { paidAgainAs: null },
    ]);
  });

  it('names of several the one of the same amount, and a report names it as of when it was paid', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, payments(1));
    const claimed = claimOne(desk.store, first);
    turn(desk.store, first, { news: [answer(claimed, refuse('failed'))] });
    const shown: EarlierRelation[] = [{ earlier: claimed.payoutId, relation: 'again' }];
    for (const amountPaise of [50_000, 100]) {
      const change = {
        beneficiary: { method: 'UPI', upiId: `p${amountPaise}@bank` },
        amountPaise: asPaise(amountPaise),
      } as const;
      const relations = new Map([[2, [...shown]]]);
      const batch = confirm(desk.store, confirmation(desk, payments(1, change), { marks: { ...NO_MARKS, relations } }));
      const again = claimOne(desk.store, batch);
      turn(desk.store, batch, { news: [answer(again, PAID)] });
      shown.push({ earlier: again.payoutId, relation: 'another' });
    }
    const { rows } = desk.store.payouts.page(first, { ...ALL, sort: SORT, window: { from: 0, count: 1 } });
    expect(rows).toMatchObject([{ paidAgainAs: { payout: 'B0002/2', state: 'success' } }]);
    const batch = desk.store.batches.find(first) ?? expect.unreachable();
    const settled = desk.store.payouts.story(2, 2)?.payout.settledAtMs ?? 0;
    for (const [asOfMs, paidSinceAs] of [
      [settled, 'B0002/2'],
      [settled - 1, null],
    ] as const) {
      expect([...desk.store.report(batch, asOfMs).payouts()]).toMatchObject([{ state: 'failed', paidSinceAs }]);
    }
  });

  it('holds only the states asked for', () => {
    const { store, first } = twoBatches();
    const window = { from: 0, count: 5 };
    expect(store.payouts.page(first, { states: ['queued'], search: '', sort: SORT, window }).total).toBe(10);
    expect(store.payouts.page(first, { states: ['success', 'unknown'], search: '', sort: SORT, window }).total).toBe(0);
  });

  it('finds people, accounts with their zeros, and signs as they are', () => {
    const { store } = twoBatches();
    const found = (search: string): (string | null)[] =>
      store.payouts
        .search({ ...EVERYWHERE, search, sort: NEWEST, window: { from: 0, count: 50 } })
        .rows.map(({ name }) => name);
    expect(found('RAVI@')).toEqual(['Ravi']);
    expect(found('00123456789')).toEqual(['100%_Asha']);
    expect(found('0%_')).toEqual(['100%_Asha']);
    expect(found("' OR 1=1 --")).toEqual([]);
    expect(found('\\')).toEqual([]);
  });

  it('reaches over all batches, the newest payout first, within bounds', () => {
    const { store } = twoBatches();
    const search = (change: Partial<PayoutSearch>) =>
      store.payouts.search({ ...EVERYWHERE, ...change, sort: NEWEST, window: { from: 0, count: 3 } });
    expect(search({}).total).toBe(12);
    expect(search({}).rows[0]?.name).toBe('Ravi');
    expect(search({ amountFromPaise: 50_001 }).total).toBe(0);
    expect(search({ amountToPaise: 50_000 }).total).toBe(12);
    expect(search({ fromMs: 0, toMs: 1 }).total).toBe(0);
  });

  it('tells one payout with its source, and knows it by its name and its reference', () => {
    const { store, second } = twoBatches();
    const [listed] = store.payouts.page(second, { ...ALL, sort: SORT, window: { from: 0, count: 1 } }).rows;
    if (listed === undefined) throw new Error('the batch is empty');
    const name = `${listed.batch}/${listed.rowNumber}`;
    expect(store.payouts.story(second, listed.rowNumber)).toMatchObject({ payout: listed, attempts: [], lookups: 0 });
    const { name: payee, amountPaise, state, reference } = listed;
    const meant = { payout: name, name: payee, amountPaise, state, key: { by: 'reference', reference } };
    expect(store.payouts.meant(reference.toLowerCase())).toEqual(meant);
    expect(store.payouts.meant(name.toLowerCase())).toEqual(meant);
    expect(store.payouts.meant('none')).toBeNull();
    expect(store.payouts.story(second, 9_999)).toBeNull();
  });
});

describe('a search of the whole desk', () => {
  it.each([
    ['name', ['100%_Asha', 'Payee 1', 'Payee 10']],
    ['beneficiary', ['100%_Asha']],
    ['amount', ['Payee 1']],
    ['reference', []],
    ['utr', ['Payee 1']],
    ['message', ['Payee 1']],
    ['state', ['Payee 1']],
    ['sentAt', ['Payee 1']],
  ] as const)('is sorted by %s both ways, and gives the same rows one by one', (by, first) => {
    const { store } = twoBatches();
    const names = (direction: 'up' | 'down'): (string | null)[] =>
      store.payouts
        .search({ ...EVERYWHERE, sort: { by, direction }, window: { from: 0, count: 50 } })
        .rows.map(({ name }) => name);
    expect(names('up').slice(0, first.length)).toEqual(first);
    expect(new Set(names('down'))).toEqual(new Set(names('up')));
    const each = [...store.payouts.each({ ...EVERYWHERE, sort: { by, direction: 'up' } })];
    expect(each.map(({ name }) => name)).toEqual(names('up'));
  });
});

describe('what is found', () => {
  function desk() {
    const made = makeDesk();
    const bank = { method: 'IMPS', accountNumber: '00123456789', ifsc: 'ALLA0000001' } as const;
    const batch = confirmBatch(made, [
      payment({ beneficiary: bank, name: 'Ravi Kumar', remark: 'Freight to Pune' }),
      payment({ beneficiary: { method: 'UPI', upiId: 'asha.rao@okbank' }, name: null, remark: 'Salary' }),
      payment({ beneficiary: { method: 'UPI', upiId: 'meena@okbank' }, name: 'लक्ष्मी देवी', remark: 'Salary' }),
    ]);
    turn(made.store, batch, { news: [answer(claimOne(made.store, batch), PAID)] });
    const { rows } = made.store.payouts.search({ ...EVERYWHERE, sort: SORT, window: { from: 0, count: 3 } });
    const found = (search: string): number[] =>
      made.store.payouts
        .search({ ...EVERYWHERE, search, sort: SORT, window: { from: 0, count: 50 } })
        .rows.map(({ rowNumber }) => rowNumber);
    return { found, ids: rows[0]?.ids, reference: rows[2]?.reference ?? '' };
  }

  it.each([
    ['avi kum', [2]],
    ['क्ष्मी', [4]],
    ['23456789', [2]],
    ['0012', [2]],
    ['a.rao@', [3]],
    ['okbank', [3, 4]],
    ['pune', [2]],
    ['sal', [3, 4]],
    ['alla0000001', [2]],
    ['ALLA', [2]],
    ['IDIB', []],
    ['upi:', []],
    ['imps', []],
  ] as const)(
    'by %s is every payee, account and remark that holds it, and every branch that begins so',
    (text, rows) => {
      expect(desk().found(text)).toEqual(rows);
    },
  );

  it('by an id is the payout whose reference or id begins so, in any capitals', () => {
    const { found, ids, reference } = desk();
    expect(found(reference)).toEqual([4]);
    expect(found(reference.slice(0, 8).toLowerCase())).toContain(4);
    expect(found(String(ids?.transactionId).toUpperCase())).toEqual([2]);
    for (const id of [ids?.rrn, ids?.transactionId]) expect(found(String(id))).toEqual([2]);
    expect(found(String(ids?.rrn).slice(0, -1))).toContain(2);
  });
});

describe('a window of the whole desk', () => {
  it('is the same whether kept sums say where it is or every payout is read', () => {
    const { store, first, second } = twoBatches();
    turn(store, first, { news: [answer(claimOne(store, first), PAID), answer(claimOne(store, first), LOST)] });
    turn(store, second, { news: [answer(claimOne(store, second), PAID)] });
    for (const direction of ['up', 'down'] as const)
      for (const states of [[], ['success'], ['queued', 'unknown'], ['failed']] as const)
        for (const from of [0, 3, 8, 9, 11, 12])
          for (const count of [1, 4, 60]) {
            const asked = {
              ...EVERYWHERE,
              states,
              sort: { by: 'rowNumber', direction },
              window: { from, count },
            } as const;
            const kept = store.payouts.search(asked);
            expect(kept).toEqual(store.payouts.search({ ...asked, amountFromPaise: 0 }));
            expect(kept).toEqual(store.payouts.search({ ...asked, fromMs: 0, toMs: NOW_MS * 2 }));
          }
  });
});

function allPayees({ payouts }: TestDesk['store']): readonly Payee[] {
  return payouts.payees(payouts.listPayees('name', null).ids);
}

describe('a sorted list of all payouts', () => {
  it('goes on in the same order far down, and anew after a change', () => {
    const desk = makeDesk();
    const amounts = Array.from({ length: 1_200 }, (_, index) => 10_000 + ((index * 7_919) % 1_200));
    const batch = confirmBatch(
      desk,
      payments(amounts.length).map((one, index) => ({ ...one, amountPaise: asPaise(amounts[index] ?? 1) })),
    );
    const page = (from: number) =>
      desk.store.payouts.search({
        ...EVERYWHERE,
        sort: { by: 'amount', direction: 'up' },
        window: { from, count: 60 },
      });
    const expected = amounts.toSorted((one, other) => one - other);
    for (const from of [0, 940, 960, 1_100, 1_180])
      expect(page(from).rows.map(({ amountPaise }) => amountPaise)).toEqual(expected.slice(from, from + 60));
    expect(page(1_100)).toMatchObject({
      total: 1_200,
      rows: expect.arrayContaining([expect.objectContaining({ state: 'queued' })]),
    });
    turn(desk.store, batch, { claim: 1_200 });
    expect(new Set(page(1_100).rows.map(({ state }) => state))).toEqual(new Set(['sending']));
  });
});

describe('the payees', () => {
  it('are each as among all, when one is asked for alone', () => {
    const { store } = twoBatches();
    for (const payee of allPayees(store)) expect(store.payouts.payee(payee.person)).toEqual(payee);
    expect(store.payouts.payee('upi:nobody@bank')).toBeNull();
  });

  it('are found by a search, with what was paid to them alone', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(3));
    const { claimed } = turn(desk.store, batch, { claim: 3 });
    turn(desk.store, batch, { news: claimed.map((one) => answer(one, PAID)) });
    const { payouts } = desk.store;
    const sum = { count: 3, paise: 150_000 };
    expect(payouts.listPayees('paid', null)).toEqual({ ids: [1, 2, 3], values: [50_000, 50_000, 50_000], sum });
    const found = payouts.listPayees('paid', ([name]) => name === 'Payee 2');
    expect(found).toEqual({ ids: [2], values: [50_000], sum: { count: 1, paise: 50_000 } });
  });

  it('keep the sums of a recount whatever becomes of their payments', () => {
    const desk = makeDesk();
    const to = (upiId: string, name: string | null) => payment({ beneficiary: { method: 'UPI', upiId }, name });
    const check = (last: number | null): void => {
      expect(countFalseSums(desk.raw)).toBe(0);
      expect(desk.store.payouts.payee('upi:asha@bank')?.lastPaidAtMs).toBe(last);
    };
    const batch = confirmBatch(desk, [to('asha@bank', 'Asha'), to('ASHA@bank', null), to('ravi@bank', 'Ravi')]);
    check(null);
    const { claimed } = turn(desk.store, batch, { claim: 3 });
    const [one, two, three] = claimed;
    if (one === undefined || two === undefined || three === undefined) throw new Error('three were claimed');
    turn(desk.store, batch, { news: [answer(two, PAID, NOW_MS + 1), answer(one, PAID, NOW_MS + 1)] });
    check(NOW_MS + 1);
    turn(desk.store, batch, { news: [answer(three, LOST, NOW_MS + 2)] });
    turn(desk.store, batch, { news: [lookUp(two, said('reversed')), lookUp(three, said('success'))] });
    check(NOW_MS + 1);
    turn(desk.store, batch, { news: [lookUp(one, said('reversed'))] });
    check(null);
    desk.store.lock.close('older', { nowMs: NOW_MS, backoff: { firstMs: 1, maxMs: 2 } });
    check(null);
    tamper(desk.raw, 'UPDATE payee_sums SET paid_paise = paid_paise + 1');
    expect(countFalseSums(desk.raw)).toBe(2);
    tamper(desk.raw, 'UPDATE settled_sums SET count = count + 1 WHERE count > 0');
    expect(countFalseSums(desk.raw)).toBeGreaterThan(2);
  });

  it('are counted by where the money goes, under their newest name, and anew once something changed', () => {
    const desk = makeDesk();
    const to = (upiId: string, name: string | null) => payment({ beneficiary: { method: 'UPI', upiId }, name });
    const batch = confirmBatch(desk, [to('asha@bank', 'Asha'), to('ravi@bank', 'Ravi'), to('ASHA@bank', 'Asha Rao')]);
    const [asha] = allPayees(desk.store);
    expect(asha).toMatchObject({ name: 'Asha Rao', payoutCount: 2, paidCount: 0, lastPaidAtMs: null, unsentCount: 2 });
    const claimed = [claimOne(desk.store, batch), claimOne(desk.store, batch), claimOne(desk.store, batch)];
    const outcomes = [PAID, LOST, PAID];
    const news = claimed.map((one, at) => answer(one, outcomes[at] ?? PAID));
    turn(desk.store, batch, { news });
    expect(allPayees(desk.store)).toMatchObject([
      { name: 'Asha Rao', paidCount: 2, paidPaise: 100_000, lastPaidPaise: 50_000, unknownCount: 0, unsentCount: 0 },
      { name: 'Ravi', paidCount: 0, paidPaise: 0, unknownCount: 1, failedCount: 0 },
    ]);
    expect(desk.store.payouts.settledSince(0)).toEqual({
      paid: { count: 2, paise: 100_000 },
      failed: { count: 0, paise: 0 },
    });
    expect(desk.store.payouts.settledSince(NOW_MS * 2).paid.count).toBe(0);
  });
});
