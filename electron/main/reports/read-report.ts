// Reads a report back, cell by cell as text, even after a spreadsheet program has saved it again. It does not judge the values.

import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { RefusedError } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import { LANGUAGES } from '../../../shared/report-forms.ts';
import type { ReadSheet } from '../domain/report.ts';
import { BYTE_ORDER_MARK } from './csv.ts';
import { CHECKSUMS_ENDING } from './export-report.ts';
import { voiceOf } from './report-voice.ts';

/** The lists of a report, recognised by the first columns of their headers. */
const LISTS = {
  Payouts: ['row', 'status'],
  Attempts: ['row', 'reference', 'sent_at'],
  Issues: ['row', 'cell', 'severity'],
  Audit: ['entry', 'at', 'who'],
} as const;
export type ReportList = keyof typeof LISTS;

const SUMMARY = 'Summary';

/** `header` is null for lines of the summary: there the first cell is a label and the second its value. */
export interface ReportLine {
  readonly list: ReportList | 'Summary';
  readonly header: readonly string[] | null;
  readonly cells: readonly string[];
}

/** The format of a report, by its first bytes, whatever its name. */
export function formatOf(bytes: Buffer): 'csv' | 'xlsx' | 'pdf' {
  const begin = bytes.toString('latin1', 0, 4);
  return begin === '%PDF' ? 'pdf' : begin.startsWith('PK') ? 'xlsx' : 'csv';
}

/** Yields the lines of a report in order. Throws when it cannot be read. */
export async function* readReport(path: string, readSheet: ReadSheet): AsyncGenerator<ReportLine> {
  const bytes = await readFile(path);
  const sheets = formatOf(bytes) === 'csv' ? [csvRows(path, bytes)] : xlsxSheets(bytes, readSheet);
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
  // Decodes a key of LISTS.
  return named === undefined ? null : (named[0] as ReportList);
}

/** Yields the lines of the checksums file first: they are the summary, which a CSV has no room for. */
async function* csvRows(path: string, bytes: Buffer): AsyncGenerator<readonly string[]> {
  const companion = await readFile(`${path}${CHECKSUMS_ENDING}`, 'utf8').catch(() => '');
  for (const line of companion.split(/\r?\n/)) {
    const [, label, values] = /^# ([^\t]*):\t(.*)$/.exec(line) ?? [];
    if (label !== undefined && values !== undefined) yield [label, ...values.split('\t')];
  }
  const { data } = Papa.parse<readonly string[]>(bytes.toString().replace(BYTE_ORDER_MARK, ''), {
    skipEmptyLines: true,
  });
  yield* data;
}

/** Yields the sheets of the book in order, each row as the texts of its cells. */
async function* xlsxSheets(bytes: Buffer, readSheet: ReadSheet): AsyncGenerator<Iterable<readonly string[]>> {
  const read = (sheet: string | null): ReturnType<ReadSheet> => readSheet({ bytes: Uint8Array.from(bytes), sheet });
  let offset = 'Z';
  for (const { name } of (await read(null)).sheets) {
    const reading = await read(name);
    if (reading.kind === 'refused') throw new RefusedError(reading.refusal);
    if (name === SUMMARY) offset = offsetOf(reading.rows);
    yield reading.kind === 'texts' ? withZones(reading.rows, offset) : [];
  }
}

const TIMES_LABELS: ReadonlySet<string> = new Set(LANGUAGES.map((one) => voiceOf(one).say(msg('summary.times'))));

/** The UTC offset of the book's dates, as its summary says. */
function offsetOf(rows: Iterable<readonly string[]>): string {
  for (const [label, value = ''] of rows) {
    const [offset] = TIMES_LABELS.has(label ?? '') ? (/[+-]\d{2}:\d{2}/.exec(value) ?? []) : [];
    if (offset !== undefined) return offset;
  }
  return 'Z';
}

/** Adds the book's zone to the times of a list. */
function* withZones(rows: Iterable<readonly string[]>, offset: string): Generator<readonly string[]> {
  let times: ReadonlySet<number> | null = null;
  for (const cells of rows) {
    if (cells.length === 0) continue;
    times ??= new Set(cells.flatMap((column, index) => (/^(?:at|\w+_at)$/.test(column) ? [index] : [])));
    yield times.size === 0 ? cells : cells.map((cell, index) => (times?.has(index) ? momentText(cell, offset) : cell));
  }
}

/** Converts `2026-11-15 10:30:00`, or the day alone at midnight, to a time with that offset. */
function momentText(cell: string, offset: string): string {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/.exec(cell) ?? [];
  return day === undefined ? cell : `${day}T${time}${offset}`;
}
