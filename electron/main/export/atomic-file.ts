// Writes a file whole or not at all: under a temporary name in the same folder, synced, then renamed over the target.
// In: the path and a function that writes the content. Out: the file's size and hash, or a refusal in words.
// This file must never leave half a file behind, nor touch what is already there before the new content is on disk.

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ExistingFile, TrackTempFile } from '../../../shared/file-writing.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import {
  cancelled,
  refusalOf,
  sourceSheet,
  targetExists,
  targetIsFolder,
  targetIsNoFile,
  type WritingStage,
} from './file-refusals.ts';
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

/** Shape: without `existing` a file that is there already stays. */
export interface WriteOptions {
  readonly existing?: ExistingFile | undefined;
  readonly track?: TrackTempFile | undefined;
  readonly cancel?: AbortSignal | undefined;
}

export interface FileOrder extends WriteOptions {
  readonly path: string;
  readonly fill: FillFile;
}

/** Writes a file atomically. Errors: refused for what the disk, the folder, the content or the person says. */
export async function writeAtomically({ path, fill, cancel, existing, track }: FileOrder): Promise<FileWriting> {
  const asked = resolve(path);
  const target = await onDisk({ path: asked, stage: 'opening' }, () => findTarget(asked, existing));
  if (target.kind === 'refused') return target;
  if (target.value.kind === 'refused') return target.value;
  const { path: place, mode, isThere } = target.value;
  const temporary = join(dirname(place), `.payout-desk-${randomBytes(8).toString('hex')}.partial`);
  const untrack = track?.(temporary);
  let isThereStill = false;
  try {
    const opened = await onDisk({ path: asked, stage: 'opening' }, () => open(temporary, 'wx', mode));
    if (opened.kind === 'refused') return opened;
    isThereStill = true;
    const filled = await fillFile(opened.value, { path: asked, fill, cancel });
    if (filled.kind === 'refused') return filled;
    const replaced = await onDisk({ path: asked, stage: 'replacing' }, async () => {
      if (isThere || existing?.force === true) return rename(temporary, place);
      return takeName(temporary, place);
    });
    if (replaced.kind === 'refused') return replaced;
    isThereStill = false;
    const synced = await onDisk({ path: asked, stage: 'writing' }, () => syncFolder(dirname(place)));
    return synced.kind === 'refused' ? synced : { kind: 'written', path: asked, ...filled.value };
  } finally {
    if (isThereStill) await rm(temporary, { force: true });
    untrack?.();
  }
}

/** Copies a file in the same way. Errors: as writing; throws when the file to copy cannot be read. */
export function copyAtomically({
  from,
  to,
  ...options
}: WriteOptions & { readonly from: string; readonly to: string }): Promise<FileWriting> {
  const fill: FillFile = async (sink, signal) => {
    await pipeline(createReadStream(from), sink, { signal });
    return null;
  };
  return writeAtomically({ ...options, path: to, fill });
}

interface Target {
  readonly kind: 'target';
  readonly path: string;
  readonly mode: number;
  readonly isThere: boolean;
}

/** Where the content goes, and who may read it. A link keeps standing: what it points to is replaced. */
async function findTarget(path: string, existing: ExistingFile | undefined): Promise<Target | Refused> {
  const found = await stat(path, { throwIfNoEntry: false });
  // It holds salaries and account numbers: for its writer alone, unless the file it replaces was open to others.
  if (found === undefined) return { kind: 'target', path, mode: 0o600, isThere: false };
  const file = basename(path);
  if (found.isDirectory()) return { kind: 'refused', refusal: targetIsFolder(file) };
  if (!found.isFile()) return { kind: 'refused', refusal: targetIsNoFile(file) };
  const real = await realpath(path);
  if (existing?.isSource({ path: real, sha256: await sha256Of(real) }) === true)
    return { kind: 'refused', refusal: sourceSheet(file) };
  if (existing?.force !== true) return { kind: 'refused', refusal: targetExists(file) };
  // A rename would replace a read-only file too: its protection is meant.
  await access(path, constants.W_OK);
  return { kind: 'target', path: real, mode: found.mode & 0o777, isThere: true };
}

async function sha256Of(path: string): Promise<Sha256> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') as Sha256;
}

/** Renames where nothing lies: an empty file claims the name first, so that one which has come meanwhile is not replaced. */
async function takeName(temporary: string, place: string): Promise<void> {
  const claim = await open(place, 'wx', 0o600);
  await claim.close();
  try {
    await rename(temporary, place);
  } catch (error) {
    await rm(place, { force: true });
    throw error;
  }
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
