// A run while something else in the same process changes its payouts: a person's decision, a cancellation, another batch's run.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../electron/main/domain/ledger.ts';
import { TURN_RESTS_MS } from '../../electron/main/engine/run-demand.ts';
import type { Paise } from '../../shared/money.ts';
import { zeroCounts } from '../../shared/states.ts';
import { found, NOT_KNOWN_ANSWER, unknown } from './ready-answers.ts';
import type { PayPlan } from './scripted-gateway.ts';
import { payableRow, SimulatedDesk, type StartedRun } from './simulated-desk.ts';

const PAID: PayPlan = { executes: 'success' };
const LOST: PayPlan = { executes: 'success', outcome: unknown('timeout') };
const MINUTE_MS = 60_000;

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

function stateOf(batch: number, row: number): string | undefined {
  return desk.payouts(batch).find((payout) => payout.row === row)?.state;
}

/** Expects the run's last progress to match the disk. */
function expectExact(batch: number, { progress }: StartedRun): void {
  expect(progress.at(-1)?.counts).toEqual({ ...zeroCounts(), ...desk.counts(batch) });
}

describe('a run beside a person who decides', () => {
  it('goes on when the payout was decided with its look-up in flight, and that look-up finds it paid', async () => {
    const batch = desk.confirm(60);
    desk.gateway.script = {
      pay: (_order, nth) => (nth.inAll === 2 ? LOST : PAID),
      lookUp: () => ({ answerMs: 2_000 }),
    };
    const started = desk.start(batch, { backoff: { firstMs: 500, maxMs: 3_600_000 } });
    await desk.until(() => desk.gateway.times('lookUp').length === 1);
    expect(stateOf(batch, 3)).toBe('unknown');
    desk.decideBeside(batch, 3, 'notPaid');
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 60 });
    expect(desk.lateNews()).toMatchObject([{ before: 'failed', after: 'success' }]);
    expect(desk.contradictions(batch)).toEqual([]);
    expectExact(batch, started);
  });

  it('tells what is on disk from the decision on, in count and in money', async () => {
    const batch = desk.confirm(60);
    desk.gateway.script = {
      pay: (_order, nth) => (nth.inAll === 2 ? { executes: null, outcome: unknown('timeout') } : PAID),
    };
    const started = desk.start(batch);
    await desk.until(() => stateOf(batch, 3) === 'unknown' && (desk.counts(batch).success ?? 0) > 10);
    desk.decideBeside(batch, 3, 'notPaid');
    const reported = started.progress.length;
    await desk.until(() => started.progress.length > reported);
    expect(started.progress.at(-1)?.counts).toMatchObject({ failed: 1, unknown: 0 });
    expect(started.progress.at(-1)?.paise).toMatchObject({ failed: 100_100, unknown: 0 });
    expect(desk.counts(batch).queued).toBeGreaterThan(0);
    await desk.finish(started);
    expectExact(batch, started);
  });

  it('counts what was decided no longer as unresolved', async () => {
    const batch = desk.confirm(90);
    // Every second answer is lost: twenty unresolved ones are too many.
    desk.gateway.script = {
      pay: (_order, nth) => (nth.inAll % 2 === 0 ? { executes: null, outcome: unknown('timeout') } : PAID),
      lookUp: () => ({ answer: NOT_KNOWN_ANSWER }),
    };
    const started = desk.start(batch, { inFlightMax: 1, until: 'sent' });
    for (let decided = 0; started.ended() === null; ) {
      await desk.until(() => started.ended() !== null || (desk.counts(batch).unknown ?? 0) >= 12);
      const unresolved = desk.payouts(batch).filter(({ state }) => state === 'unknown');
      for (const { row } of unresolved.slice(0, started.ended() === null ? 12 : 0)) {
        desk.decideBeside(batch, row, 'notPaid');
        decided += 1;
      }
      expect(decided).toBeLessThanOrEqual(45);
    }
    expect(await started.end).toEqual({ kind: 'reached' });
    expect(started.progress.map(({ mode }) => mode)).not.toContain('doubting');
    expect(desk.counts(batch).queued).toBeUndefined();
  });

  it('follows on when it only looks up, and ends when nothing is left in doubt', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = { pay: () => LOST, lookUp: () => ({ answerMs: 2_000 }) };
    await desk.run(batch, { until: 'sent' });
    const started = desk.start(batch, { send: false });
    await desk.until(() => desk.gateway.times('lookUp').length === 1);
    for (const { row } of desk.payouts(batch)) desk.decideBeside(batch, row, 'notPaid');
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(stateOf(batch, 2)).toBe('success');
    expectExact(batch, started);
  });

  it('hears nothing of what is decided of another batch', async () => {
    const other = desk.confirm(1);
    desk.gateway.script = { pay: () => ({ executes: null, outcome: unknown('timeout') }) };
    await desk.run(other, { until: 'sent' });
    desk.gateway.script = { pay: () => PAID };
    const batch = desk.confirm(20);
    const started = desk.start(batch);
    await desk.until(() => desk.gateway.times('pay').length > 5);
    desk.decideBeside(other, 2, 'notPaid');
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expectExact(batch, started);
  });

  it('hears nothing any more once it has ended', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = {
      pay: () => ({ executes: null, outcome: unknown('timeout') }),
      lookUp: () => ({ answer: NOT_KNOWN_ANSWER }),
    };
    const started = desk.start(batch, { until: 'sent' });
    await desk.finish(started);
    const recorded = started.progress.length;
    desk.decideBeside(batch, 2, 'notPaid');
    await desk.clock.advance(MINUTE_MS);
    expect(started.progress).toHaveLength(recorded);
  });
});

