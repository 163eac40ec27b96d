// Progress on standard error while a batch runs: a bar that is drawn again on a screen, plain lines in a log.
// In: ProgressView as often as they come. Out: at most ten frames a second, or a line at sensible moments; `stop` leaves
// the last picture and gives the cursor back. This file must never write to standard output.

import type { ProgressView } from '../../../shared/api/views.ts';
import { PROGRESS_IDLE_LINE_MS, PROGRESS_LINE_MS, PROGRESS_REDRAW_MS } from '../../../shared/limits.ts';
import { formatFrame, formatProgressLine } from './progress-frame.ts';
import { hasColor, hasScreen, textColumns } from './streams.ts';
import type { Streams } from './streams.ts';
import { plainText, textWidth } from './text-width.ts';

/** Shape: `say` writes a line above the bar. `stop` may be called again, also while the process ends. */
export interface Progress {
  readonly update: (progress: ProgressView) => void;
  readonly say: (line: string) => void;
  readonly stop: () => void;
}

/** Units: milliseconds that only grow. `after` gives back what calls it off. */
export interface ProgressClock {
  readonly nowMs: () => number;
  readonly after: (delayMs: number, run: () => void) => () => void;
}

const systemClock: ProgressClock = {
  nowMs: () => performance.now(),
  after: (delayMs, run) => {
    // A frame that is still due never keeps the process alive.
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Begins to show progress. */
export function startProgress(streams: Streams, clock: ProgressClock = systemClock): Progress {
  return hasScreen(streams, 'stderr') ? drawBar(streams, clock) : writeLines(streams, clock);
}

const HIDE_CURSOR = '\u001B[?25l';
const SHOW_CURSOR = '\u001B[?25h';
const ERASE_BELOW = '\u001B[J';

function drawBar(streams: Streams, clock: ProgressClock): Progress {
  let latest: ProgressView | null = null;
  let drawn: readonly number[] = [];
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | null = null;
  let stopped = false;

  const draw = (above = ''): void => {
    callOff?.();
    callOff = null;
    const begin = drawn.length === 0 ? HIDE_CURSOR : backToFirstRow(drawn, textColumns(streams, 'stderr'));
    const plain = latest === null ? [] : formatFrame(latest, { columns: textColumns(streams, 'stderr'), color: false });
    const lines =
      latest !== null && hasColor(streams, 'stderr')
        ? formatFrame(latest, { columns: textColumns(streams, 'stderr'), color: true })
        : plain;
    drawn = plain.map(textWidth);
    drawnAtMs = clock.nowMs();
    streams.stderr.write(`${begin}${ERASE_BELOW}${above}${lines.join('\n')}`);
  };

  return {
    update: (progress) => {
      if (stopped) return;
      latest = progress;
      if (callOff !== null) return;
      const waitMs = drawnAtMs + PROGRESS_REDRAW_MS - clock.nowMs();
      if (waitMs <= 0) draw();
      else callOff = clock.after(waitMs, draw);
    },
    say: (line) => {
      if (drawn.length === 0) streams.stderr.write(`${plainText(line)}\n`);
      else draw(`${plainText(line)}\n`);
    },
    stop: () => {
      if (stopped) return;
      stopped = true;
      if (drawn.length === 0) return;
      draw();
      streams.stderr.write(`\n${SHOW_CURSOR}`);
    },
  };
}

/** Up over every row that the last frame takes, also when the window has become narrower since. */
function backToFirstRow(widths: readonly number[], columns: number): string {
  const rows = widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
  return rows > 1 ? `\r\u001B[${rows - 1}A` : '\r';
}

function writeLines(streams: Streams, clock: ProgressClock): Progress {
  let latest: ProgressView | null = null;
  let written: { readonly progress: ProgressView; readonly atMs: number } | null = null;
  let stopped = false;

  const write = (progress: ProgressView): void => {
    written = { progress, atMs: clock.nowMs() };
    streams.stderr.write(`${formatProgressLine(progress)}\n`);
  };
  return {
    update: (progress) => {
      if (stopped) return;
      latest = progress;
      if (written === null || isDue(progress, { ...written, nowMs: clock.nowMs() })) write(progress);
    },
    say: (line) => {
      streams.stderr.write(`${plainText(line)}\n`);
    },
    stop: () => {
      if (stopped) return;
      stopped = true;
      if (latest !== null && latest !== written?.progress) write(latest);
    },
  };
}

function isDue(
  next: ProgressView,
  { progress: last, atMs, nowMs }: { readonly progress: ProgressView; readonly atMs: number; readonly nowMs: number },
): boolean {
  if (next.phase !== last.phase || next.view.paused?.code !== last.view.paused?.code) return true;
  const changed = JSON.stringify(next.view.counts) !== JSON.stringify(last.view.counts) || next.note !== last.note;
  return nowMs - atMs >= (changed ? PROGRESS_LINE_MS : PROGRESS_IDLE_LINE_MS);
}
