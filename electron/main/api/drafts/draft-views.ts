// What the window shows of a draft. In: a draft and a question. Out: answers of the contract: counts, a window of rows, the
// issues by kind. This file must never change a draft.

import type {
  DraftFilter,
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
import { type Columns, type Draft, shownFields } from './draft.ts';
import { isFixable, passes, rowsWhere } from './draft-steps.ts';

/** Which rows are asked for. Shape: `search` in any shown cell, without case. */
export interface DraftQuery {
  readonly filter: DraftFilter;
  readonly issue: { readonly code: string; readonly field: Field | null } | null;
  readonly search: string;
}

export function summaryOf(draft: Draft): DraftSummary {
  const counts = { all: 0, ready: 0, errors: 0, warnings: 0, excluded: 0, edited: draft.editedRows.size };
  const byMethod = { UPI: { count: 0, paise: 0 }, IMPS: { count: 0, paise: 0 } };
  for (const [at, row] of draft.checked.rows.entries()) {
    counts.all += 1;
    counts[COUNTED_AS[draft.status(at)]] += 1;
    if (row.kind !== 'payable') continue;
    const share = byMethod[row.payment.beneficiary.method];
    share.count += 1;
    share.paise += row.payment.amountPaise;
  }
  return {
    draft: draft.id,
    revision: draft.revision,
    counts,
    payable: { count: draft.checked.payableCount, paise: draft.checked.totalPaise },
    byMethod,
    hiddenRows: draft.checked.hiddenRowCount,
    undo: draft.undoWords,
    redo: draft.redoWords,
  };
}

const COUNTED_AS = { ready: 'ready', warning: 'warnings', error: 'errors', excluded: 'excluded' } as const;

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

/** The places of the rows a query lets through, in file order. */
export function findRows(draft: Draft, { filter, issue, search }: DraftQuery): readonly number[] {
  const text = search.trim().toLowerCase();
  const fields = shownFields(draft);
  return rowsWhere(draft, (row) => {
    if (!passes(draft, row, filter)) return false;
    if (issue !== null && !draft.issuesOf(row).some((one) => one.code === issue.code && one.field === issue.field)) {
      return false;
    }
    return text === '' || fields.some((field) => draft.text(row, field).toLowerCase().includes(text));
  });
}

/** A window of the rows that were found, with what all of them add up to. */
export function rowsOf(
  draft: Draft,
  found: readonly number[],
  { from, count }: { readonly from: number; readonly count: number },
): AnswerOf<'readDraftRows'> {
  const sum = { count: 0, paise: 0 };
  for (const row of found) {
    const checked = draft.checked.rows[row];
    if (checked?.kind !== 'payable') continue;
    sum.count += 1;
    sum.paise += checked.payment.amountPaise;
  }
  const fields = shownFields(draft);
  const rows = found.slice(from, from + count).map((row, at) => rowOf(draft, { row, at: from + at, fields }));
  return { revision: draft.revision, total: found.length, sum, rows: rows.filter((row) => row !== null) };
}

function rowOf(
  draft: Draft,
  { row, at, fields }: { readonly row: number; readonly at: number; readonly fields: readonly Field[] },
): DraftRow | null {
  const checked = draft.checked.rows[row];
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
    issues: draft.issuesOf(row).map(({ field, severity, code, message, cure }) => {
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
  const groups = Map.groupBy(
    draft.checked.issues.filter(({ code }) => code !== 'leftOut'),
    ({ code, field }) => `${code} ${field}`,
  );
  const found = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [groupOf(first, others.length + 1)],
  );
  found.sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] || b.count - a.count);
  return { revision: draft.revision, groups: found };
}

function groupOf(first: Issue, count: number): AnswerOf<'readDraftIssues'>['groups'][number] {
  const { code, field, severity, message, cure, row: firstRowNumber } = first;
  return { code, field, severity, message, cure, count, firstRowNumber, fixable: isFixable(code) };
}

const SEVERITY_ORDER = { error: 0, warning: 1, notice: 2 } as const;

/** The next row with an issue of this severity after a row of the file, round to the first; null when there is none. */
export function nextIssue(
  draft: Draft,
  found: readonly number[],
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
    return [{ rowNumber, source, issues: issues.map(({ message, cure }) => ({ problem: message, cure })) }];
  });
  return { file: file.name, madeAtMs, headers, rows: problems };
}
