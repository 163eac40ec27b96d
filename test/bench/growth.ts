// How a cost per row grows.

import { median } from './figures.ts';
import type { Grown, GrowTask } from './tasks.ts';

/** A small amount takes only a moment, so it is measured this often beside each large one, half before and half after. */
const SMALL_REPEATS = 6;

/** Measures small and large amounts in turns. `measure` returns seconds. */
export async function measureGrowth(
  { smallCount, largeCount, rounds }: GrowTask,
  measure: (count: number) => number | Promise<number>,
): Promise<Grown> {
  await measure(smallCount);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const small: number[] = [];
    const measureSmall = async (): Promise<void> => {
      for (let repeat = 0; repeat < SMALL_REPEATS / 2; repeat += 1) small.push(await measure(smallCount));
    };
    await measureSmall();
    const large = await measure(largeCount);
    await measureSmall();
    ratios.push(large / largeCount / (median(small) / smallCount));
  }
  return { ratios };
}
