// Stop and Quit pressed while the keychain still asks its owner: the gateway, written from the specification alone, says what was
// sent.

import { randomUUID } from 'node:crypto';
import { describe, expect, it, type TestContext } from 'vitest';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { checked, confirmation, eventually, PROFILE, saveAccount, startFile, startParams } from './live-scene.ts';
import { deskFor, openTestDesk, type TestWindowDesk } from './window-desk.ts';

const LINES = [
  'name,upi id,amount,remark',
  'First,first@bank,1,pay',
  'Second,second@bank,2,pay',
  'Third,third@bank,3,pay',
];

/** A keychain that waits for its owner while it is shut. */
class Keychain {
  asked = 0;
  #gate: PromiseWithResolvers<void> | null = null;

  shut(): void {
    this.asked = 0;
    this.#gate = Promise.withResolvers();
  }

  open(): void {
    this.#gate?.resolve();
    this.#gate = null;
  }

  readonly in = (system: System): System => ({
    ...system,
    tokens: {
      ...system.tokens,
      read: async (account) => {
        this.asked += 1;
        await this.#gate?.promise;
        return system.tokens.read(account);
      },
    },
  });
}

interface Scene {
  readonly desk: TestWindowDesk;
  readonly gateway: SpecGateway;
  readonly keychain: Keychain;
  /** One payout is processing, and two are queued. */
  readonly batch: BatchId;
}

async function openScene(test: TestContext): Promise<Scene> {
  const gateway = await startSpecGateway(test, {
    conduct: ({ upiId }) => (upiId === 'first@bank' ? { word: 'pending' } : {}),
  });
  const keychain = new Keychain();
  const desk = openTestDesk(undefined, { token: gateway.token, change: keychain.in });
  test.onTestFinished(async () => {
    keychain.open();
    await desk.close();
  });
  await saveAccount(desk, gateway);
  const batch = await startFile(desk, LINES, { firstAlone: true });
  await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
  expect(gateway.payoutPosts()).toHaveLength(1);
  return { desk, gateway, keychain, batch };
}

/** Waits until the watch of the sent payout, or whatever replaced it, waits for the shut keychain. */
async function shutBefore(keychain: Keychain, act: () => void): Promise<void> {
  keychain.shut();
  act();
  await eventually(() => expect(keychain.asked).toBeGreaterThan(0));
}

const following = async (desk: TestWindowDesk): Promise<void> => {
  await eventually(async () => expect((await desk.ask('readDesk')).activity.kind).toBe('following'));
};

