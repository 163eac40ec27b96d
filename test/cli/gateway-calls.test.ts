// The other four operations from the command line: wallet, payout status, order create and order status.

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, REFUSED } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';
import { ORDER_ID } from './spec-orders.ts';
import { utrOf } from './spec-payouts.ts';

const LOOKED_UP = z.strictObject({
  known: z.boolean(),
  status: z.string().nullable(),
  utr: z.string().nullable(),
  message: z.string().nullable(),
  answer: z.string().nullable(),
  trouble: REFUSED.shape.refused.nullable(),
});

describe.concurrent('the gateway asked from the command line', { timeout: PATIENCE_MS }, () => {
  it('tells the wallet as it was reported', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const asked = await desk.run('wallet', '--profile', 'acme', '--json');
    expect(asked.exitCode).toBe(0);
    expect(answerOf(asked, z.unknown())).toEqual({ balance: '12345678.90', message: 'Wallet balance' });
    expect(gateway.posts.map(({ text }) => text)).toEqual([`{"mid":${gateway.mid}}`]);
    const target = ['--base-url', gateway.url, '--mid', String(gateway.mid), '--wallet-unit', 'rupees'];
    await desk.run('profile', 'set', 'acme', ...target);
    const money = await desk.run('wallet', '--profile', 'acme', '--json');
    expect(answerOf(money, z.unknown())).toMatchObject({ balance: '12345678.90', balancePaise: 1_234_567_890 });
  });

  it('looks a payout up by its transaction id and by its reference, and tells when it is not known', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    await desk.run('run', writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(1) }), '--profile', 'acme', '--yes');
    const [made] = gateway.executed;
    if (made === undefined) throw new Error('nothing was paid');
    const known = { known: true, status: 'success', utr: utrOf(made), message: 'Transaction success' };
    const look = (...key: string[]) => desk.run('lookup', '--profile', 'acme', ...key, '--json');
    const [byId, byReference, unknown] = [
      await look('--transaction-id', made.transactionId),
      await look('--udf1', made.reference ?? ''),
      await look('--udf1', 'NOBODY-1'),
    ];
    expect(answerOf(byId, LOOKED_UP)).toMatchObject(known);
    expect(answerOf(byReference, LOOKED_UP)).toMatchObject(known);
    expect(answerOf(unknown, LOOKED_UP)).toMatchObject({ known: false, status: null, utr: null, trouble: null });
    expect([byId, byReference, unknown].map(({ exitCode }) => exitCode)).toEqual([0, 0, 4]);
    gateway.changeToken('another');
    const refused = await look('--udf1', 'NOBODY-1');
    expect(refused.exitCode).toBe(5);
    expect(answerOf(refused, LOOKED_UP).trouble?.code).toBe('tokenRefused');
  });

  it('creates a collection order once and tells its status', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const who = ['--user-id', '77', '--mobile', '9800000000', '--name', 'A Customer', '--ud1', 'one'];
    const created = await desk.run('order', 'create', '--profile', 'acme', '--amount', '1,250.50', ...who, '--json');
    expect(created.exitCode).toBe(0);
    const link = `pay?tr=${ORDER_ID}&tn=${ORDER_ID}&am=1250.5&cu=INR`;
    expect(answerOf(created, z.unknown())).toMatchObject({
      orderId: ORDER_ID,
      orderAmount: '1250.50',
      links: { upi: `upi://${link}`, gpay: `gpay://${link}`, phonepe: `phonepe://${link}`, paytm: `paytmmp://${link}` },
    });
    const orders = gateway.posts.filter(({ path }) => path === '/api/ordercreate/');
    expect(orders.map(({ body }) => body)).toEqual([
      {
        mid: String(gateway.mid),
        userid: '77',
        mobile: '9800000000',
        amount: 1250.5,
        name: 'A Customer',
        ud1: 'one',
        ud2: '',
        ud3: '',
        ud4: '',
        ud5: '',
      },
    ]);
    const status = await desk.run('order', 'status', ORDER_ID, '--profile', 'acme', '--json');
    expect(status.exitCode).toBe(0);
    expect(answerOf(status, z.unknown())).toMatchObject({ status: 'PENDING', completedAt: null, userId: '77' });
  });

  it('lists the orders it asked for and finds one again, and asks about the open ones where told to', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const made = ['--profile', 'acme', '--user-id', '77', '--mobile', '9800000000', '--amount', '1250.50'];
    await desk.run('order', 'create', ...made, '--name', 'A Customer', '--ud1', 'INV-7');
    const asked = (): number => gateway.posts.filter(({ path }) => path === '/api/payinStatus/').length;
    const listed = await desk.run('order', 'list', '--profile', 'acme', '--json');
    expect(answerOf(listed, z.unknown())).toMatchObject({
      total: 1,
      totalPaise: 125_050,
      orders: [{ name: 'A Customer', created: { orderId: ORDER_ID }, status: null, isOpen: true }],
    });
    expect(asked()).toBe(0);
    const found = await desk.run('order', 'search', 'inv-7', '--profile', 'acme', '--ask', '--json');
    expect(answerOf(found, z.unknown())).toMatchObject({ orders: [{ status: { status: 'PENDING' }, isOpen: true }] });
    expect(asked()).toBe(1);
    const none = await desk.run('order', 'search', 'nobody', '--profile', 'acme');
    expect([none.exitCode, none.stdout]).toEqual([0, 'There are no such orders.\n']);
    const shown = await desk.run('order', 'list', '--profile', 'acme');
    expect(shown.stdout).toMatch(/PENDING/);
    expect(shown.stdout).toMatch(/Orders: 1, ₹1,250\.50 in all\./);
  });

  it('takes the 401 of an unknown order for that, and not for a dead token', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const unknown = await desk.run('order', 'status', '12345', '--profile', 'acme', '--json');
    expect(unknown.exitCode).toBe(2);
    expect(answerOf(unknown, REFUSED).refused.code).toBe('orderNotFound');
    const dead = await desk.with({ token: 'dead' }).run('order', 'status', ORDER_ID, '--profile', 'acme', '--json');
    expect(dead.exitCode).toBe(2);
    expect(answerOf(dead, REFUSED).refused.code).toBe('tokenRefused');
  });
});
