// Payees on hold before money moves: what Review and Confirm leave out or ask about, what a tick lifts, and how a payee is named.

import { describe, expect, it } from 'vitest';
import { withNamed } from '../../electron/main/desk/batches/candidate.ts';
import { asScreened, namesInFile, screenRows } from '../../electron/main/desk/drafts/screen-rows.ts';
import { holdPayee, listHolds, releasePayee } from '../../electron/main/desk/payees/payee-holds.ts';
import { personKey } from '../../electron/main/domain/person-key.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { NO_TICKS, type Ticks } from '../../shared/repeats.ts';
import type { Beneficiary, Payment } from '../../shared/rows.ts';
import { verifiedChain } from '../store/chain.ts';
import { confirm } from '../store/confirm.ts';
import {
  answer,
  claimOne,
  confirmation,
  confirmBatch,
  MERCHANT,
  makeDesk,
  NOW_MS,
  PAID,
  payment,
  type TestDesk,
  turn,
} from '../store/desk-file.ts';
import { endUnpaid, refuse } from '../store/retries.ts';

const ASHA: Beneficiary = { method: 'IMPS', accountNumber: '001234567890', ifsc: 'HDFC0000123' };
const NEW_ACCOUNT: Beneficiary = { method: 'UPI', upiId: 'asha@bank' };

const to = (beneficiary: Beneficiary, name: string | null, remark = 'Fee'): Payment =>
  payment({ beneficiary, name, remark });

/** The desk as capabilities see it; nothing of a register, and closing leaves it open. */
function systemOf(desk: TestDesk): { readonly system: System; readonly store: HeadedWriter } {
  const store = {
    ...desk.store,
    standing: { kind: 'current' },
    lostBatches: [],
    close: () => undefined,
  } as unknown as HeadedWriter;
  const system = {
    clock: { nowMs: () => NOW_MS },
    openWriter: () => ({ kind: 'open', store, isFresh: false }),
    openReader: () => ({ kind: 'open', store }),
  } as unknown as System;
  return { system, store };
}

function screen(
  desk: TestDesk,
  paid: readonly Payment[],
  ticks: Partial<Ticks> = {},
  retryOf = new Map<number, PayoutId>(),
) {
  const { store } = systemOf(desk);
  const { rows } = confirmation(desk, paid);
  const called = { batchName: null, fileName: 'fees.csv' };
  const place = {
    mid: MERCHANT.mid,
    book: 'live',
    nowMs: NOW_MS,
    called,
    retryOf,
    repeats: new Set<number>(),
    namesInFile: namesInFile(rows, called),
    numbersPayees: () => false,
  } as const;
  const chosen = screenRows(store, rows, { ...place, ticks: { ...NO_TICKS, ...ticks } });
  return { ...chosen, stands: asScreened(store, chosen, place).stands };
}

function hold(desk: TestDesk, beneficiary: Beneficiary = ASHA): string {
  const accounts = [{ person: personKey(beneficiary), payTo: 'their account' }];
  return desk.store.holds.hold({ name: 'Asha Verma', accounts, reason: 'under dispute', notBefore: null }, NOW_MS).hold;
}

const codes = ({ findings }: ReturnType<typeof screen>): unknown => findings.map(({ row, code }) => [row, code]);

describe('a row of a payee on hold', () => {
  it('is left out whatever is ticked, and says who, when and why', () => {
    const desk = makeDesk();
    hold(desk);
    const all = { paidBefore: [2], accountChanged: [2], heldName: [2] };
    const screened = screen(desk, [to(ASHA, 'A. Verma'), to({ method: 'UPI', upiId: 'ravi@bank' }, 'Ravi')], all);
    expect(screened.rows.map(({ rowNumber }) => rowNumber)).toEqual([3]);
    expect(codes(screened)).toEqual([[2, 'payeeHeld']]);
    const [issue] = screened.findings;
    expect(issue === undefined ? '' : inEnglish(issue.message)).toMatch(
      /^Asha Verma is on hold \(meera@desk-1, .+\): under dispute\.$/,
    );
    expect(screened.asked).toEqual([]);
  });

  it('is left out of a retry that pays another account instead', () => {
    const desk = makeDesk();
    endUnpaid(desk, [to(ASHA, null)], [refuse('failed')]);
    hold(desk);
    expect(codes(screen(desk, [to(NEW_ACCOUNT, null)], {}, new Map([[2, 1 as PayoutId]])))).toEqual([[2, 'payeeHeld']]);
  });

  it('no longer stands once the payee is held between Confirm and the start', () => {
    const desk = makeDesk();
    const screened = screen(desk, [to(ASHA, 'Asha Verma')]);
    expect(screened.stands()).toBe(true);
    hold(desk);
    expect(screened.stands()).toBe(false);
  });
});

