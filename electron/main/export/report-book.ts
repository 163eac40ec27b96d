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

/** Shape: `left` and `title` stand on every printed page. */
export interface BookLook {
  readonly madeAtMs: number;
  readonly left: string;
  readonly title: string;
}

/** Opens a batch's workbook into the stream. */
export function openReportBook(report: BatchReport, sink: Writable, signal: AbortSignal): ReportBook {
  const { head, asOfMs } = report;
  const title = head.environment === 'PRACTICE' ? '&"-,Bold"PRACTICE - no money was moved' : 'Payout report';
  return openBook({ madeAtMs: asOfMs, left: `${head.batch}  ${head.profile}`, title }, { sink, signal });
}

/** Opens any workbook into the stream. */
export function openBook(
  look: BookLook,
  { sink, signal }: { readonly sink: Writable; readonly signal: AbortSignal },
): ReportBook {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: sink, useStyles: true, useSharedStrings: false });
  workbook.creator = 'Payout Desk';
  workbook.lastModifiedBy = 'Payout Desk';
  workbook.created = new Date(look.madeAtMs);
  workbook.modified = workbook.created;
  const headerFooter = pageLines(look);
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

/** What stands on every printed page; `&` starts a code there, so those of names are doubled. */
function pageLines({ left, title }: BookLook): { oddHeader: string; oddFooter: string } {
  const about = left.slice(0, 100).replaceAll('&', '&&');
  return { oddHeader: `&L${about}&C${title}&R&A`, oddFooter: `&L${about}&C${title}&RPage &P of &N` };
}
