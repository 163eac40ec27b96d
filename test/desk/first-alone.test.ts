// A batch whose first payout goes alone: an option on Confirm that stays with the batch, whatever happens to the process.

import { describe, expect, it } from 'vitest';
import type { BatchId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import {
  checked,
  confirmation,
  eventually,
  type LiveScene,
  openScene,
  REJECTED,
  startFile,
  startParams,
} from './live-scene.ts';
import { deskFor, type TestWindowDesk } from './window-desk.ts';

const PEOPLE = ['asha', 'ravi', 'mina'];
const FILE = ['name,upi id,amount,remark', ...PEOPLE.map((name, at) => `${name},${name}@bank,${at + 1}00,pay`)];
const ALONE = { firstAlone: true };

/** Waits until nothing of the batch is under way and it is in this state. */
const stands = (desk: TestWindowDesk, batch: BatchId, state: 'paused' | 'settled', sentCount?: number) =>
  eventually(async () => {
    const { view } = await desk.ask('readBatch', { batch });
    const { activity } = await desk.ask('readDesk');
    expect({ state: view.state, isSending: activity.kind === 'sending' }).toEqual({ state, isSending: false });
    const { queued, cancelled } = view.counts;
    if (sentCount !== undefined) expect(FILE.length - 1 - queued - cancelled).toBe(sentCount);
  });

const sent = ({ gateway }: LiveScene): number => gateway.payoutPosts().length;

const resume = (desk: TestWindowDesk, batch: BatchId) => desk.change('resumeBatch', { batch, count: null, ticks: [] });

describe.concurrent('a batch whose first payout goes alone', () => {
  it('pauses after it with what the gateway says, still after a restart, and Resume sends the others', async (test) => {
    const scene = await openScene(test, {});
    const batch = await startFile(scene.desk, FILE, ALONE);
    await stands(scene.desk, batch, 'paused');
    expect(sent(scene)).toBe(1);
    await scene.desk.end();
    const desk = deskFor(test, scene.desk.folder, { token: scene.gateway.token });
    const { view } = await desk.ask('readBatch', { batch });
    expect(view).toMatchObject({ state: 'paused', paused: { code: 'firstAlone' }, counts: { queued: 2, success: 1 } });
    expect(inEnglish(view.paused?.message ?? verbatim(''))).toMatch(/^The first payment went out\. .* said: success\./);
    expect(sent(scene)).toBe(1);
    await resume(desk, batch);
    await stands(desk, batch, 'settled');
    expect([...scene.gateway.timesPosted().values()]).toEqual([1, 1, 1]);
    expect(desk.faults).toEqual([]);
  });

  it('sends nothing else when it is stopped then', async (test) => {
    const scene = await openScene(test, {});
    const { desk } = scene;
    const batch = await startFile(desk, FILE, ALONE);
    await stands(desk, batch, 'paused');
    const view = await desk.change('cancelBatch', { batch });
    expect(view).toMatchObject({ state: 'settled', counts: { success: 1, cancelled: 2 } });
    expect(sent(scene)).toBe(1);
  });

  it('asks after the next one as long as none went out', async (test) => {
    const scene = await openScene(test, { 'asha@bank': REJECTED });
    const { desk } = scene;
    const batch = await startFile(desk, FILE, ALONE);
    await stands(desk, batch, 'paused');
    const refused = await desk.ask('readBatch', { batch });
    expect(inEnglish(refused.view.paused?.message ?? verbatim(''))).toMatch(/^The first payment was refused: /);
    await resume(desk, batch);
    await stands(desk, batch, 'paused', 2);
    expect(sent(scene)).toBe(2);
    await resume(desk, batch);
    await stands(desk, batch, 'settled');
    expect(sent(scene)).toBe(3);
  });

  it('asks nothing where there is nobody else to wait, or nobody wished it', async (test) => {
    const scene = await openScene(test, {});
    const { desk } = scene;
    await stands(desk, await startFile(desk, FILE.slice(0, 2), ALONE), 'settled');
    await stands(desk, await startFile(desk, [FILE[0] ?? '', 'zoe,zoe@bank,5,x', 'kim,kim@bank,6,x']), 'settled');
    expect(sent(scene)).toBe(3);
  });

  it('holds for a retry as well', async (test) => {
    const scene = await openScene(test, { 'asha@bank': REJECTED, 'ravi@bank': REJECTED });
    const { desk, conducts } = scene;
    const batch = await startFile(desk, FILE);
    await stands(desk, batch, 'settled');
    conducts['asha@bank'] = conducts['ravi@bank'] = {};
    const { summary } = checked(await desk.change('openRetry', { batch }));
    const params = startParams(await confirmation(desk, summary), ALONE);
    const { batch: next } = await desk.change('startBatch', params);
    await stands(desk, next, 'paused');
    expect(sent(scene)).toBe(4);
    await resume(desk, next);
    await stands(desk, next, 'settled');
    expect(sent(scene)).toBe(5);
  });
});
