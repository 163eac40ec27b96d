// Work that reads a whole database file: checking it, verifying its audit, copying it. It is done at once for a small file. A large
// one takes a minute or two, so it has a thread of its own, says how far it is, and can be stopped at any moment.

import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Refused, refusedAs } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { FileFollower, FileProgress } from '../domain/file-work.ts';
import { headFolder, headIds } from '../platform/data-folder.ts';
import { archiveFolder } from './archives.ts';
import { copyTo, verifyCopy } from './backups.ts';
import { checkWhole } from './damage.ts';
import type { HeadPlace } from './heads.ts';
import { verifyHeaded } from './store.ts';
import type { AuditPart, AuditProgress, AuditVerdict } from './verify-database.ts';
import type { Soundness } from './whole-check.ts';

type OnFileProgress = FileFollower['onProgress'];

interface DatabaseFile {
  readonly path: string;
  readonly prefix: 'B' | 'P';
}

/** `place`: a HeadPlace as it can be handed to a thread. */
interface FileTasks {
  readonly check: { readonly task: Pick<DatabaseFile, 'path'>; readonly result: Soundness };
  readonly verify: {
    readonly task: DatabaseFile & { readonly place: Pick<HeadPlace, 'machine' | 'folder'>; readonly nowMs: number };
    readonly result: ReturnType<typeof verifyHeaded>;
  };
  readonly copy: {
    readonly task: DatabaseFile & { readonly draft: string };
    readonly result: { readonly kind: 'whole'; readonly verdict: AuditVerdict } | Refused;
  };
}

export type FileWork = keyof FileTasks;
export type FileTask<Work extends FileWork> = FileTasks[Work]['task'] & { readonly work: Work };
export type FileResult<Work extends FileWork> = FileTasks[Work]['result'];
type AnyTask = { readonly [Work in FileWork]: FileTask<Work> }[FileWork];

/** What each part takes of an audit: measured with a million payouts. */
const PARTS: Readonly<Record<AuditPart, { readonly from: number; readonly to: number }>> = {
  file: { from: 0, to: 0.1 },
  keys: { from: 0.1, to: 0.4 },
  log: { from: 0.4, to: 0.7 },
  rows: { from: 0.7, to: 1 },
};

/** A copy takes this share of a backup, and its audit the rest. */
const COPY_SHARE = 0.1;

/** Does the work in this thread. */
export async function doFileWork<Work extends FileWork>(
  task: FileTask<Work>,
  onProgress: OnFileProgress,
): Promise<FileResult<Work>>;
export async function doFileWork(task: AnyTask, onProgress: OnFileProgress): Promise<FileResult<FileWork>> {
  const ofAudit =
    (begin: number): AuditProgress =>
    (part, done, total) => {
      const { from, to } = PARTS[part];
      onProgress({ part, share: begin + (1 - begin) * (from + ((to - from) * done) / Math.max(1, total)) });
    };
  switch (task.work) {
    case 'check':
      return checkWhole(task.path);
    case 'verify': {
      const { place, nowMs, path, prefix } = task;
      const reading: HeadPlace = {
        ...place,
        list: () => headIds(place.folder),
        folderOf: (databaseId) => headFolder(place.folder, databaseId),
        take: () => ({ kind: 'busy' }),
      };
      return verifyHeaded({ path, prefix }, reading, nowMs, ofAudit(0));
    }
    case 'copy': {
      const { path, draft, prefix } = task;
      const copied = await copyTo(path, draft, (share) => onProgress({ part: 'copy', share: share * COPY_SHARE }));
      return copied ?? verifyCopy(draft, prefix, { archivesIn: archiveFolder(path), onProgress: ofAudit(COPY_SHARE) });
    }
  }
}

/** What the thread says. */
export type FileWord =
  | { readonly kind: 'progress'; readonly progress: FileProgress }
  | { readonly kind: 'result'; readonly result: unknown };

const STOPPING_MAX_MS = 1_000;

const NOBODY: FileFollower = { onProgress: () => undefined, signal: new AbortController().signal };

/** Above this size work has a thread: a smaller file takes less than half a second. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Does the work at once, or on a thread that ends with `signal`. Refuses when it was stopped. */
export async function fileWork<Work extends Exclude<FileWork, 'check'>>(
  workerUrl: URL,
  task: FileTask<Work>,
  { onProgress, signal }: FileFollower = NOBODY,
): Promise<FileResult<Work> | Refused> {
  if (signal.aborted) return STOPPED;
  const size = statSync(task.path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGE_BYTES) return await doFileWork(task, onProgress);
  const { result, stop } = startFileWork(workerUrl, task, onProgress);
  const stopped = Promise.withResolvers<Refused>();
  const onAbort = (): void => {
    // Until it has ended it may still write a copy's files. In a long statement of SQLite it only reads.
    const ended = Promise.race([stop(), delay(STOPPING_MAX_MS)]);
    void ended.finally(() => stopped.resolve(STOPPED));
  };
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([result, stopped.promise]);
  } catch (error) {
    // A thread that was stopped ends without a result.
    if (!signal.aborted) throw error;
    return await stopped.promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Starts work on a thread. `result` rejects when the thread ends without one. `stop` ends it. */
function startFileWork<Work extends FileWork>(
  workerUrl: URL,
  task: FileTask<Work>,
  onProgress: OnFileProgress = () => undefined,
): { readonly result: Promise<FileResult<Work>>; readonly stop: () => Promise<void> } {
  const worker = new Worker(workerUrl, { workerData: task });
  const result = new Promise<FileResult<Work>>((resolve, reject) => {
    worker.on('message', (word: FileWord) => {
      if (word.kind === 'progress') onProgress(word.progress);
      // The thread answers the task that it was given.
      else resolve(word.result as FileResult<Work>);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('work on a database file ended without a result')));
  });
  // Stopped work rejects, and nobody waits for it any more.
  result.catch(() => undefined);
  return { result, stop: async () => void (await worker.terminate()) };
}

/** A whole check on a thread of its own. `stop` ends it; then nothing was found. */
export interface WholeChecking {
  readonly found: Promise<Soundness>;
  readonly stop: () => Promise<void>;
}

export function startWholeCheck(workerUrl: URL, path: string): WholeChecking {
  const { result, stop } = startFileWork(workerUrl, { work: 'check', path });
  return { found: result.catch(() => 'unknown' as const), stop };
}

const STOPPED = refusedAs('stopped', msg('fileWork.stopped'), msg('cure.fileWork.stopped'));
