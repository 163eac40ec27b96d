// As much of a runtime as electron-builder needs to package an app for a system, on any system: an executable with fuses, all as
// Electron ships them, and on a Mac the helpers of its bundle.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { wantedFuses } from '../../electron/main/doors/electron/fuses.ts';

export const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Returns the folder, laid out as `node_modules/electron/dist` is on that system. */
export function standInRuntime(folder: string, system: 'linux' | 'win32' | 'darwin'): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(path.join(folder, name), name);
  if (system === 'darwin') putBundle(path.join(folder, 'Electron.app'));
  else putFolder(folder, system);
  return folder;
}

function putFolder(folder: string, system: 'linux' | 'win32'): void {
  for (const name of ['locales', 'resources']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'locales', 'en-US.pak'), '');
  for (const name of ['chrome-sandbox', 'chrome_crashpad_handler']) writeFileSync(path.join(folder, name), '');
  const executable = path.join(folder, system === 'linux' ? 'electron' : 'electron.exe');
  writeFileSync(executable, system === 'linux' ? withFuses() : windowsProgram());
  chmodSync(executable, 0o755);
}

function withFuses(): Buffer {
  const count = Object.keys(wantedFuses('linux')).length;
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, count]), Buffer.from('1'.repeat(count))]);
  return Buffer.concat([Buffer.alloc(1_000), wire, Buffer.alloc(1_000)]);
}

interface Resedit {
  readonly NtExecutable: { createEmpty(is32Bit: boolean, isDll: boolean): Program };
  readonly NtExecutableResource: {
    from(program: Program): { entries: unknown[]; outputResource(program: Program): void };
  };
  readonly Resource: {
    readonly VersionInfo: {
      createEmpty(): {
        setStringValues(language: { lang: number; codepage: number }, values: object): void;
        outputToResourceEntries(entries: unknown[]): void;
      };
    };
  };
}
interface Program {
  setExtraData(data: ArrayBuffer): void;
  generate(): ArrayBuffer;
}

/** A program with a version, made by what electron-builder reads it with. */
function windowsProgram(): Buffer {
  const fromBuilder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'));
  const { NtExecutable, NtExecutableResource, Resource } = fromBuilder('resedit') as Resedit;
  const program = NtExecutable.createEmpty(false, false);
  const resource = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1_033, codepage: 1_200 }, { ProductName: 'Electron' });
  version.outputToResourceEntries(resource.entries);
  resource.outputResource(program);
  program.setExtraData(Uint8Array.from(withFuses()).buffer);
  return Buffer.from(program.generate());
}

function putBundle(bundle: string): void {
  const contents = path.join(bundle, 'Contents');
  const frameworks = path.join(contents, 'Frameworks');
  const framework = path.join(frameworks, 'Electron Framework.framework');
  putProgram(contents, 'Electron', 'not the program, which only starts the framework');
  for (const kind of ['', ' (Renderer)', ' (Plugin)', ' (GPU)']) {
    const name = `Electron Helper${kind}`;
    putProgram(path.join(frameworks, `${name}.app`, 'Contents'), name, 'a helper');
  }
  mkdirSync(path.join(framework, 'Resources', 'en.lproj'), { recursive: true });
  writeFileSync(path.join(framework, 'Electron Framework'), withFuses());
  mkdirSync(path.join(contents, 'Resources', 'en.lproj'), { recursive: true });
}

function putProgram(contents: string, name: string, text: string): void {
  mkdirSync(path.join(contents, 'MacOS'), { recursive: true });
  writeFileSync(path.join(contents, 'MacOS', name), text, { mode: 0o755 });
  writeFileSync(
    path.join(contents, 'Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string><key>CFBundleIdentifier</key><string>com.github.Electron</string><key>CFBundleName</key><string>${name}</string></dict></plist>
`,
  );
}
