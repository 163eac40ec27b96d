// Confirming a long file takes many turns of the event loop, and anything may happen between two of them. In: a desk whose
// work in turns can be watched. Out: what is stored is what was judged and seen, and nothing is stored of what was cut short.

import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import type { Rooms, Writer } from '../../electron/main/api/ports.ts';
import type { Payment } from '../../shared/rows.ts';
import type { BatchId, Mid } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import { confirmation as confirmationOf } from '../store/desk-file.ts';
import { checked, confirmation, type LiveScene, openScene, PROFILE, startParams } from './live-scene.ts';
import { openTestDesk } from './window-desk.ts';

const ROWS = 3_000;
const LINES = [
  'name,upi id,amount,remark',
  ...Array.from({ length: ROWS }, (_, at) => `P${at},p${at}@bank,${(at % 90) + 1},pay`),
];

/** What is done between two turns. Shape: `turn` counts them since it was set. */
type Between = (turn: number) => unknown;

interface Watched extends LiveScene {
  watch(between: Between): void;
  store(): Writer;
}

async function open(test: TestContext): Promise<Watched> {
  let between: Between = () => undefined;
  let turn = 0;
  let live: Writer | null = null;
  const change = (rooms: Rooms): Rooms => ({
    ...rooms,
    inTurns: async (steps) => {
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
        await nextTurn();
        await between((turn += 1));
      }
    },
    openWriter: (book) => {
      const opening = rooms.openWriter(book);
      if (book === 'live' && opening.kind === 'open') live = opening.store;
      return opening;
    },
  });
  const scene = await openScene(test, {}, { change });
  return {
    ...scene,
    watch: (act) => {
      turn = 0;
      between = act;
    },
    store: () => {
      if (live === null) throw new Error('the live desk is not open');
      return live;
    },
  };
}

async function openFile({ desk }: LiveScene) {
  const file = await desk.give('pay.csv', LINES.join('\n'));
  return checked(await desk.change('openDraft', { file, profile: PROFILE, options: {} })).summary;
}

/** What is stored, seen by a desk that is opened anew. */
async function storedAfter(scene: LiveScene): Promise<number> {
  await scene.desk.end();
  const again = openTestDesk(scene.desk.folder, { token: scene.gateway.token });
  onTestFinished(() => again.close());
  return (await again.ask('listBatches')).batches.length;
}

/** A batch of others, confirmed by another way meanwhile. */
function confirmOthers(scene: Watched, upiId: string): void {
  const { gateway } = scene;
  const writer = scene.store();
  const merchant = { baseUrl: gateway.url, mid: gateway.mid as Mid };
  const merchantId = writer.merchants.ensure(merchant);
  const paid: Payment = {
    beneficiary: { method: 'UPI', upiId },
    amountPaise: asPaise(100),
    remark: 'meanwhile',
    reference: null,
    name: 'Someone',
  };
  writer.confirm(confirmationOf({ store: writer, merchantId }, [paid], { ...merchant, profile: PROFILE }));
}

/** A turn of Start in which every row was judged and named. */
const LAST_TURN = 17;

/** Turns in which the batch is half stored: its payouts, its keys, its sources. */
const STORING_TURNS = [25, 28, 31];

