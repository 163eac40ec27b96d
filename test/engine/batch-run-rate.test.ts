// The rate and the shares, measured at the writes, with sends, lookups and wallet calls together.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { busiestSecond } from './busiest-second.ts';
import { notSent, UNAUTHORIZED, unclear, unknown } from './ready-answers.ts';
import type { PayPlan } from './scripted-gateway.ts';
import { SimulatedDesk } from './simulated-desk.ts';

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

/** How many writes fall into a span of the monotonic clock. */
function writesWithin(fromMs: number, untilMs: number): number {
  return desk.gateway.times().filter((at) => at >= fromMs && at < untilMs).length;
}

describe('the rate', () => {
  it('is never passed in any sliding second, and nearly all of it is used in a fast world', async () => {
    const batch = desk.confirm(400);
    desk.gateway.script = { pay: () => ({ executes: 'success', connectMs: 2, answerMs: 8 }) };
    await desk.run(batch, { ratePerSecond: 40, inFlightMax: 16 });
    const times = desk.gateway.times();
    expect(busiestSecond(times)).toBe(40);
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
    // The first second's writes come at once, so the span is one second short.
    expect(400 / ((seconds + 1) * 40)).toBeGreaterThan(0.9);
  });

  it('is never told above what was sent in the busiest second, and not far below it', async () => {
    const batch = desk.confirm(200);
    desk.gateway.script = { pay: () => ({ executes: 'success', connectMs: 2, answerMs: 8 }) };
    const started = desk.start(batch, { ratePerSecond: 25, inFlightMax: 16 });
    await desk.finish(started);
    const reported = Math.max(...started.progress.map(({ sentPerSecond }) => sentPerSecond));
    expect(reported).toBeLessThanOrEqual(busiestSecond(desk.gateway.times()));
    expect(reported).toBeGreaterThan(22);
  });

  it('uses nearly all of it while sends and look-ups share it', async () => {
    const batch = desk.confirm(200);
    desk.gateway.script = {
      pay: () => ({ executes: 'processing', connectMs: 2, answerMs: 8 }),
      lookUp: () => ({ answerMs: 8 }),
    };
    await desk.run(batch, { ratePerSecond: 20, inFlightMax: 16, backoff: { firstMs: 500, maxMs: 500 }, forMs: 11_000 });
    const times = desk.gateway.times();
    expect(busiestSecond(times)).toBe(20);
    const start = times[0] ?? 0;
    expect(writesWithin(start, start + 9_000)).toBeGreaterThan(0.9 * 9 * 20);
  });

  it('lets the first request wait a whole second after a start', async () => {
    const batch = desk.confirm(4);
    const startMs = desk.clock.monotonicMs;
    await desk.run(batch, { until: 'sent' });
    expect((desk.gateway.times()[0] ?? 0) - startMs).toBeGreaterThanOrEqual(1_000);
  });

  it('holds across a crash and the start after it', async () => {
    const batch = desk.confirm(60);
    const started = desk.start(batch, { ratePerSecond: 10, inFlightMax: 16 });
    await desk.until(() => desk.gateway.times().length >= 15);
    desk.reopen();
    expect(started.process.alive).toBe(false);
    await desk.run(batch, { ratePerSecond: 10, inFlightMax: 16, until: 'sent' });
    expect(busiestSecond(desk.gateway.times())).toBe(10);
  });

  it('is halved once by a burst of 429, after the wait the gateway named', async () => {
    const batch = desk.confirm(60);
    let refusedAtMs = 0;
    desk.gateway.script = {
      pay: (_order, nth) => {
        if (nth.inAll < 21 || nth.inAll > 24) return { executes: 'success' };
        refusedAtMs = desk.clock.monotonicMs;
        return { executes: null, outcome: unknown('refusedByRate', 7_000), answerMs: nth.inAll === 24 ? 2_500 : 20 };
      },
    };
    const started = desk.start(batch, { ratePerSecond: 20, inFlightMax: 8, until: 'sent' });
    await desk.finish(started);
    expect(started.window.limitPerSecond).toBe(10);
    const after = desk.gateway.times().filter((at) => at > refusedAtMs + 100);
    expect((after[0] ?? 0) - refusedAtMs).toBeGreaterThan(7_000);
    expect(busiestSecond(after)).toBeLessThanOrEqual(10);
    expect(desk.record(batch).refusedRate).toBe(20);
    expect(desk.counts(batch)).toEqual({ success: 56, unknown: 4 });
  });

  it('waits out a long Retry-After without giving the batch up', async () => {
    const batch = desk.confirm(30);
    desk.gateway.script = {
      pay: (_order, nth) =>
        nth.inAll <= 4 ? { executes: null, outcome: unknown('refusedByRate', 300_000) } : { executes: 'success' },
    };
    expect(await desk.run(batch, { until: 'sent' })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ unknown: 4, success: 26 });
    const times = desk.gateway.times();
    expect(times.findIndex((at) => at > (times[0] ?? 0) + 299_000)).toBe(4);
  });

  it('is halved by a 429 to a look-up as well', async () => {
    const batch = desk.confirm(3);
    desk.gateway.script = { lookUp: (_key, nth) => (nth.inAll === 1 ? { answer: unclear(429) } : {}) };
    const started = desk.start(batch, { ratePerSecond: 20, forMs: 15_000 });
    await desk.finish(started);
    expect(started.window.limitPerSecond).toBe(10);
    expect(desk.record(batch).refusedRate).toBe(20);
    const [first, second] = desk.gateway.times('lookUp');
    expect((second ?? 0) - (first ?? 0)).toBeLessThan(1_000);
    expect(desk.gateway.times('lookUp').every((at) => at <= (second ?? 0) + 1_000 || at > (first ?? 0) + 5_000)).toBe(
      true,
    );
  });

  it('counts the wallet call after a 401 as well', async () => {
    const batch = desk.confirm(12);
    desk.gateway.script = { pay: () => ({ executes: null, outcome: UNAUTHORIZED }) };
    await desk.run(batch, { ratePerSecond: 4, inFlightMax: 8 });
    expect(desk.gateway.times('wallet').length).toBeGreaterThan(1);
    expect(busiestSecond(desk.gateway.times())).toBe(4);
  });

  it('is never passed, whatever the latencies, the faults and the limits', async () => {
    const plans: readonly PayPlan[] = [
      { executes: 'success' },
      { executes: 'processing' },
      { executes: 'processing', ends: { as: 'success', afterMs: 700 } },
      { outcome: notSent('refused') },
      { executes: 'success', outcome: unknown('timeout') },
      { executes: null, outcome: unknown('refusedByRate', 1_200) },
    ];
    const world = fc.record({
      ratePerSecond: fc.integer({ min: 1, max: 12 }),
      inFlightMax: fc.integer({ min: 1, max: 12 }),
      requests: fc.array(
        fc.record({
          plan: fc.nat(plans.length - 1),
          connectMs: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 500, max: 3_000 })),
          answerMs: fc.integer({ min: 1, max: 2_000 }),
        }),
        { minLength: 5, maxLength: 20 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ ratePerSecond, inFlightMax, requests }) => {
        const batch = desk.confirm(25);
        const begunAt = desk.gateway.writes.length;
        desk.gateway.inFlightPeak = 0;
        desk.gateway.script = {
          pay: (_order, nth) => {
            const { plan, ...times } = requests[nth.inAll % requests.length] ?? { plan: 0 };
            return { ...plans[plan], ...times };
          },
          lookUp: (_key, nth) => {
            const { connectMs = 1, answerMs = 1 } = requests[nth.inAll % requests.length] ?? {};
            return { connectMs, answerMs };
          },
        };
        const options = { ratePerSecond, inFlightMax, backoff: { firstMs: 200, maxMs: 2_000 }, forMs: 15_000 };
        await desk.run(batch, options);
        const writes = desk.gateway.times().slice(begunAt);
        expect(busiestSecond(writes)).toBeLessThanOrEqual(ratePerSecond);
        expect(desk.gateway.inFlightPeak).toBeLessThanOrEqual(inFlightMax);
        expect(desk.contradictions(batch)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the shares', () => {
  it('are seven to three while sends and look-ups both want, and all of it for who is left', async () => {
    const batch = desk.confirm(260);
    desk.gateway.script = { pay: () => ({ executes: 'processing', answerMs: 5 }), lookUp: () => ({ answerMs: 5 }) };
    const params = { ratePerSecond: 20, inFlightMax: 20, backoff: { firstMs: 1, maxMs: 1 }, forMs: 24_000 };
    await desk.run(batch, params);
    const start = desk.gateway.times()[0] ?? 0;
    const share = (fromMs: number, untilMs: number): number => {
      const span = desk.gateway.writes.filter(({ atMs }) => atMs >= start + fromMs && atMs < start + untilMs);
      return span.filter(({ kind }) => kind === 'pay').length / span.length;
    };
    expect(share(2_000, 15_000)).toBeGreaterThan(0.66);
    expect(share(2_000, 15_000)).toBeLessThan(0.74);
    expect(desk.counts(batch)).toEqual({ processing: 260 });
    expect(share(20_000, 22_000)).toBe(0);
    expect(writesWithin(start + 20_000, start + 22_000)).toBeGreaterThan(36);
  });

  it('give sends everything while no look-up is due', async () => {
    const batch = desk.confirm(100);
    await desk.run(batch, {
      ratePerSecond: 20,
      inFlightMax: 20,
      until: 'sent',
      backoff: { firstMs: 60_000, maxMs: 60_000 },
    });
    const times = desk.gateway.times('pay');
    expect(times).toHaveLength(100);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(4_200);
  });
});
