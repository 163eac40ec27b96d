import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SendRate } from '../../electron/main/engine/batch-run.ts';
import { busiestSecond } from './busiest-second.ts';

function rateAfter(writesMs: readonly number[], nowMs: number): number {
  const rate = new SendRate();
  for (const at of writesMs) rate.written(at);
  return rate.perSecond(nowMs);
}

describe('the rate that is shown', () => {
  it('is not known in the first second, nor before anything was sent', () => {
    expect(rateAfter([], 90_000)).toBe(0);
    expect(rateAfter([10, 10, 10], 1_009)).toBe(0);
  });

  it('counts a burst at each end of a second once', () => {
    const burst = (at: number): number[] => Array.from({ length: 25 }, () => at);
    expect(rateAfter([...burst(500), ...burst(1_501)], 1_510)).toBe(25);
    expect(rateAfter([...burst(500), ...burst(1_501), ...burst(2_502)], 2_510)).toBe(25);
  });

  it('is of the last five seconds, and falls to nothing when nothing is sent', () => {
    const steady = Array.from({ length: 20 }, (_, at) => at * 500);
    expect(rateAfter(steady, 9_600)).toBe(2);
    expect(rateAfter(steady, 12_000)).toBe(1);
    expect(rateAfter(steady, 15_000)).toBe(0);
  });

  it('never passes what was sent in the busiest second, whenever it is asked', () => {
    const steps = fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 1_500 }), sends: fc.nat(30) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, (used) => {
        const rate = new SendRate();
        const writes: number[] = [];
        let nowMs = 0;
        for (const { waitMs, sends } of used) {
          nowMs += waitMs;
          for (let count = 0; count < sends; count += 1) {
            rate.written(nowMs);
            writes.push(nowMs);
          }
          expect(rate.perSecond(nowMs)).toBeLessThanOrEqual(busiestSecond(writes));
        }
      }),
    );
  });
});
