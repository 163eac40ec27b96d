import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type PracticeGateway, startPracticeGateway } from '../../electron/main/practice/start-practice-gateway.ts';
import { readPracticePayouts } from './practice-payouts.ts';
import { callsOf, ManualClock, runGateway, temporaryDatabase } from './running-gateway.ts';

async function refusalOf(databasePath: string): Promise<string> {
  const start = await startPracticeGateway({ databasePath });
  if (start.kind === 'started') await start.gateway.close();
  return start.kind === 'started' ? 'started' : start.refusal.code;
}

describe('DESIGN "The practice gateway": it remembers across restarts', () => {
  it('keeps merchant, payouts, orders and wallet, and statuses move on while it is closed', async () => {
    const clock = new ManualClock();
    const databasePath = temporaryDatabase();
    const first = await runGateway({ databasePath, clock, walletStartPaise: 1_000_00 });
    const { gateway } = first;
    await first.pay({ amount: 10, udf1: 'PAID' });
    const pending = await first.pay({ amount: 100, udf1: 'BACK', beneficiaryUPI: 'failed@practice' });
    const customer = { mid: String(gateway.mid), userid: '1', mobile: '1', amount: 1, name: 'A' };
    const made = await first.call('/api/ordercreate/', customer);
    const { orderid } = made.body['data'] as { orderid: string };
    await gateway.close();

    clock.advance(60_000);
    const second = await runGateway({ databasePath, clock, walletStartPaise: 77 });
    expect([second.gateway.mid, second.gateway.token]).toEqual([gateway.mid, gateway.token]);
    expect((await second.lookUp({ udf1: 'PAID' })).body['txn_status']).toBe('success');
    const { transactionId } = pending.body;
    expect((await second.lookUp({ transactionId })).body['txn_status']).toBe('failed');
    expect(await second.readWallet()).toBe(990);
    const status = await second.call('/api/payinStatus/', { mid: gateway.mid, orderid });
    expect(status.body['data']).toMatchObject({ TxnStatus: 'SUCCESS' });
    const next = await second.pay({ udf1: 'NEXT' });
    expect(next.body['transactionId']).not.toBe(transactionId);
    expect(second.gateway.listPayouts().map(({ udf1 }) => udf1)).toEqual(['PAID', 'BACK', 'NEXT']);
  });

  it('gives two databases different tokens and ids', async () => {
    const [one, two] = [await runGateway(), await runGateway()];
    expect(one.gateway.token).not.toBe(two.gateway.token);
    expect((await one.pay()).body['transactionId']).not.toBe((await two.pay()).body['transactionId']);
  });

  it('has on disk whatever it answered when it is killed', async () => {
    const databasePath = temporaryDatabase();
    const program = fileURLToPath(new URL('./serve-until-killed.ts', import.meta.url));
    const child = spawn(process.execPath, [program, databasePath]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const gateway = JSON.parse(line.toString('utf8')) as PracticeGateway;
    const { pay } = callsOf(gateway);
    await Promise.all(Array.from({ length: 50 }, (_, index) => pay({ udf1: `K${String(index)}` })));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(new Set(readPracticePayouts(databasePath).map(({ udf1 }) => udf1)).size).toBe(50);
    expect((await runGateway({ databasePath })).gateway.token).toBe(gateway.token);
  });

  it('stores what was received whole before it closes', async () => {
    const { gateway, clock, pay, databasePath } = await runGateway();
    const answer = pay({ udf1: 'LAST', beneficiaryUPI: 'slow@practice' }).catch(() => 'cut');
    await clock.someoneWaits();
    await Promise.all([gateway.close(), gateway.close()]);
    expect(await answer).toBe('cut');
    expect(readPracticePayouts(databasePath)).toMatchObject([{ udf1: 'LAST', moneyMoved: true }]);
    await expect(pay()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('can be read by another process while it runs', async () => {
    const { pay, databasePath } = await runGateway();
    await pay({ udf1: 'SEEN' });
    expect(readPracticePayouts(databasePath)).toMatchObject([{ udf1: 'SEEN' }]);
  });

  it('keeps its files to their owner', async () => {
    const { databasePath, pay } = await runGateway();
    await pay();
    for (const end of ['', '-wal', '-shm']) expect(statSync(`${databasePath}${end}`).mode & 0o077).toBe(0);
  });
});

describe('a start that cannot be', () => {
  it('is refused on a busy port, and the database is free again', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    onTestFinished(() => void blocker.close());
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const databasePath = temporaryDatabase();
    const start = await startPracticeGateway({ databasePath, port });
    expect(start).toMatchObject({ kind: 'refused', refusal: { code: 'practicePortBusy' } });
    expect(await refusalOf(databasePath)).toBe('started');
  });

  it('is refused for a port that does not exist', async () => {
    const start = await startPracticeGateway({ databasePath: temporaryDatabase(), port: 70_000 });
    expect(start).toMatchObject({ kind: 'refused', refusal: { code: 'practicePort' } });
  });

  it('is refused where no folder can be made', async () => {
    const databasePath = temporaryDatabase();
    writeFileSync(databasePath, '');
    expect(await refusalOf(join(databasePath, 'deeper', 'practice.db'))).toBe('practiceFolder');
  });

  it('is refused where the file cannot be opened', async () => {
    const databasePath = temporaryDatabase();
    mkdirSync(databasePath);
    expect(await refusalOf(databasePath)).toBe('practiceFile');
  });

  it('is refused for a file that is no database, and leaves it as it was', async () => {
    const databasePath = temporaryDatabase();
    const rubbish = Buffer.alloc(8_192, 'salary list ');
    writeFileSync(databasePath, rubbish);
    expect(await refusalOf(databasePath)).toBe('practiceDamaged');
    expect(readFileSync(databasePath).equals(rubbish)).toBe(true);
  });

  it.each(['overwritten', 'truncated'])('is refused for a database that was %s in the middle', async (how) => {
    const { gateway, databasePath, pay } = await runGateway();
    await Promise.all(Array.from({ length: 200 }, (_, index) => pay({ udf1: `R${String(index)}` })));
    await gateway.close();
    const sizeBytes = statSync(databasePath).size;
    if (how === 'truncated') truncateSync(databasePath, sizeBytes - 8_192);
    else overwrite(databasePath, { atByte: sizeBytes - 4_096, untilByte: sizeBytes });
    expect(await refusalOf(databasePath)).toBe('practiceDamaged');
  });

  it('is refused for a database that is not a practice one, and leaves it as it was', async () => {
    const databasePath = temporaryDatabase();
    const other = new Database(databasePath);
    other.exec('CREATE TABLE payouts (id INTEGER)');
    other.close();
    const before = readFileSync(databasePath);
    expect(await refusalOf(databasePath)).toBe('practiceNotOurs');
    expect(readFileSync(databasePath).equals(before)).toBe(true);
  });

  it('is refused for a database of a newer version', async () => {
    const { gateway, databasePath } = await runGateway();
    await gateway.close();
    const database = new Database(databasePath);
    database.pragma('user_version = 99');
    database.close();
    expect(await refusalOf(databasePath)).toBe('practiceNewer');
  });

  it('makes the folders on the way', async () => {
    const databasePath = join(dirname(temporaryDatabase()), 'a', 'b', 'practice.db');
    expect(await refusalOf(databasePath)).toBe('started');
    expect(statSync(dirname(databasePath)).mode & 0o077).toBe(0);
  });
});

function overwrite(path: string, range: { readonly atByte: number; readonly untilByte: number }): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(range.untilByte - range.atByte, 0xa5), 0, null, range.atByte);
  closeSync(file);
}
