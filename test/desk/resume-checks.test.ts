// Checks before a resume: a batch that was checked at its start is checked again whenever a window sends more of it, and after
// another batch was confirmed the unsent count must be typed. A refusal keeps no other batch from being looked up.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readUnsent, resumeBatch } from '../../electron/main/desk/batches/resume-batch.ts';
import { watchBatches, watchEach } from '../../electron/main/desk/batches/watch-batches.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import type { BatchId } from '../../shared/ids.ts';
import { makeRows } from '../cli/payout-files.ts';
import { startSpecGateway } from '../cli/spec-gateway.ts';
import type { Conduct } from '../cli/spec-payouts.ts';
import { confirmBatch, payments, tamper } from '../store/desk-file.ts';
import { computer } from './computers.ts';
import { confirmation, eventually, openFile, openScene, startParams } from './live-scene.ts';
import { refusingDesk } from './refusing-desk.ts';

it('sends nothing of a batch that was changed behind the back of an open window', async (test) => {
  const { desk, gateway } = await openScene(test, {});
  const { summary } = await openFile(desk, ['name,upi id,amount,remark', 'asha,asha@bank,1,x', 'ravi,ravi@bank,90,x']);
  const options = startParams(await confirmation(desk, summary), { firstAlone: true });
  const { batch } = await desk.change('startBatch', options);
  await eventually(async () => {
    const { view } = await desk.ask('readBatch', { batch });
    expect({ code: view.paused?.code, state: view.state }).toEqual({ code: 'firstAlone', state: 'paused' });
  });
  const raw = new DeskDatabase(join(desk.folder, 'desk.db'));
  tamper(raw, `UPDATE payouts SET remark = 'other' WHERE payout_id = 2`);
  raw.close();
  const resume = { batch, count: null, ticks: [], commandId: randomUUID() };
  expect(await desk.refusalOf('resumeBatch', resume)).toBe('changedBatch');
  expect(gateway.payoutPosts()).toHaveLength(1);
});

it('goes on only with the very count that it asks for, or a yes to whatever it is', async () => {
  const batch = 'B0001' as BatchId;
  const desk = refusingDesk((filled) => {
    confirmBatch(filled, payments(3));
    filled.raw.prepare('UPDATE batches SET active_at_ms = active_at_ms - 86400000').run();
  });
  expect(readUnsent(desk.system, batch)).toEqual({ kind: 'done', value: { asked: 3 } });
  const follower = { onProgress: () => undefined, signal: new AbortController().signal };
  const resume = (count: number | 'any' | null) =>
    resumeBatch(desk.system, { batch, acceptWarnings: true, until: 'settled', forMs: null, follower, count });
  const before = desk.everything();
  for (const count of [null, 2, 4]) {
    expect(await resume(count)).toMatchObject({ kind: 'refused', refusal: { code: 'notConfirmed' } });
  }
  expect(desk.everything()).toEqual(before);
  expect(desk.runs.count).toBe(0);
  for (const [index, count] of [3, 'any' as const].entries()) {
    await resume(count);
    expect(desk.runs.count).toBe(index + 1);
  }
});

it('looks up what it can of several batches where one of them is refused', async (test) => {
  const open: Partial<Conduct> = { word: 'pending' };
  const gateway = await startSpecGateway(test, { conduct: () => open });
  const desk = await computer(test, gateway);
  const [first, second] = makeRows(2);
  if (first === undefined || second === undefined) return expect.unreachable();
  for (const [rows, fileName] of [
    [[first], 'one.csv'],
    [[second], 'two.csv'],
  ] as const) {
    await desk.run(rows, { fileName, until: 'sent' });
  }
  const raw = new DeskDatabase(join(desk.folder, 'data', 'desk.db'));
  tamper(raw, `UPDATE payouts SET remark = 'other' WHERE payout_id = 2`);
  raw.close();
  const lookups = (): number => gateway.posts.filter(({ path }) => path === '/api/payoutStatus/').length;
  const before = lookups();
  const follower = { onProgress: () => undefined, signal: new AbortController().signal };
  const watched = await watchEach(desk.system, { batch: null, forMs: 1_500, follower });
  expect(watched).toMatchObject({
    reports: [{ view: { batch: 'B0001' } }],
    refused: { refusal: { code: 'changedBatch' } },
  });
  expect(lookups()).toBeGreaterThan(before);
  const all = await watchBatches(desk.system, { batch: null, forMs: 1_500, follower });
  expect(all).toMatchObject({ kind: 'refused', refusal: { code: 'changedBatch' } });
});
