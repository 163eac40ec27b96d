// A list as the window shows it, as CSV or as a workbook: the same rows in the same order, written while they are read.

import { msg, type Words } from '../../../shared/messages/message.ts';
import type { Language } from '../../../shared/report-forms.ts';
import type { ProblemRows } from '../domain/report.ts';
import { type FileWriting, writeAtomically, writeByEnding } from './atomic-file.ts';
import { fillCsvList } from './csv.ts';
import { openBook, writeListSheet } from './report-book.ts';
import type { Column } from './report-payouts.ts';
import { type Voice, voiceOf } from './report-voice.ts';

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
export function writeProblemRows(problems: ProblemRows, path: string, language: Language): Promise<FileWriting> {
  const voice = voiceOf(language);
  const title = voice.say(msg('problems.title'));
  const { file, madeAtMs, rows } = problems;
  return writeAtomically({
    path,
    fill: async (sink, signal) => {
      const book = openBook({ madeAtMs, left: file, title }, { sink, signal });
      const refusal = await writeListSheet(book, { name: title, columns: columnsOf(problems, voice), rows });
      if (refusal === null) await book.finish();
      return refusal;
    },
  });
}

function columnsOf({ headers }: ProblemRows, { say }: Voice): readonly Column<Row>[] {
  const lines = (words: readonly Words[]): string => [...new Set(words.map(say))].join('\n');
  return [
    ...headers.map((header, index): Column<Row> => {
      return { name: header, kind: 'text', read: ({ source }) => source[index] ?? null };
    }),
    { name: say(msg('problems.row')), kind: 'integer', read: ({ rowNumber }) => rowNumber },
    {
      name: say(msg('problems.wrong')),
      kind: 'text',
      read: ({ issues }) => lines(issues.map(({ message }) => message)),
    },
    { name: say(msg('problems.cure')), kind: 'text', read: ({ issues }) => lines(issues.map(({ cure }) => cure)) },
  ];
}
