// How a door's process ends: the exit codes that scripts rely on (source: CLI), what Ctrl+C leads to, and what a
// terminal that has gone does not.
import type { Refusal } from '../../../shared/rows.ts';

/** One Ctrl+C reaches a program twice under npm, within a few milliseconds; nobody presses it twice this fast. */
export const SAME_KEY_PRESS_MS = 500;

/**
 * Shape: `done`: everything asked for is done and every payout succeeded. `refused`: nothing was changed. `rowsBlocked`:
 * rows cannot be paid, or `run` may not leave them out. `inUse`: the data folder belongs to another process, or is locked.
 */
export const EXIT = {
  done: 0,
  fault: 1,
  refused: 2,
  rowsBlocked: 3,
  notAllSucceeded: 4,
  paused: 5,
  inUse: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How a window's door ends that could not open its desk. */
export function exitCodeOfUnopened({ code }: Refusal): ExitCode {
  return code === 'alreadyOpen' ? EXIT.inUse : EXIT.refused;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Hears Ctrl+C until the returned function is called: the first asks for a pause, the second leaves at once. npm and the
 * terminal each deliver the same key press, and shell and system each say that a terminal was closed: nobody is in a hurry then.
 */
export function listenForInterruption({
  onFirst,
  onSecond,
}: {
  readonly onFirst: () => void;
  readonly onSecond: () => void;
}): () => void {
  let firstAtMs: number | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    const nowMs = performance.now();
    if (firstAtMs === null) {
      firstAtMs = nowMs;
      onFirst();
    } else if (signal !== 'SIGHUP' && nowMs - firstAtMs > SAME_KEY_PRESS_MS) {
      onSecond();
    }
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}

/** How a stream says that nobody is there any more: a pipe, a closed terminal, a socket. */
const NOBODY_THERE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'ECONNRESET']);

/**
 * Keeps the process alive whatever its outputs meet: words that cannot be said any more never end a run. `onLost` hears of a
 * fault that took something away which was to be kept.
 */
export function outliveTerminal(onLost: (error: Error) => void = () => undefined): void {
  const { stdout, stderr } = process;
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!NOBODY_THERE.has(error.code)) onLost(error);
  });
}
