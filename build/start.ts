// Options are passed on to the program.

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

/** A desktop app that crashes this soon has shown nothing: its sandbox is not allowed here, or a library is missing. */
const CRASHED_WITHIN_MS = 15_000;

async function open(): Promise<void> {
  // No download for an app that is not built.
  const runtime: Runtime = existsSync(BUILT_DESKTOP)
    ? await haveRuntime()
    : { kind: 'missing', why: 'it is not part of this build' };
  const why = runtime.kind === 'ready' ? await openDesktop(runtime.executable) : runtime.why;
  if (why !== null) await openInBrowser(why);
}

/** Opens the desktop app and waits for its end. Returns null, or why it could not start. */
function openDesktop(executable: string): Promise<string | null> {
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return Promise.resolve('its sandbox does not start for root');
  }
  console.log('Opening Payout Desk as a desktop app');
  const startedMs = performance.now();
  // The person's paths are relative to where npm was started, not to npm's own folder.
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  const child = spawn(executable, [REPOSITORY, ...options], { stdio: 'inherit', cwd });
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (exitCode, signal) => {
      const isCrash = signal === 'SIGTRAP' || signal === 'SIGABRT' || signal === 'SIGILL' || signal === 'SIGSEGV';
      if (isCrash && performance.now() - startedMs < CRASHED_WITHIN_MS) {
        resolve(`its runtime does not start here (${signal})`);
        return;
      }
      process.exitCode = exitCode ?? 1;
      resolve(null);
    });
  });
}

async function openInBrowser(why: string): Promise<void> {
  console.log(`Opening Payout Desk in the browser, because the desktop app cannot be opened: ${why}.`);
  dieWithNpm();
  if (process.env['INIT_CWD'] !== undefined) process.chdir(process.env['INIT_CWD']);
  process.argv = [process.execPath, BUILT_BROWSER_DOOR, ...options];
  await import(pathToFileURL(BUILT_BROWSER_DOOR).href);
}
