// Which column carries which field, as a person chooses it: matching is the desk's.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import { type Field, FIELDS } from '../../../shared/issues.ts';

export type Header = AnswerOf<'readDraft'>['headers'][number];

/** Shape: the header of each field; null for a field without a column. */
export type ColumnChoice = Readonly<Record<Field, string | null>>;

export const FIELD_ORDER: readonly Field[] = [
  'amount',
  'upiId',
  'accountNumber',
  'ifsc',
  'paymentMethod',
  'remark',
  'reference',
  'name',
];

export function columnsOf(headers: readonly Header[]): ColumnChoice {
  const of = (field: Field): string | null => headers.find((header) => header.field === field)?.header ?? null;
  return Object.fromEntries(FIELDS.map((field) => [field, of(field)])) as ColumnChoice;
}

/** Gives a field its column; a column carries one field, so another field loses it. */
export function chooseColumn(
  columns: ColumnChoice,
  { field, header }: { readonly field: Field; readonly header: string | null },
): ColumnChoice {
  const freed = FIELDS.map((other) => [other, header !== null && columns[other] === header ? null : columns[other]]);
  return { ...(Object.fromEntries(freed) as ColumnChoice), [field]: header };
}

/** Shape: `before` is how the columns stood when a person began to choose for the field that was chosen for last. */
export interface Choosing {
  readonly columns: ColumnChoice;
  readonly before: { readonly field: Field; readonly columns: ColumnChoice } | null;
}

/**
 * Chooses for a field, perhaps not for the first time: an arrow key passes over every column on its way, and what a passed
 * one took from another field goes back to it.
 */
export function chooseOn(
  { columns, before }: Choosing,
  chosen: { readonly field: Field; readonly header: string | null },
): Choosing {
  const began = before?.field === chosen.field ? before.columns : columns;
  return { columns: chooseColumn(began, chosen), before: { field: chosen.field, columns: began } };
}

export type Missing = 'amount' | 'payee' | 'payeeHalf';

/** What is missing before rows can be checked; null when nothing is. */
export function missingOf(columns: ColumnChoice): Missing | null {
  if (columns.amount === null) return 'amount';
  if ((columns.accountNumber === null) !== (columns.ifsc === null)) return 'payeeHalf';
  return columns.upiId === null && columns.accountNumber === null ? 'payee' : null;
}

/** What the desk is told: every field, an empty header where there is no column. */
export function readColumns(columns: ColumnChoice): readonly { readonly field: Field; readonly header: string }[] {
  return FIELDS.map((field) => ({ field, header: columns[field] ?? '' }));
}

export function isSameChoice(left: ColumnChoice, right: ColumnChoice): boolean {
  return FIELDS.every((field) => left[field] === right[field]);
}

export function ignoredHeaders(headers: readonly Header[], columns: ColumnChoice): readonly Header[] {
  const used = new Set(Object.values(columns));
  return headers.filter(({ header }) => !used.has(header));
}
