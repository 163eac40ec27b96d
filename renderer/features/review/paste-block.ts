// A block copied from a spreadsheet, laid onto the grid. In: the clipboard's text, the rows and the fields it falls on.
// Out: cells. This file must never stretch a block: what falls outside the grid is not taken.

import type { Field } from '../../../shared/issues.ts';

/** Shape: `seen` what stood there for the person; absent where the cell was not in sight. */
export interface BlockCell {
  readonly rowNumber: number;
  readonly field: Field;
  readonly text: string;
  readonly seen?: string;
}

/** Reads rows and cells as spreadsheets put them on the clipboard: tabs, line ends, quotes around cells with either. */
export function parseBlock(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === '\t') {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (character !== '\r' || text.charAt(at + 1) !== '\n') cell += character;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** Lays the block on the rows and fields that begin at the selected cell. */
export function layBlock(
  block: readonly (readonly string[])[],
  { rowNumbers, fields }: { readonly rowNumbers: readonly number[]; readonly fields: readonly Field[] },
): readonly BlockCell[] {
  return rowNumbers.flatMap((rowNumber, down) =>
    fields.flatMap((field, across) => {
      const text = block[down]?.[across];
      return text === undefined ? [] : [{ rowNumber, field, text }];
    }),
  );
}
