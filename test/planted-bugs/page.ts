// The page docs/planted-bugs.md. It never states what a run found: the list names what must catch each bug, and the command
// proves it.

import { join } from 'node:path';
import { REPOSITORY } from '../../build/repository.ts';
import type { PlantedBug } from './bug-list.ts';

export const PAGE = join(REPOSITORY, 'docs', 'planted-bugs.md');

const HEAD = `# Planted bugs

A test that cannot fail proves nothing. So \`npm run planted-bugs\` plants each of these bugs, one line of the product at a
time, in a copy of the sources, and runs what must catch it: a seed of the simulation (\`npm run sim\`) or a named test. It
prints a line for each with the word "caught", and ends with exit code 1 if any survives, or if the sources without a bug do
not pass the same seeds and tests.

The list is \`test/planted-bugs/planted-bugs.json\`; this page is written from it by \`npm run planted-bugs -- --page\`.

| bug | what it would do | where | caught by |
|---|---|---|---|
`;

export function pageOf(bugs: readonly PlantedBug[]): string {
  const rows = bugs.map(({ id, breaks, file, killer }) => {
    const by = 'seed' in killer ? `seed ${killer.seed}` : `\`${killer.file}\`: ${killer.test}`;
    return `| ${id} | ${breaks} | \`${file}\` | ${by} |`;
  });
  return `${HEAD}${rows.join('\n')}\n`;
}
