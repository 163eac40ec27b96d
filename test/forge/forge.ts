// The entry point of `npm run forge`: forges reports at random and demands that none that shows anything else is called the same.

import { parseArgs } from 'node:util';
import { newSeed } from '../seeded/random.ts';
import { runForge } from './run-forge.ts';

const { values } = parseArgs({
  options: { mutants: { type: 'string', default: '20000' }, seed: { type: 'string', default: String(newSeed()) } },
});
const [mutants, seed] = [Number(values.mutants), Number(values.seed)];
if (![mutants, seed].every((number) => Number.isInteger(number) && number > 0)) {
  throw new RangeError('--mutants and --seed are whole numbers above zero');
}
const startedMs = performance.now();
const { tried, same, looked, visible, failures, isRendered } = await runForge({ mutants, seed });
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
const rendered = isRendered
  ? `${looked.same} of those called the same rendered, ${looked.other} of the others, of which ${visible} look different`
  : 'skipped: rendering, no LibreOffice or poppler';
process.stdout.write(
  `forge: ${tried} forgeries, ${same} called the same, ${rendered}, ${failures.length} failures, ` +
    `${seconds} s, seed ${seed} (repeat: npm run forge -- --mutants ${mutants} --seed ${seed})\n`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
