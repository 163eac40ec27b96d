// Why a batch is not retried, in words. In: what was found. Out: refusals that say it and give the cure.
// This file must never decide: the order of the questions is in retry-batch.

import type { Answer } from '../../../shared/api/answers.ts';
import type { CheckView } from '../../../shared/api/views.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { Issue, Refusal } from '../../../shared/issues.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import type { LostBatch } from '../../../shared/standing.ts';

export function notFinishedRefusal(id: BatchId, queued: number): Refusal {
  return {
    code: 'notFinished',
    message: `${queued === 1 ? '1 payout of' : `${queued} payouts of`} batch ${id} ${queued === 1 ? 'was' : 'were'} not sent yet.`,
    cure: `Finish it with \`resume ${id}\` or \`cancel ${id}\`, then retry what ended unpaid.`,
  };
}

/** A lost batch may have been the retry of this very one: its reference is the same, but a look-up may not know it yet. */
export function lostRetryRefusal(id: BatchId, { id: lost, count, confirmedAtMs }: LostBatch): Refusal {
  const day = new Date(confirmedAtMs).toISOString().slice(0, 10);
  return {
    code: 'lostRetry',
    message: `Batch ${lost} with ${count === 1 ? '1 payout' : `${count} payouts`}, confirmed on ${day}, is no longer in this database: it may have paid rows of ${id} again.`,
    cure: 'Compare with the gateway or the bank first, and pay what is surely unpaid from a file of its own.',
  };
}

export function nothingToRetryRefusal(id: BatchId): Refusal {
  return {
    code: 'nothingToRetry',
    message: `No payout of batch ${id} has ended failed, rejected or reversed.`,
    cure: `See \`status ${id}\`. What is not settled is followed with \`watch ${id}\`; what was cancelled is run from a file.`,
  };
}

export function hiddenCorrectionRefusal(row: number): Refusal {
  return {
    code: 'hiddenRows',
    message: `Row ${row} of the sheet is hidden and would be paid without being seen.`,
    cure: 'Show it in the spreadsheet and look at it.',
  };
}

export const CHANGED_MEANWHILE: Refusal = {
  code: 'changedMeanwhile',
  message: 'While it was being confirmed, the gateway changed its word about a payout of this retry: nothing was sent.',
  cure: 'Retry again: what changed is shown.',
};

/** No row of it can be paid, each with its reason. */
export function blockedRetry(
  batch: BatchRecord,
  {
    checked,
    rows,
    issues,
    refusal,
  }: {
    readonly checked: CheckedFile | null;
    readonly rows: number;
    readonly issues: readonly Issue[];
    readonly refusal: Refusal;
  },
): Extract<Answer<never>, { kind: 'blocked' }> {
  const columns = Object.entries(checked?.columns ?? {}).map(([field, { header, how }]) => [field, { header, how }]);
  const check: CheckView = {
    file: checked?.file.name ?? batch.fileName,
    sha256: checked?.file.sha256 ?? batch.fileSha256,
    sheet: checked === null ? batch.sheet : checked.sheet,
    rows,
    payable: 0,
    totalPaise: 0,
    columns: Object.fromEntries(columns) as CheckView['columns'],
    issues,
  };
  return { kind: 'blocked', check, refusal };
}

export const NO_ROW_LEFT: Refusal = {
  code: 'nothingPayable',
  message: 'No payout of this batch can be paid again now, so nothing was sent.',
  cure: 'Each row above says why, and what helps.',
};

export const ROWS_BLOCKED: Refusal = {
  code: 'blockedRows',
  message: 'Rows of the corrected file cannot be paid, so nothing was sent.',
  cure: 'Correct the rows named above and retry again.',
};
