// A gateway that takes requests and answers none: how soon the desk says so, and what ends it.

import { beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentWatch } from '../../electron/main/desk/runtime/environment-watch.ts';
import type { GatewayClient } from '../../electron/main/gateway/client.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { DeskEvent } from '../../shared/api/events.ts';
import { verbatim } from '../../shared/messages/message.ts';
import type { WalletAnswer } from '../../shared/outcomes.ts';
import { VirtualClock } from '../engine/virtual-clock.ts';
import { MID } from '../gateway/calls.ts';

const URL = 'https://pay.example.com';
const BALANCE: WalletAnswer = { kind: 'balance', balance: '5', message: null };
const LOST: WalletAnswer = {
  kind: 'unreachable',
  message: verbatim('No complete answer came in time.'),
  certificate: false,
  isLost: true,
};

interface OpenRequest {
  readonly answer: (answer: WalletAnswer) => Promise<void>;
}

describe('A gateway that was asked', () => {
  let clock: VirtualClock;
  let events: DeskEvent[];
  let watch: EnvironmentWatch;
  let client: GatewayClient;
  let open: ((answer: WalletAnswer) => void)[];

  beforeEach(() => {
    clock = new VirtualClock();
    events = [];
    open = [];
    watch = new EnvironmentWatch({
      clock: clock.spawn().clock,
      program: { hasChanged: () => false },
      publish: (event) => events.push(event),
      accountsAt: (baseUrl) => [`account at ${baseUrl}`],
    });
    client = watch.follow(connect)({ baseUrl: URL, mid: MID, token: 'x'.repeat(40), timeoutMs: 30_000 });
  });

  /** Answers when the test says so. */
  const connect: System['connect'] = ({ onAnswer }) => ({
    wallet: () =>
      new Promise((resolve) => {
        open.push((answer) => {
          onAnswer?.(answer);
          resolve(answer);
        });
      }),
    pay: neverAsked,
    lookUp: neverAsked,
    createOrder: neverAsked,
    orderStatus: neverAsked,
    close: () => undefined,
  });

  function ask(): OpenRequest {
    const at = open.length;
    const asked = client.wallet(() => undefined);
    return {
      answer: async (answer) => {
        open[at]?.(answer);
        await asked;
        await clock.advance(0);
      },
    };
  }

  const isWaiting = (): boolean => watch.unanswered.length > 0;

  it('is waited for after five seconds without an answer, and said so once', async () => {
    ask();
    ask();
    await clock.advance(4_999);
    expect(isWaiting()).toBe(false);
    await clock.advance(60_000);
    expect(watch.unanswered).toEqual([`account at ${URL}`]);
    expect(events).toEqual([{ kind: 'gateways', unreached: [], unanswered: [`account at ${URL}`] }]);
  });

  it('is waited for no more once it answers anything; what is still open then waits anew', async () => {
    ask();
    await clock.advance(6_000);
    await ask().answer({ kind: 'unauthorized' });
    expect(isWaiting()).toBe(false);
    await clock.advance(4_999);
    expect(isWaiting()).toBe(false);
    await clock.advance(1);
    expect(isWaiting()).toBe(true);
  });

  it('is not waited for while it answers others', async () => {
    ask();
    for (let seconds = 0; seconds < 60; seconds += 4) {
      await clock.advance(4_000);
      await ask().answer(BALANCE);
    }
    expect(isWaiting()).toBe(false);
    expect(events).toEqual([]);
  });

  it('is not waited for when nothing is open', async () => {
    await ask().answer(BALANCE);
    await clock.advance(60_000);
    expect(events).toEqual([]);
  });

  it('stays waited for after a lost answer, until it answers', async () => {
    await ask().answer(LOST);
    await clock.advance(5_000);
    expect(isWaiting()).toBe(true);
    await clock.advance(3_600_000);
    expect(isWaiting()).toBe(true);
    await ask().answer(BALANCE);
    expect(isWaiting()).toBe(false);
    await clock.advance(60_000);
    expect(isWaiting()).toBe(false);
  });

  it('is not waited for when its request was abandoned', async () => {
    const request = ask();
    client.close();
    await request.answer(LOST);
    await clock.advance(60_000);
    expect(events).toEqual([]);
  });

  it('is forgotten with its address', async () => {
    await ask().answer(LOST);
    await clock.advance(5_000);
    watch.forget(URL);
    expect(isWaiting()).toBe(false);
    expect(events.at(-1)).toEqual({ kind: 'gateways', unreached: [], unanswered: [] });
  });
});

function neverAsked(): never {
  throw new Error('only the wallet is asked');
}
