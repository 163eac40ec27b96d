// What is wrong with a row or a file, as data. An issue names the cell, says it in a sentence and gives the cure.
// This file must never throw for a wrong value: wrong values are what it describes.

/** error: the row cannot be paid. warning: it needs a tick. notice: a value was read with its decoration taken off. */
export type Severity = 'error' | 'warning' | 'notice';

/** The payment fields a column can carry. */
export const FIELDS = [
  'paymentMethod',
  'upiId',
  'accountNumber',
  'ifsc',
  'amount',
  'remark',
  'reference',
  'name',
] as const;
export type Field = (typeof FIELDS)[number];

/**
 * One thing wrong with one row.
 * Shape: `row` as the person sees it in the sheet; `cell` like `Sheet1!D17` (CSV: `D17`), null when no one cell is to blame.
 */
export interface Issue {
  readonly row: number;
  readonly cell: string | null;
  readonly field: Field | null;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly cure: string;
}

/** Why a file, an option or a profile was refused as a whole; nothing was changed. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly cure: string;
}
