// What the packaged program is not able to do, burnt into Electron's executable. Source: Electron, "Fuses"; @electron/fuses,
// FuseV1Options. No fuse is ever opened for a test: the tests run the runtime as it is downloaded.

import { readFileSync } from 'node:fs';
import path from 'node:path';

/** In the order of the wire: all there are, so that a new one of a later Electron is asked about. */
export const WANTED_FUSES = {
  /** Nobody runs the app as plain Node, with its name and its right to the keychain. */
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  /** The program is what was signed, and nothing beside it is loaded instead. */
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  /** The page never comes from a file address. */
  GrantFileProtocolExtraPrivileges: false,
  /** The page runs no WebAssembly; off, each access would be checked in software. */
  WasmTrapHandlers: true,
} as const;

type FuseName = keyof typeof WANTED_FUSES;

/** Before the wire: a version, the number of fuses, then a character for each. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const ON = '1';

/** Reads the fuses of an executable. Shape: those that stand otherwise than wanted. Errors: throws when it has no fuses. */
export function fusesAmiss(executable: string): readonly FuseName[] {
  const program = readFileSync(fileWithFuses(executable));
  const at = program.indexOf(SENTINEL, 0, 'latin1');
  if (at === -1) throw new Error(`${executable} has no fuses`);
  const wire = program.subarray(
    at + SENTINEL.length + 2,
    at + SENTINEL.length + 2 + (program[at + SENTINEL.length + 1] ?? 0),
  );
  const names = Object.keys(WANTED_FUSES) as FuseName[];
  return names.filter((name, place) => (String.fromCharCode(wire[place] ?? 0) === ON) !== WANTED_FUSES[name]);
}

/** On a Mac the executable only starts the framework. */
function fileWithFuses(executable: string): string {
  const app = executable.indexOf('.app/');
  if (app === -1) return executable;
  const frameworks = path.join(executable.slice(0, app + '.app'.length), 'Contents', 'Frameworks');
  return path.join(frameworks, 'Electron Framework.framework', 'Electron Framework');
}
