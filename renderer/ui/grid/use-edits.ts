// Edits of the selected cells together: fill, clear and paste. Nothing is changed here: the screen receives each edit.

import { useRef } from 'react';
import type { ChosenRows } from './bound-selection.ts';
import type { CellRange } from './cell-range.ts';
import { parseTsv } from './clipboard.ts';
import type { LaidColumn } from './grid-columns.ts';
import { fillEdit, type GridEdit, pasteEdit } from './grid-edit.ts';
import type { GridProps } from './grid-props.ts';
import type { GridSelection } from './use-selection.ts';

interface EditsOf<Row> extends Pick<GridProps<Row>, 'rowAt'> {
  readonly onEdit: GridProps<Row>['onEdit'];
  readonly selection: GridSelection<Row>;
  readonly columns: readonly LaidColumn<Row>[];
}

export interface GridEdits<Row> {
  /** Whether anything can be edited. */
  readonly canEdit: boolean;
  readonly isEditable: (column: LaidColumn<Row>) => boolean;
  readonly change: (edit: GridEdit<Row>) => void;
  /** How many changes there were so far. */
  readonly changes: () => number;
  readonly clear: () => void;
  /** Clears cells of these rows and no others. */
  readonly clearRows: (range: CellRange, chosen: ChosenRows<Row>) => void;
  readonly fillDown: () => void;
  readonly paste: (text: string) => void;
}

export function useEdits<Row>({ selection, columns, rowAt, onEdit }: EditsOf<Row>): GridEdits<Row> {
  const { range, rowsAt } = selection;
  const changes = useRef(0);
  const isEditable = ({ editor }: LaidColumn<Row>): boolean => onEdit !== undefined && editor !== undefined;
  const change = (edit: GridEdit<Row>): void => {
    changes.current += 1;
    onEdit?.(edit);
  };
  const fill = (
    kind: 'fill' | 'clear',
    over: CellRange,
    textOf: (column: number) => string,
    chosen = rowsAt(over.top, over.bottom - over.top + 1),
  ): void => {
    const edit = fillEdit(kind, over, { columns, chosen, textOf });
    if (edit !== null && onEdit !== undefined) change(edit);
  };
  return {
    canEdit: columns.some(isEditable),
    isEditable,
    change,
    changes: () => changes.current,
    clear: () => {
      if (range !== null) fill('clear', range, () => '');
    },
    clearRows: (over, chosen) => fill('clear', over, () => '', chosen),
    // As in Excel: copies the row above a single cell, or the first row of a range.
    fillDown: () => {
      if (range === null) return;
      const source = range.top === range.bottom ? range.top - 1 : range.top;
      const row = source < 0 ? undefined : rowAt(source);
      if (row === undefined) return;
      fill('fill', { ...range, top: source + 1 }, (at) => columns[at]?.text(row, source) ?? '');
    },
    paste: (text) => {
      if (onEdit === undefined || range === null) return;
      const edit = pasteEdit(parseTsv(text), range, { columns, rowsAt });
      if (edit !== null) change(edit);
    },
  };
}
