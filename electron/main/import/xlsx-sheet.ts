// Every cell is read by its type, never by what its text looks like.

import type { Refused } from '../../../shared/failures.ts';
import { CELL_MAX_CHARACTERS, DAY_MS, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { refuseSheet } from './issues.ts';
import { CELL_FLAG, EPOCH_1900_DAYS, KIND, kindOf, SHEET_DIGITS } from './table.ts';
import { LOOK_FIRST, parseRange, type RowsChunk, type SheetRange } from './xlsx-messages.ts';
import { type Attributes, relationIdOf, type XmlListener } from './xlsx-package.ts';
import { cellTooLong, isStrike, unescapeText } from './xlsx-strings.ts';

/** How many rows are passed on at once. */
const IMPORT_ROWS_PER_TURN = 1_024;

/** `styleKinds`: by cell style, with flags; `styleColours`: by cell style, 0 for none; `linkTargets`: by relation id; `hasResults`: as in SheetFacts. */
interface SheetContext {
  readonly hasResults: boolean;
  readonly styleKinds: readonly number[];
  readonly styleColours: readonly number[];
  readonly date1904: boolean;
  readonly linkTargets: ReadonlyMap<string, { readonly target: string }>;
  readonly emit: (chunk: RowsChunk) => void;
}

/** Excel's limit is 255. */
const PRINTED_MAX_CHARACTERS = 1_000;
/** A sheet has a header and a footer for odd, even and first pages. */
const PRINTED_MAX = 6;

/** Depths of a sheet's elements; the worksheet is at 1. */
const DEPTH = { section: 2, row: 3, cell: 4, value: 5, run: 6 } as const;

/** A number in its shortest spelling, as spreadsheets write nearly all: up to 15 digits are exact in a double. */
const SHORTEST_NUMBER = /^(?:0|[1-9]\d{0,9})(?:\.\d{0,4}[1-9])?$/;

/** A number as XML spells it. Hexadecimal and the like do not count. */
const NUMBER_SHAPE = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?$/;

/** Reads one sheet part. */
export class SheetReading implements XmlListener {
  readonly merged: SheetRange[] = [];
  readonly formulas: SheetRange[] = [];
  readonly hiddenColumns: SheetRange[] = [];
  readonly links: { readonly range: SheetRange; readonly target: string }[] = [];
  /** Printed headers and footers, as written. */
  readonly printed: string[] = [];
  readonly #context: SheetContext;
  readonly #chunk = new ChunkBuilder();
  #section = '';
  #rowsHiddenByDefault = false;
  #row = 0;
  #column = -1;
  #type = '';
  #style = 0;
  #hasFormula = false;
  #isStruck = false;
  #value = '';
  #taking = false;
  #phonetic = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, attributes: Attributes, depth: number): Refused | null {
    if (depth > DEPTH.section && this.#section === 'sheetData') return this.#openData(name, attributes, depth);
    if (depth === 1) return name === 'worksheet' ? null : damaged(msg('reason.notASheet'));
    if (depth === DEPTH.section) {
      this.#section = name;
      if (name === 'sheetFormatPr') this.#rowsHiddenByDefault = isTrue(attributes['zeroHeight']);
      return null;
    }
    return depth === 3 ? this.#openFact(name, attributes) : null;
  }

  #openData(name: string, attributes: Attributes, depth: number): Refused | null {
    if (depth === DEPTH.row) return name === 'row' ? this.#openRow(attributes) : damaged(msg('reason.notARow'));
    if (depth === DEPTH.cell) {
      if (name === 'c') return this.#openCell(attributes);
      return name === 'extLst' ? null : damaged(msg('reason.notACell'));
    }
    if (depth === DEPTH.value && name === 'v') this.#taking = true;
    else if (depth === DEPTH.value && name === 'f') return this.#openFormula(attributes);
    else if (name === 'rPh') this.#phonetic = true;
    else if (isStrike(name, attributes)) this.#isStruck = true;
    else if (name === 't' && depth > DEPTH.value && !this.#phonetic) this.#taking = true;
    return null;
  }

  #openRow(attributes: Attributes): Refused | null {
    const written = attributes['r'];
    const row = written === undefined ? this.#row + 1 : /^\d+$/.test(written) ? Number(written) : Number.NaN;
    if (!Number.isInteger(row) || row < 1) return damaged(msg('reason.rowNumber'));
    if (row <= this.#row) return refuseSheet('duplicateRow', { row });
    if (row > SHEET_MAX_ROWS) return refuseSheet('tooManyRows', { limit: SHEET_MAX_ROWS - 1 });
    const hidden = attributes['hidden'] === undefined ? this.#rowsHiddenByDefault : isTrue(attributes['hidden']);
    const flat = attributes['ht'] !== undefined && Number(attributes['ht']) === 0;
    this.#row = row;
    this.#column = -1;
    this.#chunk.startRow(row, hidden || flat);
    return null;
  }

  #openCell(attributes: Attributes): Refused | null {
    const written = attributes['r'];
    const column = written === undefined ? this.#column + 1 : columnOf(written, this.#row);
    if (column === -1) return damaged(msg('reason.cellAddress', { row: this.#row }));
    if (column <= this.#column) return refuseSheet('duplicateCell', { row: this.#row });
    this.#column = column;
    this.#type = attributes['t'] ?? 'n';
    this.#style = Number(attributes['s'] ?? '0');
    const colour = this.#context.styleColours[this.#style] ?? 0;
    if (colour !== 0) this.#chunk.addColour(colour);
    this.#hasFormula = false;
    this.#isStruck = ((this.#context.styleKinds[this.#style] ?? 0) & CELL_FLAG.struck) !== 0;
    this.#value = '';
    return null;
  }

  /** An array formula or data table also fills cells that look like plain values. */
  #openFormula(attributes: Attributes): Refused | null {
    this.#hasFormula = true;
    const fills = attributes['t'] === 'array' || attributes['t'] === 'dataTable';
    const range = fills && attributes['ref'] !== undefined ? parseRange(attributes['ref']) : null;
    if (range !== null) this.formulas.push(range);
    return null;
  }

  #openFact(name: string, attributes: Attributes): Refused | null {
    if (name === 'mergeCell') {
      const range = parseRange(attributes['ref'] ?? '');
      if (range === null) return damaged(msg('reason.mergedAddress'));
      this.merged.push(range);
    } else if (
      name === 'col' &&
      isTrue(attributes['hidden'] ?? (Number(attributes['width'] ?? '1') === 0 ? '1' : '0'))
    ) {
      const firstColumn = Number(attributes['min'] ?? '0') - 1;
      const lastColumn = Number(attributes['max'] ?? '0') - 1;
      this.hiddenColumns.push({ firstRow: 0, lastRow: SHEET_MAX_ROWS, firstColumn, lastColumn });
    } else if (this.#section === 'headerFooter') {
      this.#value = '';
      this.#taking = true;
    } else if (name === 'hyperlink') {
      const range = parseRange(attributes['ref'] ?? '');
      const target = this.#context.linkTargets.get(relationIdOf(attributes))?.target;
      if (range !== null && target !== undefined) this.links.push({ range, target });
    }
    return null;
  }

  text(text: string): void {
    if (!this.#taking) return;
    if (this.#section === 'headerFooter' && this.#value.length > PRINTED_MAX_CHARACTERS) return;
    this.#value += text;
  }

  close(name: string, depth: number): Refused | null {
    if (this.#section === 'headerFooter' && this.#taking) {
      this.#taking = false;
      if (this.printed.length < PRINTED_MAX) this.printed.push(this.#value);
    }
    if (this.#section !== 'sheetData') return null;
    if (name === 'v' || name === 't') this.#taking = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (depth === DEPTH.cell && name === 'c') return this.#closeCell();
    else if (depth === DEPTH.row) this.#closeRow();
    else if (depth === DEPTH.section) this.finish();
    return null;
  }

  #closeRow(): void {
    this.#chunk.endRow();
    if (this.#chunk.rowCount >= IMPORT_ROWS_PER_TURN) this.finish();
  }

  finish(): void {
    if (this.#chunk.rowCount > 0) this.#context.emit(this.#chunk.take());
  }

  #closeCell(): Refused | null {
    const value = this.#value;
    if (value === '' && !this.#hasFormula) return null;
    if (this.#column >= SHEET_MAX_COLUMNS) return refuseSheet('tooManyColumns', { limit: SHEET_MAX_COLUMNS });
    if (this.#type === 's') return this.#closeShared(value);
    const kind = this.#hasFormula && this.#lacksResult(value) ? KIND.formula : this.#kindOf(value);
    if (kind === -1) return damaged(msg('reason.cellType', { row: this.#row }));
    if (value.length > CELL_MAX_CHARACTERS) return cellTooLong();
    this.#chunk.addText(this.#column, this.#flagged(kind), this.#shown(value, kind));
    return null;
  }

  /** A formula whose result is an empty text has a cell of type `str`; any other empty value means no result. */
  #lacksResult(value: string): boolean {
    return !this.#context.hasResults || (value === '' && this.#type !== 'str');
  }

  #flagged(kind: number): number {
    return kind | (this.#hasFormula ? CELL_FLAG.formula : 0) | (this.#isStruck ? CELL_FLAG.struck : 0);
  }

  #closeShared(value: string): Refused | null {
    const index = Number(value === '' ? '-1' : value);
    if (this.#hasFormula && this.#lacksResult(value))
      this.#chunk.addText(this.#column, this.#flagged(KIND.formula), '');
    else if (!Number.isInteger(index) || index < 0) {
      return damaged(msg('reason.cellText', { row: this.#row }));
    } else this.#chunk.addShared(this.#column, this.#flagged(KIND.text), index);
    return null;
  }

  #kindOf(value: string): number {
    switch (this.#type) {
      case 'n':
        if (value === '') return KIND.number;
        return SHORTEST_NUMBER.test(value) || NUMBER_SHAPE.test(value)
          ? kindOf(this.#context.styleKinds[this.#style] ?? KIND.number)
          : -1;
      case 'str':
      case 'inlineStr':
        return KIND.text;
      case 'b':
        return KIND.boolean;
      case 'e':
        return KIND.error;
      case 'd':
        return KIND.date;
      default:
        return -1;
    }
  }

  /** A number with the digits that a spreadsheet shows, a date as a date, a text unescaped. */
  #shown(value: string, kind: number): string {
    if (kind === KIND.text) return unescapeText(value);
    if (kind === KIND.boolean) return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    if (this.#type !== 'n' || value === '') return value;
    if (kind !== KIND.date && SHORTEST_NUMBER.test(value)) return value;
    const number = Number(value);
    return kind === KIND.date ? dateText(number, this.#context.date1904) : numberText(number);
  }
}

/** From this size on, a number keeps all its digits as text, so that lost digits are reported later. */
const WHOLE_DIGITS = 1e14;

/** The file may hold 0.30000000000000004 for 0.1 + 0.2, which the sheet shows as 0.3. */
function numberText(number: number): string {
  return String(Math.abs(number) < WHOLE_DIGITS ? Number(number.toPrecision(SHEET_DIGITS)) : number);
}

/** The column index of `D17`, which must be in this row; -1 when the address is wrong. */
function columnOf(address: string, row: number): number {
  let column = 0;
  let at = 0;
  let code = address.charCodeAt(0);
  while (code >= 65 && code <= 90 && at < 3) {
    column = column * 26 + code - 64;
    at += 1;
    code = address.charCodeAt(at);
  }
  let digits = 0;
  while (code >= 48 && code <= 57 && digits <= SHEET_MAX_ROWS) {
    digits = digits * 10 + code - 48;
    at += 1;
    code = address.charCodeAt(at);
  }
  return digits === row && at === address.length ? column - 1 : -1;
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function damaged(reason: Message): Refused {
  return refuseSheet('damagedWorkbook', { reason });
}

/** Builds one chunk of rows; rows without cells are left out. */
class ChunkBuilder {
  rowCount = 0;
  #rowNumbers: number[] = [];
  #hidden: number[] = [];
  #rowStarts: number[] = [0];
  #columns: number[] = [];
  #kinds: number[] = [];
  #refs: number[] = [];
  #texts: string[] = [];
  #rowNumber = 0;
  #rowHidden = 0;
  #looks: number[] = [];
  #colours = 0;
  #firstColour = 0;

  startRow(rowNumber: number, hidden: boolean): void {
    this.#rowNumber = rowNumber;
    this.#rowHidden = hidden ? 1 : 0;
    this.#colours = 0;
    this.#firstColour = 0;
  }

  addColour(colour: number): void {
    if (this.#firstColour === 0) this.#firstColour = colour;
    this.#colours |= 1 << (colour - 1);
  }

  addText(column: number, kind: number, text: string): void {
    this.#add(column, kind, this.#texts.push(text) - 1);
  }

  addShared(column: number, kind: number, index: number): void {
    this.#add(column, kind, -1 - index);
  }

  #add(column: number, kind: number, ref: number): void {
    this.#columns.push(column);
    this.#kinds.push(kind);
    this.#refs.push(ref);
  }

  endRow(): void {
    const start = this.#rowStarts.at(-1);
    if (start === this.#columns.length) return;
    this.#rowNumbers.push(this.#rowNumber);
    this.#hidden.push(this.#rowHidden);
    this.#looks.push(this.#firstColour * LOOK_FIRST + this.#colours);
    this.#rowStarts.push(this.#columns.length);
    this.rowCount += 1;
  }

  take(): RowsChunk {
    const chunk = {
      rowNumbers: new Int32Array(this.#rowNumbers),
      hidden: new Uint8Array(this.#hidden),
      rowStarts: new Int32Array(this.#rowStarts),
      columns: new Uint16Array(this.#columns),
      kinds: new Uint8Array(this.#kinds),
      refs: new Int32Array(this.#refs),
      texts: this.#texts,
      looks: new Int32Array(this.#looks),
    };
    this.rowCount = 0;
    this.#rowNumbers = [];
    this.#hidden = [];
    this.#looks = [];
    this.#rowStarts = [0];
    this.#columns = [];
    this.#kinds = [];
    this.#refs = [];
    this.#texts = [];
    return chunk;
  }
}

/** Day 0 of the old Mac calendar, in days before 1970. */
const EPOCH_1904_DAYS = 24_107;

/** `2026-11-15`, with the time if there is one. `date1904`: the workbook uses the old Mac calendar. */
function dateText(serial: number, date1904: boolean): string {
  const time = Math.round((serial - (date1904 ? EPOCH_1904_DAYS : EPOCH_1900_DAYS)) * DAY_MS);
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) return String(serial);
  const text = new Date(time).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}
