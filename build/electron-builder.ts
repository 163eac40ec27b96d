// How electron-builder packages the built program. Every native module is Node-API, so nothing is rebuilt, and each package
// contains only the binaries of its own system and processor.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { type AfterPackContext, Arch, type Configuration } from 'electron-builder';
import { wantedFuses } from '../electron/main/doors/electron/fuses.ts';
import { UNSHIPPED } from './shipped-files.ts';

/** The executable, next to the command line's own `payout-desk`. */
const LINUX_EXECUTABLE = 'payout-desk-app';

/** The names that native modules have for the systems electron-builder packages for. */
const SYSTEMS = { darwin: 'darwin', mas: 'darwin', win32: 'win32', linux: 'linux' } as const;

/** electron-builder fills in `${arch}`. Its `${platform}` is the system that packages, not the one it packages for. */
const FILES: string[] = [
  'package.json',
  'LICENSE',
  'CHANGELOG.md',
  'out/{main,preload,renderer}/**',
  'samples/first-run.csv',
  'docs/passport-checker.html',
  '!out/main/sources.sha256',
  '!**/*.map',
  ...UNSHIPPED.map((glob) => `!node_modules/${glob}`),
];

const SPREADSHEET_TYPES = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const;

interface BuilderRequest {
  /** A stand-in for a runtime; null downloads that of each processor, once. */
  readonly electronDist: string | null;
  /** Signing keys and the address of updates. */
  readonly environment: NodeJS.ProcessEnv;
  readonly system: NodeJS.Platform;
}

/** Throws if packages would update themselves from an address, or with a trust, that nobody can check. */
export function builderConfig({ electronDist, environment, system }: BuilderRequest): Configuration {
  const isSigned = hasCertificate(environment, system);
  const unsigned = isSigned || system === 'linux' ? '' : '-unsigned';
  const entitlements = 'build/resources/entitlements.mac.plist';
  return {
    appId: 'payout-desk',
    productName: 'Payout Desk',
    artifactName: `\${name}-\${version}-\${os}-\${arch}${unsigned}.\${ext}`,
    directories: { output: 'out/packages/desktop', buildResources: 'build/resources' },
    ...(electronDist === null ? {} : { electronDist }),
    // Links a running window to its menu entry.
    extraMetadata: { desktopName: `${LINUX_EXECUTABLE}.desktop` },
    // Not among a system's own files: of those, electron-builder applies to node_modules only what leaves something out.
    files: [...FILES, ...nativeFiles(systemNamed(system))],
    asar: true,
    asarUnpack: ['**/*.node'],
    npmRebuild: false,
    nodeGypRebuild: false,
    publish: updateFeed(environment, { isSigned, system }),
    afterPack,
    icon: 'icons/1024x1024.png',
    win: {
      target: ['nsis', 'portable'],
      extraFiles: launcher('win', '.'),
      forceCodeSigning: isSigned,
    },
    nsis: {
      artifactName: `\${name}-\${version}-win-\${arch}-setup${unsigned}.\${ext}`,
      oneClick: true,
      perMachine: false,
      deleteAppDataOnUninstall: false,
      // Offers the app under "Open with"; electron-builder's own association would take the files from Excel.
      include: 'build/resources/open-with.nsh',
    },
    portable: { artifactName: `\${name}-\${version}-win-\${arch}-portable${unsigned}.\${ext}` },
    mac: {
      // People open the dmg; Mac updates need the zip.
      target: (['dmg', 'zip'] as const).map((target) => ({ target, arch: ['x64', 'arm64'] })),
      category: 'public.app-category.finance',
      hardenedRuntime: true,
      forceCodeSigning: isSigned,
      // A script among the executables would have to be signed as one, which codesign refuses.
      extraFiles: launcher('mac', 'Resources/bin'),
      // Offered by the Finder, and never instead of the program that opens spreadsheets now.
      fileAssociations: ['csv', 'xlsx'].map((ext) => ({ ext, role: 'Viewer', rank: 'Alternate' })),
      entitlements,
      entitlementsInherit: entitlements,
    },
    linux: {
      target: ['AppImage', 'deb'],
      icon: 'icons',
      executableName: LINUX_EXECUTABLE,
      syncDesktopName: true,
      // electron-builder's own would switch off the sandbox from the menu, even where it works.
      executableArgs: [],
      extraFiles: launcher('linux', '.'),
      category: 'Office;Finance',
      maintainer: 'Payout Desk <payout-desk@localhost>',
      synopsis: 'Pays salaries and refunds from a spreadsheet',
      // Only offers: a type of an association would also define what a CSV is.
      mimeTypes: [...SPREADSHEET_TYPES],
      desktop: { entry: { Keywords: 'payout;salary;payroll;refund;', InitialPreference: '0' } },
    },
    // The headless package already has the program's own name.
    deb: { packageName: 'payout-desk-app' },
  };
}

