// A batch's report as a workbook, for people: summary, payouts, attempts, issues, audit. In: the report. Out: an XLSX
// stream. This file must never write an account number or an identifier as a number, nor any text as a formula.

import type { Refusal } from '../../../shared/issues.ts';
import type { BatchReport, ReportAttempt, ReportAuditEntry, ReportExcluded } from '../../../shared/report.ts';
import type { FillFile } from './atomic-file.ts';
import { countPayouts } from './control-totals.ts';
import { writeListSheet } from './list-sheet.ts';
import { type Column, payoutColumns, sourceColumns } from './payout-columns.ts';
import { openReportBook, type ReportBook } from './report-book.ts';
import { writeSummarySheet } from './summary-sheet.ts';

/** Writes the report as a workbook. Errors: a refusal when the payouts change meanwhile or a sheet cannot hold them. */
export function fillXlsx(report: BatchReport): FillFile {
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