describe('a run beside a cancellation', () => {
  const cancel = (batch: number): Change[] =>
    desk.store.ledger.cancel(batch, { nowMs: desk.clock.nowMs, backoff: { firstMs: 0, maxMs: 0 } });

  it('sends nothing more, settles what is out, and ends', async () => {
    const batch = desk.confirm(40);
    desk.gateway.script = { pay: () => ({ executes: 'success', answerMs: 500 }) };
    const started = desk.start(batch);
    await desk.until(() => desk.gateway.times('pay').length === 6);
    const sent = desk.gateway.times('pay').length + (desk.counts(batch).sending ?? 0);
    expect(cancel(batch).length).toBeGreaterThan(20);
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.gateway.times('pay').length).toBeLessThanOrEqual(sent);
    expect(desk.counts(batch)).toEqual({
      success: desk.gateway.times('pay').length,
      cancelled: 40 - desk.gateway.times('pay').length,
    });
    expectExact(batch, started);
  });

  it.each([
    ['finds it', found('success')],
    ['does not know it', NOT_KNOWN_ANSWER],
  ])('takes a look-up before a send for nothing that %s after its row was cancelled', async (_how, answer) => {
    const rows = [payableRow(0, { reference: 'SHEET1' }), payableRow(1, { reference: 'SHEET2' })];
    const batch = desk.confirm(rows);
    desk.gateway.script = { lookUp: () => ({ answer, answerMs: 1_000 }) };
    const started = desk.start(batch);
    await desk.until(() => desk.gateway.times('lookUp').length === 2);
    expect(cancel(batch)).toHaveLength(2);
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ cancelled: 2 });
    expect(desk.gateway.times('pay')).toEqual([]);
    expectExact(batch, started);
  });
});

describe('a run that finds a bug of ours after a commit', () => {
  it('waits also for a look-up that needs one more permit of the rate', async () => {
    const batch = desk.confirm(1);
    desk.gateway.script = { pay: () => ({ executes: 'failed', outcome: unknown('timeout') }) };
    await desk.run(batch, { until: 'sent' });
    let isBroken = false;
    desk.faults = {
      ledger: (real) => ({
        ...real,
        nextDueAtMs: (of) => {
          if (isBroken) throw new TypeError('a bug');
          return real.nextDueAtMs(of);
        },
      }),
    };
    const started = desk.start(batch, { send: false, ratePerSecond: 1, backoff: { firstMs: 500, maxMs: 3_600_000 } });
    await desk.until(() => desk.gateway.asked.length === 1);
    isBroken = true;
    await expect(desk.finish(started, MINUTE_MS)).rejects.toThrow('a bug');
    expect(desk.gateway.times('lookUp')).toHaveLength(2);
    expect(desk.payouts(batch)).toMatchObject([{ state: 'unknown', lookups: 1 }]);
  });

  it('rests between turns that fail for good, until all that is out has come back', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = {
      pay: (_order, nth) => ({ executes: 'success', answerMs: nth.inAll === 1 ? 500 : 2_500 }),
    };
    let failed = 0;
    desk.faults = {
      ledger: (real) => ({
        ...real,
        turn: (request) => {
          if (desk.gateway.times('pay').length < 2) return real.turn(request);
          failed += 1;
          throw new TypeError('a bug');
        },
      }),
    };
    await expect(desk.run(batch)).rejects.toThrow('a bug');
    expect(failed).toBeGreaterThan(10);
    expect(failed).toBeLessThanOrEqual(2_500 / TURN_RESTS_MS + 2);
  });

  it('takes back the claim of a payout that cannot be let go, and lets the others go', async () => {
    const batch = desk.confirm(40);
    desk.gateway.script = { pay: () => ({ executes: 'success', answerMs: 800 }) };
    const started = desk.start(batch);
    await desk.until(() => desk.gateway.times('pay').length === 1);
    const admit = started.window.admit.bind(started.window);
    let asked = 0;
    started.window.admit = () => {
      asked += 1;
      if (asked === 2) throw new TypeError('a bug');
      admit();
    };
    await expect(desk.finish(started)).rejects.toThrow('a bug');
    const sent = desk.gateway.times('pay').length;
    expect(desk.counts(batch)).toEqual({ success: sent, queued: 40 - sent });
    expect(desk.payouts(batch).filter(({ state, attempts }) => state === 'queued' && attempts === 1)).toHaveLength(1);
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('lets go what that commit claimed, settles all that is out, sends nothing more, and then breaks off', async () => {
    const batch = desk.confirm(40);
    desk.gateway.script = { pay: () => ({ executes: 'success', answerMs: 800 }) };
    let hasLied = false;
    desk.faults = {
      ledger: (real) => ({
        ...real,
        subscribe: (listeners) =>
          real.subscribe({
            ...listeners,
            onChanges: (changes) => {
              const [first] = changes;
              if (hasLied || first === undefined || desk.gateway.times('pay').length < 4)
                return listeners.onChanges(changes);
              hasLied = true;
              return listeners.onChanges([
                ...changes,
                { ...first, from: 'reversed', to: 'failed', amountPaise: 1 as Paise },
              ]);
            },
          }),
      }),
    };
    const started = desk.start(batch);
    await expect(desk.finish(started)).rejects.toThrow('more payouts left reversed');
    const sent = desk.gateway.times('pay').length;
    expect(desk.counts(batch)).toEqual({ success: sent, queued: 40 - sent });
    expect(sent).toBeLessThan(16);
    expect(desk.contradictions(batch)).toEqual([]);
  });
});
