// Typing into a cell. The text belongs to the row that was there when typing began: it is passed on with that row and its key,
// wherever the row is by then, and dropped when the row is gone.

import { type RefObject, useState } from 'react';
import { GRID } from '../../../shared/text/controls.ts';
import type { RowKey } from './bound-selection.ts';
import { cellElement } from './cell-elements.ts';
import { type Cell, type Extent, selectionAt, stepFrom } from './cell-range.ts';
import type { EditEnd } from './grid-row.tsx';
import type { GridEdits } from './use-edits.ts';
import type { GridSelection } from './use-selection.ts';

interface Editing<Row> {
  readonly key: RowKey;
  readonly column: string;
  /** The row as it was when typing began: the text is meant for it. */
  readonly row: Row;
  readonly text: string;
  readonly isTyped: boolean;
}

interface CellEditorOf<Row> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly selection: GridSelection<Row>;
  readonly edits: GridEdits<Row>;
  readonly extent: Extent;
  readonly keyOf: (row: Row) => RowKey;
  readonly show: (cell: Cell) => void;
  readonly announce: (words: string) => void;
}

interface CellEditing<Row> {
  /** Null while nobody is typing. */
  readonly editing: Editing<Row> | null;
  /** Starts with `text`, or with the cell's own text when it is null. */
  readonly begin: (text: string | null) => void;
  readonly end: (how: EditEnd) => void;
  /** Leaves the cell as a click elsewhere does. */
  readonly leave: () => void;
}

export function useCellEditor<Row>(props: CellEditorOf<Row>): CellEditing<Row> {
  const { scroller, selection, edits, extent, keyOf, show, announce } = props;
  const { bound, active, activeRow, activeColumn, select, choose } = selection;
  const [editing, setEditing] = useState<Editing<Row> | null>(null);
  if (editing !== null && bound?.active.key !== editing.key) {
    setEditing(null);
    announce(GRID.rowGone);
  }
  const inputIn = (cell: Cell | null): HTMLInputElement | null | undefined =>
    cellElement(scroller.current, cell)?.querySelector('input');
  return {
    editing,
    begin: (text) => {
      if (active === null || activeColumn === undefined || activeRow === undefined) return;
      if (!edits.isEditable(activeColumn)) return;
      show(active);
      select(selectionAt(active));
      setEditing({
        key: keyOf(activeRow),
        column: activeColumn.key,
        row: activeRow,
        text: text ?? activeColumn.text(activeRow, active.row),
        isTyped: text !== null,
      });
    },
    end: ({ text, step }) => {
      if (editing === null) return;
      setEditing(null);
      const { key, column, row } = editing;
      const at = active ?? { row: 0, column: 0 };
      if (text !== null)
        edits.change({ kind: 'edit', first: at.row, rows: [row], keys: [key], columns: [column], texts: [[text]] });
      // Left with the mouse, so the focus is where the person put it.
      if (step === null && document.activeElement !== inputIn(at)) return;
      choose(selectionAt(step === null ? at : (stepFrom(at, step, extent) ?? at)));
    },
    leave: () => {
      if (editing !== null) inputIn(active)?.blur();
    },
  };
}
