// Looks at files only: require('electron') would try to download by itself, with no time limit.

import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY, toolScript } from './repository.ts';

const FOLDER = path.join(REPOSITORY, 'node_modules', 'electron');

/** About a hundred megabytes, some minutes on a slow line; beyond this, use the browser instead. */
const DOWNLOAD_TIMEOUT_MS = 300_000;

/** How often a download reports that it is still going. */
const PROGRESS_MS = 5_000;

export type Runtime =
  | { readonly kind: 'ready'; readonly executable: string }
  | { readonly kind: 'missing'; readonly why: string };

/** The runtime on disk: the path its installer wrote, in exactly the package's version. */
export function findRuntime(folder = FOLDER): Runtime {
  const missing = (why: string): Runtime => ({ kind: 'missing', why });
  const pathFile = path.join(folder, 'path.txt');
  const versionFile = path.join(folder, 'dist', 'version');
  if (!existsSync(path.join(folder, 'package.json'))) return missing('its package is not installed');
  if (!existsSync(pathFile) || !existsSync(versionFile)) return missing('its runtime is not installed');
  const version = versionOf(folder);
  const found = readFileSync(versionFile, 'utf8').trim().replace(/^v/, '');
  if (found !== version) return missing(`its runtime is ${found}, not ${version}`);
  const executable = path.join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  try {
    accessSync(executable, constants.X_OK);
    return { kind: 'ready', executable };
  } catch {
    return missing('its runtime is damaged');
  }
}

/** The runtime, downloaded if missing. */
export async function haveRuntime(): Promise<Runtime> {
  const found = findRuntime();
  if (found.kind === 'ready' || !existsSync(path.join(FOLDER, 'package.json'))) return found;
  console.log(`Downloading the desktop runtime (Electron ${versionOf(FOLDER)}), once; a few minutes at most`);
  const end = await download();
  const now = findRuntime();
  return now.kind === 'ready' ? now : { kind: 'missing', why: `its runtime could not be downloaded (${end})` };
}

/** Returns how the download ended, in words. */
function download(): Promise<string> {
  const script = toolScript({ packageName: 'electron', command: 'install-electron' });
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const startedMs = performance.now();
  const progress = setInterval(() => {
    console.log(`  still downloading, ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  }, PROGRESS_MS);
  const deadline = setTimeout(() => child.kill('SIGKILL'), DOWNLOAD_TIMEOUT_MS);
  return new Promise((resolve) => {
    const finish = (words: string): void => {
      clearInterval(progress);
      clearTimeout(deadline);
      resolve(words);
    };
    child.once('error', (error) => finish(error.message));
    child.once('close', (code, signal) => {
      if (signal !== null) finish('it took too long');
      else finish(code === 0 ? 'nothing was put in place' : firstLine(said));
    });
  });
}

/** The first line of what the installer said, in words where the network is the reason. */
function firstLine(text: string): string {
  if (/fetch failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|getaddrinfo/.test(text)) {
    return 'its server cannot be reached';
  }
  const line = text.split('\n').find((one) => one.trim() !== '') ?? 'no reason given';
  return line.trim().slice(0, 200);
}

function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}
