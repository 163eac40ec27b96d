import { describe, expect, it } from 'vitest';
import { runGateway } from './running-gateway.ts';

describe('gateway-spec "Endpoints" rule 5: payout status', () => {
  it('finds a payout by its transactionId and by its udf1', async () => {
    const { pay, lookUp } = await runGateway();
    const { transactionId } = (await pay({ udf1: 'SAL-7' })).body;
    const byId = await lookUp({ transactionId });
    const byReference = await lookUp({ udf1: 'SAL-7' });
    expect([byId.status, byReference.status]).toEqual([200, 200]);
    expect(byReference.text).toBe(byId.text);
    expect(byId.body).toEqual({
      status: true,
      txn_status: 'success',
      message: 'Transaction successful',
      UTR: expect.anything() as unknown,
      error_code: 200,
    });
  });

  it('sends the UTR as a JSON number of twenty digits, another for each payout', async () => {
    const { gateway, pay, lookUp } = await runGateway();
    for (const udf1 of ['A', 'B']) await pay({ udf1 });
    const sources = [];
    for (const udf1 of ['A', 'B']) sources.push(/"UTR":(\d{20}),/.exec((await lookUp({ udf1 })).text)?.[1]);
    expect(sources).toEqual(gateway.listPayouts().map(({ utr }) => utr));
    expect(new Set(sources).size).toBe(2);
    expect(JSON.stringify(Number(sources[0]))).not.toBe(sources[0]);
  });

  it('leaves the UTR empty until the payout is paid', async () => {
    const { clock, pay, lookUp } = await runGateway();
    await pay({ udf1: 'P', beneficiaryUPI: 'pending@practice' });
    expect((await lookUp({ udf1: 'P' })).body['UTR']).toBe('');
    clock.advance(2_000);
    expect((await lookUp({ udf1: 'P' })).text).toMatch(/"UTR":\d{20},/);
  });

  it('answers with the newest of several payouts with one udf1, and each by its transactionId', async () => {
    const { pay, lookUp } = await runGateway();
    const first = await pay({ udf1: 'TWICE', beneficiaryUPI: 'stuck@practice' });
    await pay({ udf1: 'TWICE' });
    expect((await lookUp({ udf1: 'TWICE' })).body['txn_status']).toBe('success');
    expect((await lookUp({ transactionId: first.body['transactionId'] })).body['txn_status']).toBe('accept');
  });

  it('lets transactionId decide when both are given, and udf1 when transactionId is empty', async () => {
    const { pay, lookUp } = await runGateway();
    const stuck = await pay({ udf1: 'S', beneficiaryUPI: 'stuck@practice' });
    await pay({ udf1: 'OK' });
    const { transactionId } = stuck.body;
    expect((await lookUp({ transactionId, udf1: 'OK' })).body['txn_status']).toBe('accept');
    expect((await lookUp({ transactionId: '', udf1: 'OK' })).body['txn_status']).toBe('success');
  });

  it('answers every unknown key in the same way', async () => {
    const { gateway, pay, lookUp } = await runGateway();
    const { transactionId } = (await pay({ udf1: 'KNOWN' })).body;
    const known = String(transactionId);
    const unknown = [
      { udf1: 'known' },
      { udf1: 'KNOWN ' },
      { udf1: `' OR 1=1 --` },
      { transactionId: known.replace(/.$/, '9') },
      { transactionId: known.slice(2) },
      { transactionId: `${known}0` },
      { transactionId: known.replace('00000', '') },
      { transactionId: 'PG' },
    ];
    for (const key of unknown) {
      const reply = await lookUp(key);
      expect([reply.status, reply.body]).toEqual([
        200,
        { status: false, message: 'Transaction not found', error_code: 400 },
      ]);
    }
    expect(gateway.listPayouts()).toHaveLength(1);
  });

  it('tells a rejected payout by its udf1', async () => {
    const { pay, lookUp } = await runGateway();
    await pay({ udf1: 'R', beneficiaryUPI: 'rejected@practice' });
    expect((await lookUp({ udf1: 'R' })).body).toEqual({
      status: true,
      txn_status: 'rejected',
      message: 'Beneficiary details are invalid',
      UTR: '',
      error_code: 200,
    });
  });

  it.each([{}, { udf1: '' }, { transactionId: '', udf1: '' }])('wants one of the two keys: %j', async (key) => {
    const { lookUp } = await runGateway();
    const reply = await lookUp(key);
    expect([reply.status, reply.body['error_code']]).toEqual([400, 400]);
  });
});
