// The front door of the command line: it sees to the right Node, then loads the terminal.

import { startOnNewerNode } from '../../platform/node-version.ts';

startOnNewerNode(import.meta.url, async () => {
  const { main } = await import('./main.ts');
  return await main(process.argv.slice(2));
});
