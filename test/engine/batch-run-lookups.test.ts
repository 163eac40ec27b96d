// Following sent payouts: how often they are looked up, what is believed, and what an answer never decides.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEnd } from '../../electron/main/domain/run.ts';
import {
  accepted,
  found,
  MISMATCH_LOOKUP,
  NOT_KNOWN_ANSWER,
  UNAUTHORIZED_LOOKUP,
  unclear,
  unknown,
  unreachable,
  utrOf,
} from './ready-answers.ts';
import { INVENTED } from './scripted-gateway.ts';
import { type RunOptions, SimulatedDesk } from './simulated-desk.ts';

const MINUTE_MS = 60_000;
const LOST = { executes: null, outcome: unknown('timeout') } as const;

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

function codeOf(end: RunEnd): string {
  return end.kind === 'paused' ? end.pause.code : end.kind;
}

/** The waits between lookups of a reference, in whole seconds. */
function waitsOf(reference: string): number[] {
  const times = desk.gateway.asked.flatMap(({ key, atMs }) =>
    (key.by === 'reference' ? key.reference : key.transactionId.slice(2)) === reference ? [atMs] : [],
  );
  return times.slice(1).map((at, index) => Math.round((at - (times[index] ?? at)) / 1_000));
}

describe('a payout that is followed', () => {
  it('is asked for after the first wait, then after doubled waits, up to the longest', async () => {
    const batch = desk.confirm(1);
    await desk.run(batch, { backoff: { firstMs: 3_000, maxMs: 40_000 }, forMs: 5 * MINUTE_MS });
    expect(waitsOf('B1ROW000002').slice(0, 7)).toEqual([6, 12, 24, 40, 40, 40, 40]);
    const [sent] = desk.gateway.times('pay');
    expect(Math.round(((desk.gateway.times('lookUp')[0] ?? 0) - (sent ?? 0)) / 1_000)).toBe(3);
  });

  it('is asked for by its transaction id once there is one, else by its reference', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = {
      pay: (order, nth) => ({
        executes: 'processing',
        outcome: nth.inAll === 1 ? accepted(null) : accepted(`T-${order.reference}`),
      }),
    };
    await desk.run(batch, { forMs: 10_000 });
    const keys = new Set(desk.gateway.asked.map(({ key }) => JSON.stringify(key)));
    expect(keys).toEqual(
      new Set([
        JSON.stringify({ by: 'reference', reference: 'B1ROW000002' }),
        JSON.stringify({ by: 'transactionId', transactionId: 'T-B1ROW000003', reference: 'B1ROW000003' }),
      ]),
    );
  });

  it.each(['0', '000000', '', 'N/A', 'null'])(
    'is asked for by its reference where the gateway calls every payment %j',
    async (transactionId) => {
      const batch = desk.confirm(4);
      desk.gateway.script = {
        pay: () => ({
          executes: 'processing',
          outcome: accepted(transactionId),
          ends: { as: 'failed', afterMs: 2_000 },
        }),
      };
      await desk.run(batch);
      expect(new Set(desk.gateway.asked.map(({ key }) => key.by))).toEqual(new Set(['reference']));
      expect(desk.counts(batch)).toEqual({ failed: 4 });
    },
  );

  it('is asked for by its reference, once the batch stopped because the gateway calls every payment the same', async () => {
    const batch = desk.confirm(8);
    const ends = { as: 'failed', afterMs: 2_000 } as const;
    desk.gateway.script = { pay: () => ({ executes: 'processing', outcome: accepted('SAME'), ends }) };
    const end = await desk.run(batch, { inFlightMax: 2 });
    expect(end).toMatchObject({ kind: 'paused', pause: { code: 'echoMismatch' } });
    const { queued = 0, unknown = 0 } = desk.counts(batch);
    expect([queued >= 4, unknown >= 1]).toEqual([true, true]);
    await desk.run(batch, { send: false });
    expect(new Set(desk.gateway.asked.map(({ key }) => key.by))).toEqual(new Set(['reference']));
    expect(desk.counts(batch)).toEqual({ failed: 8 - queued, queued });
  });

  it("is not paid by a transaction id of another computer's payment", async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = {
      pay: () => ({ executes: 'processing', outcome: accepted('T-OTHER'), ends: { as: 'failed', afterMs: MINUTE_MS } }),
      lookUp: (key) => (key.by === 'transactionId' ? { answer: found('success', 'success', utrOf(key)) } : {}),
    };
    await desk.run(batch, { forMs: 10 * MINUTE_MS });
    expect(desk.payouts(batch)[0]?.state).toBe('processing');
  });

  it('is confirmed by its reference until a success by transaction id was, in each run', async () => {
    const batch = desk.confirm(5);
    const ends = { as: 'success', afterMs: 2_000 } as const;
    desk.gateway.script = {
      pay: (order) => ({ executes: 'processing', outcome: accepted(`T-${order.reference}`), ends }),
    };
    await desk.run(batch, { inFlightMax: 1 });
    expect(desk.counts(batch)).toEqual({ success: 5 });
    const byReference = desk.gateway.asked.filter(({ key }) => key.by === 'reference');
    const asked = new Set(desk.gateway.asked.map(({ key }) => JSON.stringify(key)));
    expect([byReference.length, asked.size]).toEqual([1, 6]);
  });

  it('ends the run "until settled" when its next look-up is over ten minutes away', async () => {
    const batch = desk.confirm(1);
    const startMs = desk.clock.monotonicMs;
    expect(await desk.run(batch, { until: 'settled' })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ processing: 1 });
    const next = desk.payouts(batch)[0]?.nextLookupAtMs ?? 0;
    expect(next - desk.clock.nowMs).toBeGreaterThan(10 * MINUTE_MS);
    expect(desk.clock.monotonicMs - startMs).toBeGreaterThan(5 * MINUTE_MS);
  });

  it('is followed again by a run that sends nothing, from where it was left', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = { pay: () => ({ executes: 'processing', ends: { as: 'success', afterMs: 30 * MINUTE_MS } }) };
    await desk.run(batch, { until: 'sent' });
    await desk.clock.advance(40 * MINUTE_MS);
    expect(await desk.run(batch, { send: false })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 2 });
  });
});

