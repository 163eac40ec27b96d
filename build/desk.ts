import { pathToFileURL } from 'node:url';
import { dieWithNpm } from './die-with-npm.ts';
import { BUILT_CLI, ensureBuilt } from './fresh-build.ts';

if (ensureBuilt()) {
  dieWithNpm();
  // npm changes to the folder of package.json; the person's paths are relative to where npm was started.
  if (process.env['INIT_CWD'] !== undefined) process.chdir(process.env['INIT_CWD']);
  process.argv = [process.execPath, BUILT_CLI, ...process.argv.slice(2)];
  await import(pathToFileURL(BUILT_CLI).href);
} else {
  process.exitCode = 1;
}
