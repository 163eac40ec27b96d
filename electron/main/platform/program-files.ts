// The program's files on disk. An update replaces or removes them under a running desk: what is loaded goes on, but whatever is
// loaded later would be missing, or of another version.

import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ProgramFiles {
  /** Whether they differ from when they were noted. Once true, it stays true. */
  hasChanged(): boolean;
}

/** Notes the files of the built program as they are now. Sources may change while they run. */
export function noteProgramFiles(): ProgramFiles {
  if (import.meta.url.endsWith('.ts')) return { hasChanged: () => false };
  return noteFilesOf(dirname(fileURLToPath(import.meta.url)));
}

/** `folder`: where the built program is, two folders below its package. */
export function noteFilesOf(folder: string): ProgramFiles {
  const noted = stateOf(folder);
  let isChanged = false;
  return { hasChanged: () => (isChanged ||= stateOf(folder) !== noted) };
}

function stateOf(folder: string): string {
  const archive = /^.*?\.asar(?=[\\/])/.exec(folder)?.[0];
  if (archive !== undefined) return stateOfArchive(archive);
  const files = [...namesIn(folder).map((name) => join(folder, name)), ...BESIDE.map((name) => join(folder, name))];
  return files.map(stateOfFile).join('\n');
}

/** The version, and the packages that an installation wrote. */
const BESIDE = ['../../package.json', '../../node_modules/.package-lock.json'];

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function stateOfFile(path: string): string {
  const about = statSync(path, { throwIfNoEntry: false });
  return about === undefined ? '' : `${path} ${about.size} ${about.mtimeMs}`;
}

/** Electron shows an archive as a folder, as it was when it was first opened, unless it is told not to. */
function stateOfArchive(path: string): string {
  const before: unknown = Reflect.get(process, 'noAsar');
  Reflect.set(process, 'noAsar', true);
  try {
    return stateOfFile(path);
  } finally {
    Reflect.set(process, 'noAsar', before);
  }
}
