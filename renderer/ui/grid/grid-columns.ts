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
  /** The width until the content is known; afterwards the most that a column that may be cut insists on. */
  readonly width: number;
  /** In place of `width` where the grid is narrow. */
  readonly narrow?: number;
  /** Never cut, as amounts and numbers are: half an account or UTR is another one. */
  readonly isWhole?: true;
  /** Goes on in a second line where the grid's rows are tall. */
  readonly wraps?: true;
  /** Takes the remaining width. When no column has it, the last column that is not frozen does. */
  readonly grow?: boolean;
  readonly frozen?: 'left' | 'right';
  readonly align?: 'end';
  readonly canHide?: boolean;
  /** Left out while no row seen has anything in it and the others do not fit whole. */
  readonly givesWay?: true;
  readonly canSort?: false;
  /** The text to copy and to edit, and to show unless `shown` or `render` is given. */
  readonly text: (row: Row, index: number) => string;
  readonly shown?: (row: Row) => string;
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

/** The largest part of the width for frozen columns. If they need more, only those at the right are frozen, or none. */
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
  /** The frozen column beside those that scroll. */
  readonly isEdge: boolean;
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

/** The widest cell of each column measured so far, 0 for none, and its header, in pixels with the padding. */
export type ContentWidths = Readonly<Record<string, { readonly cells: number; readonly header: number }>>;

export const NOTHING_MEASURED: ContentWidths = {};

interface LayOptions {
  readonly layout: GridLayout;
  readonly roomPx: number;
  readonly content?: ContentWidths;
}

/** No content makes a column wider than this, in pixels. */
const CONTENT_MOST = 480;
const WHOLE_MOST = 320;

/** A narrower grid is one at 200 %: who and how much come first. */
const NARROW_PX = 480;

interface WidthRange {
  /** What the column insists on, even when the grid then scrolls sideways. */
  readonly least: number;
  /** With this much nothing in it is cut. */
  readonly wanted: number;
}

function widthRange(column: GridColumn<never>, { layout, roomPx, content = NOTHING_MEASURED }: LayOptions): WidthRange {
  const own = layout.widths[column.key];
  if (own !== undefined) return { least: own, wanted: own };
  const width = roomPx < NARROW_PX ? (column.narrow ?? column.width) : column.width;
  const { paise, align, isWhole = paise !== undefined || align === 'end' } = column;
  const { cells, header } = content[column.key] ?? { cells: width, header: 0 };
  const wanted = Math.min(CONTENT_MOST, Math.max(cells, header));
  const least = isWhole ? Math.max(Math.min(cells, WHOLE_MOST), Math.min(header, width)) : Math.min(width, wanted);
  return { least, wanted: Math.max(least, wanted) };
}

/** What is free goes first to the columns that are cut: those that lack little are made whole before those that lack much. */
function shareRoom<One extends WidthRange>(
  columns: readonly One[],
  roomPx: number,
): readonly (readonly [One, number])[] {
  let free = Math.max(0, roomPx - leastOf(columns));
  const lacking = columns.toSorted((one, other) => one.wanted - one.least - (other.wanted - other.least));
  return lacking.map((column, done) => {
    const given = Math.min(column.wanted - column.least, Math.floor(free / (lacking.length - done)));
    free -= given;
    return [column, column.least + given];
  });
}

export function layColumns<Row>(all: readonly GridColumn<Row>[], options: LayOptions): Laid<Row> {
  const { layout, roomPx } = options;
  const chosen = all
    .filter(({ key, canHide }) => canHide === false || !layout.hidden.includes(key))
    .map((column) => ({ ...column, ...widthRange(column, options) }));
  const isTight = chosen.reduce((sum, { wanted }) => sum + wanted, 0) > roomPx;
  const isEmpty = ({ key, givesWay }: GridColumn<Row>): boolean =>
    givesWay === true &&
    options.content?.[key]?.cells === 0 &&
    layout.sort?.key !== key &&
    layout.widths[key] === undefined;
  const visible = isTight ? chosen.filter((column) => !isEmpty(column)) : chosen;
  const [left, middle, right] = (['left', undefined, 'right'] as const).map((side) =>
    visible.filter(({ frozen }) => frozen === side),
  ) as [typeof visible, typeof visible, typeof visible];
  const ordered = [...left, ...middle, ...right];
  // Freezes nothing when all columns fit: a sticky cell costs the browser more than a plain one.
  const isTooWide = leastOf(ordered) > roomPx;
  const isLeftFrozen = isTooWide && leastOf(left) + leastOf(right) <= roomPx * FROZEN_MOST;
  const isRightFrozen = isTooWide && leastOf(right) <= roomPx * FROZEN_MOST;
  const isFrozen = ({ frozen }: (typeof visible)[number]): boolean =>
    (frozen === 'left' && isLeftFrozen) || (frozen === 'right' && isRightFrozen);
  // The columns in sight before anything is scrolled share the room; none of those after them shows a part of itself.
  const inSight = new Set(ordered.filter(isFrozen));
  for (const column of ordered.filter((one) => !isFrozen(one))) {
    if (leastOf([...inSight, column]) > roomPx) break;
    inSight.add(column);
  }
  const shared = ordered.filter((column) => inSight.has(column));
  const grows =
    shared.findLast(({ grow }) => grow === true) ??
    shared.findLast(({ frozen }) => frozen === undefined) ??
    shared.findLast((column) => !isFrozen(column));
  const widths = new Map(shareRoom(shared, roomPx));
  const freePx = roomPx - shared.reduce((sum, column) => sum + (widths.get(column) ?? 0), 0);
  if (grows !== undefined && isTooWide) widths.set(grows, (widths.get(grows) ?? 0) + Math.max(0, freePx));
  const sidePx = (columns: typeof visible): number =>
    columns.reduce((sum, column) => (isFrozen(column) ? sum + (widths.get(column) ?? 0) : sum), 0);
  const [leftPx, rightPx] = [sidePx(left), sidePx(right)];
  const betweenPx = roomPx - leftPx - rightPx;
  const laid = ordered.map((column) => {
    const { least, wanted } = column;
    return { ...column, width: widths.get(column) ?? Math.max(least, Math.min(wanted, betweenPx)) };
  });
  const widthPx = laid.reduce((sum, { width }) => sum + width, 0);
  const edges = [isLeftFrozen ? left.at(-1)?.key : undefined, isRightFrozen ? right[0]?.key : undefined];
  const starts: number[] = [];
  let start = 0;
  const columns = laid.map((column): LaidColumn<Row> => {
    starts.push(start);
    start += column.width;
    return {
      ...column,
      left: column.frozen === 'left' && isLeftFrozen ? start - column.width : null,
      right: column.frozen === 'right' && isRightFrozen ? widthPx - start : null,
      isEdge: edges.includes(column.key),
    };
  });
  return {
    columns,
    template: columns
      .map(({ key, width }) => (key === grows?.key && !isTooWide ? `minmax(${width}px, 1fr)` : `${width}px`))
      .join(' '),
    widthPx,
    leftPx,
    rightPx,
    starts,
  };
}

