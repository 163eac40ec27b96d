// The path of a File that a person gave the page: only Chromium knows it, and tells its tools. The preload's world keeps the File
// and passes on a placeholder; here it is replaced by the path.

import type { Chromium } from './cdp.ts';

export interface FileWorld {
  readonly chromium: Chromium;
  readonly sessionId: string;
  readonly contextId: number;
  readonly secret: string;
}

/** Paths as from Electron's webUtils, empty for a File that a script made. */
export function withPaths(args: readonly unknown[], world: FileWorld): Promise<unknown[]> {
  return Promise.all(args.map((arg) => (typeof arg === 'string' ? pathOr(arg, world) : arg)));
}

async function pathOr(text: string, { chromium, sessionId, contextId, secret }: FileWorld): Promise<string> {
  const word = `${secret} file `;
  if (!text.startsWith(word)) return text;
  const expression = `globalThis[${JSON.stringify(`${secret} files`)}][${Number(text.slice(word.length))}]`;
  const { result } = await chromium.send('Runtime.evaluate', { expression, contextId }, sessionId);
  if (result.objectId === undefined) throw new Error('the File that a word stands for is gone');
  const { path } = await chromium.send('DOM.getFileInfo', { objectId: result.objectId }, sessionId);
  return path;
}
