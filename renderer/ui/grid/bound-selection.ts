// The selection of a grid, bound to the keys of its rows and columns; their places are looked up in the current list. When a row
// is gone, its selection is gone: another row never takes its place.

import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Cell, rangeOf, type Selection, selectionAt } from './cell-range.ts';

export type RowKey = string | number;

/** `key` is the row's key, null for the header (place -1) and for a row that has not been read; `place` is where it last was. */
export interface BoundCell {
  readonly key: RowKey | null;
  readonly place: number;
  readonly column: string;
}

/** `rows` and `columns` are all between `anchor` and `head`, in order; null for a row that has not been read. */
interface BoundRange {
  readonly anchor: BoundCell;
  readonly head: BoundCell;
  readonly rows: readonly (RowKey | null)[];
  readonly columns: readonly string[];
}

export interface BoundSelection {
  readonly active: BoundCell;
  readonly range: BoundRange;
}

/** The list as shown. `keyAt` returns undefined for a row that has not been read. */
export interface ShownList {
  readonly count: number;
  readonly columns: readonly string[];
  readonly keyAt: (place: number) => RowKey | undefined;
}

export function bindCell({ row, column }: Cell, { columns, keyAt }: ShownList): BoundCell {
  return { key: row < 0 ? null : (keyAt(row) ?? null), place: row, column: columns[column] ?? '' };
}

export function bindSelection({ active, anchor, head }: Selection, list: ShownList): BoundSelection {
  const { top, bottom, left, right } = rangeOf({ anchor, head });
  const rows = Array.from({ length: Math.max(0, bottom - top + 1) }, (_, at) => list.keyAt(top + at) ?? null);
  const range = { anchor: bindCell(anchor, list), head: bindCell(head, list) };
  return {
    active: bindCell(active, list),
    range: { ...range, rows, columns: list.columns.slice(left, right + 1) },
  };
}

/** Selects one cell, by its row's key. */
export function bindOne(cell: BoundCell): BoundSelection {
  return { active: cell, range: { anchor: cell, head: cell, rows: [cell.key], columns: [cell.column] } };
}

/** Moves to the header of the active column when the row is gone, because nothing can be typed into a header. */
function atHeader({ active }: BoundSelection): BoundSelection {
  return bindOne({ ...active, key: null, place: -1 });
}

/** The selection once its row's place has been found; null when the row is not in the list. */
export function foundAt(bound: BoundSelection, place: number | null): BoundSelection {
  if (place === null) return atHeader(bound);
  const { active, range } = bound;
  const by = place - active.place;
  const moved = (cell: BoundCell): BoundCell => ({ ...cell, place: Math.max(0, cell.place + by) });
  return { active: moved(active), range: { ...range, anchor: moved(range.anchor), head: moved(range.head) } };
}

/** Where a cell's row is now. Returns null when another row is in its place and it is not among the rows read. */
export function placeOf({ key, place }: BoundCell, { count, keyAt }: ShownList): number | null {
  if (place < 0) return place;
  if (key === null) return place < count ? place : null;
  for (let away = 0; away < Math.max(place + 1, count - place); away += 1) {
    if (keyAt(place - away) === key) return place - away;
    if (keyAt(place + away) === key) return place + away;
  }
  return place < count && keyAt(place) === undefined ? place : null;
}

/**
 * `selection` is null while its row's place is unknown; `bound` is the same object unless more is known; `missing` is the key of
 * an active row that has not been read.
 */
interface Placed {
  readonly selection: Selection | null;
  readonly bound: BoundSelection;
  readonly missing: RowKey | null;
}

/**
 * A range holds the rows and columns it was made over: when they are no longer adjacent, only the active cell remains. With
 * `canFind`, the place of an unread row can still be looked up.
 */
export function placeSelection(bound: BoundSelection, list: ShownList, canFind = false): Placed {
  const { active, range } = bound;
  const row = placeOf(active, list);
  if (row === null && (active.key === null || !canFind)) return placeSelection(atHeader(bound), list);
  if (row === null) return { selection: null, bound, missing: active.key };
  const missing = active.key !== null && list.keyAt(row) === undefined ? active.key : null;
  const cell = { row, column: Math.max(0, list.columns.indexOf(active.column)) };
  const ends = placeRange(range, list);
  const now = ends === null ? bindOne(asKnown(active, row, list)) : boundAgain(bound, { ...ends, active: cell }, list);
  return {
    selection: { ...(ends ?? selectionAt(cell)), active: cell },
    bound: isSame(now, bound) ? bound : now,
    missing,
  };
}

type Ends = Pick<Selection, 'anchor' | 'head'>;

function placeRange({ anchor, head, rows, columns }: BoundRange, list: ShownList): Ends | null {
  const [from, to] = [placeOf(anchor, list), placeOf(head, list)];
  const [start, end] = [list.columns.indexOf(anchor.column), list.columns.indexOf(head.column)];
  if (from === null || to === null || start === -1 || end === -1) return null;
  const ends = { anchor: { row: from, column: start }, head: { row: to, column: end } };
  const { top, bottom, left, right } = rangeOf(ends);
  if (bottom - top + 1 !== rows.length || right - left + 1 !== columns.length) return null;
  const isTogether = rows.every((row, down) => {
    const key = list.keyAt(top + down);
    return row === null || key === undefined || key === row;
  });
  return isTogether && columns.every((key, across) => list.columns[left + across] === key) ? ends : null;
}

