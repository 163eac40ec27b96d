// Payouts as a retry sees them: how each ended, by whose word, and what is linked to it; and the guard of a retry, which
// asks whether everything it pays again is still surely unpaid.

import type Database from 'better-sqlite3';
import { formatBatchId, type PayoutId } from '../../../shared/ids.ts';
import { asPaise } from '../../../shared/money.ts';
import type { RetryPayout, RetryReading } from '../../../shared/retry.ts';
import type { StateKind } from '../../../shared/states.ts';
import { isPlaceholderId } from '../domain/lookup-key.ts';
import { idIsShared, type KeyColumns, lookupKeyOf } from './due-lookups.ts';
import { type BeneficiaryColumns, decodeBeneficiary, prepareSourceReading } from './payout-rows.ts';

interface PayoutRow extends BeneficiaryColumns, KeyColumns {
  readonly payout_id: PayoutId;
  readonly batch_id: number;
  readonly row_number: number;
  readonly state: StateKind;
  readonly decided_by: string | null;
  readonly amount_paise: number;
  readonly remark: string;
  readonly name: string | null;
  readonly retry_of: PayoutId | null;
  readonly last_outcome: string | null;
  readonly has_unread_news: 0 | 1;
  readonly next_batch: number | null;
  readonly next_row: number | null;
}

const COLUMNS = `p.payout_id, p.batch_id, p.row_number, p.state, p.decided_by, p.upi_id, p.account_number, p.ifsc,
  p.amount_paise, p.remark, p.name, p.reference, p.transaction_id, p.retry_of, ${idIsShared('p')},
  (SELECT r.outcome FROM attempts a LEFT JOIN attempt_results r USING (attempt_id)
   WHERE a.payout_id = p.payout_id ORDER BY a.number DESC LIMIT 1) AS last_outcome,
  EXISTS (SELECT 1 FROM late_news WHERE payout_id = p.payout_id AND read_at_ms IS NULL) AS has_unread_news,
  next.batch_id AS next_batch, next.row_number AS next_row`;

/** Reads from any open database. */
export function readRetries(database: Database.Database, prefix: 'B' | 'P'): RetryReading {
  const successor = 'LEFT JOIN payouts next ON next.retry_of = p.payout_id AND next.retry_of IS NOT NULL';
  const ofBatch = database.prepare<[number], PayoutRow>(
    `SELECT ${COLUMNS} FROM batches b JOIN payouts p ON p.payout_id >= b.first_payout_id
       AND p.payout_id < b.first_payout_id + b.payout_count ${successor} WHERE b.batch_id = ? ORDER BY p.payout_id`,
  );
  const one = database.prepare<[number], PayoutRow>(
    `SELECT ${COLUMNS} FROM payouts p ${successor} WHERE p.payout_id = ?`,
  );
  const excluded = database
    .prepare<[number], number>('SELECT row_number FROM excluded_rows WHERE batch_id = ? ORDER BY row_number')
    .pluck();
  const sourceOf = prepareSourceReading(database);
  const decode = (row: PayoutRow): RetryPayout => decodePayout(row, { prefix, source: sourceOf(row.payout_id) });
  return {
    payouts: (batch) => ofBatch.all(batch).map(decode),
    excludedRows: (batch) => excluded.all(batch),
    find: (payoutId) => {
      const row = one.get(payoutId);
      return row === undefined ? null : decode(row);
    },
    chain: (payoutId) => {
      const chain: RetryPayout[] = [];
      // A link always leads to an earlier payout, so this ends.
      for (let next: PayoutId | null = payoutId; next !== null; ) {
        const row = one.get(next);
        if (row === undefined) break;
        chain.push(decode(row));
        next = row.retry_of;
      }
      return chain;
    },
  };
}

function decodePayout(
  row: PayoutRow,
  { prefix, source }: { readonly prefix: 'B' | 'P'; readonly source: readonly string[] },
): RetryPayout {
  const { transaction_id: transactionId, reference, state, name, remark, next_batch: nextBatch } = row;
  const isNamed = transactionId !== null && !isPlaceholderId(transactionId);
  const isRefusal = state === 'failed' || state === 'rejected';
  const amountPaise = asPaise(row.amount_paise);
  return {
    payoutId: row.payout_id,
    batch: formatBatchId(prefix, row.batch_id),
    rowNumber: row.row_number,
    state,
    decidedBy: row.decided_by,
    payment: { beneficiary: decodeBeneficiary(row), amountPaise, remark, name, reference: null },
    reference,
    key: lookupKeyOf(row),
    // The words of an attempt's result: an accepted payout that failed later has `processing` there.
    refusedAtOnce: isRefusal && row.decided_by === null && !isNamed && row.last_outcome === state,
    hasUnreadNews: row.has_unread_news === 1,
    retryOf: row.retry_of,
    successor: nextBatch === null ? null : { batch: formatBatchId(prefix, nextBatch), rowNumber: row.next_row ?? 0 },
    source,
  };
}

interface ChainHit {
  readonly payoutId: number;
  readonly batch: number;
}

/** Prepares the guard. No tick lifts it: money that may have moved is looked at by a person first. */
export function prepareChainGuard(database: Database.Database): (retryOf: number) => ChainHit | null {
  const inTheWay = database.prepare<[number], ChainHit>(
    `WITH RECURSIVE chain (payout_id, batch_id, state, retry_of) AS (
       SELECT payout_id, batch_id, state, retry_of FROM payouts WHERE payout_id = ?
       UNION ALL
       SELECT p.payout_id, p.batch_id, p.state, p.retry_of FROM chain JOIN payouts p ON p.payout_id = chain.retry_of)
     SELECT payout_id AS payoutId, batch_id AS batch FROM chain
     WHERE state NOT IN ('failed', 'rejected', 'reversed')
        OR EXISTS (SELECT 1 FROM late_news WHERE payout_id = chain.payout_id AND read_at_ms IS NULL)
     LIMIT 1`,
  );
  return (retryOf) => inTheWay.get(retryOf) ?? null;
}