/** SQLite and the keychain. */
const NATIVE_MODULES = 2;

/** The native modules of one system: those of the other processors, and of other systems, stay out. */
function nativeFiles(system: 'win32' | 'darwin' | 'linux'): string[] {
  const libc = { win32: '-msvc', darwin: '', linux: '-gnu' }[system];
  return [
    '!node_modules/better-sqlite3/prebuilds/*',
    `node_modules/better-sqlite3/prebuilds/${system}-\${arch}.node`,
    '!node_modules/@napi-rs/keyring-*/**',
    `node_modules/@napi-rs/keyring-${system}-\${arch}${libc}/**`,
  ];
}

/** Whether this build is signed, by the variables that electron-builder signs with. On Linux nothing is. */
function hasCertificate(environment: NodeJS.ProcessEnv, system: NodeJS.Platform): boolean {
  const names = { win32: ['WIN_CSC_LINK', 'CSC_LINK'], darwin: ['CSC_LINK', 'CSC_NAME'] }[String(system)] ?? [];
  return names.some((name) => (environment[name] ?? '') !== '');
}

/** Where an installed app looks for updates; null for an app that does not. */
function updateFeed(
  environment: NodeJS.ProcessEnv,
  { isSigned, system }: { readonly isSigned: boolean; readonly system: NodeJS.Platform },
): NonNullable<Configuration['publish']> | null {
  const address = environment['PAYOUT_DESK_UPDATES'] ?? '';
  // On Linux nothing says who made an update: there a newer package is installed as the first one was.
  if (address === '' || system === 'linux') return null;
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    throw new Error('PAYOUT_DESK_UPDATES is no https address: anybody on the way could replace what is installed');
  }
  if (!isSigned) {
    throw new Error('PAYOUT_DESK_UPDATES is set, but nothing signs this build: its updates could come from anybody');
  }
  return { provider: 'generic', url: address };
}

/** The command line, shipped beside the app under the same name on every system. */
function launcher(system: string, to: string): { readonly from: string; readonly to: string }[] {
  return [{ from: `build/resources/launchers/${system}`, to }];
}

/** Runs before signing. Throws when a native module is missing, or this Electron has a fuse that the configuration does not set. */
async function afterPack({ appOutDir, electronPlatformName, arch, packager }: AfterPackContext): Promise<void> {
  const { productFilename } = packager.appInfo;
  const system = systemNamed(electronPlatformName);
  const executable = {
    darwin: path.join(`${productFilename}.app`, 'Contents', 'MacOS', productFilename),
    win32: `${productFilename}.exe`,
    linux: LINUX_EXECUTABLE,
  }[system];
  const unpacked = path.join(packager.getResourcesDir(appOutDir), 'app.asar.unpacked');
  const modules = existsSync(unpacked) ? readdirSync(unpacked, { recursive: true, encoding: 'utf8' }) : [];
  if (modules.filter((name) => name.endsWith('.node')).length !== NATIVE_MODULES)
    throw new Error(`the native modules for ${system} on ${Arch[arch]} are not installed`);
  await flipFuses(path.join(appOutDir, executable), {
    version: FuseVersion.V1,
    // An Apple chip starts nothing without a signature, and flipping fuses breaks it.
    resetAdHocDarwinSignature: system === 'darwin' && process.platform === 'darwin' && arch === Arch.arm64,
    strictlyRequireAllFuses: true,
    ...byNumber(wantedFuses(system)),
  });
}

function systemNamed(name: string): 'darwin' | 'win32' | 'linux' {
  const system = Object.entries(SYSTEMS).find(([known]) => known === name)?.[1];
  if (system === undefined) throw new Error(`nobody knows the executable of ${name}`);
  return system;
}

function byNumber(fuses: Readonly<Record<keyof typeof FuseV1Options, boolean>>): Record<FuseV1Options, boolean> {
  return {
    [FuseV1Options.RunAsNode]: fuses.RunAsNode,
    [FuseV1Options.EnableCookieEncryption]: fuses.EnableCookieEncryption,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: fuses.EnableNodeOptionsEnvironmentVariable,
    [FuseV1Options.EnableNodeCliInspectArguments]: fuses.EnableNodeCliInspectArguments,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: fuses.EnableEmbeddedAsarIntegrityValidation,
    [FuseV1Options.OnlyLoadAppFromAsar]: fuses.OnlyLoadAppFromAsar,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: fuses.LoadBrowserProcessSpecificV8Snapshot,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: fuses.GrantFileProtocolExtraPrivileges,
    [FuseV1Options.WasmTrapHandlers]: fuses.WasmTrapHandlers,
  };
}
