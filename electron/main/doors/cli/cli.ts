// The entry point of the command line: makes sure of the right Node version, then loads main.

import { startOnNewerNode } from '../../platform/node-version.ts';

startOnNewerNode(import.meta.url, async () => {
  const { main } = await import('./main.ts');
  return await main(process.argv.slice(2));
});
