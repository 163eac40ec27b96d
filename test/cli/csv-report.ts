import { readFileSync } from 'node:fs';
import path from 'node:path';
import Papa from 'papaparse';
import { expect } from 'vitest';
import type { Desk } from './run-desk.ts';

/** See CLI, CSV export columns. */
export const REPORT_COLUMNS = [
  'row',
  'status',
  'reference',
  'payment_method',
  'beneficiary',
  'ifsc',
  'amount',
  'remark',
  'name',
  'transaction_id',
  'rrn',
  'utr',
  'log_number',
  'tran_ref_no',
  'gateway_status',
  'message',
  'attempts',
  'sent_at',
  'settled_at',
  'retry_of',
  'batch',
  'profile',
  'mid',
  'environment',
  'fee',
  'tax',
] as const;

export type ReportLine = Readonly<Record<string, string>>;

export interface CsvReport {
  readonly columns: readonly string[];
  readonly lines: readonly ReportLine[];
}

/** Exports a batch as CSV and reads it back, as a script would. */
export async function exportCsv(desk: Desk, batch: string): Promise<CsvReport> {
  const file = path.join(desk.folder, `${batch}.csv`);
  const exported = await desk.run('export', batch, '--out', file, '--force');
  expect(exported).toMatchObject({ exitCode: 0, stderr: '' });
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const [columns = [], ...rows] = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
  const lines = rows.map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));
  return { columns, lines };
}
