// A table with a person's edits as typed text. Rows that were left out stay in their places: whoever checks it passes over
// them. The table it was given never changes: what the file said stays the source value.

import { FIELDS, type Field } from '../../../shared/issues.ts';
import type { ColumnMatch, Edits } from '../../../shared/rows.ts';
import type { Columns } from './match-columns.ts';
import { KIND, type Table } from './table.ts';

/** A table that follows a person's edits. */
export class EditableTable {
  readonly table: Table & { readonly rows: (readonly string[])[] };
  readonly columns: Columns;
  readonly #file: Table;
  readonly #kinds: Uint8Array<ArrayBuffer> | null;

  constructor(file: Table, columns: Columns, edits: Edits) {
    const { headers, columns: all } = columnsWithTyped(file, columns, edits);
    this.#file = file;
    this.columns = all;
    this.#kinds = file.kinds === null ? null : new Uint8Array(file.rows.length * headers.length);
    this.table = { ...file, headers, rows: [...file.rows], kinds: this.#kinds };
    const width = headers.length;
    for (let row = 0; row < file.rows.length && this.#kinds !== null; row += 1) {
      this.#kinds.set(this.#fileKinds(row), row * width);
    }
    for (const [row, cells] of edits.cells) this.edit(row, cells);
  }

  /** Puts a row as the file has it, with these cells typed over it. */
  edit(row: number, typed: ReadonlyMap<Field, string> | undefined): void {
    const cells = this.#file.rows[row] ?? [];
    const width = this.table.headers.length;
    this.#kinds?.set(this.#fileKinds(row), row * width);
    if (typed === undefined) {
      this.table.rows[row] = cells;
      return;
    }
    const edited = this.table.headers.map((_, column) => cells[column] ?? '');
    for (const [field, text] of typed) {
      const column = this.columns[field]?.index;
      if (column === undefined) continue;
      edited[column] = text;
      if (this.#kinds !== null) this.#kinds[row * width + column] = KIND.text;
    }
    this.table.rows[row] = edited;
  }

  #fileKinds(row: number): Uint8Array {
    const width = this.#file.headers.length;
    return this.#file.kinds?.subarray(row * width, (row + 1) * width) ?? new Uint8Array(0);
  }
}

/** The columns, and one for each field that was typed into although the file has no column for it. */
function columnsWithTyped(
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
