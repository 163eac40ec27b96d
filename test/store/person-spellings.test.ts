// One account as two offices write it, with another branch of its bank or without its zeros: a guard sees one person.

import { describe, expect, it } from 'vitest';
import type { PayoutId } from '../../shared/ids.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  answer,
  claimOne,
  confirmation,
  confirmBatch,
  makeDesk,
  NOW_MS,
  PAID,
  payment,
  rowOf,
  saidOf,
  turn,
} from './desk-file.ts';
import { refuse } from './retries.ts';

describe('the guard of an account that comes with another branch', () => {
  const account = { method: 'IMPS', accountNumber: '00123456789', ifsc: 'PUNB0001234' } as const;
  const spellings = [
    ['the branch', { ...account, ifsc: 'PUNB0009999' }],
    ['the leading zeros', { ...account, accountNumber: '123456789' }],
    ['a bank that was merged into it', { ...account, ifsc: 'ORBC0001234' }],
    ['both', { ...account, accountNumber: '0123456789', ifsc: 'PUNB0009999' }],
  ] as const;

  it.each(spellings)('holds a row that differs by %s while the first is open, and once it is paid', (_name, again) => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const first = confirmBatch(desk, [payment({ beneficiary: account })]);
    const inFlight = claimOne(store, first);
    const second = confirmBatch(desk, [payment({ beneficiary: again })]);
    expect(turn(store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    expect(saidOf(raw, 2)).toContain('is not settled yet');
    turn(store, first, { news: [answer(inFlight, PAID)] });
    store.ledger.releaseHeld(second, NOW_MS);
    expect(turn(store, second, { claim: 1 })).toMatchObject({ claimed: [], heldCount: 1 });
    expect(saidOf(raw, 2)).toContain('paid this already');
    // One key held it, and it is sent in the other spelling, that of the sheet.
    expect(rowOf(raw, 2)).toMatchObject({ account_number: again.accountNumber, ifsc: again.ifsc });
  });

  it('lets a ticked one go out exactly as its sheet spells it', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment({ beneficiary: account })]);
    turn(desk.store, first, { news: [answer(claimOne(desk.store, first), PAID)] });
    const ticks = { ...NO_TICKS, paidBefore: [2] };
    for (const [at, [, beneficiary]] of spellings.entries()) {
      const shown = Array.from({ length: at + 1 }, (_, index) => index + 1);
      const relations = new Map([[2, shown.map((id) => ({ earlier: id as PayoutId, relation: 'again' as const }))]]);
      const marks = { ...NO_MARKS, ticks, relations };
      const nowMs = NOW_MS + 1_000;
      const batch = confirm(desk.store, confirmation(desk, [payment({ beneficiary })], { nowMs, marks }));
      const { claimed } = turn(desk.store, batch, { claim: 1, nowMs });
      expect(claimed.map(({ order }) => order.beneficiary)).toEqual([beneficiary]);
      turn(desk.store, batch, { news: claimed.map((one) => answer(one, refuse('failed'))) });
    }
  });

  it.each([
    ['another bank', { ...account, ifsc: 'ICIC0001234' }],
    ['another account', { ...account, accountNumber: '00123456780' }],
    ['a UPI id', { method: 'UPI', upiId: '00123456789@hdfc' } as const],
  ])('lets %s pass', (_name, beneficiary) => {
    const desk = makeDesk();
    claimOne(desk.store, confirmBatch(desk, [payment({ beneficiary: account })]));
    const other = payment({ beneficiary, name: 'Ravi Iyer' });
    expect(claimOne(desk.store, confirmBatch(desk, [other])).payoutId).toBe(2);
  });
});
