// The token that the environment gave this process, in front of a vault. In: the token and whom it serves. Out: a vault that
// gives it to that account, and to every other only what the vault itself keeps.
// This file must never give the token to an account it was not meant for: that would send it to another merchant's server.

import type { Refusal } from '../../../shared/issues.ts';
import { checkToken } from './token-shape.ts';
import type { TokenReading, TokenVault } from './vault.ts';

export interface EnvironmentToken {
  readonly token: string;
  readonly serves: (account: string) => boolean;
}

/** A vault that may also tell that the environment's token is none. */
interface VaultWithEnvironment extends Omit<TokenVault, 'read'> {
  readonly read: (account: string) => Promise<TokenReading | { readonly kind: 'refused'; readonly refusal: Refusal }>;
}

const FOR_ANOTHER = {
  kind: 'unavailable',
  message:
    'The token of the environment serves one merchant only, and this desk has others as well. No keychain is running in this session to keep theirs.',
} as const;

/** Shape: the environment's token goes before a kept one, as it is the newer wish. */
export function withEnvironmentToken(vault: TokenVault, { token, serves }: EnvironmentToken): VaultWithEnvironment {
  const checked = checkToken(token);
  const reading = checked.kind === 'token' ? { ...checked, forSession: true } : checked;
  return {
    ...vault,
    read: async (account) => {
      if (serves(account)) return reading;
      const kept = await vault.read(account);
      return kept.kind === 'unavailable' ? FOR_ANOTHER : kept;
    },
  };
}

/** One command, one account: the first that is asked for. */
export function servesFirstAsked(): EnvironmentToken['serves'] {
  let first: string | null = null;
  return (account) => (first ??= account) === account;
}
