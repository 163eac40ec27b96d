// Rows set in columns. In: cells as text. Out: lines whose columns stand under each other, whatever letters they hold.
// This file must never cut a number: only columns that say so give way when the screen is narrow.

import { cutText, padText, plainText, textWidth } from './text-width.ts';

/** Shape: `mayShrink` for free text, which is cut where the screen is too narrow. */
export interface TableColumn {
  readonly heading: string;
  readonly align: 'left' | 'right';
  readonly mayShrink?: true;
}

/** Free text is still worth reading at this width. */
const SHRUNK_MIN_COLUMNS = 8;
const GAP = '  ';

/** The table's lines: a heading, unless every heading is empty, and one line for each row. */
export function formatTable(
  columns: readonly TableColumn[],
  { rows, width }: { readonly rows: readonly (readonly string[])[]; readonly width: number },
): readonly string[] {
  const headings = columns.map(({ heading }) => heading);
  const cells = [...(headings.some((heading) => heading !== '') ? [headings] : []), ...rows].map((row) =>
    columns.map((_, index) => plainText(row[index] ?? '')),
  );
  const widths = fit(columns, { natural: naturalWidths(columns, cells), width });
  return cells.map((row) =>
    row
      .map((cell, index) => {
        const columnWidth = widths[index] ?? 0;
        const text = columns[index]?.mayShrink === true ? cutText(cell, columnWidth) : cell;
        return padText(text, { columns: columnWidth, to: columns[index]?.align ?? 'left' });
      })
      .join(GAP)
      .trimEnd(),
  );
}

function naturalWidths(columns: readonly TableColumn[], cells: readonly (readonly string[])[]): readonly number[] {
  return columns.map((_, index) => cells.reduce((most, row) => Math.max(most, textWidth(row[index] ?? '')), 0));
}

/** Takes what is too much from the widest of the columns that may shrink, one column of the screen at a time. */
function fit(
  columns: readonly TableColumn[],
  { natural, width }: { readonly natural: readonly number[]; readonly width: number },
): readonly number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (columns.length - 1) - width;
  while (excess > 0) {
    let widest = -1;
    for (const [index, column] of columns.entries()) {
      const each = widths[index] ?? 0;
      if (column.mayShrink === true && each > SHRUNK_MIN_COLUMNS && each > (widths[widest] ?? 0)) widest = index;
    }
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}
