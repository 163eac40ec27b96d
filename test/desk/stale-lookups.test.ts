// A lookup of an earlier payout is outdated after a minute: a gateway that called it failed may call it paid a moment later.
// Paying it once more asks again just before the send, however long confirming, storing or the queue took.

import { expect, it, type TestContext } from 'vitest';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { makeRows } from '../cli/payout-files.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { type Computer, computer, endingOf, stoppedOnceStored } from './computers.ts';
import { failing } from './live-scene.ts';

const ROWS = 6;
/** How long a slow gateway takes for a lookup: a pass over all rows takes minutes. */
const SLOW_MS = 15_000;

interface Scene {
  readonly gateway: SpecGateway;
  readonly desk: Computer;
  readonly batch: BatchId;
  /** From now on the gateway calls this payout paid. */
  readonly payLate: (index: number) => void;
  /** Callbacks from now on: after each lookup, counted from 1, and before each payment. */
  readonly during: (act: { readonly lookup?: (nth: number) => void; readonly payment?: () => void }) => void;
  readonly timesPaid: (index: number) => number;
}

/** A desk whose whole batch ended as failed; everything paid from now on succeeds. */
async function failedBatch(test: TestContext): Promise<Scene> {
  const ended = new Map<unknown, ReturnType<typeof failing>>();
  let isFailing = true;
  const gateway = await startSpecGateway(test, {
    conduct: ({ reference }) => {
      if (!isFailing) return {};
      const conduct = failing();
      ended.set(reference, conduct);
      return conduct;
    },
  });
  const desk = await computer(test, gateway);
  const run = await desk.run(makeRows(ROWS));
  expect(endingOf(run)).toEqual({ failed: ROWS });
  isFailing = false;
  if (run.kind !== 'done') return expect.unreachable();
  const made = gateway.executed.slice();
  const madeAt = (index: number) => made[index] ?? expect.unreachable();
  let acts: Parameters<Scene['during']>[0] = {};
  let count = 0;
  // The system belongs to this test, which slows down its connections.
  const connect: System['connect'] = desk.system.connect;
  Object.assign(desk.system, {
    connect: (options: Parameters<System['connect']>[0]) => {
      const client = connect(options);
      return {
        ...client,
        lookUp: async (...args: Parameters<typeof client.lookUp>) => {
          const answer = await client.lookUp(...args);
          count += 1;
          acts.lookup?.(count);
          return answer;
        },
        pay: (...input: Parameters<typeof client.pay>) => {
          acts.payment?.();
          return client.pay(...input);
        },
      };
    },
  });
  return {
    gateway,
    desk,
    batch: run.value.view.batch,
    payLate: (index) => {
      const conduct = ended.get(madeAt(index).reference) ?? expect.unreachable();
      conduct.later.word = 'success';
    },
    during: (next) => {
      acts = next;
      count = 0;
    },
    // A retry has the same payee and amount.
    timesPaid: (index) => {
      const { upiId, account, amountText } = madeAt(index);
      return gateway.executed.filter(
        (one) => one.upiId === upiId && one.account === account && one.amountText === amountText,
      ).length;
    },
  };
}

it.concurrent('a retry asks again before the send what it asked minutes before it was stored', async (test) => {
  const { desk, batch, payLate, during, timesPaid } = await failedBatch(test);
  let lookups = 0;
  during({
    lookup: (nth) => {
      desk.wait(SLOW_MS);
      lookups = nth;
    },
  });
  const retried = await desk.retry(batch, {
    onStored: () => {
      expect(lookups).toBeGreaterThan(ROWS);
      during({});
      payLate(0);
    },
  });
  expect(endingOf(retried)).toEqual({ queued: 1, success: ROWS - 1 });
  expect(timesPaid(0)).toBe(1);
});

it.concurrent('a resumed retry does so as well', async (test) => {
  const { desk, batch, payLate, during, timesPaid } = await failedBatch(test);
  expect(endingOf(await desk.retry(batch, stoppedOnceStored()))).toEqual({ queued: ROWS });
  let isPaid = false;
  during({
    lookup: (nth) => {
      desk.wait(SLOW_MS);
      // By then the first had been looked up, and the last had not.
      if (nth !== 2 * ROWS) return;
      isPaid = true;
      payLate(0);
    },
    payment: () => during({}),
  });
  const resumed = await desk.resume('B0002');
  expect(isPaid).toBe(true);
  expect(endingOf(resumed)).toEqual({ queued: 1, success: ROWS - 1 });
  expect(timesPaid(0)).toBe(1);
});

it.concurrent('a row that waited long in the queue is asked about again', async (test) => {
  const { desk, batch, payLate, during, timesPaid } = await failedBatch(test);
  let isPaid = false;
  during({
    payment: () => {
      if (isPaid) return;
      isPaid = true;
      desk.wait(61_000);
      payLate(ROWS - 1);
    },
  });
  const retried = await desk.retry(batch);
  expect(isPaid).toBe(true);
  expect(endingOf(retried)).toEqual({ queued: 1, success: ROWS - 1 });
  expect(timesPaid(ROWS - 1)).toBe(1);
});

it.concurrent('a row whose look-ups are younger than a minute is not asked about twice', async (test) => {
  const { desk, batch, gateway } = await failedBatch(test);
  // Lookups of the failed payouts, whatever else is looked up before sending.
  const failed = desk.payouts(batch).map(({ key }) => (key.by === 'reference' ? key.reference : key.transactionId));
  const lookups = (): number =>
    gateway.posts.filter(
      ({ path, body }) => path === '/api/payoutStatus/' && failed.some((key) => Object.values(body).includes(key)),
    ).length;
  let stored = 0;
  let sent = 0;
  await desk.retry(batch, {
    onStored: () => {
      stored = lookups();
    },
    follower: {
      signal: new AbortController().signal,
      onProgress: () => {
        if (gateway.payoutPosts().length === ROWS + 1) sent ||= lookups();
      },
    },
  });
  expect(sent - stored).toBeLessThanOrEqual(2);
});
