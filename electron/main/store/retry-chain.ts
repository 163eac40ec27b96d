// The guard of a retry: is everything it pays again still surely unpaid? In: the payout that is to be paid again.
// Out: the payout of its chain, back to the sheet's row, that may have been paid after all; null when there is none.
// This file must never let a chain pass in which anything but a refusal is the last word, or news waits to be read.

import type Database from 'better-sqlite3';

export interface ChainHit {
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
