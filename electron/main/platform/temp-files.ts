// Temp files contain salaries and are beside the report that a person asked for, so that they can be renamed to it at once; a
// killed process leaves them there. The data folder has a note of each while it is written, and the next start removes
// leftovers. Only plain files that we named, owned by our user, are removed, and never those of a process that may be alive.

import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { errorCode } from '../../../shared/failures.ts';
import type { TrackTempFile } from '../domain/file-state.ts';

const OURS = /^\.payout-desk-[0-9a-f]{16}\.partial$/;
/** SQLite's journal beside a file that it writes. */
const ENDINGS = ['', '-journal'];

interface Note {
  readonly path: string;
  readonly machine: string;
  readonly process: number;
}

/** Notes temp files in a data folder. A file that cannot be noted is still written. */
export function trackTempFiles(dataFolder: string): TrackTempFile {
  return (path) => {
    const note = join(notesIn(dataFolder), `${randomUUID()}.json`);
    try {
      mkdirSync(notesIn(dataFolder), { mode: 0o700, recursive: true });
      const text: Note = { path, machine: hostname(), process: process.pid };
      writeFileSync(note, JSON.stringify(text), { mode: 0o600, flag: 'wx' });
    } catch {
      return () => {};
    }
    return () => rmSync(note, { force: true });
  };
}

/** Removes what dead processes have left. Never throws; what cannot be removed is tried again at the next start. */
export function sweepTempFiles(dataFolder: string): void {
  for (const name of namesIn(notesIn(dataFolder))) {
    const file = join(notesIn(dataFolder), name);
    try {
      const note = parseNote(readFileSync(file, 'utf8'));
      if (note !== null && (note.machine !== hostname() || isAlive(note.process))) continue;
      if (note !== null) for (const ending of ENDINGS) removeOurs(note.path + ending);
      rmSync(file, { force: true });
    } catch {
      // The disk refuses it now; the next start tries again.
    }
  }
}

function notesIn(dataFolder: string): string {
  return join(dataFolder, 'temp-files');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[\w-]{36}\.json$/.test(name));
  } catch {
    return [];
  }
}

function parseNote(text: string): Note | null {
  try {
    const note = JSON.parse(text) as Partial<Note> | null;
    const { path, machine, process: id } = note ?? {};
    const isNote = typeof path === 'string' && typeof machine === 'string' && Number.isSafeInteger(id);
    if (!isNote || !isAbsolute(path) || !OURS.test(basename(path))) return null;
    return { path, machine, process: Number(id) };
  } catch {
    return null;
  }
}

function removeOurs(path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts?.isFile() !== true || (process.getuid !== undefined && facts.uid !== process.getuid())) return;
  rmSync(path, { force: true });
}

/** Another user's process cannot be checked, and counts as alive. */
function isAlive(id: number): boolean {
  if (id <= 0) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
