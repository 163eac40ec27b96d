// Asks the keychain through a process that is started for one request and killed when it does not answer in time. In: a
// request. Out: its answer, or that none came. This file must never put a token on a command line or in an environment.

import { fork } from 'node:child_process';
import { decodeKeychainAnswer, type KeychainAnswer, type KeychainRequest } from './keychain-messages.ts';

/** One request and its answer. Errors: `noAnswer` when the time is over, `failed` when the process could not do it. */
export type AskKeychain = (
  request: KeychainRequest,
  timeoutMs: number,
) => Promise<KeychainAnswer | { readonly kind: 'noAnswer' }>;

/** Asks by forking Node on the built or the source `keychain-process`. Shape: `script` is that file's path. */
export function forkKeychain(script: string): AskKeychain {
  return (request, timeoutMs) =>
    new Promise((resolve) => {
      const { PAYOUT_DESK_TOKEN: _token, ...environment } = process.env;
      const child = fork(script, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [], env: environment });
      const finish: (answer: Awaited<ReturnType<AskKeychain>>) => void = (answer) => {
        clearTimeout(timer);
        child.kill('SIGKILL');
        resolve(answer);
      };
      const timer = setTimeout(() => finish({ kind: 'noAnswer' }), timeoutMs);
      child.once('message', (message) => finish(decodeKeychainAnswer(message) ?? { kind: 'failed' }));
      child.on('error', () => finish({ kind: 'failed' }));
      child.once('exit', () => finish({ kind: 'failed' }));
      child.once('spawn', () => child.send(request));
    });
}
