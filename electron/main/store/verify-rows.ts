// Compares the batches with what the audit chain tells of them. In: the database and the replayed chain. Out: what does not
// fit. A batch must hold what was confirmed, to the paisa, by whom and when, and pay again what it was confirmed to pay again.
// This file must never repair a row.

import type Database from 'better-sqlite3';
import { formatBatchId, type Sha256 } from '../../../shared/ids.ts';
import { formatRupees, type Paise } from '../../../shared/money.ts';
import type { Payment } from '../../../shared/rows.ts';
import { atOnce } from '../../../shared/steps.ts';
import { type BeneficiaryColumns, decodeBeneficiary } from './beneficiary-columns.ts';
import { type Findings, momentInWords } from './findings.ts';
import { batchFingerprint } from './references.ts';
import { prepareStoredContent } from './stored-content.ts';
import type { ChainTold, Confirmed, ToldBatches } from './verify-chain.ts';

interface BatchRow {
  readonly batch_id: number;
  readonly fingerprint: Sha256;
  readonly payout_count: number;
  readonly total_paise: Paise;
  readonly excluded_count: number;
  readonly retry_of: number | null;
  readonly confirmed_at_ms: number;
  readonly confirmed_by: string;
  readonly paused_code: string | null;
  readonly paused_message: string | null;
  readonly count: number;
  readonly paise: Paise | null;
  readonly excluded: number;
}

/** Compares every batch with its confirmation. Shape: how many there are. */
export function verifyBatches(
  database: Database.Database,
  { told, prefix, findings }: { readonly told: ChainTold; readonly prefix: 'B' | 'P'; readonly findings: Findings },
): number {
  const rows = database
    .prepare<[], BatchRow>(
      `SELECT b.batch_id, b.fingerprint, b.payout_count, b.total_paise, b.excluded_count, b.retry_of,
              b.confirmed_at_ms, b.confirmed_by, b.paused_code, b.paused_message,
              (SELECT count(*) FROM excluded_rows e WHERE e.batch_id = b.batch_id) AS excluded,
              p.count, p.paise
       FROM batches b LEFT JOIN (
         SELECT batch_id, count(*) AS count, sum(amount_paise) AS paise FROM payouts GROUP BY batch_id
       ) p USING (batch_id) ORDER BY b.batch_id`,
    )
    .all();
  const storedContent = prepareStoredContent(database);
  for (const row of rows) {
    const id = formatBatchId(prefix, row.batch_id);
    const confirmed = told.batches.confirmed.get(row.batch_id);
    if (confirmed === undefined) {
      findings.add('batchUnexplained', `${id} is in the database, but no audit entry confirms it.`);
      continue;
    }
    const { fingerprint, count, totalPaise, excluded, content } = confirmed.detail;
    const expected = [fingerprint, count, totalPaise, excluded];
    const stored = [row.fingerprint, row.payout_count, row.total_paise, row.excluded_count];
    const summed = [row.fingerprint, row.count ?? 0, row.paise ?? 0, row.excluded];
    if (stored.join() !== expected.join() || summed.join() !== expected.join()) {
      const sum = `${row.count ?? 0} payouts of ${formatRupees(row.paise ?? (0 as Paise))}`;
      const was = `${String(count)} of ${formatRupees(Number(totalPaise) as Paise)}`;
      findings.add(
        'totalsDiffer',
        `${id} holds ${sum}; confirmed were ${was}, or its fingerprint or rows left out differ.`,
      );
    } else if (
      row.excluded === 0 &&
      row.retry_of === null &&
      fingerprintOf(database, row.batch_id) !== row.fingerprint
    ) {
      findings.add(
        'rowsDiffer',
        `${id} no longer pays whom it was confirmed to pay: its rows have another fingerprint.`,
      );
    } else if (atOnce(storedContent(row.batch_id))?.content !== content) {
      findings.add(
        'rowsDiffer',
        `${id} no longer pays what it was confirmed to pay: a remark, a reference, a wallet or its run differs.`,
      );
    }
    verifyMarks(row, { id, confirmed, told: told.batches }, findings);
  }
  for (const batch of told.batches.confirmed.keys()) {
    if (!rows.some((row) => row.batch_id === batch)) {
      findings.add('batchMissing', `${formatBatchId(prefix, batch)} was confirmed, but is not in the database.`);
    }
  }
  return rows.length;
}

/** Who confirmed a batch and when, what it pays again, and why it is paused. */
function verifyMarks(
  row: BatchRow,
  { id, confirmed, told }: { readonly id: string; readonly confirmed: Confirmed; readonly told: ToldBatches },
  findings: Findings,
): void {
  if (row.confirmed_by !== confirmed.by || row.confirmed_at_ms !== confirmed.atMs) {
    const [is, was] = [row.confirmed_at_ms, confirmed.atMs].map(momentInWords);
    const says = `${id} is confirmed by ${row.confirmed_by} at ${is}`;
    findings.add('confirmationDiffers', `${says}, but the audit log has ${confirmed.by} at ${was}.`);
  }
  const retryOf = told.retries.get(row.batch_id) ?? null;
  if (row.retry_of !== retryOf) {
    const says = `${id} pays again ${row.retry_of === null ? 'no batch' : `batch number ${row.retry_of}`}`;
    const was = retryOf === null ? 'none' : `number ${JSON.stringify(retryOf)}`;
    findings.add('retryDiffers', `${says}, but the audit log has ${was}.`);
  }
  const { code = null, message = null } = told.pauses.get(row.batch_id) ?? {};
  if (row.paused_code !== code || row.paused_message !== message) {
    const says = row.paused_code === null ? 'is not paused' : `is paused (${row.paused_code})`;
    const was = code === null ? 'goes on' : `is paused (${JSON.stringify(code)})`;
    findings.add('pauseUnexplained', `${id} ${says}, but by the audit log it ${was}, or for another reason.`);
  }
}

interface PaymentRow extends BeneficiaryColumns {
  readonly amount_paise: Paise;
  readonly remark: string;
  readonly reference: Payment['reference'];
  readonly reference_from: 'desk' | 'sheet';
}

/** The fingerprint of a batch that is a whole file: where rows were left out, it covers more than the batch. */
function fingerprintOf(database: Database.Database, batch: number): Sha256 {
  const rows = database
    .prepare<[number], PaymentRow>(
      `SELECT upi_id, account_number, ifsc, amount_paise, remark, reference, reference_from FROM payouts WHERE batch_id = ?`,
    )
    .all(batch);
  return batchFingerprint(
    rows.map((row) => ({
      beneficiary: decodeBeneficiary(row),
      amountPaise: row.amount_paise,
      remark: row.remark,
      reference: row.reference_from === 'sheet' ? row.reference : null,
      name: null,
    })),
  );
}
