import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AskKeychain, createKeychainVault } from '../../../electron/main/platform/keychain/keychain-vault.ts';
import {
  checkToken,
  createSessionVault,
  TOKEN_MAX_BYTES,
  withSessionFallback,
} from '../../../electron/main/platform/keychain/vault.ts';
import { InvariantError } from '../../../shared/failures.ts';
import { spoken } from '../../fixtures/spoken.ts';

describe('checkToken', () => {
  it.each([
    { text: 'abc.DEF-123_~+/=', token: 'abc.DEF-123_~+/=' },
    { text: 'abc\n', token: 'abc' },
    { text: 'abc\r\n', token: 'abc' },
    { text: 'x'.repeat(TOKEN_MAX_BYTES), token: 'x'.repeat(TOKEN_MAX_BYTES) },
  ])('accepts visible ASCII and takes one final line end off', ({ text, token }) => {
    expect(checkToken(text)).toEqual({ kind: 'token', token });
  });

  it.each([
    { text: '', code: 'tokenEmpty' },
    { text: '\n', code: 'tokenEmpty' },
    { text: 'Bearer abc', code: 'tokenCharacters' },
    { text: ' abc', code: 'tokenCharacters' },
    { text: 'abc ', code: 'tokenCharacters' },
    { text: 'abc\n\n', code: 'tokenCharacters' },
    { text: 'abc\r\nX-Header: 1', code: 'tokenCharacters' },
    { text: 'abc\u0000', code: 'tokenCharacters' },
    { text: 'ab\u200bc', code: 'tokenCharacters' },
    { text: 'abç', code: 'tokenCharacters' },
    { text: '\ufeffabc', code: 'tokenCharacters' },
    { text: 'x'.repeat(TOKEN_MAX_BYTES + 1), code: 'tokenTooLong' },
  ])('refuses $code', ({ text, code }) => {
    expect(checkToken(text)).toMatchObject({ kind: 'refused', refusal: { code } });
  });

  it('accepts nothing that could end a request header, and repeats no token in a refusal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 12 }), (text) => {
        const checked = checkToken(text);
        if (checked.kind === 'token') expect(checked.token).toMatch(/^[\x21-\x7e]+$/);
        else expect(JSON.stringify(checked.refusal)).not.toContain(text);
      }),
    );
  });
});

describe('the session vault', () => {
  it('keeps the tokens of two profiles apart until they are removed', async () => {
    const vault = createSessionVault();
    expect(await vault.read('a')).toEqual({ kind: 'none' });
    expect(await vault.write('a', 'token-a\n')).toEqual({ kind: 'stored', forSession: true });
    expect(await vault.write('b', 'token-b')).toEqual({ kind: 'stored', forSession: true });
    expect(await vault.read('a')).toEqual({ kind: 'token', token: 'token-a', forSession: true });
    expect(await vault.remove('a')).toEqual({ kind: 'removed' });
    expect(await vault.remove('a')).toEqual({ kind: 'none' });
    expect(await vault.read('b')).toEqual({ kind: 'token', token: 'token-b', forSession: true });
  });

  it('refuses a token that is none and keeps the old one', async () => {
    const vault = createSessionVault();
    await vault.write('a', 'token-a');
    expect(await vault.write('a', 'two words')).toMatchObject({ kind: 'refused' });
    expect(await vault.read('a')).toEqual({ kind: 'token', token: 'token-a', forSession: true });
  });

  it('starts empty: two vaults share nothing', async () => {
    await createSessionVault().write('a', 'token-a');
    expect(await createSessionVault().read('a')).toEqual({ kind: 'none' });
  });
});

describe('the keychain vault with the session behind it', () => {
  type Answer = Awaited<ReturnType<AskKeychain>>;

  function vaultOf(answers: { readonly write: Answer; readonly read: Answer; readonly remove: Answer }) {
    const keychain = createKeychainVault({ ask: ({ kind }) => Promise.resolve(answers[kind]) });
    return withSessionFallback(keychain, createSessionVault());
  }
  const missing: Answer = { kind: 'noKeychain' };

  it('keeps a token in memory where there is no keychain, says so, and forgets it when told', async () => {
    const vault = vaultOf({ write: missing, read: missing, remove: missing });
    expect(await vault.write('a', 'token-a')).toEqual({ kind: 'stored', forSession: true });
    expect(await vault.read('a')).toEqual({ kind: 'token', token: 'token-a', forSession: true });
    expect(await vault.remove('a')).toEqual({ kind: 'removed' });
    expect(await vault.read('a')).toMatchObject({ kind: 'unavailable' });
  });

  it('keeps nothing in memory that the keychain took', async () => {
    const vault = vaultOf({ write: { kind: 'stored' }, read: { kind: 'none' }, remove: { kind: 'removed' } });
    expect(await vault.write('a', 'token-a')).toEqual({ kind: 'stored', forSession: false });
    expect(await vault.read('a')).toEqual({ kind: 'none' });
  });

  it('drops what it held in memory once the keychain is there and takes a newer one', async () => {
    const answers: Record<'write' | 'read' | 'remove', Answer> = { write: missing, read: missing, remove: missing };
    const vault = vaultOf(answers);
    await vault.write('a', 'token-old');
    answers.write = { kind: 'stored' };
    answers.read = { kind: 'token', token: 'token-new' };
    await vault.write('a', 'token-new');
    expect(await vault.read('a')).toEqual({ kind: 'token', token: 'token-new', forSession: false });
  });

  it('does not take a locked keychain for a missing one, nor keep what is no token', async () => {
    const locked: Answer = { kind: 'locked' };
    const vault = vaultOf({ write: locked, read: locked, remove: locked });
    expect(await vault.write('a', 'token-a')).toMatchObject({ kind: 'locked' });
    expect(await vault.read('a')).toMatchObject({ kind: 'locked' });
    const none = vaultOf({ write: missing, read: missing, remove: missing });
    expect(await none.write('a', 'two words')).toMatchObject({ kind: 'refused' });
    expect(await none.read('a')).toMatchObject({ kind: 'unavailable' });
  });
});

describe('the keychain vault', () => {
  it('asks nothing of the keychain for a token that is none', async () => {
    const asked: string[] = [];
    const vault = createKeychainVault({
      ask: (request) => {
        asked.push(request.kind);
        return Promise.resolve({ kind: 'stored' });
      },
    });
    expect(await vault.write('a', 'two words')).toMatchObject({ kind: 'refused' });
    expect(asked).toEqual([]);
  });

  it('does not hand out what is no token', async () => {
    const vault = createKeychainVault({ ask: () => Promise.resolve({ kind: 'token', token: 'two\r\nlines' }) });
    expect(await vault.read('a')).toMatchObject({ kind: 'unavailable' });
  });

  it('says so when the keychain gives back another token than it took', async () => {
    const vault = createKeychainVault({ ask: () => Promise.resolve({ kind: 'notKept' }) });
    const written = await vault.write('a', 'token-a');
    expect(written.kind === 'unavailable' && spoken(written.message)).toContain('same one');
  });

  it.each(['', 'a\u0000b', 'a\nb'])('throws for an account without a proper name', async (account) => {
    const vault = createKeychainVault({ ask: () => Promise.resolve({ kind: 'none' }) });
    await expect(vault.read(account)).rejects.toBeInstanceOf(InvariantError);
  });
});
