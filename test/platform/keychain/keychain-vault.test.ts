import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeychainVault, forkKeychain } from '../../../electron/main/platform/keychain/keychain-vault.ts';
import { TOKEN_MAX_BYTES } from '../../../electron/main/platform/keychain/vault.ts';
import { spoken } from '../../fixtures/spoken.ts';
import { createKeyringHome, hasSecretService, type KeyringHome } from './secret-service.ts';

// A process that replaces the keychain's.
const STRANGER = fileURLToPath(new URL('stranger.ts', import.meta.url));
const present = hasSecretService();
const says = (text: string): unknown => expect.stringContaining(text);
const LOCKED = { kind: 'locked', message: says('locked') };
const NO_KEYCHAIN = { kind: 'unavailable', message: says('No keychain is running') };

let home: KeyringHome;
beforeEach(() => {
  home = createKeyringHome();
});
afterEach(() => home.remove());

const why = present ? '' : ', skipped: no Secret Service (gnome-keyring, dbus)';
describe.skipIf(!present)(`the keychain vault on a real Secret Service${why}`, () => {
  it('stores, reads, overwrites and removes a token', async () => {
    const results = await home.run('unlocked', [
      ['read', 'acme'],
      ['remove', 'acme'],
      ['write', 'acme', 'token-one'],
      ['read', 'acme'],
      ['write', 'acme', 'token-two\n'],
      ['read', 'acme'],
      ['remove', 'acme'],
      ['read', 'acme'],
    ]);
    expect(spoken(results)).toEqual([
      { kind: 'none' },
      { kind: 'none' },
      { kind: 'stored', forSession: false },
      { kind: 'token', token: 'token-one', forSession: false },
      { kind: 'stored', forSession: false },
      { kind: 'token', token: 'token-two', forSession: false },
      { kind: 'removed' },
      { kind: 'none' },
    ]);
  });

  it('keeps the accounts of two profiles apart, also when their names are not ASCII', async () => {
    const results = await home.run('unlocked', [
      ['write', 'practice', 'token-practice'],
      ['write', 'वेतन', 'token-live'],
      ['read', 'practice'],
      ['read', 'वेतन'],
      ['remove', 'practice'],
      ['read', 'वेतन'],
    ]);
    expect(spoken(results)).toEqual([
      { kind: 'stored', forSession: false },
      { kind: 'stored', forSession: false },
      { kind: 'token', token: 'token-practice', forSession: false },
      { kind: 'token', token: 'token-live', forSession: false },
      { kind: 'removed' },
      { kind: 'token', token: 'token-live', forSession: false },
    ]);
  });

  it('takes a token of the longest length with every visible character, and refuses one more', async () => {
    const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => index + 0x21));
    const longest = visible.repeat(28).slice(0, TOKEN_MAX_BYTES);
    const results = await home.run('unlocked', [
      ['write', 'acme', longest],
      ['write', 'acme', `${longest}x`],
      ['read', 'acme'],
    ]);
    expect(spoken(results)).toEqual([
      { kind: 'stored', forSession: false },
      { kind: 'refused', refusal: { code: 'tokenTooLong', message: says('longer'), cure: says('') } },
      { kind: 'token', token: longest, forSession: false },
    ]);
  });

  it('survives the end of the session on disk, and nowhere in clear', async () => {
    const token = 'a-token-that-is-looked-for-on-disk';
    await home.run('unlocked', [['write', 'acme', token]]);
    // The runtime folder holds only sockets, which the daemon removes in its own time.
    const stored = readdirSync(home.path, { withFileTypes: true }).filter(({ name }) => name !== 'run');
    const files = stored
      .flatMap((entry) =>
        entry.isDirectory()
          ? readdirSync(join(home.path, entry.name), { recursive: true, withFileTypes: true })
          : [entry],
      )
      .filter((entry) => entry.isFile());
    expect(files.map((file) => file.name)).toContain('login.keyring');
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name));
      expect(bytes.includes(token)).toBe(false);
      expect(bytes.includes(Buffer.from(token, 'utf16le'))).toBe(false);
    }
    expect(await home.run('unlocked', [['read', 'acme']])).toEqual([{ kind: 'token', token, forSession: false }]);
  });

  it('says locked for each operation, and loses nothing by it', async () => {
    await home.run('unlocked', [['write', 'acme', 'token-one']]);
    const results = await home.run('locked', [
      ['read', 'acme'],
      ['write', 'acme', 'token-two'],
      ['remove', 'acme'],
    ]);
    expect(spoken(results)).toEqual([LOCKED, LOCKED, LOCKED]);
    expect(await home.run('unlocked', [['read', 'acme']])).toEqual([
      { kind: 'token', token: 'token-one', forSession: false },
    ]);
  });

  it('gives up on a prompt that nobody answers, and its process can still end', async () => {
    await home.run('unlocked', [['write', 'acme', 'token-one']]);
    const startedMs = performance.now();
    const results = await home.run('promptIgnored', [['read', 'acme']], 1_500);
    expect(spoken(results)).toEqual([{ kind: 'locked', message: says('no answer') }]);
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });

  it('tells a bus without a keychain from a keychain without a token', async () => {
    const results = await home.run('noService', [
      ['read', 'acme'],
      ['write', 'acme', 'token-one'],
      ['remove', 'acme'],
    ]);
    expect(spoken(results)).toEqual([NO_KEYCHAIN, NO_KEYCHAIN, NO_KEYCHAIN]);
  });
});

describe('the keychain vault without a keychain', () => {
  it.runIf(process.platform === 'linux')('says so when there is no message bus at all', async () => {
    const results = await home.run('noBus', [
      ['read', 'acme'],
      ['write', 'acme', 'token-one'],
    ]);
    expect(spoken(results)).toEqual([NO_KEYCHAIN, NO_KEYCHAIN]);
  });

  it('says unavailable when its process cannot run', async () => {
    const vault = createKeychainVault({ ask: forkKeychain(join(home.path, 'missing.js')) });
    expect(spoken(await vault.read('acme'))).toEqual({ kind: 'unavailable', message: says('') });
  });

  it('ends its process when no answer comes', async () => {
    const pidFile = join(home.path, 'pid');
    const vault = createKeychainVault({ ask: forkKeychain(STRANGER), timeoutMs: 2_000 });
    expect(await vault.read(pidFile)).toMatchObject({ kind: 'locked' });
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('says unavailable when its process answers nonsense or the answer to another question', async () => {
    const vault = createKeychainVault({ ask: forkKeychain(STRANGER) });
    for (const answer of ['nonsense', 'other']) {
      expect(spoken(await vault.write(answer, 'token-one'))).toEqual({ kind: 'unavailable', message: says('') });
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
