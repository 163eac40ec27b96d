// Writes a file whole or not at all: under a temporary name in the same folder, synced, then renamed over the target.
// In: the path and a function that writes the content. Out: the file's size and hash, or a refusal in words.
// This file must never leave half a file behind, nor touch what is already there before the new content is on disk.

import { randomBytes } from 'node:crypto';
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { cancelled, refusalOf, targetIsFolder, targetIsNoFile, type WritingStage } from './file-refusals.ts';
import { createFileSink } from './file-sink.ts';

interface Refused {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}
type Done<T> = { readonly kind: 'done'; readonly value: T } | Refused;

export type FileWriting =
  | { readonly kind: 'written'; readonly path: string; readonly sizeBytes: number; readonly sha256: Sha256 }
  | Refused;

/**
 * Writes the content into the sink and ends it. Shape: a refusal when the content itself cannot be written.
 * Errors: what it throws goes through. Once `signal` is aborted nobody reads the sink: it stops.
 */
export type FillFile = (sink: Writable, signal: AbortSignal) => Promise<Refusal | null>;

export interface FileOrder {
  readonly path: string;
  readonly fill: FillFile;
  readonly cancel?: AbortSignal | undefined;
}

/** Writes a file atomically. Errors: refused for what the disk, the folder, the content or the person says. */
export async function writeAtomically({ path, fill, cancel }: FileOrder): Promise<FileWriting> {
  const asked = resolve(path);
  const target = await onDisk({ path: asked, stage: 'opening' }, () => findTarget(asked));
  if (target.kind === 'refused') return target;
  if (target.value.kind === 'refused') return target.value;
  const { path: place, mode } = target.value;
  const temporary = join(dirname(place), `.payout-desk-${randomBytes(8).toString('hex')}.partial`);
  const opened = await onDisk({ path: asked, stage: 'opening' }, () => open(temporary, 'wx', mode));
  if (opened.kind === 'refused') return opened;
  let renamed = false;
  try {
    const filled = await fillFile(opened.value, { path: asked, fill, cancel });
    if (filled.kind === 'refused') return filled;
    const replaced = await onDisk({ path: asked, stage: 'replacing' }, () => rename(temporary, place));
    if (replaced.kind === 'refused') return replaced;
    renamed = true;
    const synced = await onDisk({ path: asked, stage: 'writing' }, () => syncFolder(dirname(place)));
    return synced.kind === 'refused' ? synced : { kind: 'written', path: asked, ...filled.value };
  } finally {
    if (!renamed) await rm(temporary, { force: true });
  }
}

/** Where the content goes, and who may read it. A link keeps standing: what it points to is replaced. */
async function findTarget(path: string): Promise<{ kind: 'target'; path: string; mode: number } | Refused> {
  // It holds salaries and account numbers: for its writer alone, unless the file it replaces was open to others.
  const created = { kind: 'target', path, mode: 0o600 } as const;
  const found = await stat(path, { throwIfNoEntry: false });
  if (found === undefined) return created;
  if (found.isDirectory()) return { kind: 'refused', refusal: targetIsFolder(basename(path)) };
  if (!found.isFile()) return { kind: 'refused', refusal: targetIsNoFile(basename(path)) };
  // A rename would replace a read-only file too: its protection is meant.
  await access(path, constants.W_OK);
  return { kind: 'target', path: await realpath(path), mode: found.mode & 0o777 };
}

async function fillFile(
  file: FileHandle,
  { path, fill, cancel }: FileOrder,
): Promise<Done<{ sizeBytes: number; sha256: Sha256 }>> {
  const sink = createFileSink(file);
  const stop = new AbortController();
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.signal.addEventListener('abort', () => reject(asError(stop.signal.reason)), { once: true });
  });
  // Nobody listens any more when the writing was stopped because it was done.
  stopped.catch(() => undefined);
  const end = () => stop.abort();
  sink.stream.on('error', (error) => stop.abort(error));
  cancel?.addEventListener('abort', end, { once: true });
  if (cancel?.aborted === true) end();
  try {
    const refusal = await Promise.race([fill(sink.stream, stop.signal), stopped]);
    if (refusal !== null) return { kind: 'refused', refusal };
    await Promise.race([finished(sink.stream), stopped]);
    return { kind: 'done', value: sink.digest() };
  } catch (error) {
    if (cancel?.aborted === true) return { kind: 'refused', refusal: cancelled(basename(path)) };
    const refusal = refusalOf(sink.fault(), { path, stage: 'writing' });
    if (refusal === null) throw error;
    return { kind: 'refused', refusal };
  } finally {
    cancel?.removeEventListener('abort', end);
    stop.abort();
    sink.stream.destroy();
    await file.close();
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the writing was stopped', { cause: reason });
}

/** A rename is kept over a power cut once its folder is synced; Windows and some network drives know no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'ENOTSUP')))
      throw error;
  } finally {
    await handle.close();
  }
}

async function onDisk<T>(
  about: { readonly path: string; readonly stage: WritingStage },
  work: () => Promise<T>,
): Promise<Done<T>> {
  try {
    return { kind: 'done', value: await work() };
  } catch (error) {
    const refusal = refusalOf(error, about);
    if (refusal === null) throw error;
    return { kind: 'refused', refusal };
  }
}
