// Electron's `utilityProcess`: a separate Node with a `process.parentPort`, and without Node's own process channel, which
// Electron's child lacks.

import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { ForkOptions, UtilityProcess } from 'electron';

/** Gives the child its parentPort before its first line. */
const PARENT_PORT = new URL('./parent-port.ts', import.meta.url).href;

class DoubleUtility extends EventEmitter implements Pick<UtilityProcess, 'postMessage' | 'kill'> {
  readonly #child: ReturnType<typeof fork>;

  constructor(script: string, words: readonly string[], { env, execArgv = [] }: ForkOptions) {
    super();
    this.#child = fork(script, words, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--import', PARENT_PORT, ...execArgv],
      env: { ...(env ?? process.env) },
      // Electron's ports carry structured clones.
      serialization: 'advanced',
    });
    this.#child.once('spawn', () => void this.emit('spawn'));
    this.#child.on('message', (message) => void this.emit('message', message));
    this.#child.once('error', () => void this.emit('exit', 1));
    this.#child.once('exit', (exitCode) => void this.emit('exit', exitCode ?? 1));
  }

  postMessage(message: unknown): void {
    if (this.#child.connected && typeof message === 'object' && message !== null) this.#child.send(message);
  }

  kill(): boolean {
    return this.#child.kill('SIGKILL');
  }
}

export const utilityProcess = {
  fork: (script: string, words: readonly string[] = [], options: ForkOptions = {}): DoubleUtility =>
    new DoubleUtility(script, words, options),
};
