import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { impsPayout, post, runGateway, textLike, upiPayout } from './running-gateway.ts';

describe('gateway-spec "Endpoints" rule 1: create payout', () => {
  it('answers a UPI payout with status true, txn_status, lognumber, tranrefno, transactionId and RRN, and echoes udf1', async () => {
    const { pay } = await runGateway();
    const reply = await pay({ udf1: 'SAL-0001' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: true,
      txn_status: 'success',
      udf1: 'SAL-0001',
      lognumber: textLike(/^\d+$/),
      tranrefno: textLike(/^TR\d+$/),
      transactionId: textLike(/^PG\d{18}$/),
      RRN: textLike(/^\d{12}$/),
    });
  });

  it('pays exactly the person, amount, remark and udf1 of the request, by UPI and by IMPS', async () => {
    const { gateway, pay } = await runGateway();
    await pay({ udf1: 'A', amount: 0.01, remark: 'वेतन "जनवरी"' });
    await pay({ ...impsPayout, udf1: 'B', amount: 4_50_000.07 });
    const upi = { method: 'UPI', upiId: 'success@practice' };
    const imps = { method: 'IMPS', accountNumber: '00501000000001', ifsc: 'DESK0000001' };
    expect(gateway.listPayouts()).toMatchObject([
      { udf1: 'A', beneficiary: upi, amountPaise: 1, remark: 'वेतन "जनवरी"', moneyMoved: true },
      { udf1: 'B', beneficiary: imps, amountPaise: 45_000_007, remark: 'Salary', moneyMoved: true },
    ]);
  });

  it('uses only the fields of the method: bank fields beside UPI are ignored', async () => {
    const { gateway, pay } = await runGateway();
    await pay({ ...impsPayout, paymentMethod: 'UPI', beneficiaryUPI: 'success@practice' });
    expect(gateway.listPayouts()).toMatchObject([{ beneficiary: { method: 'UPI', upiId: 'success@practice' } }]);
  });

  it.each(['text/plain', 'multipart/form-data', ''])('wants Content-Type application/json, not %j', async (type) => {
    const { gateway } = await runGateway();
    const text = JSON.stringify({ mid: gateway.mid, ...upiPayout });
    const reply = await post(gateway, { path: '/api/payout/', text, headers: { 'content-type': type } });
    expect([reply.status, gateway.listPayouts().length]).toEqual([400, 0]);
    const json = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await post(gateway, { path: '/api/payout/', text, headers: json })).status).toBe(200);
  });

  it('has no idempotency: two requests with one udf1 are two payouts', async () => {
    const { gateway, pay, readWallet } = await runGateway({ walletStartPaise: 1_000_000 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => pay({ udf1: 'SAME', amount: 100.25 })));
    expect(new Set(replies.map(({ body }) => body['transactionId'])).size).toBe(40);
    expect(new Set(replies.map(({ body }) => body['RRN'])).size).toBe(40);
    expect(gateway.listPayouts().filter(({ udf1 }) => udf1 === 'SAME')).toHaveLength(40);
    expect(await readWallet()).toBe(10_000 - 40 * 100.25);
  });
});

describe('gateway-spec "Payout request": required fields', () => {
  const cases: readonly (readonly [string, object])[] = [
    ['paymentMethod', { paymentMethod: undefined }],
    ['paymentMethod', { paymentMethod: 'NEFT' }],
    ['paymentMethod', { paymentMethod: 'upi' }],
    ['beneficiaryUPI', { beneficiaryUPI: undefined }],
    ['beneficiaryUPI', { beneficiaryUPI: '' }],
    ['beneficiaryBankACNumber', { ...impsPayout, beneficiaryBankACNumber: undefined }],
    ['beneficiaryBankACNumber', { ...impsPayout, beneficiaryBankACNumber: 501_000_000_001 }],
    ['beneficiaryBankIFSC', { ...impsPayout, beneficiaryBankIFSC: undefined }],
    ['amount', { amount: undefined }],
    ['amount', { amount: '100' }],
    ['amount', { amount: 0 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: 1.005 }],
    ['amount', { amount: 1e300 }],
    ['remark', { remark: undefined }],
    ['remark', { remark: 7 }],
    ['udf1', { udf1: 7 }],
    ['udf1', { udf1: null }],
  ];

  it.each(cases)('a missing or wrong %s is a 400 that names it and executes nothing: %j', async (field, fields) => {
    const { gateway, pay } = await runGateway();
    const reply = await pay(fields);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      status: false,
      message: `Missing or invalid parameter: ${field}`,
      error_code: 400,
    });
    expect(gateway.listPayouts()).toEqual([]);
  });

  it('udf1 is optional and then not echoed', async () => {
    const { gateway, pay } = await runGateway();
    expect((await pay()).body).not.toHaveProperty('udf1');
    expect(gateway.listPayouts()).toMatchObject([{ udf1: null }]);
  });
});

describe('gateway-spec "Errors": payout rejected, for example insufficient balance', () => {
  it('rejects what the wallet does not hold, to the paisa, and takes nothing', async () => {
    const { gateway, pay, readWallet } = await runGateway({ walletStartPaise: 10_000 });
    const reply = await pay({ amount: 100.01, udf1: 'BIG' });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      status: false,
      txn_status: 'rejected',
      message: 'Insufficient balance',
      error_code: 400,
    });
    expect(await readWallet()).toBe(100);
    expect(gateway.listPayouts()).toMatchObject([{ udf1: 'BIG', moneyMoved: false, word: 'rejected' }]);
    expect((await pay({ amount: 100 })).status).toBe(200);
    expect(await readWallet()).toBe(0);
  });

  it('never lets payouts that arrive together overdraw the wallet', async () => {
    const { gateway, pay, readWallet } = await runGateway({ walletStartPaise: 250_00 });
    const replies = await Promise.all(Array.from({ length: 9 }, () => pay({ amount: 100 })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(gateway.listPayouts().filter(({ moneyMoved }) => moneyMoved)).toHaveLength(2);
    expect(await readWallet()).toBe(50);
  });

  it.each([
    ['a UPI ID without @', { beneficiaryUPI: 'nobody' }],
    ['an IFSC of another shape', { ...impsPayout, beneficiaryBankIFSC: 'SBIN1000001' }],
  ])('rejects %s', async (_name, fields) => {
    const { pay } = await runGateway();
    expect((await pay(fields)).body).toMatchObject({ status: false, txn_status: 'rejected', error_code: 400 });
  });
});

describe('gateway-spec "Errors": 500, error while processing the request', () => {
  it('answers 500, stores nothing and goes on when its database refuses a write', async () => {
    const { gateway, databasePath, pay, readWallet } = await runGateway({ walletStartPaise: 1_000_00 });
    const saboteur = new Database(databasePath);
    const words = "BEFORE UPDATE ON merchant BEGIN SELECT raise(ABORT, 'no'); END";
    saboteur.exec(`CREATE TRIGGER refuse ${words}`);
    const replies = await Promise.all([pay(), pay(), pay()]);
    expect(replies.map(({ status, body }) => [status, body['error_code']])).toEqual(Array(3).fill([500, 500]));
    expect([gateway.listPayouts(), await readWallet()]).toEqual([[], 1_000]);
    saboteur.exec('DROP TRIGGER refuse');
    saboteur.close();
    expect((await pay({ amount: 1 })).status).toBe(200);
  });
});
