// A batch that was checked when it was started is checked again whenever a window sends more of it.

import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { tamper } from '../store/desk-file.ts';
import { confirmation, openFile, openScene, startParams } from './live-scene.ts';

it('sends nothing of a batch that was changed behind the back of an open window', { timeout: 60_000 }, async (test) => {
  const { desk, gateway } = await openScene(test, {});
  const { summary } = await openFile(desk, ['name,upi id,amount,remark', 'asha,asha@bank,1,x', 'ravi,ravi@bank,90,x']);
  const wish = startParams(await confirmation(desk, summary), { firstAlone: true });
  const { batch } = await desk.change('startBatch', wish);
  await vi.waitFor(
    async () => {
      const { view, active } = await desk.ask('readBatch', { batch });
      expect({ code: view.paused?.code, active }).toEqual({ code: 'firstAlone', active: false });
    },
    { timeout: 30_000 },
  );
  const raw = new Database(join(desk.folder, 'desk.db'));
  tamper(raw, `UPDATE payouts SET remark = 'other' WHERE payout_id = 2`);
  raw.close();
  const resume = { batch, count: null, ticks: [], commandId: randomUUID() };
  expect(await desk.refusalOf('resumeBatch', resume)).toBe('changedBatch');
  expect(gateway.payoutPosts()).toHaveLength(1);
});
