// Collection orders in the desk: stored before they leave, asked about until the payment ended, found again years later.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { hasEnded, nextStatusInMs } from '../../electron/main/desk/collect/orders.ts';
import type { GatewayClient } from '../../electron/main/gateway/client.ts';
import type { Clock } from '../../electron/main/platform/clock.ts';
import type { System } from '../../electron/main/session/system.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { migrate } from '../../electron/main/store/open-database.ts';
import { MIGRATIONS } from '../../electron/main/store/schema.ts';
import { DAY_MS, HOUR_MS } from '../../shared/limits.ts';
import { asPaise } from '../../shared/money.ts';
import type { OrderAnswer, OrderStatus, OrderStatusAnswer } from '../../shared/outcomes.ts';
import { testFolder } from '../store/desk-file.ts';
import { deskFor, type TestWindowDesk, withClock } from './window-desk.ts';

const PENDING: OrderStatus = {
  status: 'PENDING',
  initiatedAt: '2026-11-22 14:30:00',
  completedAt: null,
  payerAddress: null,
  payerMobile: null,
  payerName: null,
  bankRrn: null,
  userId: null,
  userDefined: [null, null, null, null, null],
  message: null,
};
const PAID: OrderStatus = {
  ...PENDING,
  status: 'SUCCESS',
  completedAt: '2026-11-22 14:31:00',
  payerName: 'Asha Rao',
  bankRrn: '412345678901',
};

