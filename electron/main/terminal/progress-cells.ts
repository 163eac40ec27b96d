// The stacked bar itself. In: counts by state and a number of cells. Out: one glyph per cell, and their colours.
// This file must never hide a state: a single failed payout among a hundred thousand has its cell.

import { styleText } from 'node:util';
import type { Counts, StateKind } from '../../../shared/states.ts';

/** Each state's glyph, told apart without colour, in the order of the bar: what is sure stands left. */
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
export function statesShown(counts: Counts): readonly { readonly kind: StateKind; readonly glyph: string }[] {
  return GLYPHS.filter(({ kind }) => counts[kind] > 0);
}

/** The bar: as many glyphs as cells, or none when there are no payouts. */
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

/** The line with every glyph of the bar in its colour. For the bar and its legend only: elsewhere `?` is a question. */
export function colorGlyphs(line: string): string {
  return line.replaceAll(/([█▓?×!<\-▒░])\1*/gu, (run) => {
    const color = GLYPHS.find(({ glyph }) => run.startsWith(glyph))?.color;
    return color === undefined ? run : styleText(color, run, { validateStream: false });
  });
}
