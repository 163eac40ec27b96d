// How the cost per row grows from a small to a large amount.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.ts';
import { atMost, type Figure, median, SHOW } from './figures.ts';
import type { Plan } from './plan.ts';
import type { Grown, GrowTask } from './tasks.ts';

const GROWTH_GOAL = 1.1;

/** Measures growth of the import, and of claiming and settling. */
export async function measureGrowths(plan: Plan, folder: string): Promise<Figure[]> {
  const from = `${plan.smallCount.toLocaleString('en')} to ${plan.rowCount.toLocaleString('en')}`;
  const ofImport = await measure('grow-import', plan, folder);
  const ofTurns = await measure('grow-ledger', plan, folder);
  const goal = { goal: GROWTH_GOAL, show: SHOW.times };
  return [
    atMost(`cost per row from ${from}, check and store`, ofImport, goal),
    atMost(`cost per payout from ${from}, claim and settle`, ofTurns, goal),
  ];
}

async function measure(script: string, plan: Plan, parent: string): Promise<number> {
  const folder = join(parent, script);
  mkdirSync(folder);
  const task: GrowTask = {
    folder,
    smallCount: plan.smallCount,
    largeCount: plan.rowCount,
    rounds: plan.growthRounds,
  };
  const { ratios } = await runChild<Grown>(script, task);
  return median(ratios);
}
