// Following a batch: --until, --for, watch, status, list, resume, cancel, each with its single JSON object and its exit code.

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDesk, openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, BATCHES, counts, REFUSED } from './json-answers.ts';
import { makeRows, totalPaiseOf, writeCsv } from './payout-files.ts';
import { PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';

// A time limit needs a separate process: here it would share its time with the other tests.
const ROWS = makeRows(10);

describe.concurrent('run', { timeout: PATIENCE_MS }, () => {
  it('ends with 0 as soon as everything is sent, with --until sent, though the gateway is still at work', async (test) => {
    const gateway = await startSpecGateway(test, { conduct: () => ({ word: 'pending' }) });
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS });
    const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--until', 'sent', '--json');
    expect(ran.exitCode).toBe(0);
    expect(answerOf(ran, BATCH)).toMatchObject({ paused: null, counts: counts({ processing: 10 }) });

    const status = await desk.run('status', '--json');
    expect(status.exitCode).toBe(0);
    expect(answerOf(status, BATCH)).toEqual({ ...answerOf(ran, BATCH), state: 'settling' });
    const again = await desk.run('resume', 'B0001', '--until', 'sent', '--yes', '--json');
    expect(again.exitCode).toBe(0);
    expect(answerOf(again, BATCH).counts).toEqual(counts({ processing: 10 }));
  });

  it('ends with 4 when --for is over before everything is settled', async (test) => {
    const gateway = await startSpecGateway(test, { conduct: () => ({ word: 'pending' }) });
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS });
    const ran = await desk.start('run', file, '--profile', 'acme', '--yes', '--for', '5', '--json').finished;
    expect(ran.exitCode).toBe(4);
    expect(answerOf(ran, BATCH)).toMatchObject({ paused: null, counts: counts({ processing: 10 }) });
    const watched = await desk.run('watch', 'B0001', '--for', '0.5', '--json');
    expect(watched.exitCode).toBe(4);
    expect(answerOf(watched, BATCH).counts).toEqual(counts({ processing: 10 }));
    expect(gateway.payoutPosts()).toHaveLength(10);
  });

  it('leaves the rest queued when --for is over while it sends, and resume sends it', async (test) => {
    const gateway = await startSpecGateway(test, { conduct: () => ({ delayMs: 80 }) });
    const options = ['--rate', '5000', '--in-flight', '1', '--poll-first-ms', '20', '--poll-max-ms', '200'];
    const desk = await openDeskFor(test, gateway, { options });
    const rows = makeRows(16);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
    const ran = await desk.start('run', file, '--profile', 'acme', '--yes', '--for', '0.5', '--json').finished;
    const view = answerOf(ran, BATCH);
    expect(ran.exitCode).toBe(4);
    expect(view.counts).toEqual(counts({ queued: 16 - gateway.executed.length, success: gateway.executed.length }));
    expect(view.counts.queued).toBeGreaterThan(0);
    expect(view.state).toBe('paused');
    const resumed = await desk.run('resume', 'B0001', '--yes', '--json');
    expect(resumed.exitCode).toBe(0);
    expect(answerOf(resumed, BATCH).counts).toEqual(counts({ success: 16 }));
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });

  it('prints text without --json, progress on standard error only, and the totals by state', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS });
    const ran = await desk.run('run', file, '--profile', 'acme', '--yes');
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toMatch(/success +10 +₹1,048\.15/);
    expect(ran.stdout).not.toContain('LIVE');
    expect(ran.stderr).toContain('LIVE, real money: 10 payments, ₹1,048.15, from acme.');
  });

  it('asks a person, and refuses when there is nobody to ask', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS });
    const ran = await desk.run('run', file, '--profile', 'acme', '--json');
    expect(ran.exitCode).toBe(2);
    expect(answerOf(ran, REFUSED).refused.code).toBe('notConfirmed');
    expect(ran.stderr).toContain('--yes');
    expect(gateway.payoutPosts()).toEqual([]);
    expect(answerOf(await desk.run('list', '--json'), BATCHES).batches).toEqual([]);
  });

  it('gives every row the remark of --remark where it is empty, and the batch the name of --name', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(4).map((row, at) => (at < 2 ? { ...row, remark: '' } : row));
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
    const words = ['--remark', 'Salary November', '--name', 'November, main office'];
    expect(await desk.run('run', file, '--profile', 'acme', '--yes', ...words)).toMatchObject({ exitCode: 0 });
    expect(gateway.executed.map(({ remark }) => remark)).toEqual([
      'Salary November',
      'Salary November',
      rows[2]?.remark,
      rows[3]?.remark,
    ]);
  });
});

describe.concurrent('watch', { timeout: PATIENCE_MS }, () => {
  it('follows what is open to its end and sends nothing', async (test) => {
    const gateway = await startSpecGateway(test, {
      conduct: () => ({ word: 'accept', later: { afterMs: 700, word: 'success' } }),
    });
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS });
    await desk.run('run', file, '--profile', 'acme', '--yes', '--until', 'sent');
    const watched = await desk.run('watch', '--json');
    expect(watched.exitCode).toBe(0);
    expect(answerOf(watched, BATCH)).toMatchObject({
      batch: 'B0001',
      state: 'settled',
      counts: counts({ success: 10 }),
    });
    expect(gateway.payoutPosts()).toHaveLength(10);
  });
});

