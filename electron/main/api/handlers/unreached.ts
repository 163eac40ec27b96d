// Gateways that were not reached lately, and the accounts that use them. In: what handlers stand on. Out: accounts by address.
// This file must never ask a gateway: its callers do.

import type { HandlerContext } from './context.ts';

type Known = Pick<HandlerContext, 'desk' | 'surroundings'>;

/** The accounts of real money with this address. */
export function usersOf({ desk }: Pick<Known, 'desk'>, baseUrl: string): string[] {
  const answer = desk.listProfiles();
  if (answer.kind !== 'done') return [];
  return answer.value.profiles
    .filter((profile) => profile.environment === 'LIVE' && profile.baseUrl === baseUrl)
    .map(({ name }) => name);
}

/** An address that was mistyped and corrected is nobody's: it is no trouble that nothing answers there. */
export function forgetUnused({ desk, surroundings }: Known): void {
  for (const baseUrl of surroundings.unreached)
    if (usersOf({ desk }, baseUrl).length === 0) surroundings.forget(baseUrl);
}
