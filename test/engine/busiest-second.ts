// How much happened in the busiest second. In: moments. Out: the largest count in any window of a second, both ends in it.
// This file must never round a moment.

/** Units: milliseconds of one clock. */
export function busiestSecond(momentsMs: readonly number[]): number {
  const sorted = momentsMs.toSorted((one, other) => one - other);
  let busiest = 0;
  let first = 0;
  sorted.forEach((moment, index) => {
    while (moment - (sorted[first] ?? moment) > 1_000) first += 1;
    busiest = Math.max(busiest, index - first + 1);
  });
  return busiest;
}
