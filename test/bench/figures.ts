/** One line of the table. `isMet` is null for a figure without a goal, given for comparison. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly goal: string;
  readonly isMet: boolean | null;
}

/** A figure that should be small. */
export function atMost(name: string, value: number, { goal, show }: Goal): Figure {
  return { name, measured: show(value), goal: `at most ${show(goal)}`, isMet: value <= goal };
}

/** A figure that should be large. */
export function atLeast(name: string, value: number, { goal, show }: Goal): Figure {
  return { name, measured: show(value), goal: `at least ${show(goal)}`, isMet: value >= goal };
}

/** A figure for comparison only. */
export function reported(name: string, measured: string): Figure {
  return { name, measured, goal: '', isMet: null };
}

interface Goal {
  readonly goal: number;
  readonly show: (value: number) => string;
}

export const SHOW = {
  times: (value: number): string => `${value.toFixed(2)} times`,
  perSecond: (value: number): string => `${Math.round(value).toLocaleString('en')} a second`,
  seconds: (value: number): string => `${value.toFixed(2)} s`,
  milliseconds: (value: number): string => `${value.toFixed(1)} ms`,
  megabytes: (value: number): string => `${Math.round(value)} MB`,
  framesPerSecond: (value: number): string => `${value.toFixed(1)} frames a second`,
  count: (value: number): string => value.toFixed(3),
} as const;

/** The median. Throws for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new RangeError('a median of nothing');
  return (low + high) / 2;
}

/** Lays the figures out under their headings. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'measured', 'goal', ''],
    ...figures.map(({ name, measured, goal, isMet }) => [name, measured, goal, VERDICTS[String(isMet)] ?? '']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const [heading = '', ...rest] = lines.map((line) => line.trimEnd());
  return [heading, '-'.repeat(Math.max(...lines.map((line) => line.trimEnd().length))), ...rest].join('\n');
}

const VERDICTS: Readonly<Record<string, string>> = { true: 'met', false: 'MISSED', null: '' };
