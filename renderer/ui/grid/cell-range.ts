// The active cell, the selection, and what each key does, as in Excel. Ctrl with F, H, K, Y and Z, F6, F8 and the question
// mark belong to the window and the screen.

/** Indexes among the rows and columns shown; row -1 is the header. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** `active` is the cell to type into; the range is between `anchor` and `head`. */
export interface Selection {
  readonly active: Cell;
  readonly anchor: Cell;
  readonly head: Cell;
}

/** Both ends included. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The size of the grid. `page` is the number of rows visible at once. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

type MoveStep =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'pageUp'
  | 'pageDown'
  | 'top'
  | 'bottom'
  | 'rowStart'
  | 'rowEnd'
  | 'gridStart'
  | 'gridEnd'
  | 'next'
  | 'previous';

export type GridAction =
  | { readonly kind: 'step'; readonly step: MoveStep; readonly isExtending: boolean }
  | { readonly kind: 'type'; readonly text: string }
  | {
      readonly kind:
        | 'edit'
        | 'clear'
        | 'fillDown'
        | 'chooseAll'
        | 'chooseRow'
        | 'chooseColumn'
        | 'menu'
        | 'enter'
        | 'leave';
    };

/** The parts of a keyboard event that matter. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const STEPS: Readonly<Record<string, MoveStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'rowStart',
  End: 'rowEnd',
};

const CTRL_STEPS: Readonly<Record<string, MoveStep>> = {
  ArrowUp: 'top',
  ArrowDown: 'bottom',
  ArrowLeft: 'rowStart',
  ArrowRight: 'rowEnd',
  Home: 'gridStart',
  End: 'gridEnd',
};

/** Returns null for a key that the grid does not handle. */
export function keyAction(press: KeyPress): GridAction | null {
  const { key, shiftKey: isShift } = press;
  if (press.altKey) return null;
  if (press.ctrlKey || press.metaKey) {
    const step = CTRL_STEPS[key];
    if (step !== undefined) return { kind: 'step', step, isExtending: isShift };
    if (key === ' ') return { kind: 'chooseColumn' };
    if (isShift) return null;
    if (key.toLowerCase() === 'a') return { kind: 'chooseAll' };
    return key.toLowerCase() === 'd' ? { kind: 'fillDown' } : null;
  }
  const step = STEPS[key];
  if (step !== undefined) return { kind: 'step', step, isExtending: isShift };
  if (key === 'Tab') return { kind: 'step', step: isShift ? 'previous' : 'next', isExtending: false };
  if (key === 'Enter') return isShift ? { kind: 'step', step: 'up', isExtending: false } : { kind: 'enter' };
  if (key === 'Escape') return { kind: 'leave' };
  if (key === 'F2') return { kind: 'edit' };
  if (key === 'Delete' || key === 'Backspace') return { kind: 'clear' };
  if (key === 'ContextMenu' || (key === 'F10' && isShift)) return { kind: 'menu' };
  if (key === ' ' && isShift) return { kind: 'chooseRow' };
  return key.length === 1 && key !== '?' ? { kind: 'type', text: key } : null;
}

/** Returns null when the step leaves the grid. */
export function stepFrom(from: Cell, step: MoveStep, { rows, columns, page }: Extent): Cell | null {
  const last = { row: rows - 1, column: columns - 1 };
  const at = (row: number, column: number): Cell => ({
    row: clamp(row, { min: -1, max: last.row }),
    column: clamp(column, { min: 0, max: last.column }),
  });
  const { row, column } = from;
  switch (step) {
    case 'up':
      return at(row - 1, column);
    case 'down':
      return at(row + 1, column);
    case 'left':
      return at(row, column - 1);
    case 'right':
      return at(row, column + 1);
    case 'pageUp':
      return at(Math.max(0, row - page), column);
    case 'pageDown':
      return at(row + page, column);
    case 'top':
      return at(Math.min(0, last.row), column);
    case 'bottom':
      return at(last.row, column);
    case 'rowStart':
      return at(row, 0);
    case 'rowEnd':
      return at(row, last.column);
    case 'gridStart':
      return at(Math.min(0, last.row), 0);
    case 'gridEnd':
      return last;
    case 'next':
      if (column < last.column) return at(row, column + 1);
      return row < last.row ? at(row + 1, 0) : null;
    case 'previous':
      if (column > 0) return at(row, column - 1);
      return row > 0 ? at(row - 1, last.column) : null;
  }
}

export function selectionAt(cell: Cell): Selection {
  return { active: cell, anchor: cell, head: cell };
}

interface Stepping {
  readonly step: MoveStep;
  /** Moves the head of the range instead of the active cell. */
  readonly isExtending: boolean;
}

/** The selection after a step. Returns null when it leaves the grid; a range never includes the header. */
export function selectionAfter(from: Selection, { step, isExtending }: Stepping, extent: Extent): Selection | null {
  const next = stepFrom(isExtending ? from.head : from.active, step, extent);
  if (next === null) return null;
  const isHeader = next.row < 0 || from.anchor.row < 0;
  return isExtending && !isHeader ? { ...from, head: next } : selectionAt(next);
}

/** The rows of the range, from the first column to the last. */
export function wholeRows(from: Selection, { columns }: Pick<Extent, 'columns'>): Selection {
  return {
    ...from,
    anchor: { row: from.anchor.row, column: 0 },
    head: { row: from.head.row, column: columns - 1 },
  };
}

/** Every cell; the active one stays, and never is a header. */
export function wholeGrid({ active }: Selection, { rows, columns }: Pick<Extent, 'rows' | 'columns'>): Selection {
  return {
    active: { ...active, row: Math.max(0, active.row) },
    anchor: { row: 0, column: 0 },
    head: { row: rows - 1, column: columns - 1 },
  };
}

/** The columns of the range, from the first row to the last. */
export function wholeColumns(from: Selection, { rows }: Pick<Extent, 'rows'>): Selection {
  return {
    ...from,
    anchor: { row: 0, column: from.anchor.column },
    head: { row: rows - 1, column: from.head.column },
  };
}

/** The header is never part of a range. */
export function rangeOf({ anchor, head }: Pick<Selection, 'anchor' | 'head'>): CellRange {
  return {
    top: Math.max(0, Math.min(anchor.row, head.row)),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

export function isIn({ row, column }: Cell, range: CellRange): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

export function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.max(min, Math.min(max, value));
}