describe.concurrent('while the keychain asks its owner', () => {
  it('Stop cancels what was about to be resumed, at once, and nothing of it is sent', async (test) => {
    const { desk, gateway, keychain, batch } = await openScene(test);
    let resumed: Promise<unknown> = Promise.resolve();
    await shutBefore(keychain, () => {
      resumed = desk.change('resumeBatch', { batch, count: 2, ticks: [] }).catch(String);
    });
    await desk.change('cancelBatch', { batch });
    keychain.open();
    await resumed;
    await following(desk);
    const { view } = await desk.ask('readBatch', { batch });
    expect(view.counts).toMatchObject({ queued: 0, cancelled: 2 });
    expect(gateway.payoutPosts()).toHaveLength(1);
    expect(desk.faults).toEqual([]);
  });

  it('Quit ends the desk at once, and nothing of what was resumed is sent', async (test) => {
    const { desk, gateway, keychain, batch } = await openScene(test);
    let resumed: Promise<unknown> = Promise.resolve();
    await shutBefore(keychain, () => {
      resumed = desk.change('resumeBatch', { batch, count: 2, ticks: [] }).catch(String);
    });
    await desk.end();
    keychain.open();
    await resumed;
    expect(gateway.payoutPosts()).toHaveLength(1);
    const again = deskFor(test, desk.folder, { token: gateway.token });
    expect((await again.ask('readBatch', { batch })).view.counts).toMatchObject({ queued: 2, unknown: 0 });
    expect(gateway.payoutPosts()).toHaveLength(1);
  });

  it('Quit calls off what was about to be started', async (test) => {
    const { desk, gateway, keychain } = await openScene(test);
    const file = await desk.give(
      'more.csv',
      [LINES[0], 'Fourth,fourth@bank,4,pay', 'Fifth,fifth@bank,5,pay', ''].join('\n'),
    );
    const { summary } = checked(await desk.change('openDraft', { file, profile: PROFILE, options: {} }));
    const params = { ...startParams(await confirmation(desk, summary)), commandId: randomUUID() };
    let started = Promise.resolve('');
    await shutBefore(keychain, () => {
      started = desk.refusalOf('startBatch', params);
    });
    const ended = desk.end();
    keychain.open();
    expect(await started).toMatch(/^(?:closing|interrupted)$/);
    await ended;
    expect(gateway.payoutPosts()).toHaveLength(1);
  });

  it('a start does not wait for a watch that the keychain holds up', async (test) => {
    const { desk, gateway, keychain, batch } = await openScene(test);
    await following(desk);
    const file = await desk.give('more.csv', [LINES[0], 'Fourth,fourth@bank,4,pay', ''].join('\n'));
    const { summary } = checked(await desk.change('openDraft', { file, profile: PROFILE, options: {} }));
    const params = startParams(await confirmation(desk, summary));
    // The watch starts again and waits for the shut keychain, which a new Start must ask as well.
    keychain.shut();
    await desk.change('cancelBatch', { batch });
    await test.expect.poll(() => keychain.asked).toBe(1);
    const started = desk.change('startBatch', params);
    await test.expect.poll(() => keychain.asked).toBe(2);
    keychain.open();
    const { batch: second } = await started;
    await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === second);
    expect(gateway.payoutPosts()).toHaveLength(2);
  });

  it('Stop of another batch leaves the start alone', async (test) => {
    const { desk, gateway, keychain, batch } = await openScene(test);
    const file = await desk.give('more.csv', [LINES[0], 'Fourth,fourth@bank,4,pay', ''].join('\n'));
    const { summary } = checked(await desk.change('openDraft', { file, profile: PROFILE, options: {} }));
    const params = startParams(await confirmation(desk, summary));
    const started: Promise<unknown>[] = [];
    await shutBefore(keychain, () => {
      started.push(desk.change('startBatch', params));
    });
    await test.expect.poll(async () => (await desk.ask('readDesk')).activity.kind).toBe('preparing');
    const { counts } = await desk.change('cancelBatch', { batch });
    expect(counts).toMatchObject({ queued: 0, cancelled: 2 });
    keychain.open();
    await Promise.all(started);
    await test.expect.poll(() => gateway.payoutPosts().length).toBe(2);
  });
});

describe.concurrent('Stop while a batch is followed', () => {
  it('is told to those who watch: what was cancelled is unsent no more', async (test) => {
    const { desk, gateway, batch } = await openScene(test);
    await desk.eventWhere(
      (event) =>
        event.kind === 'progress' && event.progress.phase === 'settling' && event.progress.view.counts.queued === 2,
    );
    await desk.change('cancelBatch', { batch });
    await desk.eventWhere((event) => event.kind === 'progress' && event.progress.view.counts.cancelled === 2);
    const { view } = await desk.ask('readBatch', { batch });
    expect(view.counts).toMatchObject({ processing: 1, cancelled: 2, queued: 0 });
    expect(gateway.payoutPosts()).toHaveLength(1);
    expect(desk.faults).toEqual([]);
  });

  it('keeps the reason why it was paused when the watch is cut short', async (test) => {
    const { desk, gateway, keychain, batch } = await openScene(test);
    await desk.end();
    keychain.shut();
    const reopen = (): TestWindowDesk => {
      const next = deskFor(test, desk.folder, { token: gateway.token, change: keychain.in });
      return next;
    };
    const second = reopen();
    await test.expect.poll(() => keychain.asked).toBe(1);
    await second.end();
    expect((await reopen().ask('readBatch', { batch })).view.paused?.code).toBe('firstAlone');
  });
});
