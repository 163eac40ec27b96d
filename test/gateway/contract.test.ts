// The client and the practice gateway fit the OpenAPI document made from the gateway's specification. Neither is asked what the
// other thinks: each is held to the document.

import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { GatewayClient } from '../../electron/main/gateway/client.ts';
import { TEST_BENEFICIARIES, TEST_CUSTOMERS } from '../../electron/main/practice/test-beneficiaries.ts';
import { parseMid, parseReference, type Reference } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import type { Beneficiary } from '../../shared/rows.ts';
import { post, type RunningGateway, runGateway, upiPayout } from '../practice/running-gateway.ts';
import { clientFor } from './calls.ts';
import { CONTRACT, complaintsOfAnswer, complaintsOfRequest, openContractProxy } from './contract.ts';

const ignore = (): void => {};

function known<T>(value: T | null): T {
  if (value === null) throw new Error('a test value has the wrong shape');
  return value;
}

function referenceOf(index: number): Reference {
  return known(parseReference(`REF${String(index).padStart(16, '0')}A`));
}

/** The client, and a gateway behind a proxy that holds both to the contract. */
async function connect(options: { readonly token?: string; readonly mid?: number } = {}): Promise<
  RunningGateway & {
    readonly client: GatewayClient;
    readonly complaints: readonly string[];
    readonly exchanges: readonly string[];
  }
> {
  const running = await runGateway();
  const { gateway } = running;
  const { url, complaints, exchanges } = await openContractProxy(gateway.url);
  const client = clientFor(url, {
    mid: known(parseMid(String(options.mid ?? gateway.mid))),
    token: options.token ?? gateway.token,
  });
  return { ...running, client, complaints, exchanges };
}

const METHODS: readonly ((test: (typeof TEST_BENEFICIARIES)[number]) => Beneficiary)[] = [
  ({ upiId }) => ({ method: 'UPI', upiId }),
  ({ accountNumber, ifsc }) => ({ method: 'IMPS', accountNumber, ifsc }),
];

describe('docs/gateway-openapi.json', () => {
  it('is an OpenAPI 3.1 document of the five operations', async () => {
    const validator = new Validator();
    const verdict = await validator.validate(structuredClone(CONTRACT));
    expect([verdict.errors, verdict.valid, validator.version]).toEqual([undefined, true, '3.1']);
    expect(Object.keys(CONTRACT.paths)).toEqual([
      '/api/payout/',
      '/api/ordercreate/',
      '/api/payinStatus/',
      '/api/wallet/',
      '/api/payoutStatus/',
    ]);
  });

  it.each([
    ['an amount as text', { amount: '1250.50' }],
    ['a merchant as text', { mid: '4711' }],
    ['a method it has not', { paymentMethod: 'NEFT' }],
    ['a UPI payout without its UPI ID', { beneficiaryUPI: undefined }],
    ['an IMPS payout without its IFSC', { paymentMethod: 'IMPS', beneficiaryBankACNumber: '1' }],
    ['no remark', { remark: undefined }],
    ['a field of ours', { idempotencyKey: 'k' }],
  ])('refuses a payout request with %s', (_, change) => {
    const ask = (body: object): readonly string[] =>
      complaintsOfRequest({
        path: '/api/payout/',
        body: JSON.stringify(body),
        contentType: 'application/json',
        authorization: 'Bearer t',
      });
    expect(ask({ mid: 4711, ...upiPayout })).toEqual([]);
    expect(ask({ mid: 4711, ...upiPayout, ...change })).toHaveLength(1);
  });

  it.each([
    ['/api/payoutStatus/', 200, { status: true, txn_status: 'success', message: 'm', UTR: 1, error_code: 200 }],
    ['/api/payinStatus/', 401, { status: false, message: 'Invalid order ID', code: 401 }],
    ['/api/wallet/', 400, { status: false, message: 'Invalid mid', input: { mid: 1 }, error_code: 400 }],
  ])('refuses an answer of %s with %d that lacks a field or has another', (path, httpStatus, body) => {
    const ask = (answer: object): readonly string[] =>
      complaintsOfAnswer({ path, httpStatus, body: JSON.stringify(answer) });
    expect(ask(body)).toEqual([]);
    expect(ask({ ...body, more: 1 })).toHaveLength(1);
    const lacking = Object.keys(body).map((field) => ask({ ...body, [field]: undefined }).length);
    expect(new Set(lacking)).toEqual(new Set([1]));
  });
});

