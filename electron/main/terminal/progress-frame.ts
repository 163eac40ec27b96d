// One picture of a run. In: its progress, the width of the screen. Out: lines of text, none wider than the screen.
// This file must never write anything, and never call money paid that is not a success.

import type { ProgressView } from '../../../shared/api/views.ts';
import { PROGRESS_BAR_MAX_CELLS, PROGRESS_BAR_MIN_CELLS } from '../../../shared/limits.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { formatCount, formatMoney } from './format-count.ts';
import { formatSpan } from './format-time.ts';
import { barOf, colorGlyphs, statesShown } from './progress-cells.ts';
import { cutText, flowText, plainText, textWidth, wrapText } from './text-width.ts';

const PHASES: Readonly<Record<ProgressView['phase'], string>> = {
  preflight: 'checking the gateway',
  sending: 'sending',
  settling: 'settling',
  done: 'done',
};

const GAP = '  ';

/** The frame for a screen that can be drawn again. Shape: no line is as wide as `columns`, so that none wraps. */
export function formatFrame(
  progress: ProgressView,
  { columns, color }: { readonly columns: number; readonly color: boolean },
): readonly string[] {
  const width = columns - 1;
  const { counts } = progress.view;
  const legend = statesShown(counts).map(({ kind, glyph }) => `${glyph} ${formatCount(counts[kind])} ${kind}`);
  const drawn = [...barLines(progress, width), ...flow(legend, width)];
  return [
    cutText(plainText(headingOf(progress)), width),
    ...(color ? drawn.map(colorGlyphs) : drawn),
    ...flow(factsOf(progress), width),
  ];
}

/** The same for a log: one line that says it all. */
export function formatProgressLine(progress: ProgressView): string {
  const { counts } = progress.view;
  const states = statesShown(counts).map(({ kind }) => `${formatCount(counts[kind])} ${kind}`);
  return plainText([headingOf(progress), doneOf(progress).words, states.join(', '), ...factsOf(progress)].join('; '));
}

function headingOf({ view, phase, note }: ProgressView): string {
  const state = view.paused === null ? PHASES[phase] : `paused: ${view.paused.message}`;
  return `${view.batch} ${view.profile}: ${state}${note === null ? '' : ` (${note})`}`;
}

/** How far it is: by what has left while sending, by what is final afterwards. */
function doneOf({ phase, view, total }: ProgressView): { readonly percent: number; readonly words: string } {
  const { counts } = view;
  const bySent = phase === 'preflight' || phase === 'sending';
  const unsent = counts.queued + counts.sending;
  const whole = bySent ? total - counts.cancelled : total;
  const done = Math.max(0, whole - unsent - (bySent ? 0 : counts.processing + counts.unknown));
  return {
    // Rounded down, so that a hundred means all of them.
    percent: whole === 0 ? 0 : Math.floor((done * 100) / whole),
    words: `${formatCount(done)} of ${formatCount(whole)} ${bySent ? 'sent' : 'final'}`,
  };
}

function barLines(progress: ProgressView, width: number): readonly string[] {
  const { percent, words } = doneOf(progress);
  const beside = `${GAP}${String(percent).padStart(3)} %${GAP}${words}`;
  const room = width - textWidth(beside);
  if (room >= PROGRESS_BAR_MIN_CELLS) {
    return [`${barOf(progress.view.counts, Math.min(room, PROGRESS_BAR_MAX_CELLS))}${beside}`];
  }
  return [barOf(progress.view.counts, Math.min(width, PROGRESS_BAR_MAX_CELLS)), cutText(beside.trimStart(), width)];
}

function factsOf({ phase, view, inFlight, elapsedMs, sentPerSecond, nextLookupInMs }: ProgressView): readonly string[] {
  const totalPaise = STATE_KINDS.reduce((sum, kind) => sum + view.paise[kind], 0);
  const waiting = view.counts.queued + view.counts.sending;
  const facts = [
    `${formatMoney(view.paise.success)} of ${formatMoney(totalPaise)} paid`,
    `${sentPerSecond.toFixed(1)} per second`,
    `${formatCount(inFlight)} in flight`,
    `${formatSpan(elapsedMs)} so far`,
  ];
  if (phase === 'sending' && view.paused === null && sentPerSecond > 0) {
    facts.push(`about ${formatSpan((waiting / sentPerSecond) * 1000)} left`);
  }
  if (nextLookupInMs !== null) facts.push(`next look-up in ${formatSpan(nextLookupInMs)}`);
  return facts;
}

function flow(pieces: readonly string[], width: number): readonly string[] {
  return flowText(
    pieces.flatMap((piece) => wrapText(piece, width)),
    { columns: width, gap: GAP },
  );
}
