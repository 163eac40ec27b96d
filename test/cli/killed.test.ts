// The process is killed in the middle, without any cleanup: what was in flight is unknown until a lookup finds it, `resume` sends
// only what never left, and nothing is posted twice.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it, type TestContext } from 'vitest';
import { NODE_MAJOR_MIN } from '../../electron/main/platform/node-version.ts';
import { exportCsv } from './csv-report.ts';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, type Batch, countOf, counts } from './json-answers.ts';
import { makeRows, totalPaiseOf, writeCsv } from './payout-files.ts';
import { type Desk, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, startSpecGateway } from './spec-gateway.ts';

const ROWS = makeRows(240);
const OLDER_NODE = '/usr/bin/node';

describe.concurrent('a run that is killed', { timeout: PATIENCE_MS }, () => {
  const atRandom = 3 + Math.floor(Math.random() * 230);

  it.for([1, 60, 240, atRandom])(
    'is resumed without paying anyone twice, killed at payout request %i',
    async (at, test) => {
      expect(await killAndResume(test, { at, replies: 'answer' })).toEqual([]);
    },
  );

  it('is resumed without paying anyone twice when one reply in ten was lost before', async (test) => {
    expect(await killAndResume(test, { at: 130, replies: 'someLost' })).toEqual([]);
  });

  it('dies with the launcher that an older Node is, and is resumed', async (test) => {
    test.skip(!isOlderNode(OLDER_NODE), 'no older Node on this machine');
    expect(await killAndResume(test, { at: 90, replies: 'answer', node: OLDER_NODE })).toEqual([]);
  });

  it('is resumed again and again, killed at every stage', async (test) => {
    const gateway = await startSpecGateway(test, {
      onPayout: (count) => kill(count),
      conduct: () => ({ delayMs: 10 }),
    });
    const desk = await openDeskFor(test, gateway);
    const stops = [20, 70, 110, 170];
    let victim: number | null = null;
    const kill = (count: number): void => {
      if (count !== stops[0] || victim === null) return;
      stops.shift();
      process.kill(victim, 'SIGKILL');
    };
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS });
    for (let times = 0; times < 4; times += 1) {
      const words = times === 0 ? ['run', file, '--profile', 'acme', '--yes'] : ['resume', 'B0001', '--yes'];
      const started = desk.start(...words);
      victim = started.pid;
      expect((await started.finished).signal).toBe('SIGKILL');
    }
    expect(await resumeToTheEnd(desk, gateway)).toEqual([]);
  });
});

interface Killing {
  readonly at: number;
  readonly replies: 'answer' | 'someLost';
  readonly node?: string;
}

/** Kills a run, checks what is left, and resumes it. Returns the references that the gateway saw more than once. */
async function killAndResume(test: TestContext, { at, replies, ...options }: Killing): Promise<readonly string[]> {
  let victim: number | null = null;
  const gateway = await startSpecGateway(test, {
    onPayout: (count) => {
      if (count === at && victim !== null) process.kill(victim, 'SIGKILL');
    },
    conduct: ({ remark }) => ({
      delayMs: 15,
      reply: replies === 'someLost' && String(remark).endsWith('7') ? 'lost' : 'answer',
    }),
  });
  const desk = await openDeskFor(test, gateway, options);
  const started = desk.start(
    'run',
    writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS }),
    '--profile',
    'acme',
    '--yes',
  );
  victim = started.pid;
  expect((await started.finished).signal).toBe('SIGKILL');

  const status = await desk.run('status', 'B0001', '--json');
  const left = answerOf(status, BATCH);
  expect(countOf(left)).toBe(ROWS.length);
  expect(left.counts).toMatchObject({ sending: 0, failed: 0, rejected: 0, reversed: 0, cancelled: 0 });
  expect(left.counts.unknown).toBeGreaterThan(0);
  const named = left.counts.success + left.counts.processing;
  expect(named + left.counts.unknown).toBeGreaterThanOrEqual(gateway.executed.length);
  const inDoubt = (await exportCsv(desk, 'B0001')).lines.filter((line) => line['status'] === 'unknown');
  expect(inDoubt).toHaveLength(left.counts.unknown);

  return resumeToTheEnd(desk, gateway);
}

/**
 * Resumes to the end and returns the references that the gateway saw more than once. A request that was claimed but never reached
 * the gateway stays unknown forever.
 */
async function resumeToTheEnd(desk: Desk, gateway: SpecGateway): Promise<readonly string[]> {
  const resumed = await resume(desk);
  expect(resumed.counts.queued).toBe(0);
  const watched = await desk.run('watch', 'B0001', '--for', '6', '--json');
  const view = answerOf(watched, BATCH);
  const executed = gateway.executed.length;
  expect(view.counts).toEqual(counts({ success: executed, unknown: ROWS.length - executed }));
  expect(watched.exitCode).toBe(executed === ROWS.length ? 0 : 4);
  expect(view.paise.success + view.paise.unknown).toBe(totalPaiseOf(ROWS));

  expect(new Set(gateway.executed.map(({ reference }) => reference)).size).toBe(executed);
  const paid = (await exportCsv(desk, 'B0001')).lines.filter((line) => line['status'] === 'success');
  expect(new Set(paid.map((line) => line['reference']))).toEqual(
    new Set(gateway.executed.map((made) => made.reference)),
  );
  return [...gateway.timesPosted()].filter(([, times]) => times > 1).map(([reference]) => reference);
}

async function resume(desk: Desk): Promise<Batch> {
  for (let times = 0; times < 5; times += 1) {
    const resumed = await desk.run('resume', 'B0001', '--yes', '--until', 'sent', '--json');
    const view = answerOf(resumed, BATCH);
    // Many payouts in doubt pause the batch: a person resumes it once they are looked up.
    if (resumed.exitCode !== 5) return view;
  }
  throw new Error('the batch paused again and again');
}

function isOlderNode(file: string): boolean {
  if (!existsSync(file)) return false;
  const version = /^v(\d+)\./.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout)?.[1];
  return version !== undefined && Number(version) < NODE_MAJOR_MIN;
}
