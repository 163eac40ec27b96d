// Reads a batch's report, row by row, so that a large batch need not lie in memory. Values stay as they are.

import type Database from 'better-sqlite3';
import type { Said } from '../../../shared/cures.ts';
import { type Sha256 } from '../../../shared/ids.ts';
import type { Issue } from '../../../shared/rows.ts';
import type { BatchRecord, Tally } from '../domain/batches.ts';
import type { BatchReport, ReportAttempt, ReportAuditEntry, ReportExcluded, ReportPayout } from '../domain/report.ts';
import { ROWS_ONLY } from './audit-log.ts';
import { decodeListed, LISTED_COLUMNS, type ListedRow, nameIn, OF_BATCH } from './payout-reading.ts';
import { prepareSourceReading } from './payout-rows.ts';

interface PayoutRow extends ListedRow {
  readonly originBatch: number | null;
  readonly originRow: number | null;
}

/** Prepares reading reports from any open database. */
export function prepareReport(
  database: Database.Database,
  prefix: 'B' | 'P',
): (batch: BatchRecord, at: { readonly asOfMs: number; readonly tally: Tally }) => BatchReport {
  const payouts = database.prepare<[{ batch: number }], PayoutRow>(
    `SELECT ${LISTED_COLUMNS}, origin.batch_id AS originBatch, origin.row_number AS originRow
     FROM payouts p LEFT JOIN payouts origin ON origin.payout_id = p.retry_of
     WHERE ${OF_BATCH} ORDER BY p.payout_id`,
  );
  const attempts = database.prepare<[{ batch: number }], ReportAttempt>(
    `SELECT p.row_number AS rowNumber, p.reference, a.claimed_at_ms AS sentAtMs, r.answered_at_ms AS answeredAtMs,
            r.outcome, r.http_status AS httpStatus, r.answer
     FROM payouts p JOIN attempts a USING (payout_id) LEFT JOIN attempt_results r USING (attempt_id)
     WHERE ${OF_BATCH} ORDER BY p.payout_id, a.number`,
  );
  const excluded = database.prepare<[number], { row_number: number; source_json: string; issues_json: string }>(
    'SELECT row_number, source_json, issues_json FROM excluded_rows WHERE batch_id = ? ORDER BY row_number',
  );
  const audit = database.prepare<[number], ReportAuditEntry>(
    `SELECT sequence, at_ms AS atMs, actor, what, detail, hash FROM audit
     WHERE batch_id = ? AND what <> '${ROWS_ONLY}' ORDER BY sequence`,
  );
  const head = database.prepare<[], { sequence: number; hash: Sha256 }>(
    'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  );

  const sourceOf = prepareSourceReading(database);

  const decodePayout = ({ originBatch, originRow, ...listed }: PayoutRow): ReportPayout => ({
    ...decodeListed(listed, prefix),
    retryOf: nameIn(prefix, originBatch, originRow),
    source: sourceOf(listed.payoutId),
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
    issues: JSON.parse(row.issues_json) as Said<Issue>[],
  };
}

function* decoded<Row, Value>(rows: Iterable<Row>, decode: (row: Row) => Value): Generator<Value> {
  for (const row of rows) yield decode(row);
}
