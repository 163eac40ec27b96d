// Reads a batch's report, row by row, so that a large batch need not lie in memory. In: a batch. Out: shared/report.
// This file must never format: it gives values as they are.

import type Database from 'better-sqlite3';
import type { BatchRecord, Tally } from '../../../shared/batches.ts';
import { asPaise } from '../../../shared/money.ts';
import { formatBatchId, type Reference, type Sha256 } from '../../../shared/ids.ts';
import type { Issue } from '../../../shared/issues.ts';
import type { Paise } from '../../../shared/money.ts';
import type {
  BatchReport,
  ReportAttempt,
  ReportAuditEntry,
  ReportExcluded,
  ReportPayout,
} from '../../../shared/report.ts';
import type { StateKind } from '../../../shared/states.ts';
import { type BeneficiaryColumns, decodeBeneficiary } from './beneficiary-columns.ts';
import { prepareSourceReading } from './payout-sources.ts';

interface PayoutRow extends BeneficiaryColumns {
  readonly payout_id: number;
  readonly row_number: number;
  readonly state: StateKind;
  readonly reference: Reference;
  readonly amount_paise: Paise;
  readonly remark: string;
  readonly name: string | null;
  readonly transaction_id: string | null;
  readonly rrn: string | null;
  readonly utr: string | null;
  readonly log_number: string | null;
  readonly tran_ref_no: string | null;
  readonly gateway_status: string | null;
  readonly message: string | null;
  readonly attempts: number;
  readonly sent_at_ms: number | null;
  readonly settled_at_ms: number | null;
  readonly decided_by: string | null;
  readonly retry_of_batch: number | null;
  readonly retry_of_row: number | null;
}

/** Prepares reading reports from any open database. */
export function prepareReport(
  database: Database.Database,
  prefix: 'B' | 'P',
): (batch: BatchRecord, at: { readonly asOfMs: number; readonly tally: Tally }) => BatchReport {
  const ofBatch = `p.payout_id >= (SELECT first_payout_id FROM batches WHERE batch_id = @batch)
    AND p.payout_id < (SELECT first_payout_id + payout_count FROM batches WHERE batch_id = @batch)`;
  const payouts = database.prepare<[{ batch: number }], PayoutRow>(
    `SELECT p.payout_id, p.row_number, p.state, p.upi_id, p.account_number, p.ifsc, p.reference, p.amount_paise, p.remark, p.name,
            p.transaction_id, p.rrn, p.utr, p.log_number, p.tran_ref_no, p.gateway_status, p.message, p.attempts,
            p.sent_at_ms, p.settled_at_ms, p.decided_by,
            origin.batch_id AS retry_of_batch, origin.row_number AS retry_of_row
     FROM payouts p LEFT JOIN payouts origin ON origin.payout_id = p.retry_of
     WHERE ${ofBatch} ORDER BY p.payout_id`,
  );
  const attempts = database.prepare<[{ batch: number }], ReportAttempt>(
    `SELECT p.row_number AS rowNumber, p.reference, a.claimed_at_ms AS sentAtMs, r.answered_at_ms AS answeredAtMs,
            r.outcome, r.http_status AS httpStatus, r.answer
     FROM payouts p JOIN attempts a USING (payout_id) LEFT JOIN attempt_results r USING (attempt_id)
     WHERE ${ofBatch} ORDER BY p.payout_id, a.number`,
  );
  const excluded = database.prepare<[number], { row_number: number; source_json: string; issues_json: string }>(
    'SELECT row_number, source_json, issues_json FROM excluded_rows WHERE batch_id = ? ORDER BY row_number',
  );
  const audit = database.prepare<[number], ReportAuditEntry>(
    `SELECT sequence, at_ms AS atMs, actor, what, detail, hash FROM audit WHERE batch_id = ? ORDER BY sequence`,
  );
  const head = database.prepare<[], { sequence: number; hash: Sha256 }>(
    'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  );

  const sourceOf = prepareSourceReading(database);

  const decodePayout = (row: PayoutRow): ReportPayout => ({
    rowNumber: row.row_number,
    status: row.state,
    reference: row.reference,
    beneficiary: decodeBeneficiary(row),
    amountPaise: asPaise(row.amount_paise),
    remark: row.remark,
    name: row.name,
    ids: {
      transactionId: row.transaction_id,
      rrn: row.rrn,
      utr: row.utr,
      logNumber: row.log_number,
      tranRefNo: row.tran_ref_no,
    },
    gatewayStatus: row.gateway_status,
    message: row.message,
    attempts: row.attempts,
    sentAtMs: row.sent_at_ms,
    settledAtMs: row.settled_at_ms,
    decidedBy: row.decided_by,
    retryOf: row.retry_of_batch === null ? null : `${formatBatchId(prefix, row.retry_of_batch)}-${row.retry_of_row}`,
    source: sourceOf(row.payout_id),
  });

  return (record, { asOfMs, tally }) => {
    const { batch, id, payoutCount, totalPaise, ...facts } = record;
    const auditHead = head.get();
    return {
      head: {
        ...facts,
        batch: id,
        confirmedCount: payoutCount,
        confirmedPaise: totalPaise,
        counts: tally.counts,
        paise: tally.paise,
        auditSequence: auditHead?.sequence ?? 0,
        auditHash: auditHead?.hash ?? null,
      },
      asOfMs,
      payouts: () => decoded(payouts.iterate({ batch }), decodePayout),
      attempts: () => attempts.iterate({ batch }),
      excluded: () => decoded(excluded.iterate(batch), decodeExcluded),
      audit: () => audit.iterate(batch),
    };
  };
}

function decodeExcluded(row: { row_number: number; source_json: string; issues_json: string }): ReportExcluded {
  return {
    rowNumber: row.row_number,
    source: JSON.parse(row.source_json) as string[],
    issues: JSON.parse(row.issues_json) as Issue[],
  };
}

function* decoded<Row, Value>(rows: Iterable<Row>, decode: (row: Row) => Value): Generator<Value> {
  for (const row of rows) yield decode(row);
}
