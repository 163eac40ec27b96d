// What money moved within a period, batch by batch and merchant by merchant, read from the payouts themselves.

import { formatBatchId } from '../../../shared/ids.ts';
import type { BatchMoved, MoneyMoved, Period } from '../domain/report.ts';
import type { DeskDatabase } from './desk-database.ts';

/** Prepares reading from any open database. */
export function prepareMoneyMoved(database: DeskDatabase, prefix: 'B' | 'P'): MoneyMoved {
  const batches = database.statement<[Period], MovedRow>(
    `SELECT b.batch_id AS batch, b.file_name AS file, b.profile, b.mid, b.confirmed_at_ms AS confirmedAtMs,
       b.payout_count AS confirmedCount, b.total_paise AS confirmedPaise,
       count(*) AS storedCount, sum(p.amount_paise) AS storedPaise,
       count(*) FILTER (WHERE ${PAID} AND ${SETTLED}) AS paidCount,
       ${paiseWhere(`${PAID} AND ${SETTLED}`)} AS paidPaise,
       ${paiseWhere(`${PAID} AND ${SETTLED} AND p.decided_by IS NOT NULL`)} AS decidedPaise,
       ${paiseWhere(`p.state = 'reversed' AND ${SETTLED}`)} AS backPaise,
       ${paiseWhere(`(p.state = 'failed' OR p.state = 'rejected') AND ${SETTLED}`)} AS failedPaise,
       count(*) FILTER (WHERE ${OPEN}) AS openCount, ${paiseWhere(OPEN)} AS openPaise
     FROM batches b JOIN payouts p ON p.payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1
     GROUP BY b.batch_id
     HAVING (b.confirmed_at_ms BETWEEN @fromMs AND @toMs) OR count(*) FILTER (WHERE ${SETTLED}) > 0
     ORDER BY b.batch_id`,
  );
  // What failed never left for good, or came back with the failure.
  const between = database.statement<
    [Period & { profile: string }],
    { outPaise: number; unsurePaise: number; backPaise: number }
  >(
    `SELECT ${paiseWhere(`${SENT} AND (${PAID} OR (p.state = 'reversed' AND p.settled_at_ms > @toMs))`)} AS outPaise,
       ${paiseWhere(`${SENT} AND (p.state = 'sending' OR p.state = 'processing' OR p.state = 'unknown')`)} AS unsurePaise,
       ${paiseWhere(`p.state = 'reversed' AND ${SETTLED} AND p.sent_at_ms <= @fromMs`)} AS backPaise
     FROM payouts p JOIN batches b ON b.batch_id = p.batch_id WHERE b.profile = @profile`,
  );
  return {
    batches: (period) =>
      batches.all(period).map((row): BatchMoved => ({ ...row, batch: formatBatchId(prefix, row.batch) })),
    between: (profile, period) => between.get({ ...period, profile }) ?? { outPaise: 0, unsurePaise: 0, backPaise: 0 },
  };
}

interface MovedRow extends Omit<BatchMoved, 'batch'> {
  readonly batch: number;
}

const PAID = "p.state = 'success'";
const SETTLED = 'p.settled_at_ms BETWEEN @fromMs AND @toMs';
const SENT = 'p.sent_at_ms > @fromMs AND p.sent_at_ms <= @toMs';
const OPEN = "(p.state = 'queued' OR p.state = 'sending' OR p.state = 'processing' OR p.state = 'unknown')";

function paiseWhere(condition: string): string {
  return `coalesce(sum(p.amount_paise) FILTER (WHERE ${condition}), 0)`;
}
