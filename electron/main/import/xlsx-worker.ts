// Reads the sheet it was started with, and starts a second worker of itself for the shared strings.

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
  await refuseIfThrown(readWorkbook(task.request, { emit: post, takeStrings: startStrings }), post);
} else {
  await refuseIfThrown(readStrings(task.part, postStrings), postStrings);
  task.strings.close();
}
