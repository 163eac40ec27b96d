// What the desk does and tells by itself while a window is open or closed: the final watch, alarms, what is wrong around it.

import { afterEach, describe, expect, it } from 'vitest';
import type { Gateway, Rooms, TokenReading } from '../../electron/main/api/ports.ts';
import { BatchRun } from '../../electron/main/engine/batch-run.ts';
import type { NumberedEvent } from '../../shared/api/events.ts';
import type { BatchId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

let open: TestWindowDesk | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** A clock that the test puts forward. Long rests are short, so that the desk looks at it often; the rest is real time. */
class FastClock {
  aheadMs = 0;
  monotonicAheadMs = 0;

  in(rooms: Rooms): Rooms {
    const plain = rooms.clock;
    const clock: Rooms['clock'] = {
      ...plain,
      nowMs: () => Date.now() + this.aheadMs,
      monotonicMs: () => plain.monotonicMs() + this.monotonicAheadMs,
      after: (ms, callback) => plain.after(ms > LONG_MS ? SHORT_MS : ms, callback),
    };
    const prepareRun: Rooms['prepareRun'] = ({ store, gateway, pacer }, request) => {
      const { ledger, notes } = store;
      const invent = (): string => rooms.inventReference();
      return new BatchRun({ ledger, notes, gateway, clock, window: pacer, invent }, request);
    };
    return { ...rooms, clock, prepareRun };
  }
}
const LONG_MS = 5_000;
const SHORT_MS = 50;
const TOKEN: TokenReading = { kind: 'token', token: 'x'.repeat(40), forSession: false };
const WAIT = { timeout: 30_000 };

async function start(desk: TestWindowDesk, upiIds: readonly string[]): Promise<BatchId> {
  const rows = upiIds.map((upiId, at) => `Person ${at},${upiId},${at + 1},pay`);
  const file = await desk.give('pay.csv', ['name,upi id,amount,remark', ...rows].join('\n'));
  const reading = await desk.change('openDraft', { file, profile: 'practice', options: {} });
  if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
  const { draft, revision } = reading.summary;
  const { count, totalPaise, seal } = await desk.ask('readConfirmation', { draft, revision, profile: 'practice' });
  const about = {
    draft,
    revision,
    profile: 'practice',
    name: 'May',
    count,
    totalPaise,
    seal,
    ticks: [],
    repeatOf: null,
  };
  return (await desk.change('startBatch', about)).batch;
}

const settled = (desk: TestWindowDesk, batch: BatchId) =>
  desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch && event.view.state === 'settled');

const lookupsOf = async (desk: TestWindowDesk, payout: string): Promise<number> =>
  (await desk.ask('readPayout', { payout })).lookups;

describe('the final watch of a desk that windows use', { timeout: 60_000 }, () => {
  it('looks up what is final on days 1, 3 and 7, over restarts, and then no more', async () => {
    const clock = new FastClock();
    let desk = (open = openTestDesk(undefined, { change: (rooms) => clock.in(rooms) }));
    const batch = await start(desk, ['success@practice', 'success.two@practice']);
    await settled(desk, batch);
    const payout = `${batch}-3`;
    const before = await lookupsOf(desk, payout);

    clock.aheadMs = DAY_MS + 60_000;
    await expect.poll(() => lookupsOf(desk, payout), WAIT).toBe(before + 1);

    await desk.desk.close();
    clock.aheadMs = 3 * DAY_MS + 60_000;
    desk = open = openTestDesk(desk.folder, { change: (rooms) => clock.in(rooms) });
    await expect.poll(() => lookupsOf(desk, payout), WAIT).toBe(before + 2);

    clock.aheadMs = 7 * DAY_MS + 60_000;
    await expect.poll(() => lookupsOf(desk, payout), WAIT).toBe(before + 3);
    expect((await desk.ask('readPayout', { payout })).nextLookupAtMs).toBeNull();
    expect((await desk.ask('readPayout', { payout })).line).toMatchObject({ state: 'success', attempts: 1 });
    expect(desk.faults).toEqual([]);
  });

  it('raises an alarm when the gateway takes its word back, which stays until it is read', async () => {
    const clock = new FastClock();
    const desk = (open = openTestDesk(undefined, { change: (rooms) => clock.in(rooms) }));
    const batch = await start(desk, ['success@practice', 'latereversal@practice']);
    await settled(desk, batch);
    const payout = `${batch}-3`;
    const { line } = await desk.ask('readPayout', { payout });
    expect(line.state).toBe('success');
    const key = { by: 'reference', reference: line.reference };
    await expect
      .poll(async () => (await desk.ask('lookUpPayout', { profile: 'practice', key })).status, WAIT)
      .toBe('reversed');

    clock.aheadMs = DAY_MS + 60_000;
    const { event } = await desk.eventWhere((one) => one.kind === 'alarm');
    expect(event).toEqual({ kind: 'alarm', alarm: 'lateNews', batch, payout });
    expect(await desk.ask('readAttention', { book: 'practice' })).toMatchObject({ lateNews: 1 });
    const { news } = await desk.ask('listLateNews', { book: 'practice' });
    expect(news).toMatchObject([{ payout, from: 'success', to: 'reversed', readAtMs: null }]);
    await desk.change('markLateNewsRead', { book: 'practice', news: news.map((one) => one.news) });
    expect(await desk.ask('readAttention', { book: 'practice' })).toMatchObject({ lateNews: 0 });
  });
});

