// An alarm about a possible duplicate concerns both payments, so a person who reads only about the second batch sees it too.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listBatches, readStatus } from '../../electron/main/desk/batches/batch-handlers.ts';
import { exportBatch, reconcile } from '../../electron/main/desk/batches/export-batch.ts';
import { readNews } from '../../electron/main/desk/payouts/read-late-news.ts';
import { verifyAudit } from '../../electron/main/desk/recovery/desk-data.ts';
import { verifyReport } from '../../electron/main/desk/recovery/verify-report.ts';
import type { Claimed } from '../../electron/main/domain/ledger.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { BatchId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { confirm, NO_MARKS } from '../store/confirm.ts';
import {
  answer,
  claimOne,
  confirmation,
  lookUp,
  MERCHANT,
  NOW_MS,
  PAID,
  payments,
  said,
  turn,
} from '../store/desk-file.ts';
import { refuse } from '../store/retries.ts';
import { atTime, done, filledFolder, systemOf } from './filled-desk.ts';
import { deskFor } from './window-desk.ts';

const [B1, B2, B3] = ['B0001', 'B0002', 'B0003'] as [BatchId, BatchId, BatchId];

interface Scene {
  readonly folder: string;
  readonly system: System;
  readonly second: Claimed;
}

/** One payout of the batch, paid. */
function paid(store: HeadedWriter, batch: number): Claimed {
  const claimed = claimOne(store, batch);
  turn(store, batch, { news: [answer(claimed, PAID)] });
  return claimed;
}

/** B0001/2 ended as failed, B0002/2 was paid instead, and then the first was paid after all. B0003 is unrelated. */
function paidTwice(by: 'retry' | 'file'): Scene {
  let second: Claimed | undefined;
  const folder = filledFolder((store) => {
    const merchantId = store.merchants.ensure(MERCHANT);
    const first = confirm(store, confirmation({ store, merchantId }, payments(1)));
    const failed = claimOne(store, first);
    turn(store, first, { news: [answer(failed, refuse('failed'))] });
    const { payoutId } = failed;
    const again = payments(1, { remark: 'Again' });
    const marks =
      by === 'retry'
        ? { ...NO_MARKS, retry: { batch: first, payouts: [{ retryOf: payoutId, changed: [] }] } }
        : { ...NO_MARKS, relations: new Map([[2, [{ earlier: payoutId, relation: 'unpaid' } as const]]]) };
    second = paid(store, confirm(store, confirmation({ store, merchantId }, again, { marks })));
    paid(store, confirm(store, confirmation({ store, merchantId }, payments(2).slice(1))));
    turn(store, first, { news: [lookUp(failed, said('success'))] });
  });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (second === undefined) throw new Error('nothing was paid');
  return { folder, system: systemOf(folder), second };
}

function rowsOf(path: string): readonly Readonly<Record<string, string>>[] {
  const text = readFileSync(path, 'utf8').replace('\uFEFF', '');
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

async function saved({ folder, system }: Scene, batch: BatchId, ending: string): Promise<string> {
  const path = join(folder, `${batch}${ending}`);
  done(await exportBatch(system, { batch, path }));
  return path;
}

describe.each(['retry', 'file'] as const)('an alarm about a payout that a %s paid again', (by) => {
  it('is told by the status and the list of either batch, and of no other', () => {
    const { system } = paidTwice(by);
    const news = { unread: 1, possibleDuplicates: 1 };
    for (const id of [B1, B2]) expect(done(readStatus(system, id))).toMatchObject({ alarms: 1, news });
    expect(done(readStatus(system, B3))).toMatchObject({ alarms: 0, newsElsewhere: [B1] });
    const lines = done(listBatches(system)).batches.map(({ view }) => [view.batch, view.alarms]);
    expect(Object.fromEntries(lines)).toEqual({ [B1]: 1, [B2]: 1, [B3]: 0 });
  });

  it('is counted by the window at either batch', async (test) => {
    const desk = deskFor(test, paidTwice(by).folder, { change: atTime(NOW_MS + DAY_MS) });
    const alarms = [B1, B2, B3].map(async (batch) => (await desk.ask('readBatch', { batch })).alarms);
    expect(await Promise.all(alarms)).toEqual([1, 1, 0]);
  });

  it('stands at its row of either batch’s report, and at no other', async () => {
    const scene = paidTwice(by);
    const said = await Promise.all(
      [B1, B2, B3].map(async (id) => {
        const path = await saved(scene, id, '.csv');
        return [rowsOf(path)[0]?.['message'] ?? '', readFileSync(`${path}.sha256`, 'utf8')] as const;
      }),
    );
    const duplicate = 'POSSIBLE DUPLICATE: B0002/2 pays the same person again and is success.';
    expect(said[0]?.[0]).toMatch(`[ALARM: ${duplicate} it was failed`);
    // Shown at its own row, "it" would mean the second payment.
    expect(said[1]?.[0]).toMatch(`[ALARM: B0001/2: ${duplicate} it was failed`);
    expect(said[2]?.[0]).not.toMatch('ALARM');
    for (const [, beside] of said.slice(0, 2)) expect(beside).toMatch(`# Alarm:\tB0001/2: ${duplicate}`);
    expect(said[2]?.[1]).not.toMatch('larm');
  });

  it('is counted by a reconciliation at either batch, and once by audit verify', async () => {
    const { folder, system } = paidTwice(by);
    const path = join(folder, 'days.csv');
    done(await reconcile(system, { book: 'live', path, fromMs: 0, toMs: NOW_MS + DAY_MS }));
    const alarms = rowsOf(path).map(({ batch, open_alarms: open }) => [batch, open]);
    expect(Object.fromEntries(alarms)).toEqual({ [B1]: '1', [B2]: '1', [B3]: '0' });
    expect(done(await verifyAudit(system)).desks).toMatchObject([{ desk: 'live', ok: true, alarms: 1 }]);
  });

  it('ends for both once it was read at either', async () => {
    const { system } = paidTwice(by);
    const asked = { batch: B2, all: false, markRead: true };
    expect(done(await readNews(system, asked))).toMatchObject([{ batch: B1, rowNumber: 2 }]);
    for (const id of [B1, B2]) expect(done(readStatus(system, id)).alarms).toBe(0);
    expect(done(await verifyAudit(system)).desks).toMatchObject([{ desk: 'live', ok: true, alarms: 0 }]);
  });
});

describe('a PDF of either batch', () => {
  it('is not called altered once the alarm names no duplicate any more', async () => {
    const scene = paidTwice('file');
    const paths = [await saved(scene, B1, '.pdf'), await saved(scene, B2, '.pdf')];
    const verdicts = async () =>
      await Promise.all(paths.map(async (path) => done(await verifyReport(scene.system, path)).verdict));
    expect(await verdicts()).toEqual(['same', 'same']);
    const opening = scene.system.openWriter('live');
    if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
    for (const _twice of [1, 2])
      turn(opening.store, 2, { news: [lookUp(scene.second, said('reversed'), NOW_MS + DAY_MS)] });
    opening.store.close();
    expect(await verdicts()).toEqual(['outdated', 'outdated']);
  });
});
