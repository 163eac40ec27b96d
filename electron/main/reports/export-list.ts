// A list as the window shows it, as CSV or as a workbook: the same rows in the same order, written while they are read.

import { inEnglish } from '../../../shared/messages/speak.ts';
import type { ProblemRows } from '../domain/report.ts';
import { type FileWriting, writeAtomically, writeByEnding } from './atomic-file.ts';
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

// Rows that cannot be paid, for whoever corrects them: the file's own cells under its own headers, all as text, so that the
// corrected workbook opens again, and beside them the row, the problem and the cure.

type Row = ProblemRows['rows'][number];

/** Writes the workbook. Errors: refused for all that writing a file can meet. */
export function writeProblemRows(problems: ProblemRows, path: string): Promise<FileWriting> {
  const { file, madeAtMs, rows } = problems;
  return writeAtomically({
    path,
    fill: async (sink, signal) => {
      const book = openBook({ madeAtMs, left: file, title: 'Rows to correct' }, { sink, signal });
      const refusal = await writeListSheet(book, { name: 'Rows to correct', columns: columnsOf(problems), rows });
      if (refusal === null) await book.finish();
      return refusal;
    },
  });
}

function columnsOf({ headers }: ProblemRows): readonly Column<Row>[] {
  return [
    ...headers.map((header, index): Column<Row> => {
      return { name: header, kind: 'text', read: ({ source }) => source[index] ?? null };
    }),
    { name: 'Row in the file', kind: 'integer', read: ({ rowNumber }) => rowNumber },
    {
      name: 'What is wrong',
      kind: 'text',
      read: ({ issues }) => lines(issues.map(({ message }) => inEnglish(message))),
    },
    { name: 'How to correct it', kind: 'text', read: ({ issues }) => lines(issues.map(({ cure }) => inEnglish(cure))) },
  ];
}

function lines(sentences: readonly string[]): string {
  return [...new Set(sentences)].join('\n');
}
