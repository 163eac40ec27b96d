// Writes a file whole or not at all: under a temporary name in the same folder, synced, then renamed over the target. Disk errors
// become refusals with a cure; any other error is a bug and is thrown.

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { errorCode, type Refused, refusedAs } from '../../../shared/failures.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { ExistingFile, TrackTempFile } from '../domain/file-state.ts';
import { syncFolder } from '../platform/sync-folder.ts';

export type FileWriting =
  | { readonly kind: 'written'; readonly path: string; readonly sizeBytes: number; readonly sha256: Sha256 }
  | Refused;

/**
 * Writes the content into the sink and ends it. Returns a refusal when the content cannot be written; what it throws is passed
 * on. Once `signal` is aborted nobody reads the sink, so it must stop.
 */
export type FillFile = (sink: Writable, signal: AbortSignal) => Promise<Refusal | null>;

/** Without `existing`, an existing file is never replaced. */
export interface WriteOptions {
  readonly existing?: ExistingFile | undefined;
  readonly track?: TrackTempFile | undefined;
}

interface FileToWrite extends WriteOptions {
  readonly path: string;
  readonly fill: FillFile;
  /** Runs once the whole content is on the disk, before the file gets its name. It may still refuse. */
  readonly beforeNaming?: ((content: { readonly sha256: Sha256 }) => Refusal | null) | undefined;
}

/** Writes a file atomically. Refuses errors of the disk, folder or content, and a target that may not be replaced. */
export async function writeAtomically({
  fill,
  existing,
  track,
  beforeNaming,
  ...file
}: FileToWrite): Promise<FileWriting> {
  const path = resolve(file.path);
  let stage: WritingStage = 'opening';
  let temporary: string | null = null;
  let untrack: (() => void) | undefined;
  try {
    const target = await findTarget(path, existing);
    if (target.kind === 'refused') return target;
    const name = join(dirname(target.path), `.payout-desk-${randomBytes(8).toString('hex')}.partial`);
    untrack = track?.(name);
    const handle = await open(name, 'wx', target.mode);
    temporary = name;
    stage = 'filling';
    const filled = await fillFile(handle, { path, fill });
    if (filled.kind === 'refused') return filled;
    const refusal = beforeNaming?.(filled) ?? null;
    if (refusal !== null) return { kind: 'refused', refusal };
    stage = 'replacing';
    if (target.isThere || existing?.force === true) await rename(temporary, target.path);
    else await takeName(temporary, target.path);
    temporary = null;
    stage = 'writing';
    syncFolderWherePossible(dirname(target.path));
    return { ...filled, path };
  } catch (error) {
    const refusal = stage === 'filling' ? null : refusalOf(error, { path, stage });
    if (refusal === null) throw error;
    return { kind: 'refused', refusal };
  } finally {
    if (temporary !== null) await rm(temporary, { force: true });
    untrack?.();
  }
}

/** The forms of a file, by the ending of its name. */
export type Forms = Readonly<Record<string, FillFile>>;

/** Writes a file in the form that its name asks for. Refuses other endings, and whatever writeAtomically refuses. */
export async function writeByEnding(
  file: Omit<FileToWrite, 'fill'>,
  { what, forms }: { readonly what: 'report' | 'template'; readonly forms: Forms },
): Promise<FileWriting> {
  const ending = extname(file.path).toLowerCase();
  const fill = Object.hasOwn(forms, ending) ? forms[ending] : undefined;
  if (fill !== undefined) return writeAtomically({ ...file, fill });
  const endings = Object.keys(forms);
  return refusedAs(`${what}Format`, msg(`write.${what}Format`, { endings }), msg('cure.nameEnding', { endings }));
}

/** Copies a file the same way. Throws when the file to copy cannot be read. */
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

/** Where the content goes, and with which permissions. Follows a link and replaces the file that it points to. */
async function findTarget(path: string, existing: ExistingFile | undefined): Promise<Target | Refused> {
  const found = await stat(path, { throwIfNoEntry: false });
  // It holds salaries and account numbers: only its writer may read it, unless the file it replaces was open to others.
  if (found === undefined) return { kind: 'target', path, mode: 0o600, isThere: false };
  const file = basename(path);
  if (found.isDirectory()) return { kind: 'refused', refusal: targetIsFolder(file) };
  if (!found.isFile()) {
    return refusedAs('targetIsNoFile', msg('write.targetIsNoFile', { file }), msg('cure.anotherName'));
  }
  const real = await realpath(path);
  if (existing?.isSource({ path: real, sha256: await sha256Of(real) }) === true) {
    return refusedAs('sourceSheet', msg('write.sourceSheet', { file }), msg('cure.neverReplaced'));
  }
  if (existing?.force !== true) return { kind: 'refused', refusal: targetExists(file) };
  // A rename would replace even a read-only file, which was protected on purpose.
  await access(path, constants.W_OK);
  return { kind: 'target', path: real, mode: found.mode & 0o777, isThere: true };
}

