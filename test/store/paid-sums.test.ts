// What was paid by month is summed anew after every change, and only for the batches that changed.

import { describe, expect, it } from 'vitest';
import { monthStarts } from '../../electron/main/domain/paid-months.ts';
import { preparePaidSums } from '../../electron/main/store/paid-sums.ts';
import { MONTHS_SHOWN } from '../../shared/limits.ts';
import { answer, confirmBatch, LOST, lookUp, makeDesk, NOW_MS, PAID, payments, said, turn } from './desk-file.ts';

const MONTHS = monthStarts(NOW_MS, MONTHS_SHOWN);

describe('what was paid by month', () => {
  it('follows payments that are made, found paid, reversed and decided, as a new reader sees them', () => {
    const desk = makeDesk();
    const months = () => desk.store.payouts.paidMonths(null, MONTHS);
    const check = (count: number): void => {
      expect(months()).toEqual(preparePaidSums(desk.raw).paidMonths(null, MONTHS));
      expect(months().at(-1)?.byKind.salary.count ?? 0).toBe(count);
      expect(months().at(-1)?.byKind.salary.paise ?? 0).toBe(count * 50_000);
    };
    check(0);
    const first = confirmBatch(desk, payments(3));
    const second = confirmBatch(desk, payments(5).slice(3));
    check(0);
    const { claimed } = turn(desk.store, first, { claim: 3 });
    const [one, two, three] = claimed;
    if (one === undefined || two === undefined || three === undefined) throw new Error('three were claimed');
    turn(desk.store, first, { news: [answer(one, PAID), answer(two, PAID), answer(three, LOST)] });
    check(2);
    const others = turn(desk.store, second, { claim: 2 }).claimed;
    turn(desk.store, second, { news: others.map((other) => answer(other, PAID)) });
    check(4);
    turn(desk.store, first, { news: [lookUp(one, said('reversed'))] });
    check(3);
    turn(desk.store, first, { news: [lookUp(three, said('success'))] });
    check(4);
  });

  it('counts in the month in which it was paid, and none that is older than those asked for', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(3));
    const [last = 0, before = 0, oldest = 0] = [MONTHS.at(-1), MONTHS.at(-2), MONTHS[0]];
    const { claimed } = turn(desk.store, batch, { claim: 3 });
    const times = [last, last - 1, oldest - 1];
    turn(desk.store, batch, { news: claimed.map((one, at) => answer(one, PAID, times[at])) });
    expect(desk.store.payouts.paidMonths(null, MONTHS)).toMatchObject([
      { fromMs: before, byKind: { salary: { count: 1, paise: 50_000 } } },
      { fromMs: last, byKind: { salary: { count: 1, paise: 50_000 } } },
    ]);
  });

  it('keeps apart what was paid to one payee, whose account may be written in several ways', () => {
    const desk = makeDesk();
    const [first, ...others] = payments(3);
    if (first === undefined) throw new Error('there are three');
    const again = { ...first, beneficiary: { method: 'UPI', upiId: 'PAYEE1@BANK' } as const, remark: 'Bonus' };
    const batch = confirmBatch(desk, [first, ...others, again]);
    const { claimed } = turn(desk.store, batch, { claim: 4 });
    turn(desk.store, batch, { news: claimed.map((one) => answer(one, PAID)) });
    const paid = claimed.length;
    expect(desk.store.payouts.payee('upi:payee1@bank')?.paidCount).toBe(paid - 2);
    expect(desk.store.payouts.paidMonths('upi:payee1@bank', MONTHS)).toMatchObject([
      { byKind: { salary: { count: 1, paise: 50_000 }, extra: { count: 1, paise: 50_000 } } },
    ]);
    expect(desk.store.payouts.payeeParts('upi:payee1@bank', 5)).toMatchObject({
      names: ['Payee 1'],
      accounts: [
        { beneficiary: { upiId: 'PAYEE1@BANK' }, firstAtMs: NOW_MS, lastAtMs: NOW_MS, payoutCount: 1, paidCount: 1 },
        { beneficiary: { upiId: 'payee1@bank' }, paidPaise: 50_000 },
      ],
    });
  });
});
