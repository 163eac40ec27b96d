// In: the bytes of a zip file. Out: a table, read in a worker with limits of memory and time; or a refusal.
// This file must never parse on the main thread, nor hand the environment (which may hold a token) to the worker.

import { Worker } from 'node:worker_threads';
import { InvariantError } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { XLSX_READ_TIMEOUT_MS, XLSX_WORKER_HEAP_MB, XLSX_WORKER_YOUNG_HEAP_MB } from '../../../shared/limits.ts';
import { assembleTable } from './assemble-table.ts';
import type { TableReading } from './read-csv.ts';
import { refusal } from './refusals.ts';
import type { RowsChunk, SheetFacts, WorkbookMessage, WorkbookRequest } from './xlsx-messages.ts';

type SheetParts = { readonly strings: string[]; readonly chunks: RowsChunk[]; readonly facts: SheetFacts };
type SheetPartsReading =
  | { readonly kind: 'parts'; readonly parts: SheetParts }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads one sheet of a workbook. The bytes are handed to the worker and cannot be used afterwards. */
export async function readXlsx(request: WorkbookRequest, workerUrl: URL): Promise<TableReading> {
  const reading = await readInWorker(request, workerUrl);
  return reading.kind === 'refused' ? reading : assembleTable(reading.parts);
}

async function readInWorker(request: WorkbookRequest, workerUrl: URL): Promise<SheetPartsReading> {
  const worker = new Worker(workerUrl, {
    workerData: request,
    transferList: [request.bytes.buffer],
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: {
      maxOldGenerationSizeMb: XLSX_WORKER_HEAP_MB,
      maxYoungGenerationSizeMb: XLSX_WORKER_YOUNG_HEAP_MB,
    },
  });
  try {
    return await collect(worker);
  } finally {
    await worker.terminate();
  }
}

function collect(worker: Worker): Promise<SheetPartsReading> {
  const strings: string[] = [];
  const chunks: RowsChunk[] = [];
  return new Promise((resolve, reject) => {
    const refuse = (why: Refusal): void => resolve({ kind: 'refused', refusal: why });
    const deadline = setTimeout(() => refuse(refusal('workbookTooLarge')), XLSX_READ_TIMEOUT_MS);
    const settle = (act: () => void): void => {
      clearTimeout(deadline);
      act();
    };
    worker.on('message', (message: WorkbookMessage) => {
      if (message.kind === 'strings') for (const text of message.strings) strings.push(text);
      else if (message.kind === 'rows') chunks.push(message.chunk);
      else if (message.kind === 'refused') settle(() => refuse(message.refusal));
      else settle(() => resolve({ kind: 'parts', parts: { strings, chunks, facts: message.facts } }));
    });
    worker.on('error', (error: Error) => {
      const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(() => (outOfMemory ? refuse(refusal('workbookTooLarge')) : reject(error)));
    });
    worker.on('exit', () => settle(() => reject(new InvariantError('the workbook reader ended without an answer'))));
  });
}
