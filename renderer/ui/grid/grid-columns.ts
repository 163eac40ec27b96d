// Which columns a grid shows, how wide they are, and which stay visible when it scrolls sideways.

import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { GridLayout } from '../../../shared/api/desk-commands.ts';
import { useChange } from '../../bridge/use-desk.ts';
import { useScreen } from '../navigation.ts';

export type CellTone = 'error' | 'warning' | 'edited' | 'leftOut' | 'faint';

/** Widths in pixels. Functions must stay the same between renders, or every row is redrawn. */
export interface GridColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly width: number;
  /** Takes the remaining width. When no column has it, the last column that is not frozen does. */
  readonly grow?: boolean;
  readonly frozen?: 'left' | 'right';
  readonly align?: 'end';
  readonly canHide?: boolean;
  readonly canSort?: boolean;
  /** The text to copy, and to show unless `render` is given. */
  readonly text: (row: Row, index: number) => string;
  readonly render?: (row: Row, index: number) => ReactNode;
  readonly title?: (row: Row) => string | undefined;
  readonly tone?: (row: Row) => readonly CellTone[];
  /** A column of amounts: right-aligned, summed over a range, a number in Excel. */
  readonly paise?: (row: Row) => number | null;
  /** A list of options is suggested below the input. */
  readonly editor?: 'text' | readonly string[];
}

/** A column while its edge is dragged, in pixels. */
export interface Resized {
  readonly key: string;
  readonly width: number;
}

/** The boxes beside the rows. Shift ticks several `rows` at once. */
export interface GridTicks<Row> {
  readonly isTicked: (row: Row) => boolean;
  readonly onTick: (rows: readonly Row[], isTicked: boolean) => void;
  readonly all: boolean | 'some';
  readonly onTickAll: (isTicked: boolean) => void;
  readonly label: (row: Row) => string;
  readonly allLabel: string;
}

/** The column of tick boxes. */
export const TICKS = 'ticks';

/** The largest part of the width for frozen columns. If they need more, nothing is frozen. */
const FROZEN_MOST = 0.7;

/** The next sort of this column: up, down, then the list's own order. */
export function nextSort(sort: GridLayout['sort'], key: string): GridLayout['sort'] {
  if (sort?.key !== key) return { key, direction: 'up' };
  return sort.direction === 'up' ? { key, direction: 'down' } : null;
}

export const PLAIN_LAYOUT: GridLayout = { widths: {}, hidden: [], sort: null };

/** `left` and `right` are the distances from the edge at which a frozen column stays, in pixels. */
export interface LaidColumn<Row> extends GridColumn<Row> {
  readonly left: number | null;
  readonly right: number | null;
}

/**
 * `template` is for CSS; `leftPx` and `rightPx` are the widths that frozen columns cover; `starts` is where each column begins.
 */
export interface Laid<Row> {
  readonly columns: readonly LaidColumn<Row>[];
  readonly template: string;
  readonly widthPx: number;
  readonly leftPx: number;
  readonly rightPx: number;
  readonly starts: readonly number[];
}

interface LayOptions {
  readonly layout: GridLayout;
  readonly roomPx: number;
}

export function layColumns<Row>(all: readonly GridColumn<Row>[], { layout, roomPx }: LayOptions): Laid<Row> {
  const shown = all
    .filter(({ key, canHide }) => canHide === false || !layout.hidden.includes(key))
    .map((column) => ({ ...column, width: layout.widths[column.key] ?? column.width }));
  const sideWidth = (side: 'left' | 'right'): number =>
    shown.reduce((sum, { frozen, width }) => (frozen === side ? sum + width : sum), 0);
  const [left, middle, right] = (['left', undefined, 'right'] as const).map((side) =>
    shown.filter(({ frozen }) => frozen === side),
  );
  const ordered = [...(left ?? []), ...(middle ?? []), ...(right ?? [])];
  const widthPx = ordered.reduce((sum, { width }) => sum + width, 0);
  // Freezes nothing when all columns fit: a sticky cell costs the browser more than a plain one.
  const staysInSight = widthPx > roomPx && sideWidth('left') + sideWidth('right') <= roomPx * FROZEN_MOST;
  const grows = ordered.findLast(({ grow }) => grow === true) ?? (middle ?? []).at(-1) ?? ordered.at(-1);
  const starts: number[] = [];
  let start = 0;
  const columns = ordered.map((column): LaidColumn<Row> => {
    starts.push(start);
    start += column.width;
    return {
      ...column,
      left: staysInSight && column.frozen === 'left' ? start - column.width : null,
      right: staysInSight && column.frozen === 'right' ? widthPx - start : null,
    };
  });
  return {
    columns,
    template: columns
      .map(({ key, width }) => (key === grows?.key ? `minmax(${width}px, 1fr)` : `${width}px`))
      .join(' '),
    widthPx,
    leftPx: staysInSight ? sideWidth('left') : 0,
    rightPx: staysInSight ? sideWidth('right') : 0,
    starts,
  };
}

export interface SavedLayout {
  readonly layout: GridLayout;
  readonly onLayoutChange: (layout: GridLayout) => void;
}

/** The layout of the named grid, as the person left it. */
export function useGridLayout(name: string): SavedLayout {
  const { settings } = useScreen();
  const { run } = useChange('saveSettings');
  const [own, setOwn] = useState<GridLayout | null>(null);
  const onLayoutChange = useCallback(
    (layout: GridLayout) => {
      setOwn(layout);
      void run({ settings: { grids: { [name]: layout } } });
    },
    [name, run],
  );
  return { layout: own ?? settings.grids[name] ?? PLAIN_LAYOUT, onLayoutChange };
}

// The columns as drawn: tick boxes first, in the person's widths and sort order.

interface ColumnsOf<Row> extends SavedLayout {
  readonly columns: readonly GridColumn<Row>[];
  readonly hasTicks: boolean;
  /** The width of the grid, in pixels. */
  readonly roomPx: number;
}

interface Columns<Row> {
  readonly laid: Laid<Row>;
  /** Called while a column's edge is dragged; null when it is released. */
  readonly onResize: (resized: Resized | null) => void;
  readonly sortBy: (key: string | undefined) => void;
}

export function useColumns<Row>(props: ColumnsOf<Row>): Columns<Row> {
  const { hasTicks, layout, onLayoutChange, roomPx } = props;
  const [resized, setResized] = useState<Resized | null>(null);
  const all = useMemo(() => (hasTicks ? [TICK_COLUMN, ...props.columns] : props.columns), [props.columns, hasTicks]);
  const current = useMemo(
    () => (resized === null ? layout : { ...layout, widths: { ...layout.widths, [resized.key]: resized.width } }),
    [layout, resized],
  );
  const laid = useMemo(() => layColumns(all, { layout: current, roomPx }), [all, current, roomPx]);
  return {
    laid,
    onResize: setResized,
    sortBy: (key) => {
      if (key === undefined || laid.columns.find((column) => column.key === key)?.canSort !== true) return;
      onLayoutChange({ ...layout, sort: nextSort(layout.sort, key) });
    },
  };
}

const TICK_COLUMN: GridColumn<unknown> = {
  key: TICKS,
  header: '',
  width: 36,
  frozen: 'left',
  canHide: false,
  text: () => '',
};
