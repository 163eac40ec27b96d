// Which rows of a file are paid: what the desk's history holds against each, what a tick lifts, and whether that still holds at
// the moment the rows are stored.

import { describe, expect, it } from 'vitest';
import { payeeNumbersIn } from '../../electron/main/desk/drafts/row-history.ts';
import { asScreened, namesInFile, screenRows } from '../../electron/main/desk/drafts/screen-rows.ts';
import type { EarlierRelation } from '../../electron/main/domain/batches.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { BatchId, Mid, PayoutId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_TICKS, type Ticks } from '../../shared/repeats.ts';
import type { Payment } from '../../shared/rows.ts';
import type { SettlingOutcome } from '../../shared/states.ts';
import { spoken } from '../fixtures/spoken.ts';
import { confirm, NO_MARKS } from '../store/confirm.ts';
import {
  ACCEPTED,
  answer,
  claimOne,
  confirmation,
  MERCHANT,
  makeDesk,
  NOW_MS,
  PAID,
  payment,
  payments,
  type TestDesk,
  turn,
} from '../store/desk-file.ts';
import { endUnpaid, refuse } from '../store/retries.ts';

const DAY_MS = 86_400_000;
const AWAY = { method: 'IMPS', accountNumber: '9876543210', ifsc: 'ICIC0000001' } as const;

const PLACE = {
  mid: MERCHANT.mid,
  book: 'live',
  nowMs: NOW_MS,
  called: { batchName: null, fileName: 'salaries.csv' },
  retryOf: new Map(),
  repeats: new Set<number>(),
} as const;

interface ScreenOptions {
  readonly ticks?: Partial<Ticks>;
  readonly mid?: Mid;
  readonly nowMs?: number;
}

/** How the rows, numbered from 2, are screened now, and whether that still holds later. */
function judge(
  desk: Pick<TestDesk, 'store' | 'merchantId'>,
  paid: readonly Payment[],
  { ticks = {}, ...options }: ScreenOptions = {},
) {
  // Judging the rows uses only these parts of a store.
  const store = { ...desk.store, standing: { kind: 'current' }, lostBatches: [] } as unknown as HeadedWriter;
  const { rows } = confirmation(desk, paid);
  const mid = options.mid ?? PLACE.mid;
  const place = {
    ...PLACE,
    ...options,
    namesInFile: namesInFile(rows, PLACE.called),
    numbersPayees: payeeNumbersIn(store, mid, rows),
  };
  const chosen = screenRows(store, rows, { ...place, ticks: { ...NO_TICKS, ...ticks } });
  return { ...chosen, stands: asScreened(store, chosen, place).stands };
}

/** The codes of what is held against the rows. */
function against(desk: TestDesk, paid: readonly Payment[], params: ScreenOptions = {}): unknown {
  return judge(desk, paid, params).findings.map(({ row, code }) => [row, code]);
}

/** The rows that are paid, with their amounts and relations to earlier payouts. */
function paidBy(desk: TestDesk, paid: readonly Payment[], request: ScreenOptions = {}): unknown {
  const { rows, relations } = judge(desk, paid, request);
  return rows.map(({ rowNumber, payment: { amountPaise } }) => [
    rowNumber,
    amountPaise,
    (relations.get(rowNumber) ?? []).map(({ earlier, relation }) => [earlier, relation]),
  ]);
}

/** A desk that paid these, or got this outcome for each. */
function deskThatPaid(paid: readonly Payment[], outcome: SettlingOutcome = PAID): TestDesk {
  const desk = makeDesk();
  confirmAndSend(desk, paid, outcome);
  return desk;
}

function confirmAndSend(desk: TestDesk, paid: readonly Payment[], outcome: SettlingOutcome = PAID): void {
  const batch = confirm(desk.store, confirmation(desk, paid));
  // The sheet's own references were looked up.
  const cleared = new Set(desk.store.retries.payouts(batch).map(({ payoutId }) => payoutId));
  for (const claimed of turn(desk.store, batch, { claim: paid.length, cleared }).claimed) {
    turn(desk.store, batch, { news: [answer(claimed, outcome, NOW_MS)] });
  }
}

