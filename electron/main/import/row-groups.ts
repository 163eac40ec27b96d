// Which rows share a key: a reference, or a person and an amount. In: rows that get, change and lose their key. Out: the
// first and the second of a group, and whose findings a change of a group touches. This file must never hold a row twice.

/** Rows by key. Shape: a row alone with its key is a number, several are a list in file order. */
export class RowGroups {
  readonly #keys: (string | null)[] = [];
  readonly #groups = new Map<string, number | number[]>();

  /** Gives a row its key, or none. Rows for which the first or second of their group becomes another go into `touched`. */
  set(row: number, key: string | null, touched: Set<number>): void {
    const before = this.#keys[row] ?? null;
    if (before === key) return;
    if (before !== null) this.#leave(row, before, touched);
    if (key !== null) this.#join(row, key, touched);
    this.#keys[row] = key;
  }

  /** The first row of a row's group; the row itself when it is alone or has no key. */
  firstOf(row: number): number {
    return this.#at(row, 0) ?? row;
  }

  /** The second row of a row's group; null when it is alone. */
  secondOf(row: number): number | null {
    return this.#at(row, 1);
  }

  #at(row: number, place: number): number | null {
    const key = this.#keys[row] ?? null;
    const group = key === null ? undefined : this.#groups.get(key);
    return typeof group === 'object' ? (group[place] ?? null) : null;
  }

  #leave(row: number, key: string, touched: Set<number>): void {
    const group = this.#groups.get(key);
    if (typeof group !== 'object') {
      this.#groups.delete(key);
      return;
    }
    const place = placeIn(group, row);
    group.splice(place, 1);
    touch(group, place, touched);
    const [left] = group;
    if (group.length === 1 && left !== undefined) this.#groups.set(key, left);
  }

  #join(row: number, key: string, touched: Set<number>): void {
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, row);
      return;
    }
    const rows = typeof group === 'object' ? group : [group];
    const place = placeIn(rows, row);
    touch(rows, place, touched);
    rows.splice(place, 0, row);
    this.#groups.set(key, rows);
  }
}

/** Where a row stands in a list in file order, or would. */
function placeIn(rows: readonly number[], row: number): number {
  let low = 0;
  let high = rows.length;
  // Rows are read from the first to the last: most come behind all others.
  if ((rows[high - 1] ?? -1) < row) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The others of a group name its first row, and the first names the second. */
function touch(others: readonly number[], place: number, touched: Set<number>): void {
  if (place === 0) for (const row of others) touched.add(row);
  else if (place === 1 && others[0] !== undefined) touched.add(others[0]);
}
