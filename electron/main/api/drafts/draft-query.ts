// Which rows of a draft a question lets through. In: a draft and a chip, a kind of issue, a search. Out: their places, in file
// order. This file must never change a draft.

import type { DraftFilter, DraftQuery } from '../../../../shared/api/draft-commands.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { FIELDS, type Field } from '../../../../shared/issues.ts';
import { VALUE_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import type { Draft } from './draft.ts';

/** What a query found. Shape: `rows` their places, in file order; `sum` what they add up to. Units: paise. */
export interface FoundRows {
  readonly rows: readonly number[];
  readonly sum: { readonly count: number; readonly paise: number };
}

/** The newest question of each draft and its answer: scrolling asks the same one again for every page. */
const newest = new WeakMap<Draft, { readonly asked: string; readonly found: FoundRows }>();

/** The rows a query lets through. */
export function findRows(draft: Draft, query: DraftQuery): FoundRows {
  const { filter, issue, search } = query;
  const asked = JSON.stringify([draft.revision, filter, issue?.code, issue?.field, search]);
  const kept = newest.get(draft);
  if (kept?.asked === asked) return kept.found;
  const rows = rowsWhere(draft, passesQuery(draft, query));
  const found = { rows, sum: sumOf(draft, rows) };
  newest.set(draft, { asked, found });
  return found;
}

function passesQuery(draft: Draft, { filter, issue, search }: DraftQuery): (row: number) => boolean {
  const text = search.trim().toLowerCase();
  const fields = shownFields(draft);
  const has = holding(text);
  return (row) => {
    if (!passes(draft, row, filter)) return false;
    if (issue !== null && !draft.issuesOf(row).some((one) => one.code === issue.code && one.field === issue.field)) {
      return false;
    }
    return text === '' || fields.some((field) => has(draft.text(row, field)));
  };
}

/** Whether a cell holds a text in lower case. Digits have no case: most searches need no copy of each cell. */
function holding(text: string): (cell: string) => boolean {
  return text.toUpperCase() === text
    ? (cell) => startOf(cell).includes(text)
    : (cell) => startOf(cell).toLowerCase().includes(text);
}

/** What of a cell is searched: no value is longer. */
function startOf(cell: string): string {
  return cell.length > VALUE_MAX_CHARACTERS ? cell.slice(0, VALUE_MAX_CHARACTERS) : cell;
}

function sumOf(draft: Draft, rows: readonly number[]): FoundRows['sum'] {
  const sum = { count: 0, paise: 0 };
  for (const row of rows) {
    const checked = draft.rows[row];
    if (checked?.kind !== 'payable') continue;
    sum.count += 1;
    sum.paise += checked.payment.amountPaise;
  }
  return sum;
}

/** Whether a row is behind a chip. */
function passes(draft: Draft, row: number, filter: DraftFilter): boolean {
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

/** Fields whose cells the grid shows: those with a column, and those that were typed into. */
export function shownFields(draft: Draft): readonly Field[] {
  const typed = new Set<Field>();
  for (const cells of draft.editedRows.values()) for (const field of cells.keys()) typed.add(field);
  return FIELDS.filter((field) => draft.reading.columns[field] !== undefined || typed.has(field));
}