const more = (one: Payment, paise: number): Payment => ({ ...one, amountPaise: asPaise(one.amountPaise + paise) });

describe('a screened row', () => {
  it('stands until something more would have to be looked up before it', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    const { relations, stands } = judge(desk, [payment()]);
    expect(relations).toEqual(new Map([[2, [{ earlier: 1, relation: 'unpaid' }]]]));
    expect(stands()).toBe(true);
    endUnpaid(desk, [payment()], [refuse('failed')]);
    expect(stands()).toBe(false);
  });

  it('stands no longer once what it repeats may have been paid', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    const { stands } = judge(desk, [payment()]);
    desk.raw.exec(`UPDATE payouts SET state = 'success'`);
    expect(stands()).toBe(false);
  });

  it('stands no longer once the difference that it pays is another one', () => {
    const desk = deskThatPaid([payment()]);
    const { rows, stands } = judge(desk, [more(payment(), 20_000)], { ticks: { difference: [2] } });
    expect(rows.map((row) => row.payment.amountPaise)).toEqual([20_000]);
    expect(stands()).toBe(true);
    const relations = new Map([[2, [{ earlier: 1 as PayoutId, relation: 'difference' } as const]]]);
    confirm(desk.store, confirmation(desk, [more(payment(), -45_000)], { marks: { ...NO_MARKS, relations } }));
    desk.raw.exec(`UPDATE payouts SET state = 'success', settled_at_ms = ${NOW_MS} WHERE payout_id = 2`);
    expect(stands()).toBe(false);
  });

  it('offers no difference to one payment of a purpose where another is asked about with its batch', () => {
    const desk = deskThatPaid(payments(3));
    const [first = payment()] = payments(3);
    const relations = new Map([[2, [{ earlier: 1 as PayoutId, relation: 'again' } as const]]]);
    confirm(desk.store, confirmation(desk, [more(first, -20)], { marks: { ...NO_MARKS, relations } }));
    desk.raw.exec(`UPDATE payouts SET state = 'success', settled_at_ms = ${NOW_MS} WHERE payout_id = 4`);
    const { asked, questions } = judge(
      desk,
      payments(3).map((one, at) => more(one, at === 0 ? -19 : 7)),
    );
    expect(questions.map(({ batch, kind }) => [batch, kind])).toEqual([['B0001', 'copy']]);
    expect(asked.map(({ earlier, differencePaise }) => [earlier.length, differencePaise])).toEqual([[2, null]]);
  });

  it('stands though the rest of its file was asked about as one question', () => {
    const desk = deskThatPaid(payments(4));
    const copy = payments(4).map((one) => more(one, 1));
    const { rows, stands } = judge(desk, copy, { ticks: { batches: ['B0001' as BatchId] } });
    expect(rows).toHaveLength(4);
    expect(stands()).toBe(true);
  });
});

