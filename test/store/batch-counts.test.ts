// A batch counted by state: the sums are kept with any change of a payout.

import { describe, expect, it } from 'vitest';
import { type BatchCounting, prepareCounting } from '../../electron/main/store/confirmed-batches.ts';
import { countFalseSums } from '../../electron/main/store/damage.ts';
import type { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import {
  answer,
  confirmBatch,
  LOST,
  makeDesk,
  openRaw,
  PAID,
  payments,
  type TestDesk,
  tamper,
  turn,
} from './desk-file.ts';

interface Scene {
  readonly desk: TestDesk;
  readonly batch: number;
  readonly database: DeskDatabase;
  readonly counting: BatchCounting;
}

/** A separate connection that counts. */
function openCounting(): Scene {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(5));
  const database = openRaw(desk.path);
  return { desk, batch, database, counting: prepareCounting(database) };
}

const HOLD = `UPDATE payouts SET hold = 'guarded' WHERE payout_id = 1`;

describe('a batch', () => {
  it('is counted as it was confirmed, its rows on hold with it', () => {
    const { batch, counting } = openCounting();
    expect([counting.tally(batch).counts.queued, counting.heldCount(batch)]).toEqual([5, 0]);
    const sum = payments(5).reduce((paise, { amountPaise }) => paise + amountPaise, 0);
    expect(counting.tally(batch).paise.queued).toBe(sum);
  });

  it('tells the rows that the gateway knows from the others on hold', () => {
    const { batch, counting, database } = openCounting();
    database.exec(HOLD);
    expect([counting.heldCount(batch), counting.knownCount(batch)]).toEqual([1, 0]);
    database.exec(`UPDATE payouts SET hold = 'referenceKnown' WHERE payout_id = 2`);
    expect([counting.heldCount(batch), counting.knownCount(batch)]).toEqual([2, 1]);
  });

  it('is counted anew after a commit of another connection', () => {
    const { batch, counting, desk } = openCounting();
    expect(counting.tally(batch).counts.queued).toBe(5);
    turn(desk.store, batch, { claim: 2 });
    expect(counting.tally(batch).counts).toMatchObject({ queued: 3, sending: 2 });
  });

  it('has the sums of a recount after any changes', () => {
    const { batch, database, desk } = openCounting();
    const { claimed } = turn(desk.store, batch, { claim: 4 });
    turn(desk.store, batch, { news: claimed.slice(0, 3).map((one, at) => answer(one, at === 0 ? LOST : PAID)) });
    database.exec(HOLD.replace('= 1', '= 5'));
    expect(countFalseSums(database)).toBe(0);
    tamper(database, `UPDATE batch_sums SET paise = paise + 1 WHERE state = 'success'`);
    expect(countFalseSums(database)).toBe(1);
  });
});