/** A cell at its current place, with its row's key if that has been read since. */
function asKnown({ key, column }: BoundCell, place: number, { keyAt }: ShownList): BoundCell {
  return { key: key ?? (place < 0 ? null : (keyAt(place) ?? null)), place, column };
}

function boundAgain({ active, range }: BoundSelection, placed: Selection, list: ShownList): BoundSelection {
  const { top } = rangeOf(placed);
  return {
    active: asKnown(active, placed.active.row, list),
    range: {
      ...range,
      anchor: asKnown(range.anchor, placed.anchor.row, list),
      head: asKnown(range.head, placed.head.row, list),
      rows: range.rows.map((row, down) => row ?? list.keyAt(top + down) ?? null),
    },
  };
}

function isSame(one: BoundSelection, other: BoundSelection): boolean {
  const cells = ({ active, range: { anchor, head } }: BoundSelection): readonly BoundCell[] => [active, anchor, head];
  const others = cells(other);
  const { rows, columns } = other.range;
  return (
    cells(one).every(({ key, place, column }, at) => {
      const before = others[at];
      return before?.key === key && before.place === place && before.column === column;
    }) &&
    one.range.rows.length === rows.length &&
    one.range.rows.every((row, at) => row === rows[at]) &&
    one.range.columns.length === columns.length
  );
}

interface SelectionOf<Row> {
  /** Null until it is known. */
  readonly count: number | null;
  readonly columns: readonly { readonly key: string }[];
  readonly rowAt: (place: number) => Row | undefined;
  readonly keyOf: (row: Row) => RowKey;
  readonly findRow: FindRow | undefined;
  readonly onFound: (place: number) => void;
}

/** Finds the place of an unread row: `at` is null when it is not in the list; the result is null when the lookup failed. */
export type FindRow = (key: RowKey) => Promise<{ readonly at: number | null } | null>;

/** The selection of a grid, and its places in the list as drawn. Its cells are bound in `list`. */
export function useBoundSelection<Row>({ count, columns, rowAt, keyOf, findRow, onFound }: SelectionOf<Row>) {
  const [bound, keep] = useState<BoundSelection | null>(null);
  const list = useMemo((): ShownList => {
    const keyAt = (place: number): RowKey | undefined => {
      const row = rowAt(place);
      return row === undefined ? undefined : keyOf(row);
    };
    return { count: count ?? 0, columns: columns.map(({ key }) => key), keyAt };
  }, [count, columns, rowAt, keyOf]);
  const placed = useMemo(
    () => (bound === null || count === null ? null : placeSelection(bound, list, findRow !== undefined)),
    [bound, count, list, findRow],
  );
  if (placed !== null && placed.bound !== bound) keep(placed.bound);

  const missing = placed?.missing ?? null;
  const isNowhere = placed?.selection === null;
  const found = useEffectEvent((key: RowKey, at: number | null) => {
    if (bound?.active.key !== key) return;
    keep(foundAt(bound, at));
    if (at !== null && isNowhere) onFound(at);
  });
  useEffect(() => {
    if (missing === null || findRow === undefined) return undefined;
    let isOld = false;
    void findRow(missing).then((answer) => {
      if (!isOld && answer !== null) found(missing, answer.at);
    });
    return () => {
      isOld = true;
    };
  }, [missing, findRow, list]);
  return { kept: bound, keep, list, selection: placed?.selection ?? null };
}

// The rows at some places of a list, each with the key by which it was chosen: an edit or a copy applies to these rows, whatever
// moves to their places later.

export interface ChosenRows<Row> {
  /** The current rows; undefined for one that has not been read. */
  readonly rows: readonly (Row | undefined)[];
  /** The key of each chosen row; null for one that nobody has seen. */
  readonly keys: readonly (RowKey | null)[];
}

interface RowsIn<Row> {
  readonly list: ShownList;
  readonly rowAt: (place: number) => Row | undefined;
  /** The keys of the selected range, from its first place; null when nothing is selected. */
  readonly range: { readonly top: number; readonly keys: readonly (RowKey | null)[] } | null;
}

/** What is known of the rows at these places. Rows of the range have their keys even before they are read. */
export function chosenRows<Row>(first: number, size: number, { list, rowAt, range }: RowsIn<Row>): ChosenRows<Row> {
  const places = Array.from({ length: Math.min(size, Math.max(0, list.count - first)) }, (_, at) => first + at);
  const selected = (place: number): RowKey | null => range?.keys[place - range.top] ?? null;
  return {
    rows: places.map((place) => rowAt(place)),
    keys: places.map((place) => list.keyAt(place) ?? selected(place)),
  };
}

interface Wanted<Row> {
  readonly size: number;
  readonly keys: readonly (RowKey | null)[];
  readonly keyOf: (row: Row) => RowKey;
}

/** Returns null when a row could not be read or is not the one that was chosen. */
export function asChosen<Row>(read: readonly Row[] | null, { size, keys, keyOf }: Wanted<Row>): readonly Row[] | null {
  const areThese = keys.every((key, at) => {
    const row = read?.[at];
    return row !== undefined && (key === null || keyOf(row) === key);
  });
  return areThese && keys.length === size ? read : null;
}
