// How the desktop app is packaged for each system, against electron-builder itself: it packages a small app with this configuration
// and a stand-in for the runtime, for all systems on this one. On Windows it cannot package for a Mac.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listPackage } from '@electron/asar';
import { Arch, build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builderConfig } from '../../build/electron-builder.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { fusesAmiss, wantedFuses } from '../../electron/main/doors/electron/fuses.ts';
import { standInRuntime } from './stand-in.ts';

const WITHIN_MS = 120_000;
const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-configuration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEYRINGS = [
  'darwin-x64',
  'darwin-arm64',
  'win32-x64-msvc',
  'win32-arm64-msvc',
  'linux-x64-gnu',
  'linux-arm64-gnu',
];
const PREBUILDS = [
  'darwin-x64',
  'darwin-arm64',
  'win32-x64',
  'win32-arm64',
  'linux-x64',
  'linux-arm64',
  'linuxmusl-x64',
];

/** An app whose native modules are there for every system. */
function putApp(): string {
  const app = path.join(folder, 'app');
  const put = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(app, file)), { recursive: true });
    writeFileSync(path.join(app, file), text);
  };
  const putPackage = (name: string, more: object = {}): void =>
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js', ...more }));
  const names = KEYRINGS.map((name) => `@napi-rs/keyring-${name}`);
  const version = '1.0.0';
  put(
    'package.json',
    JSON.stringify({
      name: 'payout-desk',
      version: '9.8.7',
      description: 'Pays',
      author: 'Payout Desk',
      main: 'out/main/desktop.js',
      dependencies: { '@napi-rs/keyring': version, 'better-sqlite3': version },
    }),
  );
  put('LICENSE', 'MIT');
  // Making one of a picture needs a tool that electron-builder downloads.
  put('build/resources/icon.icns', 'icns');
  for (const built of [
    'main/desktop.js',
    'main/cli.js',
    'main/cli.js.map',
    'preload/preload.cjs',
    'renderer/index.html',
  ])
    put(`out/${built}`, '// built');
  putPackage('@napi-rs/keyring', { optionalDependencies: Object.fromEntries(names.map((name) => [name, version])) });
  put('node_modules/@napi-rs/keyring/index.js', '');
  putPackage('better-sqlite3');
  put('node_modules/better-sqlite3/deps/sqlite3/sqlite3.js', '');
  for (const name of PREBUILDS) put(`node_modules/better-sqlite3/prebuilds/${name}.node`, name);
  for (const [index, name] of names.entries()) {
    putPackage(name);
    put(`node_modules/${name}/keyring.${KEYRINGS[index]}.node`, name);
  }
  for (const what of ['icons', 'launchers', 'open-with.nsh', 'entitlements.mac.plist']) {
    const from = path.join(REPOSITORY, 'build', 'resources', what);
    const copy = (source: string, to: string): void => {
      if (statSync(source).isDirectory())
        for (const name of readdirSync(source)) copy(path.join(source, name), `${to}/${name}`);
      else {
        mkdirSync(path.dirname(path.join(app, to)), { recursive: true });
        writeFileSync(path.join(app, to), readFileSync(source), { mode: statSync(source).mode });
      }
    };
    copy(from, `build/resources/${what}`);
  }
  return app;
}

const SYSTEMS = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC } as const;

async function packFor(system: keyof typeof SYSTEMS, ...processors: Arch[]): Promise<string> {
  const output = path.join(folder, `packed-${system}`);
  const config = builderConfig({
    electronDist: standInRuntime(path.join(folder, `runtime-${system}`), system),
    environment: {},
    system,
  });
  await build({
    projectDir: path.join(folder, 'app'),
    targets: SYSTEMS[system].createTarget('dir', ...processors),
    config: {
      ...config,
      electronVersion: '45.4.1',
      directories: { output, buildResources: 'build/resources' },
      ...(system === 'win32' ? { win: { ...config.win, signAndEditExecutable: false } } : {}),
      ...(system === 'darwin' ? { mac: { ...config.mac, identity: null, icon: 'build/resources/icon.icns' } } : {}),
    },
  });
  return output;
}

