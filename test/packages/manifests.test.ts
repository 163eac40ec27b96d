// The manifests of a release, as winget, Homebrew and Flatpak read them. Their own tools check them where they are installed.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manifestsOf, readRelease } from '../../build/manifests.ts';

const ID = 'org.example.PayoutDesk';
const ADDRESS = 'https://github.com/example/payout-desk/releases/download/v1.2.3';
const NAMED = { version: '1.2.3', day: '2026-11-30', address: ADDRESS, id: ID };
const FILES = ['win-x64-setup.exe', 'mac-x64.dmg', 'mac-arm64.dmg', 'linux-amd64.deb'];
const sha256Of = (file: string): string => createHash('sha256').update(file).digest('hex');

function folderOf(files: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'manifests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) writeFileSync(path.join(folder, `payout-desk-${file}`), file.replace(/^[\d.]+-/, ''));
  return folder;
}

const released = (): string => folderOf([...FILES.map((file) => `1.2.3-${file}`), '1.2.2-win-x64-setup.exe']);
const isThere = (tool: string): boolean => spawnSync(tool, ['--version']).error === undefined;

/** Writes one manifest for a tool to read. */
function written(name: string): string {
  const file = path.join(folderOf([]), path.basename(name));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, manifestsOf(readRelease(released(), NAMED))[name] ?? '');
  return file;
}

describe('the manifests of a release', () => {
  it('name the address and the checksum of each package of that version', () => {
    const manifests = manifestsOf(readRelease(released(), NAMED));
    const text = Object.values(manifests).join('\n');
    for (const file of FILES) expect(text.toLowerCase()).toContain(sha256Of(file));
    expect(manifests['winget/PayoutDesk.PayoutDesk.installer.yaml']).toContain(
      `InstallerUrl: "${ADDRESS}/payout-desk-1.2.3-win-x64-setup.exe"`,
    );
    const flatpak = JSON.parse(manifests[`flatpak/${ID}.json`] ?? '') as { modules: { sources: { url?: string }[] }[] };
    expect(flatpak.modules[0]?.sources[0]?.url).toBe(`${ADDRESS}/payout-desk-1.2.3-linux-amd64.deb`);
    // Homebrew fills in both.
    const cask = manifests['homebrew/payout-desk.rb'] ?? '';
    const url = /url "(.*)"/.exec(cask)?.[1]?.replaceAll('#{version}', '1.2.3').replaceAll('#{arch}', 'arm64');
    expect(url).toBe(`${ADDRESS}/payout-desk-1.2.3-mac-arm64.dmg`);
  });

  it('are not made where a package is missing or unsigned', () => {
    const missing = FILES.filter((file) => !file.startsWith('mac-x64')).map((file) => `1.2.3-${file}`);
    expect(() => readRelease(folderOf(missing), NAMED)).toThrow('has 0 packages of 1.2.3');
    const unsigned = [...missing, '1.2.3-mac-x64-unsigned.dmg'];
    expect(() => readRelease(folderOf(unsigned), NAMED)).toThrow('has 0 packages of 1.2.3');
  });

  it.runIf(isThere('ruby'))('are a cask that Ruby reads', () => {
    expect(execFileSync('ruby', ['-c', written('homebrew/payout-desk.rb')], { encoding: 'utf8' })).toContain('OK');
  });

  it.runIf(isThere('appstreamcli'))('are a description that AppStream finds valid', () => {
    const file = written(`flatpak/${ID}.metainfo.xml`);
    const said = execFileSync('appstreamcli', ['validate', '--no-net', file], { encoding: 'utf8' });
    expect(said).toContain('Validation was successful');
  });
});