describe.concurrent('list and cancel', { timeout: PATIENCE_MS }, () => {
  it('list the newest batch first, and drop what was not sent', async (test) => {
    const gateway = await startSpecGateway(test, { conduct: () => ({ delayMs: 60 }) });
    const options = ['--rate', '5000', '--in-flight', '1', '--poll-first-ms', '20', '--poll-max-ms', '200'];
    const desk = await openDeskFor(test, gateway, { options });
    const first = makeRows(2, { label: 'first' });
    const second = makeRows(20, { label: 'second' });
    await desk.run('run', writeCsv(desk.folder, { name: 'one.csv', rows: first }), '--profile', 'acme', '--yes');
    const two = writeCsv(desk.folder, { name: 'two.csv', rows: second });
    await desk.start('run', two, '--profile', 'acme', '--yes', '--for', '0.4').finished;

    const { batches } = answerOf(await desk.run('list', '--json'), BATCHES);
    expect(batches).toMatchObject([
      { batch: 'B0002', profile: 'acme', file: 'two.csv', rows: 20, totalPaise: totalPaiseOf(second), state: 'paused' },
      { batch: 'B0001', profile: 'acme', file: 'one.csv', rows: 2, totalPaise: totalPaiseOf(first), state: 'settled' },
    ]);

    const cancelled = await desk.run('cancel', 'B0002', '--json');
    const view = answerOf(cancelled, BATCH);
    expect(cancelled.exitCode).toBe(0);
    expect(view.counts).toEqual(
      counts({ success: gateway.executed.length - 2, cancelled: 22 - gateway.executed.length }),
    );
    expect(view.counts.cancelled).toBeGreaterThan(0);
    const resumed = await desk.run('resume', 'B0002', '--yes', '--json');
    expect(resumed.exitCode).toBe(4);
    expect(answerOf(resumed, BATCH).counts).toEqual(view.counts);
    expect(gateway.payoutPosts()).toHaveLength(gateway.executed.length);
  });
});

describe.concurrent('resume', { timeout: PATIENCE_MS }, () => {
  it('asks for the count again when another batch was confirmed since', async (test) => {
    const gateway = await startSpecGateway(test, { conduct: () => ({ delayMs: 60 }) });
    const options = ['--rate', '5000', '--in-flight', '1', '--poll-first-ms', '20', '--poll-max-ms', '200'];
    const desk = await openDeskFor(test, gateway, { options });
    const first = writeCsv(desk.folder, { name: 'one.csv', rows: makeRows(15, { label: 'first' }) });
    const second = writeCsv(desk.folder, { name: 'two.csv', rows: makeRows(1, { label: 'second' }) });
    await desk.start('run', first, '--profile', 'acme', '--yes', '--for', '0.3').finished;
    await desk.run('run', second, '--profile', 'acme', '--yes');
    const sent = gateway.payoutPosts().length;
    const asked = await desk.run('resume', 'B0001', '--json');
    expect(asked.exitCode).toBe(2);
    expect(answerOf(asked, REFUSED).refused.code).toBe('notConfirmed');
    expect(gateway.payoutPosts()).toHaveLength(sent);
    expect((await desk.run('resume', 'B0001', '--yes')).exitCode).toBe(0);
    expect(gateway.executed).toHaveLength(16);
  });
});

const ABOUT_BATCHES = [
  ['status'],
  ['status', 'B0007'],
  ['export', 'B0007', '--out', 'x.csv'],
  ['watch', 'B0007'],
  ['resume', 'B0007'],
] as const;

describe.concurrent('every command that only reads', { timeout: PATIENCE_MS }, () => {
  it('refuses a data folder that holds no desk, and makes none', async (test) => {
    const desk = openDesk(test);
    for (const words of [['list'], ['profile', 'list'], ...ABOUT_BATCHES]) {
      const finished = await desk.run(...words, '--json');
      expect([finished.exitCode, answerOf(finished, REFUSED).refused.code]).toEqual([2, 'noDesk']);
    }
    expect(existsSync(desk.data)).toBe(false);
  });

  it('says of a desk without batches that there are none', async (test) => {
    const desk = openDesk(test);
    await desk.run('profile', 'set', 'acme', '--base-url', 'https://pay.example.com', '--mid', '1');
    expect(answerOf(await desk.run('list', '--json'), BATCHES)).toEqual({ batches: [] });
    for (const words of ABOUT_BATCHES) {
      const finished = await desk.run(...words, '--json');
      expect(finished.exitCode).toBe(2);
      expect(answerOf(finished, REFUSED).refused.message).toMatch(/no batch/);
    }
    const listed = await desk.run('profile', 'list', '--json');
    const profiles = z.object({ profiles: z.array(z.object({ name: z.string(), environment: z.string() })) });
    expect(answerOf(listed, profiles).profiles.map(({ name }) => name)).toEqual(['acme', 'practice']);
  });
});