describe('a row of a file', () => {
  /** What is asked about these payments after merchants 9 and 1234, in this order, have each confirmed their own. */
  function askedAfter(
    theirs: readonly Payment[],
    ours: readonly Payment[],
    rows: readonly Payment[],
    mid = MERCHANT.mid,
  ) {
    const desk = makeDesk();
    const merchant = { ...MERCHANT, mid: 9 as Mid };
    const merchantId = desk.store.merchants.ensure(merchant);
    const ourMerchantId = desk.store.merchants.ensure(MERCHANT);
    for (const [paid, to, id] of [
      [theirs, merchant, merchantId],
      [ours, MERCHANT, ourMerchantId],
    ] as const) {
      if (paid.length === 0) continue;
      const batch = confirm(desk.store, confirmation({ store: desk.store, merchantId: id }, paid, to));
      for (const _ of paid) turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), PAID)] });
    }
    return judge(desk, rows, { mid }).asked.map(({ rowNumber, reasons }) => [rowNumber, ...reasons]);
  }

  it('is held against what every merchant of the desk paid, however far down it stands', () => {
    const strangers = payments(1_200, { name: null }).map((one, at) => ({
      ...one,
      beneficiary: { method: 'UPI' as const, upiId: `stranger${at}@okbank` },
    }));
    expect(askedAfter([payment()], [], [...strangers, payment()])).toEqual([[1_202, 'paidBefore']]);
    expect(askedAfter([], [payment()], [...strangers, payment()])).toEqual([[1_202, 'paidBefore']]);
    const nameless = payment({ name: null });
    expect(askedAfter([nameless], [], [...strangers, nameless])).toEqual([[1_202, 'paidBefore']]);
    const named = payment({ beneficiary: AWAY });
    expect(askedAfter([], [payment()], [...strangers, named])).toEqual([[1_202, 'paidBefore']]);
  });

  it('is held against the names that its merchant paid, beside another that paid before', () => {
    const moved = payment({ beneficiary: AWAY, remark: 'Bonus', amountPaise: asPaise(7) });
    const others = [payment({ name: 'Ravi Iyer', beneficiary: { method: 'UPI', upiId: 'ravi@okbank' } })];
    expect(askedAfter(others, [payment()], [moved])).toEqual([[2, 'accountChanged']]);
    expect(askedAfter([payment()], others, [moved], 9 as Mid)).toEqual([[2, 'accountChanged']]);
    const half = payment({ name: 'Asha \ud800' });
    expect(
      askedAfter(others, [half], [{ ...half, beneficiary: AWAY, remark: 'Bonus', amountPaise: asPaise(7) }]),
    ).toEqual([[2, 'accountChanged']]);
  });

  it.each<readonly [string, Partial<Payment>, string, EarlierRelation['relation']]>([
    ['the same payment', {}, 'paidBefore', 'again'],
    ['another amount for the same', { amountPaise: asPaise(60_000) }, 'correction', 'again'],
    ['the name on another account', { beneficiary: AWAY }, 'sameName', 'name'],
  ])('is left out where it repeats %s, until its own tick', (_name, change, code, relation) => {
    const desk = deskThatPaid([payment(), ...payments(3)]);
    const paid = [payment(change)];
    expect(against(desk, paid)).toEqual([[2, code]]);
    expect(
      against(desk, paid, { ticks: { paidBefore: [3], accountChanged: [2], batches: ['B0001' as BatchId] } }),
    ).toEqual([[2, code]]);
    expect(paidBy(desk, paid, { ticks: { paidBefore: [2] } })).toEqual([[2, paid[0]?.amountPaise, [[1, relation]]]]);
  });

  it('waits for what is not settled, and no tick helps', () => {
    const desk = deskThatPaid([payment()], ACCEPTED);
    const all = { paidBefore: [2], difference: [2], accountChanged: [2], batches: ['B0001' as BatchId] };
    for (const change of [{}, { amountPaise: asPaise(60_000) }, { remark: 'Bonus' }]) {
      expect(against(desk, [payment(change)], { ticks: all })).toEqual([[2, 'inFlightElsewhere']]);
      expect(judge(desk, [payment(change)]).asked).toEqual([]);
    }
  });

  it('is paid for the difference alone where that is ticked', () => {
    const desk = deskThatPaid([payment(), ...payments(3)]);
    const paid = [more(payment(), 12_345), ...payments(3)];
    const { asked } = judge(desk, paid);
    expect(asked[0]).toMatchObject({
      rowNumber: 2,
      differencePaise: 12_345,
      earlier: [{ batch: 'B0001', rowNumber: 2, paise: 50_000, state: 'success', payTo: 'asha@okbank' }],
    });
    expect(asked.slice(1).map(({ differencePaise }) => differencePaise)).toEqual([null, null, null]);
    expect(paidBy(desk, paid, { ticks: { difference: [2, 3] } })).toEqual([[2, 12_345, [[1, 'difference']]]]);
  });

  it('offers no difference where there is none to pay', () => {
    const less = deskThatPaid([payment(), ...payments(3)]);
    expect(judge(less, [more(payment(), -1)]).asked[0]?.differencePaise).toBeNull();
    const two = deskThatPaid([payment(), ...payments(3)]);
    confirmAndSend(two, payments(1));
    const other = { store: two.store, merchantId: two.store.merchants.ensure({ ...MERCHANT, mid: 9 as Mid }) };
    confirm(two.store, confirmation(other, [more(payment(), 5)], { ...MERCHANT, mid: 9 as Mid }));
    expect(judge(two, [more(payment(), 99)]).asked[0]?.differencePaise).toBeNull();
  });

  it('needs both ticks where its payee moved as well', () => {
    const desk = deskThatPaid([payment(), payment({ beneficiary: AWAY, name: 'Ravi Iyer' })]);
    const paid = [payment({ beneficiary: AWAY })];
    const [asked] = judge(desk, paid).asked;
    expect(asked?.reasons).toContain('paidBefore');
    expect(against(desk, paid, { ticks: { accountChanged: [2] } })).not.toEqual([]);
    expect(against(desk, paid, { ticks: Object.fromEntries((asked?.reasons ?? []).map((one) => [one, [2]])) })).toEqual(
      [],
    );
  });
});

