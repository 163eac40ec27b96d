// A terminal made of plain streams, and a clock that the test advances, so that each piece runs without a process.

import { PassThrough } from 'node:stream';
import type { ProgressClock } from '../../../electron/main/doors/cli/progress.ts';
import type { Streams } from '../../../electron/main/doors/cli/terminal.ts';

export interface FakeTerminal {
  readonly streams: Streams;
  readonly stdin: PassThrough;
  readonly out: () => string;
  readonly err: () => string;
  readonly resize: (columns: number) => void;
}

export function fakeTerminal(
  options: { readonly tty?: boolean; readonly columns?: number; readonly env?: Readonly<Record<string, string>> } = {},
): FakeTerminal {
  const tty = options.tty ?? true;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let columns = options.columns ?? 80;
  let [out, err] = ['', ''];
  stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  return {
    streams: {
      stdin,
      stdout,
      stderr,
      isTty: { stdin: tty, stdout: tty, stderr: tty },
      get columns() {
        return columns;
      },
      env: options.env ?? {},
    },
    stdin,
    out: () => out,
    err: () => err,
    resize: (to) => {
      columns = to;
    },
  };
}

export interface HandClock extends ProgressClock {
  readonly advance: (byMs: number) => void;
}

export function handClock(): HandClock {
  let nowMs = 0;
  let due: { readonly atMs: number; readonly run: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    after: (delayMs, run) => {
      const entry = { atMs: nowMs + delayMs, run };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    advance: (byMs) => {
      nowMs += byMs;
      const ripe = due.filter(({ atMs }) => atMs <= nowMs);
      due = due.filter(({ atMs }) => atMs > nowMs);
      for (const { run } of ripe) run();
    },
  };
}
