// Reads the sheet it was started with. Many shared strings are read beside it, by a second worker of itself.

import { parentPort, Worker, workerData } from 'node:worker_threads';
import { InvariantError, type Refused } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import { passGates } from '../platform/thread-gate.ts';
import { refuseSheet } from './issues.ts';
import { readStrings, readWorkbook } from './read-workbook.ts';
import { type StringsMessage, type WorkbookMessage, type WorkerTask, workerOptions } from './xlsx-messages.ts';
import type { Part } from './xlsx-package.ts';

const main = parentPort;
if (main === null) throw new InvariantError('the workbook reader was not started as a worker');
const task = workerData as WorkerTask;
passGates(task.gates);

/** Fewer bytes of shared strings are read sooner than another worker starts. */
const STRINGS_BESIDE_BYTES = 4 * 1024 * 1024;

let strings: Part | null = null;

function post(message: WorkbookMessage): void {
  if (message.kind !== 'rows') return main?.postMessage(message);
  const { rowNumbers, hidden, rowStarts, columns, kinds, refs, looks } = message.chunk;
  return main?.postMessage(
    message,
    [rowNumbers, hidden, rowStarts, columns, kinds, refs, looks].map(({ buffer }) => buffer),
  );
}

function postStrings(message: StringsMessage): void {
  task.strings.postMessage(message);
}

function takeStrings(found: Part): void {
  if (found.sizeBytes < STRINGS_BESIDE_BYTES) strings = found;
  else startStrings(found);
}

function startStrings(found: Part): void {
  // Only the part's own bytes are transferred; the workbook's stay here.
  const part = { ...found, raw: new Uint8Array(found.raw) };
  const data: WorkerTask = { kind: 'strings', part, strings: task.strings, gates: task.gates };
  const worker = new Worker(new URL(import.meta.url), workerOptions(data, [part.raw.buffer, task.strings]));
  worker.on('error', () => post(refuseSheet('workbookTooLarge')));
}

/** A hostile workbook may break a library in an unforeseen way: the desk refuses the file and keeps running. */
function refuseIfThrown(read: Promise<void>, emit: (refused: Refused) => void): Promise<void> {
  return read.catch(() => emit(refuseSheet('damagedWorkbook', { reason: msg('reason.unreadable') })));
}

if (task.kind === 'workbook') {
  await refuseIfThrown(readWorkbook(task.request, { emit: post, takeStrings }), post);
} else {
  strings = task.part;
}
if (strings !== null) {
  await refuseIfThrown(readStrings(strings, postStrings), postStrings);
  task.strings.close();
}
