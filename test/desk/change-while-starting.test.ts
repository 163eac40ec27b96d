// What a person changes while Start still asks the gateway: nothing that they took back is paid.

import { describe, expect, it, type TestContext } from 'vitest';
import type { Conduct } from '../cli/spec-payouts.ts';
import {
  checked,
  confirmation,
  openFile,
  openScene,
  REJECTED,
  type Reading,
  saveAccount,
  startFile,
  startParams,
} from './live-scene.ts';
import type { TestWindowDesk } from './window-desk.ts';

const FILE = ['name,upi id,amount,remark', 'asha,asha@bank,100,pay', 'ravi,ravi@bank,200,pay'];

/** Presses Pay, and does something else before the gateway is asked. Returns how Start ended. */
async function payWhile(
  desk: TestWindowDesk,
  meanwhile: (draft: string, revision: number) => Promise<unknown>,
  { open = () => openFile(desk, FILE) }: { readonly open?: () => Promise<Reading> } = {},
) {
  const { summary } = await open();
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

/** A scene that reports the next wallet request, with which a preflight begins. */
async function openWatched(test: TestContext, conducts: Record<string, Partial<Conduct>> = {}) {
  let asked = Promise.withResolvers<void>();
  const wallet = (): string => {
    asked.resolve();
    return '1000000';
  };
  const walletAsked = (): Promise<void> => {
    asked = Promise.withResolvers();
    return asked.promise;
  };
  return { ...(await openScene(test, conducts, { wallet })), walletAsked };
}

describe.concurrent('a change while a batch is being started', () => {
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
      await walletAsked();
      await saveAccount(desk, gateway, limits);
    });
    expect(end).toContain('changedMeanwhile');
    expect([gateway.payoutPosts().length, (await desk.ask('listBatches')).batches]).toEqual([0, []]);
  });

  it('of the account’s ceiling leaves a retry unpaid as well', async (test) => {
    const { desk, gateway, walletAsked } = await openWatched(test, { 'asha@bank': REJECTED });
    const batch = await startFile(desk, FILE);
    await desk.eventWhere(
      (event) => event.kind === 'ended' && event.view.batch === batch && event.view.state === 'settled',
    );
    const posts = gateway.payoutPosts().length;
    const lower = async (): Promise<void> => {
      await walletAsked();
      await saveAccount(desk, gateway, { maxPayoutPaise: 5_000 });
    };
    const open = async (): Promise<Reading> => checked(await desk.change('openRetry', { batch }));
    expect(await payWhile(desk, lower, { open })).toContain('changedMeanwhile');
    expect([gateway.payoutPosts().length, (await desk.ask('listBatches')).batches.length]).toEqual([posts, 1]);
  });
});
