import path from 'node:path';
import { cruiseImports } from './cruise-imports.ts';
import { IMPORT_RULES } from './import-rules.ts';
import { REPOSITORY } from './repository.ts';

/** A tree with fewer files cannot be the whole one: the shared texts and this folder alone are more. */
const MODULES_MIN = 25;

const root = path.resolve(process.argv[2] ?? REPOSITORY);
const report = await cruiseImports(root);

for (const { rule, from, to } of report.forbidden) {
  const reason = IMPORT_RULES.find(({ name }) => name === rule)?.comment ?? '';
  console.log(`${rule}: ${from} imports ${to}\n  ${reason}`);
}
for (const source of report.missed) console.log(`not read: ${source}, or not every import that starts a line of it`);
if (report.moduleCount < MODULES_MIN) console.log(`too few files read: ${MODULES_MIN} would be the least to believe`);

const isClean = report.forbidden.length === 0 && report.missed.length === 0 && report.moduleCount >= MODULES_MIN;
console.log(`${report.moduleCount} files and ${report.importCount} imports read, ${report.forbidden.length} forbidden`);
process.exitCode = isClean ? 0 : 1;
