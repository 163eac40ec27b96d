// In: a path and which sheet or encoding of it is meant. Out: the sheet, opened: it can be matched and checked again and
// again, each time with what a person changed; or what must be asked; or why the file is refused.
// This file must never change a rule for a row that was edited: edited cells are checked as if the file had held them.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Field, Refusal } from '../../../shared/issues.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Edits, FileFacts, SheetName } from '../../../shared/rows.ts';
import { ENCODING_PREVIEW_BYTES } from '../../../shared/limits.ts';
import { readFillRemark } from './check-texts.ts';
import { CheckedSheet } from './checked-sheet.ts';
import { sampleColumn } from './column-content.ts';
import { hasEndlessLine } from './csv-shape.ts';
import { decodeText } from './decode-text.ts';
import { loadIfscList } from './ifsc-list.ts';
import { matchColumns, type Columns, type ColumnsReading, type GivenHow } from './match-columns.ts';
import { readBytes } from './read-bytes.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { refusal } from './refusals.ts';
import { sniff } from './sniff.ts';
import type { Table } from './table.ts';

export interface SheetWish {
  readonly path: string;
  readonly sheet: string | null;
  readonly encoding: string | null;
}

/** Shape: `columns` as matched; `edits` by the row's place in the sheet. */
export interface SheetCheck {
  readonly columns: Columns;
  readonly fillRemark: string | null;
  readonly includeHidden: boolean;
  readonly maxPayoutPaise: Paise | null;
  readonly edits: Edits;
}

/** A sheet in memory. Shape: the rows of a check stand in the order of the sheet, one for each of its rows. */
export interface OpenedSheet {
  readonly file: FileFacts;
  readonly sheet: string | null;
  readonly sheets: readonly SheetName[];
  readonly headers: readonly string[];
  readonly rowNumbers: ArrayLike<number>;
  /** The file's own text of a cell; empty where there is none. */
  text(row: number, column: number): string;
  /** A column's first filled cells. */
  samples(column: number): readonly string[];
  /** Shape of `map`: field to header; an empty header leaves the field without a column. */
  match(map: Readonly<Partial<Record<Field, string>>>, how?: GivenHow): ColumnsReading;
  /** Checks the whole sheet from scratch; what comes of it follows a person's edits. */
  check(request: SheetCheck): Promise<SheetChecking>;
  /** The bank of an IFSC; null when it is not in the list. */
  bankOf(ifsc: string): string | null;
}

export type SheetChecking =
  | { readonly kind: 'checked'; readonly checked: CheckedSheet }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** How the text would read in an encoding. */
export interface EncodingPreview {
  readonly encoding: string;
  readonly preview: string;
}

export type SheetOpening =
  | { readonly kind: 'opened'; readonly sheet: OpenedSheet }
  | {
      readonly kind: 'asks';
      readonly about: 'sheet' | 'encoding';
      readonly file: FileFacts;
      readonly refusal: Refusal;
      readonly sheets: readonly SheetName[];
      readonly encodings: readonly EncodingPreview[];
    }
  | { readonly kind: 'refused'; readonly fileName: string; readonly refusal: Refusal };

const SHEET_QUESTIONS: ReadonlySet<string> = new Set(['chooseSheet', 'noVisibleSheet', 'sheetUnknown']);
const ENCODING_QUESTIONS: ReadonlySet<string> = new Set(['notUtf8', 'utf16WithoutMark', 'notInEncoding']);
const OFFERED_ENCODINGS = ['windows-1252', 'utf-16le', 'utf-16be'] as const;

/** Opens a sheet; each pass over a long file is a turn of its own. Errors: `asks` when a choice would open it, refused when none would. */
export async function openSheet(
  { path, sheet: wanted, encoding }: SheetWish,
  { xlsxWorkerUrl }: { readonly xlsxWorkerUrl: URL },
): Promise<SheetOpening> {
  const reading = await readBytes(path);
  if (reading.kind === 'refused') return reading;
  const { bytes, file } = reading;
  const refuse = (why: Refusal): SheetOpening => ({ kind: 'refused', fileName: file.name, refusal: why });
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'refused') return refuse(sniffed.refusal);
  if (sniffed.kind === 'zip') {
    const { sheets, ...workbook } = await readXlsx({ bytes, sheet: wanted }, xlsxWorkerUrl);
    if (workbook.kind === 'table') return openTable(workbook.table, { file, sheets });
    if (!SHEET_QUESTIONS.has(workbook.refusal.code)) return refuse(workbook.refusal);
    return { kind: 'asks', about: 'sheet', file, refusal: workbook.refusal, sheets, encodings: [] };
  }
  if (hasEndlessLine(bytes)) return refuse(refusal('lineTooLong', { where: '' }));
  await nextTurn();
  const decoded = decodeText(bytes, encoding);
  if (decoded.kind === 'refused') {
    if (!ENCODING_QUESTIONS.has(decoded.refusal.code)) return refuse(decoded.refusal);
    const encodings = previews(bytes);
    return { kind: 'asks', about: 'encoding', file, refusal: decoded.refusal, sheets: [], encodings };
  }
  if (wanted !== null) return refuse(refusal('csvHasNoSheets'));
  await nextTurn();
  const csv = await readCsv(decoded.text);
  return csv.kind === 'refused' ? refuse(csv.refusal) : openTable(csv.table, { file, sheets: [] });
}

/** Rows that the desk itself holds, as a sheet. Shape: one cell per header in each row. */
export interface HeldRows {
  readonly file: FileFacts;
  readonly sheet: string | null;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly rowNumbers: readonly number[];
}

/** Opens rows that lie in memory. Errors: refused without a row. */
export function openRows({ file, ...held }: HeldRows): Promise<SheetOpening> {
  const table = { ...held, headerRowNumber: 0, kinds: null, hidden: null, hiddenColumns: new Set<number>() };
  return openTable(table, { file, sheets: [] });
}

/** A table as a sheet. Errors: refused when it has no row. */
export async function openTable(
  table: Table,
  { file, sheets }: { readonly file: FileFacts; readonly sheets: readonly SheetName[] },
): Promise<SheetOpening> {
  if (table.rows.length === 0) return { kind: 'refused', fileName: file.name, refusal: refusal('noRows') };
  const { isListed, bankOf } = await loadIfscList();
  await nextTurn();
  const { sheet, headers, rowNumbers } = table;
  const opened: OpenedSheet = {
    file,
    sheet,
    sheets,
    headers,
    rowNumbers,
    text: (row, column) => table.rows[row]?.[column] ?? '',
    samples: (column) => sampleColumn(table, column),
    match: (map, how) => matchColumns(table, map, how),
    check: async ({ fillRemark, columns, edits, includeHidden, maxPayoutPaise }) => {
      const fill = readFillRemark(fillRemark);
      if ('code' in fill) return { kind: 'refused', refusal: fill };
      const rules = { fillRemark: fill.remark, includeHidden, maxPayoutPaise, isListed };
      const checked = await CheckedSheet.open({ file, table, columns, rules, edits });
      return 'code' in checked ? { kind: 'refused', refusal: checked } : { kind: 'checked', checked };
    },
    bankOf,
  };
  return { kind: 'opened', sheet: opened };
}

function previews(bytes: Uint8Array): EncodingPreview[] {
  const start = bytes.subarray(0, ENCODING_PREVIEW_BYTES);
  return OFFERED_ENCODINGS.map((encoding) => ({ encoding, preview: new TextDecoder(encoding).decode(start) }));
}
