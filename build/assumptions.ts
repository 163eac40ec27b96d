// npm run assumptions: checks in a real Electron everything that its double assumes, a line each (the list is in
// test/e2e/electron-double/assumptions/list.mjs). Without its runtime the list alone is printed, as not checked. `--double` checks
// the double itself.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findRuntime } from './electron-runtime.ts';
import { REPOSITORY } from './repository.ts';

const DOUBLE = path.join(REPOSITORY, 'test', 'e2e', 'electron-double');
const APP = path.join(DOUBLE, 'assumptions');

/** A minute would be long. */
const WITHIN_MS = 180_000;

const isDouble = process.argv.includes('--double');
const runtime = findRuntime();
if (!isDouble && runtime.kind === 'missing') {
  console.log(`skipped: no Electron runtime (${runtime.why})`);
} else {
  const executable = isDouble || runtime.kind === 'missing' ? path.join(DOUBLE, 'electron') : runtime.executable;
  const env = { ...process.env, ASSUMED_EXECUTABLE: executable, ELECTRON_DOUBLE_NODE: process.execPath };
  const { status } = spawnSync(executable, [APP], { env, stdio: 'inherit', timeout: WITHIN_MS });
  process.exitCode = status ?? 1;
}
