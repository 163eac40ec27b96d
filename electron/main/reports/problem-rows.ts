// Rows that cannot be paid, as a workbook for whoever corrects them: the file's own cells under its own headers, all as
// text, so that the corrected workbook opens again, and beside them the row, the problem and the cure.

import type { ProblemRows } from '../domain/report.ts';
import { type FileWriting, writeAtomically } from './atomic-file.ts';
import { openBook, writeListSheet } from './report-book.ts';
import type { Column } from './report-payouts.ts';

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
    { name: 'What is wrong', kind: 'text', read: ({ issues }) => lines(issues.map(({ message }) => message)) },
    { name: 'How to correct it', kind: 'text', read: ({ issues }) => lines(issues.map(({ cure }) => cure)) },
  ];
}

function lines(sentences: readonly string[]): string {
  return [...new Set(sentences)].join('\n');
}
