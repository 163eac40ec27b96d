// Payouts as a retry needs them: how each ended, on whose word, and what it is linked to. Also the guard of a retry: is
// everything that it pays again still certainly unpaid?

import { formatBatchId, type PayoutId } from '../../../shared/ids.ts';
import { asPaise } from '../../../shared/money.ts';
import type { RetryPayout, RetryReading } from '../../../shared/retry-payout.ts';
import type { StateKind } from '../../../shared/states.ts';
import { isPlaceholderId } from '../domain/lookup-key.ts';
import type { Resting } from './archives.ts';
import type { DeskDatabase } from './desk-database.ts';
import { idIsAmbiguous, type KeyColumns, lookupKeyOf } from './due-lookups.ts';
import { IS_SILENCE_OF_LATE, saidOf } from './payout-reading.ts';
import { type BeneficiaryColumns, decodeBeneficiary, prepareSourceReading } from './payout-rows.ts';

interface RetriedRow extends BeneficiaryColumns, KeyColumns {
  readonly payoutId: PayoutId;
  readonly batchId: number;
  readonly rowNumber: number;
  readonly state: StateKind;
  readonly decidedBy: string | null;
  readonly message: string | null;
  readonly amountPaise: number;
  readonly remark: string;
  readonly name: string | null;
  readonly retryOf: PayoutId | null;
  readonly lastOutcome: string | null;
  readonly silentSinceMs: number | null;
  readonly lastFinding: string | null;
  readonly endedAtMs: number | null;
  readonly hasTicket: 0 | 1;
  readonly gatewayWord: string | null;
  readonly hasUnreadNews: 0 | 1;
  readonly nextBatch: number | null;
  readonly nextRow: number | null;
  readonly nextState: StateKind | null;
}

const COLUMNS = `p.payout_id AS payoutId, p.batch_id AS batchId, p.row_number AS rowNumber, p.state,
  p.decided_by AS decidedBy, p.message, p.upi_id AS upiId, p.account_number AS accountNumber, p.ifsc,
  p.amount_paise AS amountPaise, p.remark, p.name, p.reference, p.transaction_id AS transactionId,
  p.retry_of AS retryOf, ${idIsAmbiguous('p')},
  (SELECT r.outcome FROM attempts a LEFT JOIN attempt_results r USING (attempt_id)
   WHERE a.payout_id = p.payout_id ORDER BY a.number DESC LIMIT 1) AS lastOutcome,
  (SELECT min(l.answered_at_ms) FROM lookups l WHERE l.payout_id = p.payout_id AND l.finding = 'notKnown'
     AND ${IS_SILENCE_OF_LATE} AND l.answered_at_ms >= coalesce((SELECT max(r.answered_at_ms)
       FROM attempts a JOIN attempt_results r USING (attempt_id) WHERE a.payout_id = p.payout_id), 0)) AS silentSinceMs,
  p.last_finding AS lastFinding, p.decided_by IS NOT NULL AND (SELECT d.ticket IS NOT NULL FROM decisions d WHERE d.payout_id = p.payout_id
     ORDER BY d.decision_id DESC LIMIT 1) IS 1 AS hasTicket,
  EXISTS (SELECT 1 FROM late_news WHERE payout_id = p.payout_id AND read_at_ms IS NULL) AS hasUnreadNews,
  p.gateway_status AS gatewayWord, p.settled_at_ms AS endedAtMs, next.batch_id AS nextBatch, next.row_number AS nextRow, next.state AS nextState`;

/** Reads from any open database. */
export function readRetries(
  database: DeskDatabase,
  { prefix, resting }: { readonly prefix: 'B' | 'P'; readonly resting: Resting },
): RetryReading {
  const successor = 'LEFT JOIN payouts next ON next.retry_of = p.payout_id AND next.retry_of IS NOT NULL';
  const ofBatch = database.statement<[number], RetriedRow>(
    `SELECT ${COLUMNS} FROM batches b JOIN payouts p ON p.payout_id >= b.first_payout_id
       AND p.payout_id < b.first_payout_id + b.payout_count ${successor} WHERE b.batch_id = ? ORDER BY p.payout_id`,
  );
  const one = database.statement<[number], RetriedRow>(
    `SELECT ${COLUMNS} FROM payouts p ${successor} WHERE p.payout_id = ?`,
  );
  const excluded = database.statement<[number], { readonly row: number; readonly sourceJson: string }>(
    'SELECT row_number AS row, source_json AS sourceJson FROM excluded_rows WHERE batch_id = ? ORDER BY row_number',
  );
  const sourceOf = prepareSourceReading(database, resting);
  const decode = (row: RetriedRow): RetryPayout => decodePayout(row, { prefix, sourceOf });
  return {
    payouts: (batch) => ofBatch.all(batch).map(decode),
    // Decodes what confirming wrote.
    excludedRows: (batch) =>
      new Map(excluded.all(batch).map(({ row, sourceJson }) => [row, JSON.parse(sourceJson) as readonly string[]])),
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
        next = row.retryOf;
      }
      return chain;
    },
  };
}

function decodePayout(
  row: RetriedRow,
  { prefix, sourceOf }: { readonly prefix: 'B' | 'P'; readonly sourceOf: (payoutId: number) => readonly string[] },
): RetryPayout {
  const { payoutId, rowNumber, transactionId, reference, state, decidedBy, message, name, remark, retryOf, nextBatch } =
    row;
  const isNamed = transactionId !== null && !isPlaceholderId(transactionId);
  const isRefusal = state === 'failed' || state === 'rejected';
  const amountPaise = asPaise(row.amountPaise);
  return {
    payoutId,
    batch: formatBatchId(prefix, row.batchId),
    rowNumber,
    state,
    endedAtMs: row.endedAtMs,
    decidedBy,
    message: saidOf({ message, decidedBy }),
    payment: { beneficiary: decodeBeneficiary(row), amountPaise, remark, name, reference: null },
    reference,
    key: lookupKeyOf(row),
    // The outcome of the last attempt: for an accepted payout that failed later it is `processing`.
    refusedAtOnce: isRefusal && decidedBy === null && !isNamed && row.lastOutcome === state,
    silentSinceMs: row.silentSinceMs,
    lastFinding: row.lastFinding,
    decidedByTicket: row.hasTicket === 1,
    gatewayWord: row.gatewayWord,
    hasUnreadNews: row.hasUnreadNews === 1,
    retryOf,
    successor:
      nextBatch === null
        ? null
        : { batch: formatBatchId(prefix, nextBatch), rowNumber: row.nextRow ?? 0, state: row.nextState ?? 'queued' },
    // Read when asked for: a payout that is only looked up must not need its archive.
    get source() {
      return sourceOf(payoutId);
    },
  };
}

interface ChainHit {
  readonly payoutId: PayoutId;
  readonly batch: number;
}

/** Prepares the guard. No tick lifts it: a person must first check money that may have moved. */
export function prepareChainGuard(database: DeskDatabase): (retryOf: number) => ChainHit | null {
  const inTheWay = database.statement<[number], ChainHit>(
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
