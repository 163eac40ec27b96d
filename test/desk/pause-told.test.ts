// Why a batch is paused, wherever its view appears while some of it is still followed: in progress, in a window that opens late,
// at the end of a watch, after a restart.

import { describe, expect, it, type TestContext } from 'vitest';
import { isRefusal, lookUpBatch } from '../../electron/main/desk/runtime/context.ts';
import type { DeskEvent, NumberedEvent } from '../../shared/api/events.ts';
import type { Pause } from '../../shared/failures.ts';
import type { BatchId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { saveAccount, startFile } from './live-scene.ts';
import { deskFor, type TestWindowDesk } from './window-desk.ts';

const LINES = ['name,upi id,amount,remark', ...['first', 'second', 'third'].map((who) => `${who},${who}@bank,1,pay`)];
const UNRECOVERABLE: Pause = {
  code: 'lostAnswersUnrecoverable',
  message: verbatim('It does not know it by its reference.'),
};

interface Scene {
  readonly desk: TestWindowDesk;
  readonly gateway: SpecGateway;
  readonly batch: BatchId;
}

/** One payout went out alone and is processing; the batch is paused and followed. */
async function openScene(test: TestContext): Promise<Scene> {
  const gateway = await startSpecGateway(test, {
    conduct: ({ upiId }) => (upiId === 'first@bank' ? { word: 'pending' } : {}),
  });
  const desk = deskFor(test, undefined, { token: gateway.token });
  await saveAccount(desk, gateway);
  const batch = await startFile(desk, LINES, { firstAlone: true });
  await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
  return { desk, gateway, batch };
}

/** The same scene, reopened, with the batch paused because its first payout cannot be looked up. */
async function openUnrecoverable(test: TestContext, { token }: { readonly token: boolean }): Promise<Scene> {
  const { desk: before, gateway, batch } = await openScene(test);
  await before.end();
  const opening = before.system.openWriter('live');
  if (opening.kind !== 'open') throw new Error(opening.kind);
  const found = lookUpBatch({ stores: { live: opening.store, practice: opening.store } }, batch);
  if (isRefusal(found)) throw new Error(found.code);
  opening.store.notes.pause(found.batch.batch, UNRECOVERABLE, Date.now());
  opening.store.close();
  const desk = reopen(test, before, token ? gateway : null);
  return { desk, gateway, batch };
}

function reopen(test: TestContext, { folder }: TestWindowDesk, gateway: SpecGateway | null): TestWindowDesk {
  return deskFor(test, folder, gateway === null ? {} : { token: gateway.token });
}

const isFollowed = (event: DeskEvent): event is Extract<DeskEvent, { kind: 'progress' }> =>
  event.kind === 'progress' && event.progress.phase === 'settling' && event.progress.view.counts.queued === 2;

const pausedCode = async (desk: TestWindowDesk, batch: BatchId) =>
  (await desk.ask('readBatch', { batch })).view.paused?.code;

describe.concurrent('a paused batch that is followed', () => {
  it('says why it is paused in each progress, and to a window that opens late', async (test) => {
    const { desk, batch } = await openScene(test);
    const { event } = await desk.eventWhere(isFollowed);
    const { view } = isFollowed(event) ? event.progress : expect.unreachable();
    expect(view).toMatchObject({ state: 'paused', paused: { code: 'firstAlone' } });
    expect(view.paused).toEqual((await desk.ask('readBatch', { batch })).view.paused);
    const snapshots: DeskEvent[] = [];
    desk.desk.hub.follow((numbered) => void snapshots.push(numbered.event), null)();
    expect(snapshots).toMatchObject([{ kind: 'snapshot', progress: [{ view: { paused: view.paused } }] }]);
  });

  it('still says so when the watch makes way, which pauses nothing', async (test) => {
    const { desk, batch } = await openScene(test);
    await desk.eventWhere(isFollowed);
    await desk.end();
    const { event } = await desk.eventWhere(
      (one) => one.kind === 'ended' && one.view.batch === batch && one.end === 'preempted',
    );
    expect(event).toMatchObject({ pause: null, view: { state: 'paused', paused: { code: 'firstAlone' } } });
  });

  it('is not called sending while its watch makes way', async (test) => {
    const { desk } = await openScene(test);
    await desk.eventWhere(isFollowed);
    const received: DeskEvent[] = [];
    desk.desk.hub.follow(({ event }) => void received.push(event), null);
    await desk.end();
    const reported = received.flatMap((event) => (event.kind === 'progress' ? [event.progress] : []));
    expect(reported.length).toBeGreaterThan(0);
    expect(new Set(reported.map(({ phase, view }) => `${phase} ${view.state}`))).toEqual(new Set(['settling paused']));
  });

  it('keeps its reason when the watch cannot go on for want of a token', async (test) => {
    const { desk, batch } = await openUnrecoverable(test, { token: false });
    const { event } = await desk.eventWhere((one) => one.kind === 'ended' && one.view.batch === batch);
    expect(event).toMatchObject({ pause: { code: 'noToken' }, view: { paused: UNRECOVERABLE } });
    expect(await pausedCode(desk, batch)).toBe(UNRECOVERABLE.code);
  });
});

describe.concurrent('an answer about a batch', () => {
  it('names the last event before it, so that a page knows which is newer', async (test) => {
    const { desk, batch } = await openScene(test);
    await desk.eventWhere(isFollowed);
    const before = desk.desk.hub.place;
    const { after } = await desk.ask('readBatch', { batch });
    expect(after.epoch).toBe(before.epoch);
    expect(after.sequence).toBeGreaterThanOrEqual(before.sequence);
    const events: NumberedEvent[] = [];
    desk.desk.hub.follow((event) => void events.push(event), null);
    const [snapshot] = events;
    const recorded = snapshot?.event.kind === 'snapshot' ? snapshot.event.progressAt : 0;
    const stored = await desk.eventWhere(isFollowed);
    expect(recorded).toBeGreaterThanOrEqual(stored.sequence);
    expect(recorded).toBeLessThanOrEqual(snapshot?.sequence ?? 0);
    const isLater = ({ event, sequence }: NumberedEvent) => event.kind === 'progress' && sequence > after.sequence;
    await test.expect.poll(() => events.some(isLater)).toBe(true);
  });
});

describe.concurrent('Resume after lost answers could not be recovered', () => {
  it('sends nothing without its tick, whatever the window showed, and goes on with it', async (test) => {
    const { desk, gateway, batch } = await openUnrecoverable(test, { token: true });
    await desk.eventWhere(isFollowed);
    for (const ticks of [[], ['warnings']]) {
      await desk.change('resumeBatch', { batch, count: null, ticks });
      const { view } = await desk.ask('readBatch', { batch });
      expect({ paused: view.paused, queued: view.counts.queued, state: view.state }).toEqual({
        paused: UNRECOVERABLE,
        queued: 2,
        state: 'paused',
      });
    }
    expect(gateway.payoutPosts()).toHaveLength(1);
    await desk.change('resumeBatch', { batch, count: null, ticks: ['unsureLookups'] });
    await test.expect.poll(() => gateway.payoutPosts().length).toBe(3);
    expect([...gateway.timesPosted().values()]).toEqual([1, 1, 1]);
    expect(desk.faults).toEqual([]);
  });
});
