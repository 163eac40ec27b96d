// How a door's process ends: the exit codes that scripts rely on (see docs/cli.md), Ctrl+C, and a terminal that closes.
import type { Refusal } from '../../../shared/rows.ts';

/** Under npm one Ctrl+C reaches a program twice within a few milliseconds; nobody presses it twice this fast. */
export const SAME_KEY_PRESS_MS = 500;

/**
 * `done`: everything asked for is done and every payout succeeded. `refused`: nothing was changed. `rowsBlocked`: rows cannot be
 * paid, or `run` may not leave them out. `inUse`: another process holds the data folder, or the desk is locked.
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

/** The exit code of a window's door that could not open its desk. */
export function exitCodeOfUnopened({ code }: Refusal): ExitCode {
  return code === 'alreadyOpen' ? EXIT.inUse : EXIT.refused;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Handles Ctrl+C until the returned function is called: the first press asks for a pause, the second leaves at once. npm and the
 * terminal each deliver the same key press. SIGHUP, which shell and system both send for a closed terminal, never leaves at once.
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

/** The error codes of a stream whose other end is gone: a pipe, a closed terminal, a socket. */
const NOBODY_THERE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'ECONNRESET']);

/**
 * Keeps the process alive whatever happens to its outputs: a message that cannot be written never ends a run. `onLost` gets
 * errors that lost output somebody wanted to keep.
 */
export function outliveTerminal(onLost: (error: Error) => void = () => undefined): void {
  const { stdout, stderr } = process;
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!NOBODY_THERE.has(error.code)) onLost(error);
  });
}
