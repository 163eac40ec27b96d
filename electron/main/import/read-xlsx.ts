import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { errorCode, InvariantError, type Refused } from '../../../shared/failures.ts';
import { SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { SheetName } from '../../../shared/rows.ts';
import type { SheetTexts } from '../domain/report.ts';
import { endThread, gatesBelow, openGate } from '../platform/thread-gate.ts';
import { findHeader, HEADER_SEARCH_LINES, UnheadedCells } from './find-header.ts';
import { refuseSheet } from './issues.ts';
import { orChoose, type TableReading } from './read-csv.ts';
import {
  CELL_FLAG,
  cellAddress,
  columnLetters,
  firstAtLeast,
  isBlankText,
  KIND,
  kindOf,
  readHeaders,
  TABLE_MAX_CELLS,
  type Table,
  TEXTS_BESIDE_MAX,
  type TextBeside,
} from './table.ts';
import {
  type RowsChunk,
  type SheetFacts,
  type SheetRange,
  type StringsMessage,
  type WorkbookMessage,
  type WorkbookRequest,
  workerOptions,
} from './xlsx-messages.ts';

/** Limit for cells visited for merges, array formulas and links: 0.1 s. An honest sheet visits each linked cell once. */
const RANGE_VISITS_MAX = 10_000_000;

/** A million rows take about ten seconds. A workbook that takes longer than this is built to hang. */
const XLSX_READ_TIMEOUT_MS = 120_000;

/** Ten different texts in each of a million rows. More would take the memory of the whole desk. */
const SHARED_STRINGS_MAX = 10_000_000;

/** `sheets`: all sheets of the workbook, as far as it was read. */
type WithSheets<Reading> = Reading & { readonly sheets: readonly SheetName[] };
type PartsReading = WithSheets<{ readonly kind: 'parts'; readonly parts: SheetParts } | Refused>;

/** Reads one sheet. Its bytes are transferred to the worker and unusable afterwards. `headerRow`: named by a person. */
export async function readXlsx(
  { headerRow = null, ...request }: WorkbookRequest & { readonly headerRow?: number | null },
  workerUrl: URL,
): Promise<WithSheets<TableReading>> {
  const reading = await readParts(request, workerUrl);
  return reading.kind === 'refused' ? reading : { ...assembleTable(reading.parts, headerRow), sheets: reading.sheets };
}

/** Reads one sheet without looking for a header. The bytes are transferred to the worker and cannot be used afterwards. */
export async function readXlsxTexts(request: WorkbookRequest, workerUrl: URL): Promise<SheetTexts> {
  const reading = await readParts(request, workerUrl);
  return reading.kind === 'refused'
    ? reading
    : { kind: 'texts', rows: { [Symbol.iterator]: () => textRows(reading.parts) }, sheets: reading.sheets };
}

function* textRows({ strings, struck, chunks }: SheetParts): Generator<readonly string[]> {
  const cells = new SheetCells(strings, struck);
  for (const chunk of chunks) {
    for (let index = 0; index < chunk.rowNumbers.length; index += 1) yield textsOf({ chunk, index }, cells);
  }
}

async function readParts(request: WorkbookRequest, workerUrl: URL): Promise<PartsReading> {
  const channel = new MessageChannel();
  const gate = openGate();
  const task = { kind: 'workbook', request, strings: channel.port2, gates: gatesBelow(gate) } as const;
  const worker = new Worker(workerUrl, workerOptions(task, [request.bytes.buffer, channel.port2]));
  try {
    return await collect(worker, channel.port1);
  } finally {
    channel.port1.close();
    await endThread(worker, gate);
  }
}

/** Waits for the complete sheet and, if it has any, its complete shared strings. */
function collect(worker: Worker, stringsPort: MessagePort): Promise<PartsReading> {
  const strings: string[] = [];
  const struck = new Set<number>();
  const chunks: RowsChunk[] = [];
  let last: Extract<WorkbookMessage, { kind: 'end' }> | null = null;
  let stringsEnded = false;
  let sheets: readonly SheetName[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<PartsReading>();
  const end = (refused: Refused): void => resolve({ ...refused, sheets });
  const deadline = setTimeout(() => end(refuseSheet('workbookTooLarge')), XLSX_READ_TIMEOUT_MS);
  const endIfWhole = (): void => {
    if (last !== null && (stringsEnded || !last.hasStrings)) {
      resolve({ kind: 'parts', parts: { strings, struck, chunks, facts: last.facts }, sheets });
    }
  };
  worker.on('message', (message: WorkbookMessage) => {
    if (message.kind === 'refused') return end(message);
    if (message.kind === 'sheets') sheets = message.sheets;
    else if (message.kind === 'end') last = message;
    else chunks.push(message.chunk);
    return endIfWhole();
  });
  const addStrings = (message: StringsMessage): void => {
    if (message.kind === 'refused') return end(message);
    if (message.kind === 'end') stringsEnded = true;
    else {
      for (const text of message.strings) strings.push(text);
      for (const place of message.struck) struck.add(place);
    }
    if (strings.length > SHARED_STRINGS_MAX) return end(refuseSheet('workbookTooLarge'));
    return endIfWhole();
  };
  stringsPort.on('message', addStrings);
  worker.on('error', (error) => {
    if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') end(refuseSheet('workbookTooLarge'));
    else reject(error);
  });
  worker.on('exit', () => {
    // The exit event may come before the last messages on the other port, which have already arrived there.
    for (let left = receiveMessageOnPort(stringsPort); left !== undefined; left = receiveMessageOnPort(stringsPort)) {
      addStrings(left.message as StringsMessage);
    }
    reject(new InvariantError('the workbook reader ended without an answer'));
  });
  return promise.finally(() => clearTimeout(deadline));
}

interface SheetParts {
  readonly strings: readonly string[];
  /** The indexes of the strings that are struck through in part. */
  readonly struck: ReadonlySet<number>;
  readonly chunks: readonly RowsChunk[];
  readonly facts: SheetFacts;
}

interface RowPlace {
  readonly chunk: RowsChunk;
  readonly index: number;
}

function assembleTable({ strings, struck, chunks, facts }: SheetParts, headerRow: number | null): TableReading {
  const cells = new SheetCells(strings, struck);
  if (chunks.some((chunk) => !cells.knows(chunk))) {
    return refuseSheet('damagedWorkbook', { reason: msg('reason.noText') });
  }
  const { sheet, merged } = facts;
  const first = firstRows(chunks, cells);
  if (first.length === 0) return refuseSheet('emptyFile');
  const lines = first.map(({ chunk, index }) => ({
    rowNumber: chunk.rowNumbers[index] ?? 1,
    cells: textsOf({ chunk, index }, cells),
  }));
  const finding = findHeader(lines, { headerRow, merged });
  if (finding.kind === 'refused') return finding;
  const { top } = finding;
  const headerRowNumber = top.headerRows.at(-1) ?? 1;
  const untyped = first.slice(top.rowsAbove.length, finding.headerLines).map(findUntyped);
  const [wrongCell] = untyped.filter((place) => place !== null);
  if (wrongCell !== undefined) {
    return orChoose(top, refuseSheet('headerNotText', { cell: cellAddress({ sheet, ...wrongCell }) }));
  }
  const reading = readHeaders({ cells: finding.cells, sheet, rowNumber: headerRowNumber });
  if (reading.kind === 'refused') return orChoose(top, reading);
  const { headers } = reading;
  const rowsMax = chunks.reduce((count, chunk) => count + chunk.rowNumbers.length, 0);
  if (rowsMax > SHEET_MAX_ROWS) return refuseSheet('tooManyRows', { limit: SHEET_MAX_ROWS - 1 });
  if (rowsMax * headers.length > TABLE_MAX_CELLS) return refuseSheet('tooManyCells');

  const filling = new TableFilling({ headers, rowsMax, headerRowNumber });
  for (const chunk of chunks) {
    const wrong = filling.addChunk(chunk, cells);
    if (wrong !== null) return orChoose(top, wrong);
  }
  const table = {
    sheet,
    top,
    headerRowNumber,
    headers,
    rows: filling.rows,
    rowNumbers: filling.rowNumbers,
    kinds: filling.kinds,
    hidden: facts.sheetHidden ? new Uint8Array(filling.rows.length).fill(1) : filling.hidden,
    hiddenColumns: listHiddenColumns(facts, headers.length),
    beside: [...filling.beside, ...textsBeside(facts, headerRowNumber)],
    looks: filling.looks.subarray(0, filling.rows.length),
    colours: facts.colours,
    ...notesOf(facts, { rowNumbers: filling.rowNumbers, headerRowNumber }),
  };
  const wrong = markCells(table, facts);
  return wrong ?? { kind: 'table', table };
}

/** The texts that the cells of the chunks refer to. */
class SheetCells {
  readonly #strings: readonly string[];
  readonly #struck: ReadonlySet<number>;
  /** Whether a shared string is blank: 0 unchecked, 1 no, 2 yes. Cached because one long string may be in every cell. */
  readonly #blank: Uint8Array;

  constructor(strings: readonly string[], struck: ReadonlySet<number>) {
    this.#strings = strings;
    this.#struck = struck;
    this.#blank = new Uint8Array(strings.length);
  }

  knows(chunk: RowsChunk): boolean {
    const lowest = -this.#strings.length;
    return chunk.refs.every((ref) => ref >= lowest && ref < chunk.texts.length);
  }

  text(chunk: RowsChunk, cell: number): string {
    const ref = chunk.refs[cell] ?? 0;
    return (ref < 0 ? this.#strings[-1 - ref] : chunk.texts[ref]) ?? '';
  }

  /** The cell's KIND with its flags. */
  kind(chunk: RowsChunk, cell: number): number {
    const struck = this.#struck.has(-1 - (chunk.refs[cell] ?? 0)) ? CELL_FLAG.struck : 0;
    return (chunk.kinds[cell] ?? KIND.text) | struck;
  }

  isBlankRow(chunk: RowsChunk, index: number): boolean {
    const to = chunk.rowStarts[index + 1] ?? 0;
    for (let cell = chunk.rowStarts[index] ?? 0; cell < to; cell += 1) {
      if (!this.isBlank(chunk, cell)) return false;
    }
    return true;
  }

  isBlank(chunk: RowsChunk, cell: number): boolean {
    const ref = chunk.refs[cell] ?? 0;
    if (ref >= 0) return isBlankText(chunk.texts[ref] ?? '');
    const at = -1 - ref;
    const known = this.#blank[at];
    if (known !== 0) return known === 2;
    const isBlank = isBlankText(this.#strings[at] ?? '');
    this.#blank[at] = isBlank ? 2 : 1;
    return isBlank;
  }
}

/** The first rows with a non-blank cell. */
function firstRows(chunks: readonly RowsChunk[], cells: SheetCells): readonly RowPlace[] {
  const places: RowPlace[] = [];
  for (const chunk of chunks) {
    for (let index = 0; index < chunk.rowNumbers.length; index += 1) {
      if (places.length === HEADER_SEARCH_LINES) return places;
      if (!cells.isBlankRow(chunk, index)) places.push({ chunk, index });
    }
  }
  return places;
}

function textsOf({ chunk, index }: RowPlace, cells: SheetCells): readonly string[] {
  const texts: string[] = [];
  for (let cell = chunk.rowStarts[index] ?? 0; cell < (chunk.rowStarts[index + 1] ?? 0); cell += 1) {
    const column = chunk.columns[cell] ?? 0;
    while (texts.length < column) texts.push('');
    texts.push(cells.text(chunk, cell));
  }
  return texts;
}

/** The first cell of a row that is a formula or an error. */
function findUntyped({ chunk, index }: RowPlace): { readonly column: number; readonly rowNumber: number } | null {
  for (let cell = chunk.rowStarts[index] ?? 0; cell < (chunk.rowStarts[index + 1] ?? 0); cell += 1) {
    const kind = chunk.kinds[cell] ?? KIND.text;
    if ((kind & CELL_FLAG.formula) !== 0 || kindOf(kind) === KIND.error) {
      return { column: chunk.columns[cell] ?? 0, rowNumber: chunk.rowNumbers[index] ?? 1 };
    }
  }
  return null;
}

/** Puts cells under their headers, chunk by chunk. */
class TableFilling {
  readonly rows: (readonly string[])[] = [];
  readonly rowNumbers: number[] = [];
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly hidden: Uint8Array<ArrayBuffer>;
  readonly looks: Int32Array<ArrayBuffer>;
  readonly beside: TextBeside[] = [];
  readonly #headerRowNumber: number;
  readonly #headers: readonly string[];
  readonly #blankRow: readonly string[];
  readonly #unheaded: UnheadedCells;

  constructor({
    headers,
    rowsMax,
    headerRowNumber,
  }: {
    readonly headers: readonly string[];
    readonly rowsMax: number;
    readonly headerRowNumber: number;
  }) {
    this.#headers = headers;
    this.#blankRow = headers.map(() => '');
    this.#unheaded = new UnheadedCells(headers);
    this.kinds = new Uint8Array(rowsMax * headers.length);
    this.hidden = new Uint8Array(rowsMax);
    this.looks = new Int32Array(rowsMax);
    this.#headerRowNumber = headerRowNumber;
  }

  /** Refuses a cell that is under no header. */
  addChunk(chunk: RowsChunk, cells: SheetCells): Refused | null {
    for (let index = 0; index < chunk.rowNumbers.length; index += 1) {
      const rowNumber = chunk.rowNumbers[index] ?? 0;
      if (rowNumber <= this.#headerRowNumber || cells.isBlankRow(chunk, index)) continue;
      const row = this.#blankRow.slice();
      const at = this.rows.length * row.length;
      const to = chunk.rowStarts[index + 1] ?? 0;
      for (let cell = chunk.rowStarts[index] ?? 0; cell < to; cell += 1) {
        const column = chunk.columns[cell] ?? 0;
        const text = cells.text(chunk, cell);
        if ((this.#headers[column] ?? '') !== '') {
          row[column] = text;
          this.kinds[at + column] = cells.kind(chunk, cell);
        } else if (!cells.isBlank(chunk, cell)) {
          const isAllowed = this.#unheaded.allows(column, text, {
            key: rowNumber,
            line: () => textsOf({ chunk, index }, cells),
          });
          const headerLine = this.#headerRowNumber;
          if (!isAllowed)
            return refuseSheet('emptyHeader', { column: columnLetters(column), line: rowNumber, headerLine });
          if (this.beside.length < TEXTS_BESIDE_MAX) this.beside.push({ place: 'cell', rowNumber, column, text });
        }
      }
      this.looks[this.rows.length] = chunk.looks[index] ?? 0;
      this.hidden[this.rows.length] = chunk.hidden[index] ?? 0;
      this.rowNumbers.push(rowNumber);
      this.rows.push(row);
    }
    return null;
  }
}

function listHiddenColumns({ hiddenColumns }: SheetFacts, width: number): ReadonlySet<number> {
  const columns = new Set<number>();
  for (const { firstColumn, lastColumn } of hiddenColumns) {
    for (let column = Math.max(0, firstColumn); column <= lastColumn && column < width; column += 1)
      columns.add(column);
  }
  return columns;
}

/** The texts that are in no cell, and the notes at the header or above it: those at rows are shown there. */
function textsBeside({ texts }: SheetFacts, headerRowNumber: number): readonly TextBeside[] {
  return texts.filter(({ place, rowNumber }) => place !== 'note' || rowNumber <= headerRowNumber);
}

/** The notes of the rows, and the first unit named by a note at the header or above it. */
function notesOf(
  { notes }: SheetFacts,
  { rowNumbers, headerRowNumber }: Pick<Table, 'rowNumbers' | 'headerRowNumber'>,
): Pick<Table, 'notes' | 'noteUnit'> {
  if (notes.size === 0) return {};
  const ofRows = new Map<number, number>();
  let noteUnit: string | null = null;
  for (const [sheetRow, { column, unit }] of notes) {
    const rowNumber = sheetRow + 1;
    const row = firstAtLeast(rowNumbers, rowNumber);
    if (rowNumber <= headerRowNumber) noteUnit ??= unit;
    else if (rowNumbers[row] === rowNumber) ofRows.set(row, column);
  }
  return noteUnit === null ? { notes: ofRows } : { notes: ofRows, noteUnit };
}

type MarkedTable = Table & { readonly kinds: Uint8Array };

/** Marks all cells that are not what they show. Refuses when there are too many ranges for an honest sheet. */
function markCells(table: MarkedTable, facts: SheetFacts): Refused | null {
  const ranges = facts.merged.length + facts.formulas.length;
  if (ranges * table.headers.length > RANGE_VISITS_MAX) return tooMany();
  markRanges(table, facts.merged.filter(spansCells), () => KIND.merged);
  markRanges(table, facts.formulas, (kind) => (facts.hasResults ? kind | CELL_FLAG.formula : KIND.formula));
  return markLinks(table, facts.links) ? null : tooMany();
}

function tooMany(): Refused {
  return refuseSheet('damagedWorkbook', { reason: msg('reason.ranges') });
}

function spansCells(range: SheetRange): boolean {
  return range.firstRow !== range.lastRow || range.firstColumn !== range.lastColumn;
}

/** Changes the kind of the cells in the ranges. Visits each cell once, so that overlapping ranges cost no more than the sheet. */
function markRanges(table: MarkedTable, ranges: readonly SheetRange[], mark: (kind: number) => number): void {
  if (ranges.length === 0) return;
  const width = table.headers.length;
  const inOrder = ranges.toSorted((a, b) => a.firstRow - b.firstRow);
  for (let column = 0; column < width; column += 1) {
    let row = 0;
    for (const range of inOrder) {
      if (column < range.firstColumn || column > range.lastColumn) continue;
      row = Math.max(row, firstAtLeast(table.rowNumbers, range.firstRow + 1));
      while (row < table.rows.length && (table.rowNumbers[row] ?? 0) <= range.lastRow + 1) {
        const at = row * width + column;
        table.kinds[at] = mark(table.kinds[at] ?? KIND.text);
        row += 1;
      }
    }
  }
}

/** Marks texts whose mail or UPI link has another address: a person may have seen either. False if links overlap too often. */
function markLinks(table: MarkedTable, links: SheetFacts['links']): boolean {
  const width = table.headers.length;
  let visited = 0;
  for (const { range, target } of links) {
    const address = addressOf(target);
    if (address === null) continue;
    let row = firstAtLeast(table.rowNumbers, range.firstRow + 1);
    for (; row < table.rows.length && (table.rowNumbers[row] ?? 0) <= range.lastRow + 1; row += 1) {
      visited += range.lastColumn - range.firstColumn + 1;
      if (visited > RANGE_VISITS_MAX) return false;
      for (let column = range.firstColumn; column <= range.lastColumn && column < width; column += 1) {
        const at = row * width + column;
        const text = table.rows[row]?.[column] ?? '';
        const kind = table.kinds[at] ?? KIND.text;
        if (text !== '' && kindOf(kind) === KIND.text && text.trim().toLowerCase() !== address) {
          table.kinds[at] = KIND.linked;
        }
      }
    }
  }
  return true;
}

/** The address of a `mailto:` or `upi:` link, in lower case; null for other links. */
function addressOf(target: string): string | null {
  try {
    const mail = /^mailto:([^?]*)/i.exec(target)?.[1];
    if (mail !== undefined) return decodeURIComponent(mail).trim().toLowerCase();
    if (!/^upi:/i.test(target)) return null;
    const payee = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('pa');
    return (payee ?? target.slice(4)).trim().toLowerCase();
  } catch {
    // An unreadable link has no address that the text could equal.
    return '';
  }
}
