import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { builderConfig } from '../../build/electron-builder.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { componentsOf, type PackageKind } from '../../build/sbom.ts';
import { fusesAmiss } from '../../electron/main/doors/electron/fuses.ts';
import { IS_REAL_ELECTRON, whyNoDesktop } from '../e2e/built-desktop.ts';
import { SENTINEL, standInRuntime } from './stand-in.ts';

const TEST_WITHIN_MS = 180_000;
const MANIFEST = z.object({
  version: z.string(),
  bin: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  bundleDependencies: z.array(z.string()).default([]),
});
const BILL = z.object({
  bomFormat: z.string(),
  specVersion: z.string(),
  components: z.array(
    z.object({
      name: z.string(),
      purl: z.string(),
      hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })).optional(),
    }),
  ),
});
const manifestIn = (folder: string): z.infer<typeof MANIFEST> =>
  MANIFEST.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));

/** Files that no user of a package needs. */
const FOREIGN = /\.map$|\.test\.|sources\.sha256|\.tsx?$|^\/?(?:test|build|renderer|electron|shared)\//;

const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the output. Throws with it when the command fails. */
function runIn(cwd: string, command: string, words: readonly string[]): string {
  const env = {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    ELECTRON_DOUBLE_NODE: process.execPath,
    XDG_STATE_HOME: path.join(folder, 'state'),
  };
  const { stdout, stderr, status } = spawnSync(command, words, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

const WELL = 'Payout Desk can pay from this computer.';

describe('the headless package', () => {
  const unpacked = path.join(folder, 'package');

  beforeAll(() => {
    execFileSync(process.execPath, ['build/run.mjs', 'package', 'npm'], { cwd: REPOSITORY, stdio: 'pipe' });
    const { version } = manifestIn(REPOSITORY);
    const tarball = path.join(REPOSITORY, 'out', 'packages', `payout-desk-${version}.tgz`);
    execFileSync('tar', ['-xzf', tarball, '-C', folder]);
    // What npm would install beside the packages it brings is already here.
    symlinkSync(
      path.join(REPOSITORY, 'node_modules', '@napi-rs'),
      path.join(unpacked, 'node_modules', '@napi-rs'),
      'junction',
    );
  }, TEST_WITHIN_MS);

  it('holds the built program with its page, its papers and nothing of the repository', () => {
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('node_modules'),
    );
    expect(files.filter((name) => FOREIGN.test(name))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', path.join('out', 'renderer', 'index.html')]),
    );
    expect(files).not.toContain(path.join('out', 'main', 'desktop.js'));
  });

  it('brings the very versions that were tested, and asks npm for the keychain alone', () => {
    const { dependencies, bin, bundleDependencies } = manifestIn(unpacked);
    const { 'electron-updater': _app, zod: _inProgram, ...others } = manifestIn(REPOSITORY).dependencies;
    expect(dependencies).toEqual(others);
    expect(Object.keys(dependencies).filter((name) => !bundleDependencies.includes(name))).toEqual([
      '@napi-rs/keyring',
    ]);
    for (const name of bundleDependencies) {
      expect([name, manifestIn(path.join(unpacked, 'node_modules', name)).version]).toEqual([name, dependencies[name]]);
    }
    expect(Object.keys(bin)).toEqual(['payout-desk', 'payout-desk-window']);
  });

  it('brings no source map, type, test or second form of what it is made of, and the licence of each', () => {
    const files = readdirSync(path.join(unpacked, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('@napi-rs'),
    );
    expect(
      files.filter((name) => /\.map$|\.d\.[cm]?ts$|readme\.md$|[\\/](?:test|tests|docs)[\\/]|standalone/i.test(name)),
    ).toEqual([]);
    expect(files.filter((name) => /pdfkit[\\/]js[\\/]pdfkit\./.test(name))).toEqual([
      path.join('pdfkit', 'js', 'pdfkit.node.mjs'),
    ]);
    const licences = readFileSync(path.join(unpacked, 'licences.txt'), 'utf8');
    for (const name of ['exceljs 4.4.0', 'react ', 'zod ', 'better-sqlite3 ']) expect(licences).toContain(name);
  });

  it('says whose work is in it, for machines, what its page is made of included', () => {
    const { bomFormat, specVersion, components } = BILL.parse(
      JSON.parse(readFileSync(path.join(unpacked, 'sbom.cdx.json'), 'utf8')),
    );
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6']);
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['react', 'zod', 'exceljs', 'better-sqlite3']));
    expect(names).not.toContain('electron-updater');
    expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
    const named = (kind: PackageKind): readonly string[] => componentsOf(kind).map(({ name }) => name);
    expect(named('deb')).toContain('node');
    expect(named('app')).toEqual(expect.arrayContaining(['electron', 'electron-updater']));
    expect(named('npm')).not.toContain('electron');
  });

  it('pays its sample, and says what is wrong with it when its page is gone', () => {
    const door = path.join(unpacked, 'bin', 'payout-desk-window.js');
    expect(runIn(unpacked, process.execPath, [door, '--self-test'])).toContain(WELL);
    const commandLine = path.join(unpacked, 'bin', 'payout-desk.js');
    expect(runIn(unpacked, process.execPath, [commandLine, '--version'])).toBe(`${manifestIn(REPOSITORY).version}\n`);
    const help = runIn(unpacked, process.execPath, [commandLine, '--help']);
    expect(help).toContain('Usage: payout-desk COMMAND');
    expect(help).toContain('`payout-desk COMMAND --help`');
    expect(help).not.toMatch(/`desk[ `]|checkout/);
    rmSync(path.join(unpacked, 'out', 'renderer', 'index.html'));
    expect(() => runIn(unpacked, process.execPath, [door, '--self-test'])).toThrow(
      'FAILED page: The page of Payout Desk is missing from this installation.',
    );
  });
});

