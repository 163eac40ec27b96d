// What a sheet calls the method of a payment, such as NEFT or COD: a person says once for the file what each word means.

import { type ColumnMatch, METHODS } from '../../../shared/rows.ts';
import type { Columns } from './match-columns.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

/** A word of the method column that is none of ours. */
export interface MethodWord {
  readonly word: string;
  readonly rows: number;
}

/** A column with more of them is no column of methods. */
const WORDS_ASKED_MAX = 20;

/** What may be shown and asked about: a few words without the digits of an account, and without letters that look like others. */
const SHOWN = /^(?!(?:.*\p{Nd}){4})(?:[A-Z][A-Z0-9 ()./&+_-]*|[^\p{ASCII}][^A-Z]*)$/u;
const SHOWN_MAX_CHARACTERS = 40;

/** A method as it is compared: without case, and with one space for each gap. */
export function methodWord(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toUpperCase();
}

/**
 * The words that a person has to answer for, the most frequent first. Shape: the empty word stands for rows that name no
 * method where it is not clear by which they are paid.
 */
export function findMethodWords(table: Table, columns: Columns): readonly MethodWord[] {
  const rows = new Map<string, number>();
  for (const cells of table.rows) {
    const word = wordOf(cells, columns);
    if (word !== null) rows.set(word, (rows.get(word) ?? 0) + 1);
  }
  const words = [...rows].map(([word, count]) => ({ word, rows: count }));
  return words.toSorted((left, right) => right.rows - left.rows).slice(0, WORDS_ASKED_MAX);
}

/** Null where nothing is to be asked about a row. */
function wordOf(cells: readonly string[], { paymentMethod, upiId, accountNumber, ifsc }: Columns): string | null {
  const isFilled = (match: ColumnMatch | undefined): boolean =>
    match !== undefined && (cells[match.index] ?? '') !== '';
  const isUpi = isFilled(upiId);
  const isBank = isFilled(accountNumber) || isFilled(ifsc);
  if (!isUpi && !isBank) return null;
  const cell = paymentMethod === undefined ? '' : (cells[paymentMethod.index] ?? '');
  if (cell.length > VALUE_MAX_CHARACTERS) return null;
  const word = methodWord(cell);
  // A header that stands once more among the rows is no row.
  if (paymentMethod !== undefined && word === methodWord(paymentMethod.header)) return null;
  if (word === '') return paymentMethod !== undefined || (isUpi && isBank) ? '' : null;
  return METHODS.some((method) => method === word) || word.length > SHOWN_MAX_CHARACTERS || !SHOWN.test(word)
    ? null
    : word;
}
