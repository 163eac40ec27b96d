// The entry point of `npm run fuzz`.

import { parseArgs } from 'node:util';
import { newSeed } from '../seeded/random.ts';
import { runFuzz } from './run-fuzz.ts';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '1000000' }, seed: { type: 'string', default: String(newSeed()) } },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
if (![cases, seed].every((number) => Number.isInteger(number) && number > 0)) {
  throw new RangeError('--cases and --seed are whole numbers above zero');
}
const startedMs = performance.now();
const { counts, failures } = await runFuzz({ cases, seed });
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
const total = counts.reduce((sum, one) => sum + one.cases, 0);
const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
process.stdout.write(
  `fuzz: ${total} cases (${counts.map((one) => `${one.name} ${one.cases}`).join(', ')}), ${failures.length} failures, ` +
    `${seconds} s, seed ${seed} (repeat: npm run fuzz -- --cases ${cases} --seed ${seed})\n`,
);
process.exitCode = failures.length === 0 && counts.every((one) => one.cases > 0) ? 0 : 1;
