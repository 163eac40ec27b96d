// How wide a text is on a terminal, and how to make it fit. In: any text, also from files and gateways. Out: text that
// takes the columns it says. This file must never let a control character through: a terminal would obey it.

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Marks and joiners take no column of their own. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;

/** East Asian wide and full-width letters. Source: Unicode Standard Annex 11. */
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]$/u;

/** The columns a text takes. */
export function textWidth(text: string): number {
  // Nearly everything printed is ASCII, and is as wide as it is long.
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

/** Text for one line: what a terminal would obey, or what would turn its direction, is shown as `?`. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '?');
}

/** The text cut to at most so many columns, with an ellipsis where something is missing. */
export function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns > 0 ? `${kept}…` : '';
}

/** The text with spaces after it, or before it, up to so many columns. */
export function padText(
  text: string,
  { columns, to }: { readonly columns: number; readonly to: 'left' | 'right' },
): string {
  const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return to === 'left' ? `${text}${spaces}` : `${spaces}${text}`;
}

/**
 * The text in lines of at most so many columns, broken at spaces; a longer word stands on lines of its own.
 * Shape: only a single letter that is wider by itself makes a line wider.
 */
export function wrapText(text: string, columns: number): readonly string[] {
  return flowText(text.split(' '), { columns, gap: ' ' }).flatMap((line) => breakWord(line, columns));
}

/** Pieces set beside each other with a gap, on as many lines as they need; no piece is broken. */
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

/** An item of a list: its first line has a dash, the others are indented as far. */
export function hangText(text: string, columns: number): readonly string[] {
  return wrapText(text, columns - 4).map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`);
}
