// A keychain in memory, for command lines that run in the process of a test.

import type { AskKeychain } from '../../electron/main/platform/keychain/keychain-vault.ts';

export function memoryKeychain(): AskKeychain {
  const kept = new Map<string, string>();
  return (request) => {
    const { kind, account } = request;
    if (kind === 'write') {
      kept.set(account, request.token);
      return Promise.resolve({ kind: 'stored' });
    }
    const token = kept.get(account);
    if (token === undefined) return Promise.resolve({ kind: 'none' });
    if (kind === 'read') return Promise.resolve({ kind: 'token', token });
    kept.delete(account);
    return Promise.resolve({ kind: 'removed' });
  };
}
