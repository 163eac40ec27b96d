// A workbook that is streamed to disk while it is made. No character is dropped silently: what XML cannot carry is escaped; what
// a cell cannot hold is cut, with a notice.

import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type ExcelJS from 'exceljs';
import { invariant } from '../../../shared/failures.ts';
import { CELL_MAX_CHARACTERS, DAY_MS, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { BatchReport } from '../domain/report.ts';
import { type CellKind, type CellValue, type Column, signedDecimal } from './report-payouts.ts';
import type { Voice } from './report-voice.ts';

/** Workbook rows per turn of the event loop: a few milliseconds, so that a running batch is not held up. */
const REPORT_ROWS_PER_TURN = 32;

export type Sheet = ExcelJS.Worksheet;

export interface ReportBook {
  /** The UTC offset of all times, one for the whole book, so that cells can be read back anywhere. */
  readonly offsetMinutes: number;
  readonly addSheet: (name: string, look: { readonly frozenRows: number }) => Sheet;
  /** The number of a style, from 0; a new one for a style that the book has not yet. */
  readonly styleOf: (style: Partial<ExcelJS.Style>) => number;
  /** Writes finished rows below those that the sheet has. */
  readonly writeRows: (sheet: Sheet, xml: string) => void;
  /** Yields to the rest of the process and waits for the disk. Throws once the writing is aborted. */
  readonly yieldTurn: () => Promise<void>;
  readonly finish: () => Promise<void>;
}

/** Rupees grouped in lakhs and crores, two decimals. */
export const RUPEES_FORMAT = '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00';
/** Keeps a cell as text when a person edits it. */
export const TEXT_FORMAT = '@';

const A4 = 9;

interface BookSink {
  readonly sink: Writable;
  readonly signal: AbortSignal;
}

/** `left` and `title` are printed on every page. `offsetMinutes`: by default that of this computer. */
interface BookLook {
  readonly madeAtMs: number;
  readonly offsetMinutes?: number;
  readonly left: string;
  readonly title: string;
}

/** Opens a batch's workbook on the stream. */
export async function openReportBook(
  { head, asOfMs }: BatchReport,
  { sink, signal, voice, offsetMinutes }: BookSink & { readonly voice: Voice; readonly offsetMinutes: number },
): Promise<ReportBook> {
  const practice = `&"-,Bold"${voice.say(msg('paper.practice.printed'))}`;
  const title = head.environment === 'PRACTICE' ? practice : voice.say(msg('paper.printed'));
  const left = `${head.batch}  ${head.profile}`;
  return await openBook({ madeAtMs: asOfMs, offsetMinutes, left, title }, { sink, signal });
}

/** Opens any workbook on the stream. */
export async function openBook(look: BookLook, { sink, signal }: BookSink): Promise<ReportBook> {
  // Half a second of loading that the other forms of a report do without.
  const { default: excel } = await import('exceljs');
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream: sink, useStyles: true, useSharedStrings: false });
  workbook.creator = 'Payout Desk';
  workbook.lastModifiedBy = 'Payout Desk';
  workbook.created = new Date(look.madeAtMs);
  workbook.modified = workbook.created;
  const headerFooter = pageLines(look);
  let filling: readonly Writable[] = [];
  invariant(hasStyles(workbook), 'this exceljs numbers no styles');
  return {
    styleOf: (style) => workbook.styles.addStyleModel(style),
    writeRows: (sheet, xml) => {
      invariant(hasStream(sheet), 'this exceljs streams no sheet');
      sheet.stream.write(xml);
      filling = sheet.stream.pipes;
    },
    offsetMinutes: look.offsetMinutes ?? -new Date(look.madeAtMs).getTimezoneOffset(),
    addSheet: (name, { frozenRows }) =>
      workbook.addWorksheet(name, {
        views: frozenRows === 0 ? [] : [{ state: 'frozen', ySplit: frozenRows }],
        pageSetup: {
          paperSize: A4,
          orientation: 'landscape',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          ...(frozenRows === 0 ? {} : { printTitlesRow: `1:${frozenRows}` }),
        },
        headerFooter,
      }),
    yieldTurn: async () => {
      await setImmediate(undefined, { signal });
      // exceljs does not wait for the zip, which would then hold most of a large sheet in memory.
      for (const stream of [...filling, sink]) if (stream.writableNeedDrain) await once(stream, 'drain', { signal });
    },
    finish: () => workbook.commit(),
  };
}

// Two parts of exceljs that its types lack. Its version is pinned, and the tests compare our rows with its own.

function hasStyles<Book extends object>(
  book: Book,
): book is Book & { readonly styles: { addStyleModel(style: Partial<ExcelJS.Style>): number } } {
  return 'styles' in book;
}

function hasStream<One extends object>(
  sheet: One,
): sheet is One & { readonly stream: { write(text: string): unknown; readonly pipes: readonly Writable[] } } {
  return 'stream' in sheet;
}

/** The header and footer of every page. `&` starts a code there, so it is doubled in names. */
function pageLines({ left, title }: BookLook): { oddHeader: string; oddFooter: string } {
  const about = left.slice(0, 100).replaceAll('&', '&&');
  return { oddHeader: `&L${about}&C${title}&R&A`, oddFooter: `&L${about}&C${title}&RPage &P of &N` };
}

interface ListSheet<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Iterable<Row>;
}

const FORMATS: Readonly<Record<CellKind, { readonly numFmt: string; readonly width: number }>> = {
  text: { numFmt: TEXT_FORMAT, width: 22 },
  integer: { numFmt: '0', width: 9 },
  rupees: { numFmt: RUPEES_FORMAT, width: 18 },
  time: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
};

