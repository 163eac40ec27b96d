// In: the remark, reference and name cells of the current row. Out: the texts as they are sent or kept, or issues.
// This file must never shorten or rewrite a text.

import { parseReference, type Reference } from '../../../shared/ids.ts';
import type { Field, Refusal } from '../../../shared/issues.ts';
import { NAME_MAX_CHARACTERS, REMARK_MAX_CHARACTERS, REMARK_USUAL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { findForeign, findUnseen, hasEmoji, isPlain, trimSpaces } from './characters.ts';
import { refusal } from './refusals.ts';
import type { RowCells } from './row-cells.ts';
import { isPlainNumber } from './table.ts';

/** The remark, or the one given for all rows where it is empty. Errors: null, with its issue reported. */
export function checkRemark(cells: RowCells, column: number, fillRemark: string | null): string | null {
  const text = cells.text('remark', column);
  if (text === null) return null;
  if (text === '') {
    if (fillRemark === null) cells.report('remarkMissing', 'remark');
    return fillRemark;
  }
  const seen = seenText(cells, 'remark', text);
  if (seen === null) return null;
  if (!isPlain(seen) && hasEmoji(seen)) cells.report('remarkEmoji', 'remark');
  if (seen.length <= REMARK_USUAL_MAX_CHARACTERS) return seen;
  const length = countCharacters(seen);
  if (length > REMARK_MAX_CHARACTERS) {
    cells.report('remarkTooLong', 'remark', { limit: REMARK_MAX_CHARACTERS });
    return null;
  }
  if (length > REMARK_USUAL_MAX_CHARACTERS)
    cells.report('remarkLong', 'remark', { limit: REMARK_USUAL_MAX_CHARACTERS });
  return seen;
}

/** The sheet's own reference, null where it has none. Errors: null too, with its issue reported. */
export function checkReference(cells: RowCells, column: number): Reference | null {
  const text = cells.text('reference', column);
  if (text === null || text === '') return null;
  const reference = parseReference(text);
  if (reference !== null && !(isPlainNumber(cells.kind(column)) && text.includes('.'))) return reference;
  const character = findForeign(text);
  if (character !== null) cells.report('strangeCharacter', 'reference', { character });
  else cells.report(reference === null ? 'referenceShape' : 'notWhole', 'reference');
  return null;
}

/** The payee's name, which stays on this machine. Errors: null, with its issue reported. */
export function checkName(cells: RowCells, column: number): string | null {
  const text = cells.text('name', column);
  if (text === null || text === '') return null;
  const seen = seenText(cells, 'name', text);
  if (seen === null || seen.length <= NAME_MAX_CHARACTERS || countCharacters(seen) <= NAME_MAX_CHARACTERS) return seen;
  cells.report('nameTooLong', 'name', { limit: NAME_MAX_CHARACTERS });
  return null;
}

/** The text with plain spaces; null when it holds what a person cannot see. */
function seenText(cells: RowCells, field: Field, text: string): string | null {
  if (isPlain(text)) return text;
  const plain = cells.withPlainSpaces(field, text);
  const unseen = findUnseen(plain);
  if (unseen === null) return plain;
  if (unseen.kind === 'lineBreak') cells.report('lineBreak', field);
  else cells.report('strangeCharacter', field, { character: unseen.name });
  return null;
}

/** The remark for all rows, trimmed; null for none. Errors: a refusal for one that no row could carry. */
export function readFillRemark(text: string | null): { readonly remark: string | null } | Refusal {
  const remark = trimSpaces(text ?? '');
  if (remark === '') return { remark: null };
  const unseen = findUnseen(remark);
  if (unseen?.kind === 'lineBreak') return refusal('fillRemarkUnusable', { reason: 'it holds a line break' });
  if (unseen !== null) return refusal('fillRemarkUnusable', { reason: `it holds ${unseen.name}` });
  if (countCharacters(remark) > REMARK_MAX_CHARACTERS) {
    return refusal('fillRemarkUnusable', { reason: `it is longer than ${REMARK_MAX_CHARACTERS} characters` });
  }
  return { remark };
}

/** Letters as a person counts them, pairs of surrogates being one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
