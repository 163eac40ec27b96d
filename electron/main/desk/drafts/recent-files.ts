// The files opened last, newest first: a small file in the data folder that survives restarts. It is a convenience: if it cannot
// be read, the list is empty, and a failed write never prevents opening a file.

import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { COUNT, HANDLE, SEAL, TIME_MS, TOTAL_PAISE } from '../../../../shared/api/schemas.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import { FILE_NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { prepareFileWrite, type SmallFile } from '../../platform/settings-file.ts';
import { newHandle } from './received-files.ts';

/** The longest path on any system (Windows, with its long prefix). */
const PATH_MAX_CHARACTERS = 32_767;

/** How many files the desk lists: a month's payrolls, refunds and advances, findable without a search. */
export const RECENT_FILES_MAX = 10;

const SHA_256 = SEAL.transform((hex) => hex as Sha256);

const FACTS = z.object({
  rows: COUNT.nullable(),
  totalPaise: TOTAL_PAISE.nullable(),
  fingerprint: SHA_256.nullable(),
});

/** What a reading finds in a file. Each is null until the file was read to its rows. */
export type RecentFileFacts = z.infer<typeof FACTS>;

const OPENED = FACTS.extend({
  name: z.string().max(FILE_NAME_MAX_CHARACTERS),
  path: z.string().max(PATH_MAX_CHARACTERS).refine(isAbsolute).nullable(),
  openedAtMs: TIME_MS,
  sizeBytes: COUNT,
  sha256: SHA_256,
});

const LINE = OPENED.extend({ entry: HANDLE });
const FILE = z.object({ files: z.array(LINE).max(RECENT_FILES_MAX) });

/** A file as it was opened. `path` is null if only its bytes were given. */
type OpenedFile = z.input<typeof OPENED>;

/** A line of the list. `entry` is its name for a window and never changes. */
export type RecentLine = z.infer<typeof LINE>;

export interface RecentFiles {
  list(): readonly RecentLine[];
  find(entry: string): RecentLine | null;
  /** The handle under which this process may still hold its bytes; null if it never did. */
  copyOf(entry: string): string | null;
  /** Puts a file first. `copy`: the handle it was opened by. */
  put(opened: OpenedFile, copy: string): void;
  /** Stores what a later reading found in the file; does nothing if it is not listed. */
  learn(sha256: string, facts: RecentFileFacts): void;
  /** Removes a line, or all if null. Throws the disk's error, with the list unchanged. */
  forget(entry: string | null): void;
}

/** Opens the list. `onWriteFailed` is called when an opened file could not be recorded. */
export function openRecentFiles(file: SmallFile, onWriteFailed: () => void): RecentFiles {
  const read = FILE.safeParse(file.read());
  let lines: readonly RecentLine[] = read.success ? read.data.files : [];
  const copies = new Map<string, string>();
  const write = prepareFileWrite(file, onWriteFailed);
  const keep = (): void => write({ files: lines });
  const find = (entry: string): RecentLine | null => lines.find((line) => line.entry === entry) ?? null;
  return {
    list: () => lines,
    find,
    copyOf: (entry) => copies.get(entry) ?? null,
    put: (opened, copy) => {
      const checked = OPENED.safeParse(opened);
      if (!checked.success) return onWriteFailed();
      const same = lines.filter((line) => isSameFile(line, checked.data));
      const line = { entry: same[0]?.entry ?? newHandle(), ...merged(checked.data, same) };
      lines = [line, ...lines.filter((other) => !same.includes(other))].slice(0, RECENT_FILES_MAX);
      for (const entry of copies.keys()) if (find(entry) === null) copies.delete(entry);
      copies.set(line.entry, copy);
      keep();
    },
    learn: (sha256, facts) => {
      if (!lines.some((line) => line.sha256 === sha256)) return;
      lines = lines.map((line) => (line.sha256 === sha256 ? { ...line, ...facts } : line));
      keep();
    },
    forget: (entry) => {
      const left = entry === null ? [] : lines.filter((line) => line.entry !== entry);
      file.write({ files: left });
      lines = left;
      if (entry === null) copies.clear();
      else copies.delete(entry);
    },
  };
}

/** The same path, whatever is there now, or the same bytes, wherever they are. */
function isSameFile(line: RecentLine, opened: Pick<RecentLine, 'path' | 'sha256'>): boolean {
  return line.sha256 === opened.sha256 || (line.path !== null && line.path === opened.path);
}

/**
 * Keeps known facts about the same bytes if this opening has none. The path is not kept: a line opens the file that has its name,
 * not another file that once had the same content.
 */
function merged(opened: z.infer<typeof OPENED>, same: readonly RecentLine[]): z.infer<typeof OPENED> {
  const known = same.find(({ sha256 }) => sha256 === opened.sha256);
  if (known === undefined) return opened;
  const { rows, totalPaise, fingerprint } = opened.rows === null ? known : opened;
  return { ...opened, rows, totalPaise, fingerprint };
}
