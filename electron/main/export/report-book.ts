// A workbook that is written while it is made. In: the stream it goes to and the batch's facts. Out: sheets whose
// printed pages all say which batch they belong to. This file must never keep a sheet in memory, nor outrun the disk.

import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import type { BatchReport } from '../../../shared/report.ts';

export type Sheet = ExcelJS.Worksheet;

export interface ReportBook {
  readonly addSheet: (name: string, look: { readonly frozenRows: number }) => Sheet;
  /** Gives way to all else this process does, and waits for the disk. Errors: throws once nobody reads any more. */
  readonly pace: () => Promise<void>;
  readonly finish: () => Promise<void>;
}

/** Rupees grouped in lakhs and crores, two decimals. */
export const RUPEES_FORMAT = '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00';
/** A cell that stays text when a person edits it. */
export const TEXT_FORMAT = '@';

const A4 = 9;

/** Opens a workbook into the stream. */
export function openReportBook(report: BatchReport, sink: Writable, signal: AbortSignal): ReportBook {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: sink, useStyles: true, useSharedStrings: false });
  workbook.creator = 'Payout Desk';
  workbook.lastModifiedBy = 'Payout Desk';
  workbook.created = new Date(report.asOfMs);
  workbook.modified = workbook.created;
  const headerFooter = pageLines(report);
  return {
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
    pace: async () => {
      await setImmediate(undefined, { signal });
      if (sink.writableNeedDrain) await once(sink, 'drain', { signal });
    },
    finish: () => workbook.commit(),
  };
}

/** What stands on every printed page; `&` starts a code there, so the batch's own are doubled. */
function pageLines({ head }: BatchReport): { oddHeader: string; oddFooter: string } {
  const batch = `${head.batch}  ${head.profile}`.slice(0, 100).replaceAll('&', '&&');
  const title = head.environment === 'PRACTICE' ? '&"-,Bold"PRACTICE - no money was moved' : 'Payout report';
  return { oddHeader: `&L${batch}&C${title}&R&A`, oddFooter: `&L${batch}&C${title}&RPage &P of &N` };
}
