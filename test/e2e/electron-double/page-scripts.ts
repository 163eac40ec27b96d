// The two scripts that run in a window before its page: the page's side and the preload's.

import { readFileSync } from 'node:fs';
import { makeCodec } from './codec.ts';
import { pageWorld } from './page-world.ts';
import { preloadWorld } from './preload-world.ts';

export interface PageScripts {
  readonly page: string;
  readonly preload: string;
}

export function pageScripts({ file, secret }: { readonly file: string | null; readonly secret: string }): PageScripts {
  const codec = `(${makeCodec.toString()})()`;
  const code = file === null ? '' : readFileSync(file, 'utf8');
  // What a sandboxed preload sees of the process. See Electron, Process Sandboxing.
  const seen = JSON.stringify({ type: 'renderer', sandboxed: true, platform: process.platform, contextIsolated: true });
  return {
    page: `(${pageWorld.toString()})(${JSON.stringify(secret)}, ${codec});`,
    preload: `(${preloadWorld.toString()})({
      secret: ${JSON.stringify(secret)},
      codec: ${codec},
      process: Object.freeze(${seen}),
      preload: (require, module, process) => { const exports = module.exports;\n${code}\n},
    });`,
  };
}
