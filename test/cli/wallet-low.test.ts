// A wallet with too little: said before anything is sent, and in the middle of a run; and only once its unit is known.

import { describe, expect, it, type TestContext } from 'vitest';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, BATCHES, counts, REFUSED } from './json-answers.ts';
import { makeRows, paiseOf, totalPaiseOf, writeCsv } from './payout-files.ts';
import { type Desk, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, startSpecGateway } from './spec-gateway.ts';

const ROWS = makeRows(6);

interface Low {
  readonly gateway: SpecGateway;
  readonly desk: Desk;
  readonly file: string;
  readonly topUp: (paise: number) => void;
  readonly confirmUnit: (unit: string) => Promise<number | null>;
}

/** A gateway whose wallet has a rupee less than the rows need, and pays from it. */
async function lowWallet(test: TestContext): Promise<Low> {
  let startPaise = totalPaiseOf(ROWS) - 100;
  const paid = (): number =>
    gateway.executed.reduce((sum, { amountText }) => sum + Math.round(Number(amountText) * 100), 0);
  const gateway: SpecGateway = await startSpecGateway(test, { wallet: () => ((startPaise - paid()) / 100).toFixed(2) });
  const options = ['--rate', '5000', '--in-flight', '2', '--poll-first-ms', '20', '--poll-max-ms', '200'];
  const desk = await openDeskFor(test, gateway, { options });
  const target = ['--base-url', gateway.url, '--mid', String(gateway.mid)];
  return {
    gateway,
    desk,
    file: writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS }),
    topUp: (paise) => (startPaise += paise),
    confirmUnit: async (unit) => (await desk.run('profile', 'set', 'acme', ...target, '--wallet-unit', unit)).exitCode,
  };
}

describe.concurrent('a wallet below the total', { timeout: PATIENCE_MS }, () => {
  it('holds nothing up while nobody has confirmed its unit', async (test) => {
    const { desk, file, gateway } = await lowWallet(test);
    expect((await desk.run('run', file, '--profile', 'acme', '--yes')).exitCode).toBe(0);
    expect(gateway.executed).toHaveLength(6);
  });

  it('is a warning before anything is stored; accepted, it pays as far as the wallet reaches and pauses', async (test) => {
    const { desk, file, gateway, confirmUnit, topUp } = await lowWallet(test);
    expect(await confirmUnit('rupees')).toBe(0);
    const run = (...more: string[]) => desk.run('run', file, '--profile', 'acme', '--yes', '--json', ...more);
    const refused = await run();
    expect(refused.exitCode).toBe(2);
    expect(answerOf(refused, REFUSED).refused).toMatchObject({
      code: 'walletLow',
      message: expect.stringMatching(/^The wallet holds ₹61\d\.\d\d, less than the ₹61\d\.\d\d/),
    });
    expect(answerOf(await desk.run('list', '--json'), BATCHES).batches).toEqual([]);

    const paused = await run('--accept-warnings');
    expect(paused.exitCode).toBe(5);
    expect(answerOf(paused, BATCH)).toMatchObject({
      paused: { code: 'walletLow' },
      counts: counts({ success: 5, queued: 1 }),
    });
    const still = await desk.run('resume', 'B0001', '--yes', '--json');
    expect(answerOf(still, BATCH).paused?.code).toBe('walletLow');
    topUp(100);
    expect((await desk.run('resume', 'B0001', '--yes')).exitCode).toBe(0);
    expect(gateway.executed).toHaveLength(6);
  });

  it('in paise is another amount than in rupees, and a confirmation can be taken back', async (test) => {
    const { desk, file, confirmUnit } = await lowWallet(test);
    await confirmUnit('paise');
    const refused = await desk.run('run', file, '--profile', 'acme', '--yes', '--json');
    const holds = Math.floor((totalPaiseOf(ROWS) - 100) / 100);
    expect(answerOf(refused, REFUSED).refused.message).toContain(`holds ₹${(holds / 100).toFixed(2)},`);
    expect(holds).toBeLessThan(paiseOf(ROWS[0] ?? { amount: '0.00' }));
    await confirmUnit('none');
    expect((await desk.run('run', file, '--profile', 'acme', '--yes')).exitCode).toBe(0);
  });
});
