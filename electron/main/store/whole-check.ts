// When a database was last checked as a whole, and what that found, noted in the folder of its head: so it concerns this file on
// this computer. A check is due once a week, after an unclean end, and for a file that was put in its place.

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../../shared/limits.ts';

const SOUND_FOR_MS = 7 * DAY_MS;

/** A smaller database is checked in less time than a person notices, so it is checked at once. */
const LARGE_BYTES = 64 * 1024 * 1024;

/** `unknown`: a check is due. */
export type Soundness = 'sound' | 'damaged' | 'unknown';

export interface WholeCheck {
  /** The database that is checked. */
  readonly path: string;
  /** Whether a check takes so long that a window must not wait for it. */
  readonly isLong: () => boolean;
  soundness(nowMs: number): Soundness;
  note(found: Exclude<Soundness, 'unknown'>, nowMs: number): void;
}

/** `folder`: that of the head. */
export function openWholeCheck(folder: string, path: string): WholeCheck {
  const note = join(folder, 'checked');
  return {
    path,
    isLong: () => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGE_BYTES,
    soundness: (nowMs) => {
      const noted = readNote(note);
      if (noted === null || noted.file !== numberOf(path)) return 'unknown';
      return noted.found === 'damaged' || Math.abs(nowMs - noted.atMs) < SOUND_FOR_MS ? noted.found : 'unknown';
    },
    note: (found, nowMs) => {
      // Without a note, the check is due again.
      try {
        writeFileSync(note, `${found} ${numberOf(path)} ${nowMs}\n`, { mode: 0o600, flush: true });
      } catch {
        forgetCheck(folder);
      }
    },
  };
}

/** The database was not closed by its last writer: what was found before no longer counts. */
export function forgetCheck(folder: string): void {
  rmSync(join(folder, 'checked'), { force: true });
}

/** By this the file system knows a file from another one that was put in its place; 0 for none. */
function numberOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
}

function readNote(path: string): { readonly found: Soundness; readonly file: number; readonly atMs: number } | null {
  try {
    const [, found, file, atMs] = /^(sound|damaged) (\d+) (\d+)\n$/.exec(readFileSync(path, 'utf8')) ?? [];
    if (found !== 'sound' && found !== 'damaged') return null;
    return { found, file: Number(file), atMs: Number(atMs) };
  } catch {
    return null;
  }
}
