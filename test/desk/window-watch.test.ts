// What the desk does and reports unprompted while a window is open or closed: the final watch, alarms, problems of its
// environment.

import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { GatewayAnswer, GatewayClient } from '../../electron/main/gateway/client.ts';
import type { TokenReading } from '../../electron/main/platform/keychain/vault.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { NumberedEvent } from '../../shared/api/events.ts';
import type { BatchId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { settled, startFile } from './live-scene.ts';
import { deskFor, type TestWindowDesk } from './window-desk.ts';

/** A clock that the test moves forward. */
class FastClock {
  aheadMs = 0;
  monotonicAheadMs = 0;

  /** Long waits are short, so that the desk checks it often. */
  in(system: System, { shortAfterMs = LONG_MS } = {}): System {
    const { clock, ...ahead } = this.ahead(system);
    return {
      ...ahead,
      clock: { ...clock, after: (ms, callback) => clock.after(ms > shortAfterMs ? SHORT_MS : ms, callback) },
    };
  }

  /** Every wait takes its real time. */
  ahead(system: System): System {
    const plain = system.clock;
    const clock: System['clock'] = {
      ...plain,
      nowMs: () => Date.now() + this.aheadMs,
      monotonicMs: () => plain.monotonicMs() + this.monotonicAheadMs,
    };
    return { ...system, clock };
  }
}
const LONG_MS = 5_000;
const SHORT_MS = 50;
const TOKEN: TokenReading = { kind: 'token', token: 'x'.repeat(40), forSession: false };

/** An answer that no gateway gave, passed to the client's listener too. */
function answering<Answer extends GatewayAnswer>(
  { onAnswer }: Parameters<System['connect']>[0],
  answer: Answer,
): Promise<Answer> {
  onAnswer?.(answer);
  return Promise.resolve(answer);
}

function start(desk: TestWindowDesk, upiIds: readonly string[]): Promise<BatchId> {
  const rows = upiIds.map((upiId, at) => `Person ${at},${upiId},${at + 1},pay`);
  return startFile(desk, ['name,upi id,amount,remark', ...rows], { profile: 'practice' });
}

const lookupsOf = async (desk: TestWindowDesk, payout: string): Promise<number> =>
  (await desk.ask('readPayout', { payout })).lookups;

const LOST = {
  kind: 'unreachable',
  message: verbatim('No complete answer came in time.'),
  certificate: false,
  isLost: true,
} as const;

describe.concurrent('the final watch of a desk that windows use', () => {
  it('looks up what is final on days 1, 3 and 7, over restarts, and then no more', async (test) => {
    const clock = new FastClock();
    let desk = deskFor(test, undefined, { change: (system) => clock.in(system) });
    const batch = await start(desk, ['success@practice', 'success.two@practice']);
    await settled(desk, batch);
    const payout = `${batch}/3`;
    const before = await lookupsOf(desk, payout);

    clock.aheadMs = DAY_MS + 60_000;
    await test.expect.poll(() => lookupsOf(desk, payout)).toBe(before + 1);

    await desk.end();
    clock.aheadMs = 3 * DAY_MS + 60_000;
    desk = deskFor(test, desk.folder, { change: (system) => clock.in(system) });
    await test.expect.poll(() => lookupsOf(desk, payout)).toBe(before + 2);

    clock.aheadMs = 7 * DAY_MS + 60_000;
    await test.expect.poll(() => lookupsOf(desk, payout)).toBe(before + 3);
    expect((await desk.ask('readPayout', { payout })).nextLookupAtMs).toBeNull();
    expect((await desk.ask('readPayout', { payout })).line).toMatchObject({ state: 'success', attempts: 1 });
    expect(desk.faults).toEqual([]);
  });

  it('raises an alarm when the gateway takes its word back, which stays until it is read', async (test) => {
    const clock = new FastClock();
    const desk = deskFor(test, undefined, { change: (system) => clock.in(system) });
    const batch = await start(desk, ['success@practice', 'latereversal@practice']);
    await settled(desk, batch);
    const payout = `${batch}/3`;
    const { line } = await desk.ask('readPayout', { payout });
    expect(line.state).toBe('success');
    const key = { by: 'reference', reference: line.reference };
    await test.expect
      .poll(async () => (await desk.ask('lookUpPayout', { profile: 'practice', key })).status)
      .toBe('reversed');

    clock.aheadMs = DAY_MS + 60_000;
    const { event } = await desk.eventWhere((one) => one.kind === 'alarm');
    expect(event).toEqual({ kind: 'alarm', alarm: 'lateNews', batch, payout });
    expect(await desk.ask('readAttention', { book: 'practice' })).toMatchObject({ lateNews: { count: 1 } });
    const { news } = await desk.ask('listLateNews', { book: 'practice' });
    expect(news).toMatchObject([{ payout, from: 'success', to: 'reversed', readAtMs: null }]);
    await desk.change('markLateNewsRead', { book: 'practice', news: news.map((one) => one.news) });
    expect(await desk.ask('readAttention', { book: 'practice' })).toMatchObject({ lateNews: { count: 0 } });
  });
});

describe.concurrent('what a desk tells its windows by itself', () => {
  it('says that the gateway answered about another payout', async (test) => {
    const outcome = {
      kind: 'unknown',
      reason: 'echoMismatch',
      message: verbatim('The gateway answered about another reference.'),
      ids: NO_IDS,
      echoedReference: 'ANOTHER',
      retryAfterMs: null,
    } as const;
    const change = (system: System): System => ({
      ...system,
      connect: (options) => {
        const gateway: GatewayClient = system.connect(options);
        return { ...gateway, pay: async (...asked) => ({ ...(await gateway.pay(...asked)), outcome }) };
      },
    });
    const desk = deskFor(test, undefined, { change });
    const batch = await start(desk, ['success@practice', 'success.two@practice']);
    const { event } = await desk.eventWhere((one) => one.kind === 'alarm');
    expect(event).toEqual({ kind: 'alarm', alarm: 'echoMismatch', batch, payout: `${batch}/2` });
    const ended = await desk.eventWhere((one) => one.kind === 'ended' && one.pause?.code === 'echoMismatch');
    expect(ended.event).toMatchObject({ view: { counts: { queued: 1 } } });
  });

  it('says while a gateway of real money is not reached, and for how long it is not asked again', async (test) => {
    const clock = new FastClock();
    const change = (system: System): System =>
      clock.in({ ...system, tokens: { ...system.tokens, read: () => Promise.resolve(TOKEN) } });
    const desk = deskFor(test, undefined, { change });
    // Nobody listens on the discard port.
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'http://127.0.0.1:9', mid: 12 });
    await desk.ask('readWallet', { profile: 'practice' });
    for (let tries = 1; tries <= 3; tries += 1) {
      expect(snapshotOf(desk)).toMatchObject({ unreached: [] });
      clock.monotonicAheadMs += 1_000;
      expect(await desk.refusalOf('testConnection', { profile: 'acme' })).not.toBe('');
    }
    await unreachedAre(desk, ['http://127.0.0.1:9']);
    await unreachedAre(desk, []);
  });

  it('says which gateway is not reached, so that another account is not taken for one without a gateway', async (test) => {
    const clock = new FastClock();
    const change = (system: System): System =>
      clock.ahead({ ...system, tokens: { ...system.tokens, read: () => Promise.resolve(TOKEN) } });
    const desk = deskFor(test, undefined, { change });
    for (const [name, port] of [['acme', 9] as const, ['beta', 11] as const]) {
      await desk.change('saveProfile', { name, baseUrl: `http://127.0.0.1:${port}`, mid: port });
      for (let tries = 1; tries <= 3; tries += 1) {
        clock.monotonicAheadMs += 1_000;
        await desk.refusalOf('testConnection', { profile: name });
      }
      if (name === 'acme') await unreachedAre(desk, ['http://127.0.0.1:9']);
    }
    const both = ['http://127.0.0.1:9', 'http://127.0.0.1:11'];
    await unreachedAre(desk, both);
    expect(snapshotOf(desk)).toMatchObject({ unreached: both });
  });

  it('takes it back as soon as anything answers, whatever was asked, and when a person asks', async (test) => {
    let isReached = false;
    const unreachable = { kind: 'unreachable', message: verbatim('connection refused'), certificate: false } as const;
    const clock = new FastClock();
    const change = (system: System): System => ({
      ...clock.ahead(system),
      tokens: { ...system.tokens, read: () => Promise.resolve(TOKEN) },
      connect: (options) => ({
        ...system.connect(options),
        wallet: () => answering(options, isReached ? { kind: 'unauthorized' } : unreachable),
        orderStatus: () =>
          answering(options, isReached ? { kind: 'notFound', message: 'Invalid order ID' } : unreachable),
      }),
    });
    const desk = deskFor(test, undefined, { change });
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com', mid: 12 });
    const unreached = (): unknown => snapshotOf(desk);
    const miss = async (): Promise<void> => {
      for (let tries = 1; tries <= 3; tries += 1) {
        clock.monotonicAheadMs += 1_000;
        expect(await desk.refusalOf('readWallet', { profile: 'acme' })).toBe('unreachable');
      }
    };
    await miss();
    expect(unreached()).toMatchObject({ unreached: ['https://pay.example.com'] });
    expect(await desk.refusalOf('checkGateways')).toBe('unreachable');
    isReached = true;
    expect(await desk.refusalOf('readOrderStatus', { profile: 'acme', orderId: 'X' })).toBe('orderNotFound');
    expect(unreached()).toMatchObject({ unreached: [] });
    isReached = false;
    await miss();
    expect(unreached()).toMatchObject({ unreached: ['https://pay.example.com'] });
    isReached = true;
    expect(await desk.refusalOf('checkGateways')).toBe('tokenRefused');
    expect(unreached()).toMatchObject({ unreached: [] });
  });

  it('says nothing of one lost answer, nor of those that were lost together', async (test) => {
    const clock = new FastClock();
    const change = (system: System): System => ({
      ...clock.in(system),
      tokens: { ...system.tokens, read: () => Promise.resolve(TOKEN) },
      connect: (options) => ({ ...system.connect(options), wallet: () => answering(options, LOST) }),
    });
    const desk = deskFor(test, undefined, { change });
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com', mid: 12 });
    const ask = () => desk.refusalOf('readWallet', { profile: 'acme' });
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(Array(4).fill('noAnswer'));
    expect(snapshotOf(desk)).toMatchObject({ unreached: [] });
  });

  it('says which accounts wait for a gateway that answers nothing', async (test) => {
    const clock = new FastClock();
    const change = (system: System): System => ({
      ...clock.in(system, { shortAfterMs: 4_000 }),
      tokens: { ...system.tokens, read: () => Promise.resolve(TOKEN) },
      connect: (options) => ({ ...system.connect(options), wallet: () => answering(options, LOST) }),
    });
    const desk = deskFor(test, undefined, { change });
    for (const [name, host] of [['acme', 'pay'] as const, ['beta', 'pay'] as const, ['other', 'other'] as const])
      await desk.change('saveProfile', { name, baseUrl: `https://${host}.example.com`, mid: 12 });
    expect(await desk.refusalOf('readWallet', { profile: 'acme' })).toBe('noAnswer');
    expect(snapshotOf(desk)).toMatchObject({ unanswered: [], unreached: [] });
    clock.monotonicAheadMs += 6_000;
    const waiting = await desk.eventWhere((event) => event.kind === 'gateways' && event.unanswered.length > 0);
    expect(waiting.event).toEqual({ kind: 'gateways', unreached: [], unanswered: ['acme', 'beta'] });
    expect(snapshotOf(desk)).toMatchObject({ unanswered: ['acme', 'beta'], unreached: [] });
  });

  it('takes it back when the address was corrected that nobody answered at', async (test) => {
    const clock = new FastClock();
    const change = (system: System): System => ({
      ...clock.ahead(system),
      tokens: { ...system.tokens, read: () => Promise.resolve(TOKEN) },
    });
    const desk = deskFor(test, undefined, { change });
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'http://127.0.0.1:9', mid: 12 });
    for (let tries = 1; tries <= 3; tries += 1) {
      clock.monotonicAheadMs += 1_000;
      expect(await desk.refusalOf('testConnection', { profile: 'acme' })).toBe('unreachable');
    }
    expect(snapshotOf(desk)).toMatchObject({ unreached: ['http://127.0.0.1:9'] });
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'http://127.0.0.1:10', mid: 12 });
    expect(snapshotOf(desk)).toMatchObject({ unreached: [] });
  });

  it('says while the keychain gives no token, to windows that come later as well', async (test) => {
    let reading: TokenReading = { kind: 'locked', message: verbatim('The keychain is locked.') };
    const change = (system: System): System => ({
      ...system,
      tokens: { ...system.tokens, read: () => Promise.resolve(reading) },
    });
    const desk = deskFor(test, undefined, { change });
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

const unreachedAre = (desk: TestWindowDesk, unreached: readonly string[]): Promise<NumberedEvent> =>
  desk.eventWhere((event) => event.kind === 'gateways' && isDeepStrictEqual(event.unreached, unreached));

const around = (desk: TestWindowDesk, about: string): Promise<NumberedEvent> =>
  desk.eventWhere((event) => event.kind === 'environment' && event.about === about);

/** The first event of a window that opens now. */
function snapshotOf(desk: TestWindowDesk): NumberedEvent['event'] | undefined {
  const received: NumberedEvent['event'][] = [];
  desk.desk.hub.follow(({ event }) => received.push(event), null)();
  return received[0];
}
