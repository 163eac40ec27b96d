// What a person does beside a run in the same window: decides about one of its payouts, looks up what is to be paid again, starts
// something else. The gateway, written from the specification alone, says what was paid.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import type { System } from '../../electron/main/session/system.ts';
import type { DeskEvent } from '../../shared/api/events.ts';
import type { BatchId } from '../../shared/ids.ts';
import { makeGate } from '../cli/spec-gateway.ts';
import type { Conduct } from '../cli/spec-payouts.ts';
import {
  checked,
  confirmation,
  eventually,
  failing,
  openFile,
  openScene,
  REJECTED,
  startFile,
  startParams,
} from './live-scene.ts';
import type { TestWindowDesk } from './window-desk.ts';

const LOST: Partial<Conduct> = { reply: 'lost' };
const NEVER_HERE: Partial<Conduct> = { reply: 'lost', executes: false };

/** People who are paid one rupee more each. */
const fileOf = (people: readonly string[]): string[] => [
  'name,upi id,amount,remark',
  ...people.map((name, at) => `${name},${name}@bank,${at + 1},pay`),
];

/** Holds back the lookups of one payee until the gate opens. */
function holdLookups(upiId: string): {
  readonly change: (system: System) => System;
  readonly gate: ReturnType<typeof makeGate>;
} {
  const gate = makeGate();
  const change = (system: System): System => ({
    ...system,
    connect: (options) => {
      const gateway = system.connect(options);
      const isAbout = new Set<string>();
      return {
        ...gateway,
        pay: (order, onWrite) => {
          if ('upiId' in order.beneficiary && order.beneficiary.upiId === upiId) isAbout.add(order.reference);
          return gateway.pay(order, onWrite);
        },
        lookUp: async (key, onWrite) => {
          if (key.by === 'reference' && isAbout.has(key.reference)) {
            gate.reach();
            await gate.opened;
          }
          return gateway.lookUp(key, onWrite);
        },
      };
    },
  });
  return { change, gate };
}

function eventsOf(test: TestContext, { desk }: TestWindowDesk): DeskEvent[] {
  const events: DeskEvent[] = [];
  test.onTestFinished(desk.hub.follow(({ event }) => events.push(event), null));
  return events;
}

const logOf = ({ folder }: TestWindowDesk): string => readFileSync(join(folder, 'logs', 'desk.log'), 'utf8');

const countsOf = async (desk: TestWindowDesk, batch: BatchId) => {
  const { view } = await desk.ask('readBatch', { batch });
  return Object.fromEntries(Object.entries(view.counts).filter(([, count]) => count > 0));
};

const untilCounts = (desk: TestWindowDesk, batch: BatchId, wanted: object) =>
  eventually(async () => expect(await countsOf(desk, batch)).toMatchObject(wanted));

const decide = (desk: TestWindowDesk, payouts: readonly string[]) =>
  desk.change('resolvePayouts', {
    payouts,
    count: payouts.length,
    decision: { kind: 'notPaid', ticket: 'GW-1' },
    note: 'The gateway wrote that it has none.',
  });

const isSettling = (batch: BatchId) => (event: DeskEvent) =>
  event.kind === 'progress' && event.progress.view.batch === batch && event.progress.phase === 'settling';

const endsOf = (events: readonly DeskEvent[], batch: BatchId): string[] =>
  events.flatMap((event) => (event.kind === 'ended' && event.view.batch === batch ? [event.end] : []));

describe.concurrent('beside a confirmation in a window', () => {
  it('others are told why they wait, until the last one is read', async (test) => {
    const { desk } = await openScene(test, {});
    const events = eventsOf(test, desk);
    const { summary } = await openFile(desk, fileOf(['asha', 'ravi']));
    await Promise.all([
      confirmation(desk, summary, { asker: randomUUID() }),
      confirmation(desk, summary, { asker: randomUUID() }),
    ]);
    const around = events.flatMap((event) => (event.kind === 'environment' ? [event.about] : []));
    expect(around).toEqual(['screening', 'screened']);
  });
});

