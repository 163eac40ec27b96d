// A person's single requests to the gateway: lookups, orders at the permitted rate, and a gateway that asks to wait.

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayClient } from '../../electron/main/gateway/client.ts';
import type { Clock } from '../../electron/main/platform/clock.ts';
import type { System } from '../../electron/main/session/system.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise } from '../../shared/money.ts';
import type { Evidence, LookupAnswer, LookupKey, LookupMeaning, WalletAnswer } from '../../shared/outcomes.ts';
import { busiestSecond } from '../engine/busiest-second.ts';
import { spoken } from '../fixtures/spoken.ts';
import { openTestDesk, type TestWindowDesk, withClock } from './window-desk.ts';

let open: TestWindowDesk | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

const NOT_KNOWN = answered('not known', { kind: 'unclear', reason: verbatim('HTTP 400') }, { httpStatus: 400 });
const PAID = answered('success', {
  kind: 'state',
  state: 'success',
  word: 'success',
  utr: '412345678901',
  message: null,
});

function answered(fingerprint: string | null, meaning: LookupMeaning, evidence: Partial<Evidence> = {}): LookupAnswer {
  return { kind: 'answered', fingerprint, meaning, evidence: { httpStatus: 200, text: '{}', ...evidence } };
}

interface Scene {
  readonly desk: TestWindowDesk;
  readonly asked: LookupKey[];
  /** When each request was written, on the monotonic clock. */
  readonly writes: number[];
  readonly says: { lookup: (isInvented: boolean) => LookupAnswer; wallet: WalletAnswer };
}

/** A desk whose gateway answers at once, with a clock that jumps to the end of each wait. */
async function scene({ mid = 1234 } = {}): Promise<Scene> {
  const asked: LookupKey[] = [];
  const writes: number[] = [];
  const says: Scene['says'] = {
    lookup: (isInvented) => (isInvented ? NOT_KNOWN : PAID),
    wallet: { kind: 'balance', balance: '1250.5', message: null },
  };
  let monotonicMs = 10_000;
  const written = (onWrite: () => void): void => {
    writes.push(monotonicMs);
    onWrite();
  };
  const clock: Clock = {
    nowMs: () => Date.UTC(2026, 10, 22, 9),
    monotonicMs: () => monotonicMs,
    after: (ms, callback) => {
      const timer = setImmediate(() => {
        monotonicMs += Math.min(ms, 60_000);
        callback();
      });
      return () => clearImmediate(timer);
    },
  };
  const change = (system: System): System => ({
    ...withClock(system, clock),
    tokens: {
      ...system.tokens,
      read: () => Promise.resolve({ kind: 'token', token: 'x'.repeat(40), forSession: false }),
    },
    connect: (): GatewayClient => ({
      pay: () => Promise.reject(new Error('a payout was sent')),
      lookUp: (key, onWrite) => {
        written(onWrite);
        asked.push(key);
        const text = key.by === 'reference' ? key.reference : key.transactionId;
        return Promise.resolve(says.lookup(text !== 'T1' && text !== 'R1'));
      },
      wallet: (onWrite) => {
        written(onWrite);
        return Promise.resolve(says.wallet);
      },
      createOrder: (_order, onWrite) => {
        written(onWrite);
        const links = { upi: 'upi://pay', gpay: '', phonepe: '', paytm: '' };
        const order = { orderId: 'O1', orderDate: '', orderAmount: '1.00', orderName: 'A', links, message: null };
        return Promise.resolve({ kind: 'created', order });
      },
      orderStatus: (_orderId, onWrite) => {
        written(onWrite);
        return Promise.resolve({ kind: 'notFound', message: 'Invalid order ID' });
      },
      close: () => {},
    }),
  });
  open = openTestDesk(undefined, { change });
  await open.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com', mid, ratePerSecond: 5 });
  return { desk: open, asked, writes, says };
}

const BY_ID = { profile: 'acme', key: { by: 'transactionId', transactionId: 'T1' } } as const;
const ORDER = {
  profile: 'acme',
  order: {
    userId: '1',
    mobile: '9800000000',
    amountPaise: asPaise(100),
    name: 'A',
    userDefined: ['', '', '', '', ''],
  },
} as const;

async function seen(desk: TestWindowDesk): Promise<unknown> {
  const { known, trouble } = await desk.ask('lookUpPayout', BY_ID);
  return trouble?.code ?? known;
}

