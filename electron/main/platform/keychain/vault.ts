// The token vault as the rest of the desk sees it, and what a token looks like. A token must never be given to an account
// it was not meant for: that would send it to another merchant's server.

import { type Refused, refusedAs } from '../../../../shared/failures.ts';
import { msg, type Words } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';

/** The smallest of the systems' keychains holds this much: Windows Credential Manager, 5 x 512 bytes. */
export const TOKEN_MAX_BYTES = 2_560;

/** The keychain is there, but its owner has to open it first. */
interface KeychainLocked {
  readonly kind: 'locked';
  readonly message: Words;
}

/** This machine or session has no keychain that can be used. */
interface Unavailable {
  readonly kind: 'unavailable';
  readonly message: Words;
}

/** Shape: `forSession` when the token is gone with this process; `refused` when the environment's token is none. */
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

/** Where tokens are kept. Shape: `account` is the profile's name, one token for each. */
export interface TokenVault {
  readonly read: (account: string) => Promise<TokenReading>;
  readonly write: (account: string, token: string) => Promise<TokenWrite>;
  readonly remove: (account: string) => Promise<TokenRemoval>;
}

type TokenCheck = { readonly kind: 'token'; readonly token: string } | Refused;

/** Checks a token: visible ASCII without spaces, at most TOKEN_MAX_BYTES; one final line end is taken off. */
export function checkToken(text: string): TokenCheck {
  const token = text.replace(/\r?\n$/, '');
  if (token === '') {
    return refusedAs('tokenEmpty', msg('token.empty'), msg('cure.pasteToken'));
  }
  // What follows `Authorization: Bearer` in a request may hold nothing else, and a line end there would forge a header.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return refusedAs('tokenCharacters', msg('token.characters'), msg('cure.pasteTokenAlone'));
  }
  if (token.length > TOKEN_MAX_BYTES) {
    return refusedAs('tokenTooLong', msg('token.tooLong', { count: TOKEN_MAX_BYTES }), msg('cure.shorterToken'));
  }
  return { kind: 'token', token };
}

/** Makes an empty vault that lives in this process's memory, for machines without a keychain. */
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
 * The keychain, and the session's memory where there is none. A locked keychain is not a missing one: its owner opens it.
 * Shape: a token that lasts for this session only is read and written as such, so that the person is told.
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

/** Whom the environment's token serves. */
export interface EnvironmentClaim {
  readonly serves: (account: string) => boolean;
  /** A person has given that account another token, or wants none. Shape: whether its claim ends with that. */
  readonly end: (account: string) => boolean;
}

const FOR_ANOTHER = {
  kind: 'unavailable',
  message: msg('keychain.forAnother'),
} as const;

/**
 * Puts the token that the environment gave this process in front of a vault.
 * Shape: it goes before a kept one, as it is the newer, until a person gives another one.
 */
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
