// The token vault as the rest of the desk sees it, and what a token looks like. A token must never be used for an account it
// was not meant for: that would send it to another merchant's server.

import { type Refused, refusedAs } from '../../../../shared/failures.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';

/** What the smallest system keychain holds: Windows Credential Manager, 5 x 512 bytes. */
export const TOKEN_MAX_BYTES = 2_560;

/** There is a keychain, but its owner has to unlock it first. */
interface KeychainLocked {
  readonly kind: 'locked';
  readonly message: Message;
}

/** This machine or session has no usable keychain. */
interface Unavailable {
  readonly kind: 'unavailable';
  readonly message: Message;
}

/** `forSession`: the token is gone when this process ends. `refused`: the environment's token is not valid. */
export type TokenReading =
  | { readonly kind: 'token'; readonly token: string; readonly forSession: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | KeychainLocked
  | Unavailable;

export type TokenWrite =
  | { readonly kind: 'stored'; readonly forSession: boolean }
  | Refused
  | KeychainLocked
  | Unavailable;

export type TokenRemoval = { readonly kind: 'removed' } | { readonly kind: 'none' } | KeychainLocked | Unavailable;

/** Where tokens are stored, one per account; tokenAccount() makes the account. */
export interface TokenVault {
  readonly read: (account: string) => Promise<TokenReading>;
  readonly write: (account: string, token: string) => Promise<TokenWrite>;
  readonly remove: (account: string) => Promise<TokenRemoval>;
}

type TokenCheck = { readonly kind: 'token'; readonly token: string } | Refused;

/** Checks a token: visible ASCII without spaces, at most TOKEN_MAX_BYTES. One trailing newline is removed. */
export function checkToken(text: string): TokenCheck {
  const token = text.replace(/\r?\n$/, '');
  if (token === '') {
    return refusedAs('tokenEmpty', msg('token.empty'), msg('cure.pasteToken'));
  }
  // Nothing else may follow `Authorization: Bearer` in a request, and a newline there would forge a header.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return refusedAs('tokenCharacters', msg('token.characters'), msg('cure.pasteTokenAlone'));
  }
  if (token.length > TOKEN_MAX_BYTES) {
    return refusedAs('tokenTooLong', msg('token.tooLong', { count: TOKEN_MAX_BYTES }), msg('cure.shorterToken'));
  }
  return { kind: 'token', token };
}

/** An empty vault in this process's memory, for machines without a keychain. */
export function createSessionVault(): TokenVault {
  const tokens = new Map<string, string>();
  return {
    read: (account) => {
      const token = tokens.get(account);
      return Promise.resolve(token === undefined ? { kind: 'none' } : { kind: 'token', token, forSession: true });
    },
    write: (account, text) => {
      const checked = checkToken(text);
      if (checked.kind === 'refused') return Promise.resolve(checked);
      tokens.set(account, checked.token);
      return Promise.resolve({ kind: 'stored', forSession: true });
    },
    remove: (account) => Promise.resolve({ kind: tokens.delete(account) ? 'removed' : 'none' }),
  };
}

/**
 * The keychain, or the session's memory where there is none. A locked keychain is not a missing one: its owner unlocks it. A
 * token stored only for this session is marked `forSession`, so that the person is told.
 */
export function withSessionFallback(keychain: TokenVault, session: TokenVault): TokenVault {
  return {
    read: async (account) => {
      const held = await session.read(account);
      return held.kind === 'token' ? held : await keychain.read(account);
    },
    write: async (account, token) => {
      const kept = await keychain.write(account, token);
      if (kept.kind === 'unavailable') return await session.write(account, token);
      if (kept.kind === 'stored') await session.remove(account);
      return kept;
    },
    remove: async (account) => {
      const forgotten = await session.remove(account);
      const removed = await keychain.remove(account);
      return removed.kind === 'removed' || forgotten.kind === 'none' ? removed : forgotten;
    },
  };
}

export interface EnvironmentToken {
  readonly token: string;
  readonly claim: EnvironmentClaim;
}

/** Which accounts the environment's token is for. */
export interface EnvironmentClaim {
  readonly serves: (account: string) => boolean;
  /** A person gave this account another token, or removed its token. Returns whether that ends the claim. */
  readonly end: (account: string) => boolean;
}

const FOR_ANOTHER = {
  kind: 'unavailable',
  message: msg('keychain.forAnother'),
} as const;

/** Uses the environment's token before a stored one, because it is newer, until a person sets another. */
export function withEnvironmentToken(vault: TokenVault, { token, claim }: EnvironmentToken): TokenVault {
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

/** For one command: the token is for the first account requested. What it stores or removes counts for later commands. */
export function servesFirstAsked(): EnvironmentClaim {
  let first: string | null = null;
  return { serves: (account) => (first ??= account) === account, end: () => false };
}

/** For a long-running process: `serves` is called each time, and an account that gets its own token uses that one. */
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
