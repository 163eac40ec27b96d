// The selection of a grid: a cell and a range, bound to the keys of their rows. Places are those of the list as drawn now, and
// hold for this render only.

import {
  asChosen,
  type BoundSelection,
  bindSelection,
  type ChosenRows,
  chosenRows,
  type RowKey,
  type ShownList,
  useBoundSelection,
} from './bound-selection.ts';
import { type Cell, type CellRange, rangeOf, type Selection } from './cell-range.ts';
import type { LaidColumn } from './grid-columns.ts';
import type { GridProps } from './grid-props.ts';

interface SelectionOf<Row> extends Pick<GridProps<Row>, 'count' | 'rowAt' | 'keyOf'> {
  readonly findRow: GridProps<Row>['findRow'];
  readonly readRows: GridProps<Row>['readRows'];
  readonly columns: readonly LaidColumn<Row>[];
  /** Scrolls a cell into view. */
  readonly show: (cell: Cell) => void;
  /** Called when a selection should take the focus. */
  readonly onChoose: () => void;
}

export interface GridSelection<Row> {
  /** The list in which cells are bound. */
  readonly list: ShownList;
  /** The selection by keys; null before there is one. */
  readonly bound: BoundSelection | null;
  readonly keep: (selection: BoundSelection) => void;
  /** Where the selection is now; null while that is unknown. */
  readonly placed: Selection | null;
  readonly active: Cell | null;
  /** Undefined for the header, and until the row is read. */
  readonly activeRow: Row | undefined;
  readonly activeColumn: LaidColumn<Row> | undefined;
  /** Null when only a header is selected. */
  readonly range: CellRange | null;
  /** More than one cell is selected. */
  readonly isRange: boolean;
  readonly select: (next: Selection) => void;
  /** Selects, takes the focus, and scrolls to `seen`, or to the moving end of the range. */
  readonly choose: (next: Selection, seen?: Cell) => void;
  readonly rowsAt: (first: number, size: number) => ChosenRows<Row>;
  /** Reads the rows at these places. Returns null when one could not be read or is not the one that was chosen. */
  readonly readAll: (first: number, size: number) => Promise<readonly Row[] | null>;
}

export function useSelection<Row>(props: SelectionOf<Row>): GridSelection<Row> {
  const { count, columns, rowAt, keyOf, findRow, readRows, show, onChoose } = props;
  const {
    kept: bound,
    keep,
    list,
    selection,
  } = useBoundSelection({
    count,
    columns,
    rowAt,
    keyOf,
    findRow,
    onFound: (row) => show({ row, column: active?.column ?? 0 }),
  });
  const active = selection?.active ?? null;
  const range = selection === null || selection.head.row < 0 ? null : rangeOf(selection);
  const select = (next: Selection): void => keep(bindSelection(next, list));
  const rowsAt = (first: number, size: number): ChosenRows<Row> => {
    const keys: readonly (RowKey | null)[] = bound?.range.rows ?? [];
    return chosenRows(first, size, { list, rowAt, range: range === null ? null : { top: range.top, keys } });
  };
  return {
    list,
    bound,
    keep,
    placed: selection,
    active,
    activeRow: active === null || active.row < 0 ? undefined : rowAt(active.row),
    activeColumn: active === null ? undefined : columns[active.column],
    range,
    isRange: range !== null && (range.top < range.bottom || range.left < range.right),
    select,
    choose: (next, seen = next.head) => {
      onChoose();
      select(next);
      show(seen);
    },
    rowsAt,
    readAll: async (first, size) => {
      const { keys } = rowsAt(first, size);
      return asChosen((await readRows?.(first, size)) ?? null, { size, keys, keyOf });
    },
  };
}
