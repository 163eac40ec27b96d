// A payee on hold: nothing is claimed for them, whichever account, batch or retry it is, until a person releases them or their day
// has come. The gate stands in the transaction that claims.

import { describe, expect, it } from 'vitest';
import { personKey } from '../../electron/main/domain/person-key.ts';
import type { NewHold } from '../../electron/main/store/payee-holds.ts';
import type { Beneficiary, Payment } from '../../shared/rows.ts';
import { verifiedChain } from './chain.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import { confirmation, confirmBatch, makeDesk, NOW_MS, payment, type TestDesk, turn } from './desk-file.ts';
import { confirmRetry, endUnpaid, refuse } from './retries.ts';

const DAY_MS = 86_400_000;
const ASHA: Beneficiary = { method: 'IMPS', accountNumber: '001234567890', ifsc: 'SYNB0001234' };
const RAVI: Beneficiary = { method: 'UPI', upiId: 'ravi@bank' };

function to(beneficiary: Beneficiary, name: string | null = null, more: Partial<Payment> = {}): Payment {
  return payment({ beneficiary, name, ...more });
}

function hold(desk: TestDesk, beneficiaries: readonly Beneficiary[], about: Partial<NewHold> = {}): string {
  const accounts = beneficiaries.map((one) => ({ person: personKey(one), payTo: 'their account' }));
  const asked = { name: 'Asha Verma', accounts, reason: 'account under dispute', notBefore: null, ...about };
  return desk.store.holds.hold(asked, NOW_MS).hold;
}

/** The rows that are claimed, of many. */
function claimed(desk: TestDesk, batch: number, nowMs = NOW_MS): readonly number[] {
  return turn(desk.store, batch, { claim: 10, nowMs }).claimed.map(({ rowNumber }) => rowNumber);
}

const messages = (desk: TestDesk): unknown =>
  desk.raw.prepare(`SELECT row_number, hold FROM payouts WHERE hold IS NOT NULL ORDER BY payout_id`).raw().all();

describe('a claim of a payee on hold', () => {
  it('leaves their row in the queue and takes the others', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [to(RAVI), to(ASHA), to({ method: 'UPI', upiId: 'third@bank' })]);
    hold(desk, [ASHA]);
    expect(claimed(desk, batch)).toEqual([2, 4]);
    expect(messages(desk)).toEqual([[3, 'guarded']]);
    expect(verifiedChain(desk.raw).filter(({ what }) => what === 'payeeHeld' || what === 'held')).toHaveLength(2);
  });

  it('stops a batch that is being sent: what was queued before is not claimed any more', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [to(RAVI), to(ASHA)]);
    expect(turn(desk.store, batch, { claim: 1 }).claimed).toHaveLength(1);
    hold(desk, [ASHA]);
    expect(claimed(desk, batch)).toEqual([]);
  });

  it.each<[string, Beneficiary]>([
    ['without its leading zeros', { ...ASHA, accountNumber: '1234567890' }],
    ['of another branch', { ...ASHA, ifsc: 'SYNB0009999' }],
    ['after the bank was merged', { ...ASHA, ifsc: 'CNRB0001234' }],
  ])('knows the account %s', (_, spelt) => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [to(spelt, 'Somebody Else')]);
    hold(desk, [ASHA]);
    expect(claimed(desk, batch)).toEqual([]);
  });

  it('knows the payee whose payment is paid again with another account', () => {
    const desk = makeDesk();
    const first = endUnpaid(desk, [to(ASHA)], [refuse('failed')]);
    const retry = confirmRetry(desk, { of: first, payouts: [1] });
    hold(desk, [ASHA], { name: null });
    expect(claimed(desk, retry)).toEqual([]);
  });

  it('is taken again after the release and a resume, and not before both', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [to(ASHA)]);
    const id = hold(desk, [ASHA]);
    expect(claimed(desk, batch)).toEqual([]);
    desk.store.ledger.releaseHeld(batch, NOW_MS);
    expect(claimed(desk, batch)).toEqual([]);
    expect(desk.store.holds.release({ hold: id, reason: 'confirmed by phone' }, NOW_MS)?.hold).toBe(id);
    expect(desk.store.holds.release({ hold: id, reason: 'again' }, NOW_MS)).toBeNull();
    desk.store.ledger.releaseHeld(batch, NOW_MS);
    expect(claimed(desk, batch)).toEqual([2]);
  });

  it('stays held while one of two holds is not released', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [to(ASHA)]);
    const [one] = [hold(desk, [ASHA]), hold(desk, [ASHA, RAVI])];
    desk.store.holds.release({ hold: one, reason: 'one reason is gone' }, NOW_MS);
    expect(claimed(desk, batch)).toEqual([]);
  });

  it('is held until its day, and from then on paid', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [to(ASHA)]);
    const day = new Date(NOW_MS + 3 * DAY_MS);
    const text = (part: number): string => String(part).padStart(2, '0');
    hold(desk, [ASHA], { notBefore: `${day.getFullYear()}-${text(day.getMonth() + 1)}-${text(day.getDate())}` });
    const midnight = new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
    expect(claimed(desk, batch, midnight - 1)).toEqual([]);
    desk.store.ledger.releaseHeld(batch, midnight);
    expect(claimed(desk, batch, midnight)).toEqual([2]);
  });
});

