// Which rows are visible, what to draw and request for them, and scrolling to a cell.

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Cell } from './cell-range.ts';
import type { Laid } from './grid-columns.ts';

export const HEADER_HEIGHT_PX = 32;

/** Rows drawn beyond the edge. */
const BEYOND_ROWS = 4;

/** The visible part of the list; `left`, how far it is scrolled sideways, `width` and `height` in pixels. */
export interface View {
  readonly first: number;
  readonly last: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** The scroll position and visible size of a grid, in pixels. */
type Scrolled = Pick<Element, 'scrollTop' | 'scrollLeft' | 'clientWidth' | 'clientHeight'>;

export function viewOf({ scrollTop, scrollLeft, clientHeight, clientWidth }: Scrolled, rowHeight: number): View {
  return {
    first: Math.max(0, Math.floor(scrollTop / rowHeight) - BEYOND_ROWS),
    last: Math.ceil((scrollTop + clientHeight - HEADER_HEIGHT_PX) / rowHeight) + BEYOND_ROWS,
    left: scrollLeft,
    width: clientWidth,
    height: clientHeight,
  };
}

/** In list order, always including the active row: an element that is moved loses the focus. */
export function placesToDraw(
  { first, last }: Pick<View, 'first' | 'last'>,
  { rows, activeRow }: { readonly rows: number; readonly activeRow: number },
): readonly number[] {
  const end = Math.min(last, rows - 1);
  const places = Array.from({ length: Math.max(0, end - first + 1) }, (_, at) => first + at);
  if (activeRow >= 0 && activeRow < first) return [activeRow, ...places];
  return activeRow > end ? [...places, activeRow] : places;
}

interface CellsLaid {
  readonly laid: Pick<Laid<never>, 'starts' | 'leftPx' | 'rightPx'> & {
    readonly columns: readonly Pick<Laid<never>['columns'][number], 'left' | 'right' | 'width'>[];
  };
  readonly rowHeight: number;
}

/** The scroll position that makes a cell visible with the least scrolling, in pixels. */
export function scrollToShow(
  { row, column }: Cell,
  { scrollTop, scrollLeft, clientWidth, clientHeight }: Scrolled,
  { laid, rowHeight }: CellsLaid,
): Pick<Scrolled, 'scrollTop' | 'scrollLeft'> {
  const nearest = (now: number, { from, to, size }: { from: number; to: number; size: number }): number => {
    if (from < now) return from;
    return to > now + size ? to - size : now;
  };
  const top = row * rowHeight;
  const rowsSeen = { from: top, to: top + rowHeight, size: clientHeight - HEADER_HEIGHT_PX };
  const down = row < 0 ? scrollTop : nearest(scrollTop, rowsSeen);
  const at = laid.columns[column];
  // A frozen column is always visible.
  if (at === undefined || at.left !== null || at.right !== null) return { scrollTop: down, scrollLeft };
  const start = laid.starts[column] ?? 0;
  const { leftPx, rightPx } = laid;
  const columnsSeen = { from: start - leftPx, to: start + at.width, size: clientWidth - rightPx };
  return { scrollTop: down, scrollLeft: nearest(scrollLeft, columnsSeen) };
}

interface ViewportOf {
  /** In pixels. */
  readonly rowHeight: number;
  readonly isFollowing: boolean;
  readonly onVisible: ((first: number, last: number) => void) | undefined;
}

export interface Viewport {
  /** For the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly view: View;
  /** How many rows Page Up and Page Down move. */
  readonly page: number;
  /** The rows move too fast to be read. */
  readonly isFlying: boolean;
  readonly onScroll: () => void;
  readonly scrollTo: (cell: Cell, laid: CellsLaid['laid']) => void;
}

export function useViewport({ rowHeight, isFollowing, onVisible }: ViewportOf): Viewport {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ first: 0, last: 30, left: 0, width: 1_200, height: 600 });
  const [, setCalmed] = useState(0);
  const [flight] = useState(() => makeFlight(() => setCalmed((times) => times + 1), waitForLull));
  useEffect(() => flight.rest, [flight]);

  const look = (): void => {
    const grid = scroller.current;
    if (grid === null) return;
    const now = viewOf(grid, rowHeight);
    setView((old) => (isSameView(old, now) ? old : now));
  };
  const remeasure = useEffectEvent(look);
  useEffect(() => {
    if (scroller.current === null) return undefined;
    const observer = new ResizeObserver(() => remeasure());
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => remeasure(), [rowHeight]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => onVisible?.(view.first, view.last));
    return () => cancelAnimationFrame(frame);
  }, [onVisible, view.first, view.last]);

  return {
    scroller,
    view,
    page: Math.max(1, Math.floor((view.height - HEADER_HEIGHT_PX) / rowHeight) - 1),
    isFlying: flight.isFlying(),
    onScroll: () => {
      const grid = scroller.current;
      if (grid === null) return;
      // While following a run, rows are watched, so scrolling is not flying.
      if (!isFollowing) flight.scrolled({ top: grid.scrollTop, height: grid.clientHeight });
      flushSync(look);
    },
    scrollTo: (cell, laid) => {
      const grid = scroller.current;
      if (grid === null) return;
      const { scrollTop, scrollLeft } = scrollToShow(cell, grid, { laid, rowHeight });
      if (scrollTop !== grid.scrollTop) grid.scrollTop = scrollTop;
      if (scrollLeft !== grid.scrollLeft) grid.scrollLeft = scrollLeft;
    },
  };
}

const VIEW_KEYS = ['first', 'last', 'left', 'width', 'height'] as const;

function isSameView(one: View, other: View): boolean {
  return VIEW_KEYS.every((key) => one[key] === other[key]);
}

interface FollowOf {
  /** The place in the list to keep visible; null leaves scrolling to the person. */
  readonly follow: number | null;
  readonly rows: number;
  readonly show: (cell: Cell) => void;
}

/** Keeps a place of the list visible while a run is followed. */
export function useFollow({ follow, rows, show }: FollowOf): void {
  const showFollowed = useEffectEvent((row: number) => show({ row: Math.min(row, rows - 1), column: 0 }));
  useEffect(() => {
    if (follow === null) return undefined;
    const frame = requestAnimationFrame(() => showFollowed(follow));
    return () => cancelAnimationFrame(frame);
  }, [follow, rows]);
}

// While a list flies past, as when its scroll bar is dragged, nobody can read a row, so rows are drawn simply. A single long jump
// does not count.

/** How long without another leap until the list counts as calm. */
const CALM_AFTER_MS = 100;

interface Stand {
  readonly top: number;
  /** The visible height, in the same unit. */
  readonly height: number;
}

interface Flight {
  readonly isFlying: () => boolean;
  /** In pixels. */
  readonly scrolled: (stand: Stand) => void;
  readonly rest: () => void;
}

/**
 * `wait` calls back after a lull and returns a function that cancels it. Two leaps without a lull between them start a flight.
 */
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

/** In time and in frames: on a slow machine the next scroll event may come late and still belong to the same scroll. */
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
