// Asks the keychain through a process that is started for one request and killed when it does not answer in time. In: a
// request. Out: its answer, or that none came. This file must never put a token on a command line or in an environment.

import { fork } from 'node:child_process';
import { decodeKeychainAnswer, type KeychainAnswer, type KeychainRequest } from './keychain-messages.ts';

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
const forkNode: StartKeychainChild = ({ script, environment }, { onSpawn, onMessage, onEnd }) => {
  const child = fork(script, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [], env: environment });
  child.once('spawn', onSpawn);
  child.once('message', onMessage);
  child.on('error', onEnd);
  child.once('exit', onEnd);
  return { send: (message) => void child.send(message), kill: () => void child.kill('SIGKILL') };
};

/** One request and its answer. Errors: `noAnswer` when the time is over, `failed` when the process could not do it. */
export type AskKeychain = (
  request: KeychainRequest,
  timeoutMs: number,
) => Promise<KeychainAnswer | { readonly kind: 'noAnswer' }>;

/** Asks in a process of its own. Shape: `script` is the path of the built or the source `keychain-process`. */
export function forkKeychain(script: string, start: StartKeychainChild = forkNode): AskKeychain {
  return (request, timeoutMs) =>
    new Promise((resolve) => {
      const { PAYOUT_DESK_TOKEN: _token, ...environment } = process.env;
      const finish: (answer: Awaited<ReturnType<AskKeychain>>) => void = (answer) => {
        clearTimeout(timer);
        child.kill();
        resolve(answer);
      };
      const child = start(
        { script, environment },
        {
          onSpawn: () => child.send(request),
          onMessage: (message) => finish(decodeKeychainAnswer(message) ?? { kind: 'failed' }),
          onEnd: () => finish({ kind: 'failed' }),
        },
      );
      const timer = setTimeout(() => finish({ kind: 'noAnswer' }), timeoutMs);
    });
}