describe('a name of a payee on hold, with another account', () => {
  const other = to(RAVI, 'Smt. VERMA Asha');

  it('is not claimed when the hold came after the confirmation', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [other]);
    hold(desk, [ASHA]);
    expect(claimed(desk, batch)).toEqual([]);
  });

  it('is claimed when a person saw that hold with the row, and no other one', () => {
    const desk = makeDesk();
    const seen = hold(desk, [ASHA]);
    const marks = { ...NO_MARKS, heldNames: new Map([[2, [seen]]]) };
    const batch = confirm(desk.store, confirmation(desk, [other, { ...other, remark: 'Other' }], { marks }));
    expect(claimed(desk, batch)).toEqual([2]);
    const again = confirm(desk.store, confirmation(desk, [{ ...other, remark: 'Third' }], { marks }));
    const unseen = hold(desk, [ASHA]);
    expect(claimed(desk, again)).toEqual([]);
    const held = verifiedChain(desk.raw).findLast(({ what }) => what === 'held');
    expect(JSON.parse(held?.detail ?? '{}')).toEqual({ hit: 'heldName', hold: unseen });
  });
});

it('takes over what other desks said once, and keeps it as it was', () => {
  const desk = makeDesk();
  const hold = {
    hold: 'aaaaaaaa-0000-4000-8000-000000000001',
    name: 'Asha Verma',
    accounts: [{ person: personKey(ASHA), payTo: 'their account' }],
    reason: 'said in Pune',
    notBefore: null,
    heldBy: 'om@pune-1',
    heldAtMs: NOW_MS,
    desk: 'Pune',
  };
  const release = { hold: hold.hold, reason: 'settled', releasedBy: 'om@pune-1', releasedAtMs: NOW_MS, desk: 'Pune' };
  const batch = confirmBatch(desk, [to(ASHA)]);
  desk.store.holds.adopt({ holds: [hold], releases: [] }, NOW_MS);
  desk.store.holds.adopt({ holds: [{ ...hold, reason: 'another reason' }], releases: [] }, NOW_MS);
  expect(desk.store.holds.all()).toEqual([{ ...hold, release: null }]);
  expect(claimed(desk, batch)).toEqual([]);
  desk.store.holds.adopt({ holds: [], releases: [release] }, NOW_MS);
  expect(desk.store.holds.all()).toEqual([{ ...hold, release }]);
  expect(() => desk.raw.prepare('DELETE FROM payee_holds').run()).toThrow('payee_holds');
  expect(() => desk.raw.prepare(`UPDATE payee_holds SET not_before = '2020-01-01'`).run()).toThrow('payee_holds');
});
