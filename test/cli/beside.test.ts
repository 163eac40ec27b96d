// One process sends from a data folder while others read beside it; Ctrl+C pauses the sender.

import { describe, expect, it, type TestContext } from 'vitest';
import { exportCsv } from './csv-report.ts';
import { answerOf, BATCH, BATCHES, CHECK, countOf, counts, REFUSED } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { openDeskFor, PATIENCE_MS } from './run-desk.ts';
import { makeGate, type SpecGateway, startSpecGateway } from './spec-gateway.ts';
import type { Conduct } from './spec-payouts.ts';

const SLOWLY = ['--rate', '5000', '--in-flight', '4', '--poll-first-ms', '20', '--poll-max-ms', '200'];

/** A gateway whose answers wait at a gate from one payout request on. */
async function startHeldGateway(
  test: TestContext,
  { from }: { readonly from: number },
): Promise<{ readonly gateway: SpecGateway; readonly gate: ReturnType<typeof makeGate> }> {
  const gate = makeGate();
  let count = 0;
  const conduct = (): Partial<Conduct> => {
    count += 1;
    if (count === from) gate.reach();
    return { until: count < from ? null : gate.opened };
  };
  return { gateway: await startSpecGateway(test, { conduct }), gate };
}

describe.concurrent('a second process beside one that sends', { timeout: PATIENCE_MS }, () => {
  it('is refused with 6 when it would send, and may check, read and export', async (test) => {
    const { gateway, gate } = await startHeldGateway(test, { from: 10 });
    const desk = await openDeskFor(test, gateway, { options: SLOWLY });
    const rows = makeRows(120);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
    const other = writeCsv(desk.folder, { name: 'other.csv', rows: makeRows(3, { label: 'other' }) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--json');
    await gate.reached;

    const [second, checked, status, listed, report] = await Promise.all([
      desk.run('run', other, '--profile', 'acme', '--yes', '--json'),
      desk.run('check', other, '--json'),
      desk.run('status', '--json'),
      desk.run('list', '--json'),
      exportCsv(desk, 'B0001'),
    ]);
    expect(second.exitCode).toBe(6);
    expect(answerOf(second, REFUSED).refused.code).toBe('alreadyOpen');
    expect(answerOf(checked, CHECK)).toMatchObject({ rows: 3, payable: 3, issues: [] });
    expect(checked.exitCode).toBe(0);
    expect(status.exitCode).toBe(0);
    const view = answerOf(status, BATCH);
    expect(view).toMatchObject({ batch: 'B0001', state: 'sending', paused: null, counts: { unknown: 0 } });
    expect(countOf(view)).toBe(120);
    expect(answerOf(listed, BATCHES).batches).toMatchObject([{ batch: 'B0001', state: 'sending' }]);
    expect(report.lines).toHaveLength(120);
    const others = [['resume', 'B0001', '--yes'], ['cancel', 'B0001'], ['watch'], ['wallet', '--profile', 'acme']];
    const refused = await Promise.all(others.map((words) => desk.run(...words)));
    expect(refused.map(({ exitCode }) => exitCode)).toEqual(others.map(() => 6));

    gate.open();
    const ended = await running.finished;
    expect(ended.exitCode).toBe(0);
    expect(answerOf(ended, BATCH).counts).toEqual(counts({ success: 120 }));
    expect(gateway.executed).toHaveLength(120);
  });
});

describe.concurrent('Ctrl+C', { timeout: PATIENCE_MS }, () => {
  it('pauses: requests in flight are awaited, the rest stays queued, and resume completes it', async (test) => {
    const { gateway, gate } = await startHeldGateway(test, { from: 20 });
    const desk = await openDeskFor(test, gateway, { options: SLOWLY });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(60) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--json');
    await gate.reached;
    process.kill(running.pid, 'SIGINT');
    await running.says('waiting for those in flight');
    gate.open();
    const ended = await running.finished;
    expect({ exitCode: ended.exitCode, signal: ended.signal }).toEqual({ exitCode: 5, signal: null });
    const view = answerOf(ended, BATCH);
    const { length: sent } = gateway.executed;
    expect(view).toMatchObject({
      state: 'paused',
      paused: { code: 'person' },
      counts: counts({ success: sent, queued: 60 - sent }),
    });
    expect(sent).toBeLessThan(60);
    expect(answerOf(await desk.run('status', '--json'), BATCH)).toEqual(view);

    const resumed = await desk.run('resume', 'B0001', '--yes', '--json');
    expect(resumed.exitCode).toBe(0);
    expect(answerOf(resumed, BATCH).counts).toEqual(counts({ success: 60 }));
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });

  it('leaves at once when it comes a second time, and what was in flight is looked up later', async (test) => {
    const { gateway, gate } = await startHeldGateway(test, { from: 12 });
    const desk = await openDeskFor(test, gateway, { options: SLOWLY });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(30) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes');
    await gate.reached;
    process.kill(running.pid, 'SIGINT');
    await running.says('Ctrl+C again leaves at once');
    const before = performance.now();
    const again = setInterval(() => running.child.kill('SIGINT'), 300);
    const ended = await running.finished;
    clearInterval(again);
    expect(ended.exitCode).toBe(5);
    // Otherwise it would wait half a minute for the answers.
    expect(performance.now() - before).toBeLessThan(15_000);
    gate.open();
    expect(answerOf(await desk.run('status', '--json'), BATCH).counts.unknown).toBeGreaterThan(0);

    const resumed = await desk.run('resume', 'B0001', '--yes', '--for', '20', '--json');
    expect(answerOf(resumed, BATCH).counts).toEqual(counts({ success: 30 }));
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });

  it('before anything is confirmed ends the run with nothing stored', async (test) => {
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const gateway = await startSpecGateway(test, {
      notKnown: () => {
        asked();
        return { http: 500, body: { status: false, message: 'Internal Server Error', error_code: 500 } };
      },
    });
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(5) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--json');
    await isAsked;
    process.kill(running.pid, 'SIGINT');
    const ended = await running.finished;
    expect(ended.exitCode).toBe(2);
    expect(answerOf(ended, REFUSED).refused.code).toBe('interrupted');
    expect(gateway.payoutPosts()).toEqual([]);
    expect(answerOf(await desk.run('list', '--json'), BATCHES).batches).toEqual([]);
  });

  it('while resume still asks the gateway leaves the batch paused, with nothing sent', async (test) => {
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    let isDown = false;
    const gateway = await startSpecGateway(test, {
      conduct: () => ({ delayMs: 60 }),
      notKnown: () => {
        if (isDown) asked();
        return {
          http: isDown ? 500 : 400,
          body: { status: false, message: 'Not found', error_code: isDown ? 500 : 400 },
        };
      },
    });
    const options = ['--rate', '5000', '--in-flight', '1', '--poll-first-ms', '20', '--poll-max-ms', '200'];
    const desk = await openDeskFor(test, gateway, { options });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(20) });
    await desk.run('run', file, '--profile', 'acme', '--yes', '--for', '0.4');
    const sent = gateway.payoutPosts().length;
    isDown = true;
    const resuming = desk.start('resume', 'B0001', '--yes', '--json');
    await isAsked;
    process.kill(resuming.pid, 'SIGINT');
    const ended = await resuming.finished;
    expect(ended.exitCode).toBe(5);
    expect(answerOf(ended, BATCH)).toMatchObject({
      state: 'paused',
      paused: { code: 'person' },
      counts: { queued: 20 - sent },
    });
    expect(gateway.payoutPosts()).toHaveLength(sent);
  });
});
