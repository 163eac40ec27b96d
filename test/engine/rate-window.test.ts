// The rate by itself: permits, writes and the sliding second between them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import { InvariantError } from '../../shared/failures.ts';
import { busiestSecond } from './busiest-second.ts';

const START_MS = 500.5;
const OPEN_MS = START_MS + 1_000;

function openWindow(limitPerSecond: number): RateWindow {
  return new RateWindow({ limitPerSecond, nowMs: START_MS });
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
    window.halve();
    const next = window.nextFreeAtMs(OPEN_MS + 40) ?? 0;
    expect(window.free(next - 1)).toBe(0);
    expect(window.free(next)).toBe(1);
    expect(next).toBeCloseTo(OPEN_MS + 20 + 1_001);
  });

  it('halves down to one and no further', () => {
    const window = openWindow(5);
    const limits = [1, 2, 3].map(() => {
      window.halve();
      return window.limitPerSecond;
    });
    expect(limits).toEqual([2, 1, 1]);
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
