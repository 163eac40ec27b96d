// A workbook that is streamed to disk while it is made. No character is dropped silently: what XML cannot carry is escaped; what
// a cell cannot hold is cut, with a notice.

import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type ExcelJS from 'exceljs';
import { CELL_MAX_CHARACTERS, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
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
  return {
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
      if (sink.writableNeedDrain) await once(sink, 'drain', { signal });
    },
    finish: () => workbook.commit(),
  };
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
  let written = 1;
  for (const row of rows) {
    if (written === SHEET_MAX_ROWS) return tooLong(name);
    sheet.addRow(columns.map(({ kind, read }) => cellOf(kind, read(row), book.offsetMinutes))).commit();
    written += 1;
    if (written % REPORT_ROWS_PER_TURN === 0) await book.yieldTurn();
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: written, column: columns.length } };
  sheet.commit();
  await book.yieldTurn();
  return null;
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
