// The vault in the system's keychain: Secret Service, macOS Keychain or Windows Credential Manager. In: a profile's
// name and its token. Out: the token, or a sentence that tells a missing token from a locked or a missing keychain.
// This file must never keep a token, nor let one into a message.

import { invariant, unreachable } from '../../../../shared/failures.ts';
import { KEYCHAIN_TIMEOUT_MS } from '../../../../shared/limits.ts';
import type { AskKeychain } from './fork-keychain.ts';
import { checkToken } from './vault.ts';
import type { TokenVault } from './vault.ts';

export interface KeychainVaultOptions {
  readonly ask: AskKeychain;
  readonly timeoutMs?: number;
}

const LOCKED = {
  kind: 'locked',
  message: "The system's keychain is locked. Unlock it (usually with your login password) and try again.",
} as const;
const NO_ANSWER = {
  kind: 'locked',
  message: "The system's keychain gave no answer. Answer its question for a password, if one is open, and try again.",
} as const;
const NO_KEYCHAIN = {
  kind: 'unavailable',
  message: 'No keychain is running in this session, so the token cannot be kept on this machine.',
} as const;
const FAILED = {
  kind: 'unavailable',
  message: "The system's keychain could not be used.",
} as const;
const NOT_KEPT = {
  kind: 'unavailable',
  message: "The system's keychain took the token but did not give the same one back.",
} as const;
const FOREIGN = {
  kind: 'unavailable',
  message: "What the system's keychain holds for this profile is not a token. Store the token again.",
} as const;

/** Makes the vault of the system's keychain. Errors: each operation ends after `timeoutMs`, an open prompt included. */
export function createKeychainVault({ ask, timeoutMs = KEYCHAIN_TIMEOUT_MS }: KeychainVaultOptions): TokenVault {
  return {
    read: async (account) => {
      const answer = await ask({ kind: 'read', account: named(account) }, timeoutMs);
      if (answer.kind === 'none') return answer;
      if (answer.kind !== 'token') return absence(answer.kind);
      const checked = checkToken(answer.token);
      return checked.kind === 'token' ? { ...checked, forSession: false } : FOREIGN;
    },
    write: async (account, text) => {
      const checked = checkToken(text);
      if (checked.kind === 'refused') return checked;
      const answer = await ask({ kind: 'write', account: named(account), token: checked.token }, timeoutMs);
      return answer.kind === 'stored' ? { kind: 'stored', forSession: false } : absence(answer.kind);
    },
    remove: async (account) => {
      const answer = await ask({ kind: 'remove', account: named(account) }, timeoutMs);
      return answer.kind === 'removed' || answer.kind === 'none' ? answer : absence(answer.kind);
    },
  };
}

/** Profile names are checked where they are made: a control character here would end a name early in a C library. */
function named(account: string): string {
  invariant(/^\P{Cc}+$/u.test(account), 'a keychain account without a proper name');
  return account;
}

type AnswerKind = Awaited<ReturnType<AskKeychain>>['kind'];

function absence(kind: AnswerKind): { readonly kind: 'locked' | 'unavailable'; readonly message: string } {
  switch (kind) {
    case 'locked':
      return LOCKED;
    case 'noAnswer':
      return NO_ANSWER;
    case 'noKeychain':
      return NO_KEYCHAIN;
    case 'notKept':
      return NOT_KEPT;
    case 'failed':
    // An answer to another question: the process is not ours, so nothing it says is believed.
    case 'token':
    case 'none':
    case 'stored':
    case 'removed':
      return FAILED;
    default:
      return unreachable(kind);
  }
}
