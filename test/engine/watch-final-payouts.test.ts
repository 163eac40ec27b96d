// Final payouts are looked up for days: on which days, how fast, behind what, and what their late news does.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { busiestWithin } from './busiest-second.ts';
import { accepted, found, NOT_KNOWN_ANSWER, refused, unknown } from './ready-answers.ts';
import { SimulatedDesk } from './simulated-desk.ts';

const MINUTE_MS = 60_000;

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

/** Follows the batch four times a day for this many days, in a new process each time, as a scheduled `watch` does. */
async function watchDaily(batch: number, days: number): Promise<number[]> {
  const startMs = desk.clock.nowMs;
  const askedOn: number[] = [];
  for (let quarter = 0; quarter <= days * 4; quarter += 1) {
    const before = desk.gateway.asked.length;
    expect(await desk.run(batch, { send: false })).toEqual({ kind: 'reached' });
    for (let at = before; at < desk.gateway.asked.length; at += 1) askedOn.push((desk.clock.nowMs - startMs) / DAY_MS);
    desk.reopen();
    await desk.clock.advance(DAY_MS / 4);
  }
  return askedOn.map((day) => Math.round(day * 10) / 10);
}

describe('the final watch', () => {
  it.each(['success', 'failed', 'rejected', 'reversed'] as const)(
    'asks for a payout that is %s on days 1, 3 and 7, across restarts, and no more',
    async (state) => {
      const batch = desk.confirm(1);
      const isRefusal = state === 'failed' || state === 'rejected';
      const answer = isRefusal ? refused('no', state) : undefined;
      desk.gateway.script = {
        pay: () => ({ executes: state, ...(answer === undefined ? {} : { outcome: answer }) }),
      };
      await desk.run(batch, { until: 'sent' });
      // A success came without a UTR, so the first lookup comes early for it.
      expect(await watchDaily(batch, 12)).toEqual(state === 'success' ? [0.3, 1, 3, 7] : [1, 3, 7]);
      expect(desk.counts(batch)).toEqual({ [state]: 1 });
      expect(desk.contradictions(batch)).toEqual([]);
    },
  );

  it('asks daily for thirty days after a person’s decision', async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = { pay: () => ({ executes: null, outcome: unknown('timeout') }) };
    await desk.run(batch, { until: 'sent' });
    desk.decide(batch, { paid: false });
    const days = await watchDaily(batch, 33);
    expect(days.map(Math.round)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  it('does not keep a run from ending: what was just settled is asked for tomorrow', async () => {
    const batch = desk.confirm(20);
    desk.gateway.script = { pay: () => ({ executes: 'success' }) };
    const startMs = desk.clock.monotonicMs;
    expect(await desk.run(batch)).toEqual({ kind: 'reached' });
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(4_000);
    expect(desk.gateway.asked).toEqual([]);
  });

  it('takes at most a fifth of the rate, over every stretch of it', async () => {
    const batch = desk.confirm(60);
    desk.gateway.script = { pay: () => ({ executes: 'success' }) };
    await desk.run(batch);
    await desk.clock.advance(DAY_MS);
    const startMs = desk.clock.monotonicMs;
    await desk.run(batch, { send: false, ratePerSecond: 10 });
    const times = desk.gateway.times('lookUp');
    expect(times).toHaveLength(60);
    expect(busiestWithin(times, 1_000)).toBeLessThanOrEqual(2);
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(33_000);
  });

  it('counts the invented key that is asked for beside a refusal', async () => {
    const batch = desk.confirm(12);
    desk.gateway.script = {
      pay: (order) => ({ executes: 'failed', outcome: refused(`no ${order.reference}`, 'failed') }),
    };
    await desk.run(batch);
    await desk.clock.advance(DAY_MS);
    const startMs = desk.clock.monotonicMs;
    await desk.run(batch, { send: false, ratePerSecond: 5 });
    expect(desk.gateway.times('lookUp')).toHaveLength(24);
    // One request a second at five a second: 24 of them take at least 22 seconds.
    expect(desk.clock.monotonicMs - startMs).toBeGreaterThan(22_000);
  });

  it('never lets a payout in doubt wait behind those that are final', async () => {
    const batch = desk.confirm(200);
    desk.gateway.script = {
      pay: (_order, nth) =>
        nth.inAll === 200
          ? { executes: 'success', outcome: unknown('cut'), knownAfterMs: 23 * 60 * MINUTE_MS }
          : { executes: 'success' },
    };
    await desk.run(batch);
    expect(desk.counts(batch)).toEqual({ success: 199, unknown: 1 });
    await desk.clock.advance(DAY_MS);
    desk.store.ledger.hastenLookups(batch, desk.clock.nowMs);
    const before = desk.gateway.asked.length;
    await desk.run(batch, { send: false, ratePerSecond: 5 });
    const [first] = desk.gateway.asked.slice(before);
    expect(first?.key).toMatchObject({ by: 'reference' });
    expect(desk.counts(batch)).toEqual({ success: 200 });
  });

  it('goes on beside the sends of a batch that is resumed, which does not wait for it', async () => {
    const batch = desk.confirm(40);
    desk.gateway.script = { pay: () => ({ executes: 'success' }) };
    const started = desk.start(batch);
    await desk.until(() => desk.gateway.times('pay').length === 20);
    started.run.pause({ code: 'person', message: verbatim('asked') });
    await desk.finish(started);
    await desk.clock.advance(DAY_MS);
    const startMs = desk.clock.monotonicMs;
    expect(await desk.run(batch, { ratePerSecond: 5 })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 40 });
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(8_000);
    expect(desk.gateway.asked.length).toBeGreaterThan(0);
    expect(desk.gateway.asked.length).toBeLessThan(20);
  });

  it('ends at the bound, and leaves the rest due', async () => {
    const batch = desk.confirm(60);
    desk.gateway.script = { pay: () => ({ executes: 'success' }) };
    await desk.run(batch);
    await desk.clock.advance(DAY_MS);
    expect(await desk.run(batch, { send: false, ratePerSecond: 5, forMs: 10_000 })).toEqual({ kind: 'bound' });
    const asked = desk.gateway.asked.length;
    expect(asked).toBeGreaterThan(5);
    await desk.run(batch, { send: false });
    expect(desk.gateway.asked).toHaveLength(60);
  });
});

describe('what the final watch finds', () => {
  it('raises an alarm when a paid payout was reversed', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = { pay: () => ({ executes: 'success' }) };
    await desk.run(batch);
    await desk.clock.advance(DAY_MS);
    desk.gateway.script = {
      lookUp: (key) => ({ answer: found(keyOf(key) === 'B1ROW000002' ? 'reversed' : 'success') }),
    };
    await desk.run(batch, { send: false });
    expect(desk.counts(batch)).toEqual({ success: 1, reversed: 1 });
    expect(desk.lateNews()).toEqual([{ before: 'success', after: 'reversed', word: 'reversed' }]);
  });

  it('calls a paid payout failed only when a second look-up agrees, and asks for that soon', async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = { pay: () => ({ executes: 'success' }) };
    await desk.run(batch);
    await desk.clock.advance(DAY_MS);
    const seen: unknown[] = [];
    desk.gateway.script = {
      lookUp: ({ by }) => {
        seen.push(`${by} ${desk.payouts(batch)[0]?.state}`);
        return { answer: found('failed') };
      },
    };
    await desk.run(batch, { send: false });
    const asked = ['transactionId success', 'reference success'];
    expect(seen).toEqual([...asked, ...asked]);
    expect(desk.counts(batch)).toEqual({ failed: 1 });
  });

  it('believes no other ending by transaction id that our own reference contradicts', async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = { pay: () => ({ executes: 'success' }) };
    await desk.run(batch);
    desk.gateway.script = { lookUp: ({ by }) => (by === 'transactionId' ? { answer: found('failed') } : {}) };
    expect(await watchDaily(batch, 3)).not.toEqual([]);
    expect([desk.counts(batch), desk.lateNews()]).toEqual([{ success: 1 }, []]);
  });

  it('takes "not known" for nothing: a gateway may forget', async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = {
      pay: (order) => ({ executes: 'success', outcome: accepted(`T-${order.reference}`, 'success') }),
      lookUp: () => ({ answer: NOT_KNOWN_ANSWER }),
    };
    await desk.run(batch);
    // Each time by its id, and immediately after by its reference.
    expect(await watchDaily(batch, 8)).toEqual([0.3, 0.5, 0.8, 1, 3, 7].flatMap((day) => [day, day]));
    expect(desk.counts(batch)).toEqual({ success: 1 });
    expect(desk.lateNews()).toEqual([]);
  });
});

function keyOf(key: { readonly by: string; readonly reference?: string; readonly transactionId?: string }): string {
  return key.reference ?? key.transactionId?.slice(2) ?? '';
}