async function sha256Of(path: string): Promise<Sha256> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') as Sha256;
}

/** Renames to a free name. An empty file claims the name first, so a file that appears meanwhile is not replaced. */
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
  { path, fill }: FileToWrite,
): Promise<{ readonly kind: 'written'; readonly sizeBytes: number; readonly sha256: Sha256 } | Refused> {
  const sink = createFileSink(file);
  const stop = new AbortController();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Prevents an unhandled rejection when `fill` has already thrown.
  failed.catch(() => undefined);
  sink.stream.on('error', (error) => {
    reject(error);
    stop.abort(error);
  });
  try {
    const refusal = await Promise.race([fill(sink.stream, stop.signal), failed]);
    if (refusal !== null) return { kind: 'refused', refusal };
    await Promise.race([finished(sink.stream), failed]);
    return { kind: 'written', ...sink.digest() };
  } catch (error) {
    const refusal = refusalOf(sink.fault(), { path, stage: 'writing' });
    if (refusal === null) throw error;
    return { kind: 'refused', refusal };
  } finally {
    stop.abort();
    sink.stream.destroy();
    await file.close();
  }
}

/** A report may be on a network drive that cannot sync a folder. */
function syncFolderWherePossible(folder: string): void {
  try {
    syncFolder(folder);
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** `fault` is the disk's error; null while there is none. */
interface FileSink {
  readonly stream: Writable;
  readonly fault: () => unknown;
  readonly digest: () => { readonly sizeBytes: number; readonly sha256: Sha256 };
}

/** Opens a sink into the file. The caller closes the file. */
function createFileSink(file: FileHandle): FileSink {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let fault: unknown = null;
  const settle = async (work: Promise<void>, done: (error?: Error) => void) => {
    try {
      await work;
    } catch (error) {
      fault = error;
      done(new Error('the disk did not take it', { cause: error }));
      return;
    }
    done();
  };
  const write = (chunk: Buffer, done: (error?: Error) => void): void => {
    hash.update(chunk);
    sizeBytes += chunk.length;
    void settle(file.writeFile(chunk), done);
  };
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => write(chunk, done),
    // A PDF comes in pieces of a few bytes, so gathered pieces are written together.
    writev: (pieces, done) => write(Buffer.concat(pieces.map(({ chunk }): Buffer => chunk as Buffer)), done),
    final: (done) => void settle(file.sync(), done),
  });
  return { stream, fault: () => fault, digest: () => ({ sizeBytes, sha256: hash.digest('hex') as Sha256 }) };
}

/** What was being done. An error while `filling` comes from the content; `replacing` is the rename over the target. */
type WritingStage = 'opening' | 'filling' | 'writing' | 'replacing';

/** The refusal for a file system error; null for any other error. */
export function refusalOf(
  error: unknown,
  { path, stage }: { readonly path: string; readonly stage: WritingStage },
): Refusal | null {
  const code = errorCode(error);
  if (code === null || !(error instanceof Error && 'syscall' in error)) return null;
  const file = basename(path);
  const folder = dirname(path);
  const say = (name: string, message: Message, cure: Message): Refusal => ({ code: name, message, cure });
  const busy = say('targetBusy', msg('write.targetBusy', { file }), msg('cure.closeInExcel'));
  const notWritable = say('notWritable', msg('write.notWritable', { file }), msg('cure.writablePlace'));
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return say('folderMissing', msg('write.folderMissing', { folder }), msg('cure.makeFolderFirst'));
    case 'EISDIR':
      return targetIsFolder(file);
    case 'EEXIST':
      return targetExists(file);
    case 'EACCES':
    case 'EPERM':
      // Windows returns this when another program holds the file open. The folder's permissions were checked before.
      return stage === 'replacing' ? busy : notWritable;
    case 'EROFS':
      return notWritable;
    case 'EBUSY':
    case 'ETXTBSY':
      return busy;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return say('diskFull', msg('write.diskFull', { file }), msg('cure.makeRoom'));
    case 'ENAMETOOLONG':
      return say('nameTooLong', msg('write.nameTooLong'), msg('cure.shorterName'));
    default:
      return say('writeFailed', msg('write.failed', { file, code }), msg('cure.checkDisk'));
  }
}

export function targetExists(file: string): Refusal {
  return {
    code: 'fileExists',
    message: msg('write.fileExists', { file }),
    cure: msg('cure.fileExists'),
  };
}

function targetIsFolder(file: string): Refusal {
  return { code: 'targetIsFolder', message: msg('write.targetIsFolder', { file }), cure: msg('cure.nameInside') };
}
