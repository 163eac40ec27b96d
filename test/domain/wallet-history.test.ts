import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thinReadings } from '../../electron/main/domain/wallet-history.ts';

const READINGS = fc
  .array(fc.record({ balance: fc.integer({ min: -1_000, max: 100_000 }), gapMs: fc.nat({ max: 100_000 }) }), {
    maxLength: 400,
  })
  .map((steps) => {
    let atMs = 0;
    return steps.map(({ balance, gapMs }) => {
      atMs += gapMs;
      return { atMs, balance: String(balance / 100) };
    });
  });

describe('the readings of a wallet', () => {
  it('are thinned to a bound, in their order, with the first, the last, the lowest and the highest of all', () => {
    fc.assert(
      fc.property(READINGS, fc.integer({ min: 4, max: 60 }), (readings, most) => {
        const thinned = thinReadings(readings, most);
        expect(thinned.length).toBeLessThanOrEqual(most);
        expect(thinned).toEqual(readings.filter((one) => thinned.includes(one)));
        const extremes = (of: readonly { readonly balance: string }[]): readonly number[] => {
          const numbers = of.map(({ balance }) => Number(balance));
          return [Math.min(...numbers), Math.max(...numbers)];
        };
        expect(extremes(thinned)).toEqual(extremes(readings));
        expect([thinned[0], thinned.at(-1)]).toEqual([readings[0], readings.at(-1)]);
      }),
    );
  });

  it('all stay where they fit', () => {
    const readings = [1, 2, 3].map((atMs) => ({ atMs, balance: '5' }));
    expect(thinReadings(readings, 3)).toEqual(readings);
  });
});
