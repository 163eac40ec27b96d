// What Review calls "will be paid" is what Confirm pays, whatever the desk's history says about the rows.

import ExcelJS from 'exceljs';
import { describe, expect, it, type TestContext } from 'vitest';
import { NO_TICKS, type Ticks } from '../../shared/repeats.ts';
import {
  checked,
  confirmation,
  eventually,
  type LiveScene,
  openFile,
  openScene,
  PROFILE,
  REJECTED,
  saveAccount,
  settled,
  startFile,
  startParams,
} from './live-scene.ts';

const HEAD = 'name,upi id,amount,remark';
const MINUTE_MS = 60_000;

interface Scene extends LiveScene {
  readonly wait: (minutes: number) => void;
}

async function scene(test: TestContext, conducts: LiveScene['conducts'] = {}): Promise<Scene> {
  let aheadMs = 0;
  const open = await openScene(test, conducts, {
    change: (system) => ({ ...system, clock: { ...system.clock, nowMs: () => Date.now() + aheadMs } }),
  });
  const wait = (minutes: number): void => {
    aheadMs += minutes * MINUTE_MS;
  };
  return { ...open, wait };
}

type Summary = Parameters<typeof confirmation>[1];

/** What Review promises of this draft, and what Confirm would pay. */
async function both({ desk }: LiveScene, { draft, revision }: Summary, ticks: Ticks = NO_TICKS) {
  const asked = { draft, revision, profile: PROFILE, rowTicks: ticks, listed: 100 };
  const review = await desk.ask('readRepeats', asked);
  const confirm = await confirmation(desk, { draft, revision }, { rowTicks: ticks });
  const none = { count: 0, paise: 0 };
  return {
    review,
    promised: review.blocked === null ? review.sum : none,
    paid: confirm.blocked === null ? { count: confirm.count, paise: confirm.totalPaise } : none,
  };
}