describe('a row with the name of a payee on hold', () => {
  const row = to(NEW_ACCOUNT, 'verma, ASHA');

  it('needs its own tick, which names the hold and is stored with the payment', () => {
    const desk = makeDesk();
    const id = hold(desk);
    const open = screen(desk, [row]);
    expect(open.rows).toEqual([]);
    expect(open.asked.map(({ rowNumber, reasons }) => [rowNumber, reasons])).toEqual([[2, ['heldName']]]);
    const ticked = screen(desk, [row], { heldName: [2] });
    expect(ticked.heldNames).toEqual(new Map([[2, [id]]]));
    const { ticked: ticks, relations, heldNames } = ticked;
    const marks = { ticks, relations, heldNames, retry: null, lookedUp: [], firstAlone: false };
    const batch = confirm(desk.store, confirmation(desk, [row], { marks }));
    expect(verifiedChain(desk.raw).find(({ what }) => what === 'ticked')).toMatchObject({
      detail: expect.stringContaining('heldName'),
    });
    expect(turn(desk.store, batch, { claim: 1 }).claimed).toHaveLength(1);
  });

  it('is ticked for what was shown only: another hold since then asks again', () => {
    const desk = makeDesk();
    hold(desk);
    const ticked = screen(desk, [row], { heldName: [2] });
    expect(ticked.stands()).toBe(true);
    hold(desk, { method: 'UPI', upiId: 'verma@bank' });
    expect(ticked.stands()).toBe(false);
  });

  it('is not ticked by any other word of the command line', () => {
    const desk = makeDesk();
    hold(desk);
    const { asked } = screen(desk, [row]);
    const nothing = { payouts: [], differences: [], rows: [], notOnHold: [], batches: [] };
    expect(withNamed(NO_TICKS, asked, nothing).heldName).toEqual([]);
    expect(withNamed(NO_TICKS, asked, { ...nothing, rows: [2], payouts: ['B0001/2'] }).heldName).toEqual([]);
    expect(withNamed(NO_TICKS, asked, { ...nothing, notOnHold: [2] }).heldName).toEqual([2]);
  });
});

describe('putting a payee on hold', () => {
  function paidTwice(): TestDesk {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [to(ASHA, 'Asha Verma', 'One'), to(NEW_ACCOUNT, 'Asha Verma', 'Two')]);
    for (const _ of [1, 2]) turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), PAID)] });
    return desk;
  }

  const asked = { book: 'live', reason: 'under dispute', notBefore: null } as const;
  const accountsOf = (answered: Awaited<ReturnType<typeof holdPayee>>): unknown =>
    answered.kind === 'done'
      ? answered.value.holds.map(({ accounts }) => accounts.map(({ payTo }) => payTo))
      : answered;

  it('by a name holds all accounts that the desk knows under it', async () => {
    const { system } = systemOf(paidTwice());
    const held = await holdPayee(system, { ...asked, payee: { by: 'name', name: 'Verma Asha' }, also: 'all' });
    expect(accountsOf(held)).toEqual([['001234567890 HDFC0000123', 'asha@bank']]);
  });

  it('by an account holds the others of its name as well, or that one alone', async () => {
    const payee = { by: 'account', beneficiary: ASHA } as const;
    const all = await holdPayee(systemOf(paidTwice()).system, { ...asked, payee, also: 'all' });
    expect(accountsOf(all)).toEqual([['001234567890 HDFC0000123', 'asha@bank']]);
    const one = await holdPayee(systemOf(paidTwice()).system, { ...asked, payee, also: [] });
    expect(accountsOf(one)).toEqual([['001234567890 HDFC0000123']]);
  });

  it('holds an account that was never paid, but no name that nobody has', async () => {
    const { system } = systemOf(makeDesk());
    const account = { by: 'account', beneficiary: ASHA } as const;
    expect(accountsOf(await holdPayee(system, { ...asked, payee: account, also: 'all' }))).toEqual([
      ['001234567890 HDFC0000123'],
    ]);
    const nobody = await holdPayee(system, { ...asked, payee: { by: 'name', name: 'Nobody' }, also: 'all' });
    expect(nobody).toMatchObject({ kind: 'refused', refusal: { code: 'noPayee' } });
    const past = await holdPayee(system, { ...asked, payee: account, also: [], notBefore: '2020-01-01' });
    expect(past).toMatchObject({ kind: 'refused', refusal: { code: 'holdOver' } });
  });

  it('releases all holds on the payee, once, and lists them with their ends', async () => {
    const { system } = systemOf(paidTwice());
    const payee = { by: 'name', name: 'Asha Verma' } as const;
    await holdPayee(system, { ...asked, payee, also: 'all' });
    await holdPayee(system, { ...asked, payee: { by: 'account', beneficiary: ASHA }, also: 'all' });
    const released = await releasePayee(system, { book: 'live', of: payee, reason: 'settled' });
    expect(released.kind === 'done' ? released.value.holds.length : released).toBe(2);
    const listed = listHolds(system, 'live');
    expect(listed.kind === 'done' ? listed.value.holds.map(({ isInForce }) => isInForce) : listed).toEqual([
      false,
      false,
    ]);
    expect(await releasePayee(system, { book: 'live', of: payee, reason: 'again' })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'notOnHold' },
    });
  });
});
