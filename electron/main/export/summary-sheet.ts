// The first sheet of a report: whose batch it is, its control totals, and what stands behind it. In: the report's head.
// Out: the sheet. This file must never leave out that a report is practice, or that it does not reconcile.

import { amountInWords } from '../../../shared/amount-in-words.ts';
import type { BatchReport, ReportHead } from '../../../shared/report.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { reconcile } from './control-totals.ts';
import { cellOf } from './list-sheet.ts';
import { localIso } from './local-time.ts';
import { type ReportBook, RUPEES_FORMAT, type Sheet, TEXT_FORMAT } from './report-book.ts';

type Line = readonly [label: string, value: string | null];

/** Writes the summary. */
export async function writeSummarySheet(book: ReportBook, report: BatchReport): Promise<void> {
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

function factsOf({ head, asOfMs }: BatchReport): readonly Line[] {
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

function proofOf(head: ReportHead): readonly Line[] {
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
