// Which rows of a file are paid: what the desk's history says, and whether it still says so in the moment they are
// stored.

import { describe, expect, it } from 'vitest';
import { asJudged, judgeRows, usualRepeatWarnings } from '../../electron/main/desk/drafts/choose-rows.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { BatchId, Mid } from '../../shared/ids.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import { type Payment } from '../../shared/rows.ts';
import { confirm } from '../store/confirm.ts';
import {
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

const PLACE = {
  mid: MERCHANT.mid,
  book: 'live',
  nowMs: NOW_MS,
  called: { batchName: null, fileName: 'salaries.csv' },
  retryOf: new Map(),
  repeats: new Set<number>(),
} as const;

/** Asha's row as it is judged now, and whether it stands later. */
function judged(desk: TestDesk) {
  // Of a store's whole face the rows are judged by these parts alone.
  const store = { ...desk.store, standing: { kind: 'current' }, lostBatches: [] } as unknown as HeadedWriter;
  const { rows } = confirmation(desk, [payment({ remark: 'Again' })]);
  const chosen = judgeRows(store, rows, { ...PLACE, ticks: NO_TICKS });
  return { chosen, stands: asJudged(store, chosen, PLACE).stands };
}

describe('a judged row', () => {
  it('stands until something more would have to be looked up before it', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    const { chosen, stands } = judged(desk);
    expect(chosen.earlier).toEqual(new Map([[2, [1]]]));
    expect(stands()).toBe(true);
    endUnpaid(desk, [payment({ remark: 'Elsewhere' })], [refuse('failed')]);
    expect(stands()).toBe(false);
  });

  it('stands no longer once what it repeats may have been paid', () => {
    const desk = makeDesk();
    endUnpaid(desk, [payment()], [refuse('failed')]);
    const { stands } = judged(desk);
    desk.raw.exec(`UPDATE payouts SET state = 'success'`);
    expect(stands()).toBe(false);
  });
});

describe('a row of a file', () => {
  const AWAY = { method: 'IMPS', accountNumber: '9876543210', ifsc: 'ICIC0000001' } as const;

  /** What is asked about these payments once merchants 9 and 1234, in this order, have each confirmed what is theirs. */
  function askedAfter(
    theirs: readonly Payment[],
    ours: readonly Payment[],
    rows: readonly Payment[],
    mid = MERCHANT.mid,
  ) {
    const desk = makeDesk();
    const merchant = { ...MERCHANT, mid: 9 as Mid };
    const at = { store: desk.store, merchantId: desk.store.merchants.ensure(merchant) };
    const ourMerchantId = desk.store.merchants.ensure(MERCHANT);
    for (const [paid, to, merchantId] of [
      [theirs, merchant, at.merchantId],
      [ours, MERCHANT, ourMerchantId],
    ] as const) {
      if (paid.length === 0) continue;
      const batch = confirm(desk.store, confirmation({ store: desk.store, merchantId }, paid, to));
      for (const _ of paid) turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), PAID)] });
    }
    const store = { ...desk.store, standing: { kind: 'current' }, lostBatches: [] } as unknown as HeadedWriter;
    const { asked } = judgeRows(store, confirmation(desk, rows).rows, { ...PLACE, mid, ticks: NO_TICKS });
    return asked.map(({ rowNumber, reasons }) => [rowNumber, ...reasons]);
  }

  it('is held against what every merchant of the desk paid, however far down it stands', () => {
    const strangers = payments(1_200, { name: null }).map((one, at) => ({
      ...one,
      beneficiary: { method: 'UPI' as const, upiId: `stranger${at}@okbank` },
    }));
    expect(askedAfter([payment()], [], [...strangers, payment({ remark: 'Again' })])).toEqual([[1_202, 'paidBefore']]);
    expect(askedAfter([], [payment()], [...strangers, payment({ remark: 'Again' })])).toEqual([[1_202, 'paidBefore']]);
  });

  it('is held against the names that its merchant paid, beside another that paid before', () => {
    const moved = payment({ beneficiary: AWAY });
    const others = [payment({ name: 'Ravi Iyer', beneficiary: { method: 'UPI', upiId: 'ravi@okbank' } })];
    expect(askedAfter(others, [payment()], [moved])).toEqual([[2, 'accountChanged']]);
    expect(askedAfter([payment()], others, [moved], 9 as Mid)).toEqual([[2, 'accountChanged']]);
    const half = payment({ name: 'Asha \ud800' });
    expect(askedAfter(others, [half], [{ ...half, beneficiary: AWAY }])).toEqual([[2, 'accountChanged']]);
  });
});

describe('the warning of usual repeats', () => {
  const repeat = (rowNumber: number, batch: string, byRecord = false) => ({
    rowNumber,
    batch: batch as BatchId,
    byRecord,
  });

  it('is one sentence for all rows, and another for those that only the date calls old', () => {
    const told = usualRepeatWarnings([repeat(2, 'B0001'), repeat(3, 'B0001'), repeat(4, 'B0002', true)]);
    expect(told.map(({ message }) => message)).toEqual([
      '2 rows pay people the same amount as batch B0001, at least 25 days ago.',
      "1 row pays a person the same amount as batch B0002, within 30 days of this desk's last payouts: check this computer's date.",
    ]);
    expect(usualRepeatWarnings([])).toEqual([]);
  });

  it('names three batches and counts the others', () => {
    const many = ['B0001', 'B0002', 'B0003', 'B0004', 'B0005'].map((batch, at) => repeat(at + 2, batch));
    expect(usualRepeatWarnings(many)[0]?.message).toContain('batches B0001, B0002, B0003 and 2 more');
  });
});
