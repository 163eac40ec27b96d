// What the worker that reads a workbook and its starter say to each other, and the limits it runs under. Cells cross as
// flat arrays, which cost a fraction of objects.

import type { MessagePort, Transferable, WorkerOptions } from 'node:worker_threads';
import type { Refused } from '../../../shared/failures.ts';
import type { SheetName } from '../../../shared/rows.ts';
import type { ThreadGate } from '../platform/thread-gate.ts';
import type { Part } from './xlsx-package.ts';

/** Its share for what is dropped at once; more of it gains no time. */
const XLSX_WORKER_YOUNG_HEAP_MB = 16;

/** Heap of the worker that reads a workbook: it passes rows on as it reads them, so it needs little. */
const XLSX_WORKER_HEAP_MB = 256;

/** What to read. Shape: `bytes` is handed over, not copied. */
export interface WorkbookRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sheet: string | null;
}

/** How a worker is started: with a workbook, or by that worker with the workbook's shared strings, which are read beside it. */
export type WorkerTask = { readonly strings: MessagePort; readonly gates: readonly ThreadGate[] } & (
  | { readonly kind: 'workbook'; readonly request: WorkbookRequest }
  | { readonly kind: 'strings'; readonly part: Part }
);

/** Options of a workbook reader: no environment, which may hold a token. What is in `transfer` changes hands. */
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

/**
 * Some rows in order.
 * Shape: row i has the cells from `rowStarts[i]` up to `rowStarts[i + 1]`; a cell has its column, its KIND with flags, and its text:
 * `texts[n]` for n >= 0 of this chunk's own texts, else the shared string -1 - n.
 */
export interface RowsChunk {
  readonly rowNumbers: Int32Array<ArrayBuffer>;
  readonly hidden: Uint8Array<ArrayBuffer>;
  readonly rowStarts: Int32Array<ArrayBuffer>;
  readonly columns: Uint16Array<ArrayBuffer>;
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly refs: Int32Array<ArrayBuffer>;
  readonly texts: readonly string[];
}

/** Rows and columns from 0, both ends included. */
export interface SheetRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/**
 * What the sheet says about its cells outside of them. `formulas`: ranges that one array formula or data table fills.
 * `hasResults`: what stands in cells of formulas is what a spreadsheet program last showed there.
 */
export interface SheetFacts {
  readonly sheet: string;
  readonly sheetHidden: boolean;
  readonly merged: readonly SheetRange[];
  readonly formulas: readonly SheetRange[];
  readonly hasResults: boolean;
  readonly hiddenColumns: readonly SheetRange[];
  readonly links: readonly { readonly range: SheetRange; readonly target: string }[];
  /** By row from 0, the first of its notes. */
  readonly notes: ReadonlyMap<number, SheetNote>;
}

/** A note at a cell. Shape: `unit` another unit than the rupee that it speaks of. */
export interface SheetNote {
  readonly column: number;
  readonly unit: string | null;
}

/** What the worker says about the sheet. The names of all sheets come first; the last message is `end` or `refused`. Shape: `hasStrings` when shared strings follow. */
export type WorkbookMessage =
  | { readonly kind: 'sheets'; readonly sheets: readonly SheetName[] }
  | { readonly kind: 'rows'; readonly chunk: RowsChunk }
  | { readonly kind: 'end'; readonly facts: SheetFacts; readonly hasStrings: boolean }
  | Refused;

/** What is said about the shared strings. The last message is `end` or `refused`. Shape: `struck` are the places, among all strings, of those that are struck through in part. */
export type StringsMessage =
  | { readonly kind: 'strings'; readonly strings: readonly string[]; readonly struck: readonly number[] }
  | { readonly kind: 'end' }
  | Refused;

/** Reads `B2` or `B2:C5`. Errors: null when it is neither, or its ends are the wrong way round. */
export function parseRange(text: string): SheetRange | null {
  const parts = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(text);
  if (parts === null) return null;
  const [, firstLetters = '', firstDigits = '', lastLetters = firstLetters, lastDigits = firstDigits] = parts;
  const range = {
    firstRow: Number(firstDigits) - 1,
    lastRow: Number(lastDigits) - 1,
    firstColumn: columnIndex(firstLetters),
    lastColumn: columnIndex(lastLetters),
  };
  const ordered = range.firstRow >= 0 && range.firstRow <= range.lastRow && range.firstColumn <= range.lastColumn;
  return ordered ? range : null;
}

/** The column of its letters: `A` is 0. */
function columnIndex(letters: string): number {
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