describe('what a desk tells its windows by itself', { timeout: 60_000 }, () => {
  it('says that the gateway answered about another payout', async () => {
    const outcome = {
      kind: 'unknown',
      reason: 'echoMismatch',
      message: 'The gateway answered about another reference.',
      ids: NO_IDS,
      echoedReference: 'ANOTHER',
      retryAfterMs: null,
    } as const;
    const change = (rooms: Rooms): Rooms => ({
      ...rooms,
      connect: (options) => {
        const gateway: Gateway = rooms.connect(options);
        return { ...gateway, pay: async (...asked) => ({ ...(await gateway.pay(...asked)), outcome }) };
      },
    });
    const desk = (open = openTestDesk(undefined, { change }));
    const batch = await start(desk, ['success@practice', 'success.two@practice']);
    const { event } = await desk.eventWhere((one) => one.kind === 'alarm');
    expect(event).toEqual({ kind: 'alarm', alarm: 'echoMismatch', batch, payout: `${batch}-2` });
    const ended = await desk.eventWhere((one) => one.kind === 'ended' && one.pause?.code === 'echoMismatch');
    expect(ended.event).toMatchObject({ view: { counts: { queued: 1 } } });
  });

  it('says while a gateway of real money is not reached, and for how long it is not asked again', async () => {
    const clock = new FastClock();
    const change = (rooms: Rooms): Rooms =>
      clock.in({ ...rooms, tokens: { ...rooms.tokens, read: () => Promise.resolve(TOKEN) } });
    const desk = (open = openTestDesk(undefined, { change }));
    // Nobody listens on the port for discarding.
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'http://127.0.0.1:9', mid: 12 });
    await desk.ask('readWallet', { profile: 'practice' });
    for (let tries = 1; tries <= 3; tries += 1) {
      expect(snapshotOf(desk)).toMatchObject({ troubles: [] });
      clock.monotonicAheadMs += 1_000;
      expect(await desk.refusalOf('testConnection', { profile: 'acme' })).not.toBe('');
    }
    await around(desk, 'offline');
    await around(desk, 'online');
  });

  it('takes it back as soon as anything answers, whatever was asked, and when a person asks', async () => {
    let isReached = false;
    const unreachable = { kind: 'unreachable', message: 'connection refused', certificate: false } as const;
    const clock = new FastClock();
    const change = (rooms: Rooms): Rooms => ({
      ...clock.in(rooms),
      tokens: { ...rooms.tokens, read: () => Promise.resolve(TOKEN) },
      connect: (options) => ({
        ...rooms.connect(options),
        wallet: () => Promise.resolve(isReached ? { kind: 'unauthorized' } : unreachable),
        orderStatus: () => Promise.resolve(isReached ? { kind: 'notFound', message: 'Invalid order ID' } : unreachable),
      }),
    });
    const desk = (open = openTestDesk(undefined, { change }));
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com', mid: 12 });
    const troubles = (): unknown => snapshotOf(desk);
    const miss = async (): Promise<void> => {
      for (let tries = 1; tries <= 3; tries += 1) {
        clock.monotonicAheadMs += 1_000;
        expect(await desk.refusalOf('readWallet', { profile: 'acme' })).toBe('unreachable');
      }
    };
    await miss();
    expect(troubles()).toMatchObject({ troubles: ['offline'] });
    expect(await desk.refusalOf('checkGateways')).toBe('unreachable');
    isReached = true;
    expect(await desk.refusalOf('readOrderStatus', { profile: 'acme', orderId: 'X' })).toBe('orderNotFound');
    expect(troubles()).toMatchObject({ troubles: [] });
    isReached = false;
    await miss();
    expect(troubles()).toMatchObject({ troubles: ['offline'] });
    isReached = true;
    expect(await desk.refusalOf('checkGateways')).toBe('tokenRefused');
    expect(troubles()).toMatchObject({ troubles: [] });
  });

  it('says nothing of one lost answer, nor of those that were lost together', async () => {
    const clock = new FastClock();
    const lost = {
      kind: 'unreachable',
      message: 'No complete answer came in time.',
      certificate: false,
      isLost: true,
    } as const;
    const change = (rooms: Rooms): Rooms => ({
      ...clock.in(rooms),
      tokens: { ...rooms.tokens, read: () => Promise.resolve(TOKEN) },
      connect: (options) => ({ ...rooms.connect(options), wallet: () => Promise.resolve(lost) }),
    });
    const desk = (open = openTestDesk(undefined, { change }));
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com', mid: 12 });
    const ask = () => desk.refusalOf('readWallet', { profile: 'acme' });
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(Array(4).fill('noAnswer'));
    expect(snapshotOf(desk)).toMatchObject({ troubles: [] });
  });

  it('takes it back when the address was corrected that nobody answered at', async () => {
    const clock = new FastClock();
    const change = (rooms: Rooms): Rooms => ({
      ...clock.in(rooms),
      tokens: { ...rooms.tokens, read: () => Promise.resolve(TOKEN) },
    });
    const desk = (open = openTestDesk(undefined, { change }));
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'http://127.0.0.1:9', mid: 12 });
    for (let tries = 1; tries <= 3; tries += 1) {
      clock.monotonicAheadMs += 1_000;
      expect(await desk.refusalOf('testConnection', { profile: 'acme' })).toBe('unreachable');
    }
    expect(snapshotOf(desk)).toMatchObject({ troubles: ['offline'] });
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'http://127.0.0.1:10', mid: 12 });
    expect(snapshotOf(desk)).toMatchObject({ troubles: [] });
  });

  it('says while the keychain gives no token, to windows that come later as well', async () => {
    let reading: TokenReading = { kind: 'locked', message: 'The keychain is locked.' };
    const change = (rooms: Rooms): Rooms => ({
      ...rooms,
      tokens: { ...rooms.tokens, read: () => Promise.resolve(reading) },
    });
    const desk = (open = openTestDesk(undefined, { change }));
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com', mid: 12 });
    await desk.ask('readTokenState', { profile: 'acme' });
    await desk.ask('readTokenState', { profile: 'acme' });
    await around(desk, 'keychain');
    expect(snapshotOf(desk)).toMatchObject({ troubles: ['keychain'] });
    reading = { kind: 'none' };
    await desk.ask('readTokenState', { profile: 'acme' });
    await around(desk, 'keychainOpen');
    expect(snapshotOf(desk)).toMatchObject({ troubles: [] });
  });
});

const around = (desk: TestWindowDesk, about: string): Promise<NumberedEvent> =>
  desk.eventWhere((event) => event.kind === 'environment' && event.about === about);

/** What a window hears first that comes now. */
function snapshotOf(desk: TestWindowDesk): NumberedEvent['event'] | undefined {
  const heard: NumberedEvent['event'][] = [];
  desk.desk.hub.follow(({ event }) => heard.push(event), null)();
  return heard[0];
}