describe('the client and the practice gateway, held to the contract', () => {
  it.each(METHODS.map((pick) => [pick(known(TEST_BENEFICIARIES[0] ?? null)).method, pick] as const))(
    'pay each test payee by %s and look it up until it ends',
    async (_, pick) => {
      const { client, clock, complaints, exchanges } = await connect();
      const references = TEST_BENEFICIARIES.map((__, index) => referenceOf(index));
      for (const [index, reference] of references.entries()) {
        const beneficiary = pick(known(TEST_BENEFICIARIES[index] ?? null));
        const order = { beneficiary, amountPaise: asPaise(10_001), remark: 'Salary', reference, firstRequest: true };
        const answering = client.pay(order, ignore);
        const isSlow = TEST_BENEFICIARIES[index]?.ending === 'slow';
        if (isSlow) void clock.someoneWaits().then(() => clock.advance(5_000));
        const { outcome } = await answering;
        await client.lookUp({ by: 'reference', reference }, ignore);
        if (outcome.kind === 'accepted' && outcome.ids.transactionId !== null) {
          const { transactionId } = outcome.ids;
          await client.lookUp({ by: 'transactionId', transactionId, reference }, ignore);
        }
      }
      for (const ms of [1_000, 1_500, 10_000]) {
        clock.advance(ms);
        for (const reference of references) await client.lookUp({ by: 'reference', reference }, ignore);
      }
      expect(complaints).toEqual([]);
      expect(new Set(exchanges)).toEqual(
        new Set([...[200, 400, 429, 500].map((status) => `/api/payout/ ${status}`), '/api/payoutStatus/ 200']),
      );
    },
  );

  it('make orders and read them until they end, and read the wallet', async () => {
    const { client, clock, complaints, exchanges } = await connect();
    const orderIds: string[] = [];
    for (const mobile of ['9811111111', TEST_CUSTOMERS.neverPays, TEST_CUSTOMERS.paymentFails]) {
      const userDefined = ['INV-1', 'आशा', '', '', ''] as const;
      const made = await client.createOrder(
        { userId: 'U-1', mobile, amountPaise: asPaise(25_050), name: 'Asha Rao', userDefined },
        ignore,
      );
      if (made.kind === 'created') orderIds.push(made.order.orderId);
    }
    for (const ms of [0, 10_000]) {
      clock.advance(ms);
      for (const orderId of [...orderIds, 'NOSUCHORDER']) await client.orderStatus(orderId, ignore);
    }
    await client.wallet(ignore);
    expect([orderIds.length, complaints]).toEqual([3, []]);
    expect(new Set(exchanges)).toEqual(
      new Set(['/api/ordercreate/ 200', '/api/payinStatus/ 200', '/api/payinStatus/ 401', '/api/wallet/ 200']),
    );
  });

  it.each([
    ['a token that is not valid', { token: 'another' }, 401],
    ['a merchant that is not known', { mid: 99 }, 400],
  ])('say in each operation that it is %s', async (_, options, httpStatus) => {
    const { client, complaints, exchanges } = await connect(options);
    const reference = referenceOf(1);
    const beneficiary = { method: 'UPI', upiId: 'success@practice' } as const;
    await client.pay({ beneficiary, amountPaise: asPaise(100), remark: 'x', reference, firstRequest: true }, ignore);
    await client.lookUp({ by: 'reference', reference }, ignore);
    await client.wallet(ignore);
    const userDefined = ['', '', '', '', ''] as const;
    const order = { userId: 'U', mobile: '9811111111', amountPaise: asPaise(100), name: 'A', userDefined };
    await client.createOrder(order, ignore);
    await client.orderStatus('ORD1', ignore);
    expect(complaints).toEqual([]);
    expect(exchanges.toSorted()).toEqual(
      Object.keys(CONTRACT.paths)
        .map((path) => `${path} ${httpStatus}`)
        .toSorted(),
    );
  });

  it.each(Object.keys(CONTRACT.paths))(
    'the practice gateway answers what is malformed at %s as documented',
    async (path) => {
      const { gateway } = await runGateway();
      for (const text of ['', '[]', '{}', '{"mid":', JSON.stringify({ mid: gateway.mid })]) {
        const { status, text: body } = await post(gateway, { path, text });
        const answer = { path, httpStatus: status, body };
        expect(complaintsOfAnswer(answer)).toEqual([]);
      }
    },
  );
});
