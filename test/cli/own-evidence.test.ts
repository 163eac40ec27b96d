// What a gateway says of one payment must be unique to it, and the wallet must fall by what was paid: otherwise the run stops,
// and every command says so until a person has read it.

import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, it, type TestContext } from 'vitest';
import { VERIFIED } from './audit-views.ts';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH } from './json-answers.ts';
import { makeRows, paiseOf, writeCsv } from './payout-files.ts';
import { type Desk, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, startSpecGateway } from './spec-gateway.ts';

const ROWS = makeRows(8);
const OPTIONS = ['--rate', '5000', '--in-flight', '2', '--poll-first-ms', '20', '--poll-max-ms', '200'];

interface Scene {
  readonly gateway: SpecGateway;
  readonly desk: Desk;
  readonly run: (rows?: number) => ReturnType<Desk['run']>;
}

/** A gateway whose wallet falls by `times` what it pays. */
async function scene(test: TestContext, { times = 1, rrn = null as string | null } = {}): Promise<Scene> {
  const paid = (): number =>
    gateway.executed.reduce((sum, { amountText }) => sum + Math.round(Number(amountText) * 100), 0);
  const gateway: SpecGateway = await startSpecGateway(test, {
    wallet: () => ((900_000_000 - paid() * times) / 100).toFixed(2),
    conduct: () => ({ rrn }),
  });
  const desk = await openDeskFor(test, gateway, { options: OPTIONS });
  const run = (rows = ROWS.length): ReturnType<Desk['run']> => {
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS.slice(0, rows) });
    return desk.run('run', file, '--profile', 'acme', '--yes', '--json');
  };
  return { gateway, desk, run };
}

describe.concurrent('a gateway that calls every payment by the RRN of the first', { timeout: PATIENCE_MS }, () => {
  it('stops the run, confirms none but the first, and is an alarm until somebody has read it', async (test) => {
    const { desk, run } = await scene(test, { rrn: '412345678901' });
    const paused = await run();
    expect(paused.exitCode).toBe(5);
    const { counts, alarms } = answerOf(paused, BATCH);
    expect(answerOf(paused, BATCH).paused?.code).toBe('echoMismatch');
    expect(alarms).toBeGreaterThan(0);
    expect((counts['queued'] ?? 0) > 0).toBe(true);
    const status = await desk.run('status', 'B0001');
    expect(status.stdout).toMatch(/open alarms?: `desk news B0001`/);
    expect(answerOf(await desk.run('audit', 'verify', '--json'), VERIFIED).desks[0]).toMatchObject({
      ok: true,
      alarms,
    });
    const news = await desk.run('news');
    expect(news.stdout).toContain('RRN 412345678901 of B0001/2');
  });
});

describe.concurrent('a wallet that falls by a hundred times what was paid', { timeout: PATIENCE_MS }, () => {
  it('stops after the first payout, and goes on only when a person accepts it', async (test) => {
    const { desk, gateway, run } = await scene(test, { times: 100 });
    const paused = await run();
    expect(paused.exitCode).toBe(5);
    expect(answerOf(paused, BATCH)).toMatchObject({ paused: { code: 'walletFall' }, alarms: 1 });
    expect(gateway.executed).toHaveLength(1);
    const still = await desk.run('resume', 'B0001', '--yes', '--json');
    expect(answerOf(still, BATCH).paused?.code).toBe('walletFall');
    expect(gateway.executed).toHaveLength(1);
    await desk.run('resume', 'B0001', '--yes', '--accept-warnings');
    expect(gateway.executed).toHaveLength(ROWS.length);
  });

  it('is an alarm for a single row as well, after which nothing is left to stop', async (test) => {
    const { desk, run } = await scene(test, { times: 100 });
    const ran = await run(1);
    expect(ran.exitCode).toBe(4);
    expect(answerOf(ran, BATCH)).toMatchObject({ paused: { code: 'walletFall' }, alarms: 1 });
    expect(ran.stderr).toContain('ALARM');
    expect((await desk.run('news')).stdout.replaceAll(/\s+/g, ' ')).toContain('exactly a hundred times as much');
  });
});

describe.concurrent('the readings of a wallet', { timeout: PATIENCE_MS }, () => {
  it('of a command-line run alone stand in the reconciliation, to the paisa', async (test) => {
    const { desk, gateway, run } = await scene(test);
    const target = ['--base-url', gateway.url, '--mid', String(gateway.mid)];
    await desk.run('profile', 'set', 'acme', ...target, '--wallet-unit', 'rupees');
    expect((await run()).exitCode).toBe(0);
    const out = join(desk.folder, 'days.xlsx');
    const day = new Date().toLocaleDateString('en-CA');
    expect((await desk.run('reconcile', '--from', day, '--to', day, '--out', out)).exitCode).toBe(0);
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(out);
    const sheet = book.getWorksheet('Wallets');
    const header = sheet?.getRow(1).values;
    const at = (name: string): unknown =>
      sheet?.getRow(2).getCell(Array.isArray(header) ? header.indexOf(name) : 1).value;
    const totalRupees = ROWS.reduce((sum, row) => sum + paiseOf(row), 0) / 100;
    expect([at('profile'), at('paid_by_this_desk'), at('change'), at('not_explained_by_this_desk')]).toEqual([
      'acme',
      totalRupees,
      -totalRupees,
      0,
    ]);
  });
});
