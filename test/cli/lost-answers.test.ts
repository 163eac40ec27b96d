// Answers that are lost, late, refused or wrong: what was executed ends as success, nothing is ever sent twice, and what nobody
// knows stays unknown.

import { describe, expect, it, type TestContext } from 'vitest';
import { exportCsv } from './csv-report.ts';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, type Batch, countOf, counts } from './json-answers.ts';
import { makeRows, totalPaiseOf, writeCsv } from './payout-files.ts';
import { type Desk, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, type SpecGatewayOptions, startSpecGateway } from './spec-gateway.ts';
import type { Conduct, NotKnown } from './spec-payouts.ts';

interface Scene {
  readonly gateway: SpecGateway;
  readonly desk: Desk;
  readonly file: string;
  readonly totalPaise: number;
}

async function setScene(test: TestContext, count: number, options: SpecGatewayOptions): Promise<Scene> {
  const gateway = await startSpecGateway(test, options);
  const desk = await openDeskFor(test, gateway);
  const rows = makeRows(count);
  return { gateway, desk, file: writeCsv(desk.folder, { name: 'pay.csv', rows }), totalPaise: totalPaiseOf(rows) };
}

/** The number of a request, from 0, taken from its remark. */
function numberOf(remark: unknown): number {
  return Number(String(remark).slice(-4)) - 1;
}

/** Runs, and resumes whenever the desk pauses by itself, as a person would. */
async function runToTheEnd(
  { desk, file }: Scene,
  ...more: readonly string[]
): Promise<{ view: Batch; exitCode: number | null }> {
  let ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--json', ...more);
  for (let times = 0; ran.exitCode === 5 && times < 10; times += 1) {
    ran = await desk.run('resume', 'B0001', '--yes', '--json', ...more);
  }
  return { view: answerOf(ran, BATCH), exitCode: ran.exitCode };
}

function expectNothingTwice({ gateway }: Scene): void {
  const repeated = [...gateway.timesPosted()].filter(([, times]) => times !== 1);
  expect(repeated).toEqual([]);
}

describe.concurrent('a run whose answers get lost', { timeout: PATIENCE_MS }, () => {
  it('ends every executed payout as success when one reply in ten is lost', async (test) => {
    const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> =>
      numberOf(remark) % 10 === 3 ? { reply: 'lost' } : {};
    const scene = await setScene(test, 300, { conduct });
    const { view, exitCode } = await runToTheEnd(scene);
    expect({ exitCode, counts: view.counts }).toEqual({ exitCode: 0, counts: counts({ success: 300 }) });
    expect(view.paise.success).toBe(scene.totalPaise);
    expect(scene.gateway.executed).toHaveLength(300);
    expectNothingTwice(scene);
  });

  it('finds by look-up what was executed behind an HTTP 500, a cut or a 429', async (test) => {
    const replies = ['answer', 'answer', 'http500', 'answer', 'answer', 'answer', 'lost'] as const;
    const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> => {
      const number = numberOf(remark);
      return number === 41 ? { reply: 'http429', retryAfter: '0' } : { reply: replies[number % 7] ?? 'answer' };
    };
    const scene = await setScene(test, 60, { conduct });
    const { view, exitCode } = await runToTheEnd(scene);
    expect({ exitCode, counts: view.counts }).toEqual({ exitCode: 0, counts: counts({ success: 60 }) });
    expectNothingTwice(scene);
  });

  it('waits for a gateway whose look-up lags behind', async (test) => {
    const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> =>
      numberOf(remark) === 5 ? { reply: 'lost', unknownForMs: 1_500 } : {};
    const scene = await setScene(test, 12, { conduct });
    const first = await scene.desk.run('run', scene.file, '--profile', 'acme', '--yes', '--json', '--until', 'sent');
    expect(first.exitCode).toBe(4);
    expect(answerOf(first, BATCH).counts).toEqual(counts({ success: 11, unknown: 1 }));
    const watched = await scene.desk.run('watch', 'B0001', '--json');
    expect(watched.exitCode).toBe(0);
    expect(answerOf(watched, BATCH).counts).toEqual(counts({ success: 12 }));
    expectNothingTwice(scene);
  });

  it('follows accept and pending to their end, and a payout that is never echoed', async (test) => {
    const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> => {
      const word = ['accept', 'pending', 'PENDING', 'initiated'][numberOf(remark) % 4] ?? 'accept';
      return { word, echo: numberOf(remark) % 2 === 0 ? 'same' : 'none', later: { afterMs: 200, word: 'success' } };
    };
    const scene = await setScene(test, 20, { conduct });
    const { view, exitCode } = await runToTheEnd(scene);
    expect({ exitCode, counts: view.counts }).toEqual({ exitCode: 0, counts: counts({ success: 20 }) });
    expectNothingTwice(scene);
  });

  it('tells apart what failed, was rejected and was reversed, and ends with 4', async (test) => {
    const endings = ['failed', 'rejected', 'reversed', 'success'] as const;
    const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> => {
      const number = numberOf(remark);
      if (number === 0) return { executes: false, word: 'rejected' };
      return { word: 'pending', later: { afterMs: 60, word: endings[number % 4] ?? 'success' } };
    };
    const scene = await setScene(test, 12, { conduct });
    const { view, exitCode } = await runToTheEnd(scene);
    expect({ exitCode, counts: view.counts }).toEqual({
      exitCode: 4,
      counts: counts({ failed: 2, rejected: 4, reversed: 3, success: 3 }),
    });
    expectNothingTwice(scene);
    const { lines } = await exportCsv(scene.desk, 'B0001');
    expect(lines[0]).toMatchObject({ status: 'rejected', message: 'Insufficient balance', utr: '' });
  });

  it('pauses with exit code 5 when payout after payout is refused in the same words', async (test) => {
    const scene = await setScene(test, 30, { conduct: () => ({ executes: false, word: 'rejected' }) });
    const ran = await scene.desk.run('run', scene.file, '--profile', 'acme', '--yes', '--json');
    const view = answerOf(ran, BATCH);
    expect(ran.exitCode).toBe(5);
    expect(view.paused?.code).toBe('sameRefusals');
    expect(view.counts.queued).toBeGreaterThan(0);
    expect(countOf(view)).toBe(30);
  });
});

