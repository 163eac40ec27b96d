// Messages between the worker that reads a workbook and the thread that starts it, and the worker's limits. Cells are sent as
// flat arrays, which cost a fraction of objects.

import type { MessagePort, Transferable, WorkerOptions } from 'node:worker_threads';
import type { Refused } from '../../../shared/failures.ts';
import type { SheetName } from '../../../shared/rows.ts';
import type { ThreadGate } from '../platform/thread-gate.ts';
import type { TextBeside } from './table.ts';
import type { Part } from './xlsx-package.ts';

/** Heap for short-lived objects; more does not make it faster. */
const XLSX_WORKER_YOUNG_HEAP_MB = 16;

/**
 * Heap of the worker. It passes rows on as it reads them, so it needs little. The thread of a sheet may need sixteen times as
 * much for a million rows: read there, a hostile workbook could take all of it.
 */
const XLSX_WORKER_HEAP_MB = 256;

/** What to read. `bytes` is transferred, not copied. */
export interface WorkbookRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sheet: string | null;
}

/** A worker's task: a workbook, or, started by that worker, the workbook's shared strings, which are read in parallel. */
export type WorkerTask = { readonly strings: MessagePort; readonly gates: readonly ThreadGate[] } & (
  | { readonly kind: 'workbook'; readonly request: WorkbookRequest }
  | { readonly kind: 'strings'; readonly part: Part }
);

/** Options of a workbook worker. It gets no environment, which may hold a token. What is in `transfer` changes owner. */
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
 * Some rows in order. Row i has the cells from `rowStarts[i]` up to `rowStarts[i + 1]`. A cell has its column, its KIND with
 * flags, and a reference n to its text: for n >= 0 `texts[n]` of this chunk, else the shared string -1 - n.
 */
export interface RowsChunk {
  readonly rowNumbers: Int32Array<ArrayBuffer>;
  readonly hidden: Uint8Array<ArrayBuffer>;
  readonly rowStarts: Int32Array<ArrayBuffer>;
  readonly columns: Uint16Array<ArrayBuffer>;
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly refs: Int32Array<ArrayBuffer>;
  readonly texts: readonly string[];
  /**
   * The fill colours of each row, 0 for none: a bit for each colour in its cells, the colour 1 being bit 0, and LOOK_FIRST times
   * the colour of the first coloured cell.
   */
  readonly looks: Int32Array<ArrayBuffer>;
}

/** More colours count as the last one. */
export const COLOURS_MAX = 25;
export const LOOK_FIRST = 2 ** COLOURS_MAX;

/** Rows and columns from 0, both ends included. */
export interface SheetRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/**
 * What the sheet says about its cells outside of them. `formulas`: ranges filled by a single array formula or data table.
 * `hasResults`: formula cells hold the results that a spreadsheet program last showed.
 */
export interface SheetFacts {
  readonly sheet: string;
  readonly sheetHidden: boolean;
  readonly merged: readonly SheetRange[];
  readonly formulas: readonly SheetRange[];
  readonly hasResults: boolean;
  readonly hiddenColumns: readonly SheetRange[];
  readonly links: readonly { readonly range: SheetRange; readonly target: string }[];
  /** Texts of printed headers and footers, of text boxes, and of notes at cells. */
  readonly texts: readonly TextBeside[];
  /** The fill colours of the workbook's cells, from colour 1 on. */
  readonly colours: readonly string[];
  /** By row from 0: the first of its notes. */
  readonly notes: ReadonlyMap<number, SheetNote>;
}

/** A note at a cell. `unit`: a unit other than the rupee that it names. */
export interface SheetNote {
  readonly column: number;
  readonly unit: string | null;
}

/** The worker's messages: all sheet names first, `end` or `refused` last. `hasStrings`: shared strings follow. */
export type WorkbookMessage =
  | { readonly kind: 'sheets'; readonly sheets: readonly SheetName[] }
  | { readonly kind: 'rows'; readonly chunk: RowsChunk }
  | { readonly kind: 'end'; readonly facts: SheetFacts; readonly hasStrings: boolean }
  | Refused;

/** Messages with the shared strings, `end` or `refused` last. `struck`: indexes of strings struck through in part. */
export type StringsMessage =
  | { readonly kind: 'strings'; readonly strings: readonly string[]; readonly struck: readonly number[] }
  | { readonly kind: 'end' }
  | Refused;

/** Parses `B2` or `B2:C5`; null for anything else, or when the ends are in the wrong order. */
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

/** The index of a column from its letters: `A` is 0. */
function columnIndex(letters: string): number {
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
