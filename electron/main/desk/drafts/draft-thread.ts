// The thread in which one file is read, matched, checked and corrected: a batch that is being sent, and whoever looks at
// one, never waits for it. It is started and asked by draft-store.ts.

import { parentPort } from 'node:worker_threads';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import type { DraftEdit, DraftQuery, DraftReading, DraftSummary } from '../../../../shared/api/draft-commands.ts';
import { faultWords, InvariantError, invariant } from '../../../../shared/failures.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import type { Issue, Refusal } from '../../../../shared/rows.ts';
import { type CheckedHead, CheckedPacking, type CheckedPiece } from '../../import/checked-pieces.ts';
import type { ColumnsReading } from '../../import/match-columns.ts';
import {
  type HeldRows,
  type OpenedSheet,
  openRows,
  openSheet,
  type SheetOpening,
  type SheetRequest,
} from '../../import/open-sheet.ts';
import { openThreadCalls } from '../../platform/thread-calls.ts';
import { workerFiles } from '../../platform/worker-files.ts';
import type { FileWriting } from '../../reports/atomic-file.ts';
import { rowsFingerprint } from '../../store/references.ts';
import { Draft, type DraftSheet } from './draft.ts';
import {
  findRows,
  headersOf,
  issueGroupsOf,
  matchRemembering,
  nextIssue,
  problemRowsOf,
  rowsOf,
  stepOf,
  summaryOf,
} from './draft-views.ts';

/** What an opened sheet is, without its rows. Shape: `rows` their count. */
export interface SheetView extends Pick<OpenedSheet, 'file' | 'sheet' | 'sheets' | 'headers'> {
  readonly rows: number;
}

type SheetReading =
  | { readonly kind: 'opened'; readonly sheet: SheetView }
  | Exclude<SheetOpening, { readonly kind: 'opened' }>;

type Headers = DraftReading['headers'];

/** A draft as it is after a change. */
export interface DraftNow {
  readonly summary: DraftSummary;
  /** Whether a person has corrected anything of the file, on whichever sheet. */
  readonly isCorrected: boolean;
}

/** How a draft is read. Shape: `revision` its first one, of a draft that is read for the first time. */
interface DraftCheck extends Omit<DraftSheet, 'sheet'> {
  readonly draft: string;
  readonly revision: number;
}

/** Shape: `fingerprint` of the rows as they are, whatever is above a ceiling. */
type DraftChecking = DraftNow & { readonly headers: Headers; readonly fingerprint: Sha256 };

/** What the desk asks of the thread. Shape: `read`, `match` and `check` in that order, as often as the file is read. */
export type DraftFunctions = {
  readonly read: (from: SheetRequest | HeldRows) => Promise<SheetReading>;
  /** Matches the columns; `remembered` are those of an earlier file with these headers. */
  readonly match: (chosen: Parameters<typeof matchRemembering>[1]) => {
    readonly matching: ColumnsReading;
    readonly headers: Headers;
  };
  /** Errors: a refusal with the draft as it was. */
  readonly check: (asked: DraftCheck) => DraftChecking | Refusal;
  readonly rows: (
    query: DraftQuery,
    window: { readonly from: number; readonly count: number },
  ) => AnswerOf<'readDraftRows'>;
  readonly issues: () => AnswerOf<'readDraftIssues'>;
  readonly nextIssue: (
    query: DraftQuery,
    after: { readonly afterRowNumber: number; readonly severity: Issue['severity'] },
  ) => AnswerOf<'findNextIssue'>;
  readonly edit: (revision: number, edit: DraftEdit) => DraftNow | Refusal;
  readonly go: (direction: 'undo' | 'redo', revision: number) => DraftNow | Refusal;
  /** Writes the rows that cannot be paid. Shape: null without any. */
  readonly writeProblems: (path: string, madeAtMs: number) => Promise<FileWriting | null>;
  /** Checks the draft from scratch; its rows are taken piece by piece, all of them before it is asked again. */
  readonly checkWhole: (revision: number) => CheckedHead | Refusal;
  readonly nextPiece: () => CheckedPiece;
};

/** What the thread asks of the desk: that a fault of ours is noted. */
export type DraftListener = { readonly noteFault: (words: string) => void };

if (parentPort === null) throw new InvariantError('a draft was not started as a thread');
const workers = { xlsxWorkerUrl: workerFiles().xlsx };
const { other: desk } = openThreadCalls<DraftListener>(
  parentPort,
  offered(),
  (name, error) => void desk.noteFault(faultWords(name, error)),
);

function offered(): DraftFunctions {
  let sheet: OpenedSheet | null = null;
  let draft: Draft | null = null;
  let leaving: CheckedPacking | null = null;
  const opened = (): OpenedSheet => {
    invariant(sheet !== null, 'a file is opened first');
    return sheet;
  };
  const checked = (): Draft => {
    invariant(draft !== null, 'a draft is checked first');
    return draft;
  };
  const nowOf = (of: Draft): DraftNow => ({ summary: summaryOf(of), isCorrected: of.isCorrected });
  return {
    read: async (from) => {
      const opening = await ('path' in from ? openSheet(from, workers) : openRows(from));
      if (opening.kind !== 'opened') return opening;
      ({ sheet } = opening);
      const { file, sheets, headers, rowNumbers } = sheet;
      return { kind: 'opened', sheet: { file, sheet: sheet.sheet, sheets, headers, rows: rowNumbers.length } };
    },
    match: (chosen) => {
      const matching = matchRemembering(opened(), chosen);
      return { matching, headers: headersOf(opened(), matching.columns) };
    },
    check: ({ draft: id, revision, ...how }) => {
      const reading = { ...how, sheet: opened() };
      const read = draft === null ? Draft.open(id, reading, revision) : (draft.reread(reading) ?? draft);
      if ('code' in read) return read;
      draft = read;
      return {
        ...nowOf(read),
        headers: headersOf(reading.sheet, reading.columns),
        fingerprint: rowsFingerprint(read.rows),
      };
    },
    rows: (query, window) => rowsOf(checked(), findRows(checked(), query), window),
    issues: () => issueGroupsOf(checked()),
    nextIssue: (query, after) => ({ found: nextIssue(checked(), findRows(checked(), query), after) }),
    edit: (revision, edit) => checked().edit(revision, () => stepOf(checked(), edit)) ?? nowOf(checked()),
    go: (direction, revision) => checked().go(direction, revision) ?? nowOf(checked()),
    writeProblems: async (path, madeAtMs) => {
      const problems = problemRowsOf(checked(), madeAtMs);
      if (problems.rows.length === 0) return null;
      // The workbook writer takes as long to load as all the rest together.
      return (await import('../../reports/problem-rows.ts')).writeProblemRows(problems, path);
    },
    checkWhole: (revision) => {
      const whole = checked().checkWhole(revision);
      if ('code' in whole) return whole;
      const { rows, issues, ...head } = whole;
      leaving = new CheckedPacking({ rows, issues });
      return head;
    },
    nextPiece: () => {
      invariant(leaving !== null, 'no checked file is on its way');
      const piece = leaving.next();
      if (piece.isLast) leaving = null;
      return piece;
    },
  };
}
