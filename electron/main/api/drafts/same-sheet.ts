// Whether a file that is read anew is the sheet that a person has corrected. In: two readings. Out: yes or no.
// This file must never take two sheets for one because they are equally long.

import type { OpenedSheet } from '../sheet-port.ts';

/** What tells a sheet from another, without its rows: those of a sheet that nobody looks at need not stay in memory. */
export type SheetMark = Pick<OpenedSheet, 'sheet' | 'headers' | 'rowNumbers'>;

/** Shape: the same rows under the same headers of the same sheet. */
export function isSameSheet(one: SheetMark, other: SheetMark): boolean {
  return (
    one.sheet === other.sheet && isSameList(one.headers, other.headers) && isSameList(one.rowNumbers, other.rowNumbers)
  );
}

function isSameList<Item>(one: ArrayLike<Item>, other: ArrayLike<Item>): boolean {
  return one.length === other.length && Array.from(one).every((item, at) => item === other[at]);
}
