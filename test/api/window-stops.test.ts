// Stop and Quit pressed while the keychain still asks its owner: the gateway, written from the specification alone, says what
// was sent. In: a batch of which one payout is out and the others are queued. Out: what a person may rely on.

import { randomUUID } from 'node:crypto';
import { describe, expect, it, type TestContext } from 'vitest';
import type { Rooms } from '../../electron/main/api/ports.ts';
import type { BatchId } from '../../shared/ids.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { checked, confirmation, PROFILE, startFile, startParams } from './live-scene.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

const WAIT = { timeout: 30_000 };
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

  readonly in = (rooms: Rooms): Rooms => ({
    ...rooms,
    tokens: {
      ...rooms.tokens,
      read: async (account) => {
        this.asked += 1;
        await this.#gate?.promise;
        return rooms.tokens.read(account);
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
  const pace = { ratePerSecond: 100, pollFirstMs: 100, pollMaxMs: 200 };
  await desk.change('saveProfile', { name: PROFILE, baseUrl: gateway.url, mid: gateway.mid, ...pace });
  const batch = await startFile(desk, LINES, { firstAlone: true });
  await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
  expect(gateway.payoutPosts()).toHaveLength(1);
  return { desk, gateway, keychain, batch };
}

/** The watch of the payout that is out, or what came in its place, stands before the shut keychain. */
async function shutBefore(keychain: Keychain, act: () => void): Promise<void> {
  keychain.shut();
  act();
  await expect.poll(() => keychain.asked, WAIT).toBeGreaterThan(0);
}

async function following(desk: TestWindowDesk): Promise<void> {
  await expect.poll(async () => (await desk.ask('readDesk')).activity.kind, WAIT).toBe('following');
}

describe('while the keychain asks its owner', { timeout: 60_000 }, () => {
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
    const again = openTestDesk(desk.folder, { token: gateway.token });
    test.onTestFinished(() => again.end());
    expect((await again.ask('readBatch', { batch })).view.counts).toMatchObject({ queued: 2, unknown: 0 });
    expect(gateway.payoutPosts()).toHaveLength(1);
  });

  it('Quit calls off what was about to be started', async (test) => {
    const { desk, gateway, keychain } = await openScene(test);
    const file = await desk.give(
      'more.csv',
      [LINES[0], 'Fourth,fourth@bank,4,pay', 'Fifth,fifth@bank,5,pay'].join('\n'),
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
    const file = await desk.give('more.csv', [LINES[0], 'Fourth,fourth@bank,4,pay'].join('\n'));
    const { summary } = checked(await desk.change('openDraft', { file, profile: PROFILE, options: {} }));
    const params = startParams(await confirmation(desk, summary));
    // The watch begins anew, before a keychain that is shut: what is started has to ask it as well.
    keychain.shut();
    await desk.change('cancelBatch', { batch });
    await expect.poll(() => keychain.asked, WAIT).toBe(1);
    const started = desk.change('startBatch', params);
    await expect.poll(() => keychain.asked, WAIT).toBe(2);
    keychain.open();
    const { batch: second } = await started;
    await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === second);
    expect(gateway.payoutPosts()).toHaveLength(2);
  });

  it('Stop of another batch leaves the start alone', async (test) => {
    const { desk, gateway, keychain, batch } = await openScene(test);
    const file = await desk.give('more.csv', [LINES[0], 'Fourth,fourth@bank,4,pay'].join('\n'));
    const { summary } = checked(await desk.change('openDraft', { file, profile: PROFILE, options: {} }));
    const params = startParams(await confirmation(desk, summary));
    let started: Promise<unknown> = Promise.resolve();
    await shutBefore(keychain, () => {
      started = desk.change('startBatch', params);
    });
    await expect.poll(async () => (await desk.ask('readDesk')).activity.kind, WAIT).toBe('preparing');
    const { counts } = await desk.change('cancelBatch', { batch });
    expect(counts).toMatchObject({ queued: 0, cancelled: 2 });
    keychain.open();
    await started;
    await expect.poll(() => gateway.payoutPosts().length, WAIT).toBe(2);
  });
});

describe('Stop while a batch is followed', { timeout: 60_000 }, () => {
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
      const next = openTestDesk(desk.folder, { token: gateway.token, change: keychain.in });
      test.onTestFinished(() => next.end());
      return next;
    };
    const second = reopen();
    await expect.poll(() => keychain.asked, WAIT).toBe(1);
    await second.end();
    expect((await reopen().ask('readBatch', { batch })).view.paused?.code).toBe('firstAlone');
  });
});