/** Writes a list as a sheet. Refuses when the sheet cannot hold it; throws what the rows throw. */
export async function writeListSheet<Row>(
  book: ReportBook,
  { name, columns, rows }: ListSheet<Row>,
): Promise<Refusal | null> {
  const sheet = book.addSheet(name, { frozenRows: 1 });
  sheet.columns = columns.map(({ kind }) => ({ width: FORMATS[kind].width, style: { numFmt: FORMATS[kind].numFmt } }));
  const header = sheet.addRow(columns.map((column) => sheetText(column.name)));
  header.font = { bold: true };
  header.commit();
  const rowXml = prepareRows(columns, book);
  let written = 1;
  let xml = '';
  for (const row of rows) {
    if (written === SHEET_MAX_ROWS) return tooLong(name);
    written += 1;
    xml += rowXml(row, written);
    if (written % REPORT_ROWS_PER_TURN !== 0) continue;
    book.writeRows(sheet, xml);
    xml = '';
    await book.yieldTurn();
  }
  book.writeRows(sheet, xml);
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: written, column: columns.length } };
  sheet.commit();
  await book.yieldTurn();
  return null;
}

/**
 * Prepares spelling a row as exceljs would, byte for byte, in a fifth of its time: exceljs makes an object and compares a style for
 * each cell. Styles get their numbers from exceljs, in the order of their first cell.
 */
function prepareRows<Row>(
  columns: readonly Column<Row>[],
  { offsetMinutes, styleOf }: ReportBook,
): (row: Row, rowNumber: number) => string {
  const letters = columns.map((_, index) => columnLetters(index));
  const styles: (number | undefined)[] = [];
  return (row, rowNumber) => {
    if (rowNumber === 2) styleOf({});
    let cells = '';
    let [first, last] = [0, 0];
    for (const [index, { kind, read }] of columns.entries()) {
      const value = cellOf(kind, read(row), offsetMinutes);
      if (value === undefined) continue;
      const style = (styles[index] ??= styleOf({ numFmt: FORMATS[kind].numFmt }));
      cells += `<c r="${letters[index] ?? ''}${rowNumber}" s="${style}"${cellXml(value)}</c>`;
      if (first === 0) first = index + 1;
      last = index + 1;
    }
    return cells === '' ? '' : `<row r="${rowNumber}" spans="${first}:${last}" x14ac:dyDescent="0.25">${cells}</row>`;
  };
}

function cellXml(value: NonNullable<ReturnType<typeof cellOf>>): string {
  if (typeof value === 'number') return `><v>${value}</v>`;
  if (typeof value === 'string') return ` t="str"><v>${xmlText(value)}</v>`;
  if (value instanceof Date) return `><v>${EXCEL_EPOCH_DAYS + value.getTime() / DAY_MS}</v>`;
  const texts = value.richText.map(({ text }) => {
    return `<r><t${/^\s|\n|\s$/.test(text) ? ' xml:space="preserve"' : ''}>${xmlText(text)}</t></r>`;
  });
  return ` t="inlineStr"><is>${texts.join('')}</is>`;
}

/** 1970 as Excel counts days. */
const EXCEL_EPOCH_DAYS = 25_569;

const ENTITIES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&apos;',
  '<': '&lt;',
  '>': '&gt;',
};

function xmlText(text: string): string {
  return /["&'<>]/.test(text) ? text.replaceAll(/["&'<>]/g, (sign) => ENTITIES[sign] ?? sign) : text;
}

/** A to Z, then AA. `index`: from 0. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** A cell's value, from paise for `rupees` and milliseconds for `time`. Dates have no zone: they show the time at the offset. */
export function cellOf(kind: CellKind, value: CellValue, offsetMinutes: number): SheetText | number | Date {
  if (value === null) return undefined;
  if (typeof value === 'string') return sheetText(value);
  // Every spreadsheet shows the double nearest to a decimal text as that text.
  if (kind === 'rupees') return Number(signedDecimal(value));
  return kind === 'time' ? new Date(value + offsetMinutes * 60_000) : value;
}

function tooLong(name: string): Refusal {
  return {
    code: 'tooManyRows',
    message: msg('report.tooManyRows', { name }),
    cure: msg('cure.exportCsv'),
  };
}

type SheetText = string | { readonly richText: { readonly text: string }[] } | undefined;

// Characters that XML 1.0 does not allow, the delete character, which the workbook writer drops, and the carriage return, which
// every XML reader turns into a line feed.
const NOT_IN_XML = /[^\t\n\u{20}-\u{7E}\u{80}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
// Outer spaces and line feeds are only safe in an inline string, and some readers decode `&amp;` twice in a plain cell.
const NOT_PLAIN = /^\s|\n|\s$|&#?\w+;/;
const LOOKS_ESCAPED = /_(?=x[0-9A-F]{4}_)/gi;

/**
 * The cell value for a text; undefined for an empty text. Plain if that is exact, else an inline string, which keeps outer spaces
 * and allows escapes such as `_x000D_`. See ECMA-376 part 1, 22.9.2.19 ST_Xstring.
 */
export function sheetText(text: string): SheetText {
  if (text === '') return undefined;
  const shown = cut(text);
  const escaped = shown.replace(LOOKS_ESCAPED, '_x005F_').replace(NOT_IN_XML, escapeCharacter);
  return escaped === shown && !NOT_PLAIN.test(shown) ? shown : { richText: [{ text: escaped }] };
}

function escapeCharacter(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

function cut(text: string): string {
  if (text.length <= CELL_MAX_CHARACTERS) return text;
  const notice = ` [cut here: the whole text has ${text.length} characters]`;
  return text.slice(0, CELL_MAX_CHARACTERS - notice.length).replace(/[\uD800-\uDBFF]$/, '') + notice;
}
