const GROUPED = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** A count with Indian grouping: `1,00,000`. */
export function formatCount(count: number): string {
  return GROUPED.format(count);
}

/** A count with its noun: `1 row`, `1,200 rows`, `2 batches`. */
export function countOf(count: number, one: string, many = one + (/(?:ch|sh|s|x)$/.test(one) ? 'es' : 's')): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Megabytes as disks count them, such as "1,438 MB". */
export function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-IN', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`;
}
