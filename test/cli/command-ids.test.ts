// A command given twice with the same id: after it ended, while it runs, after a crash, and for something else.

import { describe, expect, it } from 'vitest';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, BATCHES, counts, REFUSED } from './json-answers.ts';
import { makeRows, writeCsv, writeXlsx } from './payout-files.ts';
import { PATIENCE_MS } from './run-desk.ts';
import { makeGate, startSpecGateway } from './spec-gateway.ts';

const ID = ['--command-id', '7d0f7a52-9d3c-4c1f-8a35-0f4f6d9f1a10'] as const;
const OTHER_ID = ['--command-id', 'another-command.0001'] as const;

describe.concurrent('a run with a command id', { timeout: PATIENCE_MS }, () => {
  it('given again gets the first answer and pays nobody a second time', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(6) });
    const pay = () => desk.run('run', file, '--profile', 'acme', '--yes', '--json', ...ID);
    const first = await pay();
    expect(first.exitCode).toBe(0);
    const again = await pay();
    expect(again.exitCode).toBe(0);
    expect(answerOf(again, BATCH)).toEqual(answerOf(first, BATCH));
    expect(gateway.executed).toHaveLength(6);
    expect(answerOf(await desk.run('list', '--json'), BATCHES).batches).toHaveLength(1);
    const withoutId = await desk.run('run', file, '--profile', 'acme', '--yes', '--json');
    expect(answerOf(withoutId, REFUSED).refused.code).toBe('repeatedFile');
  });

  it('is under way: the second is refused at once and starts nothing', async (test) => {
    const gate = makeGate();
    const gateway = await startSpecGateway(test, {
      conduct: () => {
        gate.reach();
        return { until: gate.opened };
      },
    });
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(4) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--json', ...ID);
    await gate.reached;
    const second = await desk.run('run', file, '--profile', 'acme', '--yes', '--json', ...ID);
    expect(second.exitCode).toBe(2);
    expect(answerOf(second, REFUSED).refused.code).toBe('commandUnderWay');
    gate.open();
    expect(answerOf(await running.finished, BATCH).counts).toEqual(counts({ success: 4 }));
    expect(gateway.executed).toHaveLength(4);
  });

  it('killed in the middle is not begun anew: the batch is told as it stands, and resume goes on', async (test) => {
    const gate = makeGate();
    let count = 0;
    const gateway = await startSpecGateway(test, {
      conduct: () => {
        count += 1;
        if (count === 5) gate.reach();
        return { until: count >= 5 ? gate.opened : null };
      },
    });
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(40);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--json', ...ID);
    await gate.reached;
    running.child.kill('SIGKILL');
    await running.finished;
    gate.open();
    const again = await desk.run('run', file, '--profile', 'acme', '--yes', '--json', ...ID);
    expect(again.exitCode).toBe(5);
    const view = answerOf(again, BATCH);
    expect(view).toMatchObject({ batch: 'B0001', state: 'paused', paused: { code: 'interrupted' } });
    expect(view.counts.queued).toBeGreaterThan(0);
    // What the killed process had passed to the system may still have arrived; a queued row was never passed on.
    const posted = gateway.payoutPosts().length;
    expect(posted).toBeLessThanOrEqual(rows.length - view.counts.queued);
    // What was claimed but did not leave stays in doubt, and `settled` would wait for it.
    const resumed = await desk.run('resume', 'B0001', '--yes', '--until', 'sent', '--json', ...OTHER_ID);
    expect(answerOf(resumed, BATCH).counts).toMatchObject({ queued: 0, sending: 0, cancelled: 0 });
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
    expect(gateway.payoutPosts().length).toBeGreaterThan(posted);
  });

  it('that was refused with nothing changed leaves its id free', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(2) });
    const refused = await desk.run('run', file, '--profile', 'acme', '--json', ...ID);
    expect(answerOf(refused, REFUSED).refused.code).toBe('notConfirmed');
    expect((await desk.run('run', file, '--profile', 'acme', '--yes', ...ID)).exitCode).toBe(0);
    expect(gateway.executed).toHaveLength(2);
  });

  it('whose id belongs to another sheet of the same workbook does nothing', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const book = await writeXlsx(desk.folder, {
      name: 'pay.xlsx',
      rows: makeRows(2),
      others: { May: makeRows(2, { label: 'may' }) },
    });
    const run = (sheet: string) =>
      desk.run('run', book, '--sheet', sheet, '--profile', 'acme', '--yes', '--json', ...ID);
    expect((await run('Salaries')).exitCode).toBe(0);
    const refused = await run('May');
    expect(refused.exitCode).toBe(2);
    expect(answerOf(refused, REFUSED).refused.code).toBe('commandIdUsed');
    expect(gateway.executed).toHaveLength(2);
  });

  it('whose id belongs to another file, or to another command, does nothing', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const one = writeCsv(desk.folder, { name: 'one.csv', rows: makeRows(2, { label: 'one' }) });
    const two = writeCsv(desk.folder, { name: 'two.csv', rows: makeRows(2, { label: 'two' }) });
    await desk.run('run', one, '--profile', 'acme', '--yes', ...ID);
    for (const words of [
      ['run', two, '--profile', 'acme', '--yes'],
      ['cancel', 'B0001'],
      ['resume', 'B0001', '--yes'],
    ]) {
      const refused = await desk.run(...words, '--json', ...ID);
      expect(refused.exitCode).toBe(2);
      expect(answerOf(refused, REFUSED).refused.code).toBe('commandIdUsed');
    }
    expect(gateway.executed).toHaveLength(2);
  });
});

describe.concurrent('other commands with an id', { timeout: PATIENCE_MS }, () => {
  it('resume and cancel once each, and answer the same again', async (test) => {
    const gateway = await startSpecGateway(test, { conduct: () => ({ delayMs: 60 }) });
    const options = ['--rate', '5000', '--in-flight', '1', '--poll-first-ms', '20', '--poll-max-ms', '200'];
    const desk = await openDeskFor(test, gateway, { options });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(30) });
    await desk.run('run', file, '--profile', 'acme', '--yes', '--for', '0.3');
    const resume = () => desk.run('resume', 'B0001', '--yes', '--for', '0.3', '--json', ...ID);
    const resumed = answerOf(await resume(), BATCH);
    const posted = gateway.payoutPosts().length;
    expect(answerOf(await resume(), BATCH)).toEqual(resumed);
    expect(gateway.payoutPosts()).toHaveLength(posted);
    const cancelled = answerOf(await desk.run('cancel', 'B0001', '--json', ...OTHER_ID), BATCH);
    expect(cancelled.counts.cancelled).toBeGreaterThan(0);
    expect(answerOf(await desk.run('cancel', 'B0001', '--json', ...OTHER_ID), BATCH)).toEqual(cancelled);
  });

  it('are refused an id that is none', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const refused = await desk.run('cancel', 'B0001', '--json', '--command-id', 'no id');
    expect(refused.exitCode).toBe(2);
    expect(answerOf(refused, REFUSED).refused.code).toBe('wrongValue');
  });
});
