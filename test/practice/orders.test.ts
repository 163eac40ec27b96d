import { describe, expect, it } from 'vitest';
import { TEST_CUSTOMERS } from '../../electron/main/practice/test-beneficiaries.ts';
import { post, type Reply, type RunningGateway, runGateway, textLike } from './running-gateway.ts';

const ORDER = { userid: '420', mobile: '9876543210', amount: 1499.5, name: 'Asha Rao' };

function createOrder({ gateway, call }: RunningGateway, fields: object = {}): Promise<Reply> {
  return call('/api/ordercreate/', { mid: String(gateway.mid), ...ORDER, ...fields });
}

function readStatus({ gateway, call }: RunningGateway, orderid: unknown): Promise<Reply> {
  return call('/api/payinStatus/', { mid: gateway.mid, orderid });
}

function dataOf(reply: Reply): Record<string, unknown> {
  return reply.body['data'] as Record<string, unknown>;
}

describe('gateway-spec "Endpoints" rule 2: create order', () => {
  it('answers with the order, two decimals, the date and four links', async () => {
    const reply = await createOrder(await runGateway());
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: true,
      message: 'Order created successfully',
      data: {
        orderid: textLike(/^OD\d{18}$/),
        order_date: '2026-01-05 10:00:00',
        order_amount: '1499.50',
        order_name: 'Asha Rao',
        upi: textLike(/^upi:\/\/pay\?/),
        gpay: textLike(/^gpay:\/\//),
        phonepe: textLike(/^phonepe:\/\//),
        paytm: textLike(/^paytmmp:\/\//),
      },
      error_code: 200,
    });
  });

  it('puts the order ID as reference and note, the amount and INR into each link', async () => {
    const data = dataOf(await createOrder(await runGateway()));
    for (const app of ['upi', 'gpay', 'phonepe', 'paytm']) {
      const query = new URL(String(data[app])).searchParams;
      expect([query.get('tr'), query.get('tn'), query.get('am'), query.get('cu')]).toEqual([
        data['orderid'],
        data['orderid'],
        '1499.50',
        'INR',
      ]);
    }
  });

  it('gives every order another ID', async () => {
    const running = await runGateway();
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => dataOf(await createOrder(running))['orderid']),
    );
    expect(new Set(ids).size).toBe(20);
  });

  it('reads JSON under another content type', async () => {
    const { gateway } = await runGateway();
    const text = JSON.stringify({ mid: String(gateway.mid), ...ORDER });
    const headers = { 'content-type': 'text/plain' };
    expect((await post(gateway, { path: '/api/ordercreate/', text, headers })).status).toBe(200);
  });

  it.each(['userid', 'mobile', 'amount', 'name'])('wants %s', async (field) => {
    const reply = await createOrder(await runGateway(), { [field]: undefined });
    expect([reply.status, reply.body['message']]).toEqual([400, `Missing or invalid parameter: ${field}`]);
  });
});

describe('gateway-spec "Payment status response"', () => {
  it('shows every documented field of an order that is not yet paid', async () => {
    const running = await runGateway();
    const { orderid } = dataOf(await createOrder(running, { ud1: 'one', ud5: '' }));
    const reply = await readStatus(running, orderid);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: true,
      message: 'Transaction status fetched successfully',
      data: {
        TxnStatus: 'PENDING',
        TxnInitDate: '2026-01-05 10:00:00',
        TxnCompletionDate: null,
        PayerVA: '',
        PayerMobile: '9876543210',
        BankRRN: '',
        userid: 420,
        PayerName: 'Asha Rao',
        ud1: 'one',
        ud2: '',
        ud3: '',
        ud4: '',
        ud5: '',
      },
      code: 200,
    });
  });

  it('is paid ten seconds later, with the completion date, the payer and the RRN', async () => {
    const running = await runGateway();
    const { orderid } = dataOf(await createOrder(running));
    running.clock.advance(9_999);
    expect(dataOf(await readStatus(running, orderid))['TxnStatus']).toBe('PENDING');
    running.clock.advance(1);
    expect(dataOf(await readStatus(running, orderid))).toMatchObject({
      TxnStatus: 'SUCCESS',
      TxnCompletionDate: '2026-01-05 10:00:10',
      PayerVA: 'payer@practice',
      BankRRN: textLike(/^\d{12}$/),
    });
  });

  it('keeps the test customer who never pays pending, and lets the other fail', async () => {
    const running = await runGateway();
    const open = dataOf(await createOrder(running, { mobile: TEST_CUSTOMERS.neverPays }));
    const broken = dataOf(await createOrder(running, { mobile: TEST_CUSTOMERS.paymentFails }));
    running.clock.advance(3_600_000);
    expect(dataOf(await readStatus(running, open['orderid']))).toMatchObject({
      TxnStatus: 'PENDING',
      TxnCompletionDate: null,
    });
    expect(dataOf(await readStatus(running, broken['orderid']))).toMatchObject({
      TxnStatus: 'FAILED',
      BankRRN: '',
      PayerVA: '',
    });
  });

  it.each(['U-17', '007', '12345678901234567890'])(
    'keeps userid %j, which is no exact integer, as text',
    async (userid) => {
      const running = await runGateway();
      const { orderid } = dataOf(await createOrder(running, { userid }));
      expect(dataOf(await readStatus(running, orderid))['userid']).toBe(userid);
    },
  );
});

describe('gateway-spec "Endpoints" rules 3 and 7: an unknown order ID', () => {
  it.each(['OD1', 'OD000000000000000001', 'x'])('%s is HTTP 401 with code, not error_code', async (orderid) => {
    const reply = await readStatus(await runGateway(), orderid);
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ status: false, message: 'Invalid order ID', code: 401 });
  });

  it('does not know a payout by its transactionId', async () => {
    const running = await runGateway();
    const { transactionId } = (await running.pay()).body;
    expect((await readStatus(running, transactionId)).status).toBe(401);
  });
});
