// How electron-builder packages the built program. Every native module is Node-API, so nothing is rebuilt, and each package
// contains only the binaries of its own system.

import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext, Configuration } from 'electron-builder';
import { WANTED_FUSES } from '../electron/main/doors/electron/fuses.ts';

/** The executable, next to the command line's own `payout-desk`. */
const LINUX_EXECUTABLE = 'payout-desk-app';

/** electron-builder fills in `${platform}` and `${arch}`. */
const FILES: string[] = [
  'package.json',
  'LICENSE',
  'out/{main,preload,renderer}/**',
  'samples/first-run.csv',
  'docs/passport-checker.html',
  '!out/main/sources.sha256',
  '!**/*.map',
  '!node_modules/better-sqlite3/{deps,src,binding.gyp}',
  '!node_modules/better-sqlite3/prebuilds/*',
  'node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node',
  '!node_modules/**/{test,tests,__tests__,docs,example,examples,benchmark}/**',
  '!node_modules/**/*.{d.ts,d.mts,d.cts,md,markdown}',
];

/** `electronDist` is a runtime on disk, or a stand-in for one; null downloads it. */
export function builderConfig({ electronDist }: { readonly electronDist: string | null }): Configuration {
  // Where the packages are published; without it the app does not look for updates.
  const updates = process.env['PAYOUT_DESK_UPDATES'];
  const entitlements = 'build/resources/entitlements.mac.plist';
  return {
    appId: 'payout-desk',
    productName: 'Payout Desk',
    directories: { output: 'out/packages/desktop', buildResources: 'build/resources' },
    ...(electronDist === null ? {} : { electronDist }),
    files: FILES,
    asar: true,
    asarUnpack: ['**/*.node'],
    npmRebuild: false,
    nodeGypRebuild: false,
    publish: updates === undefined ? null : { provider: 'generic', url: updates },
    fileAssociations: ['csv', 'xlsx'].map((ext) => ({ ext, role: 'Viewer', rank: 'Alternate' })),
    afterPack: setFuses,
    icon: 'icons/1024x1024.png',
    win: { target: ['nsis', 'portable'], extraFiles: launcher('win') },
    nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
    mac: {
      // People open the dmg; Mac updates need the zip.
      target: (['dmg', 'zip'] as const).map((target) => ({ target, arch: ['x64', 'arm64'] })),
      category: 'public.app-category.finance',
      hardenedRuntime: true,
      extraFiles: launcher('mac', 'MacOS'),
      entitlements,
      entitlementsInherit: entitlements,
    },
    linux: {
      target: ['AppImage', 'deb'],
      icon: 'icons',
      executableName: LINUX_EXECUTABLE,
      extraFiles: launcher('linux'),
      category: 'Office;Finance',
      maintainer: 'Payout Desk <payout-desk@localhost>',
      synopsis: 'Pays salaries and refunds from a spreadsheet',
      desktop: { entry: { Keywords: 'payout;salary;payroll;refund;', StartupWMClass: 'payout-desk' } },
    },
    // The headless package already has the program's own name.
    deb: { packageName: 'payout-desk-app' },
  };
}

/** The command line, shipped beside the app under the same name on every system. */
function launcher(system: string, to = '.'): { readonly from: string; readonly to: string }[] {
  return [{ from: `build/resources/launchers/${system}`, to }];
}

/** Runs before signing. Throws when this Electron has a fuse that the configuration does not set. */
async function setFuses({ appOutDir, electronPlatformName, packager }: AfterPackContext): Promise<void> {
  const { productFilename } = packager.appInfo;
  const executable = {
    darwin: path.join(`${productFilename}.app`, 'Contents', 'MacOS', productFilename),
    mas: path.join(`${productFilename}.app`, 'Contents', 'MacOS', productFilename),
    win32: `${productFilename}.exe`,
    linux: LINUX_EXECUTABLE,
  }[electronPlatformName];
  if (executable === undefined) throw new Error(`nobody knows the executable of ${electronPlatformName}`);
  await flipFuses(path.join(appOutDir, executable), {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: electronPlatformName === 'darwin',
    strictlyRequireAllFuses: true,
    ...byNumber(WANTED_FUSES),
  });
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