describe('a look-up for a person', () => {
  it('is compared with an invented key of the same kind', async () => {
    const { desk, asked } = await scene();
    expect(await seen(desk)).toBe(true);
    expect(asked.map(({ by }) => by)).toEqual(['transactionId', 'transactionId']);
    asked.length = 0;
    await desk.ask('lookUpPayout', { profile: 'acme', key: { by: 'reference', reference: 'R1' } });
    expect(asked.map(({ by }) => by)).toEqual(['reference', 'reference']);
  });

  it.each([
    ['as about an invented key', () => NOT_KNOWN, false],
    ['with success, as about an invented key', () => PAID, false],
  ])('that is answered %s is not known', async (_name, says, expected) => {
    const { desk, says: now } = await scene();
    now.lookup = says;
    expect(await seen(desk)).toBe(expected);
  });

  it.each<readonly [string, LookupAnswer, string]>([
    [
      'a fault of the server',
      answered('500', { kind: 'unclear', reason: verbatim('HTTP 500') }, { httpStatus: 500 }),
      'gatewayFault',
    ],
    [
      'another refusal',
      answered('other', { kind: 'unclear', reason: verbatim('HTTP 400') }, { httpStatus: 400 }),
      'lookupRefused',
    ],
    [
      "another payment's answer",
      answered('success', { kind: 'mismatch', message: verbatim('another') }),
      'echoMismatch',
    ],
    ['a merchant id that is not known', answered('mid', { kind: 'invalidMid' }, { httpStatus: 400 }), 'invalidMid'],
    ['a page', answered(null, { kind: 'unclear', reason: verbatim('not JSON') }, { text: '<html>' }), 'unclear'],
    [
      'a lost answer',
      { kind: 'unreachable', message: verbatim('Lost.'), certificate: false, isLost: true },
      'noAnswer',
    ],
    ['no connection', { kind: 'unreachable', message: verbatim('Refused.'), certificate: false }, 'unreachable'],
    ['a refused token', { kind: 'unauthorized', evidence: { httpStatus: 401, text: '' } }, 'tokenRefused'],
  ])('says of %s that it says nothing', async (_name, answer, code) => {
    const { desk, says } = await scene();
    says.lookup = (isInvented) => (isInvented ? NOT_KNOWN : answer);
    expect(await seen(desk)).toBe(code);
  });

  it.each<readonly [string, string, string, boolean | 'lookupRefused']>([
    ['a refusal of the key itself', 'udf1 must be alphanumeric', 'Transaction not found', 'lookupRefused'],
    ['the same words', 'Transaction not found', 'transaction not found ', false],
    ['the same words about each key', 'No transaction T1 here', 'No transaction KEY here', false],
  ])('compares what the gateway says: %s', async (_name, own, invented, expected) => {
    const { desk, says, asked } = await scene();
    says.lookup = (isInvented) => {
      const last = asked.at(-1);
      const key = last?.by === 'transactionId' ? last.transactionId : '';
      const text = JSON.stringify({ status: false, message: isInvented ? invented.replace('KEY', key) : own });
      return answered('400', { kind: 'unclear', reason: verbatim('HTTP 400') }, { httpStatus: 400, text });
    };
    const { known, trouble, message } = await desk.ask('lookUpPayout', BY_ID);
    expect([trouble?.code ?? known, message]).toEqual([expected, own]);
  });

  it('does not know a payout by a state in other words than those about an invented key', async () => {
    const { desk, says } = await scene();
    const text = (message: string): string => JSON.stringify({ status: true, txn_status: 'success', message });
    says.lookup = (isInvented) => ({
      ...PAID,
      evidence: { httpStatus: 200, text: text(isInvented ? 'One' : 'Other') },
    });
    const { known, trouble } = await desk.ask('lookUpPayout', BY_ID);
    expect([known, spoken(trouble?.message)]).toEqual([
      false,
      'The gateway did not answer this look-up ("success", as about an invented key), so it says nothing of the payment.',
    ]);
  });

  it('is not answered where nothing can be compared', async () => {
    const { desk, says } = await scene();
    const fault = answered('500', { kind: 'unclear', reason: verbatim('HTTP 500') }, { httpStatus: 500 });
    says.lookup = (isInvented) => (isInvented ? fault : PAID);
    expect(await seen(desk)).toBe('gatewayFault');
  });
});

describe('a look-up by whatever is in hand', () => {
  it('asks by transaction id, and by reference where the gateway does not know that', async () => {
    const { desk, says, asked } = await scene();
    says.lookup = (isInvented) => (isInvented || asked.at(-1)?.by === 'transactionId' ? NOT_KNOWN : PAID);
    const found = await desk.ask('lookUpPayout', { profile: 'acme', key: { by: 'any', text: 'R1' } });
    expect(found).toMatchObject({ known: true, askedBy: 'reference', ours: null });
    expect(asked.map(({ by }) => by)).toEqual(['transactionId', 'transactionId', 'reference', 'reference']);
  });
});

