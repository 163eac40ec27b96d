import type { ReactNode, Ref } from 'react';
import type { BoundCell, FindRow, RowKey } from './bound-selection.ts';
import type { GridColumn, GridTicks, SavedLayout } from './grid-columns.ts';
import type { GridEdit } from './grid-edit.ts';

/** `row` is undefined until it has been read. */
interface ActiveCell<Row> extends BoundCell {
  readonly row: Row | undefined;
}

export interface GridHandle {
  /** Makes a cell active, visible and focused before it returns. */
  readonly jumpTo: (cell: BoundCell) => void;
}

export interface GridProps<Row> extends SavedLayout {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Null until it is known. */
  readonly count: number | null;
  /** Undefined until the row has been read. */
  readonly rowAt: (index: number) => Row | undefined;
  /** A row's identity, wherever it is in the list. The function must stay the same between renders. */
  readonly keyOf: (row: Row) => RowKey;
  /** For a list that must also find rows that have not been read. */
  readonly findRow?: FindRow;
  readonly onVisible?: (first: number, last: number) => void;
  /** For copying and saving rows that have not been read yet. Returns null when they cannot be read. */
  readonly readRows?: (first: number, count: number) => Promise<readonly Row[] | null>;
  readonly empty: ReactNode;
  readonly handle?: Ref<GridHandle>;
  readonly onActive?: (cell: ActiveCell<Row> | null) => void;
  /** A double click opens a row, and so does Enter on any of its cells. */
  readonly onOpen?: (row: Row) => void;
  readonly onEdit?: (edit: GridEdit<Row>) => void;
  readonly ticks?: GridTicks<Row>;
  /** Rows of two lines, for columns that wrap. */
  readonly isTall?: boolean;
  /** The place in the list to keep visible; null leaves scrolling to the person. */
  readonly follow?: number | null;
  /** Called when the person scrolls or moves while the grid follows. */
  readonly onLeaveFollow?: () => void;
}
