// Files on their way between a window and the desk: uploads, sheets that a person named on this computer's disk, and files the
// desk made. They are in a private folder that is emptied at start and end, except for what open drafts are read from. What is
// checked and paid is the copy that was opened, whatever happens to the file on disk.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, open, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { RECENT_FILE_GONE } from '../../../../shared/api/draft-commands.ts';
import type { Download, FileHandle } from '../../../../shared/api/schemas.ts';
import { invariant } from '../../../../shared/failures.ts';
import { FILE_MAX_BYTES, FILE_NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { isJustWritten, isSameState, WRITER_WAIT_MS } from '../../domain/file-state.ts';

/** How many uploads and downloads the desk holds together. The oldest is removed first, except those of open drafts. */
export const RECEIVED_FILES_MAX = 40;

/** A file being received. Its bytes go to the new file `path`, readable by this user only (NEW_FILE). */
export interface Receiving {
  readonly file: string;
  readonly path: string;
}

/** How a received file is written. */
export const NEW_FILE = { mode: 0o600, flag: 'wx', flags: 'wx' } as const;

export interface ReceivedFiles {
  receive(name: string): Receiving;
  /** All bytes have arrived. `source`: the path of the same bytes on this computer's disk, or null if unknown. */
  received(file: string, source?: string | null): FileHandle;
  /** The rest will not arrive. */
  abandon(file: string): void;
  /** Copies a file that the desk itself names. Throws the disk's error, or `ECHANGED`. */
  copyIn(path: string, name: string): Promise<FileHandle>;
  /** Null if the file no longer exists. */
  pathOf(file: string): string | null;
  /** Where it was copied from; null if it has no path. */
  sourceOf(file: string): string | null;
  /** Its name; null if the file no longer exists. */
  nameOf(file: string): string | null;
  /** Flushes its bytes to disk, to survive a power cut, without waiting. */
  makeLasting(file: string): void;
  /** Has `make` write a file at a new path and returns its handle. `make` may write none. */
  offer<Made>(
    name: string,
    make: (path: string) => Promise<Made>,
  ): Promise<{ readonly made: Made; readonly download: Download }>;
  find(download: string): { readonly path: string; readonly name: string; readonly sizeBytes: number } | null;
  close(): void;
}

interface ReceivedFilesPlace {
  /** The caller holds the folder against other processes. */
  readonly folder: string;
  /** Whether a file is still needed, however many came after it. */
  readonly isInUse: (file: string) => boolean;
  /** The files of drafts that are still open, by handle. */
  readonly ofDrafts?: ReadonlyMap<string, { readonly name: string; readonly source: string | null }>;
  /** Whether a draft that could not be opened may be read from a file that was left here. */
  readonly mayBeNeeded?: (file: string) => boolean;
}

/** Opens the folder. First removes what a killed process left there, because it holds salaries. */
export function openReceivedFiles({
  folder: root,
  isInUse,
  ofDrafts = new Map(),
  mayBeNeeded = () => false,
}: ReceivedFilesPlace): ReceivedFiles {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  removeAll(root, (file) => ofDrafts.has(file) || mayBeNeeded(file));
  const files = new Map<string, { readonly path: string; readonly name: string; readonly source: string | null }>();
  for (const [file, { name, source }] of ofDrafts) files.set(file, { path: join(root, file, name), name, source });
  const incoming = new Map<string, ReturnType<typeof place>>();
  const place = (rawName: string): { readonly handle: string; readonly path: string; readonly name: string } => {
    const handle = newHandle();
    const name = harmlessName(rawName);
    mkdirSync(join(root, handle), { mode: 0o700 });
    return { handle, name, path: join(root, handle, name) };
  };
  const keep = ({ handle, path, name }: ReturnType<typeof place>, source: string | null): number => {
    files.set(handle, { path, name, source });
    for (const [oldest] of files) {
      if (files.size <= RECEIVED_FILES_MAX) break;
      if (oldest === handle || isInUse(oldest)) continue;
      files.delete(oldest);
      rmSync(join(root, oldest), { recursive: true, force: true });
    }
    return statSync(path).size;
  };
  const drop = ({ handle }: { readonly handle: string }): void =>
    rmSync(join(root, handle), { recursive: true, force: true });
  return {
    receive: (rawName) => {
      const spot = place(rawName);
      incoming.set(spot.handle, spot);
      return { file: spot.handle, path: spot.path };
    },
    received: (file, source = null) => {
      const spot = incoming.get(file);
      invariant(spot !== undefined, 'a file is received once');
      incoming.delete(file);
      return { file, name: spot.name, sizeBytes: keep(spot, source) };
    },
    abandon: (file) => {
      const spot = incoming.get(file);
      incoming.delete(file);
      if (spot !== undefined) drop(spot);
    },
    copyIn: async (from, rawName) => {
      const spot = place(rawName);
      try {
        await copyUnchanged(from, spot.path);
        return { file: spot.handle, name: spot.name, sizeBytes: keep(spot, from) };
      } catch (error) {
        drop(spot);
        throw error;
      }
    },
    pathOf: (file) => files.get(file)?.path ?? null,
    sourceOf: (file) => files.get(file)?.source ?? null,
    nameOf: (file) => files.get(file)?.name ?? null,
    makeLasting: (file) => {
      const path = files.get(file)?.path;
      if (path !== undefined) void syncToDisk(path);
    },
    offer: async (rawName, make) => {
      const spot = place(rawName);
      try {
        const made = await make(spot.path);
        const isMade = statSync(spot.path, { throwIfNoEntry: false }) !== undefined;
        if (!isMade) drop(spot);
        return { made, download: { download: spot.handle, name: spot.name, sizeBytes: isMade ? keep(spot, null) : 0 } };
      } catch (error) {
        drop(spot);
        throw error;
      }
    },
    find: (download) => {
      const file = files.get(download);
      return file === undefined ? null : { path: file.path, name: file.name, sizeBytes: statSync(file.path).size };
    },
    close: () => removeAll(root, (file) => isInUse(file) || mayBeNeeded(file)),
  };
}

/** Copies a file as it was at one moment. Throws `ECHANGED` if it was saved meanwhile. */
async function copyUnchanged(from: string, to: string): Promise<void> {
  const before = await stat(from, { bigint: true });
  const isDoubtful = isJustWritten(before, Date.now());
  await copyFile(from, to);
  if (isDoubtful) await setTimeout(WRITER_WAIT_MS);
  const isEqual = !isDoubtful || (await readFile(from)).equals(await readFile(to));
  if (isEqual && isSameState(before, await stat(from, { bigint: true }))) return;
  throw Object.assign(new Error('the file changed while it was copied'), { code: 'ECHANGED' });
}

/** Ignores errors: a file that is gone or cannot be flushed is noticed when it is read again. */
async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(() => null);
  await file?.sync().catch(() => undefined);
  await file?.close();
}

