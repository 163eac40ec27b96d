// A command's time limit, with a gateway that never answers or asks for a long wait: nothing hangs.

import { expect, it } from 'vitest';
import { resumeBatch } from '../../electron/main/desk/batches/resume-batch.ts';
import { watchBatches } from '../../electron/main/desk/batches/watch-batches.ts';
import { resolvePayout } from '../../electron/main/desk/payouts/resolve-payout.ts';
import type { Pacer } from '../../electron/main/domain/run.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { makeRows } from '../cli/payout-files.ts';
import { startSpecGateway } from '../cli/spec-gateway.ts';
import { spoken } from '../fixtures/spoken.ts';
import { confirmBatch, payments } from '../store/desk-file.ts';
import { confirmRetry, endUnpaid, refuse } from '../store/retries.ts';
import { computer, endingOf, startRead } from './computers.ts';
import { fillDoubt } from './filled-desk.ts';
import { refusingDesk } from './refusing-desk.ts';

const B1 = 'B0001' as BatchId;
const FOLLOWER = { onProgress: () => undefined, signal: new AbortController().signal };
const never = <Value>(): Promise<Value> => new Promise(() => {});
const BOUND = { until: 'settled', forMs: 5_000, follower: FOLLOWER, acceptWarnings: true } as const;

it('is over while a resume waits for the gateway: the batch is told as it stands, and nothing is written', async () => {
  const desk = refusingDesk((filled) => void confirmBatch(filled, payments(2)));
  const before = desk.everything();
  const system: System = { ...desk.system, engine: { ...desk.system.engine, preflight: never } };
  const answer = await resumeBatch(system, { ...BOUND, batch: B1, count: 'any' });
  expect(answer).toMatchObject({ kind: 'done', value: { end: 'bound', pause: null } });
  expect(desk.everything()).toEqual(before);
});

it('is over while a resume looks up what it repeats: the batch is told as it stands, without a pause of a person', async () => {
  const desk = refusingDesk((filled) => {
    endUnpaid(filled, payments(2), [refuse('rejected'), refuse('rejected')]);
    confirmRetry(filled, { of: 1, payouts: [1, 2] });
  });
  const system: System = { ...desk.system, engine: { ...desk.system.engine, lookUpOnce: never } };
  const answer = await resumeBatch(system, { ...BOUND, batch: 'B0002' as BatchId, count: 'any' });
  expect(answer).toMatchObject({ kind: 'done', value: { end: 'bound', pause: null } });
  expect(desk.runs.count).toBe(0);
});

it('is over while a watch waits for the gateway', async () => {
  const desk = refusingDesk((filled) => void confirmBatch(filled, payments(2)));
  const answer = await watchBatches(
    { ...desk.system, engine: { ...desk.system.engine, preflight: never } },
    { batch: B1, forMs: 5_000, follower: FOLLOWER },
  );
  expect(answer).toMatchObject({ kind: 'done', value: [{ end: 'bound', pause: null }] });
});

it.each(['preflight', 'lookUpOnce'] as const)(
  'is over in the %s of a retry: refused, and no batch is stored',
  async (read) => {
    const desk = refusingDesk((filled) => void endUnpaid(filled, payments(1), [refuse('rejected')]));
    const before = desk.everything();
    const system: System = { ...desk.system, engine: { ...desk.system.engine, [read]: never } };
    const retry = { kind: 'retry', batch: B1, from: null } as const;
    const answer = await startRead(system, retry, { ...BOUND, name: null, ticks: null });
    expect(endingOf(answer)).toBe('timeOver');
    expect(desk.everything()).toEqual(before);
  },
);

it('is over before a new file is confirmed: refused, and no batch is stored', async (test) => {
  const gateway = await startSpecGateway(test);
  const desk = await computer(test, gateway);
  const { clock, engine } = desk.system;
  // The questions before a run have half a minute beyond its own time; here a twentieth of that.
  const after: System['clock']['after'] = (delayMs, callback) => clock.after(delayMs / 20, callback);
  Object.assign(desk.system, { clock: { ...clock, after }, engine: { ...engine, preflight: never } });
  expect(endingOf(await desk.run(makeRows(2), { forMs: 50 }))).toBe('timeOver');
  expect(gateway.posts).toHaveLength(0);
  expect(desk.payouts(B1)).toEqual([]);
});

it('a decision is refused at once when its look-ups would have to wait, with until when', async () => {
  const desk = refusingDesk(
    ({ store }) => void fillDoubt(store as Parameters<typeof fillDoubt>[0], { count: 1, answers: 0 }),
  );
  let lent: Pacer | null = null;
  const system: System = {
    ...desk.system,
    lendPacer: (options) => {
      const loan = desk.system.lendPacer(options);
      lent = loan.pacer;
      return loan;
    },
    engine: {
      ...desk.system.engine,
      preflight: async (reads) => {
        lent?.closeUntil(desk.clock.nowMs + 40_000);
        await reads.wallet();
        return { kind: 'ready', notKnown: '[400,"false"]', balance: '0', doubt: null };
      },
    },
  };
  const answer = await resolvePayout(system, {
    payout: { by: 'row', batch: B1, rowNumber: 2 },
    verdict: { kind: 'notPaid' },
    note: 'The bank has no trace of it.',
    ticket: 'GW-1',
    sameEvidence: null,
  });
  expect(answer).toMatchObject({ kind: 'refused', refusal: { code: 'gatewayAsksToWait' } });
  expect(JSON.stringify(spoken(answer))).toContain('until');
});
