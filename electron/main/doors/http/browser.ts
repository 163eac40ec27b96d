// The front door of the browser's window: it sees to the right Node, then loads the rest.

import { fileURLToPath } from 'node:url';
import { runOnNewerNode } from '../../platform/node-version.ts';

async function start(): Promise<void> {
  const relayed = await runOnNewerNode(fileURLToPath(import.meta.url));
  if (relayed !== null) {
    process.exitCode = relayed;
    return;
  }
  const { serveBrowser } = await import('./serve-browser.ts');
  await serveBrowser();
}

// Not a top-level await: what it loads may import from this chunk, and would wait for it for ever.
start().catch((error: unknown) => {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`Payout Desk stopped on a fault of its own: ${words}\n`);
  process.exitCode = 1;
});
