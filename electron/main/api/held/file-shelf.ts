// Files on their way between a window and the desk: uploads and what the desk made, in a private folder that is gone when the
// process ends. In: bytes or a path to copy. Out: handles that cannot be guessed. This file must never let a name become a path.

import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, FileHandle } from '../../../../shared/api/file-handles.ts';
import { FILES_KEPT_MAX, FILE_NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';

/** A file being received. */
export interface Receiving {
  readonly stream: WriteStream;
  /** All bytes are there. */
  finish(): FileHandle;
  /** It will not be whole. */
  abandon(): void;
}

export interface FileShelf {
  receive(name: string): Receiving;
  /** Takes a copy of a file that the desk itself names. */
  copyIn(path: string, name: string): Promise<FileHandle>;
  /** Null when there is no such file any more. */
  pathOf(file: string): string | null;
  /** Has a file made at a path of the shelf's, and gives its handle. Shape: null when `make` made none. */
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

export function openFileShelf(): FileShelf {
  const root = mkdtempSync(join(tmpdir(), 'payout-desk-'));
  const files = new Map<string, { readonly path: string; readonly name: string }>();
  const place = (wished: string): { readonly handle: string; readonly path: string; readonly name: string } => {
    const handle = newHandle();
    const name = harmlessName(wished);
    mkdirSync(join(root, handle), { mode: 0o700 });
    return { handle, name, path: join(root, handle, name) };
  };
  const keep = ({ handle, path, name }: ReturnType<typeof place>): number => {
    files.set(handle, { path, name });
    for (const [oldest] of files) {
      if (files.size <= FILES_KEPT_MAX) break;
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
        finish: () => ({ file: spot.handle, name: spot.name, sizeBytes: keep(spot) }),
        abandon: () => {
          stream.destroy();
          drop(spot);
        },
      };
    },
    copyIn: async (from, wished) => {
      const spot = place(wished);
      await copyFile(from, spot.path);
      return { file: spot.handle, name: spot.name, sizeBytes: keep(spot) };
    },
    pathOf: (file) => files.get(file)?.path ?? null,
    offer: async (wished, make) => {
      const spot = place(wished);
      try {
        const made = await make(spot.path);
        const sizeBytes = statSync(spot.path, { throwIfNoEntry: false }) === undefined ? 0 : keep(spot);
        return { made, download: { download: spot.handle, name: spot.name, sizeBytes } };
      } catch (error) {
        drop(spot);
        throw error;
      }
    },
    find: (download) => {
      const file = files.get(download);
      return file === undefined ? null : { ...file, sizeBytes: statSync(file.path).size };
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
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
