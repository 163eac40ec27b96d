// The books from the command line: what each export books, how one is got again, and beside a desk that is held.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { readBookedFile } from '../desk/booked-file.ts';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, REFUSED } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { PATIENCE_MS } from './run-desk.ts';
import { makeGate, startSpecGateway } from './spec-gateway.ts';

const BOOKED = z.object({
  file: z.string(),
  beside: z.null(),
  payouts: z.number(),
  export: z.number(),
  form: z.string(),
  profile: z.string(),
  batch: z.string().nullable(),
  vouchers: z.number(),
  reversals: z.number(),
  paidPaise: z.number(),
  reversedPaise: z.number(),
  left: z.number(),
  restoredAt: z.null(),
});

const JOURNALS = z.object({
  exports: z.array(
    z.object({
      export: z.number(),
      form: z.string(),
      batch: z.string().nullable(),
      vouchers: z.number(),
      sha256: z.string(),
      savedAt: z.string().nullable(),
    }),
  ),
  notBooked: z.array(z.object({ profile: z.string(), payments: z.number(), reversals: z.number() })),
});

/** A desk that paid these rows, and what its command line says. */
async function paidDesk(test: TestContext, gateway: Parameters<typeof startSpecGateway>[1] = {}) {
  const desk = await openDeskFor(test, await startSpecGateway(test, gateway));
  const rows = makeRows(3);
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
  expect((await desk.run('run', file, '--profile', 'acme', '--yes')).exitCode).toBe(0);
  const refused = async (...words: string[]): Promise<string> => {
    const ended = await desk.run('export', ...words, '--json');
    expect(ended.exitCode).toBe(2);
    return answerOf(ended, REFUSED).refused.code;
  };
  return { desk, refused, at: (name: string) => path.join(desk.folder, name) };
}

describe('the books from the command line', { timeout: PATIENCE_MS }, () => {
  it('are exported of an account, once, and again by their number', async (test) => {
    const { desk, refused, at } = await paidDesk(test);
    const first = await desk.run('export', '--profile', 'acme', '--out', at('week.xml'), '--json');
    expect(answerOf(first, BOOKED)).toMatchObject({ export: 1, form: 'tally-xml', batch: null, vouchers: 3, left: 0 });
    expect(readBookedFile(readFileSync(at('week.xml'), 'utf8'))).toHaveLength(3);
    expect(await refused('B0001', '--as', 'journal', '--out', at('batch.csv'))).toBe('nothingToBook');
    expect(existsSync(at('batch.csv'))).toBe(false);
    const again = await desk.run('export', '--again', '1', '--out', at('lost.xml'));
    expect([again.exitCode, again.stdout]).toEqual([
      0,
      expect.stringContaining('the same file, nothing booked anew') as string,
    ]);
    expect(readFileSync(at('lost.xml'))).toEqual(readFileSync(at('week.xml')));
    const listed = answerOf(await desk.run('journals', '--json'), JOURNALS);
    expect(listed.exports).toMatchObject([{ export: 1, form: 'tally-xml', batch: null, vouchers: 3 }]);
    expect(listed.notBooked).toEqual([{ profile: 'acme', payments: 0, reversals: 0 }]);
    expect((await desk.run('journals')).stdout).toContain('acme: everything is booked.');
    expect((await desk.run('audit', 'verify')).exitCode).toBe(0);
  });

  it('are exported of a batch, with what was booked said in a sentence', async (test) => {
    const { desk, at } = await paidDesk(test);
    const { exitCode, stdout } = await desk.run('export', 'B0001', '--as', 'tally', '--out', at('b.csv'));
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Wrote export 1 to .*b\.csv: 3 payments of ₹[\d,.]+, 0\s+reversals of ₹0\.00\.\n$/s);
  });

  it('refuse what does not belong together, and an account without a form', async (test) => {
    const { refused, at } = await paidDesk(test);
    const out = ['--out', at('x.csv')];
    expect(await refused(...out)).toBe('missingArgument');
    expect(await refused('--profile', 'acme', ...out)).toBe('missingOption');
    expect(await refused('--profile', 'acme', '--as', 'pdf', ...out)).toBe('missingOption');
    for (const stray of [
      ['B0001', '--profile', 'acme', '--as', 'tally'],
      ['B0001', '--again', '1'],
      ['--again', '1', '--as', 'tally'],
      ['--again', '1', '--profile', 'acme'],
      ['B0001', '--as', 'journal', '--from', '2026-04-01'],
      ['B0001', '--as', 'journal', '--practice'],
      ['B0001', '--as', 'journal', '--email-column', 'none'],
    ]) {
      expect([stray, await refused(...stray, ...out)]).toEqual([stray, 'optionsClash']);
    }
    expect(await refused('--again', '7', ...out)).toBe('unknownExport');
    expect(existsSync(at('x.csv'))).toBe(false);
  });

  it('are booked by the process that holds the desk alone; an earlier export is read beside it', async (test) => {
    const gate = makeGate();
    let sent = 0;
    const conduct = (): { until: Promise<void> | null } => {
      sent += 1;
      if (sent > 3) gate.reach();
      return { until: sent > 3 ? gate.opened : null };
    };
    const { desk, at } = await paidDesk(test, { conduct });
    expect((await desk.run('export', 'B0001', '--as', 'journal', '--out', at('one.csv'))).exitCode).toBe(0);
    const file = writeCsv(desk.folder, { name: 'more.csv', rows: makeRows(1, { label: 'more' }) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--json');
    await gate.reached;
    const second = await desk.run('export', '--profile', 'acme', '--as', 'journal', '--out', at('two.csv'), '--json');
    expect([second.exitCode, answerOf(second, REFUSED).refused.code]).toEqual([6, 'alreadyOpen']);
    const [again, listed] = [
      await desk.run('export', '--again', '1', '--out', at('again.csv')),
      await desk.run('journals', '--json'),
    ];
    expect([again.exitCode, listed.exitCode]).toEqual([0, 0]);
    expect(readFileSync(at('again.csv'))).toEqual(readFileSync(at('one.csv')));
    gate.open();
    await running.finished;
  });
});
