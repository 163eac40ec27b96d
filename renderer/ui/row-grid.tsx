// The grid of every long list: says what is seen, so that the rest need not be read, and lets nobody type into a row that
// has not been read. While the list flies past, as when its scroll bar is dragged, nobody can read a row, and rows are drawn
// light, except the selected one: what has the focus stays the element it is. One long jump is no flight.

import {
  createContext,
  type Key,
  memo,
  type ReactNode,
  type UIEvent,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Column,
  DataGrid,
  type DataGridHandle,
  type DataGridProps,
  type RenderRowProps,
  Row as WholeRow,
} from 'react-data-grid';
import { type GridRow, type RowList, useRows } from '../bridge/row-list.ts';
import styles from './row-grid.module.css';

/** Rows read beyond the edge, so that a slow scroll shows no gap. */
const BEYOND_ROWS = 30;
const HEADER_HEIGHT_PX = 32;

/** The same for every drawing, so that rows that did not change are not drawn anew. */
const COLUMN_OPTIONS = { resizable: true };
const placeOf = ({ at }: { readonly at: number }): number => at;

type GridProps<Row> = Pick<
  DataGridProps<GridRow<Row>>,
  'onRowsChange' | 'onFill' | 'onCellPaste' | 'onCellKeyDown' | 'onSelectedCellChange' | 'onCellDoubleClick'
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
        const from = Math.max(0, first - BEYOND_ROWS);
        show({ from, count: first - from + Math.ceil(element.clientHeight / rowHeight) + BEYOND_ROWS });
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

/** Without another leap for this long the list is calm. */
const CALM_AFTER_MS = 100;

interface Flying<Row> {
  readonly flight: Flight;
  readonly renderers: NonNullable<DataGridProps<GridRow<Row>>['renderers']>;
}

/** How the grid draws its rows: light while the list flies past, whole as soon as it has calmed. */
function useFlight<Row>(columns: readonly Column<GridRow<Row>>[], nameOf: (row: Row) => string | number): Flying<Row> {
  const [, setCalmed] = useState(0);
  const [flight] = useState(() => makeFlight(() => setCalmed((times) => times + 1), waitForLull));
  useEffect(() => flight.rest, [flight]);
  const renderers = useMemo(() => {
    const cellClass = columns[0]?.cellClass;
    const nameClass = typeof cellClass === 'string' ? cellClass : '';
    const renderRow = (key: Key, props: RenderRowProps<GridRow<Row>>): ReactNode => {
      if (!flight.isFlying() || props.selectedCellIdx !== undefined) return <WholeRow key={key} {...props} />;
      return (
        <FlyingRow
          key={key}
          ariaRowIndex={props['aria-rowindex']}
          gridRowStart={props.gridRowStart}
          columnCount={columns.length}
          nameClass={nameClass}
          name={props.row.row === null ? null : nameOf(props.row.row)}
        />
      );
    };
    return { renderRow };
  }, [columns, flight, nameOf]);
  return { flight, renderers };
}

/** In time and in frames: on a slow machine the next scroll may come long after, and is still the next. */
function waitForLull(then: () => void): () => void {
  let frame = 0;
  const timer = setTimeout(() => {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(then);
    });
  }, CALM_AFTER_MS);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

interface FlyingRowProps {
  readonly ariaRowIndex: number | undefined;
  readonly gridRowStart: number;
  readonly columnCount: number;
  readonly name: string | number | null;
  /** That of the column of names, so that they stay where they are. */
  readonly nameClass: string;
}

/** What a row is called, and one quiet place for all its other cells. */
const FlyingRow = memo(function FlyingRow(row: FlyingRowProps) {
  const { ariaRowIndex, gridRowStart, columnCount, name, nameClass } = row;
  return (
    <div role="row" aria-rowindex={ariaRowIndex} className={styles.flying}>
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columnCount}
        className={`${styles.flyingName} ${nameClass}`}
        style={{ gridRowStart }}
      >
        {name}
      </div>
      <div aria-hidden className={styles.flyingRest} style={{ gridRowStart }} />
    </div>
  );
});

type Density = 'comfortable' | 'compact';
export const DensityContext = createContext<Density>('comfortable');

/** As high as a control of tokens.css. */
const ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { comfortable: 32, compact: 28 };

function useRowHeight(): number {
  return ROW_HEIGHT_PX[useContext(DensityContext)];
}

interface Stand {
  readonly top: number;
  /** What is seen at once, in the same unit. */
  readonly height: number;
}

interface Flight {
  readonly isFlying: () => boolean;
  /** Units: pixels. */
  readonly scrolled: (stand: Stand) => void;
  readonly rest: () => void;
}

/** Shape: `wait` calls back after a lull and gives the way to stop it. Two leaps without a lull between them are a flight. */
export function makeFlight(onCalm: () => void, wait: (then: () => void) => () => void): Flight {
  let top = 0;
  let isFlying = false;
  let stop: (() => void) | null = null;
  const lull = (): void => {
    stop = null;
    const wasFlying = isFlying;
    isFlying = false;
    if (wasFlying) onCalm();
  };
  return {
    isFlying: () => isFlying,
    scrolled: (stand) => {
      const isLeap = Math.abs(stand.top - top) > stand.height;
      top = stand.top;
      if (!isLeap) return;
      if (stop !== null) {
        isFlying = true;
        stop();
      }
      stop = wait(lull);
    },
    rest: () => {
      stop?.();
      stop = null;
      isFlying = false;
    },
  };
}
