import { describe, expect, it } from 'vitest';
import { runGateway, upiPayout } from './running-gateway.ts';

const ORDER = { userid: '42', mobile: '9876543210', amount: 10, name: 'Asha Rao' };
const OPERATIONS = [
  { path: '/api/payout/', documented: 'number', fields: upiPayout },
  { path: '/api/ordercreate/', documented: 'string', fields: ORDER },
  { path: '/api/payinStatus/', documented: 'number', fields: { orderid: 'OD1' } },
  { path: '/api/wallet/', documented: 'number', fields: {} },
  { path: '/api/payoutStatus/', documented: 'string', fields: { udf1: 'X' } },
] as const;

describe('gateway-spec "Endpoints" rule 6: the type of mid', () => {
  it.each(OPERATIONS)('$path takes mid in the documented type and in the other', async ({ path, fields }) => {
    const { gateway, call } = await runGateway();
    const asInteger = await call(path, { mid: gateway.mid, ...fields });
    const asText = await call(path, { mid: String(gateway.mid), ...fields });
    expect(asInteger.body['message']).not.toBe('Invalid mid');
    expect([asText.status, asText.body['message']]).toEqual([asInteger.status, asInteger.body['message']]);
  });

  it('has a mid of one to four digits', async () => {
    const { gateway } = await runGateway();
    expect(String(gateway.mid)).toMatch(/^\d{1,4}$/);
  });
});

describe('gateway-spec "Errors": invalid merchant ID', () => {
  it.each(OPERATIONS)('$path answers 400 with the request as input, mid as $documented', async (operation) => {
    const { gateway, call } = await runGateway();
    const { path, documented, fields } = operation;
    const wrong = gateway.mid + 1;
    for (const spelling of [wrong, String(wrong)]) {
      const reply = await call(path, { mid: spelling, ...fields, extra: [1] });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({
        status: false,
        message: 'Invalid mid',
        input: { mid: documented === 'number' ? wrong : String(wrong), ...fields, extra: [1] },
        error_code: 400,
      });
    }
    expect(gateway.listPayouts()).toEqual([]);
  });

  it.each(['abc', '007', ` 1`])('echoes mid %j, which is no integer, as it came', async (mid) => {
    const { call } = await runGateway();
    expect((await call('/api/wallet/', { mid })).body).toMatchObject({ message: 'Invalid mid', input: { mid } });
  });

  it.each([null, true, 1.5, '', [], {}])('refuses mid %j as a parameter', async (mid) => {
    const { call } = await runGateway();
    const reply = await call('/api/wallet/', { mid });
    expect([reply.status, reply.body['message']]).toEqual([400, 'Missing or invalid parameter: mid']);
  });
});
