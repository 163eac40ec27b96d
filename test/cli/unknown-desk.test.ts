// The unknown desk as scripts use it: evidence, what may be decided when, and decisions that are recorded and reported.

import { describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { exportCsv } from './csv-report.ts';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, counts, REFUSED } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { type Desk, FAST, type Finished, PATIENCE_MS } from './run-desk.ts';
import { makeGate, type SpecGateway, startSpecGateway } from './spec-gateway.ts';
import type { Conduct } from './spec-payouts.ts';

const when = z.iso.datetime({ offset: true });
const PAYOUT = z.strictObject({
  payout: z.string(),
  row: z.number().int(),
  reference: z.string(),
  beneficiary: z.string(),
  name: z.string().nullable(),
  amountPaise: z.number().int(),
  since: when,
  transactionId: z.string().nullable(),
  attempts: z.array(
    z.strictObject({
      number: z.number(),
      sentAt: when,
      answeredAt: when.nullable(),
      outcome: z.string().nullable(),
      httpStatus: z.number().nullable(),
      message: z.string().nullable(),
      answer: z.string().nullable(),
    }),
  ),
  lookups: z.array(
    z.strictObject({
      at: when,
      by: z.string(),
      finding: z.string(),
      httpStatus: z.number().nullable(),
      answer: z.string().nullable(),
    }),
  ),
  lookupCount: z.number().int(),
  notKnownAnswers: z.number().int(),
  notPaid: z.strictObject({
    open: z.boolean(),
    opensAt: when,
    answersMissing: z.number().int(),
    refusedOpensAt: when.nullable(),
    lookupsProven: z.boolean(),
  }),
});
const DESK = z.strictObject({
  asOf: when,
  count: z.number().int(),
  totalPaise: z.number().int(),
  groups: z.array(
    z.strictObject({
      batch: z.string(),
      profile: z.string(),
      reason: z.string(),
      refused: z.boolean(),
      refusedByRate: z.boolean(),
      suspected: z.string().nullable(),
      notKnownFingerprint: z.string().nullable(),
      count: z.number().int(),
      totalPaise: z.number().int(),
      together: z.boolean(),
      payouts: z.array(PAYOUT),
    }),
  ),
});
const RESOLVED = z.strictObject({
  batch: z.string(),
  decided: z.enum(['paid', 'notPaid']),
  decidedBy: z.string().min(1),
  payouts: z.array(
    z.strictObject({ row: z.number(), reference: z.string(), amountPaise: z.number(), state: z.string() }),
  ),
});

interface Scene {
  readonly gateway: SpecGateway;
  readonly desk: Desk;
}

/** Ten rows: the second, fourth and sixth were neither paid nor answered, and the eighth was refused with a 429. */
async function doubtfulBatch(test: TestContext): Promise<Scene> {
  const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> => {
    const row = Number(String(remark).slice(-4));
    if (row === 8) return { executes: false, reply: 'http429', retryAfter: '0' };
    return row < 8 && row % 2 === 0 ? { executes: false, reply: 'lost' } : {};
  };
  const gateway = await startSpecGateway(test, { conduct });
  const options = ['--rate', '5000', '--in-flight', '1', '--poll-first-ms', '20', '--poll-max-ms', '200'];
  const desk = await openDeskFor(test, gateway, { options });
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(10) });
  await desk.run('run', file, '--profile', 'acme', '--yes', '--until', 'sent');
  const watched = await desk.run('watch', 'B0001', '--for', '8', '--json');
  expect(answerOf(watched, BATCH).counts).toEqual(counts({ success: 6, unknown: 4 }));
  return { gateway, desk };
}

async function deskOf({ desk }: Scene): Promise<z.infer<typeof DESK>> {
  const asked = await desk.run('unknown', 'B0001', '--json');
  expect(asked.exitCode).toBe(0);
  return answerOf(asked, DESK);
}

