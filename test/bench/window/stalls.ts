import { readFileSync } from 'node:fs';

/** The environment that adds the stall meter to a process. */
export function measuredBy(file: string): Readonly<Record<string, string>> {
  const meter = new URL('./stall-meter.ts', import.meta.url);
  return { NODE_OPTIONS: `--import=${meter.href}`, STALLS_FILE: file };
}

/**
 * In milliseconds. `workMs` is the longest that the process worked without a pause; `over` counts the tenths of a second whose
 * longest stall exceeded the bound.
 */
export interface Stalls {
  readonly longestMs: number;
  readonly workMs: number;
  readonly over: number;
  readonly lines: number;
}

/** Throws when nothing was written in that time. */
export function stallsBetween(
  file: string,
  { fromMs, toMs, boundMs }: { readonly fromMs: number; readonly toMs: number; readonly boundMs: number },
): Stalls {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(' ').map(Number))
    .filter(([atMs = 0]) => atMs > fromMs && atMs <= toMs);
  if (lines.length === 0) throw new Error('the stall meter wrote nothing');
  const stalls = lines.map(([, stallMs = 0]) => stallMs);
  const work = lines.map(([, , workMs = 0]) => workMs);
  return {
    longestMs: Math.max(...stalls),
    workMs: Math.max(...work),
    over: stalls.filter((ms) => ms > boundMs).length,
    lines: lines.length,
  };
}
