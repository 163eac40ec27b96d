// A copy of the built program, to be changed under a desk that runs from it.

import { appendFileSync, cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../../build/repository.ts';

export interface CopiedBuild {
  /** Its package, as Electron opens it. */
  readonly root: string;
  /** Its browser door. */
  readonly program: string;
  /** Removes the chunks that the desk loads when it needs them, as an update to other chunks does. */
  removeChunks(): void;
  /** Makes every file of the program another one under the same name. */
  replaceFiles(): void;
  remove(): void;
}

/** Below the repository, so that its packages are found. */
export function copyBuild(): CopiedBuild {
  const root = mkdtempSync(path.join(REPOSITORY, 'out', 'copied-'));
  const main = path.join(root, 'out', 'main');
  for (const part of ['main', 'renderer', 'preload'])
    cpSync(path.join(REPOSITORY, 'out', part), path.join(root, 'out', part), { recursive: true });
  cpSync(path.join(REPOSITORY, 'package.json'), path.join(root, 'package.json'));
  return {
    root,
    program: path.join(main, 'browser.js'),
    removeChunks: () => {
      for (const chunk of globSync('*-????????.js', { cwd: main })) rmSync(path.join(main, chunk));
    },
    replaceFiles: () => {
      for (const file of globSync('*.js', { cwd: main })) appendFileSync(path.join(main, file), '\nthrow 1;\n');
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
