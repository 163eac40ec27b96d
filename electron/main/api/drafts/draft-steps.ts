// What a person's edit means, cell by cell. In: an edit of the contract and the draft as it stands. Out: one step, or why not.
// This file must never invent a value: a fix is the cure that the issue itself names.

import type { DraftEdit, DraftFilter } from '../../../../shared/api/draft-commands.ts';
import { unreachable } from '../../../../shared/failures.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { CELL_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { withoutLocked } from './retry-draft.ts';
import type { Draft } from './draft.ts';
import type { Step } from './draft-edits.ts';

/** Issues with exactly one cure, which needs no choice: the value that takes the place of the wrong one. */
const FIXES: Readonly<Record<string, { readonly words: string; readonly fix: (text: string) => string }>> = {
  ifscLetterO: {
    words: 'Write the digit 0 in the IFSC',
    fix: (text) =>
      text
        .trim()
        .toUpperCase()
        .replace(/^([A-Z]{4})O/, '$10'),
  },
};

/** Whether Fix all knows what to do about an issue. */
export function isFixable(code: string): boolean {
  return Object.hasOwn(FIXES, code);
}

/**
 * The step that an edit asks for. Errors: refused for a row that is not there, for a fix that is not known, and for a value
 * that cannot be changed.
 */
export function stepOf(draft: Draft, edit: DraftEdit): Step | Refusal {
  const step = anyStepOf(draft, edit);
  return 'code' in step ? step : withoutLocked(draft, step);
}

function anyStepOf(draft: Draft, edit: DraftEdit): Step | Refusal {
  switch (edit.kind) {
    case 'setCells':
      return setCells(draft, edit);
    case 'replace':
      return replace(draft, edit);
    case 'fixAll':
      return fixAll(draft, edit);
    case 'exclude':
      return exclude(draft, edit);
    default:
      return unreachable(edit);
  }
}

const SET_WORDS = { edit: 'Edit', paste: 'Paste', fill: 'Fill down' } as const;

function setCells(draft: Draft, { words, cells }: Extract<DraftEdit, { kind: 'setCells' }>): Step | Refusal {
  const changed: Step['cells'][number][] = [];
  for (const { rowNumber, field, text } of cells) {
    const row = placeOf(draft, rowNumber);
    if (row === null) return NO_SUCH_ROW;
    changed.push({ row, field, text });
  }
  const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`;
  return { words: `${SET_WORDS[words]} ${count}`, cells: changed, excluded: [] };
}

function replace(draft: Draft, edit: Extract<DraftEdit, { kind: 'replace' }>): Step | Refusal {
  const { field, find, replaceWith } = edit;
  const cells = rowsWhere(
    draft,
    (row) => draft.status(row) !== 'excluded' && draft.text(row, field).includes(find),
  ).map((row) => ({ row, field, text: draft.text(row, field).replaceAll(find, () => replaceWith) }));
  if (cells.length === 0) return NOT_FOUND;
  if (cells.some(({ text }) => text.length > CELL_MAX_CHARACTERS)) return TOO_LONG;
  return { words: `Replace in ${cells.length === 1 ? '1 row' : `${cells.length} rows`}`, cells, excluded: [] };
}

function fixAll(draft: Draft, { code, field }: Extract<DraftEdit, { kind: 'fixAll' }>): Step | Refusal {
  const known = Object.hasOwn(FIXES, code) ? FIXES[code] : undefined;
  if (known === undefined || field === null) return NO_FIX;
  const hasIt = (row: number): boolean =>
    draft.status(row) !== 'excluded' &&
    draft.issuesOf(row).some((issue) => issue.code === code && issue.field === field);
  const cells = rowsWhere(draft, hasIt).map((row) => ({ row, field, text: known.fix(draft.text(row, field)) }));
  if (cells.length === 0) return NOT_FOUND;
  return { words: known.words, cells, excluded: [] };
}

function exclude(draft: Draft, edit: Extract<DraftEdit, { kind: 'exclude' }>): Step | Refusal {
  const { excluded: isOut, rows: wanted } = edit;
  const rows =
    typeof wanted === 'string' ? rowsWhere(draft, (row) => passes(draft, row, wanted)) : rowsOf(draft, wanted);
  if (rows === null) return NO_SUCH_ROW;
  const changed = rows.filter((row) => (draft.status(row) === 'excluded') !== isOut);
  if (changed.length === 0) return NOT_FOUND;
  const count = changed.length === 1 ? '1 row' : `${changed.length} rows`;
  const words = isOut ? `Leave out ${count}` : `Take in ${count}`;
  return { words, cells: [], excluded: changed.map((row) => ({ row, excluded: isOut })) };
}

/** Whether a row is behind a chip. */
export function passes(draft: Draft, row: number, filter: DraftFilter): boolean {
  const status = draft.status(row);
  switch (filter) {
    case 'all':
      return true;
    case 'ready':
      return status === 'ready';
    case 'warnings':
      return status === 'warning';
    case 'errors':
      return status === 'error';
    case 'excluded':
      return status === 'excluded';
    case 'edited':
      return draft.editedRows.has(row);
    default:
      return unreachable(filter);
  }
}

/** The rows for which something holds, in file order, counted from 0. */
export function rowsWhere(draft: Draft, holds: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < draft.rows.length; row += 1) if (holds(row)) rows.push(row);
  return rows;
}

function rowsOf(draft: Draft, rowNumbers: readonly number[]): number[] | null {
  const rows: number[] = [];
  for (const rowNumber of rowNumbers) {
    const row = placeOf(draft, rowNumber);
    if (row === null) return null;
    rows.push(row);
  }
  return rows;
}

/** Where a row of the file, by the number a person sees, stands in the sheet; null when there is none. Row numbers rise. */
function placeOf(draft: Draft, rowNumber: number): number | null {
  const { rowNumbers } = draft.reading.sheet;
  let low = 0;
  let high = rowNumbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rowNumbers[middle] ?? 0) < rowNumber) low = middle + 1;
    else high = middle;
  }
  return rowNumbers[low] === rowNumber ? low : null;
}

const NO_SUCH_ROW: Refusal = {
  code: 'noSuchRow',
  message: 'The file has no such row.',
  cure: 'Look at the draft as it is now.',
};
const NOT_FOUND: Refusal = {
  code: 'nothingChanged',
  message: 'No row was changed.',
  cure: 'Check what was asked for.',
};
const NO_FIX: Refusal = {
  code: 'noFix',
  message: 'This cannot be put right for all rows at once.',
  cure: 'Correct the rows one by one, or leave them out.',
};
const TOO_LONG: Refusal = {
  code: 'cellTooLong',
  message: 'A cell would hold more text than a spreadsheet keeps.',
  cure: 'Replace it by something shorter.',
};
