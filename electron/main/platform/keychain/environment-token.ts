// The token that the environment gave this process, in front of a vault. In: the token and whom it serves. Out: a vault that
// gives it to that account, and to every other only what the vault itself keeps.
// This file must never give the token to an account it was not meant for: that would send it to another merchant's server.

import type { Refusal } from '../../../../shared/issues.ts';
import { checkToken } from './vault.ts';
import type { TokenReading, TokenVault } from './vault.ts';

export interface EnvironmentToken {
  readonly token: string;
  readonly claim: EnvironmentClaim;
}

/** Whom the environment's token serves. */
export interface EnvironmentClaim {
  readonly serves: (account: string) => boolean;
  /** A person has given that account another token, or wants none. Shape: whether its claim ends with that. */
  readonly end: (account: string) => boolean;
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

/** Shape: the environment's token goes before a kept one, as it is the newer wish, until a person says another one. */
export function withEnvironmentToken(vault: TokenVault, { token, claim }: EnvironmentToken): VaultWithEnvironment {
  const checked = checkToken(token);
  const reading = checked.kind === 'token' ? { ...checked, forSession: true } : checked;
  const given = new Set<string>();
  return {
    read: async (account) => {
      if (claim.serves(account)) return reading;
      const kept = await vault.read(account);
      return kept.kind === 'unavailable' && !given.has(account) ? FOR_ANOTHER : kept;
    },
    write: async (account, text) => {
      const kept = await vault.write(account, text);
      if (kept.kind === 'stored' && claim.end(account)) given.add(account);
      return kept;
    },
    remove: async (account) => {
      const removed = await vault.remove(account);
      if (removed.kind === 'locked' || !claim.serves(account) || !claim.end(account)) return removed;
      given.add(account);
      return { kind: 'removed' };
    },
  };
}

/** One command, one account: the first that is asked for. What that command keeps or forgets is for later ones. */
export function servesFirstAsked(): EnvironmentClaim {
  let first: string | null = null;
  return { serves: (account) => (first ??= account) === account, end: () => false };
}

/** A process that stays: whom it serves is asked anew each time, and an account that got a token of its own has that one. */
export function servesUntilReplaced(serves: EnvironmentClaim['serves']): EnvironmentClaim {
  const ended = new Set<string>();
  return {
    serves: (account) => !ended.has(account) && serves(account),
    end: (account) => {
      ended.add(account);
      return true;
    },
  };
}
