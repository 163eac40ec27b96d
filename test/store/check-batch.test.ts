// A batch that was changed behind the desk's back: one letter, one digit, one word, whatever SQLite accepts as well formed.

import { describe, expect, it } from 'vitest';
import type { BatchRecord } from '../../electron/main/domain/batches.ts';
import { openStoreReader } from '../../electron/main/store/store.ts';
import { verbatim } from '../../shared/messages/message.ts';
import type { Refusal } from '../../shared/rows.ts';
import {
  ACCEPTED,
  answer,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  openDesk,
  PAID,
  payment,
  payments,
  said,
  type TestDesk,
  tamper,
  turn,
} from './desk-file.ts';

/** A desk whose batch 1 holds one payout of each kind: paid, processing, unknown, released unsent, and two queued. */
function midway(): TestDesk {
  const desk = makeDesk();
  const bank = { method: 'IMPS', accountNumber: '001122334455', ifsc: 'HDFC0000001' } as const;
  const batch = confirmBatch(desk, [...payments(5), payment({ beneficiary: bank, name: 'By Bank' })]);
  const { store } = desk;
  turn(store, batch, { news: [answer(claimOne(store, batch), PAID)] });
  turn(store, batch, { news: [answer(claimOne(store, batch), ACCEPTED)] });
  const lost = claimOne(store, batch);
  turn(store, batch, { news: [answer(lost, LOST)] });
  turn(store, batch, { news: [lookUp(lost, said('failed'))] });
  const unsent = { kind: 'notSent', cause: 'refused', message: verbatim('Refused.') } as const;
  turn(store, batch, { news: [answer(claimOne(store, batch), unsent)] });
  return desk;
}

function check(desk: TestDesk, batch = 1): Refusal | null {
  return desk.store.checkBatch(record(desk, batch));
}

function record({ store }: TestDesk, batch: number): BatchRecord {
  const found = store.batches.find(batch);
  if (found === null) throw new Error('there is no such batch');
  return found;
}

describe('checkBatch', () => {
  it('finds nothing wrong with a batch midway, and with one at its start or cancelled', () => {
    const desk = midway();
    expect(check(desk)).toBeNull();
    const other = confirmBatch(desk, payments(3, { remark: 'Bonus', amountPaise: payment().amountPaise }));
    expect(check(desk, other)).toBeNull();
    desk.store.ledger.cancel(1, { nowMs: 5, backoff: { firstMs: 1, maxMs: 2 } });
    expect(check(desk)).toBeNull();
  });

  it('finds nothing wrong after a process died and its payouts came into doubt', () => {
    const desk = midway();
    claimOne(desk.store, 1);
    desk.store.ledger.interrupt('crashed', { nowMs: 5, backoff: { firstMs: 1, maxMs: 2 } });
    expect(check(desk)).toBeNull();
  });

  it.each([
    [`UPDATE payouts SET amount_paise = amount_paise + 1 WHERE payout_id = 5`],
    [`UPDATE payouts SET upi_id = 'qayee5@bank' WHERE payout_id = 5`],
    [`UPDATE payouts SET account_number = '001122334456' WHERE payout_id = 6`],
    [`UPDATE payouts SET ifsc = 'HDFC0000002' WHERE payout_id = 6`],
    [`UPDATE payouts SET remark = 'Salarx' WHERE payout_id = 5`],
    [`UPDATE payouts SET reference = 'A' || substr(reference, 2) WHERE payout_id = 5`],
    [`UPDATE payouts SET reference_from = 'sheet' WHERE payout_id = 5`],
    [`UPDATE payouts SET row_number = 99 WHERE payout_id = 5`],
    [`UPDATE payouts SET state = 'queued', next_lookup_at_ms = NULL WHERE payout_id = 1`],
    [`UPDATE payouts SET state = 'queued', unknown_reason = NULL, next_lookup_at_ms = NULL WHERE payout_id = 3`],
    [`UPDATE payouts SET state = 'failed' WHERE payout_id = 1`],
    [`UPDATE payouts SET transaction_id = 'TX9' WHERE payout_id = 2`],
    [`UPDATE payouts SET transaction_id = NULL WHERE payout_id = 1`],
    [`UPDATE batches SET base_url = 'https://gateway.exbmple'`],
    [`UPDATE batches SET mid = 1235`],
    [`UPDATE batches SET total_paise = total_paise + 1`],
    [`UPDATE batches SET payout_count = payout_count - 1`],
    [`UPDATE batches SET run_number = 2`],
    [`UPDATE audit SET detail = replace(detail, '"content":"', '"content":"0') WHERE what = 'confirmed'`],
    [`UPDATE audit SET what = 'confirmee' WHERE what = 'confirmed'`],
  ])('refuses after %s', (sql) => {
    const desk = midway();
    tamper(desk.raw, sql);
    expect(check(desk)).toMatchObject({ code: 'changedBatch' });
  });

  it('tells a reader beside the writer the same', () => {
    const desk = midway();
    tamper(desk.raw, `UPDATE payouts SET amount_paise = amount_paise + 1 WHERE payout_id = 5`);
    const opening = openStoreReader({ path: desk.path, prefix: 'B' });
    if (opening.kind !== 'open') throw new Error('the desk cannot be read');
    expect(opening.store.checkBatch(record(desk, 1))).toMatchObject({ code: 'changedBatch' });
    opening.store.close();
  });
});

