// Reports the active cell to the screen, and lets the screen jump to another.

import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { bindOne } from './bound-selection.ts';
import type { Cell } from './cell-range.ts';
import type { LaidColumn } from './grid-columns.ts';
import type { GridHandle, GridProps } from './grid-props.ts';
import type { GridSelection } from './use-selection.ts';

interface ActiveCellOf<Row> {
  readonly selection: GridSelection<Row>;
  readonly columns: readonly LaidColumn<Row>[];
  readonly isLoading: boolean;
  readonly isEditing: boolean;
  readonly handle: Ref<GridHandle> | undefined;
  readonly onActive: GridProps<Row>['onActive'];
  /** Called before another cell gets the focus. */
  readonly onJump: () => void;
  readonly show: (cell: Cell) => void;
}

export function useActiveCell<Row>(props: ActiveCellOf<Row>): void {
  const { selection, columns, isLoading, isEditing, handle, onActive, onJump, show } = props;
  const { bound, keep, active, activeRow, activeColumn } = selection;
  const tellActive = useEffectEvent(() => {
    const isCell = active !== null && active.row >= 0 && bound !== null && activeColumn !== undefined;
    onActive?.(isCell ? { ...bound.active, column: activeColumn.key, row: activeRow } : null);
  });
  // Before painting, so that everything on the screen names the same row.
  useLayoutEffect(() => tellActive(), [bound?.active.key, active?.row, activeRow, activeColumn?.key]);
  useImperativeHandle(handle, () => ({
    jumpTo: (cell) => {
      // A late jump must not move a person who is already typing to another cell.
      if (isEditing) return;
      onJump();
      const isShown = columns.some(({ key }) => key === cell.column);
      const next = isShown ? cell : { ...cell, column: columns[active?.column ?? 0]?.key ?? '' };
      flushSync(() => keep(bindOne(next)));
      show({ row: next.place, column: columns.findIndex(({ key }) => key === next.column) });
    },
  }));
  // A new filter shows another list; keep the selected row visible there too.
  const showActive = useEffectEvent(() => {
    if (active !== null && active.row >= 0) show(active);
  });
  useEffect(() => {
    if (!isLoading) showActive();
  }, [isLoading]);
}
