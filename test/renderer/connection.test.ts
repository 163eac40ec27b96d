import { describe, expect, it } from 'vitest';
import { type ConnectionTest, isTestCurrent } from '../../renderer/features/profiles/connection.tsx';
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import { verbatim } from '../../shared/messages/message.ts';

const PROFILE: ListedProfile = {
  name: 'acme',
  baseUrl: 'https://gateway.example/v1',
  mid: 1234,
  environment: 'LIVE',
  ratePerSecond: 10,
  inFlightMax: 5,
  maxPayoutPaise: null,
  maxBatchPaise: null,
  walletUnit: null,
};
const answer = { balance: '500', askedAtMs: 1, vaultChanges: 2 };
const CONNECTED: ConnectionTest = { profile: PROFILE, result: { kind: 'done', value: answer } };
const NOW = { known: [PROFILE], state: { kind: 'stored', vaultChanges: 2 } } as const;

describe('a connection that was tried', () => {
  it('holds while address, merchant id and token are those it was tried with', () => {
    expect(isTestCurrent(CONNECTED, NOW)).toBe(true);
    expect(isTestCurrent(CONNECTED, { ...NOW, known: [{ ...PROFILE, ratePerSecond: 3 }] })).toBe(true);
  });

  it.each([
    ['another address', { ...NOW, known: [{ ...PROFILE, baseUrl: 'https://other.example/v1' }] }],
    ['another merchant id', { ...NOW, known: [{ ...PROFILE, mid: 99 }] }],
    ['no such account', { ...NOW, known: [] }],
    ['a replaced token', { ...NOW, state: { kind: 'stored', vaultChanges: 3 } as const }],
    ['a forgotten token', { ...NOW, state: { kind: 'none', vaultChanges: 2 } as const }],
    [
      'a locked keychain',
      { ...NOW, state: { kind: 'locked', message: verbatim('Unlock it.'), vaultChanges: 2 } as const },
    ],
    ['a state that nobody has told', { ...NOW, state: null }],
  ])('does not hold with %s', (_, now) => {
    expect(isTestCurrent(CONNECTED, now)).toBe(false);
  });

  it('keeps saying why there was no answer', () => {
    expect(isTestCurrent({ profile: PROFILE, result: { kind: 'lost' } }, { known: [], state: null })).toBe(true);
    expect(isTestCurrent({ profile: PROFILE, result: null }, { known: [], state: null })).toBe(true);
  });
});