describe('checkBatch of a long batch', () => {
  const ROWS = 3_000;

  it.each([1, 1_024, 1_025, ROWS])('finds a change of payout %i', (payout) => {
    const desk = makeDesk();
    confirmBatch(desk, payments(ROWS));
    expect(check(desk)).toBeNull();
    tamper(desk.raw, `UPDATE payouts SET amount_paise = amount_paise + 1 WHERE payout_id = ${payout}`);
    expect(check(desk)).toMatchObject({ code: 'changedBatch' });
  });
});

describe('checkIndexes', () => {
  it('finds nothing wrong with a desk midway', () => {
    expect(midway().store.checkIndexes({ nowMs: NOW_MS, batch: null })).toBeNull();
  });

  it.each([
    [`UPDATE payout_people SET person_key = 'upi:payee5@bana' WHERE payout_id = 5`],
    [`UPDATE payout_people SET amount_paise = amount_paise + 1 WHERE payout_id = 5`],
    [`UPDATE payout_people SET payout_id = 99 WHERE payout_id = 5`],
    [`DELETE FROM payout_people WHERE payout_id = 5`],
    [`UPDATE payout_references SET reference = 'OTHER' WHERE payout_id = 5`],
    [`DELETE FROM payout_references WHERE payout_id = 5`],
  ])('refuses when a guard would be blind, which SQLite itself does not notice: %s', (sql) => {
    const desk = midway();
    tamper(desk.raw, sql);
    desk.store.close();
    const again = openDesk(desk.path);
    expect(again.checkIndexes({ nowMs: NOW_MS, batch: null })).toMatchObject({ code: 'damagedDatabase' });
  });

  it('refuses when an index no longer finds what was paid again, or as a difference', () => {
    const desk = midway();
    tamper(desk.raw, `INSERT INTO payout_relations VALUES (5, 1, 'again'), (6, 2, 'difference')`);
    expect(desk.store.checkIndexes({ nowMs: NOW_MS, batch: null })).toBeNull();
    const name = 'payout_relations_by_earlier';
    const become = (sql: string): void => {
      desk.raw.pragma('writable_schema = ON');
      desk.raw.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, name);
      desk.raw.pragma('writable_schema = RESET');
    };
    const sql = `CREATE INDEX ${name} ON payout_relations (earlier_id)`;
    desk.raw.unsafeMode(true);
    become(`${sql} WHERE earlier_id < 2`);
    desk.raw.exec(`REINDEX ${name}`);
    become(sql);
    desk.store.close();
    expect(openDesk(desk.path).checkIndexes({ nowMs: NOW_MS, batch: null })).toMatchObject({ code: 'damagedDatabase' });
  });
});
