// A retry as a draft: the unpaid payouts of a batch as rows of a sheet, to be corrected on Review like a file's. In: payouts.
// Out: the rows to open, and, when it is confirmed, the rows as they were reviewed, each bound to its payout.
// This file must never let an amount or a reference be another one: those two are locked.

import type { BatchRecord } from '../../../../shared/batches.ts';
import type { Field, Refusal } from '../../../../shared/issues.ts';
import { decimalText } from '../../../../shared/money.ts';
import type { RetryPayout } from '../../../../shared/retry.ts';
import type { ReviewedRows } from '../reviewed-rows.ts';
import type { HeldRows } from '../sheet-port.ts';
import type { Columns, Draft, RetryOrigin, WholeDraft } from './draft.ts';
import type { Step } from './draft-edits.ts';

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

/** What every row of a retry carries, each in its own column. */
export const RETRY_COLUMNS: Columns = Object.fromEntries(
  HEADERS.map(([field, header], index) => [field, { header, index, how: 'exact' as const }]),
);

/** The amount is what was confirmed once; the reference is the unpaid payout's, and paying it again makes a new one. */
const LOCKED: Readonly<Partial<Record<Field, Refusal>>> = {
  amount: {
    code: 'amountLocked',
    message: 'A retry pays the same amount: it cannot be changed here.',
    cure: 'Another amount is another payment: leave this row out and pay it from a file of its own.',
  },
  reference: {
    code: 'referenceLocked',
    message: 'The reference names the payout that is paid again: it cannot be changed here.',
    cure: 'Nothing is to be done: paying it again makes a new reference.',
  },
};

/** The fields of a draft that cannot be changed. */
export function lockedFields({ reading }: Draft): Field[] {
  return reading.retry === null ? [] : HEADERS.map(([field]) => field).filter((field) => LOCKED[field] !== undefined);
}

/** The step without cells that stay as they are. Errors: refused when it would change a locked one. */
export function withoutLocked(draft: Draft, step: Step): Step | Refusal {
  if (draft.reading.retry === null) return step;
  for (const { row, field, text } of step.cells) {
    const lock = LOCKED[field];
    if (lock !== undefined && text !== draft.original(row, field)) return lock;
  }
  return { ...step, cells: step.cells.filter(({ field }) => LOCKED[field] === undefined) };
}

/** The payouts as a sheet, under the row numbers they had. */
export function retrySheet(batch: BatchRecord, payouts: readonly RetryPayout[]): HeldRows {
  return {
    file: { name: `Retry of ${batch.id} · ${batch.fileName}`, sizeBytes: 0, sha256: batch.fileSha256 },
    sheet: batch.sheet,
    headers: HEADERS.map(([, header]) => header),
    rows: payouts.map((payout) => HEADERS.map(([field]) => textOf(payout, field))),
    rowNumbers: payouts.map(({ rowNumber }) => rowNumber),
  };
}

/** What the draft pays again, and the file it first came from. */
export function retryOrigin(batch: BatchRecord, payouts: readonly RetryPayout[]): RetryOrigin {
  const { id, fileName, fileSha256, sheet, headers } = batch;
  return { batch: id, fileName, fileSha256, sheet, headers, payouts };
}

/** The rows as they were reviewed, with the cells of the file they first came from. */
export function reviewedRows({ checked }: Pick<WholeDraft, 'checked'>, origin: RetryOrigin): ReviewedRows {
  const { fileName, fileSha256, sheet, headers, payouts } = origin;
  return {
    checked: {
      ...checked,
      file: { name: fileName, sizeBytes: 0, sha256: fileSha256 },
      sheet,
      headers,
      columns: {},
      rows: checked.rows.map((row, at) => ({ ...row, source: payouts[at]?.source ?? [] })),
    },
    payoutOf: new Map(payouts.map(({ rowNumber, payoutId }) => [rowNumber, payoutId])),
  };
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
