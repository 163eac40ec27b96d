// The commands that need no gateway but our own: template, check, practice; and how an internal fault ends.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REPOSITORY } from '../../build/repository.ts';
import { exportCsv } from './csv-report.ts';
import { openDesk, openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, CHECK, countOf, counts, REFUSED } from './json-answers.ts';
import { makeRows, totalPaiseOf, writeCsv } from './payout-files.ts';
import { FAST, PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';

const SAMPLES = path.join(REPOSITORY, 'samples');
const SERVED = z.object({ url: z.string(), mid: z.number(), token: z.string() });

describe.concurrent('check', { timeout: PATIENCE_MS }, () => {
  it('finds every mistake of a file in one pass, each with its cell and cure, and ends with 3', async (test) => {
    const desk = openDesk(test);
    const messy = await desk.run('check', path.join(SAMPLES, 'messy.csv'), '--json');
    expect(messy.exitCode).toBe(3);
    const view = answerOf(messy, CHECK);
    expect(view.payable).toBeLessThan(view.rows);
    expect(new Set(view.issues.map(({ severity }) => severity))).toEqual(new Set(['error', 'warning', 'notice']));
    expect(view.issues.filter(({ field, cell }) => field !== null && cell === null)).toEqual([]);
    const good = await desk.run('check', path.join(SAMPLES, 'salary.xlsx'), '--json');
    expect(good.exitCode).toBe(0);
    expect(answerOf(good, CHECK)).toMatchObject({ sheet: expect.any(String), issues: [] });
  });

  it('reads what was named on the command line, and totals to the paisa', async (test) => {
    const desk = openDesk(test);
    const rows = makeRows(30);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
    const checked = await desk.run(
      'check',
      file,
      '--map',
      'name=Remark',
      '--map',
      'remark=Employee Name',
      '--encoding',
      'utf-8',
      '--json',
    );
    expect(checked.exitCode).toBe(0);
    const { columns, totalPaise, rows: count, payable } = answerOf(checked, CHECK);
    expect({ totalPaise, count, payable }).toEqual({ totalPaise: totalPaiseOf(rows), count: 30, payable: 30 });
    expect(columns).toMatchObject({
      name: { header: 'Remark', how: 'given' },
      amount: { header: 'Amount', how: 'exact' },
    });
    const sheet = await desk.run('check', path.join(SAMPLES, 'salary.xlsx'), '--sheet', 'Nowhere', '--json');
    expect(sheet.exitCode).toBe(2);
  });

  it('reads a register with titles and a total, which stop nothing, and takes the row that is named as its header', async (test) => {
    const desk = openDesk(test);
    const file = path.join(desk.folder, 'register.csv');
    const register = 'Salary register\nUPI ID,Amount,Remark\nasha.k@okaxis,500,pay\nTotal,500,\n';
    writeFileSync(file, register);
    const checked = await desk.run('check', file, '--json');
    expect(checked.exitCode).toBe(0);
    const view = answerOf(checked, CHECK);
    expect(view).toMatchObject({ rows: 2, payable: 1, noPayments: 1, totalPaise: 50_000 });
    expect(view.issues.map(({ code, row }) => `${code}@${row}`)).toEqual(['rowsAboveHeader@2', 'totalLine@4']);
    expect((await desk.run('check', file)).stdout).toContain('1 payable, ₹500.00; 1 row left out as no payment');
    const paid = await desk.run('run', file, '--profile', 'practice', '--yes', '--until', 'sent', '--json');
    expect(answerOf(paid, BATCH)).toMatchObject({ batch: 'P0001' });
    expect(paid.stderr).toMatch(/Left out +1 row, 1 of them no payment, such as a total/);

    writeFileSync(file, `ravi@okaxis,700,pay\n${register.slice(register.indexOf('\n') + 1)}`);
    const asked = await desk.run('check', file, '--json');
    expect(asked.exitCode).toBe(2);
    expect(answerOf(asked, REFUSED).refused).toMatchObject({
      code: 'headerUnclear',
      cure: 'Name it with --header-row.',
    });
    const named = await desk.run('check', file, '--header-row', '2', '--json');
    expect(answerOf(named, CHECK)).toMatchObject({ payable: 1, totalPaise: 50_000 });
  });

  it('warns of a column in another unit that was named, and pays it only where warnings are accepted', async (test) => {
    const desk = openDesk(test);
    const file = path.join(desk.folder, 'paise.csv');
    writeFileSync(file, 'UPI ID,Amount (in paise),Remark\nasha.k@okaxis,50000,pay\n');
    const map = ['--map', 'amount=Amount (in paise)'];
    const checked = await desk.run('check', file, ...map, '--json');
    expect(answerOf(checked, CHECK).issues).toMatchObject([
      {
        severity: 'warning',
        message: '"Amount (in paise)" may be in paise. Taken as rupees, its first value pays ₹50,000.00.',
      },
    ]);
    const pay = ['run', file, ...map, '--profile', 'practice', '--yes', '--until', 'sent', '--json'];
    const refused = await desk.run(...pay);
    expect(refused.exitCode).toBe(2);
    expect(answerOf(refused, REFUSED).refused.code).toBe('warnings');
    const paid = await desk.run(...pay, '--accept-warnings');
    expect(answerOf(paid, BATCH)).toMatchObject({ batch: 'P0001' });
  });

  it('pays above a total that differs only where warnings are accepted', async (test) => {
    const desk = openDesk(test);
    const file = path.join(desk.folder, 'total.csv');
    writeFileSync(file, 'UPI ID,Amount,Remark\nasha.k@okaxis,500,pay\nravi@okaxis,700,pay\nTotal,1900,\n');
    const pay = ['run', file, '--profile', 'practice', '--yes', '--until', 'sent', '--json'];
    const refused = await desk.run(...pay);
    expect(refused.exitCode).toBe(2);
    expect(answerOf(refused, REFUSED).refused).toMatchObject({
      code: 'warnings',
      message: expect.stringContaining('This total is ₹1,900.00, but the rows above it add up to ₹1,200.00.'),
    });
    const paid = await desk.run(...pay, '--accept-warnings');
    expect(answerOf(paid, BATCH)).toMatchObject({ batch: 'P0001' });
  });

  it('finds a template payable as it was written', async (test) => {
    const desk = openDesk(test);
    for (const name of ['empty.csv', 'empty.xlsx']) {
      const file = path.join(desk.folder, name);
      expect((await desk.run('template', file)).exitCode).toBe(0);
      const checked = await desk.run('check', file, '--json');
      expect(checked.exitCode).toBe(0);
      expect(answerOf(checked, CHECK)).toMatchObject({ payable: 2, issues: [] });
    }
  });
});

describe.concurrent('practice', { timeout: PATIENCE_MS }, () => {
  it('is served until Ctrl+C and pays the sample salaries of a profile that names it', async (test) => {
    const desk = openDesk(test);
    const serving = desk.start('practice', '--json');
    await serving.says('}\n');
    const { url, mid, token } = SERVED.parse(JSON.parse(serving.stdoutSoFar()));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const payer = openDesk(test, { token });
    await payer.run('profile', 'set', 'tryout', '--base-url', url, '--mid', String(mid), ...FAST);
    const file = path.join(SAMPLES, 'salary.csv');
    const ran = await payer.run('run', file, '--profile', 'tryout', '--yes', '--json');
    const view = answerOf(ran, BATCH);
    expect(ran.exitCode).toBe(0);
    expect(view).toMatchObject({ batch: 'B0001', counts: counts({ success: countOf(view) }) });
    process.kill(serving.pid, 'SIGINT');
    expect((await serving.finished).exitCode).toBe(0);
    const gone = await payer.run('wallet', '--profile', 'tryout');
    expect(gone.exitCode).toBe(2);
  });

  it('is a profile that always exists, names its batches P and marks its reports', async (test) => {
    const desk = openDesk(test);
    const ran = await desk.run(
      'run',
      path.join(SAMPLES, 'salary.csv'),
      '--profile',
      'practice',
      '--yes',
      '--until',
      'sent',
      '--json',
    );
    expect(ran.exitCode).toBe(0);
    expect(answerOf(ran, BATCH)).toMatchObject({ batch: 'P0001', profile: 'practice', paused: null });
    const { lines } = await exportCsv(desk, 'P0001');
    expect(new Set(lines.map((line) => line['environment']))).toEqual(new Set(['PRACTICE']));
    const watched = await desk.run('watch', 'P0001', '--json');
    expect(watched.exitCode).toBe(0);
  });
});

describe.concurrent('a fault of our own', { timeout: PATIENCE_MS }, () => {
  it('ends with 1 and says so, with nothing sent', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const database = new Database(path.join(desk.data, 'desk.db'));
    database.prepare("UPDATE profiles SET base_url = 'no address at all'").run();
    database.close();
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(2) });
    const ran = await desk.start('run', file, '--profile', 'acme', '--yes').finished;
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain('fault of its own');
    expect(gateway.posts).toEqual([]);
  });
});
