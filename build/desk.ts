// In: the command line of `npm run -s desk -- ...`. Out: the built program, run in this very process, so that its
// output, its exit code and every signal are its own. This file must never write to standard output.
import { pathToFileURL } from 'node:url';
import { BUILT_CLI, ensureBuilt } from './fresh-build.ts';

/** npm cannot pass on a SIGKILL: noticing within a tenth of a second that it is gone costs nothing measurable. */
const ORPHAN_CHECK_MS = 100;

if (ensureBuilt()) {
  dieWithNpm();
  // npm moves to the folder of package.json; the person's paths are meant from where they stand.
  if (process.env['INIT_CWD'] !== undefined) process.chdir(process.env['INIT_CWD']);
  process.argv = [process.execPath, BUILT_CLI, ...process.argv.slice(2)];
  await import(pathToFileURL(BUILT_CLI).href);
} else {
  process.exitCode = 1;
}

/** A payment run whose npm was killed would go on where nobody sees it: it ends as if killed itself. */
function dieWithNpm(): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, ORPHAN_CHECK_MS);
  check.unref();
}
