// How a cost per row grows. In: what takes so many seconds for so many rows. Out: for each round, the cost per row of the
// large amount over that of the small one. The small one is measured as often as its rows fit into the large one, up to
// a few times, so that both are timed alike. This file must never time the first, cold run.

import type { Grown, GrowTask } from './tasks.ts';

/** A small amount takes a tenth of the time of a large one: so many of it even the noise out. */
const SMALL_REPEATS = 4;

/** Measures in turns: small amounts, then the large one. Units: `measure` gives seconds. */
export async function measureGrowth(
  { smallCount, largeCount, rounds }: GrowTask,
  measure: (count: number) => Promise<number>,
): Promise<Grown> {
  await measure(smallCount);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const small: number[] = [];
    for (let repeat = 0; repeat < SMALL_REPEATS; repeat += 1) small.push(await measure(smallCount));
    const large = await measure(largeCount);
    console.error(small.map(x=>(x/smallCount*1e6).toFixed(1)).join(' '), (large/largeCount*1e6).toFixed(1));
    ratios.push(large / largeCount / (median(small) / smallCount));
  }
  return { ratios };
}
function median(v: number[]) { return v.toSorted((a,b)=>a-b)[v.length>>1]!; }
