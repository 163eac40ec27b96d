// Why a corrected file is refused, in words. In: the row that could not be believed. Out: refusals with their cure.
// This file must never name an account number: the row says enough.

import type { Refusal } from '../../../shared/issues.ts';
import { formatRupees, type Paise } from '../../../shared/money.ts';
import type { RetryPayout } from '../../../shared/retry.ts';

const USE_REFERENCES =
  "Give each row its payout's reference in a Reference column (`export` writes them), or correct the cells of the batch's own sheet and leave its rows in their places.";

export function noPayoutRefusal(row: number, reference: string): Refusal {
  const what =
    reference === '' ? `is no payout of this batch` : `names reference ${reference}, which is no payout of this batch`;
  return { code: 'noSuchPayout', message: `Row ${row} of the file ${what}.`, cure: USE_REFERENCES };
}

export function twiceRefusal(row: number, payout: RetryPayout): Refusal {
  return {
    code: 'payoutTwice',
    message: `Row ${row} of the file means the payout of ${payout.batch} row ${payout.rowNumber}, as an earlier row does.`,
    cure: 'Leave one of the two out: a payout is retried once.',
  };
}

export function amountChangedRefusal(
  row: number,
  { payout, amountPaise }: { readonly payout: RetryPayout; readonly amountPaise: Paise },
): Refusal {
  const before = formatRupees(payout.payment.amountPaise);
  return {
    code: 'amountChanged',
    message: `Row ${row} of the file says ${formatRupees(amountPaise)}, the payout of ${payout.batch} row ${payout.rowNumber} was ${before}.`,
    cure: 'A retry pays the same amount: put it back. Another amount is another payment: run it from a file of its own.',
  };
}

export function paidRowChangedRefusal(row: number, payout: RetryPayout): Refusal {
  return {
    code: 'rowsMoved',
    message: `Row ${row} of the file is another payment than ${payout.batch} row ${payout.rowNumber}, which is not retried.`,
    cure: USE_REFERENCES,
  };
}

export function movedRefusal(row: number, why: string): Refusal {
  return { code: 'rowsMoved', message: `Row ${row} of the file may have moved: ${why}.`, cure: USE_REFERENCES };
}
