// A batch's payouts as CSV, for machines. In: the report. Out: UTF-8 with a byte order mark, CRLF, one line for each
// payout. This file must never let a cell run as a formula, and never hold all lines at once.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { REPORT_CHUNK_CHARACTERS } from '../../../shared/limits.ts';
import { decimalText } from '../../../shared/money.ts';
import type { BatchReport } from '../../../shared/report.ts';
import type { FillFile } from './atomic-file.ts';
import { countPayouts } from './control-totals.ts';
import { guardFormula } from './formula-guard.ts';
import { localIso } from './local-time.ts';
import { type CellKind, type CellValue, payoutColumns } from './payout-columns.ts';

/** Excel reads UTF-8 only with it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Writes the payouts as CSV. Errors: a refusal when they change meanwhile. Source: CLI, CSV export columns. */
export function fillCsv(report: BatchReport): FillFile {
  return async (sink, signal) => {
    const counted = countPayouts(report);
    await pipeline(Readable.from(chunksOf(linesOf(report, counted.payouts()))), sink, { signal });
    return counted.difference();
  };
}

function* linesOf(report: BatchReport, payouts: ReturnType<BatchReport['payouts']>): Generator<string> {
  const columns = payoutColumns(report.head);
  yield BYTE_ORDER_MARK + csvLine(columns.map((column) => textCell(column.name)));
  for (const payout of payouts) yield csvLine(columns.map(({ kind, read }) => cellOf(kind, read(payout))));
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

function cellOf(kind: CellKind, value: CellValue): string {
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
