// Progress on standard error while a batch runs: a bar that is redrawn on a screen, plain lines in a log. No state is ever
// hidden: a single failed payout among a hundred thousand has its cell.

import { styleText } from 'node:util';
import type { LiveProgress } from '../../../../shared/api/events.ts';
import { formatCount } from '../../../../shared/counts.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { type Counts, STATE_KINDS, type StateKind } from '../../../../shared/states.ts';
import { say } from './say.ts';
import { type Streams, textColumns } from './terminal.ts';
import { cutText, flowText, formatSpan, plainText, textWidth, wrapText } from './text.ts';

const PROGRESS_BAR_MIN_CELLS = 12;

/** The longest the bar grows; a longer one would show nothing more. In a narrow window it has its line to itself. */
const PROGRESS_BAR_MAX_CELLS = 60;

/** While nothing changes, a line a minute shows that the program is alive. */
const PROGRESS_IDLE_LINE_MS = 60_000;

/** Without a terminal, one line every five seconds keeps a log readable. */
const PROGRESS_LINE_MS = 5_000;

/** The bar redraws at most ten times a second: faster only flickers. */
const PROGRESS_REDRAW_MS = 100;

/** `say` writes a line above the bar. `stop` may be called more than once, even while the process ends. */
export interface Progress {
  readonly update: (progress: LiveProgress) => void;
  readonly say: (line: string) => void;
  readonly stop: () => void;
}

/** A monotonic clock in milliseconds. `after` returns a function that cancels it. */
export interface ProgressClock {
  readonly nowMs: () => number;
  readonly after: (delayMs: number, run: () => void) => () => void;
}

