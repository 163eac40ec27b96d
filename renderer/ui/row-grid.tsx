// The grid of every long list, dressed like the rest of the window. In: columns and a list with gaps. Out: a grid that
// says what is seen, so that the rest need not be read. This file must never hold a row of its own, nor let anybody type into
// one that has not been read.

import { type UIEvent, useCallback, useEffect, useRef } from 'react';
import { type Column, DataGrid, type DataGridHandle, type DataGridProps } from 'react-data-grid';
import type { GridRow, RowList } from '../bridge/row-list.ts';
import { useRows } from '../bridge/use-row-list.ts';
import { useRowHeight } from './density.ts';
import styles from './row-grid.module.css';
import { useFlight } from './use-flight.tsx';

/** Rows read beyond the edge, so that a slow scroll shows no gap. */
const BEYOND_ROWS = 30;
const HEADER_HEIGHT_PX = 32;

/** The same for every drawing, so that rows that did not change are not drawn anew. */
const COLUMN_OPTIONS = { resizable: true };
const placeOf = ({ at }: { readonly at: number }): number => at;

type GridProps<Row> = Pick<
  DataGridProps<GridRow<Row>>,
  | 'onRowsChange'
  | 'onFill'
  | 'onCellPaste'
  | 'onCellKeyDown'
  | 'onSelectedCellChange'
  | 'onCellDoubleClick'
  | 'onCellClick'
  | 'rowClass'
>;

interface RowGridProps<Row> extends GridProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<GridRow<Row>>[];
  readonly list: RowList<Row>;
  /** What a person calls a row, as in the first column: all that is shown of it while the list flies past. */
  readonly nameOf: (row: Row) => string | number;
  readonly empty: React.ReactNode;
  readonly handle?: React.RefObject<DataGridHandle | null>;
  /** The place in the list to keep in sight; null leaves the scrolling to the person. */
  readonly follow?: number | null;
  /** A row is opened by a double click, and by Enter on any of its cells. */
  readonly onOpen?: (row: Row) => void;
}

export function RowGrid<Row>({
  label,
  columns,
  list,
  nameOf,
  empty,
  handle,
  follow = null,
  onOpen,
  onCellKeyDown,
  onCellDoubleClick,
  ...rest
}: RowGridProps<Row>) {
  const own = useRef<DataGridHandle>(null);
  const ref = handle ?? own;
  const rowHeight = useRowHeight();
  const { rows, total } = useRows(list);
  const { show } = list;
  const { flight, renderers } = useFlight(columns, nameOf);
  const frame = useRef(0);
  // In the next frame: asked in the middle of a scroll, where the grid stands costs a layout of its own.
  const look = useCallback(
    (element: HTMLElement) => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => {
        const first = Math.floor(element.scrollTop / rowHeight);
        const last = first + Math.ceil(element.clientHeight / rowHeight);
        show({ from: Math.max(0, first - BEYOND_ROWS), to: last + BEYOND_ROWS });
      });
    },
    [rowHeight, show],
  );
  useEffect(() => {
    if (ref.current?.element) look(ref.current.element);
  }, [look, ref]);
  useEffect(() => {
    if (follow === null) return undefined;
    const next = requestAnimationFrame(() =>
      bringIntoSight(ref.current?.element ?? null, follow * rowHeight, rowHeight),
    );
    return () => cancelAnimationFrame(next);
  }, [follow, ref, rowHeight]);
  if (total === 0) return <div className={styles.frame}>{empty}</div>;
  return (
    <div
      className={styles.frame}
      // Before the grid draws for it: the very frame is drawn light. Following a run is no flight: its rows are watched.
      onScrollCapture={({ target }) => {
        if (follow === null && target instanceof Element && target === ref.current?.element)
          flight.scrolled({ top: target.scrollTop, height: target.clientHeight });
      }}
    >
      <DataGrid
        {...rest}
        ref={ref}
        aria-label={label}
        className={styles.grid ?? ''}
        columns={columns}
        rows={rows}
        renderers={renderers}
        rowKeyGetter={placeOf}
        rowHeight={rowHeight}
        headerRowHeight={HEADER_HEIGHT_PX}
        onCellKeyDown={(args, event) => {
          // Arrows move within the grid and Tab leaves it; while a cell is edited Tab takes the text and goes on.
          if (args.mode === 'SELECT' && event.key === 'Tab') return event.preventGridDefault();
          if (args.mode === 'SELECT' && event.key === 'Enter' && onOpen !== undefined && args.row.row !== null) {
            event.preventGridDefault();
            return onOpen(args.row.row);
          }
          if (args.mode === 'SELECT' && args.row.row === null && !MOVES.has(event.key)) event.preventGridDefault();
          else onCellKeyDown?.(args, event);
        }}
        onCellDoubleClick={(args, event) => {
          if (args.row.row === null) return event.preventGridDefault();
          onOpen?.(args.row.row);
          onCellDoubleClick?.(args, event);
        }}
        onScroll={(event: UIEvent<HTMLDivElement>) => look(event.currentTarget)}
        defaultColumnOptions={COLUMN_OPTIONS}
      />
    </div>
  );
}

/** What leads from cell to cell, also over rows that are still read. */
const MOVES: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);

/** Scrolls as little as shows the row. Units: pixels from the first row's top. */
function bringIntoSight(grid: HTMLElement | null, top: number, height: number): void {
  if (grid === null) return;
  const seen = grid.clientHeight - HEADER_HEIGHT_PX;
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + height > grid.scrollTop + seen) grid.scrollTop = top + height - seen;
}
