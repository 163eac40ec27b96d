// Start pays exactly what Confirm showed: the same count and the same total are not enough.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import { startSpecGateway } from '../cli/spec-gateway.ts';
import { spoken } from '../fixtures/spoken.ts';
import {
  confirmation,
  failing,
  type LiveScene,
  openFile,
  openScene,
  PROFILE,
  putDown,
  saveAccount,
  settled,
  startFile,
  startParams,
} from './live-scene.ts';
import type { TestWindowDesk } from './window-desk.ts';

const HEADER = 'name,upi id,amount,remark';
const FILE = [HEADER, 'asha,asha@bank,100,pay', 'ravi,ravi@bank,200,pay'];
const WARNED = [HEADER, `asha,asha@bank,100,${'pay '.repeat(12)}`, 'ravi,ravi@bank,200,pay'];

const refusalOfStart = (desk: TestWindowDesk, seen: AnswerOf<'readConfirmation'>, more = {}): Promise<string> =>
  desk.refusalOf('startBatch', { ...startParams(seen, more), commandId: randomUUID() });

const sent = ({ gateway }: Pick<LiveScene, 'gateway'>): number => gateway.payoutPosts().length;

describe.concurrent('the seal of a confirmation', () => {
  it('is the same as long as nothing changed, and then Start pays', async (test) => {
    const scene = await openScene(test, {});
    const { desk } = scene;
    const { summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary);
    expect(await confirmation(desk, summary)).toEqual(seen);
    const { batch } = await desk.change('startBatch', startParams(seen));
    await settled(desk, batch);
    expect(sent(scene)).toBe(2);
  });

  it('is broken by another address of the account', async (test) => {
    const scene = await openScene(test, {});
    const { desk } = scene;
    const other = await startSpecGateway(test);
    const { summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary);
    await saveAccount(desk, other);
    expect(await refusalOfStart(desk, seen)).toBe('changedMeanwhile');
    expect([sent(scene), sent({ gateway: other })]).toEqual([0, 0]);
    const anew = await confirmation(desk, summary);
    expect([anew.count, anew.totalPaise, anew.baseUrl]).toEqual([seen.count, seen.totalPaise, other.url]);
    expect(anew.seal).not.toBe(seen.seal);
  });

  it('is broken by one more payment to a row that was ticked for an earlier one', async (test) => {
    const scene = await openScene(test, {});
    const { desk } = scene;
    await settled(desk, await startFile(desk, [HEADER, 'asha,asha@bank,100,first'], { name: 'first.csv' }));
    const rowTicks = { ...NO_TICKS, paidBefore: [2] };
    const { summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary, { rowTicks });
    const other = await openFile(desk, [HEADER, 'asha,asha@bank,100,second', 'dev,dev@bank,5,pay'], {
      name: 'second.csv',
    });
    const second = await confirmation(desk, other.summary, { rowTicks });
    await settled(desk, (await desk.change('startBatch', startParams(second, { rowTicks }))).batch);
    expect(await refusalOfStart(desk, seen, { rowTicks })).toBe('changedMeanwhile');
    const anew = await confirmation(desk, summary, { rowTicks });
    expect([anew.count, anew.totalPaise]).toEqual([seen.count, seen.totalPaise]);
    expect(spoken(anew.tickable[0]?.rows[0]?.message)).toMatch(/batch B0002 row 2.*batch B0001 row 2/);
    expect(sent(scene)).toBe(3);
  });

  it('is broken by a warning that nobody has seen, and a tick for warnings accepts nothing else', async (test) => {
    let wallet = '5000';
    const accepted: boolean[] = [];
    const scene = await openScene(
      test,
      {},
      {
        wallet: () => wallet,
        change: (system) => ({
          ...system,
          engine: {
            ...system.engine,
            newRun: (world, request) => {
              accepted.push(request.acceptsUnprovable);
              return system.engine.newRun(world, request);
            },
          },
        }),
      },
    );
    const { desk } = scene;
    await desk.change('confirmWalletUnit', { profile: PROFILE, unit: 'rupees' });
    const { summary } = await openFile(desk, WARNED);
    const seen = await confirmation(desk, summary);
    expect(seen.ticks).toEqual(['warnings']);
    expect(await refusalOfStart(desk, seen, { ticks: [] })).toBe('warnings');
    wallet = '150';
    expect(await refusalOfStart(desk, seen)).toBe('changedMeanwhile');
    expect(sent(scene)).toBe(0);
    wallet = '5000';
    const { batch } = await desk.change('startBatch', startParams(seen));
    await settled(desk, batch);
    expect(accepted[0]).toBe(false);
  });

  it('wants a tick of its own where lost answers could not be looked up', async (test) => {
    const scene = await openScene(
      test,
      {},
      {
        notKnown: (_, times) => ({
          http: 400,
          body: { status: false, message: `No ${times}`, error_code: 400 + times },
        }),
      },
    );
    const { desk } = scene;
    const { summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary);
    expect(seen.ticks).toEqual(['unsureLookups']);
    expect(seen.warnings).toMatchObject([{ count: 1, rows: [] }]);
    expect(await refusalOfStart(desk, seen, { ticks: ['warnings'] })).toBe('lookupsUnreliable');
    expect(sent(scene)).toBe(0);
    const { batch } = await desk.change('startBatch', startParams(seen));
    await settled(desk, batch);
    expect(sent(scene)).toBe(2);
  });

  it('stands for no draft that was read in another way under the same handle', async (test) => {
    const { desk } = await openScene(test, {});
    const { draft, summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary);
    const reread = (columns: object[]) =>
      desk.change('rereadDraft', { draft, profile: PROFILE, options: { columns, rememberColumns: false } });
    const asks = await reread([{ field: 'amount', header: 'none such' }]);
    expect(asks.kind).toBe('asks');
    const back = await reread([]);
    expect(back.kind === 'checked' && back.summary.revision).toBe(summary.revision + 1);
    expect(await refusalOfStart(desk, seen)).toBe('changedMeanwhile');
  });
});