describe.concurrent('beside a run in a window', () => {
  it('a decision neither ends the run nor leaves its counts behind, though the look-up under way finds it paid', async (test) => {
    const { change, gate } = holdLookups('p1@bank');
    const people = Array.from({ length: 40 }, (_, at) => `p${at}`);
    const slow = Object.fromEntries(people.map((name) => [`${name}@bank`, { delayMs: 150 }]));
    const { desk, gateway } = await openScene(test, { ...slow, 'p1@bank': LOST }, { change });
    test.onTestFinished(gate.open);
    const events = eventsOf(test, desk);
    const batch = await startFile(desk, fileOf(people));
    await gate.reached;
    await untilCounts(desk, batch, { unknown: 1 });
    // A decision asks the gateway first, which does not know the payout yet.
    gateway.hide(({ upiId }) => upiId === 'p1@bank');
    await decide(desk, [`${batch}/3`]);
    gateway.hide(() => false);
    await desk.eventWhere(
      (event) => event.kind === 'progress' && event.progress.view.counts.failed === 1 && event.progress.inFlight > 0,
    );
    gate.open();
    await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
    expect(endsOf(events, batch)).toEqual(['reached']);
    expect(await countsOf(desk, batch)).toEqual({ success: 40 });
    const decided = events.findIndex((event) => event.kind === 'progress' && event.progress.view.counts.failed === 1);
    for (const event of events.slice(decided)) {
      if (event.kind === 'progress') expect(event.progress.view.counts.unknown).toBe(0);
    }
    expect(events.filter(({ kind }) => kind === 'alarm')).toEqual([
      { kind: 'alarm', alarm: 'lateNews', batch, payout: `${batch}/3` },
    ]);
    expect([...gateway.timesPosted().values()]).toEqual(Array(40).fill(1));
    expect(desk.faults).toEqual([]);
  });

  it('a decision about all that a settling run waits for lets it reach its end, and pauses nothing', async (test) => {
    const { desk } = await openScene(test, { 'asha@bank': NEVER_HERE, 'ravi@bank': NEVER_HERE });
    const events = eventsOf(test, desk);
    const batch = await startFile(desk, fileOf(['mina', 'asha', 'ravi']));
    await desk.eventWhere(isSettling(batch));
    // Two windows decide at once: each payout is decided once.
    const asked = await Promise.allSettled([
      decide(desk, [`${batch}/3`]),
      decide(desk, [`${batch}/3`]),
      decide(desk, [`${batch}/4`]),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await eventually(() => expect(endsOf(events, batch)).toContain('reached'));
    expect(new Set(endsOf(events, batch))).toEqual(new Set(['reached']));
    expect(await countsOf(desk, batch)).toEqual({ failed: 2, success: 1 });
    expect(logOf(desk)).not.toContain('paused');
    expect(desk.faults).toEqual([]);
  });

  it('a start lets a settling run make way, which pauses nothing, and is followed again after it', async (test) => {
    const asha = failing();
    asha.later.word = 'pending';
    const { desk } = await openScene(test, { 'asha@bank': asha });
    const events = eventsOf(test, desk);
    const batch = await startFile(desk, fileOf(['asha', 'ravi']));
    await desk.eventWhere(isSettling(batch));
    const next = await startFile(desk, fileOf(['mina']), { name: 'next.csv' });
    await eventually(() => expect(endsOf(events, next)).toEqual(['reached']));
    expect(endsOf(events, batch)[0]).toBe('preempted');
    expect(endsOf(events, batch)).not.toContain('paused');
    const { view } = await desk.ask('readBatch', { batch });
    expect(view).toMatchObject({ state: 'settling', paused: null });
    expect(logOf(desk)).toContain(`${batch} preempted: `);
    expect(logOf(desk)).not.toContain('paused');
    asha.later.word = 'success';
    await untilCounts(desk, batch, { success: 2 });
    await desk.end();
    expect(logOf(desk)).not.toContain('paused');
    expect(desk.faults).toEqual([]);
  });

  it('a look-up before a retry that finds late news is counted by the run that follows the same batch', async (test) => {
    const asha = failing();
    const { desk } = await openScene(test, { 'asha@bank': asha, 'ravi@bank': NEVER_HERE });
    const events = eventsOf(test, desk);
    const batch = await startFile(desk, fileOf(['asha', 'ravi', 'mina']));
    await untilCounts(desk, batch, { failed: 1, unknown: 1, success: 1 });
    await desk.eventWhere(isSettling(batch));
    const { summary } = checked(await desk.change('openRetry', { batch }));
    asha.later.word = 'success';
    // None of it can be paid again.
    expect(await confirmation(desk, summary)).toMatchObject({ blocked: { code: 'nothingPayable' } });
    const at = events.findIndex(({ kind }) => kind === 'alarm');
    expect(events[at]).toEqual({ kind: 'alarm', alarm: 'lateNews', batch, payout: `${batch}/2` });
    await eventually(() => {
      const reported = events
        .slice(at)
        .flatMap((event) => (event.kind === 'progress' ? [event.progress.view.counts] : []));
      expect(reported.at(-1)).toMatchObject({ failed: 0, success: 2, unknown: 1 });
    });
    expect(endsOf(events, batch)).toEqual([]);
    expect(desk.faults).toEqual([]);
  });

  it('late news that a resumed retry finds raise their alarm', async (test) => {
    const ravi = failing();
    const { desk, conducts } = await openScene(test, { 'asha@bank': REJECTED, 'ravi@bank': ravi });
    const events = eventsOf(test, desk);
    const batch = await startFile(desk, fileOf(['asha', 'ravi']));
    await untilCounts(desk, batch, { rejected: 1, failed: 1 });
    conducts['asha@bank'] = {};
    const { summary } = checked(await desk.change('openRetry', { batch }));
    const params = startParams(await confirmation(desk, summary), { firstAlone: true });
    // Its run says a little later that nothing more is sent.
    const { batch: retry } = await eventually(() => desk.change('startBatch', params));
    await eventually(() => expect(endsOf(events, retry)).toContain('paused'));
    ravi.later.word = 'success';
    await desk.change('resumeBatch', { batch: retry, count: null, ticks: [] });
    const alarm = { kind: 'alarm', alarm: 'lateNews', batch, payout: `${batch}/3` };
    await eventually(() => expect(events.filter(({ kind }) => kind === 'alarm')).toEqual([alarm]));
    await untilCounts(desk, batch, { rejected: 1, success: 1 });
    await untilCounts(desk, retry, { success: 1, queued: 1 });
    expect(desk.faults).toEqual([]);
  });
});
