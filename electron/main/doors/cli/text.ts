// Text on a terminal: its width, wrapping, tables, times. plainText removes everything that would control a terminal. The width
// rule is our own: string-width counts Devanagari as narrower than terminals draw it.

import { msg } from '../../../../shared/messages/message.ts';
import { say } from './say.ts';

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Marks and joiners have no width. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;

/** East Asian wide and full-width letters, from Unicode Standard Annex 11. */
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]$/u;

/** The width of a text in columns. */
export function textWidth(text: string): number {
  // Nearly everything printed is ASCII, whose width is its length.
  if (/^[\x20-\x7E]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (/\p{Emoji_Presentation}|\uFE0F/u.test(grapheme)) return 2;
  let width = 0;
  for (const character of grapheme) width += ZERO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Text for one line: characters that control a terminal or change the text direction become `?`. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '?');
}

/** Cuts the text to at most `columns` columns and marks the cut with an ellipsis. */
export function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let fitting = '';
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    fitting += segment;
  }
  return columns > 0 ? `${fitting}…` : '';
}

/** Wraps at spaces and breaks longer words. Only a single letter wider than `columns` makes a line wider. */
export function wrapText(text: string, columns: number): readonly string[] {
  return flowText(text.split(' '), { columns, gap: ' ' }).flatMap((line) => breakWord(line, columns));
}

/** Sentences as plain text, each starting a new line. */
export function wrapLines(sentences: readonly string[], columns: number): string {
  return sentences.flatMap((sentence) => wrapText(plainText(sentence), columns)).join('\n');
}

/** Joins pieces with a gap, on as many lines as needed; no piece is broken. */
export function flowText(
  pieces: readonly string[],
  { columns, gap }: { readonly columns: number; readonly gap: string },
): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const joined = last === undefined ? piece : `${last}${gap}${piece}`;
    if (last !== undefined && textWidth(joined) <= columns) lines[lines.length - 1] = joined;
    else lines.push(piece);
  }
  return lines;
}

function breakWord(line: string, columns: number): readonly string[] {
  if (textWidth(line) <= columns) return [line];
  const lines = [''];
  for (const { segment } of GRAPHEMES.segment(line)) {
    const joined = `${lines.at(-1) ?? ''}${segment}`;
    if (joined === segment || textWidth(joined) <= columns) lines[lines.length - 1] = joined;
    else lines.push(segment);
  }
  return lines;
}

/** Items of a list: the first line of each has a dash, the others are indented to match. */
export function listLines(items: readonly string[], columns: number): readonly string[] {
  return items.flatMap((item) =>
    wrapText(plainText(item), columns - 4).map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`),
  );
}

/** How a column is aligned. `cut` is free text, which is shortened if the screen is too narrow. A number is never cut. */
export type ColumnKind = 'left' | 'right' | 'cut';

/** Free text is still readable at this width. */
const CUT_MIN_COLUMNS = 8;
const GAP = '  ';

/** The table's lines, one per row; a heading is a row like any other. */
export function formatTable(
  kinds: readonly ColumnKind[],
  { rows, width }: { readonly rows: readonly (readonly string[])[]; readonly width: number },
): readonly string[] {
  const cells = rows.map((row) => kinds.map((_, index) => plainText(row[index] ?? '')));
  const widths = fit(kinds, {
    natural: kinds.map((_, index) => cells.reduce((most, row) => Math.max(most, textWidth(row[index] ?? '')), 0)),
    width,
  });
  return cells.map((row) =>
    row
      .map((cell, index) => {
        const columns = widths[index] ?? 0;
        const text = kinds[index] === 'cut' ? cutText(cell, columns) : cell;
        const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
        return kinds[index] === 'right' ? `${spaces}${text}` : `${text}${spaces}`;
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** Shrinks the widest column that may be cut, by one character at a time, until the table fits. */
function fit(
  kinds: readonly ColumnKind[],
  { natural, width }: { readonly natural: readonly number[]; readonly width: number },
): readonly number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (kinds.length - 1) - width;
  for (; excess > 0; excess -= 1) {
    const mayShrink = widths.map((each, index) => (kinds[index] === 'cut' && each > CUT_MIN_COLUMNS ? each : 0));
    const widest = Math.max(...mayShrink);
    if (widest === 0) break;
    widths[mayShrink.indexOf(widest)] = widest - 1;
  }
  return widths;
}

/** Labelled facts, one per line. */
export function factLines(
  rows: readonly (readonly [label: string, value: string])[],
  width: number,
): readonly string[] {
  return formatTable(['left', 'cut'], { rows, width });
}

/** A duration, from milliseconds: `45 s`, `2 min 05 s`, `1 h 05 min`, `3 d 4 h`. */
export function formatSpan(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return say(msg('cli.span.seconds', { seconds }));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return say(msg('cli.span.minutes', { minutes, seconds: twoDigits(seconds % 60) }));
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return say(msg('cli.span.hours', { hours, minutes: twoDigits(minutes % 60) }));
  return say(msg('cli.span.days', { days: Math.floor(hours / 24), hours: hours % 24 }));
}

/** A time for scripts: ISO 8601, in UTC. */
export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** A wall-clock time in the local zone: `2026-11-21 17:05`. */
export function formatLocalTime(atMs: number): string {
  const time = new Date(atMs);
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
  return `${day} ${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
