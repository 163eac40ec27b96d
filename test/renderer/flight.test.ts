import { describe, expect, it } from 'vitest';
import { makeFlight } from '../../renderer/ui/grid/use-viewport.ts';

/** A grid of 25 rows of 32 pixels, with lulls that come when the test says so. */
function grid() {
  const calmed = { times: 0 };
  const waiting = new Set<() => void>();
  const flight = makeFlight(
    () => {
      calmed.times += 1;
    },
    (then) => {
      waiting.add(then);
      return () => void waiting.delete(then);
    },
  );
  let top = 0;
  return {
    flight,
    calmed,
    by: (rows: number) => {
      top += rows * 32;
      flight.scrolled({ top, height: 25 * 32 });
    },
    lull: () => {
      const [then] = waiting;
      waiting.clear();
      then?.();
    },
  };
}

describe('a list that flies past', () => {
  it('flies from the second leap on, and is calm after a lull', () => {
    const { flight, by, lull, calmed } = grid();
    by(60);
    expect(flight.isFlying()).toBe(false);
    by(60);
    expect(flight.isFlying()).toBe(true);
    by(-60);
    expect(flight.isFlying()).toBe(true);
    lull();
    expect(flight.isFlying()).toBe(false);
    expect(calmed.times).toBe(1);
  });

  it('does not fly for a wheel, a screenful, or one jump from end to end', () => {
    const { flight, by, lull, calmed } = grid();
    for (const rows of [3, 3, 25, 25, -25, 3, 99_000]) {
      by(rows);
      expect(flight.isFlying()).toBe(false);
    }
    lull();
    by(-99_000);
    expect(flight.isFlying()).toBe(false);
    lull();
    expect(calmed.times).toBe(0);
  });

  it('calms while it is scrolled slowly', () => {
    const { flight, by, lull } = grid();
    by(60);
    by(60);
    by(2);
    lull();
    expect(flight.isFlying()).toBe(false);
  });
});
