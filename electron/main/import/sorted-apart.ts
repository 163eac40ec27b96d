// Two columns of names that hold the same people in another order: one of them was sorted alone, and with it perhaps the payees.

import { foldName } from '../domain/person-key.ts';
import { namesDiffer } from './compare-names.ts';
import { meaningOf } from './field-names.ts';
import { isKnown } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

/** Fewer rows may differ by chance. */
const ROWS_MIN = 3;

/** The headers of two columns that were sorted apart; null for none. */
export function findSortedApart(
  table: Table,
  { name }: Columns,
): { readonly one: string; readonly other: string } | null {
  const columns = table.headers.flatMap((header, index) => {
    const { words, isPayers } = meaningOf(header);
    const isOfNames = index === name?.index || (words.has('name') && !isPayers && !isOfOther(words));
    return isOfNames ? [{ header, index }] : [];
  });
  for (const [at, one] of columns.entries()) {
    for (const other of columns.slice(at + 1)) {
      if (areSortedApart(table, one.index, other.index)) return { one: one.header, other: other.header };
    }
  }
  return null;
}

function isOfOther(words: ReadonlySet<string>): boolean {
  return [...words].some((word) => isKnown(word, 'column', 'nameOfOther') || isKnown(word, 'column', 'namesNoPayee'));
}

function areSortedApart(table: Table, one: number, other: number): boolean {
  const [left, right]: [string[], string[]] = [[], []];
  let differing = 0;
  for (const cells of table.rows) {
    const [first, second] = [cells[one] ?? '', cells[other] ?? ''];
    if (first.trim() === '' || second.trim() === '' || first.length + second.length > VALUE_MAX_CHARACTERS) continue;
    left.push(foldName(first));
    right.push(foldName(second));
    if (namesDiffer(first, second)) differing += 1;
  }
  if (differing < ROWS_MIN || differing * 2 < left.length) return false;
  const [these, those] = [left.toSorted(), right.toSorted()];
  return these.every((name, at) => name === those[at]);
}
