import { describe, expect, it } from 'vitest';
import { servesFirstAsked, withEnvironmentToken } from '../../electron/main/keychain/environment-token.ts';
import { createSessionVault } from '../../electron/main/keychain/session-vault.ts';

describe('the token of the environment', () => {
  it('serves one account of a command: the first that is asked for', async () => {
    const kept = createSessionVault();
    await kept.write('other', 'kept');
    const vault = withEnvironmentToken(kept, { token: 's3cr3t', serves: servesFirstAsked() });
    const ours = { kind: 'token', token: 's3cr3t', forSession: true };
    expect(await vault.read('acme')).toEqual(ours);
    expect(await vault.read('other')).toMatchObject({ token: 'kept' });
    expect(await vault.read('third')).toEqual({ kind: 'none' });
    expect(await vault.read('acme')).toEqual(ours);
  });

  it('is refused where it serves when it is none, without being repeated', async () => {
    const vault = withEnvironmentToken(createSessionVault(), { token: 'two words', serves: (name) => name === 'acme' });
    const reading = await vault.read('acme');
    expect(reading).toMatchObject({ kind: 'refused', refusal: { code: 'tokenCharacters' } });
    expect(JSON.stringify(reading)).not.toContain('two words');
    expect(await vault.read('other')).toEqual({ kind: 'none' });
  });
});
