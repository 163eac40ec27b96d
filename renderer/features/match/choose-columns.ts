// Which column carries which field. A column carries one field, and a field has one column.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import { FIELDS, type Field } from '../../../shared/rows.ts';

export type MatchReading = AnswerOf<'readDraft'>;

export type Header = MatchReading['headers'][number];

/** Shape: the header of each field; null for a field without a column. */
export type HeaderByField = Readonly<Record<Field, string | null>>;

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

export function columnsOf(headers: readonly Header[]): HeaderByField {
  const of = (field: Field): string | null => headers.find((header) => header.field === field)?.header ?? null;
  return Object.fromEntries(FIELDS.map((field) => [field, of(field)])) as HeaderByField;
}

/** Gives a field its column; a column carries one field, so another field loses it. */
export function chooseColumn(
  columns: HeaderByField,
  { field, header }: { readonly field: Field; readonly header: string | null },
): HeaderByField {
  const freed = FIELDS.map((other) => [other, header !== null && columns[other] === header ? null : columns[other]]);
  return { ...(Object.fromEntries(freed) as HeaderByField), [field]: header };
}

/** Shape: `before` is how the columns stood when a person began to choose for the field that was chosen for last. */
export interface Choosing {
  readonly columns: HeaderByField;
  readonly before: { readonly field: Field; readonly columns: HeaderByField } | null;
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

export type MissingColumn = 'amount' | 'payee' | 'payeeHalf';

/** What is missing before rows can be checked; null when nothing is. */
export function missingOf(columns: HeaderByField): MissingColumn | null {
  if (columns.amount === null) return 'amount';
  if ((columns.accountNumber === null) !== (columns.ifsc === null)) return 'payeeHalf';
  return columns.upiId === null && columns.accountNumber === null ? 'payee' : null;
}

/** What the desk is told: every field, an empty header where there is no column. */
export function readColumns(columns: HeaderByField): readonly { readonly field: Field; readonly header: string }[] {
  return FIELDS.map((field) => ({ field, header: columns[field] ?? '' }));
}

export function isSameChoice(left: HeaderByField, right: HeaderByField): boolean {
  return FIELDS.every((field) => left[field] === right[field]);
}

/** The columns that may carry a field: the payer's own account is never one of a payee. */
export function offeredFor(field: Field, headers: readonly Header[]): readonly Header[] {
  return OF_PAYEE.has(field) ? headers.filter((header) => !header.isPayers || header.field === field) : headers;
}

const OF_PAYEE: ReadonlySet<Field> = new Set(['upiId', 'accountNumber', 'ifsc']);
