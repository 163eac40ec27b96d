// Writes a batch's report to a file, in the form its name asks for, and its payouts as CSV for machines. What a
// spreadsheet program would run as a formula, whichever separator it reads with, gets a leading apostrophe; no other
// text is changed.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decimalText } from '../../../shared/money.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { amountInWords } from '../domain/amount-in-words.ts';
import type { BatchReport, ReportAttempt, ReportAuditEntry, ReportExcluded, ReportHead } from '../domain/report.ts';
import { type FileWriting, type FillFile, type WriteOptions, writeByEnding } from './atomic-file.ts';
import type { BankOf } from './export-pdf.ts';
import {
  cellOf,
  openReportBook,
  type ReportBook,
  RUPEES_FORMAT,
  type Sheet,
  TEXT_FORMAT,
  writeListSheet,
} from './report-book.ts';
import {
  type CellKind,
  type CellValue,
  type Column,
  countPayouts,
  localIso,
  payoutColumns,
  reconcile,
  sourceColumns,
} from './report-payouts.ts';

/** A report goes to disk in pieces of this size: one is written while the next is made. */
const REPORT_CHUNK_CHARACTERS = 65_536;

/**
 * Writes a report.
 * Errors: refused for another ending than .csv, .xlsx and .pdf, and for all that writing a file can meet.
 */
export function exportReport(
  report: BatchReport,
  path: string,
  { bankOf, ...options }: WriteOptions & { readonly bankOf?: BankOf } = {},
): Promise<FileWriting> {
  const pdf: FillFile = async (sink, signal) => {
    // Fonts and the writer of pages are loaded only for paper.
    const { fillPdf } = await import('./export-pdf.ts');
    return fillPdf(report, bankOf ?? (() => Promise.resolve(null)))(sink, signal);
  };
  const forms = { '.csv': fillCsv(report), '.xlsx': fillXlsx(report), '.pdf': pdf };
  return writeByEnding({ ...options, path }, { what: 'report', forms });
}

/** Excel reads UTF-8 only with it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Writes the payouts as CSV. Errors: a refusal when they change meanwhile. Source: CLI, CSV export columns. */
function fillCsv(report: BatchReport): FillFile {
  return async (sink, signal) => {
    const counted = countPayouts(report);
    await fillCsvList(payoutColumns(report.head), counted.payouts())(sink, signal);
    return counted.difference();
  };
}

/** Any list as CSV. */
export function fillCsvList<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): FillFile {
  return async (sink, signal) => {
    await pipeline(Readable.from(chunksOf(linesOf(columns, rows))), sink, { signal });
    return null;
  };
}

function* linesOf<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map((column) => textCell(column.name)));
  for (const row of rows) yield csvLine(columns.map(({ kind, read }) => csvCell(kind, read(row))));
}

/** One line of CSV, of cells as they are written. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/**
 * A text as a cell: quoted as RFC 4180 says, always, so that a program which splits at another separator still finds it in
 * one piece where it can, and safe from running as a formula where it cannot.
 */
export function textCell(text: string): string {
  return `"${guardFormula(text).replaceAll('"', '""')}"`;
}

