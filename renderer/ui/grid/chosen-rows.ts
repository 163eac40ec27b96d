// The rows at places of a list, each with the key by which it was chosen: an edit and a copy are of these rows, whatever
// stands at their places later.

import type { RowKey, ShownList } from './bound-selection.ts';

export interface ChosenRows<Row> {
  /** The rows as they are now; undefined where one is not read. */
  readonly rows: readonly (Row | undefined)[];
  /** Which rows were chosen, one for each of `rows`; null for one that nobody has seen. */
  readonly keys: readonly (RowKey | null)[];
}

interface RowsIn<Row> {
  readonly list: ShownList;
  readonly rowAt: (place: number) => Row | undefined;
  /** The rows of the selected range by their keys, from its first place on; null where nothing is selected. */
  readonly range: { readonly top: number; readonly keys: readonly (RowKey | null)[] } | null;
}

/** What is known of the rows at places: those of the range are known by their keys even where they are not read. */
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

/** Shape: null where a row could not be read, or is not the one that was chosen. */
export function asChosen<Row>(read: readonly Row[] | null, { size, keys, keyOf }: Wanted<Row>): readonly Row[] | null {
  const areThese = keys.every((key, at) => {
    const row = read?.[at];
    return row !== undefined && (key === null || keyOf(row) === key);
  });
  return areThese && keys.length === size ? read : null;
}
