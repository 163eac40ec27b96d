// The rate alone: permits, writes and the sliding second between them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import { InvariantError } from '../../shared/failures.ts';
import { busiestSecond } from './busiest-second.ts';

const START_MS = 500.5;
const OPEN_MS = START_MS + 1_000;

function openWindow(limitPerSecond: number): RateWindow {
  return new RateWindow({ limitPerSecond, nowMs: START_MS, refusedRate: null });
}

function write(window: RateWindow, nowMs: number): void {
  window.admit();
  window.written(nowMs);
}

describe('RateWindow', () => {
  it('grants nothing in the first second: a process before this one may have written until now', () => {
    const window = openWindow(5);
    expect(window.free(OPEN_MS - 0.1)).toBe(0);
    expect(window.nextFreeAtMs(START_MS)).toBe(OPEN_MS);
    expect(window.free(OPEN_MS)).toBe(5);
    expect(window.nextFreeAtMs(OPEN_MS)).toBe(OPEN_MS);
  });

  it('counts a permit from when it is taken until a whole second after its write, the ends included', () => {
    const window = openWindow(1);
    window.admit();
    expect(window.free(OPEN_MS + 60_000)).toBe(0);
    expect(window.nextFreeAtMs(OPEN_MS + 60_000)).toBeNull();
    window.written(OPEN_MS + 60_000);
    expect(window.free(OPEN_MS + 61_000)).toBe(0);
    const next = window.nextFreeAtMs(OPEN_MS + 60_000) ?? 0;
    expect(next).toBeGreaterThan(OPEN_MS + 61_000);
    expect(window.free(next)).toBe(1);
  });

  it('gives back the permit of a request that never left, at once', () => {
    const window = openWindow(1);
    window.admit();
    window.withdraw();
    expect(window.free(OPEN_MS)).toBe(1);
  });

  it('names the moment the next permit comes free, also when it was taken beyond a halved limit', () => {
    const window = openWindow(4);
    for (const at of [0, 10, 20, 30]) write(window, OPEN_MS + at);
    window.refused(0, OPEN_MS + 35);
    const next = window.nextFreeAtMs(OPEN_MS + 40) ?? 0;
    expect(window.free(next - 1)).toBe(0);
    expect(window.free(next)).toBe(1);
    expect(next).toBeCloseTo(OPEN_MS + 20 + 1_001);
  });

  it('stays closed until the latest time it was told', () => {
    const window = openWindow(5);
    window.closeUntil(OPEN_MS + 5_000);
    window.closeUntil(OPEN_MS + 2_000);
    expect(window.free(OPEN_MS + 4_999)).toBe(0);
    expect(window.nextFreeAtMs(OPEN_MS)).toBe(OPEN_MS + 5_000);
    expect(window.free(OPEN_MS + 5_000)).toBe(5);
  });

  it('holds a write or a return without a permit to be our bug', () => {
    expect(() => openWindow(5).written(OPEN_MS)).toThrow(InvariantError);
    expect(() => openWindow(5).withdraw()).toThrow(InvariantError);
  });

  it('keeps its count over tens of thousands of writes', () => {
    const window = openWindow(20_000);
    let now = OPEN_MS;
    for (let second = 0; second < 3; second += 1, now += 1_001) {
      for (let count = 0; count < 20_000; count += 1) write(window, now);
      expect(window.free(now)).toBe(0);
    }
    expect(window.free(now)).toBe(20_000);
  });

  it('never lets more writes into any second than the limit, however long connections take', () => {
    const story = fc.array(
      fc.record({
        waitMs: fc.double({ min: 0, max: 400, noNaN: true }),
        connectMs: fc.nat(3_000),
        fails: fc.boolean(),
      }),
      { minLength: 1, maxLength: 120 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), story, (limit, requests) => {
        const window = openWindow(limit);
        const due: { atMs: number; fails: boolean }[] = [];
        const writes: number[] = [];
        let now = START_MS;
        const settle = (untilMs: number): void => {
          due.sort((one, other) => one.atMs - other.atMs);
          while (due[0] !== undefined && due[0].atMs <= untilMs) {
            const { atMs, fails } = due.shift() ?? { atMs: 0, fails: true };
            if (fails) window.withdraw();
            else {
              window.written(atMs);
              writes.push(atMs);
            }
          }
        };
        for (const { waitMs, connectMs, fails } of requests) {
          now += waitMs;
          settle(now);
          if (window.free(now) === 0) continue;
          window.admit();
          due.push({ atMs: now + connectMs, fails });
        }
        settle(Number.POSITIVE_INFINITY);
        expect(busiestSecond(writes)).toBeLessThanOrEqual(limit);
        expect(writes.every((at) => at >= OPEN_MS)).toBe(true);
      }),
    );
  });
});

