// The editor of one cell. In: the row and its column. Out: what was typed, on the row, until it is taken.
// This file must never change the text by itself.

import type { RenderEditCellProps } from 'react-data-grid';
import type { GridRow } from '../../bridge/row-list.ts';
import cells from '../../ui/cells.module.css';
import type { SeenRow } from './own-cells.ts';

/** A row with text that was typed or filled into a column and is not yet the desk's. */
export interface TypedRow extends GridRow<SeenRow> {
  readonly typed?: { readonly field: string; readonly text: string };
}

export function CellEditor({ row, column, onRowChange, onClose }: RenderEditCellProps<GridRow<SeenRow>>) {
  return (
    <input
      ref={focusAndSelect}
      className={cells.editor}
      aria-label={typeof column.name === 'string' ? column.name : column.key}
      value={textOf(row, column.key)}
      onChange={(event) => onRowChange(withText(row, { field: column.key, text: event.target.value }))}
      onBlur={() => onClose(true, false)}
    />
  );
}

function textOf(row: Pick<TypedRow, 'row' | 'typed'>, key: string): string {
  if (row.typed?.field === key) return row.typed.text;
  return row.row?.cells.find(({ field }) => field === key)?.text ?? '';
}

export function withText(row: GridRow<SeenRow>, typed: { readonly field: string; readonly text: string }): TypedRow {
  return { ...row, typed };
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
