// The entry point of `npm run sim`.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openGround } from './ground.ts';
import { runSeed, type SeedResult } from './seed-run.ts';
import { addResult, emptyTotals, type Totals, tellTotals } from './totals.ts';
import { runInWorkers } from './workers.ts';
import { MIXES, peopleOf } from './world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    within: { type: 'string', default: '86400' },
    people: { type: 'string', default: 'mixed' },
    trace: { type: 'boolean', default: false },
    'until-violation': { type: 'boolean', default: false },
  },
});

const startedMs = performance.now();
const totals = await runAll();
const asked = whole(values.seeds, 'seeds');
if (totals.seeds < asked) process.stdout.write(`${totals.seeds} of ${asked} seeds were run before the end\n`);
process.stdout.write(`${tellTotals(totals, (performance.now() - startedMs) / 1_000)}\n`);
process.exitCode = totals.failed.length === 0 && totals.seeds > 0 ? 0 : 1;

async function runAll(): Promise<Totals> {
  const first = whole(values.seed, 'seed');
  const seeds = Array.from({ length: whole(values.seeds, 'seeds') }, (_, index) => first + index);
  const mix = MIXES.find((kind) => kind === values.people);
  if (mix === undefined) throw new Error(`--people wants one of: ${MIXES.join(', ')}`);
  let sum = emptyTotals(mix);
  const take = (result: SeedResult): boolean => {
    sum = addResult(sum, result);
    for (const violation of result.violations) process.stderr.write(`seed ${result.seed}: ${violation}\n`);
    if (sum.seeds % 100 === 0) process.stderr.write(`${sum.seeds} seeds, ${sum.failed.length} with violations\n`);
    const isTimeOver = performance.now() - startedMs > whole(values.within, 'within') * 1_000;
    return isTimeOver || (values['until-violation'] && sum.failed.length > 0);
  };
  if (!values.trace) {
    await runInWorkers(seeds, { workerCount: whole(values.workers, 'workers'), mix }, take);
    return sum;
  }
  const ground = openGround();
  try {
    for (const seed of seeds) {
      const subscribe = (line: string): void => void process.stdout.write(`${line}\n`);
      if (take(await runSeed(seed, { ...ground, people: peopleOf(mix, seed), subscribe }))) break;
    }
  } finally {
    ground.close();
  }
  return sum;
}

/** Throws for anything but a positive whole number. */
function whole(text: string, option: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${option} wants a positive whole number`);
  return Number(text);
}