describe('what is said of a row', () => {
  const said = (desk: TestDesk, paid: readonly Payment[]) =>
    judge(desk, paid).findings.map(({ message, cure }) => [inEnglish(message), inEnglish(cure)]);

  it('names the account of then and the account of now where they are two', () => {
    const both = 'then asha@okbank, now 9876543210 ICIC0000001';
    const desk = deskThatPaid([payment(), payment({ beneficiary: AWAY, name: 'Ravi Iyer' })]);
    const [[name] = []] = said(deskThatPaid([payment()]), [payment({ beneficiary: AWAY })]);
    expect(name).toMatch(/^₹500\.00 to this name, on another account, was paid on .* \(batch B0001 row 2\): /);
    expect(name).toContain(both);
    const moved = payment({ beneficiary: AWAY, remark: 'Bonus', amountPaise: asPaise(7) });
    expect(said(deskThatPaid([payment()]), [moved])[0]?.[0]).toBe(
      `Asha Rao was paid before, to another account (batch B0001 row 2): ${both}.`,
    );
    const [asked] = judge(desk, [payment({ beneficiary: AWAY })]).asked;
    expect(asked?.payTo).toBe('9876543210 ICIC0000001');
  });

  it('names whom the same account was paid to, whose pay no difference corrects', () => {
    const desk = deskThatPaid([payment({ name: 'Farah Sheikh' }), ...payments(3)]);
    const paid = [more(payment({ name: 'Zubin Irani' }), 40_000), ...payments(3)];
    const [asked] = judge(desk, paid).asked;
    expect(spoken(asked?.messages[0]?.message)).toMatch(
      /^₹500\.00 was paid on .* \(batch B0001 row 2\), to the same UPI ID under another name: Farah Sheikh\.$/,
    );
    expect(asked?.earlier[0]?.otherName).toBe('Farah Sheikh');
    expect(asked?.differencePaise).toBeNull();
    expect(paidBy(desk, paid, { ticks: { difference: [2] } })).toEqual([]);
    const shorter = [more(payment({ name: 'F. Sheikh' }), 40_000)];
    expect(judge(desk, shorter).asked[0]?.differencePaise).toBe(40_000);
  });

  it('is no more than is known of what it waits for, and helps', () => {
    expect(said(deskThatPaid([payment()], ACCEPTED), [payment()])).toEqual([
      [
        'This waits for batch B0001 row 2, which is being paid.',
        'Wait until it is settled (`watch B0001`), or leave this row out.',
      ],
    ]);
    const desk = makeDesk();
    confirm(desk.store, confirmation(desk, [payment()]));
    const [[message, cure] = []] = said(desk, [payment()]);
    expect(message).toBe('This waits for batch B0001 row 2, which is not sent yet.');
    expect(cure).toContain('`resume B0001`');
  });
});

