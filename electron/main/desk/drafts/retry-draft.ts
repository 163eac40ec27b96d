// A retry as a draft: a batch's unpaid payouts as rows, corrected on Review like a file's. Amount and reference are locked.

import type { BatchId, Sha256 } from '../../../../shared/ids.ts';
import { decimalText } from '../../../../shared/money.ts';
import type { RetryPayout } from '../../../../shared/retry-payout.ts';
import type { Field } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { Columns } from '../../import/match-columns.ts';
import type { HeldRows } from '../../import/open-sheet.ts';

const HEADERS: readonly (readonly [Field, string])[] = [
  ['paymentMethod', 'Method'],
  ['name', 'Name'],
  ['upiId', 'UPI ID'],
  ['accountNumber', 'Account number'],
  ['ifsc', 'IFSC'],
  ['amount', 'Amount'],
  ['remark', 'Remark'],
  ['reference', 'Reference'],
];

/** The columns of a retry's sheet, one per field. */
export const RETRY_COLUMNS: Columns = Object.fromEntries(
  HEADERS.map(([field, header], index) => [field, { header, index, how: 'exact' as const }]),
);

/** The payouts as a sheet, with their original row numbers. */
export function retrySheet(batch: BatchRecord, payouts: readonly RetryPayout[]): HeldRows {
  return {
    file: { name: batch.fileName, sizeBytes: 0, sha256: batch.fileSha256 },
    sheet: batch.sheet,
    headers: HEADERS.map(([, header]) => header),
    rows: payouts.map((payout) => HEADERS.map(([field]) => textOf(payout, field))),
    rowNumbers: payouts.map(({ rowNumber }) => rowNumber),
    whyUnpaid: payouts.map(({ message }) => message),
  };
}

/** What the draft pays again, and the file it first came from. */
export function retryOrigin(batch: BatchRecord, payouts: readonly RetryPayout[]): RetryOrigin {
  const { id, fileName, fileSha256, sheet, headers } = batch;
  return { batch: id, fileName, fileSha256, sheet, headers, payouts };
}

function textOf({ payment, reference }: RetryPayout, field: Field): string {
  const { beneficiary, amountPaise, remark, name } = payment;
  const isUpi = beneficiary.method === 'UPI';
  const texts: Readonly<Record<Field, string>> = {
    paymentMethod: beneficiary.method,
    upiId: isUpi ? beneficiary.upiId : '',
    accountNumber: isUpi ? '' : beneficiary.accountNumber,
    ifsc: isUpi ? '' : beneficiary.ifsc,
    amount: decimalText(amountPaise),
    remark,
    reference,
    name: name ?? '',
  };
  return texts[field];
}

/** What a draft pays again. `payouts`: one per row of its sheet, in the same order. `headers`: those of the batch's file. */
export interface RetryOrigin {
  readonly batch: BatchId;
  readonly fileName: string;
  readonly fileSha256: Sha256;
  readonly sheet: string | null;
  readonly headers: readonly string[];
  readonly payouts: readonly RetryPayout[];
}
