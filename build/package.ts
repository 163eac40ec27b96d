// Packages for machines without this repository, in out/packages:
//
// npm run package npm     the command line and the browser's window, for npm i -g
// npm run package deb     the same with its own Node, for Debian and Ubuntu
// npm run package app     the desktop app for this system, with Electron's runtime

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packDeb } from './debian.ts';
import { builderConfig } from './electron-builder.ts';
import { haveRuntime } from './electron-runtime.ts';
import { ensureBuilt } from './fresh-build.ts';
import { packNpm, runNpm } from './npm-package.ts';
import { REPOSITORY } from './repository.ts';
import { lockedPackage } from './shipped-packages.ts';

const PACKAGES = path.join(REPOSITORY, 'out', 'packages');
const MAKERS: Readonly<Record<string, () => string | Promise<string>>> = {
  npm: () => packNpm(PACKAGES),
  deb: () => packDeb(PACKAGES),
  app: packApp,
};

const startedMs = performance.now();
const wanted = process.argv.slice(2);
for (const name of wanted.length === 0 ? ['npm'] : wanted) {
  const make = MAKERS[name];
  if (make === undefined) {
    process.stderr.write(`There is no package "${name}": ${Object.keys(MAKERS).join(', ')}.\n`);
    process.exitCode = 2;
    break;
  }
  if (!ensureBuilt()) throw new Error('the program could not be built');
  const made = await make();
  process.stderr.write(`${name} made in ${Math.round((performance.now() - startedMs) / 1_000)} s\n`);
  process.stdout.write(`${path.relative(REPOSITORY, made)}\n`);
}

/** Builds the desktop installers for this system. Returns their folder; rejects when the runtime is not available. */
async function packApp(): Promise<string> {
  const runtime = await haveRuntime();
  if (runtime.kind === 'missing') throw new Error(`There is no app without Electron's runtime: ${runtime.why}.`);
  if (process.platform === 'darwin') for (const processor of ['x64', 'arm64']) haveKeyring(`darwin-${processor}`);
  const { build } = await import('electron-builder');
  const { env: environment, platform: system } = process;
  await build({ projectDir: REPOSITORY, config: builderConfig({ electronDist: null, environment, system }) });
  return path.join(PACKAGES, 'desktop');
}

/** npm installs the keychain's module for this processor only; a Mac packages for both. Throws if it is not the locked one. */
function haveKeyring(target: string): void {
  const { name, version, integrity, place } = lockedPackage(REPOSITORY, `@napi-rs/keyring-${target}`);
  const folder = path.join(REPOSITORY, place);
  if (existsSync(folder)) return;
  const packed = mkdtempSync(path.join(tmpdir(), 'payout-desk-keyring-'));
  try {
    const tarball = path.join(
      packed,
      runNpm(['pack', '--silent', '--pack-destination', packed, `${name}@${version}`], packed),
    );
    const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    if (found !== integrity) throw new Error(`${name} is not the one in package-lock.json`);
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}
