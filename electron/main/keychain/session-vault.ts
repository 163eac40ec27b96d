// Tokens for this session only, for machines without a keychain. In: tokens. Out: the same, until the process ends.
// This file must never write anything anywhere.

import { checkToken } from './token-shape.ts';
import type { TokenVault } from './vault.ts';

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
