// Tokens for this session only, for machines without a keychain. A locked keychain is not a missing one: its owner opens it.
// This file must never write anything anywhere, nor keep in memory what the keychain took.

import { checkToken } from './vault.ts';
import type { TokenReading, TokenVault } from './vault.ts';

/** Makes an empty vault that lives in this process's memory. */
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

/** A vault whose reading may tell more, such as a token of the environment that is none. */
interface LastingVault<Reading> extends Omit<TokenVault, 'read'> {
  readonly read: (account: string) => Promise<Reading>;
}

/** Shape: a token that lasts for this session only is read and written as such, so that the person is told. */
export function withSessionFallback<Reading>(
  keychain: LastingVault<Reading>,
  session: TokenVault,
): LastingVault<Reading | TokenReading> {
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
