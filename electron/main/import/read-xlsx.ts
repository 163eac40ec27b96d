// In: the bytes of a zip file. Out: a table, read in workers with limits of memory and time; or a refusal.
// This file must never parse on the main thread.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { InvariantError } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { SheetName } from '../../../shared/rows.ts';
import { XLSX_READ_TIMEOUT_MS } from '../../../shared/limits.ts';
import { assembleTable, type SheetParts } from './assemble-table.ts';
import type { TableReading } from './read-csv.ts';
import { refusal } from './refusals.ts';
import {
  type RowsChunk,
  type StringsMessage,
  type WorkbookMessage,
  type WorkbookRequest,
  workerOptions,
} from './xlsx-messages.ts';

/** Shape: `sheets` are all sheets of the workbook, as far as it was read. */
type PartsReading = { readonly sheets: readonly SheetName[] } & (
  | { readonly kind: 'parts'; readonly parts: SheetParts }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
);

/** A sheet read, with the names of all there are. */
export type WorkbookReading = TableReading & { readonly sheets: readonly SheetName[] };

/** Reads one sheet of a workbook. The bytes are handed to the worker and cannot be used afterwards. */
export async function readXlsx(request: WorkbookRequest, workerUrl: URL): Promise<WorkbookReading> {
  const channel = new MessageChannel();
  const task = { kind: 'workbook', request, strings: channel.port2 } as const;
  const worker = new Worker(workerUrl, workerOptions(task, [request.bytes.buffer, channel.port2]));
  try {
    const reading = await collect(worker, channel.port1);
    return reading.kind === 'refused' ? reading : { ...(await assembleTable(reading.parts)), sheets: reading.sheets };
  } finally {
    channel.port1.close();
    await worker.terminate();
  }
}

/** Waits until both the sheet and, where it has any, its shared strings are there whole. */
function collect(worker: Worker, stringsPort: MessagePort): Promise<PartsReading> {
  const strings: string[] = [];
  const chunks: RowsChunk[] = [];
  let end: Extract<WorkbookMessage, { kind: 'end' }> | null = null;
  let stringsEnded = false;
  let sheets: readonly SheetName[] = [];
  return new Promise((resolve, reject) => {
    const refuse = (why: Refusal): void => finish(() => resolve({ kind: 'refused', refusal: why, sheets }));
    const deadline = setTimeout(() => refuse(refusal('workbookTooLarge')), XLSX_READ_TIMEOUT_MS);
    const finish = (act: () => void): void => {
      clearTimeout(deadline);
      act();
    };
    const finishIfWhole = (): void => {
      if (end === null || (end.hasStrings && !stringsEnded)) return;
      const parts = { strings, chunks, facts: end.facts };
      finish(() => resolve({ kind: 'parts', parts, sheets }));
    };
    worker.on('message', (message: WorkbookMessage) => {
      if (message.kind === 'refused') return refuse(message.refusal);
      if (message.kind === 'sheets') sheets = message.sheets;
      else if (message.kind === 'end') end = message;
      else chunks.push(message.chunk);
      return finishIfWhole();
    });
    const hearStrings = (message: StringsMessage): void => {
      if (message.kind === 'refused') return refuse(message.refusal);
      if (message.kind === 'end') stringsEnded = true;
      else for (const text of message.strings) strings.push(text);
      return finishIfWhole();
    };
    stringsPort.on('message', hearStrings);
    worker.on('error', (error: Error) => {
      const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (outOfMemory) refuse(refusal('workbookTooLarge'));
      else finish(() => reject(error));
    });
    worker.on('exit', () => {
      // Its end can be heard before the last of what it said on the other port, which then lies there already.
      for (let left = receiveMessageOnPort(stringsPort); left !== undefined; left = receiveMessageOnPort(stringsPort)) {
        hearStrings(left.message as StringsMessage);
      }
      finish(() => reject(new InvariantError('the workbook reader ended without an answer')));
    });
  });
}
