import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicKey, isSigned, keyAccount, makeKey, openKey } from '../../electron/main/platform/signing-keys.ts';
import { filesHolding } from '../cli/folder-contents.ts';
import { createKeyringHome, hasSecretService } from './keychain/secret-service.ts';

/** Cheap to open, for tests only. */
const COST = 2 ** 4;

describe("a person's signing key", () => {
  it('signs after it was sealed and opened with the same passphrase, however that is typed', async () => {
    const made = await makeKey('caf\u00e9 in the morning', COST);
    const sign = await openKey(made.sealed, { publicKey: made.publicKey, passphrase: 'cafe\u0301 in the morning' });
    const signature = sign?.('pay 100') ?? '';
    expect(isSigned({ text: 'pay 100', publicKey: made.publicKey, signature })).toBe(true);
    expect(isSigned({ text: 'pay 1000', publicKey: made.publicKey, signature })).toBe(false);
  });

  it('does not open with another passphrase, as the key of another person, or altered', async () => {
    const [made, other] = [await makeKey('correct horse', COST), await makeKey('correct horse', COST)];
    const open = (sealed: string, publicKey: string, passphrase: string) => openKey(sealed, { publicKey, passphrase });
    expect(await open(made.sealed, made.publicKey, 'correct horsf')).toBeNull();
    expect(await open(made.sealed, other.publicKey, 'correct horse')).toBeNull();
    const parts = JSON.parse(Buffer.from(made.sealed, 'base64url').toString()) as Record<string, string | number>;
    for (const change of [{ n: 2 ** 30 }, { version: 2 }, { tag: 'AAAA' }, { box: '' }, { salt: 'AAAA' }]) {
      const altered = Buffer.from(JSON.stringify({ ...parts, ...change })).toString('base64url');
      expect(await open(altered, made.publicKey, 'correct horse')).toBeNull();
    }
    expect(await open('nothing', made.publicKey, 'correct horse')).toBeNull();
  });

  it('is nowhere in its seal in the clear, and fits the smallest keychain', async () => {
    const { sealed, publicKey } = await makeKey('correct horse', COST);
    expect(sealed.length).toBeLessThan(2_560);
    const text = Buffer.from(sealed, 'base64url').toString();
    // The beginning of every Ed25519 key in PKCS#8.
    expect(text).not.toContain('MC4CAQAwBQYDK2Vw');
    expect(isPublicKey(publicKey)).toBe(true);
  });

  it('takes nothing that is not exactly a signature for one', async () => {
    const { publicKey, sign } = await makeKey('correct horse', COST);
    const signature = sign('text');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: signature.length - 1 }),
        fc.constantFrom('A', 'B', '_', '=', ' ', ''),
        (at, as) => {
          const altered = signature.slice(0, at) + as + signature.slice(at + 1);
          fc.pre(altered !== signature);
          expect(isSigned({ text: 'text', publicKey, signature: altered })).toBe(false);
        },
      ),
    );
    expect(isSigned({ text: 'text', publicKey: `${publicKey}A`, signature })).toBe(false);
    expect(isSigned({ text: 'text', publicKey: '', signature: '' })).toBe(false);
  });
});

const present = hasSecretService();
const why = present ? '' : ', skipped: no Secret Service (gnome-keyring, dbus)';
describe.skipIf(!present)(`a signing key on a real Secret Service${why}`, () => {
  it('is there whole in a later session, signs with its passphrase, and is in no file of the keychain in the clear', async (test) => {
    const home = createKeyringHome();
    test.onTestFinished(() => home.remove());
    const { publicKey, sealed } = await makeKey('correct horse');
    const account = keyAccount(publicKey);
    expect(await home.run('unlocked', [['write', account, sealed]])).toEqual([{ kind: 'stored', forSession: false }]);
    const [read] = (await home.run('unlocked', [['read', account]])) as [
      { readonly kind: string; readonly token: string },
    ];
    expect(read).toEqual({ kind: 'token', token: sealed, forSession: false });
    const sign = await openKey(read.token, { publicKey, passphrase: 'correct horse' });
    expect(isSigned({ text: 'pay 100', publicKey, signature: sign?.('pay 100') ?? '' })).toBe(true);
    expect(await openKey(read.token, { publicKey, passphrase: 'another horse' })).toBeNull();
    expect(filesHolding(home.path, 'MC4CAQAwBQYDK2Vw')).toEqual([]);
    expect(await home.run('locked', [['read', account]])).toMatchObject([{ kind: 'locked' }]);
  });
});
