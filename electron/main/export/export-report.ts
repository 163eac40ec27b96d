// Writes a batch's report to a file, in the form its name asks for. In: the report and a path. Out: the file's facts,
// or why there is none. This file must never change the batch, nor leave anything behind when it refuses.

import { extname } from 'node:path';
import type { BatchReport } from '../../../shared/report.ts';
import { type FileWriting, writeAtomically, type WriteOptions } from './atomic-file.ts';
import { fillCsv } from './csv-report.ts';
import { fillXlsx } from './xlsx-report.ts';

/**
 * Writes a report. Shape: `cancel` is aborted by the person who waits, and nothing is left behind.
 * Errors: refused for another ending than .csv and .xlsx, and for all that writing a file can meet.
 */
export async function exportReport(
  report: BatchReport,
  path: string,
  options: WriteOptions = {},
): Promise<FileWriting> {
  switch (extname(path).toLowerCase()) {
    case '.csv':
      return writeAtomically({ ...options, path, fill: fillCsv(report) });
    case '.xlsx':
      return writeAtomically({ ...options, path, fill: fillXlsx(report) });
    default:
      return {
        kind: 'refused',
        refusal: {
          code: 'reportFormat',
          message: 'Reports are written as .csv or .xlsx.',
          cure: 'Give a file name that ends in .csv or .xlsx.',
        },
      };
  }
}
