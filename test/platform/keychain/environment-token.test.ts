import { describe, expect, it } from 'vitest';
import {
  createSessionVault,
  servesFirstAsked,
  servesUntilReplaced,
  type TokenVault,
  withEnvironmentToken,
  withSessionFallback,
} from '../../../electron/main/platform/keychain/vault.ts';
import { verbatim } from '../../../shared/messages/message.ts';

describe('the token of the environment', () => {
  it('serves one account of a command: the first that is asked for', async () => {
    const stored = createSessionVault();
    await stored.write('other', 'kept');
    const vault = withEnvironmentToken(stored, { token: 's3cr3t', claim: servesFirstAsked() });
    const ours = { kind: 'token', token: 's3cr3t', forSession: true };
    expect(await vault.read('acme')).toEqual(ours);
    expect(await vault.read('other')).toMatchObject({ token: 'kept' });
    expect(await vault.read('third')).toEqual({ kind: 'none' });
    expect(await vault.read('acme')).toEqual(ours);
  });

  it('is refused where it serves when it is none, without being repeated', async () => {
    const vault = withEnvironmentToken(createSessionVault(), {
      token: 'two words',
      claim: servesUntilReplaced((name) => name === 'acme'),
    });
    const reading = await vault.read('acme');
    expect(reading).toMatchObject({ kind: 'refused', refusal: { code: 'tokenCharacters' } });
    expect(JSON.stringify(reading)).not.toContain('two words');
    expect(await vault.read('other')).toEqual({ kind: 'none' });
  });

  it('gives way in a window to the token that a person puts in its place, for that account alone', async () => {
    const keychain = createSessionVault();
    const serves = (name: string): boolean => name === 'acme' || name === 'bonus';
    const guarded = withEnvironmentToken(keychain, { token: 's3cr3t', claim: servesUntilReplaced(serves) });
    const vault = withSessionFallback(guarded, createSessionVault());
    expect(await vault.read('acme')).toMatchObject({ token: 's3cr3t' });
    expect(await vault.write('acme', 'two words')).toMatchObject({ kind: 'refused' });
    expect(await vault.read('acme')).toMatchObject({ token: 's3cr3t' });

    expect(await vault.write('acme', 'newer')).toMatchObject({ kind: 'stored' });
    expect(await vault.read('acme')).toMatchObject({ token: 'newer' });
    expect(await vault.read('bonus')).toMatchObject({ token: 's3cr3t' });
  });

  it('is not used again in a window once a person has forgotten the token, with a keychain or without', async () => {
    for (const keychain of [createSessionVault(), WITHOUT_KEYCHAIN]) {
      const guarded = withEnvironmentToken(keychain, { token: 's3cr3t', claim: servesUntilReplaced(() => true) });
      const vault = withSessionFallback(guarded, createSessionVault());
      await vault.write('acme', 'newer');
      expect(await vault.remove('acme')).toEqual({ kind: 'removed' });
      expect((await vault.read('acme')).kind).not.toBe('token');
      expect(await vault.read('bonus')).toMatchObject({ token: 's3cr3t' });
      expect(await vault.remove('bonus')).toEqual({ kind: 'removed' });
      const reading = await vault.read('bonus');
      expect(reading.kind).not.toBe('token');
      expect(JSON.stringify(reading)).not.toContain('others as well');
    }
  });

  it('stays for its one command, whatever that command keeps for later ones', async () => {
    const saved = createSessionVault();
    const vault = withEnvironmentToken(saved, { token: 's3cr3t', claim: servesFirstAsked() });
    await vault.write('acme', 'for-later');
    expect(await vault.read('acme')).toMatchObject({ token: 's3cr3t' });
    expect(await vault.remove('acme')).toEqual({ kind: 'removed' });
    expect(await vault.remove('acme')).toEqual({ kind: 'none' });
  });
});

const NONE = { kind: 'unavailable', message: verbatim('No keychain is running in this session.') } as const;
const WITHOUT_KEYCHAIN: TokenVault = {
  read: () => Promise.resolve(NONE),
  write: () => Promise.resolve(NONE),
  remove: () => Promise.resolve(NONE),
};
