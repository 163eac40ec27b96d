// Maps cells to elements of the page, and elements or points back to cells.

import { type Cell, clamp } from './cell-range.ts';
import type { LaidColumn } from './grid-columns.ts';
import { HEADER_HEIGHT_PX } from './use-viewport.ts';

/** A point in the window, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The element that takes the focus for a cell. Returns null when its row is not drawn. */
export function cellElement(grid: HTMLElement | null, cell: Cell | null): HTMLElement | null {
  const row = cell === null ? null : grid?.querySelector(`[aria-rowindex="${cell.row + 2}"]`);
  const at = row?.querySelector<HTMLElement>(`[aria-colindex="${(cell?.column ?? 0) + 1}"]`) ?? null;
  return at?.querySelector<HTMLElement>('input[type=checkbox]') ?? at;
}

/** The cell that contains an element. Returns null when there is none. */
export function cellAt(grid: HTMLElement | null, target: EventTarget): Cell | null {
  const at = target instanceof Element ? target.closest('[role=gridcell], [role=columnheader]') : null;
  if (at === null || !(grid?.contains(at) ?? false) || at.hasAttribute('aria-colspan')) return null;
  const row = Number(at.parentElement?.getAttribute('aria-rowindex')) - 2;
  return { row, column: Number(at.getAttribute('aria-colindex')) - 1 };
}

interface CellsOf {
  readonly columns: readonly Pick<LaidColumn<never>, 'left' | 'right'>[];
  readonly rows: number;
  /** In pixels. */
  readonly rowHeight: number;
}

/** The cell below a point, or the nearest one when the point is outside the grid. */
export function cellUnder(grid: HTMLElement | null, { x, y }: Point, { columns, rows, rowHeight }: CellsOf): Cell {
  const box = grid?.getBoundingClientRect() ?? new DOMRect();
  const top = (grid?.scrollTop ?? 0) - box.top - HEADER_HEIGHT_PX;
  const row = Math.floor((clamp(y, { min: box.top + HEADER_HEIGHT_PX, max: box.bottom - 1 }) + top) / rowHeight);
  const within = clamp(x, { min: box.left + 1, max: box.right - 1 });
  const heads = [...(grid?.querySelectorAll('[role=columnheader]') ?? [])].map((head, at) => ({
    at,
    isFrozen: (columns[at]?.left ?? columns[at]?.right ?? null) !== null,
    box: head.getBoundingClientRect(),
  }));
  const under = heads
    .toSorted((left, right) => Number(right.isFrozen) - Number(left.isFrozen))
    .find(({ box: { left, right } }) => within >= left && within < right);
  return { row: clamp(row, { min: 0, max: rows - 1 }), column: under?.at ?? columns.length - 1 };
}

/** Whether the target is a text editor, which then handles keys, mouse and clipboard itself. */
export function isEditor(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox';
}
