// The process that one keychain request is asked in, however it is started. In: a script and an environment. Out: a child that
// is sent one message, answers one, and can be killed. This file must never put a token on a command line.

import { fork } from 'node:child_process';

export interface KeychainChild {
  send(message: object): void;
  kill(): void;
}

export interface ChildEars {
  readonly onSpawn: () => void;
  readonly onMessage: (message: unknown) => void;
  /** It is gone, or could not be started. */
  readonly onEnd: () => void;
}

export interface ChildWish {
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Starts the process. Electron's own way is given from outside: this program's Node cannot be forked where its fuse is off. */
export type StartKeychainChild = (wish: ChildWish, ears: ChildEars) => KeychainChild;

/** Forks this very Node. */
export const forkNode: StartKeychainChild = ({ script, environment }, { onSpawn, onMessage, onEnd }) => {
  const child = fork(script, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [], env: environment });
  child.once('spawn', onSpawn);
  child.once('message', onMessage);
  child.on('error', onEnd);
  child.once('exit', onEnd);
  return { send: (message) => void child.send(message), kill: () => void child.kill('SIGKILL') };
};
