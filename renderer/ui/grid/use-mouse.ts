// The mouse in a grid: selects, drags a range, ticks, sorts and opens.

import type { MouseEvent, PointerEvent, RefObject } from 'react';
import { cellAt, cellUnder, isEditor } from './cell-elements.ts';
import { selectionAt } from './cell-range.ts';
import { type LaidColumn, TICKS } from './grid-columns.ts';
import type { GridProps } from './grid-props.ts';
import { useDrag } from './use-drag.ts';
import type { GridEdits } from './use-edits.ts';
import type { GridSelection } from './use-selection.ts';

interface MouseOf<Row> extends Pick<GridProps<Row>, 'rowAt'> {
  readonly onOpen: GridProps<Row>['onOpen'];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: number;
  readonly rowHeight: number;
  readonly columns: readonly LaidColumn<Row>[];
  readonly selection: GridSelection<Row>;
  readonly edits: GridEdits<Row>;
  readonly editor: { readonly begin: (text: string | null) => void; readonly leave: () => void };
  readonly leaveFollow: () => void;
  /** A cell is pressed. */
  readonly onEnter: () => void;
  /** Another cell is being selected. */
  readonly onSelect: () => void;
  readonly sortBy: (key: string | undefined) => void;
  readonly tick: (place: number, isRange: boolean) => void;
}

interface MouseHandlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
}

export function useMouse<Row>(props: MouseOf<Row>): MouseHandlers {
  const { scroller, rows, rowHeight, columns, selection, edits, editor, rowAt, onOpen, sortBy, tick } = props;
  const { placed, select, choose } = selection;
  const drag = useDrag(scroller, (point) => {
    const head = cellUnder(scroller.current, point, { columns, rows, rowHeight });
    if (placed === null || (head.row === placed.head.row && head.column === placed.head.column)) return;
    select({ ...placed, head });
  });
  return {
    onPointerDown: (event) => {
      props.leaveFollow();
      const cell = cellAt(scroller.current, event.target);
      if (cell === null || cell.row < 0 || event.button !== 0 || isEditor(event.target)) return;
      props.onEnter();
      // Accept the typed text before another cell becomes active.
      editor.leave();
      const isTick = columns[cell.column]?.key === TICKS;
      if (event.shiftKey && placed !== null && !isTick) {
        event.preventDefault();
        return choose({ ...placed, head: cell });
      }
      props.onSelect();
      select(selectionAt(cell));
      if (!isTick) drag();
    },
    onClick: ({ target, shiftKey: isRange }) => {
      const cell = cellAt(scroller.current, target);
      if (cell === null) return;
      const isBox = target instanceof HTMLInputElement && target.type === 'checkbox';
      if (isBox && cell.row >= 0) tick(cell.row, isRange);
      else if (!isBox && cell.row < 0) sortBy(columns[cell.column]?.key);
    },
    onDoubleClick: ({ target }) => {
      const cell = cellAt(scroller.current, target);
      const column = columns[cell?.column ?? -1];
      const row = cell === null || cell.row < 0 ? undefined : rowAt(cell.row);
      if (row === undefined || column?.key === TICKS || isEditor(target)) return;
      if (column !== undefined && edits.isEditable(column)) editor.begin(null);
      else onOpen?.(row);
    },
  };
}
