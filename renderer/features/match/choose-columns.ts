// Which column carries which field, one to one.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import { FIELDS, type Field } from '../../../shared/rows.ts';

export type MatchReading = AnswerOf<'readDraft'>;

export type Header = MatchReading['headers'][number];

/** The header of each field; null for a field without a column. */
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

/** Assigns a column to a field and takes it from any other field. */
export function chooseColumn(
  columns: HeaderByField,
  { field, header }: { readonly field: Field; readonly header: string | null },
): HeaderByField {
  const freed = FIELDS.map((other) => [other, header !== null && columns[other] === header ? null : columns[other]]);
  return { ...(Object.fromEntries(freed) as HeaderByField), [field]: header };
}

/** `before` holds the columns from before the person started choosing for the most recent field. */
export interface Choosing {
  readonly columns: HeaderByField;
  readonly before: { readonly field: Field; readonly columns: HeaderByField } | null;
}

/**
 * Chooses for a field, possibly again: an arrow key steps through every column, and each one it passes returns to the field it
 * was taken from.
 */
export function chooseOn(
  { columns, before }: Choosing,
  chosen: { readonly field: Field; readonly header: string | null },
): Choosing {
  const began = before?.field === chosen.field ? before.columns : columns;
  return { columns: chooseColumn(began, chosen), before: { field: chosen.field, columns: began } };
}

export type MissingColumn = 'amount' | 'payee' | 'payeeHalf' | 'remark';

/** What is missing before rows can be checked; null when nothing is. */
export function missingOf(columns: HeaderByField, fillRemark: string): MissingColumn | null {
  if (columns.amount === null) return 'amount';
  if ((columns.accountNumber === null) !== (columns.ifsc === null)) return 'payeeHalf';
  if (columns.upiId === null && columns.accountNumber === null) return 'payee';
  return columns.remark === null && fillRemark.trim() === '' ? 'remark' : null;
}

/** Every field, with an empty header where it has no column, as the desk expects it. */
export function readColumns(columns: HeaderByField): readonly { readonly field: Field; readonly header: string }[] {
  return FIELDS.map((field) => ({ field, header: columns[field] ?? '' }));
}

export function isSameChoice(left: HeaderByField, right: HeaderByField): boolean {
  return FIELDS.every((field) => left[field] === right[field]);
}

/** The columns a field may use. The payer's own account is never offered for a payee field. */
export function offeredFor(field: Field, headers: readonly Header[]): readonly Header[] {
  return OF_PAYEE.has(field) ? headers.filter((header) => !header.isPayers || header.field === field) : headers;
}

const OF_PAYEE: ReadonlySet<Field> = new Set(['upiId', 'accountNumber', 'ifsc']);
