// A desk that opens locked in a window: what its database calls unsent may have been sent since, or elsewhere.

import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { startSpecGateway } from '../cli/spec-gateway.ts';
import { saveAccount, startFile } from './live-scene.ts';
import { deskFor, type TestDeskOptions, type TestWindowDesk } from './window-desk.ts';

const LINES = [
  'name,upi id,amount,remark',
  'First,first@bank,1,pay',
  'Second,second@bank,2,pay',
  'Third,third@bank,3,pay',
];

/** A folder whose one batch has a paid payout and two queued, opened with another state folder. */
async function openCopy(
  test: TestContext,
  more: TestDeskOptions = {},
): Promise<{ readonly desk: TestWindowDesk; readonly batch: BatchId; readonly posts: () => number }> {
  const gateway = await startSpecGateway(test);
  const first = deskFor(test, undefined, { token: gateway.token });
  await saveAccount(first, gateway);
  const batch = await startFile(first, LINES, { firstAlone: true });
  await first.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
  await first.end();
  const options = { token: gateway.token, stateFolder: join(first.folder, 'another-state'), ...more };
  const desk = deskFor(test, first.folder, options);
  return { desk, batch, posts: () => gateway.payoutPosts().length };
}

const page = (desk: TestWindowDesk, batch: BatchId, states: readonly string[]) => {
  const how = { search: '', sort: { by: 'rowNumber', direction: 'up' }, window: { from: 0, count: 10 } };
  return desk.ask('readPayouts', { batch, states, ...how });
};

describe('a desk that opens locked in a window', () => {
  it('looks up by itself what it calls unsent, and sends nothing', async (test) => {
    const { desk, batch, posts } = await openCopy(test);
    await expect.poll(async () => (await desk.ask('readPayout', { payout: `${batch}/3` })).lookups).toBeGreaterThan(0);
    const { total } = await desk.ask('listUnknown', { book: 'live', window: { from: 0, count: 1 } });
    expect(total).toBe(2);
    const { view } = await desk.ask('readBatch', { batch });
    expect(view.counts).toMatchObject({ queued: 0, unknown: 2, success: 1 });
    expect(view.paused?.code).toBe('locked');
    expect(posts()).toBe(1);
    expect(desk.faults).toEqual([]);
  });

  it('calls nothing unsent, even while what is unsent cannot be written down as unknown', async (test) => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    let hastened = 0;
    const change = (system: System): System => ({
      ...system,
      openWriter: (book) => {
        const opening = system.openWriter(book);
        if (opening.kind !== 'open') return opening;
        const { store } = opening;
        const close = (): never => {
          throw full;
        };
        const hastenLookups = (): void => void (hastened += 1);
        const broken = { lock: { ...store.lock, close }, ledger: { ...store.ledger, hastenLookups } };
        return { ...opening, store: { ...store, ...broken } };
      },
    });
    const { desk, batch, posts } = await openCopy(test, { change });
    const { view } = await desk.ask('readBatch', { batch });
    expect(view.counts).toMatchObject({ queued: 0, unknown: 2, success: 1 });
    const [listed] = (await desk.ask('listBatches')).batches;
    expect(listed?.view).toMatchObject({ state: view.state, counts: { queued: 0, unknown: 2 } });
    expect((await page(desk, batch, [])).rows.map(({ state }) => state)).toEqual(['success', 'unknown', 'unknown']);
    expect(await page(desk, batch, ['unknown'])).toMatchObject({ total: 2, sum: { count: 2, paise: 500 } });
    expect(await page(desk, batch, ['queued', 'sending'])).toMatchObject({ total: 0, rows: [] });
    expect((await desk.ask('readPayout', { payout: `${batch}/3` })).line.state).toBe('unknown');
    // A click looks up but writes nothing into a locked desk.
    await desk.change('checkNow', { batch });
    expect(hastened).toBe(0);
    expect(desk.faults).toEqual([]);
    expect(posts()).toBe(1);
  });
});
