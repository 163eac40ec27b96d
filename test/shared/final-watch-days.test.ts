// The days on which a final payout is looked up again, and the share of the rate for that.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FINAL_WATCH_LONGEST_WAIT_MS, nextWatchAtMs, watchShare } from '../../electron/main/domain/poll-schedule.ts';
import { DAY_MS } from '../../shared/limits.ts';
import type { PayoutState } from '../../shared/states.ts';

const SETTLED = 1_775_019_600_000;
const PAID: PayoutState = { kind: 'success', decidedBy: null, suspected: null };
const DECIDED: PayoutState = { kind: 'failed', decidedBy: 'meera' };

/** By default after an answer that was clear, about a payout with a known UTR. */
function watchAt(
  state: PayoutState,
  change: { settledAtMs: number; nowMs: number; wasUnclear?: boolean; lookups?: number; utrStep?: number | null },
) {
  return nextWatchAtMs(state, { wasUnclear: false, lookups: 100, utrStep: null, ...change });
}

/** The days after settling on which a desk that is always open looks the payout up. */
function daysOf(state: PayoutState): number[] {
  const days: number[] = [];
  for (let at = watchAt(state, { settledAtMs: SETTLED, nowMs: SETTLED }); at !== null; ) {
    days.push((at - SETTLED) / DAY_MS);
    at = watchAt(state, { settledAtMs: SETTLED, nowMs: at });
  }
  return days;
}

describe('an answer that said nothing', () => {
  const next = (days: number): number | null => {
    const at = watchAt(PAID, { settledAtMs: SETTLED, nowMs: SETTLED + days * DAY_MS, wasUnclear: true });
    return at === null ? null : (at - SETTLED) / DAY_MS - days;
  };

  it('is asked for again within the hour, and is no visit', () => {
    expect(next(1)).toBeCloseTo(1 / 24);
    expect(next(3)).toBeCloseTo(1 / 24);
  });

  it('is asked for again past the last day, and not for ever', () => {
    expect(next(7)).toBeCloseTo(1 / 24);
    expect(next(8.9)).toBeCloseTo(1 / 24);
    expect(next(9)).toBeNull();
  });

  it('is asked for again within the hour by a desk that was closed on all those days, for two days of them', () => {
    const late = { settledAtMs: SETTLED, nowMs: SETTLED + 29 * DAY_MS, wasUnclear: true };
    expect(watchAt(PAID, { ...late, lookups: 1 })).toBe(late.nowMs + DAY_MS / 24);
    expect(watchAt(PAID, { ...late, lookups: 47 })).toBe(late.nowMs + DAY_MS / 24);
    expect(watchAt(PAID, { ...late, lookups: 48 })).toBeNull();
    expect(watchAt(PAID, { ...late, wasUnclear: false, lookups: 1 })).toBeNull();
  });

  it('does not put off a regular day', () => {
    expect(next(2.99)).toBeCloseTo(0.01);
  });
});

describe('the final watch', () => {
  it.each<[string, PayoutState, number[]]>([
    ['success', PAID, [1, 3, 7]],
    ['failed', { kind: 'failed', decidedBy: null }, [1, 3, 7]],
    ['rejected', { kind: 'rejected' }, [1, 3, 7]],
    ['reversed', { kind: 'reversed', suspected: null }, [1, 3, 7]],
    ['decided not paid', DECIDED, Array.from({ length: 30 }, (_, index) => index + 1)],
    ['decided paid', { ...PAID, decidedBy: 'meera' }, Array.from({ length: 30 }, (_, index) => index + 1)],
    ['cancelled, which was never sent', { kind: 'cancelled', by: 'meera' }, []],
    ['queued', { kind: 'queued' }, []],
    ['unknown', { kind: 'unknown', reason: 'timeout', suspected: null }, []],
  ])('of %s', (_name, state, days) => {
    expect(daysOf(state)).toEqual(days);
  });

  it.each([
    ['two days', 2, 3],
    ['five days', 5, 7],
    ['a month', 31, null],
  ])('asks once for all the days of a desk that was closed for %s', (_name, closedDays, nextDay) => {
    const next = watchAt(PAID, { settledAtMs: SETTLED, nowMs: SETTLED + closedDays * DAY_MS });
    expect(next).toBe(nextDay === null ? null : SETTLED + nextDay * DAY_MS);
  });

  it('of a payout that was settled by a clock far ahead still comes within days, and never at once again', () => {
    const next = watchAt(PAID, { settledAtMs: SETTLED + 400 * DAY_MS, nowMs: SETTLED });
    expect(next).toBe(SETTLED + FINAL_WATCH_LONGEST_WAIT_MS);
  });

  it('is always in the future, and never further away than its longest wait', () => {
    const offset = fc.integer({ min: -500 * DAY_MS, max: 500 * DAY_MS });
    fc.assert(
      fc.property(offset, fc.constantFrom(PAID, DECIDED), (sinceMs, state) => {
        const nowMs = SETTLED + sinceMs;
        const next = watchAt(state, { settledAtMs: SETTLED, nowMs });
        expect(next === null || (next > nowMs && next <= nowMs + FINAL_WATCH_LONGEST_WAIT_MS)).toBe(true);
      }),
    );
  });
});

describe('its share of the rate', () => {
  it.each([
    [1, 1, 5_000],
    [2, 1, 2_500],
    [4, 1, 1_250],
    [5, 1, 1_000],
    [9, 1, 1_000],
    [25, 5, 1_000],
    [20_000, 4_000, 1_000],
  ])('of %i a second is %i in %i ms', (rate, requests, inMs) => {
    expect(watchShare(rate)).toEqual({ requests, inMs });
    expect((requests / inMs) * 1_000).toBeLessThanOrEqual(rate / 5);
  });
});

describe('a success without a UTR', () => {
  function minutesOf(state: PayoutState): number[] {
    const minutes: number[] = [];
    let nowMs = SETTLED;
    for (let utrStep = 0; utrStep < 50; utrStep += 1) {
      const at = watchAt(state, { settledAtMs: SETTLED, nowMs, utrStep });
      if (at === null || at > SETTLED + DAY_MS) break;
      minutes.push((at - SETTLED) / 60_000);
      nowMs = at;
    }
    return minutes;
  }

  it('is asked for it within minutes, ever more rarely, and after a day only on the days of the watch', () => {
    expect(minutesOf(PAID)).toEqual([1, 5, 21, 85, 341, 1_365, 1_440]);
    expect(watchAt(PAID, { settledAtMs: SETTLED, nowMs: SETTLED + 2 * DAY_MS, utrStep: 0 })).toBe(SETTLED + 3 * DAY_MS);
  });

  it('is asked together with what settled in the same minute', () => {
    const at = (ms: number): number | null =>
      watchAt(PAID, { settledAtMs: SETTLED + ms, nowMs: SETTLED + ms, utrStep: 0 });
    expect(at(1)).toBe(at(59_000));
  });

  it.each([
    ['that a person decided', { kind: 'success', decidedBy: 'meera', suspected: null }],
    ['that failed', { kind: 'failed', decidedBy: null }],
  ] as const)('is no payout %s', (_name, state) => {
    expect(watchAt(state, { settledAtMs: SETTLED, nowMs: SETTLED, utrStep: 0 })).toBe(SETTLED + DAY_MS);
  });

  it('that has come has no more questions than the days of the watch', () => {
    expect(watchAt(PAID, { settledAtMs: SETTLED, nowMs: SETTLED, utrStep: null })).toBe(SETTLED + DAY_MS);
  });
});
