// The words of a sheet's own for how a row is paid, such as NEFT or COD: a person says once for the file what they mean.

import { METHODS } from '../../../shared/rows.ts';
import type { Columns } from './match-columns.ts';
import { trimSpaces } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

/** A word of the method column that is none of ours. */
export interface MethodWord {
  readonly word: string;
  readonly rows: number;
}

/** A column with more of them is no column of methods. */
const WORDS_ASKED_MAX = 20;

/** What may be shown and asked about: a few words without the digits of an account. */
const SHOWN = /^(?!(?:.*\p{Nd}){4})[\p{L}][\p{L}\p{M}\p{N} ()./&+_-]{0,39}$/u;

/** A method as it is compared: without case, and with one space for each gap. */
export function methodWord(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toUpperCase();
}

/** The words that a person has to answer for, the most frequent first. */
export function findMethodWords(table: Table, { paymentMethod }: Columns): readonly MethodWord[] {
  if (paymentMethod === undefined) return [];
  const rows = new Map<string, number>();
  for (const cells of table.rows) {
    const cell = cells[paymentMethod.index] ?? '';
    if (cell.length > VALUE_MAX_CHARACTERS) continue;
    const word = methodWord(trimSpaces(cell));
    if (word === '' || METHODS.some((method) => method === word) || !SHOWN.test(word)) continue;
    rows.set(word, (rows.get(word) ?? 0) + 1);
  }
  const words = [...rows].map(([word, count]) => ({ word, rows: count }));
  return words.toSorted((left, right) => right.rows - left.rows).slice(0, WORDS_ASKED_MAX);
}
