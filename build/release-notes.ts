// node build/run.mjs release-notes 1.2.3: what CHANGELOG.md says of a version. Ends with 1 unless package.json has that version and
// the changes have a section for it.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY, readManifest } from './repository.ts';

const [wanted = ''] = process.argv.slice(2);
const { version } = readManifest();
const notes = notesOf(readFileSync(path.join(REPOSITORY, 'CHANGELOG.md'), 'utf8'), wanted);
if (wanted !== version) fail(`package.json has version ${version}, not "${wanted}"`);
else if (notes === null) fail(`CHANGELOG.md has nothing about ${wanted}`);
else process.stdout.write(`${notes}\n`);

function fail(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

/** The section under `## 1.2.3`, without its title. */
function notesOf(changes: string, of: string): string | null {
  const sections = changes.split(/^## /m);
  const section = sections.find((one) => one.split(/[,\s]/, 1)[0] === of);
  return section === undefined ? null : section.slice(section.indexOf('\n')).trim();
}
