// What an accounts person calls each payment field. In: nothing. Out: words, the same in the desk's sentences and on its
// screens. This file must never name a header of somebody's file.

import type { Field } from './issues.ts';

export const FIELD_WORDS: Readonly<Record<Field, string>> = {
  paymentMethod: 'Payment method',
  upiId: 'UPI ID',
  accountNumber: 'Account number',
  ifsc: 'IFSC',
  amount: 'Amount',
  remark: 'Remark',
  reference: 'Reference',
  name: 'Name',
};
