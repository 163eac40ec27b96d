// A few seeds of the simulation, and what makes thousands of them worth anything: the same seed does the same again, and planted
// bugs are caught. `npm run sim` runs many seeds.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ground, openGround } from './ground.ts';
import { runSeed } from './seed-run.ts';

const SEEDS = 4;

/** Seeds that once broke a promise. */
const ONCE_BROKEN = [770_117, 770_376];

/** A seed takes a fraction of a second alone, and seconds when eight others share two cores. */
const PATIENCE_MS = 120_000;

let ground: Ground;
beforeAll(() => {
  ground = openGround();
});
afterAll(() => ground.close());

async function traceOf(seed: number): Promise<{ readonly lines: readonly string[]; readonly digest: string }> {
  const lines: string[] = [];
  const { digest } = await runSeed(seed, { ...ground, subscribe: (line) => void lines.push(line) });
  return { lines, digest };
}

describe('the simulation', () => {
  it(
    'pays nobody twice and loses nothing, whatever dies',
    async () => {
      let crashes = 0;
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const { violations, counts } = await runSeed(seed, { ...ground, subscribe: null });
        expect(violations, `seed ${seed}`).toEqual([]);
        crashes += counts['crashes'] ?? 0;
      }
      expect(crashes / SEEDS).toBeGreaterThan(85);
    },
    PATIENCE_MS,
  );

  it.each(ONCE_BROKEN)(
    'keeps its promises in seed %i, where it once broke one',
    async (seed) => expect((await runSeed(seed, { ...ground, subscribe: null })).violations).toEqual([]),
    PATIENCE_MS,
  );

  it(
    'does the same again with people who correct their files',
    async () => {
      const place = { ...ground, people: 'corrections', subscribe: null } as const;
      const [first, again] = [await runSeed(8, place), await runSeed(8, place)];
      expect(again).toEqual(first);
      expect(first.violations).toEqual([]);
      expect(first.counts['files read before they were paid']).toBeGreaterThan(0);
      expect(first.digest).not.toBe((await runSeed(8, { ...ground, subscribe: null })).digest);
    },
    PATIENCE_MS,
  );

  it(
    'does the same again from the same seed, line by line, and something else from another',
    async () => {
      const [first, again, other] = [await traceOf(11), await traceOf(11), await traceOf(12)];
      expect(again.lines).toEqual(first.lines);
      expect(again.digest).toBe(first.digest);
      expect(first.lines.length).toBeGreaterThan(200);
      expect(other.digest).not.toBe(first.digest);
    },
    PATIENCE_MS,
  );
});
