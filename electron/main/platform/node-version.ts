// This file must import nothing that an older Node cannot read, and must never leave a second program running after the first
// is gone: that would be a payment run nobody can see or stop.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version in Electron's main process, and the first with all features we rely on. An older Node restarts us on this one. */
export const NODE_MAJOR_MIN = 24;

/** Tells the second process that it has a launcher to die with; removed from the environment at once. */
const LAUNCHED_MARK = 'PAYOUT_DESK_LAUNCHED';

/** The signals with which a person or a supervisor stops a program. */
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Shells report a program ended by a signal as 128 plus the signal's number. */
const SIGNAL_EXIT_BASE = 128;

/**
 * Starts a program on a Node that can read it. `run` loads the rest, which an older Node never sees, and returns the exit code,
 * or nothing if the program exits by itself.
 */
export function startOnNewerNode(entryUrl: string, run: () => Promise<number | undefined>): void {
  const start = async (): Promise<number | undefined> =>
    (await runOnNewerNode(fileURLToPath(entryUrl))) ?? (await run());
  // Not a top-level await: a loaded module may import from the entry's chunk and would wait for it for ever.
  start().then(
    (exitCode) => {
      if (exitCode !== undefined) process.exitCode = exitCode;
    },
    (error: unknown) => {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`Payout Desk stopped on a fault of its own: ${words}\n`);
      process.exitCode = 1;
    },
  );
}

/**
 * When the running Node is too old, runs the program again on the Node in node_modules and returns its exit code. Returns null
 * when the running Node is new enough.
 */
async function runOnNewerNode(entryFile: string): Promise<number | null> {
  if (majorOf(process.versions.node) >= NODE_MAJOR_MIN) {
    dieWithLauncher();
    return null;
  }
  const node = findInstalledNode(path.dirname(entryFile));
  if (node === null) {
    process.stderr.write(
      `Payout Desk needs Node ${NODE_MAJOR_MIN} or newer, and this is Node ${process.versions.node}. ` +
        'Beside an installed Payout Desk `npm install --global node@24` is enough; in a checkout it is `npm ci`.\n',
    );
    return 1;
  }
  return relay(node, entryFile);
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

function findInstalledNode(fromFolder: string): string | null {
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const candidate = path.join(fromFolder, 'node_modules', 'node', 'bin', executable);
  if (existsSync(candidate)) return candidate;
  const parent = path.dirname(fromFolder);
  return parent === fromFolder ? null : findInstalledNode(parent);
}

async function relay(node: string, entryFile: string): Promise<number> {
  const child = spawn(node, [...process.execArgv, entryFile, ...process.argv.slice(2)], {
    // The fourth is a channel that carries nothing: when it closes, which even SIGKILL cannot prevent, the second process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [LAUNCHED_MARK]: '1' },
  });
  const forward = (signal: NodeJS.Signals): void => {
    // Windows has no signals to forward: kill() would end the child, and the console sends Ctrl+C to both.
    if (process.platform !== 'win32') child.kill(signal);
  };
  for (const signal of FORWARDED_SIGNALS) process.on(signal, forward);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`Payout Desk could not start ${node}: ${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (exitCode, signal) => {
      for (const name of FORWARDED_SIGNALS) process.removeListener(name, forward);
      resolve(signal === null ? (exitCode ?? 1) : endLike(signal));
    });
  });
}

/** Ends this process by the signal that ended the child, so that a waiting parent sees the same end. */
function endLike(signal: NodeJS.Signals): number {
  process.kill(process.pid, signal);
  return SIGNAL_EXIT_BASE + constants.signals[signal];
}

function dieWithLauncher(): void {
  if (process.env[LAUNCHED_MARK] === undefined) return;
  delete process.env[LAUNCHED_MARK];
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The launcher may be gone already; otherwise its channel must not keep a finished run alive.
  if (process.connected) process.channel?.unref();
  else process.kill(process.pid, 'SIGKILL');
}
