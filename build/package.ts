// Packages for machines without this repository, in out/packages:
//
// npm run package npm     the command line and the browser's window, for npm i -g
// npm run package deb     the same with its own Node, for Debian and Ubuntu
// npm run package app     the desktop app for this system, with Electron's runtime

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builderConfig } from './electron-builder.ts';
import { haveRuntime } from './electron-runtime.ts';
import { ensureBuilt } from './fresh-build.ts';
import { REPOSITORY } from './repository.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const PACKAGES = path.join(REPOSITORY, 'out', 'packages');
const HEADLESS = path.join(REPOSITORY, 'build', 'headless');
const MAKERS: Readonly<Record<string, () => string | Promise<string>>> = {
  npm: packNpm,
  deb: packDeb,
  app: packApp,
};

/** The commands of the headless package, and the file each one starts. */
const COMMANDS = { 'payout-desk': 'cli.js', 'payout-desk-window': 'browser.js' } as const;

/** Files that the headless package does not need. */
const DESKTOP_ONLY = /^(?:desktop\.js|sources\.sha256)$/;
const PAPERS = ['README.md', 'LICENSE', 'CHANGELOG.md'];

const wanted = process.argv.slice(2);
for (const name of wanted.length === 0 ? ['npm'] : wanted) {
  const make = MAKERS[name];
  if (make === undefined) {
    process.stderr.write(`There is no package "${name}": ${Object.keys(MAKERS).join(', ')}.\n`);
    process.exitCode = 2;
    break;
  }
  process.stdout.write(`${path.relative(REPOSITORY, await make())}\n`);
}

/** Builds the desktop installers for this system. Returns their folder; rejects when the runtime is not available. */
async function packApp(): Promise<string> {
  if (!ensureBuilt()) throw new Error('the program could not be built');
  const runtime = await haveRuntime();
  if (runtime.kind === 'missing') throw new Error(`There is no app without Electron's runtime: ${runtime.why}.`);
  const { build } = await import('electron-builder');
  const { env: environment, platform: system } = process;
  await build({ projectDir: REPOSITORY, config: builderConfig({ electronDist: null, environment, system }) });
  return path.join(PACKAGES, 'desktop');
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as Manifest;
}

/** The built program with its own package.json; npm installs its dependencies. Returns the path of the tarball. */
function packNpm(): string {
  if (!ensureBuilt()) throw new Error('the program could not be built');
  const { name, version, description, license, dependencies, devDependencies } = readManifest();
  const folder = path.join(PACKAGES, 'npm');
  rmSync(folder, { recursive: true, force: true });
  const put = (what: string, to = what): void =>
    cpSync(path.join(REPOSITORY, what), path.join(folder, to), { recursive: true });
  for (const file of readdirSync(path.join(REPOSITORY, 'out', 'main'))) {
    if (!DESKTOP_ONLY.test(file)) put(`out/main/${file}`);
  }
  put('out/renderer');
  put('samples/first-run.csv');
  put('docs/cli.md');
  put('docs/security.md');
  put('docs/passport-checker.html');
  for (const paper of PAPERS) put(paper);
  mkdirSync(path.join(folder, 'bin'));
  for (const [command, entry] of Object.entries(COMMANDS)) {
    const file = path.join(folder, 'bin', `${command}.js`);
    writeFileSync(file, `#!/usr/bin/env node\nimport '../out/main/${entry}';\n`);
    chmodSync(file, 0o755);
  }
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: Object.fromEntries(Object.keys(COMMANDS).map((command) => [command, `bin/${command}.js`])),
    engines: { node: '>=20' },
    // Includes Node 24, for machines with an older one.
    dependencies: { ...withoutDesktop(dependencies), node: devDependencies['node'] },
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  run('npm', ['pack', '--silent', '--pack-destination', PACKAGES], folder);
  return path.join(PACKAGES, `${name}-${version}.tgz`);
}

function withoutDesktop(dependencies: Manifest['dependencies']): Manifest['dependencies'] {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => name !== 'electron-updater'));
}

/** The npm package with everything it needs, below /usr/lib. Returns the path of the package; throws without dpkg-deb. */
function packDeb(): string {
  const tarball = packNpm();
  const { name, version, description } = readManifest();
  const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
  const root = path.join(PACKAGES, 'deb');
  const home = path.join(root, 'usr', 'lib', name);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n');
  const options = ['--no-audit', '--no-fund', '--omit=dev', '--no-package-lock'];
  run('npm', ['install', '--silent', ...options, tarball], home);
  dropForeignBinaries(path.join(home, 'node_modules'));
  const node = path.join('/usr/lib', name, 'node_modules', 'node', 'bin', 'node');
  const program = path.join('/usr/lib', name, 'node_modules', name, 'bin');
  const putCommand = (command: string, text: string): void => {
    const file = path.join(root, 'usr', 'bin', command);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  };
  for (const command of Object.keys(COMMANDS)) {
    putCommand(command, `#!/bin/sh\nexec ${node} ${program}/${command}.js "$@"\n`);
  }
  putCommand('payout-desk-link', readFileSync(path.join(HEADLESS, 'payout-desk-link'), 'utf8'));
  const unit = path.join(root, 'usr', 'lib', 'systemd', 'user');
  mkdirSync(unit, { recursive: true });
  cpSync(path.join(HEADLESS, 'payout-desk.service'), path.join(unit, 'payout-desk.service'));
  const papers = path.join(root, 'usr', 'share', 'doc', name);
  mkdirSync(papers, { recursive: true });
  for (const paper of PAPERS) cpSync(path.join(REPOSITORY, paper), path.join(papers, paper));
  cpSync(path.join(REPOSITORY, 'LICENSE'), path.join(papers, 'copyright'));
  const control = [
    `Package: ${name}`,
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Section: misc',
    'Priority: optional',
    'Maintainer: Payout Desk <payout-desk@localhost>',
    `Installed-Size: ${Math.ceil(sizeOf(root) / 1024)}`,
    'Depends: libc6',
    'Recommends: gnome-keyring | keepassxc',
    `Description: ${description}`,
    '',
  ];
  mkdirSync(path.join(root, 'DEBIAN'));
  writeFileSync(path.join(root, 'DEBIAN', 'control'), control.join('\n'));
  const file = path.join(PACKAGES, `${name}_${version}_${architecture}.deb`);
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', root, file], PACKAGES);
  return file;
}

/** Removes prebuilt modules of other systems, and the sources they were built from. */
function dropForeignBinaries(modules: string): void {
  const sqlite = path.join(modules, 'better-sqlite3');
  for (const part of ['deps', 'src', 'binding.gyp']) rmSync(path.join(sqlite, part), { recursive: true, force: true });
  const prebuilds = path.join(sqlite, 'prebuilds');
  for (const name of readdirSync(prebuilds)) {
    if (name !== `${process.platform}-${process.arch}.node`) rmSync(path.join(prebuilds, name));
  }
}

function sizeOf(folder: string): number {
  return Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]);
}

function run(command: string, words: readonly string[], cwd: string): void {
  execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