describe.concurrent('the ceiling of an account', () => {
  it('holds for a file that was opened before it was lowered', async (test) => {
    const scene = await openScene(test, {});
    const { desk, gateway } = scene;
    const { summary } = await openFile(desk, FILE);
    const before = await confirmation(desk, summary);
    await saveAccount(desk, gateway, { maxPayoutPaise: 15_000 });
    expect(await refusalOfStart(desk, before)).toBe('changedMeanwhile');
    const seen = await confirmation(desk, summary);
    expect(seen).toMatchObject({
      count: 1,
      totalPaise: 10_000,
      leftOut: [{ code: 'aboveCeiling', rows: [{ rowNumber: 3 }] }],
    });
    const { batch } = await desk.change('startBatch', startParams(seen));
    await settled(desk, batch);
    expect(gateway.executed.map(({ upiId }) => upiId)).toEqual(['asha@bank']);
  });
});

describe.concurrent('a file that is knowingly paid again', () => {
  it('lists as left out whom the gateway now says were paid, and pays the others only', async (test) => {
    const ended = failing();
    const scene = await openScene(test, { 'asha@bank': ended, 'ravi@bank': failing() });
    const { desk, conducts } = scene;
    await settled(desk, await startFile(desk, FILE));
    await putDown(desk);
    ended.later.word = 'success';
    conducts['ravi@bank'] = {};
    const { summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary);
    expect(seen).toMatchObject({ count: 1, leftOutCount: 1, repeats: [{ batch: 'B0001' }] });
    expect(seen.leftOut).toMatchObject([{ code: 'maybePaid', rows: [{ rowNumber: 2 }] }]);
    // What that lookup found is now part of the history, and is shown before anything is paid.
    expect(await refusalOfStart(desk, seen)).toBe('changedMeanwhile');
    const anew = await confirmation(desk, summary);
    expect(anew.leftOut).toMatchObject([{ code: 'paidBefore', rows: [{ rowNumber: 2 }] }]);
    const { batch } = await desk.change('startBatch', startParams(anew));
    await settled(desk, batch);
    const paid = scene.gateway.executed.map(({ upiId }) => upiId);
    expect(paid.filter((upiId) => upiId === 'asha@bank')).toHaveLength(1);
    expect(paid.filter((upiId) => upiId === 'ravi@bank')).toHaveLength(2);
  });
});