describe('confirming a long file', { timeout: 60_000 }, () => {
  it('lets others have a turn every thousand rows, while it is shown and while it is started', async (test) => {
    const scene = await open(test);
    const summary = await openFile(scene);
    let turns = 0;
    scene.watch((turn) => (turns = turn));
    const seen = await confirmation(scene.desk, summary);
    expect(turns).toBeGreaterThan(10);
    scene.watch((turn) => (turns = turn));
    await scene.desk.change('startBatch', startParams(seen));
    expect(turns).toBeGreaterThan(10);
    expect(seen.count).toBe(ROWS);
  });

  it('lets others have a turn once it is stored, before it is counted and run', async (test) => {
    const scene = await open(test);
    const start = startParams(await confirmation(scene.desk, await openFile(scene)));
    const sent: number[] = [];
    scene.watch(() => {
      if (scene.store().batches.list().length > 0) sent.push(scene.gateway.payoutPosts().length);
    });
    await scene.desk.change('startBatch', start);
    expect(sent).toEqual([0]);
  });

  it('sends nothing when the desk is closed in that turn, and has it stored', async (test) => {
    const scene = await open(test);
    const start = startParams(await confirmation(scene.desk, await openFile(scene)));
    let closing: Promise<void> | null = null;
    scene.watch(() => {
      if (closing === null && scene.store().batches.list().length > 0) closing = scene.desk.end();
    });
    await scene.desk.desk.dispatch('startBatch', { ...start, commandId: randomUUID() });
    expect(closing).not.toBeNull();
    expect(scene.desk.faults).toEqual([]);
    expect(await storedAfter(scene)).toBe(1);
    expect(scene.gateway.payoutPosts()).toEqual([]);
  });

  it('starts one batch of two Starts at once', async (test) => {
    const scene = await open(test);
    const start = startParams(await confirmation(scene.desk, await openFile(scene)));
    const replies = await Promise.all(
      [1, 2].map(() => scene.desk.desk.dispatch('startBatch', { ...start, commandId: randomUUID() })),
    );
    expect(replies.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    expect(replies.find(({ kind }) => kind === 'refused')).toMatchObject({ refusal: { code: 'runUnderWay' } });
    expect((await scene.desk.ask('listBatches')).batches).toHaveLength(1);
    expect(scene.desk.faults).toEqual([]);
  });

  it.for(['readConfirmation', 'startBatch'] as const)(
    '%s never mixes the draft that was seen with what is edited meanwhile',
    async (about, test) => {
      const scene = await open(test);
      const summary = await openFile(scene);
      const { draft, revision } = summary;
      const first = await confirmation(scene.desk, summary);
      const edit = { kind: 'setCells', words: 'edit', cells: [{ rowNumber: 2, field: 'amount', text: '90000' }] };
      const edits: Promise<unknown>[] = [];
      scene.watch((turn) => {
        if (turn === 1) edits.push(scene.desk.change('editDraft', { draft, revision, edit }));
      });
      if (about === 'readConfirmation') {
        const seen = await confirmation(scene.desk, summary);
        await Promise.all(edits);
        expect(edits).toHaveLength(1);
        expect([seen.revision, seen.count, seen.totalPaise]).toEqual([revision, ROWS, first.totalPaise]);
        const refusal = await scene.desk.refusalOf('startBatch', { ...startParams(seen), commandId: randomUUID() });
        expect(refusal).toBe('changedMeanwhile');
        expect((await scene.desk.ask('listBatches')).batches).toEqual([]);
      } else {
        const wish = { ...startParams(first), commandId: randomUUID() };
        expect(await scene.desk.refusalOf('startBatch', wish)).toBe('changedMeanwhile');
        await Promise.all(edits);
        expect(edits).toHaveLength(1);
        expect((await scene.desk.ask('listBatches')).batches).toEqual([]);
      }
      expect(scene.desk.faults).toEqual([]);
    },
  );

  it('is done with the desk before the desk is closed', async (test) => {
    const scene = await open(test);
    const summary = await openFile(scene);
    let closing: Promise<void> | null = null;
    scene.watch((turn) => {
      if (turn === 4) closing = scene.desk.end();
    });
    const { draft, revision } = summary;
    const reply = await scene.desk.desk.dispatch('readConfirmation', { draft, revision, profile: PROFILE });
    expect(closing).not.toBeNull();
    expect(reply.kind).not.toBe('fault');
    expect(scene.desk.faults).toEqual([]);
  });

  it.for([1, 6, 9, 12, 14, 18, ...STORING_TURNS])(
    'stores and sends nothing when the desk is closed in turn %i of Start',
    async (at, test) => {
      const scene = await open(test);
      const start = startParams(await confirmation(scene.desk, await openFile(scene)));
      let closing: Promise<void> | null = null;
      scene.watch((turn) => {
        if (turn === at) closing = scene.desk.end();
      });
      const reply = await scene.desk.desk.dispatch('startBatch', { ...start, commandId: randomUUID() });
      expect(closing).not.toBeNull();
      expect(reply).toMatchObject({ kind: 'refused' });
      expect(scene.desk.faults).toEqual([]);
      expect(await storedAfter(scene)).toBe(0);
      expect(scene.gateway.payoutPosts()).toEqual([]);
    },
  );

  it('stores nothing when a row is being paid by another batch since it was judged', async (test) => {
    const scene = await open(test);
    const start = startParams(await confirmation(scene.desk, await openFile(scene)));
    scene.watch((turn) => {
      if (turn === LAST_TURN) confirmOthers(scene, 'p0@bank');
    });
    const refusal = await scene.desk.refusalOf('startBatch', { ...start, commandId: randomUUID() });
    expect(refusal).toBe('changedMeanwhile');
    const { batches } = await scene.desk.ask('listBatches');
    expect(batches.map(({ rows }) => rows)).toEqual([1]);
    expect(scene.gateway.payoutPosts()).toEqual([]);
  });

  it('is stored all the same when what changed meanwhile touches none of its rows', async (test) => {
    const scene = await open(test);
    const start = startParams(await confirmation(scene.desk, await openFile(scene)));
    scene.watch((turn) => {
      if (turn === LAST_TURN) confirmOthers(scene, 'somebody-else@bank');
    });
    await scene.desk.change('startBatch', start);
    const { batches } = await scene.desk.ask('listBatches');
    expect(batches.map(({ rows }) => rows).toSorted((a, b) => a - b)).toEqual([1, ROWS]);
  });

  it.for(STORING_TURNS)(
    'stores nothing when a row is edited in turn %i, while it is being stored',
    async (at, test) => {
      const scene = await open(test);
      const summary = await openFile(scene);
      const { draft, revision } = summary;
      const start = startParams(await confirmation(scene.desk, summary));
      const edit = { kind: 'setCells', words: 'edit', cells: [{ rowNumber: 2, field: 'amount', text: '90000' }] };
      const edits: Promise<unknown>[] = [];
      scene.watch((turn) => {
        if (turn === at) edits.push(scene.desk.change('editDraft', { draft, revision, edit }));
      });
      const refusal = await scene.desk.refusalOf('startBatch', { ...start, commandId: randomUUID() });
      await Promise.all(edits);
      expect([edits.length, refusal]).toEqual([1, 'changedMeanwhile']);
      expect((await scene.desk.ask('listBatches')).batches).toEqual([]);
      expect(scene.gateway.payoutPosts()).toEqual([]);
      expect(scene.desk.faults).toEqual([]);
    },
  );

  it.for(STORING_TURNS)(
    'is stored first when others are confirmed in turn %i, while it is being stored',
    async (at, test) => {
      const scene = await open(test);
      const start = startParams(await confirmation(scene.desk, await openFile(scene)));
      const before: number[] = [];
      scene.watch((turn) => {
        if (turn !== at) return;
        before.push(scene.store().batches.list().length);
        confirmOthers(scene, 'p0@bank');
      });
      await scene.desk.change('startBatch', start);
      expect(before).toEqual([0]);
      const { batches } = await scene.desk.ask('listBatches');
      const stored = new Map(batches.map(({ rows, view }) => [view.batch, rows]));
      expect([stored.get('B0001' as BatchId), stored.get('B0002' as BatchId)]).toEqual([ROWS, 1]);
      expect(scene.desk.faults).toEqual([]);
    },
  );

  it('lets nobody decide by what is not stored yet: an account with a batch that is being stored stays where it is', async (test) => {
    const scene = await open(test);
    const { desk, gateway } = scene;
    const start = startParams(await confirmation(desk, await openFile(scene)));
    const refusals: Promise<string>[] = [];
    scene.watch((turn) => {
      if (turn !== STORING_TURNS[0]) return;
      const elsewhere = { name: PROFILE, baseUrl: gateway.url, mid: gateway.mid + 1, commandId: randomUUID() };
      refusals.push(desk.refusalOf('saveProfile', elsewhere));
    });
    await desk.change('startBatch', start);
    expect(await Promise.all(refusals)).toEqual(['unsettledPayouts']);
    expect(desk.faults).toEqual([]);
  });
});