function csvCell(kind: CellKind, value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return textCell(value);
  if (kind === 'rupees') return decimalText(value);
  return kind === 'time' ? localIso(value) : String(value);
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < REPORT_CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

// A program that splits at another separator than the comma begins a cell behind each of these, also inside a quoted text.
// The quotes, apostrophes and spaces before the sign count too: a program may drop them, and a text which already had an
// apostrophe is told from one that was given it. Full-width signs are signs to a program set to Japanese or Chinese.
const FORMULA = /(^|[,;|\t\r\n])(?=(?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;
const LEADING_BREAK = /^'*[\t\r\n]/;

/**
 * Makes a CSV cell safe: one apostrophe at its beginning, and behind each separator in it (, ; | tab, line end), wherever
 * = + - @ or its full-width form follows, with or without quotes, apostrophes and spaces between; also before a leading tab or
 * line end. A reader gets the text back by taking one apostrophe off each such place. Source: OWASP, CSV Injection.
 */
export function guardFormula(text: string): string {
  const guarded = text.replaceAll(FORMULA, "$1'");
  return LEADING_BREAK.test(text) ? `'${guarded}` : guarded;
}

/** Writes the report as a workbook, for people: summary with its control totals, payouts, attempts, issues, audit. Errors: a refusal when the payouts change meanwhile or a sheet cannot hold them. */
function fillXlsx(report: BatchReport): FillFile {
  return async (sink, signal) => {
    const book = openReportBook(report, sink, signal);
    await writeSummarySheet(book, report);
    const refusal = (await writePayouts(book, report)) ?? (await writeLists(book, report));
    if (refusal === null) await book.finish();
    return refusal;
  };
}

async function writePayouts(book: ReportBook, report: BatchReport): Promise<Refusal | null> {
  const counted = countPayouts(report);
  const list = { name: 'Payouts', columns: payoutColumns(report.head), rows: counted.payouts() };
  return (await writeListSheet(book, list)) ?? counted.difference();
}

async function writeLists(book: ReportBook, report: BatchReport): Promise<Refusal | null> {
  const issues = { name: 'Issues', columns: issueColumns(report), rows: issueRows(report.excluded()) };
  return (
    (await writeListSheet(book, { name: 'Attempts', columns: ATTEMPT_COLUMNS, rows: report.attempts() })) ??
    (await writeListSheet(book, issues)) ??
    (await writeListSheet(book, { name: 'Audit', columns: AUDIT_COLUMNS, rows: report.audit() }))
  );
}

const ATTEMPT_COLUMNS: readonly Column<ReportAttempt>[] = [
  { name: 'row', kind: 'integer', read: (attempt) => attempt.rowNumber },
  { name: 'reference', kind: 'text', read: (attempt) => attempt.reference },
  { name: 'sent_at', kind: 'time', read: (attempt) => attempt.sentAtMs },
  { name: 'answered_at', kind: 'time', read: (attempt) => attempt.answeredAtMs },
  { name: 'outcome', kind: 'text', read: (attempt) => attempt.outcome },
  { name: 'http_status', kind: 'integer', read: (attempt) => attempt.httpStatus },
  { name: 'answer', kind: 'text', read: (attempt) => attempt.answer },
];

const AUDIT_COLUMNS: readonly Column<ReportAuditEntry>[] = [
  { name: 'entry', kind: 'integer', read: (entry) => entry.sequence },
  { name: 'at', kind: 'time', read: (entry) => entry.atMs },
  { name: 'who', kind: 'text', read: (entry) => entry.actor },
  { name: 'what', kind: 'text', read: (entry) => entry.what },
  { name: 'detail', kind: 'text', read: (entry) => entry.detail },
  { name: 'hash', kind: 'text', read: (entry) => entry.hash },
];

/** One reason why a row was left out; null when it was left out without one. */
interface IssueRow {
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly issue: ReportExcluded['issues'][number] | null;
}

function issueColumns({ head }: BatchReport): readonly Column<IssueRow>[] {
  return [
    { name: 'row', kind: 'integer', read: (row) => row.rowNumber },
    { name: 'cell', kind: 'text', read: (row) => row.issue?.cell ?? null },
    { name: 'severity', kind: 'text', read: (row) => row.issue?.severity ?? null },
    { name: 'code', kind: 'text', read: (row) => row.issue?.code ?? null },
    { name: 'problem', kind: 'text', read: (row) => row.issue?.message ?? 'Left out when the batch was confirmed' },
    { name: 'cure', kind: 'text', read: (row) => row.issue?.cure ?? null },
    ...sourceColumns<IssueRow>(head),
  ];
}

function* issueRows(excluded: Iterable<ReportExcluded>): Generator<IssueRow> {
  for (const { rowNumber, source, issues } of excluded) {
    if (issues.length === 0) yield { rowNumber, source, issue: null };
    for (const issue of issues) yield { rowNumber, source, issue };
  }
}

type LabelLine = readonly [label: string, value: string | null];

async function writeSummarySheet(book: ReportBook, report: BatchReport): Promise<void> {
  const { head } = report;
  const sheet = book.addSheet('Summary', { frozenRows: 0 });
  sheet.columns = [
    { width: 24, style: { numFmt: TEXT_FORMAT } },
    { width: 24, style: { numFmt: TEXT_FORMAT } },
    { width: 24, style: { numFmt: RUPEES_FORMAT } },
  ];
  addTitle(sheet, `Payout report ${head.batch}`);
  if (head.environment === 'PRACTICE') addTitle(sheet, 'PRACTICE: no money was moved');
  for (const [label, value] of factsOf(report)) addLine(sheet, label, value);
  sheet.addRow([]).commit();
  addTotals(sheet, head);
  sheet.addRow([]).commit();
  for (const [label, value] of proofOf(head)) addLine(sheet, label, value);
  sheet.commit();
  await book.pace();
}

function factsOf({ head, asOfMs }: BatchReport): readonly LabelLine[] {
  return [
    ['As of', localIso(asOfMs)],
    ['Environment', head.environment],
    ['Profile', head.profile],
    ['Merchant ID (mid)', String(head.mid)],
    ['Base URL', head.baseUrl],
    ['Batch', head.batch],
    ['Batch name', head.name],
    ['Run', String(head.runNumber)],
    ['Retry of', head.retryOf],
    ['File', head.fileName],
    ['Sheet', head.sheet],
    ['Confirmed by', head.confirmedBy],
    ['Confirmed at', localIso(head.confirmedAtMs)],
  ];
}

function proofOf(head: ReportHead): readonly LabelLine[] {
  return [
    ['File SHA-256', head.fileSha256],
    ['Batch fingerprint', head.fingerprint],
    ['Audit head, entry', String(head.auditSequence)],
    ['Audit head, hash', head.auditHash],
  ];
}

function addTotals(sheet: Sheet, head: ReportHead): void {
  const sums = reconcile(head);
  addCount(sheet, { label: 'Control totals', count: 'Payouts', paise: 'Rupees', bold: true });
  addCount(sheet, { label: 'Confirmed', count: head.confirmedCount, paise: head.confirmedPaise, bold: false });
  for (const state of STATE_KINDS) {
    addCount(sheet, { label: state, count: head.counts[state], paise: head.paise[state], bold: false });
  }
  addCount(sheet, { label: 'Sum of the states', count: sums.count, paise: sums.paise, bold: true });
  addTitle(sheet, sums.sentence);
  addLine(sheet, 'Confirmed, in words', amountInWords(head.confirmedPaise));
  addLine(sheet, 'Rows left out', `${head.excludedCount} (see the sheet Issues); they are in no total above.`);
}

interface CountLine {
  readonly label: string;
  readonly count: number | string;
  readonly paise: number | string;
  readonly bold: boolean;
}

function addCount(sheet: Sheet, { label, count, paise, bold }: CountLine): void {
  const row = sheet.addRow([label, count, cellOf('rupees', paise)]);
  row.getCell(2).numFmt = '0';
  row.getCell(2).alignment = { horizontal: 'right' };
  row.getCell(3).alignment = { horizontal: 'right' };
  if (bold) row.font = { bold: true };
  row.commit();
}

function addLine(sheet: Sheet, label: string, value: string | null): void {
  sheet.addRow([label, cellOf('text', value)]).commit();
}

function addTitle(sheet: Sheet, text: string): void {
  const row = sheet.addRow([cellOf('text', text)]);
  row.font = { bold: true, size: 13 };
  row.commit();
}