describe.skipIf(process.platform !== 'linux')('the desktop package for Linux, with a stand-in for the runtime', () => {
  const app = path.join(folder, 'linux-unpacked');
  const archive = path.join(app, 'resources', 'app.asar');
  const extracted = path.join(folder, 'extracted');

  beforeAll(async () => {
    await build({
      projectDir: REPOSITORY,
      targets: Platform.LINUX.createTarget('dir'),
      config: {
        ...builderConfig({
          electronDist: standInRuntime(path.join(folder, 'runtime'), 'linux'),
          environment: {},
          system: 'linux',
        }),
        directories: { output: folder },
      },
    });
    extractAll(archive, extracted);
  }, TEST_WITHIN_MS);

  it('holds no source map, no test and no source', () => {
    const own = listPackage(archive, { isPack: false }).filter((name) => !name.startsWith('/node_modules'));
    expect(own.filter((name) => FOREIGN.test(name))).toEqual([]);
    expect(own).toContain('/out/preload/preload.cjs');
    expect(listPackage(archive, { isPack: false }).filter((name) => name.endsWith('.map'))).toEqual([]);
  });

  it('brings the native modules of its own system alone, beside the archive', () => {
    const loose = readdirSync(`${archive}.unpacked`, { recursive: true, encoding: 'utf8' });
    const native = loose.filter((name) => name.endsWith('.node')).map((name) => path.basename(name));
    expect(native.toSorted()).toEqual([`keyring.linux-${process.arch}-gnu.node`, `linux-${process.arch}.node`]);
  });

  it('has the command line beside it, to be started by its name', () => {
    const launcher = path.join(app, 'payout-desk');
    expect(statSync(launcher).mode & 0o111).toBe(0o111);
    // Replaces the app, to print its arguments.
    const program = path.join(app, 'payout-desk-app');
    const stored = readFileSync(program);
    writeFileSync(program, '#!/bin/sh\nprintf "%s|" "$@"\n');
    const link = path.join(folder, 'linked');
    symlinkSync(launcher, link);
    const said = runIn(folder, link, ['check', 'two words.csv']);
    writeFileSync(program, stored);
    expect(said).toBe('cli|check|two words.csv|');
  });

  it('has every fuse as it is wanted, and a reader that sees one that is not', () => {
    const executable = path.join(app, 'payout-desk-app');
    expect(fusesAmiss(executable)).toEqual([]);
    const opened = path.join(folder, 'opened');
    const program = readFileSync(executable);
    program.write('1', program.indexOf(SENTINEL) + SENTINEL.length + 2, 'latin1');
    writeFileSync(opened, program);
    expect(fusesAmiss(opened)).toEqual(['RunAsNode']);
  });

  const why = IS_REAL_ELECTRON ? null : whyNoDesktop();
  it.skipIf(why !== null)(
    'pays its sample from what is in the archive, and is the command line where it is asked to',
    () => {
      const double = path.join(REPOSITORY, 'test', 'e2e', 'electron-double', 'electron');
      expect(runIn(folder, double, [extracted, '--self-test'])).toContain(WELL);
      expect(runIn(folder, double, [extracted, 'cli', '--version'])).toBe(`${manifestIn(REPOSITORY).version}\n`);
      const checked = runIn(folder, double, [
        extracted,
        'cli',
        'check',
        path.join(REPOSITORY, 'samples', 'salary.csv'),
      ]);
      expect(checked).toContain('60 rows, 60 payable');
    },
    TEST_WITHIN_MS,
  );
});