describe('the reference of a row', () => {
  const numbered = (remark: string, reference = 'EMP001'): Payment =>
    payment({ remark, reference: reference as Payment['reference'] });

  it('is a payee’s own number where it was used for another period, and is not sent', () => {
    const staff = (month: string): Payment[] => [
      numbered(`Salary ${month}`),
      { ...numbered(`Salary ${month}`, 'EMP002'), beneficiary: AWAY, name: 'Ravi Iyer' },
    ];
    const desk = deskThatPaid(staff('March'));
    const next = staff('April').map((one) => ({ ...one, amountPaise: asPaise(9) }));
    const { rows, payeeNumbers, findings } = judge(desk, next, { nowMs: NOW_MS + 11 * DAY_MS });
    expect(findings).toEqual([]);
    expect(payeeNumbers).toEqual([2, 3]);
    expect(rows.map(({ payment: { reference } }) => reference)).toEqual([null, null]);
  });

  it('is an invoice that comes once more where the others of its file are new', () => {
    const desk = deskThatPaid([numbered('Supplies March', 'INV-100')]);
    const news = payments(2).map((one, at) => ({ ...one, reference: `INV-20${at}` as Payment['reference'] }));
    const again = { ...numbered('Supplies April', 'INV-100'), amountPaise: asPaise(50_500) };
    expect(against(desk, [again, ...news], { nowMs: NOW_MS + 5 * DAY_MS })).toEqual([[2, 'paidBefore']]);
    // However long ago: one repetition makes no payee number, and the row keeps the number the gateway may know it by.
    const later = judge(desk, [again, ...news], { nowMs: NOW_MS + 26 * DAY_MS });
    expect(later.payeeNumbers).toEqual([]);
    expect(later.questions).toMatchObject([{ batch: 'B0001', kind: 'usual' }]);
    for (const days of [40, 400]) {
      const old = judge(desk, [again, ...news], { nowMs: NOW_MS + days * DAY_MS });
      expect(old.questions).toMatchObject([{ batch: 'B0001', kind: 'usual', rows: [{ rowNumber: 2 }] }]);
    }
  });

  it('is a repeat where it was used for the same, whatever the amount', () => {
    const desk = deskThatPaid([numbered('Parts', 'INV-77')]);
    const again = { ...numbered('Parts', 'INV-77'), amountPaise: asPaise(9) };
    expect(against(desk, [again])).toEqual([[2, 'paidBefore']]);
    const { rows, asInFile } = judge(desk, [again], { ticks: { paidBefore: [2] } });
    expect(rows[0]?.payment.reference).toBeNull();
    expect(asInFile.get(2)?.payment.reference).toBe('INV-77');
  });

  it('of another payee refuses the row, tick or no tick', () => {
    const desk = deskThatPaid([numbered('Parts', 'INV-77')]);
    const other = { ...numbered('Parts', 'INV-77'), beneficiary: AWAY, name: 'Ravi Iyer' };
    const all = { paidBefore: [2], difference: [2], accountChanged: [2] };
    expect(against(desk, [other], { ticks: all })).toEqual([[2, 'referenceUsed']]);
    const [{ message } = { message: verbatim('') }] = judge(desk, [other]).findings;
    expect(inEnglish(message)).toBe(
      'Reference INV-77 was used before for another payee: ₹500.00 to asha@okbank, paid on 1 Apr (batch B0001 row 2).',
    );
  });
});

