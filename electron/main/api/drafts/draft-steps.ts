// What a person's edit means, cell by cell. In: an edit of the contract and the draft as it stands. Out: one step, or why not.
// This file must never invent a value: a fix is the cure that the issue itself names.

import {
  type ColumnChange,
  type DraftEdit,
  type DraftFilter,
  type DraftQuery,
  EVERY_ROW,
} from '../../../../shared/api/draft-commands.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { FIELD_WORDS } from '../../../../shared/field-words.ts';
import type { Field, Refusal } from '../../../../shared/issues.ts';
import { CELL_MAX_CHARACTERS, VALUE_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { withoutLocked } from './retry-draft.ts';
import type { Draft } from './draft.ts';
import type { Step } from './draft-edits.ts';
import { findRows, rowsWhere } from './draft-query.ts';

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
    case 'changeShown':
      return changeShown(draft, edit);
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
  for (const { rowNumber, field, text, seen } of cells) {
    const row = placeOf(draft, rowNumber);
    if (row === null) return NO_SUCH_ROW;
    const now = draft.text(row, field);
    if (seen !== undefined && seen !== now) return cellChanged(`Row ${rowNumber}, ${FIELD_WORDS[field]}`, now);
    changed.push({ row, field, text });
  }
  const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`;
  return { words: `${SET_WORDS[words]} ${count}`, cells: changed, excluded: [] };
}

/** Longer texts are no values: a copy of each in a long file would fill the memory. They are typed anew, or trimmed. */
function isValue(text: string): boolean {
  return text.length <= VALUE_MAX_CHARACTERS;
}

function replace(draft: Draft, edit: Extract<DraftEdit, { kind: 'replace' }>): Step | Refusal {
  const { field, find, replaceWith } = edit;
  const cells = rowsWhere(
    draft,
    (row) =>
      draft.status(row) !== 'excluded' && isValue(draft.text(row, field)) && draft.text(row, field).includes(find),
  ).map((row) => ({ row, field, text: draft.text(row, field).replaceAll(find, () => replaceWith) }));
  if (cells.length === 0) return NOT_FOUND;
  if (cells.some(({ text }) => text.length > CELL_MAX_CHARACTERS)) return TOO_LONG;
  return { words: `Replace in ${rowsWord(cells.length)}`, cells, excluded: [] };
}

function changeShown(draft: Draft, edit: Extract<DraftEdit, { kind: 'changeShown' }>): Step | Refusal {
  const { field, change, shown } = edit;
  const cells = findRows(draft, shown)
    .rows.filter((row) => draft.status(row) !== 'excluded')
    .map((row) => ({ row, field, text: changedText(draft.text(row, field), change) }))
    .filter(({ row, text }) => text !== draft.text(row, field));
  if (cells.length === 0) return NOT_FOUND;
  if (cells.some(({ text }) => text.length > CELL_MAX_CHARACTERS)) return TOO_LONG;
  return { words: `${CHANGE_WORDS[change.kind](field)} in ${rowsWord(cells.length)}`, cells, excluded: [] };
}

const CHANGE_WORDS: Readonly<Record<ColumnChange['kind'], (field: Field) => string>> = {
  set: (field) => `Set ${FIELD_WORDS[field]}`,
  trim: (field) => `Trim ${FIELD_WORDS[field]}`,
  upperCase: (field) => `Capitals for ${FIELD_WORDS[field]}`,
};

function changedText(text: string, change: ColumnChange): string {
  switch (change.kind) {
    case 'set':
      return change.text;
    case 'trim':
      return text.trim();
    case 'upperCase':
      return isValue(text) ? text.toUpperCase() : text;
    default:
      return unreachable(change);
  }
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
  const rows = Array.isArray(wanted) ? rowsOf(draft, wanted) : findRows(draft, queryOf(wanted)).rows;
  if (rows === null) return NO_SUCH_ROW;
  const changed = rows.filter((row) => (draft.status(row) === 'excluded') !== isOut);
  if (changed.length === 0) return NOT_FOUND;
  const words = `${isOut ? 'Leave out' : 'Take in'} ${rowsWord(changed.length)}`;
  return { words, cells: [], excluded: changed.map((row) => ({ row, excluded: isOut })) };
}

/** The rows behind a chip, or those of a whole question. */
function queryOf(wanted: DraftFilter | DraftQuery): DraftQuery {
  return typeof wanted === 'string' ? { ...EVERY_ROW, filter: wanted } : wanted;
}

function rowsWord(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
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

/** Shown, a cell is no longer than this: the whole of it stands in the row itself. Units: characters. */
const SHOWN_OF_CELL = 120;

/** What a person changed by looking at it has become something else: what they saw is what they meant to change. */
function cellChanged(cell: string, now: string): Refusal {
  const text = now.length <= SHOWN_OF_CELL ? now : `${now.slice(0, SHOWN_OF_CELL)}…`;
  return {
    code: 'cellChanged',
    message: `${cell}: this was changed after you saw it, so nothing was changed.`,
    cure:
      text === ''
        ? 'It is empty now. Look at it, and do it again.'
        : `It is now “${text}”. Look at it, and do it again.`,
  };
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
