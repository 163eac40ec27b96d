// In: a checkout with its packages installed. Out: Payout Desk, open: as the desktop app where its runtime is there or can be
// had, else in this computer's browser, saying which and why. Options go on to the program.
// This file must never open both.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { dieWithNpm } from './die-with-npm.ts';
import { haveRuntime, type Runtime } from './electron-runtime.ts';
import { BUILT_BROWSER_DOOR, BUILT_DESKTOP, ensureBuilt } from './fresh-build.ts';
import { REPOSITORY } from './repository.ts';

const options = process.argv.slice(2);

if (ensureBuilt()) await open();
else process.exitCode = 1;

async function open(): Promise<void> {
  // A download for an app that is not built would be for nothing.
  const runtime: Runtime = existsSync(BUILT_DESKTOP)
    ? await haveRuntime()
    : { kind: 'missing', why: 'it is not part of this build' };
  if (runtime.kind === 'ready') {
    console.log('Opening Payout Desk as a desktop app');
    process.exitCode = await openDesktop(runtime.executable);
    return;
  }
  console.log(`Opening Payout Desk in the browser, because the desktop app cannot be opened: ${runtime.why}.`);
  dieWithNpm();
  if (process.env['INIT_CWD'] !== undefined) process.chdir(process.env['INIT_CWD']);
  process.argv = [process.execPath, BUILT_BROWSER_DOOR, ...options];
  await import(pathToFileURL(BUILT_BROWSER_DOOR).href);
}

/** Shape: its exit code. */
function openDesktop(executable: string): Promise<number> {
  // The person's paths are meant from where they stand, not from where npm went.
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  const child = spawn(executable, [REPOSITORY, ...options], { stdio: 'inherit', cwd });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
}
