// Tokens in the system's keychain: Secret Service, macOS Keychain or Windows Credential Manager. Each request runs in a new
// process, killed if it does not answer in time.

import { invariant } from '../../../../shared/failures.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { withoutSecrets } from '../environment-secrets.ts';
import { forkNode, type StartChild } from '../start-child.ts';
import { decodeKeychainAnswer, type KeychainAnswer, type KeychainRequest } from './keychain-messages.ts';
import { checkToken, type TokenVault } from './vault.ts';

/** Long enough to notice a keychain's prompt and type a password; after that the prompt counts as ignored. */
const KEYCHAIN_TIMEOUT_MS = 60_000;

interface KeychainVaultOptions {
  readonly ask: AskKeychain;
  readonly timeoutMs?: number;
}

interface Absence {
  readonly kind: 'locked' | 'unavailable';
  readonly message: Message;
}

const FAILED: Absence = { kind: 'unavailable', message: msg('keychain.failed') };
const FOREIGN: Absence = { kind: 'unavailable', message: msg('keychain.noToken') };
const ABSENCES: Readonly<Partial<Record<Awaited<ReturnType<AskKeychain>>['kind'], Absence>>> = {
  locked: { kind: 'locked', message: msg('keychain.locked') },
  noAnswer: { kind: 'locked', message: msg('keychain.noAnswer') },
  noKeychain: { kind: 'unavailable', message: msg('keychain.none') },
  notKept: { kind: 'unavailable', message: msg('keychain.notKept') },
};

/** The vault in the system's keychain. Each operation ends after `timeoutMs`, even with a prompt open. */
export function createKeychainVault({ ask, timeoutMs = KEYCHAIN_TIMEOUT_MS }: KeychainVaultOptions): TokenVault {
  return {
    read: async (account) => {
      const answer = await ask({ kind: 'read', account: named(account) }, timeoutMs);
      if (answer.kind === 'none') return answer;
      if (answer.kind !== 'token') return absenceIn(answer);
      const checked = checkToken(answer.token);
      return checked.kind === 'token' ? { ...checked, forSession: false } : FOREIGN;
    },
    write: async (account, text) => {
      const checked = checkToken(text);
      if (checked.kind === 'refused') return checked;
      const answer = await ask({ kind: 'write', account: named(account), token: checked.token }, timeoutMs);
      return answer.kind === 'stored' ? { kind: 'stored', forSession: false } : absenceIn(answer);
    },
    remove: async (account) => {
      const answer = await ask({ kind: 'remove', account: named(account) }, timeoutMs);
      return answer.kind === 'removed' || answer.kind === 'none' ? answer : absenceIn(answer);
    },
  };
}

/** Profile names are checked when they are created; a control character here would cut a name short in a C library. */
function named(account: string): string {
  invariant(/^\P{Cc}+$/u.test(account), 'a keychain account without a proper name');
  return account;
}

/** An answer that does not fit the request is not from our process, so nothing in it is believed. */
function absenceIn({ kind }: Awaited<ReturnType<AskKeychain>>): Absence {
  return ABSENCES[kind] ?? FAILED;
}

/** One request and its answer. `noAnswer` when the time is over, `failed` when the process could not do it. */
export type AskKeychain = (
  request: KeychainRequest,
  timeoutMs: number,
) => Promise<KeychainAnswer | { readonly kind: 'noAnswer' }>;

/** Runs each request in a new process. `script` is the path of the built or source `keychain-process`. */
export function forkKeychain(script: string, start: StartChild = forkNode): AskKeychain {
  return (request, timeoutMs) =>
    new Promise((resolve) => {
      const environment = withoutSecrets(process.env);
      const finish: (answer: Awaited<ReturnType<AskKeychain>>) => void = (answer) => {
        clearTimeout(timer);
        child.kill();
        resolve(answer);
      };
      const child = start(
        { script, environment, name: 'Payout Desk keychain' },
        {
          onSpawn: () => child.send(request),
          onMessage: (message) => finish(decodeKeychainAnswer(message) ?? { kind: 'failed' }),
          onEnd: () => finish({ kind: 'failed' }),
        },
      );
      const timer = setTimeout(() => finish({ kind: 'noAnswer' }), timeoutMs);
    });
}
