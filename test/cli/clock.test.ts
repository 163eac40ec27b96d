// Jumping clocks and stalled processes, on the built command line: no burst, no false timeout, nothing sent again. A file shifts
// the wall clock; a short sleep is a process that was stopped and continued.

import { describe, expect, it, type TestContext } from 'vitest';
import { openDesk, openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, BLOCKED, counts } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { makeClock, PATIENCE_MS } from './run-desk.ts';
import { makeGate, type SpecGateway, startSpecGateway } from './spec-gateway.ts';

const HOUR_MS = 3_600_000;
const SLOWLY = ['--rate', '20', '--in-flight', '4', '--poll-first-ms', '20', '--poll-max-ms', '200'] as const;

/** Less than a burst of everything left, and twice the rate: a machine that stalls for a while brings some together. */
const BURST = 40;

/** The most payout requests that reached the gateway within a second of each other. */
function busiestSecond(gateway: SpecGateway): number {
  const times = gateway.payoutPosts().map(({ atMs }) => atMs);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 900).length));
}

async function runningDesk(test: TestContext) {
  const gate = makeGate();
  let count = 0;
  const gateway = await startSpecGateway(test, {
    conduct: () => {
      count += 1;
      if (count === 12) gate.reach();
      return {};
    },
  });
  const clock = makeClock(openDesk(test).folder);
  const desk = await openDeskFor(test, gateway, { clock, options: SLOWLY });
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(80) });
  const running = desk.start('run', file, '--profile', 'acme', '--yes', '--json');
  await gate.reached;
  return { gateway, clock, desk, running };
}

describe.concurrent('a wall clock that jumps in the middle of a run', { timeout: 2 * PATIENCE_MS }, () => {
  it.for([
    ['an eight-hour sleep', 8 * HOUR_MS, 'slept'],
    ['a day ahead', 24 * HOUR_MS, 'slept'],
    ['a day back', -24 * HOUR_MS, 'clockJumped'],
  ] as const)('%s pauses; resume pays the rest, and nobody is paid twice', async ([_name, jumpMs, code], test) => {
    const { gateway, clock, desk, running } = await runningDesk(test);
    clock.setBy(jumpMs);
    const ended = await running.finished;
    const view = answerOf(ended, BATCH);
    expect({ exitCode: ended.exitCode, code: view.paused?.code }).toEqual({ exitCode: 5, code });
    expect(view.counts.queued).toBeGreaterThan(0);
    const posted = gateway.payoutPosts().length;
    expect(view.counts.queued + posted).toBe(80);
    const resumed = await desk.run('resume', 'B0001', '--yes', '--json');
    expect(resumed.exitCode).toBe(0);
    expect(answerOf(resumed, BATCH).counts).toEqual(counts({ success: 80 }));
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
    expect(busiestSecond(gateway)).toBeLessThan(BURST);
  });
});

describe.concurrent('a process that was stopped for a while', { timeout: 2 * PATIENCE_MS }, () => {
  it('reads what had arrived before it calls a deadline over, and sends no burst', async (test) => {
    const gate = makeGate();
    let count = 0;
    const gateway = await startSpecGateway(test, {
      conduct: () => {
        count += 1;
        if (count === 12) gate.reach();
        // Answers arrive while the process is stopped, well before their deadline.
        return { delayMs: 150 };
      },
    });
    const options = [...SLOWLY, '--timeout-ms', '3000'];
    const desk = await openDeskFor(test, gateway, { options });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(60) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--json');
    await gate.reached;
    running.child.kill('SIGSTOP');
    const { promise: later, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, 5_000);
    await later;
    running.child.kill('SIGCONT');
    const ended = await running.finished;
    expect(answerOf(ended, BATCH)).toMatchObject({ paused: null, counts: counts({ success: 60 }) });
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
    // Every answer was accepted as it came: once payouts left, none was looked up by its reference as lost.
    const references = new Set(gateway.executed.slice(1).map(({ reference }) => reference));
    const leftMs = gateway.payoutPosts()[0]?.atMs ?? 0;
    const lookedUp = gateway.posts.filter(
      ({ path, body, atMs }) => path === '/api/payoutStatus/' && atMs > leftMs && references.has(String(body['udf1'])),
    );
    expect(lookedUp).toEqual([]);
    expect(busiestSecond(gateway)).toBeLessThan(BURST);
  });
});

describe.concurrent('a clock that is two months ahead', { timeout: 2 * PATIENCE_MS }, () => {
  it('lifts no guard: who was paid lately is asked about, the same however often it is run', async (test) => {
    const gateway = await startSpecGateway(test);
    const clock = makeClock(openDesk(test).folder);
    const desk = await openDeskFor(test, gateway, { clock });
    const rows = makeRows(3);
    await desk.run('run', writeCsv(desk.folder, { name: 'one.csv', rows }), '--profile', 'acme', '--yes');
    clock.setBy(61 * 24 * HOUR_MS);
    const more = writeCsv(desk.folder, { name: 'two.csv', rows: [...rows, ...makeRows(1, { label: 'new' })] });
    for (const _twice of [1, 2]) {
      const asked = await desk.run('run', more, '--profile', 'acme', '--yes', '--accept-warnings', '--json');
      expect(asked.exitCode).toBe(3);
      const { issues } = answerOf(asked, BLOCKED);
      expect(issues.map(({ code }) => code)).toEqual(rows.map(() => 'repeatsBatch'));
      for (const { message } of issues) expect(message).toMatch(/^Batch B0001 paid this person .*computer's date/);
    }
    clock.setBy(0);
    const still = await desk.run('run', more, '--profile', 'acme', '--yes', '--json');
    expect(still.exitCode).toBe(3);
    expect(gateway.executed).toHaveLength(3);
  });
});
