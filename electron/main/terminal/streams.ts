// Where the terminal reads and writes. In: the process's own streams, or a test's. Out: one object handed to every piece.
// This file must never write anything that is not asked for: standard output belongs to the result alone.

import type { Readable, Writable } from 'node:stream';
import { TERMINAL_DEFAULT_COLUMNS, TERMINAL_MIN_COLUMNS } from '../../../shared/limits.ts';
import { EXIT } from './exit-codes.ts';
import { outliveTerminal } from './gone-terminal.ts';

/** Shape: `columns` may change while a command runs, when a window is resized. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly isTty: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly columns: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The streams of this process. Who has left, as after `| head`, is no reason to stop in the middle of a run. */
export function processStreams(): Streams {
  const { stdin, stdout, stderr, env } = process;
  // Whoever reads hears of the fault as well.
  stdin.on('error', () => undefined);
  // A result that a full disk did not take is a fault, but is told at the end, not in the middle of a run.
  outliveTerminal((error) => {
    stderr.write(`The result could not be written: ${error.message}\n`);
    process.once('exit', () => {
      process.exitCode = EXIT.fault;
    });
  });
  return {
    stdin,
    stdout,
    stderr,
    // A pipe or a file has no isTTY at all, whatever the types say.
    isTty: { stdin: Boolean(stdin.isTTY), stdout: Boolean(stdout.isTTY), stderr: Boolean(stderr.isTTY) },
    get columns() {
      // A terminal that was never told its size says 0.
      return stderr.columns || stdout.columns || TERMINAL_DEFAULT_COLUMNS;
    },
    env,
  };
}

/** How wide text for people may be on a stream: a file or a pipe has no edge. */
export function textColumns(streams: Streams, name: 'stdout' | 'stderr'): number {
  return streams.isTty[name] ? Math.max(streams.columns, TERMINAL_MIN_COLUMNS) : Number.POSITIVE_INFINITY;
}

/** Whether a stream shows colours and lets lines be drawn again. Source: no-color.org; terminfo's `dumb`. */
export function hasScreen(streams: Streams, name: 'stdout' | 'stderr'): boolean {
  return streams.isTty[name] && streams.env['TERM'] !== 'dumb';
}

/** Whether a stream is to be coloured. */
export function hasColor(streams: Streams, name: 'stdout' | 'stderr'): boolean {
  const refusedByPerson = (streams.env['NO_COLOR'] ?? '') !== '';
  return hasScreen(streams, name) && !refusedByPerson;
}
