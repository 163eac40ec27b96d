// Asks the keychain through a process that is started for one request and killed when it does not answer in time. In: a
// request. Out: its answer, or that none came. This file must never put a token on a command line or in an environment.

import { forkNode, type StartKeychainChild } from './keychain-child.ts';
import { decodeKeychainAnswer, type KeychainAnswer, type KeychainRequest } from './keychain-messages.ts';

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
