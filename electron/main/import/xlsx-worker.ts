// The worker's front door: it reads the workbook it was started with and posts what it finds.
// In: a WorkbookRequest as worker data. Out: WorkbookMessages. This file must never hold a rule.

import { parentPort, workerData } from 'node:worker_threads';
import { InvariantError } from '../../../shared/failures.ts';
import { readWorkbook } from './read-workbook.ts';
import { refusal } from './refusals.ts';
import type { WorkbookMessage, WorkbookRequest } from './xlsx-messages.ts';

const port = parentPort;
if (port === null) throw new InvariantError('the workbook reader was not started as a worker');

function post(message: WorkbookMessage): void {
  if (message.kind !== 'rows') return port?.postMessage(message);
  const { rowNumbers, hidden, rowStarts, columns, kinds, refs } = message.chunk;
  return port?.postMessage(
    message,
    [rowNumbers, hidden, rowStarts, columns, kinds, refs].map(({ buffer }) => buffer),
  );
}

try {
  await readWorkbook(workerData as WorkbookRequest, post);
} catch {
  // A hostile workbook may break a library in a way nobody foresaw: the desk refuses the file and lives on.
  post({ kind: 'refused', refusal: refusal('damagedWorkbook', { reason: 'it cannot be read' }) });
}
