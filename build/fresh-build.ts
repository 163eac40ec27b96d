// Never writes to standard output, which belongs to the built program and its --json.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY, toolScript } from './repository.ts';

/** What the program is built from. */
export const SOURCES: readonly string[] = [
  'electron',
  'shared',
  'renderer',
  'docs',
  'package-lock.json',
  'electron.vite.config.ts',
  'tsconfig.json',
];
const PROGRAM = path.join(REPOSITORY, 'out', 'main');
const PAGE = path.join(REPOSITORY, 'out', 'renderer');
const PRELOAD = path.join(REPOSITORY, 'out', 'preload');
const STAMP_FILE = 'sources.sha256';

/** A build takes a second or two; one that hangs means a broken installation. */
const BUILD_TIMEOUT_MS = 120_000;

/** A swap fails only when another build comes between its two renames, which chance does not repeat. */
const SWAP_ATTEMPTS_MAX = 5;

/** The built browser door, and the built desktop app if there is one. */
export const BUILT_BROWSER_DOOR = path.join(PROGRAM, 'browser.js');
export const BUILT_DESKTOP = path.join(PROGRAM, 'desktop.js');

export const BUILT_CLI = path.join(PROGRAM, 'cli.js');

/** A built worker, by the name of its entry in electron.vite.config.ts. */
export const builtWorker = (name: string): string => path.join(PROGRAM, `${name}.js`);

/** Whether the built program matches the current sources. */
export function isBuilt(): boolean {
  return readStamp() === stampOf(SOURCES);
}

/**
 * Builds the program when out/main is missing or was built from other sources. Returns false when the build failed; the reason is
 * on standard error.
 */
export function ensureBuilt(): boolean {
  if (isBuilt()) return true;
  const stamp = stampOf(SOURCES);
  process.stderr.write('Building Payout Desk (only after a change of its sources)\n');
  return buildProgram(stamp);
}

/** Builds the program whether or not it is up to date. Returns as `ensureBuilt` does. */
export function buildAnew(): boolean {
  return buildProgram(stampOf(SOURCES));
}

function readStamp(): string | null {
  const file = path.join(PROGRAM, STAMP_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Names, sizes and modification times: reading every file would take longer than starting the program. */
function stampOf(names: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of names) addToStamp(path.join(REPOSITORY, name), hash);
  return hash.digest('hex');
}

function addToStamp(file: string, hash: ReturnType<typeof createHash>): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) {
    hash.update(`${file} ${found.size} ${found.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(file).toSorted()) addToStamp(path.join(file, name), hash);
}

function buildProgram(stamp: string): boolean {
  const next = path.join(REPOSITORY, 'out', `.next-${process.pid}`);
  mkdirSync(next, { recursive: true });
  try {
    const script = toolScript({ packageName: 'electron-vite', command: 'electron-vite' });
    const options = ['--outDir', next, '--logLevel', 'warn', '--ignoreConfigWarning'];
    const build = spawnSync(process.execPath, [script, 'build', ...options], {
      cwd: REPOSITORY,
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
      timeout: BUILD_TIMEOUT_MS,
    });
    if (build.status !== 0) {
      process.stderr.write('Payout Desk could not be built; the reason stands above.\n');
      return false;
    }
    writeFileSync(path.join(next, 'main', STAMP_FILE), stamp);
    putInPlace(next, { built: 'renderer', place: PAGE });
    putInPlace(next, { built: 'preload', place: PRELOAD });
    putInPlace(next, { built: 'main', place: PROGRAM });
    return true;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Two builds may end at once. A folder is only ever replaced as a whole, so the last one is complete. */
function putInPlace(next: string, { built, place }: { readonly built: string; readonly place: string }): void {
  for (let attempt = 1; attempt <= SWAP_ATTEMPTS_MAX; attempt += 1) {
    if (tryRename(path.join(next, built), place)) return;
    tryRename(place, path.join(next, `previous-${built}-${attempt}`));
  }
  throw new Error(`out/${built} could not be replaced`);
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
