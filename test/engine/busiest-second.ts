/** How many events the busiest second has; times in milliseconds of one clock. */
export function busiestSecond(momentsMs: readonly number[]): number {
  return busiestWithin(momentsMs, 1_000);
}

/** The largest count in any window of this length; times in milliseconds. */
export function busiestWithin(momentsMs: readonly number[], windowMs: number): number {
  const sorted = momentsMs.toSorted((one, other) => one - other);
  let busiest = 0;
  let first = 0;
  sorted.forEach((moment, index) => {
    while (moment - (sorted[first] ?? moment) > windowMs) first += 1;
    busiest = Math.max(busiest, index - first + 1);
  });
  return busiest;
}
