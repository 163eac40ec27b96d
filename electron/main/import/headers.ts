// In: the header cells of a sheet as text. Out: the headers as they are shown, or why they cannot name columns.
// This file must never match a header to a payment field.

import type { Refusal } from '../../../shared/issues.ts';
import { HEADER_MAX_CHARACTERS, SHEET_MAX_COLUMNS } from '../../../shared/limits.ts';
import { refusal } from './refusals.ts';
import { cellAddress } from './table.ts';

export type HeadersReading =
  | { readonly kind: 'headers'; readonly headers: readonly string[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Names that mean something else to programs than to people. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Trims headers, drops empty ones at the end, and refuses those that do not tell columns apart. */
export function readHeaders(place: {
  readonly cells: readonly string[];
  readonly sheet: string | null;
  readonly rowNumber: number;
}): HeadersReading {
  const headers = place.cells.map(shownHeader);
  while (headers.at(-1) === '') headers.pop();
  if (headers.length > SHEET_MAX_COLUMNS) return refuse(refusal('tooManyColumns', { limit: SHEET_MAX_COLUMNS }));
  const seen = new Map<string, number>();
  const address = (column: number): string => cellAddress({ ...place, column });
  for (const [column, header] of headers.entries()) {
    if (header === '') continue;
    const word = header.toLowerCase();
    if (FORBIDDEN.has(word)) return refuse(refusal('forbiddenHeader', { header, cell: address(column) }));
    const first = seen.get(word);
    if (first !== undefined) {
      return refuse(refusal('duplicateHeader', { header, first: address(first), second: address(column) }));
    }
    seen.set(word, column);
  }
  return { kind: 'headers', headers };
}

/** A header without spaces around it and with one space for each gap inside. */
export function shownHeader(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, HEADER_MAX_CHARACTERS);
}

function refuse(why: Refusal): HeadersReading {
  return { kind: 'refused', refusal: why };
}
