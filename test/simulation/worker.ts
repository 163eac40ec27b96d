// One worker of the simulation. Never run two seeds at once here: they share the process's ticks.

import { openGround } from './ground.ts';
import { runSeed } from './seed-run.ts';
import { type Mix, peopleOf } from './world.ts';

// A death is an error thrown through many frames, and nobody reads where; `--trace` runs outside a worker.
Error.stackTraceLimit = 2;

const ground = openGround();

interface Work {
  readonly seeds: readonly number[];
  readonly mix: Mix;
}

async function work({ seeds, mix }: Work): Promise<void> {
  if (seeds.length === 0) {
    ground.close();
    process.disconnect();
    return;
  }
  for (const seed of seeds) {
    process.send?.({ result: await runSeed(seed, { ...ground, people: peopleOf(mix, seed), subscribe: null }) });
  }
}

process.on('message', (message: Work) => void work(message));
