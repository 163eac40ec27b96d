import { existsSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startPracticeGatewayInWorker } from '../../electron/main/practice/start-practice-gateway.ts';
import { RefusedError } from '../../shared/failures.ts';
import { workerFiles } from '../fixtures/built-workers.ts';
import { readPracticePayouts } from './practice-payouts.ts';
import { callsOf, temporaryDatabase } from './running-gateway.ts';

const workerUrl = workerFiles().practice;

describe('startPracticeGatewayInWorker', () => {
  it('serves from a thread of its own, and ends it when it is closed', async () => {
    const databasePath = temporaryDatabase();
    const start = await startPracticeGatewayInWorker({ workerUrl, databasePath, walletStartPaise: 500_00 });
    if (start.kind === 'refused') throw new RefusedError(start.refusal);
    const { pay, lookUp, readWallet } = callsOf(start.gateway);
    expect((await pay({ udf1: 'W', amount: 100 })).body['udf1']).toBe('W');
    expect((await lookUp({ udf1: 'W' })).body['txn_status']).toBe('success');
    expect(await readWallet()).toBe(400);
    await Promise.all([start.gateway.close(), start.gateway.close()]);
    expect(existsSync(`${databasePath}-wal`)).toBe(false);
    await start.gateway.close();
    await expect(pay()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(readPracticePayouts(databasePath)).toMatchObject([{ udf1: 'W' }]);
  });

  it('shares one database between two gateways without losing money', async () => {
    const options = { workerUrl, databasePath: temporaryDatabase(), walletStartPaise: 10_000_00 };
    const one = await startPracticeGatewayInWorker(options);
    const two = await startPracticeGatewayInWorker(options);
    if (one.kind === 'refused' || two.kind === 'refused') throw new Error('not started');
    const gateways = [callsOf(one.gateway), callsOf(two.gateway)];
    const statuses = new Set<number>();
    // A few payers for each gateway, one payout after another, so that both commit often and at the same time.
    const payOneByOne = async ({ pay }: (typeof gateways)[number]): Promise<void> => {
      for (let count = 0; count < 100; count += 1) statuses.add((await pay({ amount: 10 })).status);
    };
    await Promise.all([...gateways, ...gateways, ...gateways].map(payOneByOne));
    expect(statuses).toEqual(new Set([200]));
    expect(await Promise.all(gateways.map(({ readWallet }) => readWallet()))).toEqual([4_000, 4_000]);
    await Promise.all([one.gateway.close(), two.gateway.close()]);
    expect(readPracticePayouts(options.databasePath)).toHaveLength(600);
  });

  it('takes the port it is given and remembers the merchant', async () => {
    const databasePath = temporaryDatabase();
    const first = await startPracticeGatewayInWorker({ workerUrl, databasePath });
    if (first.kind === 'refused') throw new RefusedError(first.refusal);
    const { url, mid, token } = first.gateway;
    await first.gateway.close();
    const second = await startPracticeGatewayInWorker({ workerUrl, databasePath, port: Number(new URL(url).port) });
    if (second.kind === 'refused') throw new RefusedError(second.refusal);
    await second.gateway.close();
    expect(second.gateway).toMatchObject({ url, mid, token });
  });

  it('hands back a refusal of the thread', async () => {
    const databasePath = temporaryDatabase();
    writeFileSync(databasePath, Buffer.alloc(4_096, 'x'));
    const start = await startPracticeGatewayInWorker({ workerUrl, databasePath });
    expect(start).toMatchObject({ kind: 'refused', refusal: { code: 'practiceDamaged' } });
  });

  it('is refused when the worker file is missing or broken', async () => {
    const databasePath = temporaryDatabase();
    const missing = pathToFileURL(`${databasePath}.js`);
    const refused = { kind: 'refused', refusal: { code: 'practiceThread' } };
    expect(await startPracticeGatewayInWorker({ workerUrl: missing, databasePath })).toMatchObject(refused);
    writeFileSync(missing, 'throw new Error("broken");');
    expect(await startPracticeGatewayInWorker({ workerUrl: missing, databasePath })).toMatchObject(refused);
  });
});
