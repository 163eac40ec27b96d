// Points git at this repository's hooks, after `npm ci`. A copy without git has no commits to check.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const repository = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
if (existsSync(path.join(repository, '.git'))) {
  const { status } = spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: repository });
  if (status !== 0) process.stderr.write('The commit hooks were not set up: git refused.\n');
}
