// The active cell for those around the grid: they are told which one it is, and can lead to another.

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
  /** Another cell is to have the focus. */
  readonly onJump: () => void;
  readonly show: (cell: Cell) => void;
}

export function useActiveCell<Row>(props: ActiveCellOf<Row>): void {
  const { selection, columns, isLoading, isEditing, handle, onActive, onJump, show } = props;
  const { kept, keep, active, activeRow, activeColumn } = selection;
  const tellActive = useEffectEvent(() => {
    const isCell = active !== null && active.row >= 0 && kept !== null && activeColumn !== undefined;
    onActive?.(isCell ? { ...kept.active, column: activeColumn.key, row: activeRow } : null);
  });
  // Before anything is painted: whatever else names the row names this one.
  useLayoutEffect(() => tellActive(), [kept?.active.key, active?.row, activeRow, activeColumn?.key]);
  useImperativeHandle(handle, () => ({
    jumpTo: (cell) => {
      // It may come late: whoever is typing by then is not led away from the cell it is meant for.
      if (isEditing) return;
      onJump();
      const isShown = columns.some(({ key }) => key === cell.column);
      const next = isShown ? cell : { ...cell, column: columns[active?.column ?? 0]?.key ?? '' };
      flushSync(() => keep(bindOne(next)));
      show({ row: next.place, column: columns.findIndex(({ key }) => key === next.column) });
    },
  }));
  // Another filter shows another list: the selected row is in sight there, too.
  const showActive = useEffectEvent(() => {
    if (active !== null && active.row >= 0) show(active);
  });
  useEffect(() => {
    if (!isLoading) showActive();
  }, [isLoading]);
}
