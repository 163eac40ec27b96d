// Which rows of a file are paid: what the desk's history says, and whether it still says so in the moment they are
// stored.

import { describe, expect, it } from 'vitest';
import { asJudged, judgeRows, usualRepeatWarnings } from '../../electron/main/desk/drafts/choose-rows.ts';
import type { HeadedWriter } from '../../electron/main/store/headed-store.ts';
import type { BatchId } from '../../shared/ids.ts';
import { NO_TICKS } from '../../shared/rows.ts';
import { confirmation, MERCHANT, makeDesk, NOW_MS, payment, type TestDesk } from '../store/desk-file.ts';
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