function leastOf(columns: readonly WidthRange[]): number {
  return columns.reduce((sum, { least }) => sum + least, 0);
}

/** A column of which `px` are hidden at one side, beneath a frozen column or beyond the edge; `at` is -1 when there is none. */
interface Under {
  readonly at: number;
  readonly px: number;
}

/** The columns that are only partly in sight, at each side. */
export function partlyHidden(
  {
    columns,
    starts,
    leftPx,
    rightPx,
  }: Pick<Laid<never>, 'starts' | 'leftPx' | 'rightPx'> & {
    readonly columns: readonly Pick<LaidColumn<never>, 'left' | 'right' | 'width'>[];
  },
  { left: scrolledPx, width: roomPx }: { readonly left: number; readonly width: number },
): Readonly<Record<'left' | 'right', Under>> {
  const [from, to] = [scrolledPx + leftPx, scrolledPx + roomPx - rightPx];
  const partly = (edge: number): number =>
    columns.findIndex(({ left, right, width }, at) => {
      const start = starts[at] ?? 0;
      return left === null && right === null && start < edge && start + width > edge;
    });
  const [left, right] = [partly(from), partly(to)];
  const end = (starts[right] ?? 0) + (columns[right]?.width ?? 0);
  return { left: { at: left, px: from - (starts[left] ?? 0) }, right: { at: right, px: end - to } };
}

export interface SavedLayout {
  readonly layout: GridLayout;
  readonly onLayoutChange: (layout: GridLayout) => void;
}

/** The layout of the named grid, as the person left it. A list with an order of its own keeps another only while it is open. */
export function useGridLayout(name: string, { keepsSort = true } = {}): SavedLayout {
  const { settings } = useScreen();
  const { run } = useChange('saveSettings');
  const [own, setOwn] = useState<GridLayout | null>(null);
  const onLayoutChange = useCallback(
    (layout: GridLayout) => {
      setOwn(layout);
      void run({ settings: { grids: { [name]: keepsSort ? layout : { ...layout, sort: null } } } });
    },
    [name, keepsSort, run],
  );
  return { layout: own ?? settings.grids[name] ?? PLAIN_LAYOUT, onLayoutChange };
}

// The columns as drawn: tick boxes first, in the person's widths and sort order.

interface ColumnsOf<Row> extends SavedLayout {
  readonly columns: readonly GridColumn<Row>[];
  readonly hasTicks: boolean;
  /** The width of the grid, in pixels. */
  readonly roomPx: number;
  readonly content: ContentWidths;
}

interface Columns<Row> {
  readonly laid: Laid<Row>;
  /** Called while a column's edge is dragged; null when it is released. */
  readonly onResize: (resized: Resized | null) => void;
  readonly sortBy: (key: string | undefined) => void;
}

export function useColumns<Row>(props: ColumnsOf<Row>): Columns<Row> {
  const { hasTicks, layout, onLayoutChange, roomPx, content } = props;
  const [resized, setResized] = useState<Resized | null>(null);
  const all = useMemo(() => (hasTicks ? [TICK_COLUMN, ...props.columns] : props.columns), [props.columns, hasTicks]);
  const current = useMemo(
    () => (resized === null ? layout : { ...layout, widths: { ...layout.widths, [resized.key]: resized.width } }),
    [layout, resized],
  );
  const laid = useMemo(() => layColumns(all, { layout: current, roomPx, content }), [all, current, roomPx, content]);
  return {
    laid,
    onResize: setResized,
    sortBy: (key) => {
      const column = laid.columns.find((one) => one.key === key);
      if (column === undefined || column.canSort === false) return;
      onLayoutChange({ ...layout, sort: nextSort(layout.sort, column.key) });
    },
  };
}

const TICK_COLUMN: GridColumn<unknown> = {
  key: TICKS,
  header: '',
  width: 36,
  frozen: 'left',
  canHide: false,
  canSort: false,
  text: () => '',
};
