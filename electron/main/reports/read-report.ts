// Reads a report back, cell by cell as text, however a spreadsheet program has saved it since. No value is judged here.

import { open, readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { BYTE_ORDER_MARK } from './csv.ts';
import { CHECKSUMS_ENDING } from './export-report.ts';

/** The lists of a report, each told by the first columns of its header. */
const LISTS = {
  Payouts: ['row', 'status'],
  Attempts: ['row', 'reference', 'sent_at'],
  Issues: ['row', 'cell', 'severity'],
  Audit: ['entry', 'at', 'who'],
} as const;
export type ReportList = keyof typeof LISTS;

/** Shape: `header` null for lines of the summary, whose first cell is what the second is about. */
export interface ReportLine {
  readonly list: ReportList | 'Summary';
  readonly header: readonly string[] | null;
  readonly cells: readonly string[];
}

/** How a report is written, by its first bytes: whatever it is called by now. */
export async function formatOf(path: string): Promise<'csv' | 'xlsx' | 'pdf'> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const begin = buffer.toString('latin1');
    return begin === '%PDF' ? 'pdf' : begin.startsWith('PK') ? 'xlsx' : 'csv';
  } finally {
    await file.close();
  }
}

/** The lines of a report, one after the other. Errors: throws for what cannot be read. */
export async function* readReport(path: string): AsyncGenerator<ReportLine> {
  const sheets = (await formatOf(path)) === 'csv' ? [csvRows(path)] : xlsxSheets(path);
  for await (const rows of sheets) {
    let header: readonly string[] | null = null;
    let list: ReportLine['list'] = 'Summary';
    for await (const cells of rows) {
      const found: ReportList | null = header === null && list === 'Summary' ? listOf(cells) : null;
      if (found !== null) [list, header] = [found, cells];
      else yield { list, header, cells };
    }
  }
}

function listOf(cells: readonly string[]): ReportList | null {
  const named = Object.entries(LISTS).find(([, first]) => first.every((name, index) => cells[index] === name));
  // Decoding: the names of LISTS are those of its type.
  return named === undefined ? null : (named[0] as ReportList);
}

/** The lines of the checksums beside it come first: they are the summary that a CSV has no room for. */
async function* csvRows(path: string): AsyncGenerator<readonly string[]> {
  const companion = await readFile(`${path}${CHECKSUMS_ENDING}`, 'utf8').catch(() => '');
  for (const line of companion.split(/\r?\n/)) {
    const [, label, values] = /^# ([^\t]*):\t(.*)$/.exec(line) ?? [];
    if (label !== undefined && values !== undefined) yield [label, ...values.split('\t')];
  }
  const text = await readFile(path, 'utf8');
  const { data } = Papa.parse<readonly string[]>(text.replace(BYTE_ORDER_MARK, ''), { skipEmptyLines: true });
  yield* data;
}

/** The whole book at once: read as a stream, exceljs mixes up a book whose sheets come before their names. */
async function* xlsxSheets(path: string): AsyncGenerator<Iterable<readonly string[]>> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const [summary] = book.worksheets;
  const offsetMinutes = summary === undefined ? 0 : offsetOf(textRows(summary, 0));
  for (const sheet of book.worksheets) yield textRows(sheet, offsetMinutes);
}

/** What the book's dates stand at from UTC, as its summary says. */
function offsetOf(rows: Iterable<readonly string[]>): number {
  for (const [label, value = ''] of rows) {
    const [, sign, hours, minutes] = /^at ([+-])(\d{2}):(\d{2}) /.exec(label === 'Times' ? value : '') ?? [];
    if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  }
  return 0;
}

function* textRows(sheet: ExcelJS.Worksheet, offsetMinutes: number): Generator<readonly string[]> {
  for (let number = 1; number <= sheet.rowCount; number += 1) {
    const { values } = sheet.getRow(number);
    // A row's values are counted from 1.
    if (Array.isArray(values) && values.length > 0)
      yield Array.from(values)
        .slice(1)
        .map((value) => textOf(value, offsetMinutes));
  }
}

function textOf(value: ExcelJS.CellValue, offsetMinutes: number): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return new Date(value.getTime() - offsetMinutes * 60_000).toISOString();
  if (typeof value !== 'object') return String(value);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('result' in value) return textOf(value.result, offsetMinutes);
  return 'text' in value ? value.text : JSON.stringify(value);
}
