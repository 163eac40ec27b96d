// Known payees: a name that was paid before and now has another account is noticed.

import { describe, expect, it } from 'vitest';
import { accountKey, foldName, personKey } from '../../electron/main/domain/person-key.ts';
import type { Mid } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import type { SettlingOutcome } from '../../shared/states.ts';
import {
  ACCEPTED,
  answer,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  MERCHANT,
  makeDesk,
  NOW_MS,
  PAID,
  payment,
  payments,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';

const HOME = { method: 'IMPS', accountNumber: '0123456789', ifsc: 'HDFC0000123' } as const;
const HOME_KEY = 'imps:HDFC:0123456789';
const AWAY_KEY = 'imps:ICIC:9876543210';

function deskAfter(outcome: SettlingOutcome, name: string | null = 'Asha Rao'): TestDesk {
  const desk = makeDesk();
  const batch = confirmBatch(desk, [payment({ beneficiary: HOME, name })]);
  turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), outcome)] });
  return desk;
}

function changed({ store }: TestDesk, name: string, key: string): boolean {
  return store.payees.paidElsewhere({ mid: MERCHANT.mid, name: foldName(name), account: key }) !== null;
}

describe('a payee', () => {
  it('whose name was paid elsewhere is noticed, however it is spelt', () => {
    const desk = deskAfter(PAID);
    const names = ['Asha Rao', ' ASHA   rao ', 'asha\trao', 'Rao, Mrs. Аsha', 'As\u200Bha Rao.'];
    expect(names.filter((name) => changed(desk, name, AWAY_KEY))).toEqual(names);
  });

  it('that was paid here before is no news', () => {
    expect(changed(deskAfter(PAID), 'Asha Rao', HOME_KEY)).toBe(false);
  });

  it('whose account is named with another branch of its bank is no news', () => {
    expect(changed(deskAfter(PAID), 'Asha Rao', accountKey({ ...HOME, ifsc: 'HDFC0009999' }))).toBe(false);
  });

  it('whose account comes with another bank, or with a zero less, is noticed', () => {
    const others = [
      { ...HOME, ifsc: 'ICIC0000123' },
      { ...HOME, accountNumber: '123456789' },
    ];
    for (const other of others) expect(changed(deskAfter(PAID), 'Asha Rao', accountKey(other))).toBe(true);
  });

  it('that is new is no news', () => {
    expect(changed(deskAfter(PAID), 'Ravi Iyer', AWAY_KEY)).toBe(false);
  });

  it('that is to be paid by UPI for the first time is noticed as well', () => {
    expect(changed(deskAfter(PAID), 'Asha Rao', 'upi:asha@okbank')).toBe(true);
  });

  it('of another merchant is not known here', () => {
    const { payees } = deskAfter(PAID).store;
    expect(payees.paidElsewhere({ mid: 9 as Mid, name: foldName('Asha Rao'), account: AWAY_KEY })).toBeNull();
  });

  it('with two known accounts may be paid at either, and not at a third', () => {
    const desk = deskAfter(PAID);
    const second = { method: 'IMPS', accountNumber: '9876543210', ifsc: 'ICIC0000001' } as const;
    const batch = confirmBatch(desk, [payment({ beneficiary: second, remark: 'Bonus', amountPaise: asPaise(7) })]);
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), PAID)] });
    expect([HOME_KEY, AWAY_KEY, 'imps:X:1'].map((key) => changed(desk, 'Asha Rao', key))).toEqual([false, false, true]);
  });

  it.each([
    ['accepted', ACCEPTED],
    ['lost', LOST],
    [
      'refused',
      { kind: 'refused', state: 'failed', word: 'failed', ids: ACCEPTED.ids, message: verbatim('no') } as const,
    ],
    ['not sent', { kind: 'notSent', cause: 'dns', message: verbatim('no') } as const],
  ])('whose payment was only %s is not known yet', (_name, outcome) => {
    expect(changed(deskAfter(outcome), 'Asha Rao', AWAY_KEY)).toBe(false);
  });

  it('is known once a look-up says that the payment succeeded', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [payment({ beneficiary: HOME })]);
    const claimed = claimOne(desk.store, batch);
    turn(desk.store, batch, { news: [answer(claimed, LOST)] });
    turn(desk.store, batch, { news: [lookUp(claimed, said('success'))] });
    expect(changed(desk, 'Asha Rao', AWAY_KEY)).toBe(true);
  });

  it('is told by the newest payment to another account', () => {
    const desk = deskAfter(PAID);
    const second = payment({ beneficiary: { method: 'UPI', upiId: 'asha@okbank' }, amountPaise: asPaise(7) });
    const batch = confirmBatch(desk, [payments(1)[0] ?? second, { ...second, remark: 'Bonus' }]);
    for (const _ of [1, 2]) {
      const [claimed] = turn(desk.store, batch, { claim: 1 }).claimed;
      if (claimed !== undefined) turn(desk.store, batch, { news: [answer(claimed, PAID)] });
    }
    const question = { mid: MERCHANT.mid, name: foldName('Asha Rao'), account: AWAY_KEY };
    expect(desk.store.payees.paidElsewhere(question)).toEqual({
      payoutId: 3,
      batch,
      rowNumber: 3,
      amountPaise: 7,
      payTo: second.beneficiary,
      atMs: NOW_MS + 500,
    });
  });

  it('is no news where the other account stands in the same file', () => {
    const { payees } = deskAfter(PAID).store;
    const question = { mid: MERCHANT.mid, name: foldName('Asha Rao'), account: AWAY_KEY };
    const home = personKey(HOME);
    expect(payees.paidElsewhere({ ...question, beside: new Set([home]) })).toBeNull();
    expect(payees.paidElsewhere({ ...question, beside: new Set(['upi:asha@okbank']) })).toMatchObject({ payoutId: 1 });
  });

  it('that lost a zero is noticed though its person stands in the file', () => {
    const { payees } = deskAfter(PAID).store;
    const shorter = { ...HOME, accountNumber: '123456789' };
    const question = { mid: MERCHANT.mid, name: foldName('Asha Rao'), account: accountKey(shorter) };
    expect(payees.paidElsewhere({ ...question, beside: new Set([personKey(shorter)]) })).toMatchObject({ payoutId: 1 });
  });

  it('was paid under the name by which it is asked for', () => {
    const { payees } = deskAfter(PAID).store;
    const was = (name: string, account: string) => payees.wasPaid({ mid: MERCHANT.mid, name: foldName(name), account });
    expect([was('ASHA Rao', HOME_KEY), was('Asha Rao', AWAY_KEY), was('Ravi Iyer', HOME_KEY)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('without a name is never remembered', () => {
    const { raw } = deskAfter(PAID, null);
    expect(raw.prepare('SELECT count(*) FROM payee_names').pluck().get()).toBe(0);
  });
});

describe('foldName', () => {
  it.each([
    ['  Asha \u00a0 Rao ', 'RAO, Asha'],
    ['आशा राव', 'श्रीमती आशा राव.'],
    ['ÉLODIE', 'Elodie'],
    ['Mr. Ramesh Kumar', 'Kumar Ramesh'],
    ['Аsha Rao', 'Asha Rao'],
    ['As\u200Bha Rao', 'Asha Rao'],
    ['lndira', 'Indira'],
    ['Sunil 0mkar', 'Sunil Omkar'],
    ['Arnav', 'Amav'],
    ['Ｒａｖｉ', 'Ravi'],
    ['Mehta Enterprises Private Limited', 'MEHTA ENTERPRISE PVT. LTD.'],
  ])('compares %j as %j', (name, same) => {
    expect(foldName(name)).toBe(foldName(same));
  });

  it.each([
    ['Asha Rao', 'Asha Rau'],
    ['Asha Rao', 'Asha'],
    ['राम', 'रमा'],
    ['Ravi Iyer', 'Ravi K Iyer'],
  ])('tells %j from %j', (name, other) => {
    expect(foldName(name)).not.toBe(foldName(other));
  });

  it.each(['', ' ', '.', 'Mr.', '\u200B'])('is empty for %j', (name) => {
    expect(foldName(name)).toBe('');
  });
});
