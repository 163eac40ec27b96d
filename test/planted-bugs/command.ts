// The entry point of `npm run planted-bugs`.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countOf } from '../../shared/counts.ts';
import { type PlantedBug, readBugs } from './bug-list.ts';
import { control, hunt } from './hunt.ts';
import { PAGE, pageOf } from './page.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, page: { type: 'boolean', default: false } } });
const all = readBugs();

/** Each hunt is a process that keeps one core busy. */
const HUNTS_AT_ONCE = 2;
const NAME_COLUMN_CHARACTERS = 26;

if (values.page) writeFileSync(PAGE, pageOf(all));
else process.exitCode = await huntAll(all.filter(({ id }) => values.only === undefined || values.only === id));

async function huntAll(bugs: readonly PlantedBug[]): Promise<number> {
  const startedMs = performance.now();
  const unsound = await control(bugs);
  if (unsound !== null || bugs.length === 0) {
    process.stdout.write(`${unsound ?? 'there is no such bug'}\nnothing was hunted\n`);
    return 1;
  }
  const survivors: string[] = [];
  const waiting = bugs.values();
  const hunter = async (): Promise<void> => {
    for (const bug of waiting) {
      const found = await hunt(bug);
      const name = bug.id.padEnd(NAME_COLUMN_CHARACTERS);
      const line = found.kind === 'caught' ? `caught by ${found.by}: ${found.why}` : `SURVIVED: ${found.why}`;
      process.stdout.write(`${name} ${line}\n`);
      if (found.kind === 'survived') survivors.push(bug.id);
    }
  };
  await Promise.all(Array.from({ length: HUNTS_AT_ONCE }, hunter));
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  const verdict = survivors.length === 0 ? 'none survived' : `SURVIVORS: ${survivors.join(', ')}`;
  process.stdout.write(
    `${countOf(bugs.length, 'bug')} planted, ${bugs.length - survivors.length} caught, ${verdict}, ${seconds} s\n`,
  );
  return survivors.length === 0 ? 0 : 1;
}