describe('an unknown payout', () => {
  it.each(['failed', 'rejected'] as const)(
    'becomes %s when two look-ups in a row agree, and not before',
    async (state) => {
      const batch = desk.confirm(1);
      const seen: string[] = [];
      desk.gateway.script = {
        pay: () => LOST,
        lookUp: (_key, nth) => {
          seen.push(desk.payouts(batch)[0]?.state ?? '');
          return {
            answer: [found(state), NOT_KNOWN_ANSWER, found(state), found(state)][nth.inAll - 1] ?? found(state),
          };
        },
      };
      expect(await desk.run(batch)).toEqual({ kind: 'reached' });
      expect(seen).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
      expect(desk.counts(batch)).toEqual({ [state]: 1 });
    },
  );

  it('is never called failed by a gateway that has begun to say "not known" with that word', async () => {
    const batch = desk.confirm(3);
    let isLate = false;
    desk.gateway.script = {
      pay: () => LOST,
      lookUp: () => ({ answer: isLate ? found('failed') : NOT_KNOWN_ANSWER }),
      lookUpInvented: () => ({ answer: isLate ? found('failed') : NOT_KNOWN_ANSWER }),
    };
    await desk.run(batch, { forMs: 10_000 });
    isLate = true;
    await desk.run(batch, { send: false, forMs: 10 * MINUTE_MS });
    expect(desk.counts(batch)).toEqual({ unknown: 3 });
    expect(desk.gateway.times('lookUp').length).toBeGreaterThan(6);
  });

  it('is never called paid by a gateway that says so of everything', async () => {
    const batch = desk.confirm(3);
    desk.gateway.script = {
      pay: () => LOST,
      lookUp: () => ({ answer: found('success') }),
      lookUpInvented: () => ({ answer: found('success') }),
    };
    await desk.run(batch, { forMs: MINUTE_MS });
    expect(desk.counts(batch)).toEqual({ unknown: 3 });
  });

  it('is never called under way by a gateway that has begun to say "not known" with a word for that', async () => {
    await desk.proveLookups();
    const batch = desk.confirm(3);
    let isLate = false;
    desk.gateway.script = {
      pay: () => LOST,
      lookUp: () => ({ answer: isLate ? found('processing') : NOT_KNOWN_ANSWER }),
      lookUpInvented: () => ({ answer: isLate ? found('processing') : NOT_KNOWN_ANSWER }),
    };
    await desk.run(batch, { forMs: 10_000 });
    isLate = true;
    await desk.run(batch, { send: false, forMs: 10 * MINUTE_MS });
    // As `processing`, nobody could decide it, and no lookup would ever end it.
    expect(desk.counts(batch)).toEqual({ unknown: 3 });
    for (const payout of desk.payouts(batch)) expect(payout.notKnown).toBeGreaterThan(4);
  });

  it('is under way at one look-up that calls it so, while an invented key gets another answer', async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = { pay: () => ({ executes: 'processing', outcome: unknown('cut') }) };
    await desk.run(batch, { until: 'sent' });
    const countInvented = () => desk.gateway.writes.filter(({ reference }) => reference?.startsWith(INVENTED)).length;
    await desk.run(batch, { send: false, forMs: 10 * MINUTE_MS });
    expect(desk.counts(batch)).toEqual({ processing: 1 });
    // Once it is no longer in doubt, each lookup is a single request.
    expect([countInvented(), desk.payouts(batch)[0]?.lookups]).toEqual([1, expect.any(Number)]);
    expect(desk.gateway.asked.length).toBeGreaterThan(3);
  });

  it('asks again soon, not ever later, when one refusal waits for a second', async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = {
      pay: () => LOST,
      lookUp: (_key, nth) => ({ answer: nth.inAll < 6 ? NOT_KNOWN_ANSWER : found('failed') }),
    };
    await desk.run(batch);
    expect(waitsOf('B1ROW000002')).toEqual([6, 12, 24, 48, 96, 3]);
  });

  it('becomes success or reversed with one look-up', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = {
      pay: (_order, nth) => ({ executes: nth.inAll === 1 ? 'success' : 'reversed', outcome: unknown('cut') }),
    };
    await desk.run(batch);
    expect(desk.counts(batch)).toEqual({ success: 1, reversed: 1 });
    expect(desk.gateway.asked).toHaveLength(2);
  });

  it('stays unknown however often the gateway does not know it, and that is counted', async () => {
    await desk.proveLookups();
    const batch = desk.confirm(2);
    desk.gateway.script = { pay: () => LOST };
    expect(await desk.run(batch)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ unknown: 2 });
    for (const payout of desk.payouts(batch)) expect(payout.notKnown).toBeGreaterThan(6);
  });

  it('stays unknown while the gateway lags, and becomes success when it knows', async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = {
      pay: () => ({ executes: 'success', outcome: unknown('timeout'), knownAfterMs: 30 * MINUTE_MS }),
    };
    await desk.run(batch);
    expect(desk.counts(batch)).toEqual({ unknown: 1 });
    await desk.clock.advance(40 * MINUTE_MS);
    await desk.run(batch, { send: false });
    expect(desk.counts(batch)).toEqual({ success: 1 });
    expect(desk.gateway.posts('B1ROW000002')).toBe(1);
  });

  it('is decided by no look-up by reference where nothing was learned', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = { pay: () => ({ executes: 'success', outcome: unknown('cut') }) };
    await desk.run(batch, { notKnown: null });
    expect(desk.counts(batch)).toEqual({ unknown: 2 });
    for (const payout of desk.payouts(batch)) {
      expect(payout.lookups).toBeGreaterThan(3);
      expect(payout.notKnown).toBe(0);
    }
  });

  it.each([
    ['a server fault', unclear(500)],
    ['another payment', MISMATCH_LOOKUP],
  ])('is not moved by %s', async (_what, answer) => {
    const batch = desk.confirm(1);
    desk.gateway.script = { pay: () => LOST, lookUp: () => ({ answer }) };
    await desk.run(batch, { until: 'sent' });
    await desk.run(batch, { send: false });
    expect(desk.payouts(batch)).toMatchObject([{ state: 'unknown', notKnown: 0 }]);
  });
});