describe.concurrent('26: pays on Confirm what Review called will be paid', () => {
  it('of a fresh file, of rows that were paid before, ticked and not, and of a corrected amount', async (test) => {
    const place = await scene(test);
    const { desk } = place;
    const first = [HEAD, 'Asha,asha@bank,100,June', 'Ravi,ravi@bank,200,June', 'Mina,mina@bank,300,June'];
    const fresh = await both(place, (await openFile(desk, first, { name: 'june.csv' })).summary);
    expect(fresh.promised).toEqual({ count: 3, paise: 600_00 });
    expect(fresh.paid).toEqual(fresh.promised);
    await settled(desk, await startFile(desk, first, { name: 'june.csv' }));

    const second = [HEAD, 'Asha,asha@bank,100,June', 'Ravi,ravi@bank,250,June', 'Dev,dev@bank,400,June'];
    const { summary } = await openFile(desk, second, { name: 'another.csv' });
    for (const ticks of [NO_TICKS, { ...NO_TICKS, paidBefore: [2] }, { ...NO_TICKS, difference: [3] }]) {
      const { promised, paid } = await both(place, summary, ticks);
      expect(promised.count).toBeGreaterThan(0);
      expect(paid).toEqual(promised);
    }
  });

  it('of rows that wait for an earlier payment', async (test) => {
    const place = await scene(test, { 'asha@bank': { word: 'pending' } });
    const { desk } = place;
    const batch = await startFile(desk, [HEAD, 'Asha,asha@bank,100,June', 'Ravi,ravi@bank,200,June']);
    await eventually(async () =>
      expect((await desk.ask('readBatch', { batch })).view.counts).toMatchObject({ success: 1, processing: 1 }),
    );
    const file = [HEAD, 'Asha,asha@bank,100,June', 'Dev,dev@bank,400,June'];
    const { review, promised, paid } = await both(place, (await openFile(desk, file, { name: 'more.csv' })).summary);
    expect(promised).toEqual({ count: 1, paise: 400_00 });
    expect(paid).toEqual(promised);
    expect(review.held.map(({ rows }) => rows)).toEqual([[2]]);
  });

  it('of a payment and of a batch above their ceilings', async (test) => {
    const place = await scene(test);
    const { desk, gateway } = place;
    const file = [HEAD, 'Asha,asha@bank,100,June', 'Ravi,ravi@bank,900,June', 'Mina,mina@bank,150,June'];
    const { summary } = await openFile(desk, file);
    await saveAccount(desk, gateway, { maxPayoutPaise: 500_00 });
    const one = await both(place, summary);
    expect(one.promised).toEqual({ count: 2, paise: 250_00 });
    expect(one.paid).toEqual(one.promised);
    await saveAccount(desk, gateway, { maxPayoutPaise: 500_00, maxBatchPaise: 200_00 });
    const all = await both(place, summary);
    expect(all.review.blocked?.code).toBe('batchCeiling');
    expect(all.paid).toEqual(all.promised);
  });

  it('of a sheet with a hidden row', async (test) => {
    const place = await scene(test);
    const { desk } = place;
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Pay');
    sheet.addRows([HEAD.split(','), ['Asha', 'asha@bank', 100, 'June'], ['Ravi', 'ravi@bank', 200, 'June']]);
    sheet.getRow(3).hidden = true;
    const file = await desk.giveBytes('hidden.xlsx', new Uint8Array(await workbook.xlsx.writeBuffer()));
    const opened = checked(await desk.change('openDraft', { file, profile: PROFILE, options: {} }));
    const { promised, paid } = await both(place, opened.summary);
    expect(paid).toEqual(promised);
  });

  it('of a retry: opened at once, after the gateway did not know it, and after ten minutes', async (test) => {
    const forgotten = { ...REJECTED, remembers: false };
    const place = await scene(test, { 'asha@bank': forgotten, 'ravi@bank': REJECTED });
    const { desk, wait } = place;
    const file = [HEAD, 'Asha,asha@bank,100,June', 'Ravi,ravi@bank,200,June', 'Mina,mina@bank,300,June'];
    const batch = await startFile(desk, file);
    await settled(desk, batch);
    const { summary } = checked(await desk.change('openRetry', { batch }));

    // Nobody has asked the gateway about them yet: the figure is called the most.
    const first = await both(place, summary);
    expect(first.review).toMatchObject({ isAtMost: true, sum: { count: 2 } });
    expect(first.paid).toEqual({ count: 1, paise: 200_00 });

    const known = await both(place, summary);
    expect(known.review.isAtMost).toBe(false);
    expect(known.review.held).toMatchObject([{ code: 'silentTooShortly', rows: [2] }]);
    expect(known.promised).toEqual({ count: 1, paise: 200_00 });
    expect(known.paid).toEqual(known.promised);

    wait(11);
    const later = await both(place, summary);
    expect(later.promised).toEqual({ count: 2, paise: 300_00 });
    expect(later.paid).toEqual(later.promised);
    const seen = await confirmation(desk, summary);
    const again = await desk.change('startBatch', startParams(seen));
    await settled(desk, again.batch);
    expect((await desk.ask('readBatch', { batch: again.batch })).totalPaise).toBe(later.promised.paise);
  });

  it('of a retry where look-ups prove nothing', async (test) => {
    const place = await scene(test, { 'asha@bank': { ...REJECTED, remembers: false } });
    const { desk } = place;
    const batch = await startFile(desk, [HEAD, 'Asha,asha@bank,100,June']);
    await settled(desk, batch);
    const { summary } = checked(await desk.change('openRetry', { batch }));
    expect((await both(place, summary)).review.isAtMost).toBe(true);
    const { review, promised, paid } = await both(place, summary);
    expect(review.held).toMatchObject([{ code: 'lookupsUnproven', rows: [2] }]);
    expect(promised).toEqual({ count: 0, paise: 0 });
    expect(paid).toEqual(promised);
  });
});
