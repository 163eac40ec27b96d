// The front door of the browser's window: it sees to the right Node, then loads the rest.

import { startOnNewerNode } from '../../platform/node-version.ts';

startOnNewerNode(import.meta.url, async () => {
  const { serveBrowser } = await import('./serve-browser.ts');
  await serveBrowser();
  return undefined;
});
