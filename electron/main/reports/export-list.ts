// A list as CSV or workbook, with the same rows in the same order as in the window, written while it is read.

import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Language } from '../../../shared/report-forms.ts';
import type { ProblemRows } from '../domain/report.ts';
import { type FileWriting, writeAtomically, writeByEnding } from './atomic-file.ts';
import { fillCsvList } from './csv.ts';
import { openBook, writeListSheet } from './report-book.ts';
import type { Column } from './report-payouts.ts';
import { type Voice, voiceOf } from './report-voice.ts';

/** Excel's limit. */
const SHEET_NAME_MAX_CHARACTERS = 31;

interface ExportedList<Row> {
  readonly madeAtMs: number;
  /** The sheet's name, also printed on every page. It contains no character that Excel forbids in a sheet's name. */
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Iterable<Row>;
}

/** Writes the list. Refuses endings other than .csv and .xlsx, and on any writing error. */
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
          const book = await openBook({ madeAtMs, left: 'Payout Desk', title }, { sink, signal });
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

// Rows that cannot be paid, for the person who corrects them: the file's own cells under its own headers, all as text so that the
// corrected workbook can be opened again, plus the row number, the problem and the cure.

type Row = ProblemRows['rows'][number];

/** Writes the workbook. Refuses on any writing error. */
export function writeProblemRows(problems: ProblemRows, path: string, language: Language): Promise<FileWriting> {
  const voice = voiceOf(language);
  const title = voice.say(msg('problems.title'));
  const { file, madeAtMs, rows } = problems;
  return writeAtomically({
    path,
    fill: async (sink, signal) => {
      const book = await openBook({ madeAtMs, left: file, title }, { sink, signal });
      const refusal = await writeListSheet(book, { name: title, columns: columnsOf(problems, voice), rows });
      if (refusal === null) await book.finish();
      return refusal;
    },
  });
}

function columnsOf({ headers }: ProblemRows, { say }: Voice): readonly Column<Row>[] {
  const lines = (words: readonly Message[]): string => [...new Set(words.map(say))].join('\n');
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