describe('a gateway that asks to wait', () => {
  it('is not waited for by a single question: the person is told when to try again', async () => {
    const { desk, says, writes } = await scene();
    const slow = { ...NOT_KNOWN, evidence: { httpStatus: 429, text: '' }, retryAfterMs: 365 * 24 * 3_600_000 } as const;
    says.lookup = () => slow;
    expect(await seen(desk)).toBe('rateRefused');
    expect(writes).toHaveLength(1);
    const commandId = randomUUID();
    for (const reply of [
      await desk.desk.dispatch('readWallet', { profile: 'acme' }),
      await desk.desk.dispatch('testConnection', { profile: 'acme' }),
      await desk.desk.dispatch('readOrderStatus', { profile: 'acme', orderId: 'O1' }),
      await desk.desk.dispatch('createOrder', { ...ORDER, commandId }),
    ]) {
      expect(reply).toMatchObject({ kind: 'refused', refusal: { code: 'gatewayAsksToWait' } });
      expect(inEnglish(reply.kind === 'refused' ? reply.refusal.message : verbatim(''))).toMatch(
        /^The gateway asks to wait; try again after \d\d:\d\d\.$/,
      );
    }
    expect(await seen(desk)).toBe('gatewayAsksToWait');
    expect(writes).toHaveLength(1);
  });
});

describe('orders', () => {
  it('and payment status keep to the rate, together with everything else', async () => {
    const { desk, writes } = await scene();
    await Promise.all([
      ...Array.from({ length: 6 }, () => desk.change('createOrder', ORDER)),
      ...Array.from({ length: 6 }, () => desk.refusalOf('readOrderStatus', { profile: 'acme', orderId: 'O1' })),
      desk.ask('readWallet', { profile: 'acme' }),
    ]);
    expect(writes).toHaveLength(13);
    expect(busiestSecond(writes)).toBeLessThanOrEqual(5);
  });

  it('are listed with what was answered, each for its own account', async () => {
    const { desk } = await scene();
    const everything = { search: '', amountFromPaise: null, amountToPaise: null, fromMs: null, toMs: null };
    const newest = { sort: { by: 'askedFor', direction: 'down' }, window: { from: 0, count: 100 } };
    const orders = async (profile: string) =>
      (await desk.ask('searchOrders', { profile, ...everything, ...newest })).rows;
    await desk.change('createOrder', ORDER);
    expect(await orders('acme')).toMatchObject([
      { name: 'A', mobile: '9800000000', userId: '1', amountPaise: 100, created: { orderId: 'O1' }, heard: null },
    ]);
    await desk.change('saveProfile', {
      name: 'acme 2',
      baseUrl: 'https://pay2.example.com',
      mid: 12_345,
      ratePerSecond: 5,
    });
    await desk.refusalOf('createOrder', { ...ORDER, profile: 'acme 2', commandId: randomUUID() });
    expect(await orders('acme 2')).toEqual([]);
    expect(await orders('acme')).toHaveLength(1);
  });

  it('do not go out with a merchant id of more than four digits', async () => {
    const { desk, writes } = await scene({ mid: 12_345 });
    expect(await desk.refusalOf('createOrder', { ...ORDER, commandId: randomUUID() })).toBe('midTooLong');
    expect(writes).toEqual([]);
  });
});

describe('the wallet', () => {
  it('says of a refused rate what a look-up says', async () => {
    const { desk, says } = await scene();
    says.wallet = {
      kind: 'unclear',
      message: verbatim('slow'),
      evidence: { httpStatus: 429, text: '{"message":"slow"}' },
    };
    const reply = await desk.desk.dispatch('readWallet', { profile: 'acme' });
    const refusal = { code: 'rateRefused', message: 'The gateway says that requests come too fast.' };
    expect(spoken(reply)).toMatchObject({ kind: 'refused', refusal });
  });

  it("says the gateway's reason when it refuses", async () => {
    const { desk, says } = await scene();
    const evidence = { httpStatus: 400, text: '' };
    says.wallet = { kind: 'unclear', message: verbatim('mid missing'), evidence, isRefusal: true };
    const refusal = { code: 'refusedByGateway', message: 'The gateway refused: mid missing' };
    const reply = await desk.desk.dispatch('readWallet', { profile: 'acme' });
    expect(spoken(reply)).toMatchObject({ kind: 'refused', refusal });
  });
});
