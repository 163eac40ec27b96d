// In: a table, its columns and what a person changed. Out: the table to be checked: edited cells as typed text, rows that
// were left out gone. A field that the file has no column for gets one behind the last.
// This file must never change the table it was given: what the file said stays the source value.

import { FIELDS, type Field } from '../../../shared/issues.ts';
import type { ColumnMatch, Edits } from '../../../shared/rows.ts';
import type { Columns } from './match-columns.ts';
import { KIND, type Table } from './table.ts';

/** Shape: `kept` holds, for each row of the new table, its place in the old one. */
export interface EditedTable {
  readonly table: Table;
  readonly columns: Columns;
  readonly kept: readonly number[];
}

/** Applies the edits. */
export function editTable(table: Table, columns: Columns, edits: Edits): EditedTable {
  if (edits.cells.size + edits.excluded.size === 0) return { table, columns, kept: table.rows.map((_, row) => row) };
  const all = columnsWithTyped(table, columns, edits);
  const kept: number[] = [];
  for (let row = 0; row < table.rows.length; row += 1) if (!edits.excluded.has(row)) kept.push(row);
  const width = all.headers.length;
  const kinds = keptKinds(table, { kept, width });
  const rows = kept.map((row, at) => {
    const cells = table.rows[row] ?? [];
    const changed = edits.cells.get(row);
    if (changed === undefined) return cells;
    const edited = all.headers.map((_, column) => cells[column] ?? '');
    for (const [field, text] of changed) {
      const column = all.columns[field]?.index;
      if (column === undefined) continue;
      edited[column] = text;
      if (kinds !== null) kinds[at * width + column] = KIND.text;
    }
    return edited;
  });
  return {
    table: {
      ...table,
      headers: all.headers,
      rows,
      rowNumbers: kept.map((row) => table.rowNumbers[row] ?? 0),
      kinds,
      hidden: table.hidden === null ? null : Uint8Array.from(kept, (row) => table.hidden?.[row] ?? 0),
    },
    columns: all.columns,
    kept,
  };
}

/** The columns, and one for each field that was typed into although the file has no column for it. */
export function columnsWithTyped(
  table: Table,
  columns: Columns,
  edits: Edits,
): { readonly headers: readonly string[]; readonly columns: Columns } {
  const typed = typedFields(edits);
  const headers = [...table.headers];
  const all: Partial<Record<Field, ColumnMatch>> = { ...columns };
  for (const field of FIELDS) {
    if (!typed.has(field) || all[field] !== undefined) continue;
    all[field] = { header: '', index: headers.length, how: 'given' };
    headers.push('');
  }
  return { headers, columns: all };
}

/** Every field that was typed into in some row. */
export function typedFields({ cells }: Edits): ReadonlySet<Field> {
  const typed = new Set<Field>();
  for (const fields of cells.values()) for (const field of fields.keys()) typed.add(field);
  return typed;
}

function keptKinds(
  { kinds, headers }: Table,
  { kept, width }: { readonly kept: readonly number[]; readonly width: number },
): Uint8Array<ArrayBuffer> | null {
  if (kinds === null) return null;
  const copy = new Uint8Array(kept.length * width);
  const before = headers.length;
  for (const [at, row] of kept.entries()) copy.set(kinds.subarray(row * before, (row + 1) * before), at * width);
  return copy;
}