async function letDecideAtOnce({ desk, gateway }: Scene): Promise<void> {
  const words = ['--base-url', gateway.url, '--mid', String(gateway.mid), ...FAST, '--decide-after-hours', '0'];
  expect(await desk.run('profile', 'set', 'acme', ...words)).toMatchObject({ exitCode: 0 });
}

function refusalOf(finished: Finished): string {
  expect(finished.exitCode).toBe(2);
  return answerOf(finished, REFUSED).refused.code;
}

const NOTE = ['--note', "Not on the bank's statement of 22 Nov"];

describe.concurrent('the unknown desk', { timeout: 3 * PATIENCE_MS }, () => {
  it('shows the evidence word for word, grouped, with what may be decided and when', async (test) => {
    const scene = await doubtfulBatch(test);
    const { groups, ...total } = await deskOf(scene);
    expect(total).toMatchObject({ count: 4, totalPaise: 10_107 + 10_321 + 10_535 + 10_749 });
    const lost = groups.find(({ refusedByRate }) => !refusedByRate);
    const refused = groups.find(({ refusedByRate }) => refusedByRate);
    expect(lost).toMatchObject({ batch: 'B0001', profile: 'acme', reason: 'cut', count: 3, together: false });
    expect(refused).toMatchObject({ reason: 'refusedByRate', count: 1, together: false });
    expect(lost?.notKnownFingerprint).toContain('400');
    expect(refused?.payouts[0]?.attempts[0]).toMatchObject({
      httpStatus: 429,
      answer: '{"status":false,"message":"Too many requests"}',
    });
    expect(refused?.payouts[0]?.notPaid.refusedOpensAt).not.toBe(null);
    for (const payout of lost?.payouts ?? []) {
      expect(payout.attempts).toMatchObject([{ number: 1, httpStatus: null, answer: null, outcome: 'unknown: cut' }]);
      expect(payout.lookups).toHaveLength(payout.lookupCount);
      expect(payout.notKnownAnswers).toBeGreaterThanOrEqual(5);
      const answer = '{"status":false,"message":"Transaction not found","error_code":400}';
      expect(payout.lookups[0]).toMatchObject({ by: 'reference', finding: 'notKnown', httpStatus: 400, answer });
      expect(payout.notPaid).toMatchObject({ open: false, answersMissing: 2, refusedOpensAt: null });
      expect(Date.parse(payout.notPaid.opensAt) - Date.parse(payout.since)).toBe(24 * 3_600_000);
    }
    const text = await scene.desk.run('unknown');
    expect(text).toMatchObject({ exitCode: 0, stderr: '' });
    expect(text.stdout).toMatch(/3 payments with the same evidence/);
    expect(text.stdout).toMatch(
      /Not paid: opens \d{4}-\d\d-\d\d \d\d:\d\d and after 2 more "not known" from the gateway;\s+earlier only with/,
    );
    expect(text.stdout).toMatch(/refused by the gateway with HTTP 429/);
    expect(text.stdout).toContain('Transaction not found');
  });

  it('opens "not paid" with a ticket, and after the waiting time for all with the same evidence', async (test) => {
    const scene = await doubtfulBatch(test);
    const { desk, gateway } = scene;
    const resolve = (...words: string[]): Promise<Finished> => desk.run('resolve', ...words, '--json');
    expect(refusalOf(await resolve('B0001/3', '--not-paid', ...NOTE))).toBe('notPaidNotOpen');
    const ticketed = await resolve('B0001/9', '--not-paid', ...NOTE, '--ticket', 'GW-4711');
    expect(answerOf(ticketed, RESOLVED)).toMatchObject({ decided: 'notPaid', payouts: [{ row: 9, state: 'failed' }] });
    await letDecideAtOnce(scene);
    expect((await deskOf(scene)).groups).toMatchObject([{ count: 3, together: true }]);
    const together = ['B0001/3', '--not-paid', ...NOTE, '--same-evidence', '--count'];
    expect(refusalOf(await resolve(...together, '4'))).toBe('otherCount');
    const resolved = await resolve(...together, '3');
    expect(resolved.exitCode).toBe(0);
    expect(answerOf(resolved, RESOLVED).payouts.map(({ row, state }) => [row, state])).toEqual([
      [3, 'failed'],
      [5, 'failed'],
      [7, 'failed'],
    ]);
    expect(refusalOf(await resolve('B0001/3', '--not-paid', ...NOTE))).toBe('notUnknown');
    const standing = answerOf(await desk.run('status', 'B0001', '--json'), BATCH);
    expect(standing.counts).toEqual(counts({ success: 6, failed: 4 }));
    const { lines } = await exportCsv(desk, 'B0001');
    expect(lines[1]).toMatchObject({ status: 'failed' });
    expect(lines[1]?.['message']).toMatch(/^Decided by .+@.+: not paid\. Not on the bank's statement of 22 Nov$/);
    expect((await deskOf(scene)).count).toBe(0);
    expect(gateway.payoutPosts()).toHaveLength(10);
  });

  it('takes "paid" at once with an RRN, by the reference, and one transfer for one payout only', async (test) => {
    const scene = await doubtfulBatch(test);
    const { desk } = scene;
    const reference = (await deskOf(scene)).groups[0]?.payouts[0]?.reference ?? '';
    const paid = ['--paid', '--rrn', '512345678901', '--note', 'On the statement of 22 Nov'];
    const resolved = await desk.run('resolve', reference.toLowerCase(), ...paid, '--json');
    expect(answerOf(resolved, RESOLVED)).toMatchObject({ decided: 'paid', payouts: [{ reference, state: 'success' }] });
    expect(refusalOf(await desk.run('resolve', 'B0001/9', ...paid, '--json'))).toBe('bankReferenceUsed');
    const { lines } = await exportCsv(desk, 'B0001');
    const line = lines.find((one) => one['reference'] === reference);
    expect(line).toMatchObject({ status: 'success', rrn: '512345678901' });
    expect(line?.['message']).toMatch(/^Decided by .+: paid\. On the statement of 22 Nov$/);
  });

  it('never decides by itself, however often the gateway does not know a payout', async (test) => {
    const scene = await doubtfulBatch(test);
    await letDecideAtOnce(scene);
    const again = await scene.desk.run('watch', 'B0001', '--for', '6', '--json');
    expect(answerOf(again, BATCH).counts).toEqual(counts({ success: 6, unknown: 4 }));
    expect((await scene.desk.run('resume', 'B0001', '--yes', '--for', '2')).exitCode).toBe(4);
    expect(scene.gateway.payoutPosts()).toHaveLength(10);
  });

  it('reads beside a running desk, and decides nothing there', async (test) => {
    const gate = makeGate();
    const conduct = (): Partial<Conduct> => ({ until: gate.opened });
    const gateway = await startSpecGateway(test, { conduct, onPayout: gate.reach });
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(2) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes');
    await gate.reached;
    const asked = await desk.run('unknown', '--json');
    expect(answerOf(asked, DESK)).toMatchObject({ count: 0, groups: [] });
    const decided = await desk.run('resolve', 'B0001/2', '--paid', '--rrn', '512345678901', ...NOTE, '--json');
    expect(decided.exitCode).toBe(6);
    gate.open();
    expect((await running.finished).exitCode).toBe(0);
  });

  it('refuses what does not exist and what is not in doubt, by name', async (test) => {
    const scene = await doubtfulBatch(test);
    const refused = async (payout: string): Promise<string> =>
      refusalOf(await scene.desk.run('resolve', payout, '--not-paid', ...NOTE, '--json'));
    expect(await refused('B0009/2')).toBe('unknownPayout');
    expect(await refused('NOBODY-1')).toBe('unknownPayout');
    expect(await refused('B0009-2')).toBe('unknownPayout');
    expect(await refused('B0001/2')).toBe('notUnknown');
    // As earlier versions spelled it.
    expect(await refused('b0001-2')).toBe('notUnknown');
  });
});
