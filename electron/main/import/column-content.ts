// In: a column's first filled cells. Out: which field they fit, or that they are clearly something else.
// This file must never decide alone where money goes: only UPI IDs, IFSCs and payment methods are recognised by content.

import type { Field } from '../../../shared/issues.ts';
import {
  COLUMN_FIT_PERCENT,
  COLUMN_SAMPLE_CELLS,
  COLUMN_SAMPLE_MIN_CELLS,
  VALUE_MAX_CHARACTERS,
} from '../../../shared/limits.ts';
import { isPlainNumber, KIND, type Table } from './table.ts';

/** A column's first filled text cells, trimmed; other cells are left to the row checks. */
export function sampleColumn(table: Table, column: number): readonly string[] {
  const texts: string[] = [];
  for (const [row, cells] of table.rows.entries()) {
    if (texts.length >= COLUMN_SAMPLE_CELLS) break;
    const kind = table.kinds?.[row * table.headers.length + column] ?? KIND.text;
    const cell = cells[column] ?? '';
    const text = cell.length > VALUE_MAX_CHARACTERS ? '' : cell.trim();
    if (text !== '' && (kind === KIND.text || isPlainNumber(kind))) texts.push(text);
  }
  return texts;
}

const UPI_LIKE = /^[^@\s]+@[A-Za-z][A-Za-z0-9]+$/;
const IFSC_LIKE = /^[A-Za-z]{4}0[A-Za-z0-9]{6}$/;

const FITS: Readonly<Record<Field, ((text: string) => boolean) | null>> = {
  upiId: (text) => UPI_LIKE.test(text),
  ifsc: (text) => IFSC_LIKE.test(text),
  paymentMethod: (text) => /^(?:upi|imps)$/i.test(text),
  accountNumber: (text) => /^\d{9,18}$/.test(text),
  amount: (text) => /^(?:₹|rs\.?|inr)?\s*[\d,]+(?:\.\d{1,2})?(?:\s*\/-)?$/i.test(text),
  remark: null,
  reference: null,
  name: null,
};

const CONTRADICTS: Readonly<Record<Field, ((text: string) => boolean) | null>> = {
  upiId: (text) => !text.includes('@'),
  ifsc: (text) => text.includes('@') || text.includes(' ') || /^\d+$/.test(text),
  accountNumber: (text) => text.includes('@') || !/\d/.test(text) || IFSC_LIKE.test(text),
  amount: (text) => text.includes('@') || !/\p{Nd}/u.test(text) || IFSC_LIKE.test(text),
  name: (text) => UPI_LIKE.test(text) || /^\d{9,}$/.test(text),
  paymentMethod: null,
  remark: null,
  reference: null,
};

/** Whether the column's content is that of the field. */
export function fits(field: Field, sample: readonly string[]): boolean {
  return most(sample, FITS[field]);
}

/** Whether the column's content is clearly not that of the field, whatever its header says. */
export function contradicts(field: Field, sample: readonly string[]): boolean {
  return most(sample, CONTRADICTS[field]);
}

/** Whether a column's first cells are amounts, not all of them zero. */
export function holdsMoney(sample: readonly string[]): boolean {
  const amounts = sample.filter((text) => FITS.amount?.(text) === true);
  return amounts.length * 100 >= sample.length * COLUMN_FIT_PERCENT && amounts.some((text) => /[1-9]/.test(text));
}

function most(sample: readonly string[], test: ((text: string) => boolean) | null): boolean {
  if (test === null || sample.length < COLUMN_SAMPLE_MIN_CELLS) return false;
  return sample.filter(test).length * 100 >= sample.length * COLUMN_FIT_PERCENT;
}
