// The thread in which one file is read, matched, checked and corrected, so that a batch being sent and other windows never wait
// for it. draft-store.ts starts and calls it.

import { parentPort, workerData } from 'node:worker_threads';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import type {
  CheckedReading,
  DraftEdit,
  DraftQuery,
  DraftReading,
  DraftSort,
  DraftSummary,
  ReadOptions,
} from '../../../../shared/api/draft-commands.ts';
import { faultWords, InvariantError, invariant } from '../../../../shared/failures.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import { FIELDS, type FileFacts, type Refusal } from '../../../../shared/rows.ts';
import { type CheckedHead, CheckedPacking, type CheckedPiece } from '../../import/checked-pieces.ts';
import { type HeldRows, openRows, openSheet } from '../../import/open-sheet.ts';
import type { OpenedSheet } from '../../import/table.ts';
import { openThreadCalls } from '../../platform/thread-calls.ts';
import { passGates, type ThreadGate } from '../../platform/thread-gate.ts';
import { workerFiles } from '../../platform/worker-files.ts';
import type { FileWriting } from '../../reports/atomic-file.ts';
import { rowsFingerprint } from '../../store/references.ts';
import { Draft, isSameList, LOCKED_FIELDS, type TypedCell } from './draft.ts';
import {
  findRow,
  firstRowsOf,
  headersOf,
  type IssueWay,
  issueGroupsOf,
  likelyColumns,
  matchRemembering,
  methodWordsOf,
  namingRows,
  nextIssue,
  previewReplace,
  problemRowsOf,
  rowsOf,
  sheetWordsOf,
  stepOf,
  summaryOf,
  withEarlier,
} from './draft-views.ts';
import { RETRY_COLUMNS } from './retry-draft.ts';
import { shownRows } from './sort-rows.ts';

/**
 * What a draft is read from, and how. `from`: the path of a file, or the rows of a retry. `isNewer`: the options were chosen for
 * an earlier version of the file. `isSample`: it is the app's own sample file.
 */
export interface DraftRequest {
  readonly draft: string;
  readonly from: string | HeldRows;
  readonly options: ReadOptions;
  readonly maxPayoutPaise: Paise | null;
  readonly nowMs: number;
  readonly isNewer: boolean;
  readonly isSample: boolean;
}

type ChoiceAsked = Extract<DraftReading, { kind: 'asks' }>;

export interface DraftNow {
  readonly summary: DraftSummary;
  /** Whether a person has corrected anything in the file, on any sheet. */
  readonly isCorrected: boolean;
}

/** A draft that was read and checked. `fingerprint` covers its rows as read, including rows above a ceiling. */
export interface DraftRead extends DraftNow {
  readonly kind: 'read';
  readonly view: Omit<CheckedReading, 'file' | 'summary' | 'repeats' | 'retryOf' | 'isOnDisk' | 'seen' | 'reopened'> & {
    readonly file: FileFacts;
  };
  readonly fingerprint: Sha256;
  /** What a person confirms who goes on from Match: the columns shown, and every answer so far. */
  readonly layout: ConfirmedLayout;
}

type ShownQuery = DraftQuery & { readonly sort: DraftSort | null };

/** What the desk calls in the thread. */
export type DraftFunctions = {
  /** Reads, matches and checks. Returns a refusal or a question with the draft unchanged. */
  readonly read: (request: DraftRequest) => Promise<DraftRead | ChoiceAsked | Refusal>;
  readonly rows: (
    query: ShownQuery,
    window: { readonly from: number; readonly count: number },
  ) => AnswerOf<'readDraftRows'>;
  readonly issues: () => AnswerOf<'readDraftIssues'>;
  readonly findRow: (query: ShownQuery, rowNumber: number) => AnswerOf<'findDraftRow'>;
  readonly nextIssue: (query: ShownQuery, way: IssueWay) => AnswerOf<'findNextIssue'>;
  readonly previewReplace: (replacement: Parameters<typeof previewReplace>[1]) => AnswerOf<'previewReplace'>;
  /** `made` is the edit in a form that can be repeated: it names the rows that were shown. */
  readonly edit: (revision: number, edit: DraftEdit) => (DraftNow & { readonly made: DraftEdit }) | Refusal;
  readonly go: (direction: 'undo' | 'redo', revision: number) => DraftNow | Refusal;
  /** Writes the rows that cannot be paid. Returns null if there are none. */
  readonly writeProblems: (
    path: string,
    made: { readonly atMs: number; readonly language: Language },
  ) => Promise<FileWriting | null>;
  /** Checks the draft from scratch. The caller then takes all pieces of its rows before the next check. */
  readonly checkWhole: (revision: number) => CheckedHead | Refusal;
  readonly nextPiece: () => CheckedPiece;
  readonly typedCells: (revision: number) => readonly TypedCell[] | Refusal;
};

/** What a person confirmed for a set of headers: the column of every field, or none, and each answer. */
export type ConfirmedLayout = Pick<ReadOptions, 'columns' | 'methods' | 'words' | 'money'>;

/** What the thread calls in the desk: the layout that a person confirmed for these headers, and reporting a bug of ours. */
export type DraftListener = {
  readonly layoutOf: (headers: readonly string[]) => ConfirmedLayout | null;
  readonly noteFault: (words: string) => void;
};

export interface DraftThreadData {
  readonly gate: ThreadGate;
}

if (parentPort === null) throw new InvariantError('a draft was not started as a thread');
passGates([(workerData as DraftThreadData).gate]);
const workers = { xlsxWorkerUrl: workerFiles().xlsx };
const { other: desk } = openThreadCalls<DraftListener>(
  parentPort,
  offered(),
  (name, error) => void desk.noteFault(faultWords(name, error)),
);