describe('look-ups', () => {
  const followed: RunOptions = { send: false };

  it('stop quietly for a dead token, which never counts as "not known" and leaves them due', async () => {
    const batch = desk.confirm(3);
    desk.gateway.script = {
      pay: () => LOST,
      lookUp: () => ({ answer: UNAUTHORIZED_LOOKUP }),
      wallet: () => ({ answer: { kind: 'unauthorized' } }),
    };
    await desk.run(batch, { until: 'sent', inFlightMax: 1 });
    await desk.clock.advance(5_000);
    expect(codeOf(await desk.run(batch, { ...followed, inFlightMax: 1 }))).toBe('tokenRefused');
    expect(desk.gateway.asked).toHaveLength(1);
    for (const payout of desk.payouts(batch)) {
      expect(payout).toMatchObject({ state: 'unknown', lookups: 0, notKnown: 0 });
      expect(payout.nextLookupAtMs).toBeLessThanOrEqual(desk.clock.nowMs);
    }
  });

  it('refused by 429 wait as long as the gateway asks, and go at half the rate from then on', async () => {
    const batch = desk.confirm(12);
    await desk.run(batch, { until: 'sent' });
    await desk.clock.advance(10_000);
    desk.gateway.script = {
      lookUp: (key, nth) => ({
        answer: nth.inAll === 1 ? { ...unclear(429), retryAfterMs: 40_000 } : found('success', 'success', utrOf(key)),
      }),
    };
    const startMs = desk.clock.monotonicMs;
    const started = desk.start(batch, { ...followed, inFlightMax: 1, ratePerSecond: 4 });
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 12 });
    const [, second] = desk.gateway.times('lookUp').filter((at) => at > startMs);
    expect((second ?? 0) - startMs).toBeGreaterThan(40_000);
    expect(started.window.limitPerSecond).toBe(2);
  });

  it('that cannot be reached stay due, are tried ever less often, and never count', async () => {
    const batch = desk.confirm(3);
    await desk.run(batch, { until: 'sent' });
    const downUntilMs = desk.clock.monotonicMs + 60 * MINUTE_MS;
    desk.gateway.script = {
      lookUp: (key) =>
        desk.clock.monotonicMs < downUntilMs
          ? { answer: unreachable(), leaves: false }
          : { answer: found('success', 'success', utrOf(key)) },
    };
    const started = desk.start(batch, followed);
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 3 });
    expect(desk.payouts(batch).map(({ lookups }) => lookups)).toEqual([1, 1, 1]);
    expect(desk.gateway.asked.length).toBeLessThan(500);
    expect(desk.clock.monotonicMs - downUntilMs).toBeLessThan(32_000);
  });

  it('of a slow gateway do not keep the loop spinning', async () => {
    const batch = desk.confirm(4);
    desk.gateway.script = {
      pay: () => ({ executes: 'processing', ends: { as: 'success', afterMs: 2_000 } }),
      lookUp: () => ({ answerMs: 20_000 }),
    };
    const started = desk.start(batch, { inFlightMax: 16 });
    await desk.finish(started);
    expect(desk.counts(batch)).toEqual({ success: 4 });
    // An idle loop checks at most ten times a second.
    expect(started.process.firedCount).toBeLessThan(700);
  });

  it('go on while one of them hangs', async () => {
    const batch = desk.confirm(10);
    desk.gateway.script = {
      pay: () => ({ executes: 'processing', ends: { as: 'success', afterMs: 500 } }),
      lookUp: (_key, nth) => ({ answerMs: nth.inAll === 1 ? 60_000 : 20 }),
    };
    const started = desk.start(batch, { inFlightMax: 4 });
    await desk.until(() => desk.counts(batch).success === 9, 10_000);
    await desk.finish(started);
    expect(desk.counts(batch)).toEqual({ success: 10 });
  });

  it('find what a restart left in flight at once', async () => {
    const batch = desk.confirm(4);
    desk.gateway.script = { pay: () => ({ executes: 'success', answerMs: 30_000 }) };
    const started = desk.start(batch, { inFlightMax: 4 });
    await desk.until(() => desk.gateway.times('pay').length === 4);
    desk.crash();
    await desk.clock.advance(10 * MINUTE_MS);
    desk.reopen();
    expect(started.ended()).toBeNull();
    expect(desk.counts(batch)).toEqual({ unknown: 4 });
    const resumedAtMs = desk.clock.monotonicMs;
    await desk.run(batch, followed);
    expect(desk.counts(batch)).toEqual({ success: 4 });
    expect(desk.clock.monotonicMs - resumedAtMs).toBeLessThan(2_000);
  });
});
