// Thins the balances of a long time for a chart without hiding how low or how high the wallet was.

interface Reading {
  readonly balance: string;
  readonly atMs: number;
}

/** First, lowest, highest and last. */
const OF_EACH_SPAN = 4;

/**
 * At most `most` readings, oldest first like those given. If there are more, their time is cut into equal spans, and of each the
 * first, the lowest, the highest and the last remain.
 */
export function thinReadings<Each extends Reading>(readings: readonly Each[], most: number): readonly Each[] {
  const [first] = readings;
  const last = readings.at(-1);
  if (first === undefined || last === undefined || readings.length <= most) return readings;
  const spans = Math.floor(most / OF_EACH_SPAN);
  const spanMs = (last.atMs - first.atMs + 1) / spans;
  const bySpan = Map.groupBy(readings, ({ atMs }) => Math.floor((atMs - first.atMs) / spanMs));
  return [...bySpan.values()].flatMap((span) => {
    // As a number a balance orders exactly, up to what a desk may hold.
    const lowest = span.reduce((low, one) => (Number(one.balance) < Number(low.balance) ? one : low));
    const highest = span.reduce((high, one) => (Number(one.balance) > Number(high.balance) ? one : high));
    const kept = new Set([span[0], lowest, highest, span.at(-1)]);
    return span.filter((one) => kept.has(one));
  });
}
