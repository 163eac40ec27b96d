// Lists that the desk makes itself, sorted as a person asked and cut to the rows in sight.

type SortValue = string | number | null;

const TEXT_ORDER = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' });

/** A sorted copy. Shape: what has no value comes last in either direction; equals stay in the order they had. */
export function sortedBy<Row>(
  rows: readonly Row[],
  read: (row: Row) => SortValue,
  direction: 'up' | 'down',
): readonly Row[] {
  const sign = direction === 'up' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: read(row) }))
    .sort(({ value: one }, { value: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return (
        sign *
        (typeof one === 'number' && typeof other === 'number'
          ? one - other
          : TEXT_ORDER.compare(String(one), String(other)))
      );
    })
    .map(({ row }) => row);
}

/** The rows in sight. */
export function rowsInWindow<Row>(
  rows: readonly Row[],
  { from, count }: { readonly from: number; readonly count: number },
): readonly Row[] {
  return rows.slice(from, from + count);
}

/** Whether one of these holds what was typed, without case. */
export function holdsText(typed: string, texts: readonly (string | null)[]): boolean {
  const text = typed.trim().toLowerCase();
  return text === '' || texts.some((one) => one?.toLowerCase().includes(text) === true);
}
