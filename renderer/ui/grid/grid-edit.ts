// What a person did to cells, as one block of texts over rows and columns.

import type { ChosenRows } from './bound-selection.ts';
import type { CellRange } from './cell-range.ts';
import { type Block, tiled } from './clipboard.ts';
import type { GridColumn } from './grid-columns.ts';

/** Texts by row and column. The rows are as they were when the edit began. */
export interface GridEdit<Row> extends ChosenRows<Row> {
  readonly kind: 'edit' | 'paste' | 'fill' | 'clear';
  /** The place of the first row. */
  readonly first: number;
  /** For a pasted block, all columns from the first one on, editable or not; otherwise only those with an editor. */
  readonly columns: readonly string[];
  readonly texts: Block;
}

type EditableColumn = Pick<GridColumn<never>, 'key' | 'editor'>;

interface FillOf<Row> {
  readonly columns: readonly EditableColumn[];
  readonly chosen: ChosenRows<Row>;
  readonly textOf: (column: number) => string;
}

/** One text for each column of the range, all the way down. Returns null when none of it can be edited. */
export function fillEdit<Row>(
  kind: 'fill' | 'clear',
  { top, bottom, left, right }: CellRange,
  { columns, chosen, textOf }: FillOf<Row>,
): GridEdit<Row> | null {
  const filled = columns.flatMap(({ key, editor }, at) =>
    editor !== undefined && at >= left && at <= right ? [{ key, at }] : [],
  );
  if (filled.length === 0 || bottom < top) return null;
  const line = filled.map(({ at }) => textOf(at));
  return { kind, first: top, ...chosen, columns: filled.map(({ key }) => key), texts: chosen.rows.map(() => line) };
}

interface PasteOf<Row> {
  readonly columns: readonly EditableColumn[];
  readonly rowsAt: (first: number, size: number) => ChosenRows<Row>;
}

/** A block pasted over a range. Returns null when there is nothing to paste. */
export function pasteEdit<Row>(
  block: Block,
  range: CellRange,
  { columns, rowsAt }: PasteOf<Row>,
): GridEdit<Row> | null {
  const [line] = block;
  if (line === undefined) return null;
  const size = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
  const [only] = line;
  // A single value fills the editable columns of the range.
  if (block.length === 1 && line.length === 1 && size.rows * size.columns > 1)
    return fillEdit('fill', range, { columns, chosen: rowsAt(range.top, size.rows), textOf: () => only ?? '' });
  const whole = tiled(block, size) ?? block;
  return {
    kind: 'paste',
    first: range.top,
    ...rowsAt(range.top, whole.length),
    columns: columns.slice(range.left).map(({ key }) => key),
    texts: whole,
  };
}
