// What the window shows of a draft. In: a draft and what was found in it. Out: answers of the contract: counts, a window of
// rows, the issues by kind. This file must never change a draft.

import type {
  DraftReading as DraftReadingView,
  DraftRow,
  DraftSummary,
} from '../../../../shared/api/draft-commands.ts';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import type { Field, Issue } from '../../../../shared/issues.ts';
import { HEADER_SAMPLES_SHOWN } from '../../../../shared/limits.ts';
import type { ProblemRows } from '../../../../shared/problem-rows.ts';
import type { CheckedRow } from '../../../../shared/rows.ts';
import type { OpenedSheet } from '../sheet-port.ts';
import type { Columns, Draft } from './draft.ts';
import { type FoundRows, rowsWhere, shownFields } from './draft-query.ts';
import { isFixable } from './draft-steps.ts';
import { inTheWindow } from '../window-cures.ts';

export function summaryOf(draft: Draft): DraftSummary {
  const { ready, warning, error, excluded } = draft.tally.counts;
  const { UPI, IMPS } = draft.tally.byMethod;
  return {
    draft: draft.id,
    revision: draft.revision,
    counts: {
      all: draft.rows.length,
      ready,
      errors: error,
      warnings: warning,
      excluded,
      edited: draft.editedRows.size,
    },
    payable: { count: UPI.count + IMPS.count, paise: UPI.paise + IMPS.paise },
    byMethod: { UPI: { ...UPI }, IMPS: { ...IMPS } },
    hidden: { rows: draft.hiddenRowCount, columns: draft.hiddenColumnCount },
    undo: draft.undoWords,
    redo: draft.redoWords,
  };
}

/** The file's columns, each with what it carries. */
export function headersOf(sheet: OpenedSheet, columns: Columns): DraftReadingView['headers'] {
  const byIndex = new Map(
    Object.entries(columns).map(([field, { index, how }]) => [index, { field: field as Field, how }]),
  );
  return sheet.headers
    .map((header, index) => ({
      header,
      samples: sheet.samples(index).slice(0, HEADER_SAMPLES_SHOWN),
      field: byIndex.get(index)?.field ?? null,
      how: byIndex.get(index)?.how ?? null,
    }))
    .filter(({ header }) => header !== '');
}

/** A window of the rows that were found, with what all of them add up to. */
export function rowsOf(
  draft: Draft,
  { rows: found, sum }: FoundRows,
  { from, count }: { readonly from: number; readonly count: number },
): AnswerOf<'readDraftRows'> {
  const fields = shownFields(draft);
  const rows = found.slice(from, from + count).map((row, at) => rowOf(draft, { row, at: from + at, fields }));
  return { revision: draft.revision, total: found.length, sum, rows: rows.filter((row) => row !== null) };
}

function rowOf(
  draft: Draft,
  { row, at, fields }: { readonly row: number; readonly at: number; readonly fields: readonly Field[] },
): DraftRow | null {
  const checked = draft.rows[row];
  if (checked === undefined) return null;
  const edited = draft.editedRows.get(row);
  return {
    at,
    rowNumber: checked.rowNumber,
    status: draft.status(row),
    edited: edited !== undefined,
    hidden: checked.hidden,
    ...moneyOf(checked),
    bank: draft.reading.sheet.bankOf(draft.text(row, 'ifsc').trim()),
    cells: fields.map((field) => ({
      field,
      text: draft.text(row, field),
      original: edited?.has(field) === true ? draft.original(row, field) : null,
    })),
    issues: draft.issuesOf(row).map((issue) => {
      const { field, severity, code, message, cure } = inTheWindow(issue);
      return { field, severity, code, message, cure };
    }),
  };
}

function moneyOf(row: CheckedRow): Pick<DraftRow, 'method' | 'amountPaise'> {
  if (row.kind === 'blocked') return { method: null, amountPaise: null };
  return { method: row.payment.beneficiary.method, amountPaise: row.payment.amountPaise };
}

/** Issues by kind, errors first, the most frequent first. What a person left out is no issue to mend. */
export function issueGroupsOf(draft: Draft): AnswerOf<'readDraftIssues'> {
  const groups = new Map<string, Map<Field | null, IssueGroup>>();
  const take = (issues: readonly Issue[]): void => {
    for (const issue of issues) {
      if (issue.code === 'leftOut') continue;
      const ofCode = groups.get(issue.code);
      const group = ofCode?.get(issue.field);
      if (group !== undefined) group.count += 1;
      else if (ofCode !== undefined) ofCode.set(issue.field, groupOf(issue));
      else groups.set(issue.code, new Map([[issue.field, groupOf(issue)]]));
    }
  };
  take(draft.columnIssues);
  for (let row = 0; row < draft.rows.length; row += 1) take(draft.issuesOf(row));
  const found = [...groups.values()].flatMap((ofCode) => [...ofCode.values()]);
  found.sort(
    (a, b) =>
      SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] ||
      b.count - a.count ||
      a.firstRowNumber - b.firstRowNumber,
  );
  return { revision: draft.revision, groups: found };
}

type IssueGroup = AnswerOf<'readDraftIssues'>['groups'][number];

function groupOf(first: Issue): IssueGroup {
  const { code, field, severity, message, cure, row: firstRowNumber } = inTheWindow(first);
  return { code, field, severity, message, cure, count: 1, firstRowNumber, fixable: isFixable(code) };
}

const SEVERITY_ORDER = { error: 0, warning: 1, notice: 2 } as const;

/** The next row with an issue of this severity after a row of the file, round to the first; null when there is none. */
export function nextIssue(
  draft: Draft,
  { rows: found }: FoundRows,
  { afterRowNumber, severity }: { readonly afterRowNumber: number; readonly severity: Issue['severity'] },
): AnswerOf<'findNextIssue'>['found'] {
  const candidates = found.flatMap((row, at) => {
    const issue = draft.issuesOf(row).find((one) => one.severity === severity && one.code !== 'leftOut');
    return issue === undefined ? [] : [{ at, rowNumber: issue.row, field: issue.field }];
  });
  return candidates.find(({ rowNumber }) => rowNumber > afterRowNumber) ?? candidates[0] ?? null;
}

/** The rows that cannot be paid, with the file's own cells. */
export function problemRowsOf(draft: Draft, madeAtMs: number): ProblemRows {
  const { file, headers, rows } = draft.checked;
  const problems = rowsWhere(draft, (row) => draft.status(row) === 'error').flatMap((at) => {
    const row = rows[at];
    if (row === undefined) return [];
    const issues = draft.issuesOf(at).filter(({ severity }) => severity === 'error');
    const { rowNumber, source } = row;
    return [
      { rowNumber, source, issues: issues.map(inTheWindow).map(({ message, cure }) => ({ problem: message, cure })) },
    ];
  });
  return { file: file.name, madeAtMs, headers, rows: problems };
}
