// Files on their way between a window and the desk: uploads and what the desk made, in a private folder that is empty when the
// process ends, and emptied at the next start when it was killed. In: bytes or a path to copy. Out: handles that cannot be
// guessed. This file must never let a name become a path, nor remove what no shelf made.

import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download, FileHandle } from '../../../../shared/api/file-handles.ts';
import { isJustWritten, isSameState } from '../../../../shared/file-state.ts';
import { FILES_KEPT_MAX, FILE_NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';

/** A file being received. */
export interface Receiving {
  readonly stream: WriteStream;
  /** All bytes are there. Shape: `source` where the same bytes lie on this computer's disk; null when that is not known. */
  finish(source?: string | null): FileHandle;
  /** It will not be whole. */
  abandon(): void;
}

export interface FileShelf {
  receive(name: string): Receiving;
  /** Takes a copy of a file that the desk itself names. Errors: throws what the disk says, and `ECHANGED`. */
  copyIn(path: string, name: string): Promise<FileHandle>;
  /** Null when there is no such file any more. */
  pathOf(file: string): string | null;
  /** Where it was copied from; null for what came without a place of its own. */
  sourceOf(file: string): string | null;
  /** Has a file made at a path of the shelf's, and gives its handle. Shape: `make` may have made none. */
  offer<Made>(
    name: string,
    make: (path: string) => Promise<Made>,
  ): Promise<{ readonly made: Made; readonly download: Download }>;
  find(download: string): { readonly path: string; readonly name: string; readonly sizeBytes: number } | null;
  close(): void;
}

/** A name for something that only those who were told can ask for: 128 bits. */
export function newHandle(): string {
  return randomBytes(16).toString('base64url');
}

export interface ShelfPlace {
  /** The caller holds it against other processes. */
  readonly folder: string;
  /** Whether a file is still needed, however many came after it. */
  readonly isInUse: (file: string) => boolean;
}

/** Opens a shelf. What a process that was killed left in the folder goes first: it holds salaries. */
export function openFileShelf({ folder: root, isInUse }: ShelfPlace): FileShelf {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  removeAll(root);
  const files = new Map<string, { readonly path: string; readonly name: string; readonly source: string | null }>();
  const place = (wished: string): { readonly handle: string; readonly path: string; readonly name: string } => {
    const handle = newHandle();
    const name = harmlessName(wished);
    mkdirSync(join(root, handle), { mode: 0o700 });
    return { handle, name, path: join(root, handle, name) };
  };
  const keep = ({ handle, path, name }: ReturnType<typeof place>, source: string | null): number => {
    files.set(handle, { path, name, source });
    for (const [oldest] of files) {
      if (files.size <= FILES_KEPT_MAX) break;
      if (oldest === handle || isInUse(oldest)) continue;
      files.delete(oldest);
      rmSync(join(root, oldest), { recursive: true, force: true });
    }
    return statSync(path).size;
  };
  const drop = ({ handle }: { readonly handle: string }): void =>
    rmSync(join(root, handle), { recursive: true, force: true });
  return {
    receive: (wished) => {
      const spot = place(wished);
      const stream = createWriteStream(spot.path, { mode: 0o600, flags: 'wx' });
      return {
        stream,
        finish: (source = null) => ({ file: spot.handle, name: spot.name, sizeBytes: keep(spot, source) }),
        abandon: () => {
          stream.destroy();
          drop(spot);
        },
      };
    },
    copyIn: async (from, wished) => {
      const spot = place(wished);
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
    offer: async (wished, make) => {
      const spot = place(wished);
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
    close: () => removeAll(root),
  };
}

/** Copies a file as it was at one moment. Errors: `ECHANGED` when it was saved over meanwhile. */
async function copyUnchanged(from: string, to: string): Promise<void> {
  const before = await stat(from, { bigint: true });
  await copyFile(from, to);
  const isDoubtful = isJustWritten(before, Date.now());
  const isEqual = !isDoubtful || (await readFile(from)).equals(await readFile(to));
  if (isEqual && isSameState(before, await stat(from, { bigint: true }))) return;
  throw Object.assign(new Error('the file changed while it was copied'), { code: 'ECHANGED' });
}

/** Removes what shelves made, and nothing that a person may have put there. */
function removeAll(root: string): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root)) {
    if (/^[\w-]{22}$/.test(name)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** The last part of a name, without anything that a file system or a header reads differently. */
function harmlessName(wished: string): string {
  const last = wished.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^[.\s]+/, '')
    .slice(-FILE_NAME_MAX_CHARACTERS);
  return plain.trim() === '' ? 'file' : plain.trim();
}
