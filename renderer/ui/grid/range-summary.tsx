import { useMemo } from 'react';
import { GRID } from '../../text/controls.ts';
import type { CellRange } from './cell-range.ts';
import type { GridColumn } from './grid-columns.ts';

interface SummaryOf<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rowAt: (index: number) => Row | undefined;
}

/** How much is chosen, and what its amounts come to. Shape: empty for one cell; no sum while a row of it is not read. */
export function summaryOf<Row>({ top, bottom, left, right }: CellRange, { columns, rowAt }: SummaryOf<Row>): string {
  if (top === bottom && left === right) return '';
  const size = GRID.range(bottom - top + 1, right - left + 1);
  const amounts = columns.slice(left, right + 1).flatMap(({ paise }) => paise ?? []);
  if (amounts.length === 0) return size;
  let [count, sum] = [0, 0];
  for (let index = top; index <= bottom; index += 1) {
    const row = rowAt(index);
    if (row === undefined) return size;
    for (const paiseOf of amounts) {
      const paise = paiseOf(row);
      if (paise === null) continue;
      count += 1;
      sum += paise;
    }
  }
  return Number.isSafeInteger(sum) ? `${size} · ${GRID.amounts(count, sum)}` : size;
}

/** Reckoned anew only when the range or its rows change: not while the grid is scrolled. */
export function RangeSummary<Row>({ top, bottom, left, right, columns, rowAt }: CellRange & SummaryOf<Row>) {
  return useMemo(
    () => summaryOf({ top, bottom, left, right }, { columns, rowAt }),
    [top, bottom, left, right, columns, rowAt],
  );
}
