// Text as a workbook can hold it. In: any text. Out: a cell value that a spreadsheet shows as that same text, never a
// formula. This file must never drop a character silently: what XML cannot carry is escaped, what a cell cannot hold is
// cut and says so.

import { CELL_MAX_CHARACTERS } from '../../../shared/limits.ts';

export type SheetText = string | { readonly richText: { readonly text: string }[] } | undefined;

// Characters that XML 1.0 has no place for, the delete character that the workbook writer drops, and the carriage
// return that every XML reader turns into a line feed.
const NOT_IN_XML = /[^\t\n\u{20}-\u{7E}\u{80}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
// Outer spaces and line feeds are only safe in an inline string, and some readers decode `&amp;` twice in a plain cell.
const NOT_PLAIN = /^\s|\n|\s$|&#?\w+;/;
const LOOKS_ESCAPED = /_(?=x[0-9A-F]{4}_)/gi;

/**
 * The cell value for a text; undefined for no cell at all.
 * Shape: plain where plain is exact, else an inline string, which keeps outer spaces and has escapes `_x000D_`.
 * Source: ECMA-376 part 1, 22.9.2.19 ST_Xstring.
 */
export function sheetText(text: string): SheetText {
  if (text === '') return undefined;
  const kept = cut(text);
  const escaped = kept.replace(LOOKS_ESCAPED, '_x005F_').replace(NOT_IN_XML, escapeCharacter);
  return escaped === kept && !NOT_PLAIN.test(kept) ? kept : { richText: [{ text: escaped }] };
}

function escapeCharacter(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

function cut(text: string): string {
  if (text.length <= CELL_MAX_CHARACTERS) return text;
  const notice = ` [cut here: the whole text has ${text.length} characters]`;
  return text.slice(0, CELL_MAX_CHARACTERS - notice.length).replace(/[\uD800-\uDBFF]$/, '') + notice;
}
