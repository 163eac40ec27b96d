// In: a path. Out: the file's bytes as they were at one moment, with their SHA-256; or why they cannot be had.
// This file must never look at the extension, nor read more than a payout file can be.

import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isJustWritten, isSameState } from '../../../shared/file-state.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { FileFacts } from '../../../shared/rows.ts';
import { FILE_MAX_BYTES } from '../../../shared/limits.ts';
import { refusal } from './refusals.ts';

/** Shape: `bytes` owns its memory, so that it can be handed to a worker without a copy. */
export type BytesReading =
  | {
      readonly kind: 'bytes';
      readonly fileName: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly file: FileFacts;
    }
  | { readonly kind: 'refused'; readonly fileName: string; readonly refusal: Refusal };

/** Reads a file of at most FILE_MAX_BYTES. Errors: refused too when the file changed while it was read. */
export async function readBytes(path: string): Promise<BytesReading> {
  const fileName = basename(path);
  const refuse = (why: Refusal): BytesReading => ({ kind: 'refused', fileName, refusal: why });
  try {
    // Asked before opening: opening a named pipe would wait for its writer.
    const facts = await stat(path);
    if (facts.isDirectory()) return refuse(refusal('directory'));
    if (!facts.isFile()) return refuse(refusal('notAFile'));
    const handle = await open(path, 'r');
    try {
      const before = await handle.stat({ bigint: true });
      if (before.size === 0n) return refuse(refusal('emptyFile'));
      if (before.size > FILE_MAX_BYTES) return refuse(refusal('fileTooLarge', { limit: FILE_MAX_BYTES / 1024 / 1024 }));
      const bytes = await readWhole(handle, Number(before.size));
      const digest = sha256Of(bytes);
      const again = isJustWritten(before, Date.now()) ? sha256Of(await readWhole(handle, bytes.length)) : digest;
      const after = await stat(path, { bigint: true });
      if (bytes.length !== Number(before.size) || again !== digest || !isSameState(before, after)) {
        return refuse(refusal('fileChanged'));
      }
      return { kind: 'bytes', fileName, bytes, file: { name: fileName, sizeBytes: bytes.length, sha256: digest } };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return refuse(explain(error));
  }
}

/** The first bytes of a file; fewer where it ends before. */
async function readWhole(handle: FileHandle, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) return bytes.slice(0, filled);
    filled += bytesRead;
  }
  return bytes;
}

function sha256Of(bytes: Uint8Array): Sha256 {
  return createHash('sha256').update(bytes).digest('hex') as Sha256;
}

function explain(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_INVALID_ARG_VALUE') return refusal('missingFile');
  if (code === 'EISDIR') return refusal('directory');
  if (code === 'EBUSY') return refusal('lockedFile');
  return refusal('unreadableFile', { reason: code });
}
