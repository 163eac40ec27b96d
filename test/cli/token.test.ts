// The token: used in every request, found nowhere else, even when the gateway repeats it in its answers.

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDeskFor } from './desk-in-process.ts';
import { filesHolding, filesIn } from './folder-contents.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { FAST, PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';

const TOKEN = 'eyJhbGciOi.9f8e7d6c5b4a_never-to-be-seen/+~=';

/** What every user of the machine can read about a process. */
function commandLineOf(pid: number): string {
  return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
}

describe.concurrent('the token', { timeout: PATIENCE_MS }, () => {
  it('stands in no file, no output, no report and no command line, though error bodies repeat it', async (test) => {
    const replies = ['answer', 'http500', 'answer', 'answer', 'http429', 'answer'] as const;
    const gateway = await startSpecGateway(test, {
      token: TOKEN,
      echoesHeaders: true,
      conduct: ({ remark }) => {
        const number = Number(String(remark).slice(-4)) - 1;
        if (number === 7) return { executes: false, word: 'rejected' };
        return {
          reply: replies[number % 6] ?? 'answer',
          retryAfter: '0',
          unknownForMs: number === 13 ? 60_000 : 0,
          delayMs: 20,
        };
      },
    });
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(18) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--for', '5', '--json');
    await running.says('LIVE, real money');
    expect(commandLineOf(running.pid)).toContain('--profile acme');
    expect(commandLineOf(running.pid)).not.toContain(TOKEN);
    const ran = await running.finished;
    expect(gateway.executed.length).toBeGreaterThan(0);

    const outputs = [
      ran,
      await desk.run('resume', 'B0001', '--yes', '--for', '1'),
      await desk.run('lookup', '--profile', 'acme', '--udf1', 'NOBODY-KNOWS-THIS'),
      await desk.run('order', 'status', '17', '--profile', 'acme', '--json'),
      await desk.with({ token: `${TOKEN}x` }).run('wallet', '--profile', 'acme'),
      ...(await Promise.all([
        desk.run('status', '--json'),
        desk.run('profile', 'list', '--json'),
        desk.run('export', 'B0001', '--out', path.join(desk.folder, 'report.csv')),
        desk.run('export', 'B0001', '--out', path.join(desk.folder, 'report.xlsx')),
      ])),
    ];
    for (const { stdout, stderr } of outputs) expect(`${stdout}${stderr}`).not.toContain(TOKEN);
    expect(filesIn(desk.data).map((name) => path.basename(name))).toContain('desk.db');
    expect(filesHolding(desk.folder, TOKEN)).toEqual([]);
    expect(filesHolding(desk.folder, TOKEN.slice(0, 24))).toEqual([]);
    expect(filesHolding(desk.data, 'Insufficient balance')).not.toEqual([]);
  });

  it('goes to the merchant that a command names, and to nobody when a command names none and there are two', async (test) => {
    const conduct = () => ({ word: 'pending' });
    const [ours, theirs] = [
      await startSpecGateway(test, { conduct }),
      await startSpecGateway(test, { mid: 815, conduct }),
    ];
    const desk = await openDeskFor(test, ours);
    const made = await desk.run('profile', 'set', 'other', '--base-url', theirs.url, '--mid', '815', ...FAST);
    expect(made.exitCode).toBe(0);
    for (const profile of ['acme', 'other']) {
      // Each account pays a different person: the same one would be asked about.
      const file = writeCsv(desk.folder, { name: `${profile}.csv`, rows: makeRows(1, { label: profile }) });
      const ran = await desk.run('run', file, '--profile', profile, '--yes', '--until', 'sent');
      expect(ran.exitCode).toBe(0);
    }
    expect([ours.executed.length, theirs.executed.length]).toEqual([1, 1]);

    const before = [ours.posts.length, theirs.posts.length];
    await desk.run('watch', '--for', '1');
    expect([ours.posts.length, theirs.posts.length]).toEqual(before);
    await desk.run('watch', 'B0001', '--for', '4');
    expect(ours.posts.length).toBeGreaterThan(before[0] ?? 0);
    expect(theirs.posts.length).toBe(before[1]);
  });
});