/** The native modules beside an archive. */
function nativeModules(archive: string): readonly string[] {
  return readdirSync(`${archive}.unpacked`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.node'))
    .map((name) => path.basename(name))
    .toSorted();
}

function ownFiles(archive: string): readonly string[] {
  return listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/'));
}

beforeAll(() => void putApp());

describe.skipIf(process.platform === 'win32')('The app for a Mac', () => {
  let output = '';
  beforeAll(async () => {
    output = await packFor('darwin', Arch.x64, Arch.arm64);
  }, WITHIN_MS);
  const contentsOf = (folderName: string): string => path.join(output, folderName, 'Payout Desk.app', 'Contents');

  it.each([
    ['mac', 'x64'],
    ['mac-arm64', 'arm64'],
  ])('in %s has the native modules of its own processor alone', (folderName, processor) => {
    const archive = path.join(contentsOf(folderName), 'Resources', 'app.asar');
    expect(nativeModules(archive)).toEqual([`darwin-${processor}.node`, `keyring.darwin-${processor}.node`]);
    expect(ownFiles(archive).filter((name) => /\.map$|\/deps\//.test(name))).toEqual([]);
  });

  it('has no script among its executables, and its command line where codesign takes it for data', () => {
    expect(readdirSync(path.join(contentsOf('mac'), 'MacOS'))).toEqual(['Payout Desk']);
    const launcher = path.join(contentsOf('mac'), 'Resources', 'bin', 'payout-desk');
    expect(statSync(launcher).mode & 0o111).toBe(0o111);
    const program =
      /exec "\$\(dirname "\$\(readlink -f "\$0"\)"\)\/(.+)" cli/.exec(readFileSync(launcher, 'utf8'))?.[1] ?? '';
    expect(existsSync(path.join(path.dirname(launcher), program))).toBe(true);
  });

  it('has every fuse as it is wanted in its framework', () => {
    expect(fusesAmiss(path.join(contentsOf('mac'), 'MacOS', 'Payout Desk'), 'darwin')).toEqual([]);
  });

  it('is not packaged for a processor whose keychain module is missing', async () => {
    const other = path.join(folder, 'app', 'node_modules', '@napi-rs', 'keyring-darwin-x64');
    renameSync(other, `${folder}/aside`);
    await expect(packFor('darwin', Arch.x64)).rejects.toThrow('the native modules for darwin on x64 are not installed');
    renameSync(`${folder}/aside`, other);
  });

  it('is offered for spreadsheets and never instead of the program that opens them now', () => {
    const list = readFileSync(path.join(contentsOf('mac'), 'Info.plist'), 'utf8');
    expect(list.match(/<key>LSHandlerRank<\/key>\s*<string>(\w+)/g)).toHaveLength(2);
    expect(list).not.toMatch(/<key>LSHandlerRank<\/key>\s*<string>(?!Alternate)/);
  });
});

describe('The app for Windows', () => {
  let output = '';
  beforeAll(async () => {
    output = await packFor('win32', Arch.x64);
  }, WITHIN_MS);

  it('has the native modules of its own system alone', () => {
    const archive = path.join(output, 'win-unpacked', 'resources', 'app.asar');
    expect(nativeModules(archive)).toEqual(['keyring.win32-x64-msvc.node', 'win32-x64.node']);
  });

  it('runs its command line as Node, which has a standard input, and the fuse lets it', () => {
    const unpacked = path.join(output, 'win-unpacked');
    const launcher = readFileSync(path.join(unpacked, 'payout-desk.cmd'), 'utf8');
    expect(launcher).toContain('set ELECTRON_RUN_AS_NODE=1');
    const [, program = '', archive = '', script = ''] =
      /"%~dp0([^"]+\.exe)" "%~dp0(resources\\app\.asar)\\([^"]+)" %\*/.exec(launcher) ?? [];
    expect(existsSync(path.join(unpacked, program))).toBe(true);
    expect(ownFiles(path.join(unpacked, archive.replace('\\', path.sep)))).toContain(
      `/${script.replaceAll('\\', '/')}`,
    );
    expect(fusesAmiss(path.join(unpacked, program), 'win32')).toEqual([]);
    expect(fusesAmiss(path.join(unpacked, program), 'linux')).toEqual(['RunAsNode']);
  });

  it('takes no file from the program that opens it now', () => {
    const { fileAssociations, win, nsis } = builderConfig({ electronDist: null, environment: {}, system: 'win32' });
    // electron-builder writes APP_ASSOCIATE for each of these, and reads no rank there.
    expect(fileAssociations).toBeUndefined();
    expect(win).not.toHaveProperty('fileAssociations');
    const own = readFileSync(path.join(REPOSITORY, String(nsis?.include)), 'utf8');
    expect(own).not.toMatch(/!insertmacro APP_ASSOCIATE/);
    expect(own).not.toMatch(/"Software\\Classes\\\.(?:csv|xlsx)"/);
    expect(own.match(/\\SupportedTypes" "\.(?:csv|xlsx)"/g)).toHaveLength(2);
  });
});

describe('The app for Linux', () => {
  let output = '';
  beforeAll(async () => {
    output = await packFor('linux', Arch.x64, Arch.arm64);
  }, WITHIN_MS);

  it.each([
    ['linux-unpacked', 'x64'],
    ['linux-arm64-unpacked', 'arm64'],
  ])('in %s has the native modules of its own processor alone', (folderName, processor) => {
    const archive = path.join(output, folderName, 'resources', 'app.asar');
    expect(nativeModules(archive)).toEqual([`keyring.linux-${processor}-gnu.node`, `linux-${processor}.node`]);
  });

  it('has a menu entry that its window belongs to, that offers and does not take, and that keeps the sandbox', async () => {
    const { desktop } = await menuEntry();
    expect(desktop).toContain('\nStartupWMClass=payout-desk-app\n');
    expect(desktop).toContain('\nMimeType=text/csv;application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;');
    expect(desktop).toContain('\nInitialPreference=0\n');
    expect(desktop).toContain('\nExec=AppRun %U\n');
    expect(desktop).not.toContain('sandbox');
  });
});

interface HelperModule {
  readonly LinuxTargetHelper: new (
    packager: object,
  ) => {
    computeDesktopEntry(options: object, command: string): Promise<string>;
  };
}

/** The menu entry of an AppImage, as electron-builder's own code writes it before it would pack one. */
async function menuEntry(): Promise<{ readonly desktop: string }> {
  const builder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'));
  const { LinuxTargetHelper } = builder('./targets/LinuxTargetHelper.js') as HelperModule;
  const config = builderConfig({ electronDist: null, environment: {}, system: 'linux' });
  const { linux, extraMetadata } = config;
  const packager = {
    appInfo: { productName: 'Payout Desk', sanitizedProductName: 'Payout Desk', description: 'Pays' },
    executableName: linux?.executableName,
    config,
    fileAssociations: [],
    platformSpecificBuildOptions: linux,
    info: { metadata: extraMetadata },
  };
  const helper = new LinuxTargetHelper(packager);
  const args = linux?.executableArgs ?? ['--no-sandbox'];
  const desktop = await helper.computeDesktopEntry(linux ?? {}, ['AppRun', ...args, '%U'].join(' '));
  return { desktop };
}

describe('A build', () => {
  const built = (system: NodeJS.Platform, environment: NodeJS.ProcessEnv) =>
    builderConfig({ electronDist: null, environment, system });
  const UPDATES = { PAYOUT_DESK_UPDATES: 'https://example.com/desk/' };

  it.each(['darwin', 'win32'] as const)(
    'that nothing signs says so in its names on %s, and a signed one does not',
    (system) => {
      const names = ({ artifactName, nsis, portable }: ReturnType<typeof built>) => [
        artifactName,
        nsis?.artifactName,
        portable?.artifactName,
      ];
      for (const name of names(built(system, {}))) expect(name).toContain('-unsigned.');
      for (const name of names(built(system, { CSC_LINK: 'a' }))) expect(name).not.toContain('unsigned');
    },
  );

  it('that nothing signs does not update itself: with an address for updates there is no build', () => {
    expect(built('darwin', {}).publish).toBeNull();
    expect(() => built('win32', UPDATES)).toThrow('nothing signs this build');
    expect(built('win32', { ...UPDATES, WIN_CSC_LINK: 'a' }).publish).toEqual({
      provider: 'generic',
      url: 'https://example.com/desk/',
    });
    expect(built('linux', { ...UPDATES, CSC_LINK: 'a' }).publish).toBeNull();
  });

  it.each(['http://example.com/desk/', 'example.com', 'file:///desk'])(
    'takes updates over https alone, not from %s',
    (address) => {
      expect(() => built('darwin', { PAYOUT_DESK_UPDATES: address, CSC_LINK: 'a' })).toThrow('no https address');
    },
  );

  it('knows each fuse of every system by the same names', () => {
    expect(Object.keys(wantedFuses('win32'))).toEqual(Object.keys(wantedFuses('linux')));
  });
});
