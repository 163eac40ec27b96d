// Does the work on a database file that it was started with, on a thread of its own.

import { parentPort, workerData } from 'node:worker_threads';
import { InvariantError } from '../../../shared/failures.ts';
import type { FileProgress } from '../domain/file-work.ts';
import { doFileWork, type FileTask, type FileWord, type FileWork } from './file-work.ts';

/** Ten times a second is enough to see it move. */
const PROGRESS_MS = 100;

const { port } = openPort();
let saidAtMs = Number.NEGATIVE_INFINITY;
let saidPart: FileProgress['part'] | null = null;

// startFileWork() passed it when it started the thread.
const result = await doFileWork(workerData as FileTask<FileWork>, (progress) => {
  const nowMs = performance.now();
  if (progress.part === saidPart && nowMs - saidAtMs < PROGRESS_MS) return;
  [saidAtMs, saidPart] = [nowMs, progress.part];
  say({ kind: 'progress', progress });
});
say({ kind: 'result', result });

function say(word: FileWord): void {
  port.postMessage(word);
}

function openPort(): { readonly port: NonNullable<typeof parentPort> } {
  if (parentPort === null) throw new InvariantError('work on a file was not started as a worker');
  return { port: parentPort };
}
