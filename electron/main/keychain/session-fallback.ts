// The keychain's vault, with this session's memory in its place where there is no keychain. In: both vaults. Out: one.
// A locked keychain is not a missing one: its owner opens it. This file must never keep in memory what the keychain took.

import type { TokenReading, TokenVault } from './vault.ts';

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
