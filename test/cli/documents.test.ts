// Passports and dispute packs from the command line: what a script reads of them, and how the commands end.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';
import type { Conduct } from './spec-payouts.ts';

const A_DAY_MS = 86_400_000;

const PASSPORTS = z.strictObject({
  file: z.string(),
  batch: z.string(),
  payouts: z.array(z.string()),
  entry: z.int(),
  hash: z.string().length(64),
});
const VERIFIED = z.looseObject({
  passport: z.strictObject({
    file: z.string(),
    payout: z.string().nullable(),
    asOf: z.string().nullable(),
    entry: z.int().nullable(),
    hash: z.string().nullable(),
    verdict: z.enum(['same', 'outdated', 'altered']),
    findings: z.array(z.looseObject({ kind: z.string() })),
  }),
});
const DISPUTE = z.strictObject({
  file: z.string(),
  payout: z.string(),
  state: z.string(),
  dates: z.strictObject({
    sent: z.string(),
    nextDay: z.string(),
    oneWorkingDay: z.string(),
    threeWorkingDays: z.string(),
  }),
  accountMasked: z.boolean(),
});

/** B0001: two paid, the second lost. */
async function paidDesk(test: TestContext) {
  const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> =>
    String(remark).at(-1) === '2' ? { reply: 'lost', unknownForMs: A_DAY_MS } : {};
  const desk = await openDeskFor(test, await startSpecGateway(test, { conduct }));
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
  await desk.run('run', file, '--profile', 'acme', '--yes', '--until', 'sent');
  return { desk, at: (name: string): string => path.join(desk.folder, name) };
}

describe.concurrent('the documents about a payment, from the command line', { timeout: 3 * PATIENCE_MS }, () => {
  it('makes a passport and verifies it: 0 while it is so, 2 once anything in it is changed', async (test) => {
    const { desk, at } = await paidDesk(test);
    const made = await desk.run('passport', 'B0001/2', '--out', at('one.json'), '--json');
    expect(made.exitCode).toBe(0);
    const { payouts, entry, hash } = answerOf(made, PASSPORTS);
    expect(payouts).toEqual(['B0001/2']);
    const verified = async (name: string) => {
      const ended = await desk.run('audit', 'verify', '--passport', at(name), '--json');
      return { exitCode: ended.exitCode, ...answerOf(ended, VERIFIED).passport };
    };
    expect(await verified('one.json')).toMatchObject({ exitCode: 0, verdict: 'same', payout: 'B0001/2', entry, hash });
    writeFileSync(at('forged.json'), readFileSync(at('one.json'), 'utf8').replace('"success"', '"reversed"'));
    expect(await verified('forged.json')).toMatchObject({ exitCode: 2, verdict: 'altered', hash: null });
    const over = await desk.run('passport', 'B0001/2', '--out', at('one.json'));
    expect(over.exitCode).toBe(2);
    const both = await desk.run('audit', 'verify', '--passport', at('one.json'), '--report', at('one.json'));
    expect(both.exitCode).toBe(2);
    const none = await desk.run('audit', 'verify', '--passport', at('pay.csv'));
    expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('This is no payment passport.') });
  });

  it('makes those of a batch only as a ZIP', async (test) => {
    const { desk, at } = await paidDesk(test);
    const made = answerOf(await desk.run('passport', 'B0001', '--out', at('all.zip'), '--json'), PASSPORTS);
    expect(made.payouts).toEqual(['B0001/2', 'B0001/4']);
    expect((await desk.run('passport', 'B0001', '--out', at('all.pdf'))).exitCode).toBe(2);
  });

  it('writes a dispute pack, and says the dates to go by', async (test) => {
    const { desk, at } = await paidDesk(test);
    const made = await desk.run('dispute', 'B0001/3', '--out', at('lost.zip'), '--json');
    expect(made.exitCode).toBe(0);
    const { payout, state, dates, accountMasked } = answerOf(made, DISPUTE);
    expect([payout, state, accountMasked]).toEqual(['B0001/3', 'unknown', false]);
    expect(dates.nextDay > dates.sent && dates.threeWorkingDays > dates.oneWorkingDay).toBe(true);
    const hindi = await desk.run('dispute', 'B0001/3', '--out', at('lost.pdf'), '--language', 'hi');
    expect(hindi.stdout).toContain('सबूत');
  });
});