describe('a rate that the gateway refuses', () => {
  const MINUTE_MS = 60_000;
  const HOUR_MS = 60 * MINUTE_MS;

  it('waits as long as the gateway asks, ten minutes at most, and is halved', () => {
    const window = openWindow(8);
    expect(window.refused(120_000, OPEN_MS)).toEqual({ untilMs: OPEN_MS + 120_000, refusedRate: 8 });
    expect([window.limitPerSecond, window.refusedRate]).toEqual([4, 8]);
    expect([window.free(OPEN_MS + 119_999), window.free(OPEN_MS + 120_000)]).toEqual([0, 4]);
    expect(openWindow(8).refused(365 * 24 * HOUR_MS, OPEN_MS).untilMs).toBe(OPEN_MS + 600_000);
  });

  it('waits five seconds where no time is named', () => {
    expect(openWindow(8).refused(null, OPEN_MS).untilMs).toBe(OPEN_MS + 5_000);
  });

  it('is halved once for a burst, whose last may come late, and again for the next three refusals', () => {
    const window = openWindow(8);
    window.refused(10_000, OPEN_MS);
    expect(window.refused(10_000, OPEN_MS + 200).refusedRate).toBeNull();
    expect(window.refused(10_000, OPEN_MS + 9_000).refusedRate).toBeNull();
    expect(window.limitPerSecond).toBe(4);
    expect(window.free(OPEN_MS + 18_999)).toBe(0);
    expect(window.refused(0, OPEN_MS + 19_500).refusedRate).toBeNull();
    expect(window.refused(0, OPEN_MS + 19_550).refusedRate).toBeNull();
    expect(window.refused(0, OPEN_MS + 19_600).refusedRate).toBe(4);
    expect(window.limitPerSecond).toBe(2);
  });

  it('is never slower than one a second', () => {
    const window = openWindow(3);
    for (let at = 0; at < 20; at += 1) window.refused(0, OPEN_MS + at * 2_000);
    expect(window.limitPerSecond).toBe(1);
  });

  it('comes back by a tenth a minute up to nine tenths of what was refused, and whole after an hour', () => {
    const window = openWindow(20);
    window.refused(0, OPEN_MS);
    const at = (ms: number): number => {
      window.free(OPEN_MS + ms);
      return window.limitPerSecond;
    };
    expect([at(MINUTE_MS - 1), at(MINUTE_MS), at(2 * MINUTE_MS), at(3 * MINUTE_MS)]).toEqual([10, 12, 14, 16]);
    expect([at(4 * MINUTE_MS), at(HOUR_MS - 1), at(HOUR_MS)]).toEqual([18, 18, 20]);
    expect(window.refusedRate).toBeNull();
  });

  it('starts at nine tenths of what was refused before this process, and is whole after an hour', () => {
    const window = new RateWindow({ limitPerSecond: 20, nowMs: START_MS, refusedRate: 10 });
    expect([window.limitPerSecond, window.refusedRate]).toEqual([9, 10]);
    expect(window.free(START_MS + HOUR_MS)).toBe(20);
  });

  interface Hours {
    readonly rate: number;
    readonly hours: number;
    /** Whether the gateway refuses the request written now. */
    readonly refuses: (nowMs: number) => boolean;
    readonly retryAfterMs: number | null;
  }

  /** A desk that always has a request to send, four at once, each answered after 50 ms. */
  function askForHours({ rate, hours, refuses, retryAfterMs }: Hours): { taken: number; refused: number } {
    const window = openWindow(rate);
    const out: { atMs: number; isRefused: boolean }[] = [];
    let [used, refused] = [0, 0];
    for (let now = OPEN_MS; now < OPEN_MS + hours * HOUR_MS; ) {
      for (let first = out[0]; first !== undefined && first.atMs <= now; first = out[0]) {
        out.shift();
        if (first.isRefused) window.refused(retryAfterMs, now);
        if (first.isRefused) refused += 1;
        else used += 1;
      }
      for (let room = Math.min(4 - out.length, window.free(now)); room > 0; room -= 1) {
        write(window, now);
        out.push({ atMs: now + 50, isRefused: refuses(now) });
      }
      const answerAtMs = out[0]?.atMs ?? Number.POSITIVE_INFINITY;
      const freeAtMs = out.length < 4 ? window.nextFreeAtMs(now) : null;
      now = Math.min(answerAtMs, freeAtMs ?? Number.POSITIVE_INFINITY);
    }
    return { taken: used, refused };
  }

  function strayRefusals(seed: number): () => boolean {
    let state = seed;
    return () => {
      // Mulberry32: the low bits of a simpler generator repeat too soon.
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 < 0.01;
    };
  }

  it.each([
    [5, null],
    [5, 1_000],
    [20, null],
    [20, 0],
    [60, null],
  ])(
    'of %d a second keeps more than half of itself over four hours with 1 % of stray refusals',
    (rate, retryAfterMs) => {
      for (let seed = 1; seed <= 4; seed += 1) {
        const { taken: accepted } = askForHours({ rate, hours: 4, refuses: strayRefusals(seed), retryAfterMs });
        expect(accepted / (4 * 3_600), `seed ${seed}`).toBeGreaterThan(rate / 2);
      }
    },
  );

  it.each([10, 20, 50])('of %d a second does not hammer a gateway that takes half of it', (rate) => {
    const recent: number[] = [];
    const refuses = (nowMs: number): boolean => {
      while ((recent[0] ?? Infinity) < nowMs - 1_000) recent.shift();
      if (recent.length >= rate / 2) return true;
      recent.push(nowMs);
      return false;
    };
    const { taken: result, refused } = askForHours({ rate, hours: 4, refuses, retryAfterMs: null });
    expect(refused).toBeLessThan(4 * 20);
    expect(result / (4 * 3_600)).toBeGreaterThan(0.7 * (rate / 2));
  });
});
