// The entry point of the browser's window: makes sure of the right Node version, then loads the rest.

import { startOnNewerNode } from '../../platform/node-version.ts';

startOnNewerNode(import.meta.url, async () => {
  const { serveBrowser } = await import('./serve-browser.ts');
  await serveBrowser();
  return undefined;
});