describe('rows of one file that pay one person', () => {
  const asked = (desk: TestDesk, paid: readonly Payment[]) =>
    judge(desk, paid).asked.map(({ rowNumber, besideRows }) => [rowNumber, besideRows]);

  it('are asked about where they may be the same payment', () => {
    const desk = makeDesk();
    expect(asked(desk, [payment(), ...payments(1), payment()])).toEqual([[4, [2]]]);
    expect(asked(desk, [payment(), payment({ remark: 'Bonus' })])).toEqual([]);
    expect(asked(desk, [payment(), more(payment(), 1)])).toEqual([[3, [2]]]);
    const invoices = [7, 8].map((number, at) => more(payment({ remark: `Invoice ${number}` }), at));
    expect(asked(desk, invoices)).toEqual([]);
    const [whole, half] = [payment({ remark: 'Salary Nov' }), more(payment({ remark: 'Salary Nov 2026' }), 7)];
    expect(asked(desk, [whole, half])).toEqual([[3, [2]]]);
    const refunds = [10_000, 12_000].map((amountPaise) =>
      payment({ remark: `Refund ${amountPaise / 100}`, amountPaise: asPaise(amountPaise) }),
    );
    expect(asked(desk, refunds)).toEqual([[3, [2]]]);
    const days = [25, 26].map((count) => more(payment({ remark: `Salary Nov ${count} days` }), count));
    expect(asked(desk, days)).toEqual([[3, [2]]]);
    const lorries = [4_521, 4_522].map((number) => more(payment({ remark: `Lorry ${number}` }), number));
    expect(asked(desk, lorries)).toEqual([]);
    const serial = ['1', '2'].map((number) => payment({ reference: number as Payment['reference'] }));
    expect(asked(desk, serial)).toEqual([[3, [2]]]);
    const orders = serial.map((one, at) => ({ ...one, remark: `Refund of order ${4521 + at}` }));
    expect(asked(desk, orders)).toEqual([]);
    expect(asked(desk, [payment(), payment({ name: 'Ravi Iyer', remark: 'Bonus' })])).toEqual([[3, [2]]]);
    expect(asked(desk, [payment(), payment(), payment()])).toEqual([
      [3, [2]],
      [4, [2, 3]],
    ]);
  });

  it('are as many as they are: a row names three of them, and thousands take no time', { timeout: 60_000 }, () => {
    const desk = makeDesk();
    const alike = Array.from({ length: 4_000 }, () => payment());
    expect(asked(desk, alike).at(-1)).toEqual([4_001, [2, 3, 4]]);
    const orders = alike.map((one, at) => ({ ...more(one, at), reference: `ORD-${at * 3}X` as Payment['reference'] }));
    expect(asked(desk, orders)).toEqual([]);
  });

  it('are paid by a tick of the later row', () => {
    const desk = makeDesk();
    const paid = [payment(), payment()];
    expect(against(desk, paid)).toEqual([[3, 'paidTwiceHere']]);
    expect(against(desk, paid, { ticks: { paidBefore: [2] } })).toEqual([[3, 'paidTwiceHere']]);
    expect(against(desk, paid, { ticks: { paidBefore: [3] } })).toEqual([]);
  });
});

