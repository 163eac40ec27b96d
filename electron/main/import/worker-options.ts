// In: what a workbook reader is started with. Out: the limits it runs under.
// This file must never hand the environment to a worker: it may hold a token.

import type { Transferable, WorkerOptions } from 'node:worker_threads';
import { XLSX_WORKER_HEAP_MB, XLSX_WORKER_YOUNG_HEAP_MB } from '../../../shared/limits.ts';
import type { WorkerTask } from './xlsx-messages.ts';

/** Options of a workbook reader. What is in `transfer` changes hands. */
export function workerOptions(task: WorkerTask, transfer: Transferable[]): WorkerOptions {
  return {
    workerData: task,
    transferList: transfer,
    env: {},
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: XLSX_WORKER_HEAP_MB,
      maxYoungGenerationSizeMb: XLSX_WORKER_YOUNG_HEAP_MB,
    },
  };
}
