// The front door of the command line: it sees to the right Node, then loads the terminal.

import { fileURLToPath } from 'node:url';
import { runOnNewerNode } from '../../platform/node-version.ts';

async function start(): Promise<number> {
  const relayed = await runOnNewerNode(fileURLToPath(import.meta.url));
  if (relayed !== null) return relayed;
  const { main } = await import('./main.ts');
  return main(process.argv.slice(2));
}

// Not a top-level await: the terminal's chunk may import from this one, and would wait for it for ever.
start().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`Payout Desk stopped on a fault of its own: ${words}\n`);
    process.exitCode = 1;
  },
);
