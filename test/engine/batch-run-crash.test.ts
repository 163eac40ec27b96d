// A process that dies at any step: nothing is posted twice, nothing is lost, and what was in flight is in doubt until a lookup
// finds it. Each test reads the truth from the gateway's own books.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accepted, notSent, refused, unknown } from './ready-answers.ts';
import type { PayPlan } from './scripted-gateway.ts';
import { Crash, type RunOptions, SimulatedDesk } from './simulated-desk.ts';

const PAID: PayPlan = { executes: 'processing', ends: { as: 'success', afterMs: 1_000 } };
const OPTIONS: RunOptions = { inFlightMax: 2, backoff: { firstMs: 500, maxMs: 3_600_000 } };

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

/**
 * Runs a batch in a process that dies at the given point. Returns false when it survived; rethrows any error that is not the
 * crash.
 */
async function diesAt(batch: number, point: number, options: RunOptions = OPTIONS): Promise<boolean> {
  desk.crashAt(point);
  try {
    await desk.run(batch, options);
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
}

/** Resumes until everything is sent, as a person would after each pause. */
async function resumeUntilSent(batch: number): Promise<void> {
  for (let tries = 0; tries < 40 && (desk.counts(batch).queued ?? 0) > 0; tries += 1) await desk.run(batch, OPTIONS);
}

describe('a run whose process dies', () => {
  it('at every single step of its way posts each payout once, and ends with every one paid', async () => {
    desk.gateway.script = { pay: () => PAID };
    let point = 1;
    for (let lived = false; !lived; point += 1) {
      const batch = desk.confirm(3);
      lived = !(await diesAt(batch, point));
      const inFlight = desk.payouts(batch).filter(({ state }) => state === 'sending');
      const unsent = desk.payouts(batch).filter(({ state }) => state === 'queued');
      desk.reopen();
      const after = new Map(desk.payouts(batch).map((payout) => [payout.reference, payout]));
      for (const { reference } of inFlight) {
        expect(after.get(reference)).toMatchObject({ state: 'unknown', unknownReason: 'crashed' });
      }
      for (const { reference } of unsent) expect(desk.gateway.posts(reference)).toBe(0);
      await desk.run(batch, OPTIONS);
      expect(desk.contradictions(batch)).toEqual([]);
      const posted = desk.payouts(batch).filter(({ reference }) => desk.gateway.posts(reference) === 1);
      expect(posted.every(({ state }) => state === 'success')).toBe(true);
      const others = desk.payouts(batch).filter(({ reference }) => desk.gateway.posts(reference) === 0);
      expect(others.every(({ state }) => state === 'unknown')).toBe(true);
    }
    expect(point).toBeGreaterThan(20);
  });

  it('after the commit and before the connection leaves doubt that stays: the gateway never knew it', async () => {
    await desk.proveLookups();
    const before = desk.gateway.times('pay').length;
    const batch = desk.confirm(1);
    // The points passed: the turn begins, it is committed, and the socket would be opened.
    expect(await diesAt(batch, 3)).toBe(true);
    desk.reopen();
    await desk.run(batch, OPTIONS);
    expect(desk.payouts(batch)).toMatchObject([{ state: 'unknown', unknownReason: 'crashed', attempts: 1 }]);
    expect(desk.payouts(batch)[0]?.notKnown).toBeGreaterThan(2);
    expect(desk.gateway.times('pay')).toHaveLength(before);
  });

  it('before the commit leaves the row as it was', async () => {
    const batch = desk.confirm(1);
    expect(await diesAt(batch, 1)).toBe(true);
    desk.reopen();
    expect(desk.payouts(batch)).toMatchObject([{ state: 'queued', attempts: 0 }]);
    await desk.run(batch, { ...OPTIONS, until: 'sent' });
    expect(desk.gateway.times('pay')).toHaveLength(1);
  });

  it('with its answer heard and not on disk finds the payment again by its reference', async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = { pay: () => ({ executes: 'success' }) };
    // Turn, commit, open, written, answered: the next step would write the answer to disk.
    expect(await diesAt(batch, 6)).toBe(true);
    expect(desk.payouts(batch)).toMatchObject([{ state: 'sending' }]);
    desk.reopen();
    expect(await desk.run(batch, OPTIONS)).toEqual({ kind: 'reached' });
    expect(desk.payouts(batch)).toMatchObject([{ state: 'success', attempts: 1 }]);
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('again and again, in a world of lost answers, refusals and broken lines, never posts a payout twice', async () => {
    const plans: readonly PayPlan[] = [
      PAID,
      PAID,
      PAID,
      { executes: 'success' },
      { executes: 'success', outcome: unknown('timeout') },
      { executes: 'success', outcome: unknown('httpStatus'), answerMs: 4_000 },
      { executes: 'success', outcome: unknown('refusedByRate', 500) },
      { executes: null, outcome: unknown('cut') },
      { executes: null, outcome: unknown('refusedByRate', 500) },
      { executes: null, outcome: refused('wrong account') },
      { executes: 'failed', outcome: accepted(null) },
      { outcome: notSent('refused') },
      { outcome: notSent('connectTimeout'), connectMs: 2_000 },
    ];
    const world = fc.record({
      rows: fc.integer({ min: 1, max: 12 }),
      choices: fc.array(fc.nat(plans.length - 1), { minLength: 12, maxLength: 12 }),
      connectMs: fc.integer({ min: 1, max: 1_500 }),
      deaths: fc.array(fc.integer({ min: 1, max: 70 }), { maxLength: 5 }),
      naps: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ rows, choices, connectMs, deaths, naps }) => {
        const batch = desk.confirm(rows);
        desk.gateway.script = {
          pay: (_order, nth) => ({ connectMs, ...plans[choices[(nth.inAll + nth.of) % choices.length] ?? 0] }),
        };
        for (const point of deaths) {
          await diesAt(batch, point);
          desk.reopen();
          if (naps) desk.clock.sleep(45_000);
          expect(desk.contradictions(batch)).toEqual([]);
        }
        await resumeUntilSent(batch);
        expect(desk.contradictions(batch)).toEqual([]);
        const { queued = 0, sending = 0 } = desk.counts(batch);
        expect([queued, sending]).toEqual([0, 0]);
      }),
      { numRuns: 40 },
    );
  });
});