/** Whether the given columns were chosen for other headers, and so do not apply to this file. */
function areOfOthers(draft: Draft | null, { table }: OpenedSheet): boolean {
  return draft !== null && !isSameList(draft.reading.sheet.table.headers, table.headers);
}

function offered(): DraftFunctions {
  let draft: Draft | null = null;
  let leaving: CheckedPacking | null = null;
  const checked = (): Draft => {
    invariant(draft !== null, 'a draft is checked first');
    return draft;
  };
  const nowOf = (of: Draft): DraftNow => ({ summary: summaryOf(of), isCorrected: of.isCorrected });
  return {
    read: async ({ draft: id, from, options: chosen, maxPayoutPaise, nowMs, isNewer, isSample }) => {
      const whyUnpaid = typeof from === 'string' ? null : from.whyUnpaid;
      const isRetry = whyUnpaid !== null;
      const opening = await (typeof from !== 'string' ? openRows(from) : openSheet({ ...chosen, path: from }, workers));
      if (opening.kind === 'refused') return opening.refusal;
      const asked = { kind: 'asks', draft: id, options: { ...chosen, rememberColumns: false } } as const;
      if (opening.kind === 'asks') {
        const refusal = opening.refusal;
        const { file, about, sheets, encodings, lines } = opening;
        const firstRows = firstRowsOf({ lines, headerRows: [], rowsAbove: [] });
        const choices = { sheets: [...sheets], encodings: [...encodings], firstRows };
        return {
          ...asked,
          file,
          about,
          refusal,
          ...choices,
          sheet: null,
          headers: [],
          questions: [],
          methodWords: [],
          sheetWords: [],
          rows: 0,
        };
      }
      const { sheet } = opening;
      const { file, table } = sheet;
      // Confirming Match counts once: reading the file again with these options does not confirm it again.
      const options = {
        ...chosen,
        ...(isNewer && areOfOthers(draft, sheet) ? { columns: [], money: [] } : {}),
        rememberColumns: false,
      };
      const confirmed = isRetry ? null : await desk.layoutOf(table.headers);
      const matching = isRetry
        ? ({ kind: 'columns', columns: RETRY_COLUMNS } as const)
        : matchRemembering(table, { chosen: options, remembered: confirmed });
      const { columns } = matching;
      const methods = withEarlier(options.methods, confirmed?.methods ?? []);
      const words = withEarlier(options.words, confirmed?.words ?? []);
      const headers = headersOf(table, columns);
      const likely = likelyColumns(table, matching);
      const methodWords = methodWordsOf(table, likely, methods);
      const sheetWords = isRetry ? [] : sheetWordsOf(table, likely, { words, nowMs });
      const about = {
        file,
        sheet: table.sheet,
        sheets: [...sheet.sheets],
        firstRows: firstRowsOf(table.top ?? { lines: [], headerRows: [], rowsAbove: [] }),
        headers,
        methodWords,
        sheetWords,
        rows: table.rows.length,
      };
      if (matching.kind === 'refused') {
        return {
          ...asked,
          options,
          ...about,
          about: 'columns',
          refusal: matching.refusal,
          questions: matching.questions.map(({ field, headers: choices, named, sums, messages }) => ({
            field,
            headers: [...choices],
            named: [...named],
            sums: [...sums],
            messages: [...messages],
          })),
          encodings: [],
        };
      }
      const { fillRemark, includeHidden } = options;
      const reading = {
        sheet,
        rules: { columns, fillRemark, methods, words, includeHidden, maxPayoutPaise, nowMs },
        whyUnpaid,
      };
      const read = draft === null ? Draft.open(id, reading) : (draft.reread(reading) ?? draft);
      if ('code' in read) return read;
      draft = read;
      const isConfirmed = Object.values(columns).every(({ how }) => how === 'remembered');
      const isAnswered =
        methodWords.every(({ word, as }) => word === '' || as !== null) && sheetWords.every(({ as }) => as !== null);
      const sureOfColumns = isRetry || isSample || (isConfirmed && isAnswered);
      const lockedFields = isRetry ? [...LOCKED_FIELDS] : [];
      return {
        kind: 'read',
        view: {
          kind: 'checked',
          draft: id,
          options,
          ...about,
          sureOfColumns,
          carried: read.carried,
          lockedFields,
          readRevision: read.revision,
        },
        fingerprint: rowsFingerprint(read.check.rows),
        layout: {
          columns: FIELDS.map((field) => ({ field, header: columns[field]?.header ?? '' })),
          methods: [...methods],
          words: [...words],
          money: [...new Set([...(confirmed?.money ?? []), ...options.money])],
        },
        ...nowOf(read),
      };
    },
    rows: (query, window) => rowsOf(checked(), shownRows(checked(), query), window),
    issues: () => issueGroupsOf(checked()),
    findRow: (query, rowNumber) => ({ at: findRow(checked(), shownRows(checked(), query), rowNumber) }),
    nextIssue: (query, way) => ({ found: nextIssue(checked(), shownRows(checked(), query), way) }),
    previewReplace: (replacement) => previewReplace(checked(), replacement),
    edit: (revision, edit) => {
      const made = namingRows(checked(), edit);
      return checked().edit(revision, () => stepOf(checked(), made)) ?? { ...nowOf(checked()), made };
    },
    go: (direction, revision) => checked().go(direction, revision) ?? nowOf(checked()),
    writeProblems: async (path, { atMs, language }) => {
      const problems = problemRowsOf(checked(), atMs);
      if (problems.rows.length === 0) return null;
      // The workbook writer takes as long to load as everything else together.
      return (await import('../../reports/export-list.ts')).writeProblemRows(problems, path, language);
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
    typedCells: (revision) => checked().typedCells(revision),
  };
}
