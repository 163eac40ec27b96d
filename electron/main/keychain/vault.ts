// The token vault as the rest of the desk sees it: an account's name goes in, its token or the reason for its absence
// comes out. Implementations are the system's keychain and this session's memory. This file must never name a place on
// disk.

import type { Refusal } from '../../../shared/issues.ts';

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
