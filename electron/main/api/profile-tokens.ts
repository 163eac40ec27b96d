// The token of a profile, in the vault. In: a profile, and a token that a person gave. Out: where it is kept, whether there is
// one, or why that cannot be said. This file must never put a token anywhere but into the vault, nor give one out.

import type { Answer } from '../../../shared/api/answers.ts';
import type { TokenPlace, TokenState } from '../../../shared/api/profile-commands.ts';
import { unreachable } from '../../../shared/failures.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { refused } from './desks.ts';
import type { Rooms } from './ports.ts';
import { anyProfile, findProfile } from './profiles.ts';
import { tokenAccount } from './session.ts';

/** Puts a token into the vault. Shape: where it is kept. Errors: refused when the profile is unknown, or the vault cannot be used. */
export async function setToken(
  rooms: Rooms,
  { profile, token }: { profile: string; token: string },
): Promise<Answer<TokenPlace>> {
  const known = findProfile(rooms, profile);
  if (known.kind !== 'done') return known;
  const write = await rooms.tokens.write(accountOf(known.value), token);
  if (write.kind === 'stored') return { kind: 'done', value: write.forSession ? 'session' : 'keychain' };
  return write.kind === 'refused' ? refused(write.refusal) : noVault(write);
}

/** Takes a token out of the vault. Shape: false when there was none. */
export async function removeToken(rooms: Rooms, profile: string): Promise<Answer<boolean>> {
  const known = findProfile(rooms, profile);
  if (known.kind !== 'done') return known;
  const removal = await rooms.tokens.remove(accountOf(known.value));
  if ('message' in removal) return noVault(removal);
  return { kind: 'done', value: removal.kind === 'removed' };
}

/** Whether there is a token: never which. Errors: refused when the profile is unknown. */
export async function readTokenState(rooms: Rooms, profile: string): Promise<Answer<TokenState>> {
  const known = anyProfile(rooms, profile);
  if (known.kind !== 'done') return known;
  if (known.value.environment === 'PRACTICE') return { kind: 'done', value: { kind: 'session' } };
  const reading = await rooms.tokens.read(accountOf(known.value));
  switch (reading.kind) {
    case 'token':
      return { kind: 'done', value: { kind: reading.forSession ? 'session' : 'stored' } };
    case 'none':
      return { kind: 'done', value: { kind: 'none' } };
    case 'refused':
      return refused(reading.refusal);
    case 'locked':
    case 'unavailable':
      return { kind: 'done', value: { kind: reading.kind, message: reading.message } };
    default:
      return unreachable(reading);
  }
}

function accountOf({ name, mid, baseUrl }: Profile): string {
  return tokenAccount({ profile: name, mid, baseUrl });
}

function noVault({
  kind,
  message,
}: {
  kind: 'locked' | 'unavailable';
  message: string;
}): Extract<Answer<never>, { kind: 'refused' }> {
  return refused({
    code: kind === 'locked' ? 'keychainLocked' : 'noKeychain',
    message,
    cure:
      kind === 'locked'
        ? 'Unlock the keychain and try again.'
        : 'On a machine without a keychain, give the token for one command in the environment: PAYOUT_DESK_TOKEN.',
  });
}
