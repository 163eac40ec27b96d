// What a person changes while Start still asks the gateway: nothing that they took back is paid.

import { describe, expect, it, type TestContext } from 'vitest';
import { confirmation, openFile, openScene, saveAccount, startParams } from './live-scene.ts';
import type { TestWindowDesk } from './window-desk.ts';

const FILE = ['name,upi id,amount,remark', 'asha,asha@bank,100,pay', 'ravi,ravi@bank,200,pay'];

/** Presses Pay, and does something else before the gateway was asked. Shape: how Start ended. */
async function payWhile(desk: TestWindowDesk, meanwhile: (draft: string, revision: number) => Promise<unknown>) {
  const { summary } = await openFile(desk, FILE);
  const { draft, revision } = summary;
  const params = startParams(await confirmation(desk, summary));
  const starting = desk.change('startBatch', params).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  await desk.eventWhere((event) => event.kind === 'activity' && event.activity.kind === 'preparing');
  await meanwhile(draft, revision);
  return starting;
}

/** A scene that says when Start's own preflight has begun: the wallet is asked once for Confirm and once for Start. */
async function openWatched(test: TestContext) {
  const asked = Promise.withResolvers<void>();
  let count = 0;
  const wallet = (): string => {
    count += 1;
    if (count === 2) asked.resolve();
    return '1000000';
  };
  return { ...(await openScene(test, {}, { wallet })), walletAsked: asked.promise };
}

describe('a change while a batch is being started', { timeout: 60_000 }, () => {
  it('of a row leaves all of it unpaid', async (test) => {
    const { desk, gateway } = await openScene(test, {});
    const cells = [{ rowNumber: 2, field: 'amount' as const, text: '1' }];
    const end = await payWhile(desk, (draft, revision) =>
      desk.change('editDraft', { draft, revision, edit: { kind: 'setCells', words: 'edit', cells } }),
    );
    expect(end).toContain('changedMeanwhile');
    expect([gateway.payoutPosts().length, (await desk.ask('listBatches')).batches]).toEqual([0, []]);
  });

  it('that closes the file leaves all of it unpaid', async (test) => {
    const { desk, gateway } = await openScene(test, {});
    expect(await payWhile(desk, (draft) => desk.change('closeDraft', { draft }))).toContain('changedMeanwhile');
    expect([gateway.payoutPosts().length, (await desk.ask('listBatches')).batches]).toEqual([0, []]);
  });

  it.for([
    ['ceiling', { maxPayoutPaise: 15_000 }],
    ['rate', { ratePerSecond: 99 }],
  ] as const)('of the account’s %s, after Start has read it, leaves all of it unpaid', async ([, limits], test) => {
    const { desk, gateway, walletAsked } = await openWatched(test);
    const end = await payWhile(desk, async () => {
      await walletAsked;
      await saveAccount(desk, gateway, limits);
    });
    expect(end).toContain('changedMeanwhile');
    expect([gateway.payoutPosts().length, (await desk.ask('listBatches')).batches]).toEqual([0, []]);
  });
});
