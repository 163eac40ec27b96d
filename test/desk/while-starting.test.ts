// What happens while Start asks the gateway: the draft is edited, others are confirmed, the desk is closed.

import { randomUUID } from 'node:crypto';
import { describe, expect, it, type TestContext } from 'vitest';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { Mid } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import type { Payment } from '../../shared/rows.ts';
import { confirm } from '../store/confirm.ts';
import { confirmation as confirmationOf } from '../store/desk-file.ts';
import { confirmation, type LiveScene, openFile, openScene, PROFILE, startParams } from './live-scene.ts';
import { openTestDesk } from './window-desk.ts';

const ROWS = 12;
const LINES = [
  'name,upi id,amount,remark',
  ...Array.from({ length: ROWS }, (_, at) => `P${at},p${at}@bank,${at + 1},pay`),
];
/** What Start looks up before a file of this size: two invented references, and eight of its own. */
const LOOKUPS = 10;

interface Watched extends LiveScene {
  /** Runs `act` once the gateway has answered this many lookups, counted from now on. */
  readonly after: (lookups: number, act: () => unknown) => void;
  readonly store: () => HeadedWriter;
}

async function open(test: TestContext): Promise<Watched> {
  let left = 0;
  let planned: () => unknown = () => undefined;
  let live: HeadedWriter | null = null;
  const change = (system: System): System => ({
    ...system,
    connect: (options) => {
      const client = system.connect(options);
      return {
        ...client,
        lookUp: async (...args) => {
          const answer = await client.lookUp(...args);
          left -= 1;
          if (left === 0) planned();
          return answer;
        },
      };
    },
    openWriter: (book) => {
      const opening = system.openWriter(book);
      if (book === 'live' && opening.kind === 'open') live = opening.store;
      return opening;
    },
  });
  const scene = await openScene(test, {}, { change });
  return {
    ...scene,
    after: (lookups, act) => {
      left = lookups;
      planned = act;
    },
    store: () => {
      if (live === null) throw new Error('the live desk is not open');
      return live;
    },
  };
}

const summaryOf = async ({ desk }: LiveScene) => (await openFile(desk, LINES)).summary;

/** What is stored, read by a reopened desk. */
async function storedAfter(test: TestContext, scene: LiveScene): Promise<number> {
  await scene.desk.end();
  const again = openTestDesk(scene.desk.folder, { token: scene.gateway.token });
  test.onTestFinished(() => again.close());
  return (await again.ask('listBatches')).batches.length;
}

/** A batch of other people, confirmed in another way meanwhile. */
function confirmOthers({ gateway, store }: Watched, upiId: string): void {
  const merchant = { baseUrl: gateway.url, mid: gateway.mid as Mid };
  const merchantId = store().merchants.ensure(merchant);
  const paid: Payment = {
    beneficiary: { method: 'UPI', upiId },
    amountPaise: asPaise(100),
    remark: 'meanwhile',
    reference: null,
    name: 'Someone',
  };
  confirm(store(), confirmationOf({ store: store(), merchantId }, [paid], { ...merchant, profile: PROFILE }));
}

describe.concurrent('while Start asks the gateway', () => {
  it('one batch is started of two Starts at once', async (test) => {
    const scene = await open(test);
    const start = startParams(await confirmation(scene.desk, await summaryOf(scene)));
    const replies = await Promise.all(
      [1, 2].map(() => scene.desk.desk.dispatch('startBatch', { ...start, commandId: randomUUID() })),
    );
    expect(replies.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    expect(replies.find(({ kind }) => kind === 'refused')).toMatchObject({ refusal: { code: 'runUnderWay' } });
    expect((await scene.desk.ask('listBatches')).batches).toHaveLength(1);
    expect(scene.desk.faults).toEqual([]);
  });

  it.for([
    ['readConfirmation', 1],
    ['startBatch', 1],
    ['startBatch', LOOKUPS],
  ] as const)(
    '%s never mixes the draft that was seen with what is edited after look-up %i',
    async ([about, lookups], test) => {
      const scene = await open(test);
      const summary = await summaryOf(scene);
      const { draft, revision } = summary;
      const first = await confirmation(scene.desk, summary);
      const edit = { kind: 'setCells', words: 'edit', cells: [{ rowNumber: 2, field: 'amount', text: '90000' }] };
      const edits: Promise<unknown>[] = [];
      scene.after(lookups, () => edits.push(scene.desk.change('editDraft', { draft, revision, edit })));
      let seen = first;
      if (about === 'readConfirmation') {
        seen = await confirmation(scene.desk, summary);
        expect([seen.revision, seen.count, seen.totalPaise]).toEqual([revision, ROWS, first.totalPaise]);
      }
      const refusal = await scene.desk.refusalOf('startBatch', { ...startParams(seen), commandId: randomUUID() });
      await Promise.all(edits);
      expect([edits.length, refusal]).toEqual([1, 'changedMeanwhile']);
      expect((await scene.desk.ask('listBatches')).batches).toEqual([]);
      expect(scene.gateway.payoutPosts()).toEqual([]);
      expect(scene.desk.faults).toEqual([]);
    },
  );

  it('what is shown is done with the desk before the desk is closed', async (test) => {
    const scene = await open(test);
    const { draft, revision } = await summaryOf(scene);
    let closing: Promise<void> | null = null;
    scene.after(4, () => (closing = scene.desk.end()));
    const reply = await scene.desk.desk.dispatch('readConfirmation', { draft, revision, profile: PROFILE });
    expect(closing).not.toBeNull();
    expect(reply.kind).not.toBe('fault');
    expect(scene.desk.faults).toEqual([]);
  });

  it.for([1, 5, LOOKUPS])('nothing is stored or sent when the desk is closed after look-up %i', async (at, test) => {
    const scene = await open(test);
    const start = startParams(await confirmation(scene.desk, await summaryOf(scene)));
    let closing: Promise<void> | null = null;
    scene.after(at, () => (closing = scene.desk.end()));
    const reply = await scene.desk.desk.dispatch('startBatch', { ...start, commandId: randomUUID() });
    expect(closing).not.toBeNull();
    expect(reply).toMatchObject({ kind: 'refused' });
    expect(scene.desk.faults).toEqual([]);
    expect(await storedAfter(test, scene)).toBe(0);
    expect(scene.gateway.payoutPosts()).toEqual([]);
  });

  it('nothing is stored when a row is being paid by another batch since it was screened', async (test) => {
    const scene = await open(test);
    const start = startParams(await confirmation(scene.desk, await summaryOf(scene)));
    scene.after(LOOKUPS, () => confirmOthers(scene, 'p0@bank'));
    const refusal = await scene.desk.refusalOf('startBatch', { ...start, commandId: randomUUID() });
    expect(refusal).toBe('changedMeanwhile');
    const { batches } = await scene.desk.ask('listBatches');
    expect(batches.map(({ rows }) => rows)).toEqual([1]);
    expect(scene.gateway.payoutPosts()).toEqual([]);
  });

  it('stores all the same when what changed meanwhile touches none of its rows', async (test) => {
    const scene = await open(test);
    const start = startParams(await confirmation(scene.desk, await summaryOf(scene)));
    scene.after(LOOKUPS, () => confirmOthers(scene, 'somebody-else@bank'));
    await scene.desk.change('startBatch', start);
    const { batches } = await scene.desk.ask('listBatches');
    expect(batches.map(({ rows }) => rows).toSorted((a, b) => a - b)).toEqual([1, ROWS]);
  });
});
