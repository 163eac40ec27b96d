// The entry point of `npm run corpus`.

import { parseArgs } from 'node:util';
import { measureBounds } from './bounds.ts';
import { countAltered } from './foreign-cells.ts';
import { countQuestions } from './questions.ts';
import { expectedOf, readPage, verdictOn, writeToday } from './read-corpus.ts';

const FILE_COLUMN_CHARACTERS = 56;

const { values } = parseArgs({
  options: {
    bounds: { type: 'boolean', default: false },
    questions: { type: 'boolean', default: false },
    cells: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    today: { type: 'boolean', default: false },
  },
});

const wrong = await (values.questions
  ? countQuestions()
  : values.bounds
    ? measureBounds(values.only)
    : values.cells === undefined
      ? readAll(values.only)
      : countAltered({ cells: Number(values.cells), seed: Number(values.seed) }));
process.exitCode = wrong === 0 ? 0 : 1;

/** Prints a line for each file whose name contains `only`. Returns how many have another verdict than the page says. */
async function readAll(only: string): Promise<number> {
  const chosen = expectedOf(readPage()).filter(({ file }) => file.includes(only));
  const saidOf = new Map<string, string>();
  let wrongCount = 0;
  for (const { file, verdict } of chosen) {
    const said = await verdictOn(file);
    saidOf.set(file, said);
    const isRight = said === verdict;
    if (!isRight) wrongCount += 1;
    process.stdout.write(`${isRight ? '   ' : 'NOT'} ${file.padEnd(FILE_COLUMN_CHARACTERS)} ${said}\n`);
    if (!isRight) process.stdout.write(`    ${'must be'.padStart(FILE_COLUMN_CHARACTERS)} ${verdict}\n`);
  }
  if (values.today) writeToday(saidOf);
  process.stdout.write(`${chosen.length} files, ${wrongCount} with another verdict than docs/corpus.md says\n`);
  return wrongCount;
}