describe.concurrent('a run whose gateway says something alarming', { timeout: PATIENCE_MS }, () => {
  it('stops at the first answer about another reference, and calls that payout unknown', async (test) => {
    const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> =>
      numberOf(remark) === 3 ? { echo: 'other' } : {};
    const scene = await setScene(test, 400, { conduct });
    const ran = await scene.desk.run('run', scene.file, '--profile', 'acme', '--yes', '--json');
    const view = answerOf(ran, BATCH);
    expect({ exitCode: ran.exitCode, code: view.paused?.code }).toEqual({ exitCode: 5, code: 'echoMismatch' });
    expect(view.counts).toMatchObject({ unknown: 1, success: scene.gateway.executed.length - 1 });
    expect(view.counts.queued).toBeGreaterThan(300);
  });

  it('pauses when the token dies, doubts what was refused, and goes on with the rest by a new one', async (test) => {
    let count = 0;
    const conduct = (): Partial<Conduct> => {
      count += 1;
      if (count === 15) scene.gateway.changeToken('tok-new');
      return { delayMs: 10 };
    };
    const scene = await setScene(test, 120, { conduct });
    const ran = await scene.desk.run('run', scene.file, '--profile', 'acme', '--yes', '--json');
    const view = answerOf(ran, BATCH);
    expect({ exitCode: ran.exitCode, code: view.paused?.code }).toEqual({ exitCode: 5, code: 'tokenRefused' });
    const { unknown } = view.counts;
    expect(unknown).toBeGreaterThan(0);
    expect(view.counts).toMatchObject({ success: scene.gateway.executed.length });
    const dead = await scene.desk.run('resume', 'B0001', '--yes', '--json');
    expect({ exitCode: dead.exitCode, code: answerOf(dead, BATCH).paused?.code }).toEqual({
      exitCode: 5,
      code: 'tokenRefused',
    });
    const going = ['resume', 'B0001', '--yes', '--json', '--until', 'sent'] as const;
    const resumed = await scene.desk.with({ token: 'tok-new' }).run(...going);
    expect(answerOf(resumed, BATCH).counts).toEqual(counts({ success: 120 - unknown, unknown }));
    expect(new Set(scene.gateway.executed.map(({ reference }) => reference)).size).toBe(120 - unknown);
    expect(scene.gateway.executed).toHaveLength(120 - unknown);
  });

  it('sends never faster than the profile allows, look-ups included', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway, { options: ['--rate', '25', '--in-flight', '8'] });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(45) });
    expect((await desk.run('run', file, '--profile', 'acme', '--yes')).exitCode).toBe(0);
    // Counted over the whole run, because requests sent apart may arrive together.
    const [first, last] = [gateway.posts[0]?.atMs ?? 0, gateway.posts.at(-1)?.atMs ?? 0];
    const fullSeconds = Math.ceil(gateway.posts.length / 25) - 1;
    expect(fullSeconds).toBeGreaterThanOrEqual(2);
    expect(last - first).toBeGreaterThan(fullSeconds * 1_000 - 300);
  });
});

const NOT_KNOWN: Readonly<Record<string, NotKnown>> = {
  'HTTP 404': (asked) => ({ http: 404, body: { status: false, message: `No transaction ${asked}` } }),
  'HTTP 400 that repeats the question': (asked) => ({
    http: 400,
    body: { status: false, message: `Record ${asked} not found`, input: { udf1: asked }, error_code: 400 },
  }),
  'HTTP 200 with other words each time': (asked, times) => ({
    http: 200,
    body: { status: false, message: `${asked}: nothing found (request ${times})`, error_code: 404 },
  }),
  'HTTP 200 that looks like an answer': () => ({
    http: 200,
    body: { status: true, txn_status: 'failed', message: 'Invalid transaction', UTR: '', error_code: 200 },
  }),
};

describe.concurrent('a gateway that says "not known" in its own way', { timeout: PATIENCE_MS }, () => {
  it.for(Object.entries(NOT_KNOWN))(
    'keeps what was never executed unknown, and never sends it again: %s',
    async ([, notKnown], test) => {
      const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> => {
        const number = numberOf(remark);
        if (number === 4) return { executes: false, reply: 'lost' };
        return number === 8 ? { reply: 'lost' } : {};
      };
      const scene = await setScene(test, 16, { conduct, notKnown });
      const { view, exitCode } = await runToTheEnd(scene, '--for', '10');
      expect({ exitCode, counts: view.counts }).toEqual({ exitCode: 4, counts: counts({ success: 15, unknown: 1 }) });
      expectNothingTwice(scene);
      const { lines } = await exportCsv(scene.desk, 'B0001');
      expect(lines[4]).toMatchObject({ status: 'unknown', attempts: '1', utr: '', settled_at: '' });
    },
  );
});
