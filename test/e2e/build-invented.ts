// The program with a page that speaks the invented language, built beside the usual one.

import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { builtWorker } from '../../build/fresh-build.ts';
import { REPOSITORY } from '../../build/repository.ts';
import config from '../../electron.vite.config.ts';

/** As deep below its package as the usual build is. */
const FOLDER = path.join(REPOSITORY, 'out', 'invented');
const OUT = path.join(FOLDER, 'out');
const LANGUAGES = path.join(REPOSITORY, 'shared', 'messages', 'languages.ts');

const INVENTED: Plugin = {
  name: 'invented-language',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found?.id === LANGUAGES ? path.join(import.meta.dirname, 'invented-languages.ts') : found;
  },
};

/** Builds it, and gives the path of its browser door. */
export async function buildInvented(): Promise<string> {
  if (typeof config === 'function' || !('renderer' in config)) throw new Error('the configuration has no page');
  const { renderer } = config;
  rmSync(FOLDER, { recursive: true, force: true });
  await build({
    ...renderer,
    configFile: false,
    logLevel: 'warn',
    root: path.join(REPOSITORY, 'renderer'),
    plugins: [INVENTED, ...(renderer?.plugins ?? [])],
    build: {
      ...renderer?.build,
      outDir: path.join(OUT, 'renderer'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { input: path.join(REPOSITORY, 'renderer', 'index.html') },
    },
  });
  const program = path.dirname(builtWorker('browser'));
  cpSync(program, path.join(OUT, 'main'), { recursive: true });
  cpSync(path.join(REPOSITORY, 'package.json'), path.join(FOLDER, 'package.json'));
  return path.join(OUT, 'main', 'browser.js');
}
