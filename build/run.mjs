// Runs the script in this folder named by the first argument, with the rest as its arguments. Plain JavaScript for any Node, so
// that a fresh clone says in one sentence what it lacks. Never import anything but node: modules here.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_MAJOR_MIN = 24;
const folder = path.dirname(fileURLToPath(import.meta.url));
const [name, ...args] = process.argv.slice(2);

if (!existsSync(path.join(folder, '..', 'node_modules', 'vitest'))) {
  process.stderr.write('Payout Desk: its packages are not installed yet. Run npm ci first.\n');
  process.exitCode = 1;
} else if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  process.stderr.write(
    `Payout Desk: this is Node ${process.versions.node}, and Node ${NODE_MAJOR_MIN} is needed. ` +
      'Start it through npm run, which uses the Node that npm ci installed; if that is missing, run npm ci again.\n',
  );
  process.exitCode = 1;
} else {
  const script = path.join(folder, `${name}.ts`);
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}
