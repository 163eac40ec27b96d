// Whose the environment's token is where nobody says it: a window looks payouts up by itself, for every merchant there is.
// In: the profiles of real money, and an account. Out: whether the token can only be that account's.
// This file must never guess between two merchants.

import type { Profile } from '../../../shared/profiles.ts';
import { tokenAccount } from './session.ts';

/** Shape: `account` as `tokenAccount` writes it. Two profiles of one merchant share its token. */
export function isOnlyMerchants(account: string, profiles: readonly Profile[]): boolean {
  const merchants = new Set(profiles.map(({ mid, baseUrl }) => `${mid} ${baseUrl}`));
  const accounts = profiles.map(({ name, mid, baseUrl }) => tokenAccount({ profile: name, mid, baseUrl }));
  return merchants.size === 1 && accounts.includes(account);
}