/** A clock that stands still until it is moved; a timer is called in its own time. */
class StandingClock implements Clock {
  #nowMs = Date.UTC(2026, 10, 22, 9);
  #timers: { readonly atMs: number; readonly callback: () => void }[] = [];
  readonly nowMs = (): number => this.#nowMs;
  readonly monotonicMs = (): number => this.#nowMs;
  readonly after = (delayMs: number, callback: () => void): (() => void) => {
    if (delayMs <= 0) {
      const soon = setImmediate(callback);
      return () => clearImmediate(soon);
    }
    const timer = { atMs: this.#nowMs + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  /** Goes on until this has ended. */
  async until<Value>(ending: Promise<Value>): Promise<Value> {
    const state = { hasEnded: false };
    const note = (): void => {
      state.hasEnded = true;
    };
    ending.then(note, note);
    while (!state.hasEnded) await this.advance(20, 20);
    return ending;
  }

  /** Goes on in steps, so that what a timer begins is done before the next. */
  async advance(ms: number, stepMs = 1_000): Promise<void> {
    const untilMs = this.#nowMs + ms;
    while (this.#nowMs < untilMs) {
      this.#nowMs = Math.min(untilMs, this.#nowMs + stepMs);
      const due = this.#timers.filter(({ atMs }) => atMs <= this.#nowMs);
      this.#timers = this.#timers.filter((timer) => !due.includes(timer));
      for (const { callback } of due) callback();
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    }
  }
}

interface Gateway {
  readonly created: string[];
  readonly asked: { readonly orderId: string; readonly atMs: number }[];
  create: (number: number) => OrderAnswer;
  status: (orderId: string) => OrderStatusAnswer;
}

function created(number: number): OrderAnswer {
  const links = { upi: `upi://pay?tr=O${number}`, gpay: '', phonepe: '', paytm: '' };
  const order = { orderId: `O${number}`, orderDate: '', orderAmount: '5.00', orderName: 'A', links, message: null };
  return { kind: 'created', order };
}

interface Scene {
  readonly clock: StandingClock;
  readonly gateway: Gateway;
  /** The same folder opened anew, as after a restart. */
  readonly openDesk: (folder?: string) => TestWindowDesk;
}

function scene(test: TestContext): Scene {
  const clock = new StandingClock();
  const gateway: Gateway = {
    created: [],
    asked: [],
    create: created,
    status: () => ({ kind: 'status', order: PENDING }),
  };
  const change = (system: System): System => ({
    ...withClock(system, clock),
    tokens: {
      ...system.tokens,
      read: () => Promise.resolve({ kind: 'token', token: 'x'.repeat(40), forSession: false }),
    },
    connect: (): GatewayClient => ({
      pay: () => Promise.reject(new Error('a payout was sent')),
      lookUp: () => Promise.reject(new Error('a payout was looked up')),
      wallet: () => Promise.reject(new Error('the wallet was read')),
      createOrder: (order, onWrite) => {
        onWrite();
        gateway.created.push(order.name);
        return Promise.resolve(gateway.create(gateway.created.length));
      },
      orderStatus: (orderId, onWrite) => {
        onWrite();
        gateway.asked.push({ orderId, atMs: clock.nowMs() });
        return Promise.resolve(gateway.status(orderId));
      },
      close: () => {},
    }),
  });
  const openDesk = (folder?: string): TestWindowDesk => {
    const desk = deskFor(test, folder, { change });
    // Called before the desk is closed, which waits for its timers.
    test.onTestFinished(() => void clock.until(desk.close()));
    return {
      ...desk,
      ask: (name, params) => clock.until(desk.ask(name, params)),
      change: (name, params) => clock.until(desk.change(name, params)),
      refusalOf: (name, params) => clock.until(desk.refusalOf(name, params)),
      end: () => clock.until(desk.end()),
    };
  };
  return { clock, gateway, openDesk };
}

async function withAccount(desk: TestWindowDesk): Promise<TestWindowDesk> {
  await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com', mid: 1234, ratePerSecond: 5 });
  return desk;
}

function orderOf(name: string, more: object = {}): object {
  const userDefined = ['INV-7', 'गली 4', '', '', ''];
  const order = { userId: 'C1', mobile: '9800000000', amountPaise: asPaise(500), name, userDefined, ...more };
  return { profile: 'acme', order };
}

const ALL = {
  profile: 'acme',
  search: '',
  amountFromPaise: null,
  amountToPaise: null,
  fromMs: null,
  toMs: null,
  sort: {
    by: 'askedFor',
    direction: 'down',
  },
  window: {
    from: 0,
    count: 100,
  },
};

describe('an open order', () => {
  it('is asked about without anybody looking, across a restart, until its payment ended', async (test) => {
    const { clock, gateway, openDesk } = scene(test);
    const first = await withAccount(openDesk());
    await first.change('createOrder', orderOf('Asha Rao'));
    await clock.advance(8_000);
    expect(gateway.asked).toHaveLength(1);
    expect((await first.ask('searchOrders', ALL)).rows).toMatchObject([
      { isFollowed: true, heard: { status: { status: 'PENDING' } } },
    ]);
    await first.end();

    const next = openDesk(first.folder);
    gateway.status = () => ({ kind: 'status', order: PAID });
    await clock.advance(10_000);
    const { rows } = await next.ask('searchOrders', ALL);
    expect(rows).toMatchObject([
      { name: 'Asha Rao', userDefined: ['INV-7', 'गली 4', '', '', ''], isFollowed: false, heard: { status: PAID } },
    ]);
    const askedSoFar = gateway.asked.length;
    await clock.advance(2 * HOUR_MS, 60_000);
    expect(gateway.asked).toHaveLength(askedSoFar);
    expect(next.faults).toEqual([]);
  });

  it('is asked about ever more rarely, and after a month only by a person', async (test) => {
    const { clock, gateway, openDesk } = scene(test);
    const desk = await withAccount(openDesk());
    await desk.change('createOrder', orderOf('Asha Rao'));
    await clock.advance(DAY_MS, 30_000);
    const gaps = gateway.asked.slice(1).map(({ atMs }, index) => atMs - (gateway.asked[index]?.atMs ?? 0));
    expect(gaps.length).toBeLessThan(80);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(HOUR_MS + 90_000);
    await clock.advance(30 * DAY_MS, HOUR_MS / 2);
    const askedInAMonth = gateway.asked.length;
    await clock.advance(5 * DAY_MS, HOUR_MS / 2);
    expect(gateway.asked).toHaveLength(askedInAMonth);
    expect((await desk.ask('searchOrders', ALL)).rows).toMatchObject([{ isFollowed: false }]);
    await desk.ask('readOrderStatus', { profile: 'acme', orderId: 'O1' });
    expect(gateway.asked).toHaveLength(askedInAMonth + 1);
  });

  it('does not keep the others from being asked where the gateway does not know it', async (test) => {
    const { clock, gateway, openDesk } = scene(test);
    const desk = await withAccount(openDesk());
    await desk.change('createOrder', orderOf('One'));
    await desk.change('createOrder', orderOf('Two'));
    gateway.status = (orderId) =>
      orderId === 'O1' ? { kind: 'notFound', message: 'Invalid order ID' } : { kind: 'status', order: PAID };
    await clock.advance(10_000);
    const { rows } = await desk.ask('searchOrders', ALL);
    expect(rows).toMatchObject([
      { name: 'Two', isFollowed: false },
      { name: 'One', isFollowed: true, heard: null },
    ]);
  });

  it('leaves an account alone for a minute whose token the gateway refuses', async (test) => {
    const { clock, gateway, openDesk } = scene(test);
    const desk = await withAccount(openDesk());
    for (const name of ['One', 'Two', 'Three']) await desk.change('createOrder', orderOf(name));
    gateway.status = () => ({ kind: 'unauthorized' });
    await clock.advance(50_000);
    expect(gateway.asked).toHaveLength(1);
    await clock.advance(30_000);
    expect(gateway.asked).toHaveLength(2);
  });
});

describe('an order without an answer', () => {
  it('is listed as not confirmed, and neither made again nor asked about', async (test) => {
    const { clock, gateway, openDesk } = scene(test);
    const desk = await withAccount(openDesk());
    const lost: OrderAnswer = {
      kind: 'unclear',
      message: { code: 'verbatim', text: 'cut' } as never,
      maybeDone: true,
      evidence: { httpStatus: null, text: null },
    };
    gateway.create = () => lost;
    const wanted = { ...orderOf('Asha Rao'), commandId: randomUUID() };
    expect(await clock.until(desk.desk.dispatch('createOrder', wanted))).toMatchObject({ kind: 'unsure' });
    expect(await clock.until(desk.desk.dispatch('createOrder', wanted))).toMatchObject({ kind: 'unsure' });
    await clock.advance(60_000);
    expect([gateway.created, gateway.asked]).toEqual([['Asha Rao'], []]);
    expect((await desk.ask('searchOrders', ALL)).rows).toMatchObject([{ created: null, isFollowed: false }]);
  });

  it('that the gateway surely refused is no order', async (test) => {
    const { gateway, openDesk } = scene(test);
    const desk = await withAccount(openDesk());
    gateway.create = () => ({ kind: 'unauthorized' });
    await desk.refusalOf('createOrder', { ...orderOf('Asha Rao'), commandId: randomUUID() });
    expect(await desk.ask('searchOrders', ALL)).toMatchObject({ total: 0, rows: [] });
  });
});

describe('the list of orders', () => {
  it('has no end, and is searched, bounded and sorted as a whole', async (test) => {
    const { openDesk } = scene(test);
    const desk = await withAccount(openDesk());
    const opening = desk.system.openReader('live');
    if (opening.kind !== 'open') throw new Error('the desk does not open');
    opening.store.close();
    for (let index = 1; index <= 12; index += 1) {
      const name = index === 7 ? 'Ravi 50%_off' : `Person ${String(index).padStart(2, '0')}`;
      await desk.change('createOrder', orderOf(name, { amountPaise: asPaise(index * 100) }));
    }
    const page = async (more: object) => {
      const { total, sum, rows } = await desk.ask('searchOrders', { ...ALL, ...more });
      return { total, paise: sum.paise, names: rows.map(({ name }) => name) };
    };
    expect(await page({ window: { from: 10, count: 5 } })).toEqual({
      total: 12,
      paise: 7_800,
      names: ['Person 02', 'Person 01'],
    });
    expect(await page({ search: '50%_' })).toEqual({ total: 1, paise: 700, names: ['Ravi 50%_off'] });
    expect(await page({ search: '%' })).toMatchObject({ total: 1 });
    expect(await page({ search: 'गली' })).toMatchObject({ total: 12 });
    expect(await page({ search: 'o12' })).toMatchObject({ names: ['Person 12'] });
    const byAmount = { sort: { by: 'amount', direction: 'up' }, amountFromPaise: 300, amountToPaise: 500 };
    expect(await page(byAmount)).toEqual({ total: 3, paise: 1_200, names: ['Person 03', 'Person 04', 'Person 05'] });
    expect(await page({ fromMs: Date.UTC(2027, 0, 1) })).toMatchObject({ total: 0 });
  });

  it('has what was asked for before orders had a table of their own', () => {
    const database = new DeskDatabase(join(testFolder(), 'desk.db'));
    const before = MIGRATIONS.findIndex((step) => step.includes('CREATE TABLE orders'));
    expect(migrate(database, MIGRATIONS.slice(0, before))).toBeNull();
    const order = {
      userId: 'C1',
      mobile: '98',
      amountPaise: 500,
      name: 'A {"b" c',
      userDefined: ['1', '', '', '', ''],
    };
    const done = JSON.stringify({ answer: { kind: 'done', value: { orderId: 'O9' } } });
    const insert = database.statement('INSERT INTO commands VALUES (?, ?, ?, ?)');
    database.exec(`INSERT INTO profiles (name, base_url, mid, environment, rate_per_second, in_flight_max, poll_first_ms,
      poll_max_ms, timeout_ms) VALUES ('A b', 'https://x.example', 12, 'LIVE', 5, 5, 1000, 2000, 3000)`);
    insert.run('1', `order A b ${JSON.stringify(order)}`, 20, done);
    insert.run('2', `order practice ${JSON.stringify(order)}`, 10, null);
    insert.run('3', `order A b ${JSON.stringify(order)}`, 30, JSON.stringify({ isFree: true }));
    insert.run('4', 'pay order B0001 {}', 40, null);
    expect(migrate(database)).toBeNull();
    const rows = database
      .prepare(
        'SELECT profile, base_url, mid, name, own_fields_json, asked_at_ms, outcome, order_id, is_open FROM orders',
      )
      .raw()
      .all();
    const fields = '["1","","","",""]';
    expect(rows).toEqual([
      ['practice', 'practice://desk', 1001, order.name, fields, 10, null, null, 0],
      ['A b', 'https://x.example', 12, order.name, fields, 20, 'created', 'O9', 1],
    ]);
    database.close();
  });
});

describe('when a status is asked for again', () => {
  it('follows the age of the order, from five seconds to an hour', () => {
    expect([0, 20_000, 60_000, HOUR_MS, DAY_MS].map(nextStatusInMs)).toEqual([5_000, 5_000, 15_000, 900_000, HOUR_MS]);
  });

  it.each([
    ['PENDING', null, false],
    ['pending ', '2026-11-22 14:31:00', false],
    ['SUCCESS', '2026-11-22 14:31:00', true],
    ['A new word', '2026-11-22 14:31:00', true],
    ['A new word', null, false],
    ['SUCCESS', '', false],
  ])('a payment that is %j with the completion %j has ended: %j', (status, completedAt, expected) => {
    expect(hasEnded({ status, completedAt })).toBe(expected);
  });
});
