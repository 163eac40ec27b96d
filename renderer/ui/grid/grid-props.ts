// What a screen hands to a grid, and what a grid hands back.

import type { ReactNode, Ref } from 'react';
import type { BoundCell, FindRow, RowKey } from './bound-selection.ts';
import type { GridColumn, GridTicks, KeptLayout } from './grid-columns.ts';
import type { GridEdit } from './grid-edit.ts';

/** `row` is undefined while it is not read. */
interface ActiveCell<Row> extends BoundCell {
  readonly row: Row | undefined;
}

export interface GridHandle {
  /** Makes a cell the active one, in sight and with the focus, before it comes back. */
  readonly jumpTo: (cell: BoundCell) => void;
}

export interface GridProps<Row> extends KeptLayout {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Null until it is known. */
  readonly count: number | null;
  /** Undefined until the row has been read. */
  readonly rowAt: (index: number) => Row | undefined;
  /** A row's identity, wherever in the list it stands. The function must be the same from one drawing to the next. */
  readonly keyOf: (row: Row) => RowKey;
  /** For a list whose rows must be found where they are not read. */
  readonly findRow?: FindRow;
  readonly onVisible?: (first: number, last: number) => void;
  /** For copying and saving rows that were not read yet. Shape: null where they cannot be. */
  readonly readRows?: (first: number, count: number) => Promise<readonly Row[] | null>;
  readonly empty: ReactNode;
  readonly handle?: Ref<GridHandle>;
  readonly onActive?: (cell: ActiveCell<Row> | null) => void;
  /** A row is opened by a double click, and by Enter on any of its cells. */
  readonly onOpen?: (row: Row) => void;
  readonly onEdit?: (edit: GridEdit<Row>) => void;
  readonly ticks?: GridTicks<Row>;
  /** The place in the list to keep in sight; null leaves the scrolling to the person. */
  readonly follow?: number | null;
  /** The person scrolls or moves while it follows. */
  readonly onLeaveFollow?: () => void;
}