describe('an earlier batch', () => {
  const kinds = (desk: TestDesk, paid: readonly Payment[], options: ScreenOptions = {}) =>
    judge(desk, paid, options).questions.map(({ batch, kind, rows }) => [batch, kind, rows.length]);
  const bonus = (one: Payment): Payment => ({ ...one, remark: 'Bonus' });

  it('is one question where the amounts are the same for another purpose', () => {
    const desk = deskThatPaid(payments(4));
    const paid = payments(4).map(bonus);
    expect(kinds(desk, paid)).toEqual([['B0001', 'another', 4]]);
    expect(judge(desk, paid).rows).toEqual([]);
    expect(judge(desk, paid, { ticks: { batches: ['B0001' as BatchId] } }).rows).toHaveLength(4);
    expect(judge(desk, paid, { ticks: { paidBefore: [2, 3, 4, 5] } }).rows).toEqual([]);
  });

  it.each([
    [24, []],
    [25, [['B0001', 'usual', 4]]],
    [29, [['B0001', 'usual', 4]]],
  ])('is asked about as a usual repeat from 25 days on: %i days later', (days, expected) => {
    const desk = deskThatPaid(payments(4));
    const { asked } = judge(desk, payments(4), { nowMs: NOW_MS + days * DAY_MS });
    expect(kinds(desk, payments(4), { nowMs: NOW_MS + days * DAY_MS })).toEqual(expected);
    expect(asked).toHaveLength(expected.length === 0 ? 4 : 0);
  });

  it('is one question where most of its amounts differ, and one of each row where few do', () => {
    const desk = deskThatPaid(payments(5));
    expect(
      kinds(
        desk,
        payments(2).map((one) => more(one, 7)),
      ),
    ).toEqual([]);
    expect(
      kinds(
        desk,
        payments(3).map((one) => more(one, 7)),
      ),
    ).toEqual([['B0001', 'copy', 3]]);
    const copy = (changed: number) => payments(5).map((one, at) => (at < changed ? more(one, 100 + at) : one));
    expect(kinds(desk, copy(3))).toEqual([['B0001', 'copy', 3]]);
    expect(against(desk, copy(3))).toEqual([
      [2, 'repeatsBatch'],
      [3, 'repeatsBatch'],
      [4, 'repeatsBatch'],
      [5, 'paidBefore'],
      [6, 'paidBefore'],
    ]);
    expect(kinds(desk, copy(2))).toEqual([]);
    expect(against(desk, copy(2))).toEqual([
      [2, 'correction'],
      [3, 'correction'],
      [4, 'paidBefore'],
      [5, 'paidBefore'],
      [6, 'paidBefore'],
    ]);
    // The batch question does not release a row that is exactly the same.
    const ticks = { batches: ['B0001' as BatchId] };
    expect(judge(desk, copy(3), { ticks }).rows.map(({ rowNumber }) => rowNumber)).toEqual([2, 3, 4]);
  });

  it.each([
    [9, [['B0001', 'samePeople', 4]]],
    [10, []],
  ])('is asked about where most people of the file are its own: %i days later', (days, expected) => {
    const desk = deskThatPaid(payments(4));
    const paid = payments(4).map((one) => more(bonus(one), 5));
    const nowMs = NOW_MS + days * DAY_MS;
    expect(kinds(desk, paid, { nowMs })).toEqual(expected);
    const strangers = payments(4).map((one, at) => ({
      ...bonus(one),
      name: null,
      beneficiary: { method: 'UPI' as const, upiId: `stranger${at}@okbank` },
    }));
    expect(kinds(desk, [...paid, ...strangers], { nowMs })).toEqual([]);
  });
});

describe('a tick', () => {
  it('that nothing asks for lifts nothing, and is not kept', () => {
    const desk = makeDesk();
    const ticks = { paidBefore: [2], difference: [2], accountChanged: [2], batches: ['B0001' as BatchId] };
    expect(judge(desk, [payment()], { ticks }).ticked).toEqual(NO_TICKS);
  });

  it('is kept as it was needed', () => {
    const desk = deskThatPaid([payment(), ...payments(3)]);
    const paid = [more(payment(), 7), ...payments(1)];
    const ticks = { paidBefore: [3], difference: [2], accountChanged: [3], batches: ['B0001' as BatchId] };
    expect(judge(desk, paid, { ticks }).ticked).toEqual({ ...NO_TICKS, paidBefore: [3], difference: [2] });
  });
});
