// In: a path. Out: the file's bytes, read once, with their SHA-256; or why they cannot be had.
// This file must never look at the extension, nor read more than a payout file can be.

import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
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

/** Reads a file of at most FILE_MAX_BYTES. */
export async function readBytes(path: string): Promise<BytesReading> {
  const fileName = basename(path);
  const refuse = (why: Refusal): BytesReading => ({ kind: 'refused', fileName, refusal: why });
  try {
    // Asked before opening: opening a named pipe would wait for its writer.
    const facts = await stat(path);
    if (facts.isDirectory()) return refuse(refusal('directory'));
    if (!facts.isFile()) return refuse(refusal('notAFile'));
    if (facts.size === 0) return refuse(refusal('emptyFile'));
    if (facts.size > FILE_MAX_BYTES) return refuse(refusal('fileTooLarge', { limit: FILE_MAX_BYTES / 1024 / 1024 }));
    const bytes = new Uint8Array(facts.size);
    const filled = await fill(path, bytes);
    if (filled === 0) return refuse(refusal('emptyFile'));
    const whole = filled === bytes.length ? bytes : bytes.slice(0, filled);
    const sha256 = createHash('sha256').update(whole).digest('hex') as Sha256;
    return { kind: 'bytes', fileName, bytes: whole, file: { name: fileName, sizeBytes: whole.length, sha256 } };
  } catch (error) {
    return refuse(explain(error));
  }
}

async function fill(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const handle = await open(path, 'r');
  try {
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled;
  } finally {
    await handle.close();
  }
}

function explain(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_INVALID_ARG_VALUE') return refusal('missingFile');
  if (code === 'EISDIR') return refusal('directory');
  if (code === 'EBUSY') return refusal('lockedFile');
  return refusal('unreadableFile', { reason: code });
}