const wallClock: ProgressClock = {
  nowMs: () => performance.now(),
  after: (delayMs, run) => {
    // A frame that is still due never keeps the process alive.
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

export function startProgress(streams: Streams, clock: ProgressClock = wallClock): Progress {
  if (streams.isQuiet === true) return { ...writeLines(streams, clock), update: () => undefined };
  return hasScreen(streams) ? drawBar(streams, clock) : writeLines(streams, clock);
}

/** Whether lines on standard error can be redrawn: not with terminfo's `dumb`. */
function hasScreen({ isTty, env }: Streams): boolean {
  return isTty.stderr && env['TERM'] !== 'dumb';
}

/** Whether to use colour. See no-color.org. */
function isColored({ env }: Streams): boolean {
  return (env['NO_COLOR'] ?? '') === '';
}

const HIDE_CURSOR = '\u001B[?25l';
const SHOW_CURSOR = '\u001B[?25h';
const ERASE_BELOW = '\u001B[J';

function drawBar(streams: Streams, clock: ProgressClock): Progress {
  let latest: LiveProgress | null = null;
  let drawn: readonly number[] = [];
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | null = null;
  let stopped = false;

  const draw = (above = ''): void => {
    callOff?.();
    callOff = null;
    const columns = textColumns(streams, 'stderr');
    const begin = drawn.length === 0 ? HIDE_CURSOR : backToFirstRow(drawn, columns);
    const frameIn = (color: boolean) => (latest === null ? [] : formatFrame(latest, { columns, color }));
    const lines = frameIn(isColored(streams));
    drawn = frameIn(false).map(textWidth);
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

/** Moves up over every row of the last frame, even if the window has become narrower since. */
function backToFirstRow(widths: readonly number[], columns: number): string {
  const rows = widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
  return rows > 1 ? `\r\u001B[${rows - 1}A` : '\r';
}

function writeLines(streams: Streams, clock: ProgressClock): Progress {
  let latest: LiveProgress | null = null;
  let written: { readonly progress: LiveProgress; readonly atMs: number } | null = null;
  let stopped = false;

  const write = (progress: LiveProgress): void => {
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
  next: LiveProgress,
  { progress: last, atMs, nowMs }: { readonly progress: LiveProgress; readonly atMs: number; readonly nowMs: number },
): boolean {
  if (next.phase !== last.phase || next.view.paused?.code !== last.view.paused?.code) return true;
  const changed = JSON.stringify([next.view.counts, next.note]) !== JSON.stringify([last.view.counts, last.note]);
  return nowMs - atMs >= (changed ? PROGRESS_LINE_MS : PROGRESS_IDLE_LINE_MS);
}

const PHASES: Readonly<Record<LiveProgress['phase'], Message>> = {
  preflight: msg('cli.phase.preflight'),
  sending: msg('state.sending'),
  settling: msg('cli.batchState.settling'),
  done: msg('cli.phase.done'),
};

const GAP = '  ';

/** The frame for a screen that can be redrawn. Every line is shorter than `columns`, so that none wraps. */
export function formatFrame(
  progress: LiveProgress,
  { columns, color }: { readonly columns: number; readonly color: boolean },
): readonly string[] {
  const width = columns - 1;
  const { counts } = progress.view;
  const legend = statesShown(counts).map(({ kind, glyph }) => `${glyph} ${stateOf(kind, counts)}`);
  const drawn = [...barLines(progress, width), ...flowFacts(legend, width)];
  return [
    cutText(plainText(headingOf(progress)), width),
    ...(color ? drawn.map(colorGlyphs) : drawn),
    ...flowFacts(factsOf(progress), width),
  ];
}

/** The same for a log, in one line. */
export function formatProgressLine(progress: LiveProgress): string {
  const { counts } = progress.view;
  const states = statesShown(counts).map(({ kind }) => stateOf(kind, counts));
  return plainText([headingOf(progress), doneOf(progress).words, states.join(', '), ...factsOf(progress)].join('; '));
}

function stateOf(kind: StateKind, counts: Counts): string {
  return `${formatCount(counts[kind])} ${say(msg(`state.${kind}`))}`;
}

function headingOf({ view, phase, note }: LiveProgress): string {
  const state = view.paused === null ? PHASES[phase] : msg('cli.progress.paused', { why: view.paused.message });
  return `${view.batch} ${view.profile}: ${say(state)}${note === null ? '' : ` (${say(note)})`}`;
}

/** How far the run is: by what was sent while sending, by what is final afterwards. */
function doneOf({ phase, view, total }: LiveProgress): { readonly percent: number; readonly words: string } {
  const { counts } = view;
  const bySent = phase === 'preflight' || phase === 'sending';
  const unsent = counts.queued + counts.sending;
  const whole = bySent ? total - counts.cancelled : total;
  const done = Math.max(0, whole - unsent - (bySent ? 0 : counts.processing + counts.unknown));
  return {
    // Rounded down, so that 100 means all of them.
    percent: whole === 0 ? 0 : Math.floor((done * 100) / whole),
    words: say(bySent ? msg('cli.progress.sent', { done, whole }) : msg('cli.progress.final', { done, whole })),
  };
}

function barLines(progress: LiveProgress, width: number): readonly string[] {
  const { percent, words } = doneOf(progress);
  const beside = `${GAP}${String(percent).padStart(3)} %${GAP}${words}`;
  const room = width - textWidth(beside);
  if (room >= PROGRESS_BAR_MIN_CELLS) {
    return [`${barOf(progress.view.counts, Math.min(room, PROGRESS_BAR_MAX_CELLS))}${beside}`];
  }
  return [barOf(progress.view.counts, Math.min(width, PROGRESS_BAR_MAX_CELLS)), cutText(beside.trimStart(), width)];
}

function factsOf({ phase, view, inFlight, elapsedMs, sentPerSecond, nextLookupInMs }: LiveProgress): readonly string[] {
  const totalPaise = STATE_KINDS.reduce((sum, kind) => sum + view.paise[kind], 0);
  const waiting = view.counts.queued + view.counts.sending;
  const facts: Message[] = [
    msg('cli.progress.paid', { paid: view.paise.success, total: totalPaise }),
    msg('cli.progress.rate', { rate: sentPerSecond.toFixed(1) }),
    msg('cli.progress.inFlight', { count: inFlight }),
    msg('cli.progress.elapsed', { span: formatSpan(elapsedMs) }),
  ];
  if (phase === 'sending' && view.paused === null && sentPerSecond > 0) {
    facts.push(msg('cli.progress.left', { span: formatSpan((waiting / sentPerSecond) * 1000) }));
  }
  if (nextLookupInMs !== null) facts.push(msg('cli.progress.nextLookup', { span: formatSpan(nextLookupInMs) }));
  return facts.map(say);
}

function flowFacts(pieces: readonly string[], width: number): readonly string[] {
  return flowText(
    pieces.flatMap((piece) => wrapText(piece, width)),
    { columns: width, gap: GAP },
  );
}

/** Each state's glyph, distinguishable without colour, in the order of the bar: certain states on the left. */
const GLYPHS = [
  { kind: 'success', glyph: '█', color: 'green' },
  { kind: 'processing', glyph: '▓', color: 'cyan' },
  { kind: 'unknown', glyph: '?', color: 'magenta' },
  { kind: 'failed', glyph: '×', color: 'red' },
  { kind: 'rejected', glyph: '!', color: 'red' },
  { kind: 'reversed', glyph: '<', color: 'yellow' },
  { kind: 'cancelled', glyph: '-', color: 'gray' },
  { kind: 'sending', glyph: '▒', color: 'blue' },
  { kind: 'queued', glyph: '░', color: 'gray' },
] as const satisfies readonly { readonly kind: StateKind; readonly glyph: string; readonly color: string }[];

/** Each state that occurs, with its glyph, in the order of the bar. */
function statesShown(counts: Counts): readonly { readonly kind: StateKind; readonly glyph: string }[] {
  return GLYPHS.filter(({ kind }) => counts[kind] > 0);
}

/** The bar: exactly `cells` glyphs, or none if there are no payouts. */
export function barOf(counts: Counts, cells: number): string {
  const shares = shareCells(
    GLYPHS.map(({ kind }) => counts[kind]),
    cells,
  );
  return GLYPHS.map(({ glyph }, index) => glyph.repeat(shares[index] ?? 0)).join('');
}

/** Shares cells by largest remainder; every count above zero gets one while there are cells. */
function shareCells(counts: readonly number[], cells: number): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (total === 0 ? 0 : (count * cells) / total));
  const shares = exact.map((share, index) => ((counts[index] ?? 0) > 0 ? Math.max(1, Math.floor(share)) : 0));
  if (total === 0) return shares;
  let excess = shares.reduce((sum, share) => sum + share, 0) - cells;
  for (; excess > 0; excess -= 1) addTo(shares, { index: indexOfMost(shares), change: -1 });
  for (; excess < 0; excess += 1) {
    addTo(shares, { index: indexOfMost(exact.map((share, index) => share - (shares[index] ?? 0))), change: 1 });
  }
  return shares;
}

function addTo(shares: number[], { index, change }: { readonly index: number; readonly change: number }): void {
  shares.splice(index, 1, (shares[index] ?? 0) + change);
}

function indexOfMost(values: readonly number[]): number {
  return values.reduce((most, value, index) => (value > (values[most] ?? -Infinity) ? index : most), 0);
}

/** Colours every glyph in the line. Only for the bar and its legend: elsewhere `?` is a question mark. */
function colorGlyphs(line: string): string {
  return line.replaceAll(/([█▓?×!<\-▒░])\1*/gu, (run) => {
    const color = GLYPHS.find(({ glyph }) => run.startsWith(glyph))?.color;
    return color === undefined ? run : styleText(color, run, { validateStream: false });
  });
}
