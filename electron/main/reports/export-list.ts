// A list as the window shows it, as CSV or as a workbook: the same rows in the same order, written while they are read.

import { type FileWriting, writeByEnding } from './atomic-file.ts';
import { fillCsvList } from './csv.ts';
import { openBook, writeListSheet } from './report-book.ts';
import type { Column } from './report-payouts.ts';

/** Excel's own bound. */
const SHEET_NAME_MAX_CHARACTERS = 31;

interface ExportedList<Row> {
  readonly madeAtMs: number;
  /** The sheet's name, and what stands on every printed page. Shape: no character that Excel takes in no sheet's name. */
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Iterable<Row>;
}

/** Writes the list. Errors: refused for another ending than .csv and .xlsx, and for all that writing a file can meet. */
export function writeList<Row>(
  path: string,
  { madeAtMs, title, columns, rows }: ExportedList<Row>,
): Promise<FileWriting> {
  return writeByEnding(
    { path },
    {
      what: 'report',
      forms: {
        '.csv': fillCsvList(columns, rows),
        '.xlsx': async (sink, signal) => {
          const book = openBook({ madeAtMs, left: 'Payout Desk', title }, { sink, signal });
          const refusal = await writeListSheet(book, {
            name: title.slice(0, SHEET_NAME_MAX_CHARACTERS),
            columns,
            rows,
          });
          if (refusal === null) await book.finish();
          return refusal;
        },
      },
    },
  );
}
