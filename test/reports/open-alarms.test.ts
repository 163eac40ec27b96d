// An unread alarm comes before everything else in a report and at its row, and nothing is called reconciled beside it.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { LateNews } from '../../electron/main/domain/late-news.ts';
import type { BatchReport } from '../../electron/main/domain/report.ts';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { writeReconciliation } from '../../electron/main/reports/reconciliation.ts';
import { reconcile } from '../../electron/main/reports/report-payouts.ts';
import type { BatchId, Reference } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import { spoken } from '../fixtures/spoken.ts';
import { codeOf, reportFolder } from './report-folder.ts';
import { samplePayout, sampleReport } from './sample-report.ts';

const DUPLICATE: LateNews = {
  newsId: 1,
  batch: 'B0012' as BatchId,
  rowNumber: 3,
  reference: 'R3' as Reference,
  name: 'Asha',
  amountPaise: asPaise(50_000),
  from: 'failed',
  to: 'success',
  word: verbatim('success'),
  heardAtMs: 1_775_050_000_000,
  readAtMs: null,
  readBy: null,
  declaredBy: null,
  successor: { batch: 'B0013' as BatchId, rowNumber: 2, state: 'success' },
};

const PAYOUTS = [2, 3, 4].map((row) =>
  samplePayout(row, { state: 'success', message: row === 3 ? verbatim('Done') : null }),
);
const ALARMED = sampleReport(PAYOUTS, {}, { alarms: [DUPLICATE] });
const CALM = sampleReport(PAYOUTS);

/** The report of the batch whose row 2 may have paid B0012/3 once more. */
const OF_SECOND = sampleReport(PAYOUTS, { batch: 'B0013' as BatchId }, { alarms: [DUPLICATE] });

async function written(report: BatchReport, name: string): Promise<string> {
  const path = reportFolder().file(name);
  expect(codeOf(await exportReport(report, path))).toBe('written');
  return path;
}

async function sheetOf(report: BatchReport, name: string): Promise<readonly (readonly string[])[]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(await written(report, 'report.xlsx'));
  const rows: string[][] = [];
  book.getWorksheet(name)?.eachRow((row) => {
    rows.push(Array.from({ length: row.cellCount }, (_, at) => row.getCell(at + 1).text));
  });
  return rows;
}

describe('an open alarm', () => {
  it('stands first in the summary of a workbook, and nothing reconciles there', async () => {
    const lines = await sheetOf(ALARMED, 'Summary');
    expect(lines[1]).toEqual([
      'Open alarms',
      '1: nothing here is settled before they are read',
      ...(lines[1] ?? []).slice(2),
    ]);
    expect(lines[2]?.[1]).toMatch(/^B0012\/3: POSSIBLE DUPLICATE: B0013\/2 pays the same person again/);
    const text = JSON.stringify(lines);
    expect(text).not.toMatch(/totals match/i);
    expect(text).toContain('OPEN ALARMS: 1.');
    expect(JSON.stringify(await sheetOf(CALM, 'Summary'))).toMatch(/Totals match/);
  });

  it('stands at its row of a workbook, and at no other', async () => {
    const [header = [], ...rows] = await sheetOf(ALARMED, 'Payments');
    const alarms = rows.map((row) => row[header.indexOf('alarm')] ?? '');
    expect(alarms.map((alarm) => alarm.slice(0, 18))).toEqual(['', 'POSSIBLE DUPLICATE', '']);
  });

  it('stands before the gateway’s message in a CSV, whose columns stay as they are, and in what lies beside it', async () => {
    const read = async (report: BatchReport) => {
      const text = readFileSync(await written(report, 'report.csv'), 'utf8').replace('\uFEFF', '');
      const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
      return { messages: data.map((row) => row['message'] ?? ''), fields: meta.fields };
    };
    const [alarmed, calm] = [await read(ALARMED), await read(CALM)];
    expect(alarmed.fields).toEqual(calm.fields);
    expect(alarmed.messages[1]).toMatch(/^\[ALARM: POSSIBLE DUPLICATE: .*\] Done$/);
    expect([alarmed.messages[0], alarmed.messages[2]]).toEqual([calm.messages[0], calm.messages[2]]);
    const path = reportFolder().file('report.csv.sha256');
    expect(codeOf(await exportReport(ALARMED, path, { form: 'checksums' }))).toBe('written');
    expect(readFileSync(path, 'utf8')).toMatch(/^# Open alarms:\t1: .*\n# Alarm:\tB0012\/3: POSSIBLE DUPLICATE/);
  });

  it.skipIf(spawnSync('pdftotext', ['-v']).error !== undefined).each([
    ['the first payment', ALARMED],
    ['the second', OF_SECOND],
  ])('stands on the first page of a PDF and at its row, and nothing reconciles there: %s', async (_which, report) => {
    const path = await written(report, 'report.pdf');
    const first = execFileSync('pdftotext', ['-l', '1', '-layout', path, '-'], { encoding: 'utf8' });
    expect(first).toContain('OPEN ALARMS: 1.');
    expect(first).toContain('B0012/3');
    const all = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    expect(all).not.toMatch(/totals match|Every payout is paid/i);
    expect(all.replaceAll(/\s+/g, ' ')).toMatch(/ALARM: /);
  });

  it('stands as well in the report of the payment that may be the duplicate, where nothing reconciles either', async () => {
    const lines = await sheetOf(OF_SECOND, 'Summary');
    expect(lines[2]?.[1]).toMatch(/^B0012\/3: POSSIBLE DUPLICATE: B0013\/2 pays the same person again/);
    expect(JSON.stringify(lines)).not.toMatch(/totals match/i);
    const [header = [], ...rows] = await sheetOf(OF_SECOND, 'Payments');
    const alarms = rows.map((row) => row[header.indexOf('alarm')] ?? '');
    expect(alarms.map((alarm) => alarm.slice(0, 28))).toEqual(['B0012/3: POSSIBLE DUPLICATE:', '', '']);
  });

  it('is no excuse for sums that differ', () => {
    const report = sampleReport(PAYOUTS, { confirmedCount: 9 }, { alarms: [DUPLICATE] });
    expect(spoken(reconcile(report).sentence)).toMatch(/^TOTALS DO NOT MATCH/);
    expect(reconcile(ALARMED).agrees).toBe(false);
  });

  it.each([
    [2, /^OPEN ALARMS: /],
    [0, /^Totals match/],
  ])('keeps a reconciliation of days from saying that it reconciles: %d', async (alarms, verdict) => {
    const batch = { batch: 'B0012' as BatchId, file: 'a.csv', profile: 'acme', mid: 7, confirmedAtMs: 1, alarms };
    const counts = { confirmedCount: 1, confirmedPaise: 5, storedCount: 1, storedPaise: 5, paidCount: 1, paidPaise: 5 };
    const rest = { decidedPaise: 0, backPaise: 0, failedPaise: 0, openCount: 0, openPaise: 0 };
    const path = reportFolder().file('days.xlsx');
    const period = { fromMs: 0, toMs: 2 };
    const about = { period, madeAtMs: 2, environment: 'LIVE', batches: [{ ...batch, ...counts, ...rest }] } as const;
    expect(codeOf(await writeReconciliation(path, { ...about, wallets: [] }, { language: 'en' }))).toBe('written');
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(path);
    const totals = new Map<string, string>();
    book.getWorksheet('Totals')?.eachRow((row) => totals.set(row.getCell(1).text, row.getCell(2).text));
    expect(totals.get('Reconciliation')).toMatch(verdict);
  });
});
