// What the packaged program must not be able to do, set as fuses in Electron's executable. See Electron, "Fuses", and
// @electron/fuses, FuseV1Options. No fuse is ever changed for a test: the tests run the runtime as downloaded.

import { readFileSync } from 'node:fs';
import path from 'node:path';

/** In the order of the fuse wire. All fuses are listed, so that a new one in a later Electron is noticed. */
const WANTED_FUSES = {
  /** Nobody can run the app as plain Node, with its name and its access to the keychain. */
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  /** The program is the one that was signed, and nothing else is loaded instead. */
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  /** The page is never loaded from a file address. */
  GrantFileProtocolExtraPrivileges: false,
  /** The page runs no WebAssembly; with this off, each access would be checked in software. */
  WasmTrapHandlers: true,
} as const;

/**
 * The fuses of a package for one system. On Windows the command line runs the app as Node, because Electron's main process has no
 * standard input there: docs/decisions/windows-command-line.md.
 */
export function wantedFuses(system: NodeJS.Platform): Readonly<Record<FuseName, boolean>> {
  return { ...WANTED_FUSES, RunAsNode: system === 'win32' };
}

type FuseName = keyof typeof WANTED_FUSES;

/** Precedes the wire: then come a version, the number of fuses, and one character per fuse. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const ON = '1';

/** Returns the fuses of an executable that are not set as wanted. Throws if it has no fuses. */
export function fusesAmiss(executable: string, system: NodeJS.Platform = process.platform): readonly FuseName[] {
  const wanted = wantedFuses(system);
  const program = readFileSync(fileWithFuses(executable));
  const at = program.indexOf(SENTINEL, 0, 'latin1');
  if (at === -1) throw new Error(`${executable} has no fuses`);
  const wire = program.subarray(
    at + SENTINEL.length + 2,
    at + SENTINEL.length + 2 + (program[at + SENTINEL.length + 1] ?? 0),
  );
  const names = Object.keys(WANTED_FUSES) as FuseName[];
  return names.filter((name, place) => (String.fromCharCode(wire[place] ?? 0) === ON) !== wanted[name]);
}

/** On a Mac the executable only starts the framework, which has the fuses. */
function fileWithFuses(executable: string): string {
  const app = executable.indexOf('.app/');
  if (app === -1) return executable;
  const frameworks = path.join(executable.slice(0, app + '.app'.length), 'Contents', 'Frameworks');
  return path.join(frameworks, 'Electron Framework.framework', 'Electron Framework');
}