/** Removes what was received, but nothing that a person may have put there. */
function removeAll(root: string, isInUse: (file: string) => boolean): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root)) {
    if (/^[\w-]{22}$/.test(name) && !isInUse(name)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** The last part of a path, without characters that a file system or a header treats specially. */
function harmlessName(rawName: string): string {
  const last = rawName.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^[.\s]+/, '')
    .slice(-FILE_NAME_MAX_CHARACTERS);
  return plain.trim() === '' ? 'file' : plain.trim();
}

export async function takeFromDisk(files: Pick<ReceivedFiles, 'copyIn'>, path: string): Promise<FileHandle | Refusal> {
  const name = basename(path);
  const refusal = (message: Message, cure: Message, code = 'fileNotOpened'): Refusal => ({ code, message, cure });
  try {
    const about = await stat(path);
    if (!about.isFile()) return refusal(msg('draft.fileNotOpened.notAFile', { name }), msg('cure.spreadsheetItself'));
    if (about.size > FILE_MAX_BYTES) return refusal(msg('draft.fileNotOpened.tooLarge', { name }), msg('cure.splitIt'));
    return await files.copyIn(path, name);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const known = REASONS[code];
    if (known === undefined)
      return refusal(msg('draft.fileNotOpened.unreadable', { name, code }), msg('cure.openACopy'));
    const [why, cure, refusalCode] = known;
    return refusal(msg(`draft.fileNotOpened.${why}`, { name }), msg(`cure.${cure}`), refusalCode);
  }
}

const GONE = ['gone', 'lookWhereItMoved', RECENT_FILE_GONE] as const;

type Why = 'gone' | 'changed' | 'held' | 'forbidden' | 'diskFull';
type Helps = 'lookWhereItMoved' | 'onceItIsSaved' | 'closeInExcel' | 'askItsOwner' | 'freeSpaceThenOpen';

const REASONS: Readonly<Record<string, readonly [Why, Helps, string?]>> = {
  ENOENT: GONE,
  ENOTDIR: GONE,
  ECHANGED: ['changed', 'onceItIsSaved'],
  EBUSY: ['held', 'closeInExcel'],
  EACCES: ['forbidden', 'askItsOwner'],
  EPERM: ['forbidden', 'askItsOwner'],
  ENOSPC: ['diskFull', 'freeSpaceThenOpen'],
};

/** A random 128-bit name: only those who were given it can ask for the file. */
export function newHandle(): string {
  return randomBytes(16).toString('base64url');
}
