// The line above the rows: sorting, widths, and the box that ticks all.

import type { PointerEvent } from 'react';
import type { GridLayout } from '../../../shared/api/desk-commands.ts';
import styles from './grid.module.css';
import { type GridTicks, type LaidColumn, type Resized, type SavedLayout, TICKS } from './grid-columns.ts';
import { cellClass, edgesOf, sideOf } from './grid-row.tsx';
import { dragWidth } from './use-drag.ts';

interface GridHeaderProps<Row> extends SavedLayout {
  readonly columns: readonly LaidColumn<Row>[];
  readonly underLeft: number;
  readonly underRight: number;
  /** Null when the active cell is not a header. */
  readonly activeColumn: number | null;
  /** No cell is active yet, so Tab stops at the first header. */
  readonly isTabStop: boolean;
  readonly onResize: (resized: Resized | null) => void;
  readonly ticks: GridTicks<Row> | undefined;
}

export function GridHeader<Row>({ columns, activeColumn, isTabStop, ticks, ...rest }: GridHeaderProps<Row>) {
  const { sort } = rest.layout;
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {columns.map((column, at) => {
        const { key, header } = column;
        const direction = sort?.key === key ? sort.direction : null;
        const isActive = at === activeColumn;
        const tabIndex = isActive || (isTabStop && at === 0) ? 0 : -1;
        return (
          <div
            key={key}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={direction === null ? undefined : SORTS[direction]}
            tabIndex={tabIndex}
            title={header}
            data-under={sideOf(at, rest)}
            data-sortable={column.canSort === false ? undefined : ''}
            className={`${cellClass(column, { isActive })} ${styles.head}`}
            style={edgesOf(column)}
          >
            {key === TICKS && ticks !== undefined ? (
              <input
                type="checkbox"
                className={styles.tick}
                tabIndex={tabIndex}
                aria-label={ticks.allLabel}
                checked={ticks.all === true}
                ref={(box) => {
                  if (box !== null) box.indeterminate = ticks.all === 'some';
                }}
                onChange={({ target }) => ticks.onTickAll(target.checked)}
              />
            ) : (
              <>
                <span className={styles.headWord}>{header}</span>
                {direction === null ? null : <span aria-hidden>{direction === 'up' ? '▲' : '▼'}</span>}
                <ColumnEdge column={column} {...rest} />
              </>
            )}
          </div>
        );
      })}
    </div>
  );
}

const SORTS: Readonly<Record<NonNullable<GridLayout['sort']>['direction'], 'ascending' | 'descending'>> = {
  up: 'ascending',
  down: 'descending',
};

interface ColumnEdgeProps extends SavedLayout {
  readonly column: Resized;
  readonly onResize: (resized: Resized | null) => void;
}

function ColumnEdge({ column: { key, width }, layout, onLayoutChange, onResize }: ColumnEdgeProps) {
  const resize = (event: PointerEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    dragWidth({
      fromX: event.clientX,
      width,
      onDrag: (dragged) => onResize({ key, width: dragged }),
      onEnd: (dragged) => {
        onResize(null);
        if (dragged !== null) onLayoutChange({ ...layout, widths: { ...layout.widths, [key]: dragged } });
      },
    });
  };
  const reset = (): void => {
    const { [key]: _, ...others } = layout.widths;
    onLayoutChange({ ...layout, widths: others });
  };
  return (
    <span
      aria-hidden
      className={styles.edge}
      onPointerDown={resize}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={reset}
    />
  );
}
