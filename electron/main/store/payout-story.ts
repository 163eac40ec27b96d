// Reads one payout with every request and look-up of it, and a batch's failures by what was said. In: a batch and a row.
// Out: shared/payout-pages. This file must never change anything.

import type Database from 'better-sqlite3';
import { formatBatchId } from '../../../shared/ids.ts';
import type {
  FailureGroup,
  ListedPayout,
  PayoutAttempt,
  PayoutLookup,
  PayoutReading,
} from '../../../shared/payout-pages.ts';
import type { ListedRow } from './listed-payout.ts';
import { prepareSourceReading } from './payout-sources.ts';

interface StoryRow extends ListedRow {
  readonly unknown_reason: string | null;
  readonly decided_by: string | null;
  readonly not_known_answers: number;
  readonly lookups: number;
  readonly next_lookup_at_ms: number | null;
  readonly origin_batch: number | null;
  readonly origin_row: number | null;
  readonly successor_batch: number | null;
  readonly successor_row: number | null;
}

/** Shape: `columns` and `decode` are those of a listed payout; `ofBatch` bounds the payouts of `@batch`. */
interface ListedParts {
  readonly prefix: 'B' | 'P';
  readonly ofBatch: string;
  readonly columns: string;
  readonly decode: (row: ListedRow) => ListedPayout;
}

/** Prepares the drawer's reading. */
export function preparePayoutStory(
  database: Database.Database,
  { prefix, ofBatch, columns, decode }: ListedParts,
): Pick<PayoutReading, 'story' | 'failures'> {
  const payout = database.prepare<[{ batch: number; row: number }], StoryRow>(
    `SELECT ${columns}, p.unknown_reason, p.decided_by, p.not_known_answers, p.lookups, p.next_lookup_at_ms,
            origin.batch_id AS origin_batch, origin.row_number AS origin_row,
            successor.batch_id AS successor_batch, successor.row_number AS successor_row
     FROM payouts p LEFT JOIN payouts origin ON origin.payout_id = p.retry_of
                    LEFT JOIN payouts successor ON successor.retry_of = p.payout_id
     WHERE ${ofBatch} AND p.row_number = @row`,
  );
  const attempts = database.prepare<[number], PayoutAttempt>(
    `SELECT a.number, a.claimed_at_ms AS atMs, r.answered_at_ms AS answeredAtMs, r.outcome, r.http_status AS httpStatus,
            r.message, r.answer
     FROM attempts a LEFT JOIN attempt_results r USING (attempt_id) WHERE a.payout_id = ? ORDER BY a.number`,
  );
  const lookups = database.prepare<[number], PayoutLookup>(
    `SELECT answered_at_ms AS atMs, looked_up_by AS by, finding, http_status AS httpStatus, answer
     FROM lookups WHERE payout_id = ? ORDER BY lookup_id`,
  );
  const failures = database.prepare<[{ batch: number }], FailureGroup>(
    `SELECT p.state, coalesce(p.message, '') AS message, count(*) AS count, sum(p.amount_paise) AS paise FROM payouts p
     WHERE ${ofBatch} AND (p.state = 'failed' OR p.state = 'rejected' OR p.state = 'reversed')
     GROUP BY p.state, coalesce(p.message, '')
     ORDER BY sum(count(*)) OVER (PARTITION BY p.state) DESC, p.state, count DESC, 2`,
  );
  const sourceOf = prepareSourceReading(database);
  const nameOf = (batch: number | null, row: number | null): string | null =>
    batch === null || row === null ? null : `${formatBatchId(prefix, batch)}-${row}`;
  return {
    story: (batch, rowNumber) => {
      const row = payout.get({ batch, row: rowNumber });
      if (row === undefined) return null;
      return {
        payout: decode(row),
        unknownReason: row.unknown_reason,
        decidedBy: row.decided_by,
        notKnownAnswers: row.not_known_answers,
        lookups: row.lookups,
        nextLookupAtMs: row.next_lookup_at_ms,
        retryOf: nameOf(row.origin_batch, row.origin_row),
        retriedAs: nameOf(row.successor_batch, row.successor_row),
        source: sourceOf(row.payout_id),
        attempts: attempts.all(row.payout_id),
        answers: lookups.all(row.payout_id),
      };
    },
    failures: (batch) => failures.all({ batch }),
  };
}
