// Reads the payouts in doubt with all their evidence. In: a batch. Out: shared/unknown-desk, in file order.
// This file must never leave out an attempt or an answer: a person decides by what is shown here.

import type Database from 'better-sqlite3';
import { formatBatchId, type PayoutId, type Reference } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { UnknownReason } from '../../../shared/outcomes.ts';
import type { Suspicion } from '../../../shared/states.ts';
import type { UnknownAttempt, UnknownLookup, UnknownPayout } from '../../../shared/unknown-desk.ts';
import { type BeneficiaryColumns, decodeBeneficiary } from './beneficiary-columns.ts';

interface UnknownRow extends BeneficiaryColumns {
  readonly payout_id: PayoutId;
  readonly batch_id: number;
  readonly row_number: number;
  readonly reference: Reference;
  readonly amount_paise: Paise;
  readonly name: string | null;
  readonly unknown_reason: UnknownReason | null;
  readonly suspected: Suspicion;
  readonly transaction_id: string | null;
  readonly lookups: number;
  readonly not_known_answers: number;
  readonly confirmed_at_ms: number;
}

/**
 * Shape: `withSending` counts what a dead process left in the middle, which is right only while nobody sends; `only` asks
 * for one payout of the batch.
 */
export interface UnknownQuestion {
  readonly batch: number;
  readonly withSending: boolean;
  readonly only?: PayoutId;
}

interface RowsQuestion {
  readonly batch: number;
  readonly only: PayoutId | null;
  readonly sending: 0 | 1;
}

export interface UnknownReading {
  list(question: UnknownQuestion): UnknownPayout[];
  /** What the merchant's gateway says of a reference that nobody ever used; null while that is not known. */
  fingerprint(merchantId: number): string | null;
}

/** Prepares reading the unknown desk of any open database. */
export function prepareUnknown(database: Database.Database, prefix: 'B' | 'P'): UnknownReading {
  const rows = database.prepare<[RowsQuestion], UnknownRow>(
    `SELECT p.payout_id, p.batch_id, p.row_number, p.reference, p.upi_id, p.account_number, p.ifsc, p.amount_paise, p.name,
            p.unknown_reason, p.suspected, p.transaction_id, p.lookups, p.not_known_answers, b.confirmed_at_ms
     FROM batches b JOIN payouts p ON p.payout_id >= b.first_payout_id
       AND p.payout_id < b.first_payout_id + b.payout_count
     WHERE b.batch_id = @batch AND (@only IS NULL OR p.payout_id = @only)
       AND (p.state = 'unknown' OR (@sending = 1 AND p.state = 'sending'))
     ORDER BY p.payout_id`,
  );
  const attempts = database.prepare<[number], UnknownAttempt>(
    `SELECT a.number, a.claimed_at_ms AS sentAtMs, r.answered_at_ms AS answeredAtMs, r.outcome,
            r.http_status AS httpStatus, r.message, r.answer
     FROM attempts a LEFT JOIN attempt_results r USING (attempt_id) WHERE a.payout_id = ? ORDER BY a.number`,
  );
  const lookups = database.prepare<[number], UnknownLookup>(
    `SELECT looked_up_by AS "by", finding, http_status AS httpStatus, answer, answered_at_ms AS atMs
     FROM lookups WHERE payout_id = ? ORDER BY lookup_id`,
  );
  const doubted = database.prepare<[number], { payoutId: number; atMs: number }>(
    `SELECT payout_id AS payoutId, max(at_ms) AS atMs FROM audit WHERE batch_id = ? AND what = 'unknown'
     GROUP BY payout_id`,
  );
  const fingerprint = database
    .prepare<[number], string | null>('SELECT not_known_fingerprint FROM merchants WHERE merchant_id = ?')
    .pluck();

  return {
    list: ({ batch, withSending, only = null }) => {
      let doubts: ReadonlyMap<number, number> | null = null;
      // The audit of a large batch is long, so it is read once, and only for what did not come into doubt by its own send.
      const doubtedAtMs = (payoutId: number): number | null => {
        doubts ??= new Map(doubted.all(batch).map((doubt) => [doubt.payoutId, doubt.atMs]));
        return doubts.get(payoutId) ?? null;
      };
      return rows.all({ batch, only, sending: withSending ? 1 : 0 }).map((row) => {
        const asked = attempts.all(row.payout_id);
        const sentAtMs = asked.at(-1)?.sentAtMs ?? null;
        const isOwnSend = sentAtMs !== null && row.unknown_reason !== 'restored';
        const sinceMs = isOwnSend ? sentAtMs : (doubtedAtMs(row.payout_id) ?? row.confirmed_at_ms);
        return {
          payoutId: row.payout_id,
          batch: formatBatchId(prefix, row.batch_id),
          rowNumber: row.row_number,
          reference: row.reference,
          beneficiary: decodeBeneficiary(row),
          amountPaise: row.amount_paise,
          name: row.name,
          reason: row.unknown_reason ?? 'crashed',
          suspected: row.suspected,
          transactionId: row.transaction_id,
          sinceMs: Math.max(sinceMs, sentAtMs ?? 0),
          attempts: asked,
          lookups: lookups.all(row.payout_id),
          lookupCount: row.lookups,
          notKnownAnswers: row.not_known_answers,
        };
      });
    },
    fingerprint: (merchantId) => fingerprint.get(merchantId) ?? null,
  };
}
