// What a fresh connection for each lookup costs, over loopback http and TLS. Fresh and kept-alive take turns at going first, on
// one gateway. Loopback has no distance: a remote gateway adds its round trips to each.

import { runChild, startChild } from './child.ts';
import { type Figure, median, reported, SHOW } from './figures.ts';
import type { Plan } from './plan.ts';
import type { Called, LookTask, LookupsServed } from './tasks.ts';

/** As many as for the engine's payouts. */
const IN_FLIGHT = 64;

const WAYS = ['plain', 'secured'] as const;
type Way = (typeof WAYS)[number];
type Connections = LookTask['connections'];

export async function measureLookups({ lookupCount, lookupRounds }: Plan): Promise<Figure[]> {
  const seconds: Record<Way, Record<Connections, number[]>> = {
    plain: { fresh: [], kept: [] },
    secured: { fresh: [], kept: [] },
  };
  const gateway = await startChild<LookupsServed>('serve-lookups', {});
  try {
    for (let round = 0; round < lookupRounds; round += 1) {
      const order: readonly Connections[] = round % 2 === 0 ? ['fresh', 'kept'] : ['kept', 'fresh'];
      for (const way of WAYS) {
        for (const connections of order) {
          const task: LookTask = { url: gateway.report[way], count: lookupCount, inFlightMax: IN_FLIGHT, connections };
          seconds[way][connections].push((await runChild<Called>('look-up', task)).seconds);
        }
      }
    }
  } finally {
    await gateway.stop();
  }
  const rate = (way: Way, connections: Connections): string =>
    SHOW.perSecond(lookupCount / median(seconds[way][connections]));
  const { fresh, kept: stored } = seconds.secured;
  const costs = fresh.map((one, round) => ((one - (stored[round] ?? one)) * 1_000) / lookupCount);
  return [
    reported(`look-ups, a fresh connection each, ${IN_FLIGHT} in flight`, rate('plain', 'fresh')),
    reported('  on kept connections, which may shift', rate('plain', 'kept')),
    reported('look-ups over TLS, a fresh connection each', rate('secured', 'fresh')),
    reported('  on kept connections, which may shift', rate('secured', 'kept')),
    reported('a fresh TLS connection costs each look-up', SHOW.milliseconds(median(costs))),
  ];
}
