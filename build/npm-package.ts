// The headless package: the built program with the packages it needs, as they were tested, and without what nobody loads of them.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readLicences } from './page-papers.ts';
import { REPOSITORY, readManifest } from './repository.ts';
import { billOfMaterials, type PackageKind } from './sbom.ts';
import { copyPackages, DESKTOP_DEPENDENCIES, programPackages } from './shipped-packages.ts';

/** The commands of the headless package, and the file each one starts. */
export const COMMANDS = { 'payout-desk': 'cli.js', 'payout-desk-window': 'browser.js' } as const;

/** Files that the headless package does not need. */
const DESKTOP_ONLY = /^(?:desktop\.js|sources\.sha256)$|\.map$/;

/** npm chooses its binary for the system that it is installed on. */
const KEYRING = '@napi-rs/keyring';

/** The build puts it into the program. */
const BUNDLED = 'zod';

/** What an installed program loads from node_modules. */
export function headlessDependencies(): Readonly<Record<string, string>> {
  const { dependencies } = readManifest();
  return Object.fromEntries(
    Object.entries(dependencies).filter(([name]) => name !== BUNDLED && !DESKTOP_DEPENDENCIES.has(name)),
  );
}

/** Puts the built program and its papers into a folder. */
export function putProgram(folder: string, kind: PackageKind): void {
  const put = (what: string, to = what): void =>
    cpSync(path.join(REPOSITORY, what), path.join(folder, to), { recursive: true });
  for (const file of readdirSync(path.join(REPOSITORY, 'out', 'main'))) {
    if (!DESKTOP_ONLY.test(file)) put(`out/main/${file}`);
  }
  put('out/renderer');
  for (const paper of [
    'samples/first-run.csv',
    'docs/cli.md',
    'docs/cli-schemas.json',
    'docs/register.md',
    'docs/security.md',
    'docs/passport-checker.html',
  ])
    put(paper);
  put('build/resources/installed-readme.md', 'README.md');
  for (const paper of ['LICENSE', 'CHANGELOG.md']) put(paper);
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  for (const [command, entry] of Object.entries(COMMANDS)) {
    const file = path.join(folder, 'bin', `${command}.js`);
    writeFileSync(file, `#!/usr/bin/env node\nimport '../out/main/${entry}';\n`);
    chmodSync(file, 0o755);
  }
  writeFileSync(path.join(folder, 'licences.txt'), licences());
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(kind), null, 1)}\n`);
}

/** Whose work is in the program, and under which words. */
function licences(): string {
  const rule = '-'.repeat(78);
  return readLicences(REPOSITORY)
    .map(({ licence, packages, text }) => `${packages.join(', ')}\nLicence: ${licence}\n\n${text}\n`)
    .join(`\n${rule}\n\n`);
}

/** Returns the path of the tarball. */
export function packNpm(packages: string): string {
  const { name, version, description, license } = readManifest();
  const folder = path.join(packages, 'npm');
  rmSync(folder, { recursive: true, force: true });
  putProgram(folder, 'npm');
  const dependencies = headlessDependencies();
  const bundled = Object.keys(dependencies).filter((one) => one !== KEYRING);
  copyPackages(programPackages(REPOSITORY, bundled), { from: REPOSITORY, to: folder });
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: Object.fromEntries(Object.keys(COMMANDS).map((command) => [command, `bin/${command}.js`])),
    engines: { node: '>=20' },
    dependencies,
    // The versions that were tested, down to the last one.
    bundleDependencies: bundled,
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  runNpm(['pack', '--silent', '--pack-destination', packages], folder);
  return path.join(packages, `${name}-${version}.tgz`);
}

/** Runs npm and returns its output. Under `npm run` it is that npm's script: Windows starts no command file without a shell. */
export function runNpm(words: readonly string[], cwd: string): string {
  const { command, first } = npmCommand();
  return execFileSync(command, [...first, ...words], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** How npm is started without a shell. */
export function npmCommand(): { readonly command: string; readonly first: readonly string[] } {
  const script = process.env['npm_execpath'];
  return script === undefined ? { command: 'npm', first: [] } : { command: process.execPath, first: [script] };
}
