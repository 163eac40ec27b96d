// Rows with a fill colour of their own. A person colours a row to say something about it, and only a legend, if any, says what.
// Bands of colours and coloured columns say nothing.

import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Columns } from './match-columns.ts';
import { mayPay } from './row-cells.ts';
import type { Table } from './table.ts';
import { COLOURS_MAX, LOOK_FIRST } from './xlsx-messages.ts';

/** Fewer rows cannot be told from bands. */
const BANDED_MIN = 4;
const BANDED_PERCENT = 80;
/** Pale and nearly without colour, as bands are. */
const PALE_MIN = 0xc0;
const PALE_SPREAD_MAX = 0x30;

/** The rows that differ in colour from most of those that may be paid, with their colour. */
export function findColouredRows(table: Table, columns: Columns): ReadonlyMap<number, readonly Message[]> {
  const { looks, colours = [] } = table;
  const coloured = new Map<number, readonly Message[]>();
  if (looks === undefined || colours.length === 0) return coloured;
  const rows = table.rows.flatMap((cells, row) => (mayPay(cells, columns) ? [row] : []));
  const byLook = Map.groupBy(rows, (row) => looks[row] ?? 0);
  if (byLook.size < 2) return coloured;
  const [usual = 0] = [...byLook.keys()].toSorted(
    (one, other) => (byLook.get(other)?.length ?? 0) - (byLook.get(one)?.length ?? 0) || one - other,
  );
  const changes = rows.filter((row, at) => at > 0 && looks[row] !== looks[rows[at - 1] ?? 0]).length;
  const areBands =
    rows.length >= BANDED_MIN && changes * 100 >= (rows.length - 1) * BANDED_PERCENT && byLook.size === 2;
  if (areBands) return coloured;
  for (const [look, ofLook] of byLook) {
    if (look === usual) continue;
    const own = colourOf(look, usual, colours);
    if (rows.length < BANDED_MIN && rows.length > 1 && own !== null && isPale(own)) continue;
    const name = own === null ? null : nameOf(own);
    for (const row of ofLook) coloured.set(row, name === null ? [] : [msg('part.colour', { colour: name })]);
  }
  return coloured;
}

/** A colour of the row that usual rows do not have, else its first; null for a row without any. */
function colourOf(look: number, usual: number, colours: readonly string[]): string | null {
  const bits = look % LOOK_FIRST;
  const own = bits & ~(usual % LOOK_FIRST);
  const of = own === 0 ? bits : own;
  for (let at = 0; at < COLOURS_MAX; at += 1) if ((of & (1 << at)) !== 0) return colours[at] ?? null;
  return null;
}

function channels(colour: string): readonly [number, number, number] | null {
  if (!/^[0-9A-F]{6}$/.test(colour)) return null;
  const value = Number.parseInt(colour, 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function isPale(colour: string): boolean {
  const rgb = channels(colour);
  // Colours of the theme are those of Excel's own bands.
  if (rgb === null) return true;
  return Math.min(...rgb) >= PALE_MIN && Math.max(...rgb) - Math.min(...rgb) <= PALE_SPREAD_MAX;
}

const HUES = [
  [18, 'colour.red'],
  [45, 'colour.orange'],
  [70, 'colour.yellow'],
  [165, 'colour.green'],
  [260, 'colour.blue'],
  [295, 'colour.purple'],
  [340, 'colour.pink'],
  [360, 'colour.red'],
] as const;
const GREY_SPREAD_MAX = 0x14;

function nameOf(colour: string): Message | null {
  const rgb = channels(colour);
  if (rgb === null) return null;
  const [red, green, blue] = rgb;
  const [most, spread] = [Math.max(...rgb), Math.max(...rgb) - Math.min(...rgb)];
  if (spread <= GREY_SPREAD_MAX) return msg('colour.grey');
  const part =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  const hue = (part * 60 + 360) % 360;
  return msg(HUES.find(([end]) => hue <= end)?.[1] ?? 'colour.red');
}
