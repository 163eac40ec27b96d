// The token vault as the rest of the desk sees it, and what a token looks like. Its implementations are the system's keychain
// and this session's memory. This file must never name a place on disk, nor put any part of a token into a sentence.

import type { Refusal } from '../../../../shared/issues.ts';
import { TOKEN_MAX_BYTES } from '../../../../shared/limits.ts';

/** The keychain is there, but its owner has to open it first. Shape: `message` is a sentence for people. */
interface Locked {
  readonly kind: 'locked';
  readonly message: string;
}

/** This machine or session has no keychain that can be used. Shape: `message` is a sentence for people. */
interface Unavailable {
  readonly kind: 'unavailable';
  readonly message: string;
}

/** Shape: `forSession` when the token is gone with this process. */
export type TokenReading =
  | { readonly kind: 'token'; readonly token: string; readonly forSession: boolean }
  | { readonly kind: 'none' }
  | Locked
  | Unavailable;

export type TokenWrite =
  | { readonly kind: 'stored'; readonly forSession: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | Locked
  | Unavailable;

export type TokenRemoval = { readonly kind: 'removed' } | { readonly kind: 'none' } | Locked | Unavailable;

/** Where tokens are kept. Shape: `account` is the profile's name, one token for each. */
export interface TokenVault {
  readonly read: (account: string) => Promise<TokenReading>;
  readonly write: (account: string, token: string) => Promise<TokenWrite>;
  readonly remove: (account: string) => Promise<TokenRemoval>;
}

export type TokenCheck =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Checks a token: visible ASCII without spaces, at most TOKEN_MAX_BYTES; one final line end is taken off. */
export function checkToken(text: string): TokenCheck {
  const token = text.replace(/\r?\n$/, '');
  if (token === '') {
    return refuse('tokenEmpty', 'The token is empty.', 'Paste the access token that the gateway gave you.');
  }
  // What follows `Authorization: Bearer` in a request may hold nothing else, and a line end there would forge a header.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return refuse(
      'tokenCharacters',
      'The token has a space, a line break or a character that is not plain ASCII.',
      'Paste the token alone: one line, without the word Bearer, quotes or spaces.',
    );
  }
  if (token.length > TOKEN_MAX_BYTES) {
    return refuse(
      'tokenTooLong',
      `The token is longer than ${TOKEN_MAX_BYTES} characters, more than every system's keychain can hold.`,
      'Check that only the token was pasted, and ask the gateway for a shorter one if it was.',
    );
  }
  return { kind: 'token', token };
}

function refuse(code: string, message: string, cure: string): TokenCheck {
  return { kind: 'refused', refusal: { code, message, cure } };
}
