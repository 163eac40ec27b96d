// A gateway that has only its own words for a payment, or no longer answers: at the command line, from the first lookup to the
// decision and the retry.

import { describe, expect, it, type TestContext } from 'vitest';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, counts } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { type Desk, FAST, makeClock, PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';
import type { Conduct } from './spec-payouts.ts';

const DAY_MS = 24 * 3_600_000;
const DECISION = ['--not-paid', '--note', 'Support says that it came back.'] as const;

interface Scene {
  readonly desk: Desk;
  /** Looks the batch up on that day after the run. */
  readonly watchOn: (day: number) => Promise<void>;
  readonly changeToken: () => void;
}

/** Three rows; the gateway uses this word for the second. */
async function strangeBatch(test: TestContext, word: string): Promise<Scene> {
  const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> => {
    return String(remark).endsWith('2') ? { word } : {};
  };
  const gateway = await startSpecGateway(test, { conduct });
  const opened = await openDeskFor(test, gateway, { options: FAST });
  const clock = makeClock(opened.folder);
  const desk = opened.with({ token: gateway.token, clock });
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
  const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--until', 'sent', '--json');
  expect(answerOf(ran, BATCH).counts.processing).toBeGreaterThan(0);
  return {
    desk,
    watchOn: async (day) => {
      clock.setBy(day * DAY_MS);
      await desk.run('watch', 'B0001', '--for', '2');
    },
    changeToken: () => gateway.changeToken('another-token-of-the-gateway'),
  };
}

describe.concurrent('a payment without a documented word', { timeout: 4 * PATIENCE_MS }, () => {
  it('is decided with a ticket after a week of one word, and can be paid again while it stays', async (test) => {
    const { desk, watchOn } = await strangeBatch(test, 'refunded');
    for (const day of [0, 1, 2, 4]) await watchOn(day);
    const early = await desk.run('resolve', 'B0001/3', ...DECISION, '--ticket', 'T-1');
    expect(early.exitCode).toBe(2);
    expect(early.stderr).toContain('The gateway calls B0001/3 "refunded", a word that this desk does not know.');
    await watchOn(8);
    const status = await desk.run('status', 'B0001', '--json');
    expect(answerOf(status, BATCH).counts).toEqual(counts({ success: 2, unknown: 1 }));
    const paid = ['resolve', 'B0001/3', '--paid', '--rrn', '512345678901', '--note', 'As the bank says.'];
    const unticketed = await desk.run(...paid);
    expect([unticketed.exitCode, unticketed.stderr]).toMatchObject([
      2,
      expect.stringContaining('calls B0001/3 "refunded"'),
    ]);
    expect((await desk.run('resolve', 'B0001/3', ...DECISION, '--ticket', 'T-1')).exitCode).toBe(0);
    const again = await desk.run('retry', 'B0001', '--yes', '--until', 'sent', '--json');
    expect(answerOf(again, BATCH).batch).toBe('B0002');
    expect((await desk.run('news')).stdout).toContain('No late news');
  });

  it('is decided with a ticket after a week of a gateway that answers nobody', async (test) => {
    const { desk, watchOn, changeToken } = await strangeBatch(test, 'pending');
    changeToken();
    for (const day of [1, 2, 4, 6]) await watchOn(day);
    const early = await desk.run('resolve', 'B0001/3', ...DECISION, '--ticket', 'T-1');
    expect([early.exitCode, early.stderr]).toMatchObject([
      2,
      expect.stringContaining('did not answer about B0001/3: HTTP 401.'),
    ]);
    await watchOn(9);
    const listed = await desk.run('unknown', 'B0001');
    expect(listed.stdout).toContain('not asked, since the gateway gave no useful answer right before, HTTP 401');
    const untold = await desk.run(
      'resolve',
      'B0001/3',
      '--paid',
      '--rrn',
      '512345678901',
      '--note',
      'As the bank says.',
    );
    expect([untold.exitCode, untold.stderr]).toMatchObject([
      2,
      expect.stringContaining('did not answer about B0001/3: HTTP 401.'),
    ]);
    const ticketed = [
      'resolve',
      'B0001/3',
      '--paid',
      '--rrn',
      '512345678901',
      '--note',
      'By phone.',
      '--ticket',
      'T-1',
    ];
    expect((await desk.run(...ticketed)).exitCode).toBe(0);
  });
});
