// What a person reads of a retry before money moves: every changed value, and who is left out. In: the retry. Out: lines.
// This file must never leave out a changed value: a wrong one pays a stranger.

import type { RetryConfirmView } from '../../../shared/api/views.ts';
import { LEFT_OUT_SHOWN } from '../../../shared/limits.ts';
import type { CorrectedField } from '../../../shared/retry.ts';
import { counted, formatCount } from './format-count.ts';
import { hangText, plainText } from './text-width.ts';

const FIELD_WORDS: Readonly<Record<CorrectedField, string>> = {
  paymentMethod: 'payment method',
  upiId: 'UPI ID',
  accountNumber: 'account number',
  ifsc: 'IFSC',
  remark: 'remark',
  name: 'name',
};

/** Shape: lines no wider than `columns`. */
export function formatRetry({ corrections, leftOut }: RetryConfirmView, columns: number): readonly string[] {
  const changes = corrections.map(
    ({ row, field, from, to }) => `Row ${row}, ${FIELD_WORDS[field]}: ${from ?? 'none'} becomes ${to ?? 'none'}`,
  );
  const left = leftOut.slice(0, LEFT_OUT_SHOWN).map(({ row, message }) => `Row ${row}: ${message}`);
  const more = leftOut.length - left.length;
  if (more > 0) left.push(`and ${formatCount(more)} more`);
  const list = (heading: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [heading, ...items.flatMap((item) => hangText(plainText(item), columns))];
  return [
    ...list(`${counted(changes.length, 'changed value')}:`, changes),
    ...list(`${counted(leftOut.length, 'payout')} left out:`, left),
  ];
}
